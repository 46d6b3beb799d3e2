"""Numba loops over integers and arrays, without objects, strings or I/O.

Kernels do not check their input; the functions that call them do. No kernel is imported before it
is needed, because importing numba takes a fifth of a second.
"""
