"""Variance reduction: results with the luck taken out."""
