"""The strength and equity of every hand, and of whole ranges, on a board."""
