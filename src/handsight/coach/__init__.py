"""A coach for people: drills that come back to your mistakes."""
