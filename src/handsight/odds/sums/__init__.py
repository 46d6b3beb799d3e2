"""The arithmetic of bets and prize money."""
