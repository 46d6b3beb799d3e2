"""Kernels that train blueprints, estimate their values, and find the buckets of hands."""
