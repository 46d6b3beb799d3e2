"""The local best response, which shows how much an agent can lose."""
