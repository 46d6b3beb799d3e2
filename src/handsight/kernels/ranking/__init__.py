"""Loops that bring cards to strengths."""
