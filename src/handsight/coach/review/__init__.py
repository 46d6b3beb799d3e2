"""Review of your own hands: what each of your decisions was worth, and where you lose."""
