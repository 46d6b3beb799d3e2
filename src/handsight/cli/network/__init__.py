"""The commands that use the network."""
