"""Views of equities, boards, bets and tournament stacks."""
