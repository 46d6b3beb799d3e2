"""Views of opponents' ranges after each action of a hand."""
