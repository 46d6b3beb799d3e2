"""Boards: the strength and equity of every hand and of whole ranges on them."""
