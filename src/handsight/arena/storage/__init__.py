"""Arena stores: files that hold what arenas have played."""
