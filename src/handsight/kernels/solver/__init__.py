"""Loops of the solver: walks through betting trees with all hands at once."""
