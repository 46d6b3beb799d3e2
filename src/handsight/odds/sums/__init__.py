"""The arithmetic of bets and of prize money."""
