"""Loops over deals of known and random hands."""
