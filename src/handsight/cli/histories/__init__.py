"""The commands for recorded hands and their players."""
