"""Views of equities, boards and sums."""
