"""Arenas in files."""
