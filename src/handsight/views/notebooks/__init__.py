"""How notebooks show results."""
