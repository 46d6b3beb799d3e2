"""Players that act by thresholds and the price."""
