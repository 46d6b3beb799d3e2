"""Luck taken out of results."""
