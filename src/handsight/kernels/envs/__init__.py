"""Loops of the environments: many tables stepped together."""
