"""Generators of the numbers that handsight ships, or compares with its sources."""
