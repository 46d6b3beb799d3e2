"""Numba loops: integers and arrays in and out; no objects, no strings, no I/O.

Kernels do not check their input; the functions that call them do. Nothing here is imported before
it is needed, because importing numba costs a fifth of a second.
"""
