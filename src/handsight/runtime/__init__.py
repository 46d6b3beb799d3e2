"""Work in chunks on an executor, random streams from seeds, and progress."""
