"""Views of solutions."""
