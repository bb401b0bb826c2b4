"""What one seat knows of a deal, and the deals that fit it: counted, drawn, weighted."""
