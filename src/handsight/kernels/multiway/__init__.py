"""Kernels for strategies at tables of two to nine players."""
