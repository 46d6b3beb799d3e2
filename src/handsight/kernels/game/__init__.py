"""The rules of the game on a flat vector, and many hands played by them."""
