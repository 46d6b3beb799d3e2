"""A coach for people: reviews of recorded hands, and drills that come back to your mistakes."""
