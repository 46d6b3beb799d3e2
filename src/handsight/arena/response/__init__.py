"""How much an agent can lose: the local best response."""
