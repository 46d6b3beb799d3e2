"""Exact counts: the layer between the odds functions and the kernels that count."""
