"""How likely each action is with each combo: a file for each way to estimate it."""
