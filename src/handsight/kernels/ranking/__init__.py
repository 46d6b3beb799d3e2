"""Kernels that evaluate hands: they turn cards into strengths."""
