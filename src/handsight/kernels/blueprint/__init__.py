"""Loops that train blueprints, and that sort hands into buckets."""
