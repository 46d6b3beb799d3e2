"""Views of equities, boards, blockers, bets and tournament stacks."""
