"""The commands of the coach."""
