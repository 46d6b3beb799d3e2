"""Views of what opponents may hold after each action."""
