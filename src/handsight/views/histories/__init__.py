"""Views of recorded hands and of the players in them."""
