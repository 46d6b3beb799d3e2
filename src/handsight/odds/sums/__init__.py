"""The arithmetic of bets and of tournament prize money."""
