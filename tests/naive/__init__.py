"""Slow twins of what is fast in handsight: plain Python, from the rules, sharing nothing."""
