"""Reports of the coach."""
