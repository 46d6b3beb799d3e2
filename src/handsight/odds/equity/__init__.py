"""Equity: each player's share of the pot, exact or sampled."""
