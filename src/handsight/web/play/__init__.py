"""The tables at which people play, and the store of their hands."""
