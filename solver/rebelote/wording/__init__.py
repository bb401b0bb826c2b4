"""A post-mortem in words: facts of the position, and sentences in several languages."""
