"""Bridges to the programs of other houses: their rules, their bots, and ours among theirs."""
