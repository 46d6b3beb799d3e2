"""Kernels that loop over the combos of ranges."""
