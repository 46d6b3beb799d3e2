"""What boards mean for all hands and for ranges."""
