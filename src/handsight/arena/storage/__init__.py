"""Arena stores: files that hold the results and hands of arenas."""
