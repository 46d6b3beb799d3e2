"""Loops that turn cards into strengths."""
