"""Hints for the other decisions: which call, whether to swap the seven, which melds to announce."""
