"""Players described in the sources."""
