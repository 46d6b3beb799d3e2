"""Numba loops: integers and arrays in and out; no objects, no strings, no I/O.

A kernel does not check its input; the functions that call it do. Nothing here is imported
before it is needed, because importing numba costs a fifth of a second.
"""
