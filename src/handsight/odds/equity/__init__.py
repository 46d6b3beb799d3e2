"""Equity, exact and sampled."""
