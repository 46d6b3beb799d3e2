"""Loops over deals of known and of random hands."""
