"""Infrastructure: chunked work, files, archives, built tables, seeds, statistics and clusters."""
