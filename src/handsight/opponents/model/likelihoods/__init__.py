"""Likelihoods: models of the probability of each action for each combo, one in each module."""
