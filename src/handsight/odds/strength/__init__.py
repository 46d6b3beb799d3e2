"""The strength of a hand, and what it may become."""
