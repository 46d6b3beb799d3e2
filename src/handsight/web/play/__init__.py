"""The tables at which people play, and the hands that are stored."""
