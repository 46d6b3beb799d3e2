"""Views of arenas, the leaderboard and training."""
