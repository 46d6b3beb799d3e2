"""Loops that train blueprints, and the buckets of their hands."""
