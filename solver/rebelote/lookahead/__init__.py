"""A look ahead that does not suppose that the seat will see all cards: the αμ search."""
