"""Numba loops: integers and arrays in and out; no objects, no strings, no I/O.

A kernel trusts its input; the friendly functions above it check. Nothing here is imported
before it is needed, because importing numba costs a fifth of a second.
"""
