"""Loops over the combos of ranges."""
