"""Which card to play: with all hands open, or from one hand over the deals that fit."""
