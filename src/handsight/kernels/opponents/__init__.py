"""Kernels of opponent models, which update ranges by actions and play hands out."""
