"""The evaluators that the papers and their sources published, one to a file."""
