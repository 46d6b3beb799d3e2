"""Infrastructure for chunked work, files, databases, tables, seeds, statistics and clusters."""
