"""The strength of a hand now, and how the next cards can change it."""
