"""Generators of the tables that handsight ships, and of measurements to compare with papers."""
