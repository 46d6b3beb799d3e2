"""The evaluators published in the papers and their sources, one per file."""
