"""Puzzles: positions in which one card, or one class of equal cards, reaches the goal; found, proved and graded."""
