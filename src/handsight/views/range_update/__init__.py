"""Views of what opponents can hold after each action."""
