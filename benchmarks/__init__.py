"""Races against the evaluators of others: ``python -m benchmarks``."""
