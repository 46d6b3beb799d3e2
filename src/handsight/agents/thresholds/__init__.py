"""Players that decide by thresholds and the price."""
