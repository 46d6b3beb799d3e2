"""Kernels that train blueprints, and that find the buckets of hands."""
