"""A played deal judged: every card, where the result turned, luck or error, the bidding."""
