"""Endpoints for solving: spots, solves, nodes of solutions, their files, and many flops."""
