"""The commands that deal with agents and arenas."""
