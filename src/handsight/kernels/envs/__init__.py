"""Kernels of the environments, which step many tables together."""
