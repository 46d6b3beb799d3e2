"""The commands on agents and arenas."""
