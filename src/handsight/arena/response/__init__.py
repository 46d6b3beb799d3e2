"""Opponents that exploit an agent: a local best response, and learned exploiters.

Their winnings are lower bounds on what the agent can lose.
"""
