"""The hand evaluators that the papers and their sources describe, one per module."""
