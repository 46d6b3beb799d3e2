"""Benchmarks of handsight, with races against other libraries: ``python -m benchmarks``."""
