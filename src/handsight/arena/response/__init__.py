"""The local best response, whose winnings show how much an agent can lose at least."""
