"""Loops of the solver: walks over betting trees with all hands at once."""
