"""Values of all hands, and of ranges, on boards."""
