"""Kernels that count or sample deals of known and random hands."""
