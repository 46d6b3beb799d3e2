"""The commands that deal with recorded hands and players."""
