"""The commands for agents and arenas."""
