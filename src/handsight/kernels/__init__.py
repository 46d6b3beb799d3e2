"""Numba loops over integers and arrays, without objects, strings or I/O.

Kernels do not check their arguments; their callers do. Each kernel is imported only when it is
needed, because importing numba takes a fifth of a second.
"""
