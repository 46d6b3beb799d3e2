"""Players that the sources describe."""
