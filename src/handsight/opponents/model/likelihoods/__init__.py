"""Likelihoods: the probability of each action for each combo, one module per estimate."""
