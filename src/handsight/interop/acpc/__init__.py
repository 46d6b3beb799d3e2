"""The protocol of the Annual Computer Poker Competition: a dealer, and seats for our agents.

The package follows version 2.0.0 of the protocol's description. A dealer and its players are
programs that exchange lines of text over TCP.
"""
