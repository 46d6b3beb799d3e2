"""Kernels for the rules of the game on a flat vector, and for simulations of many hands."""
