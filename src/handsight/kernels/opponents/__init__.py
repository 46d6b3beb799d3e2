"""Loops of opponent models: ranges updated by actions, and hands played out."""
