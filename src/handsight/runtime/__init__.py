"""Work in chunks on an executor, and random streams from seeds."""
