"""Shares of the pot, exact and sampled."""
