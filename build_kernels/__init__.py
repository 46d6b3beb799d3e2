"""Compiles kernels ahead of time, for wheels and for clones that ask for it."""
