"""The commands on recorded hands and players."""
