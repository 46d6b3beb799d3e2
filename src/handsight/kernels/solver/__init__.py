"""Kernels of the solver, which walk over betting trees with all hands at once."""
