"""Bridges between the odds functions and the kernels that count."""
