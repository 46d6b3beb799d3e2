"""Likelihoods: the probability of each action for each combo, with a module for each model."""
