"""The commands that listen or connect."""
