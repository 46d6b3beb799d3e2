"""Views of the solver's solutions."""
