"""The protocol of the Annual Computer Poker Competition: a dealer, and our agents as its players.

Follows the protocol's description, version 2.0.0. A dealer and its players are programs that
exchange lines of text over TCP.
"""
