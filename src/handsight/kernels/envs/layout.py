"""The encoding of the environments: choices, players, and the fields of an observation."""

from __future__ import annotations

# --- choices --------------------------------------------------------------------------------------

ILLEGAL = -1
"""The total of an illegal choice, and the code of an illegal action."""

CHOICE_FOLD = 0
CHOICE_CALL = 1
CHOICE_LEAST = 2
CHOICE_ALL_IN = 3
"""The meanings of a choice whose denominator is 0; any other is that share of the pot."""

# --- who plays a seat -----------------------------------------------------------------------------

OUTSIDE = 0
RANDOM = 1
CALLER = 2
POLICY = 3
"""`POLICY` plays by the first policy array, `POLICY` + 1 by the second one, and so on."""

HAND_ROWS = 169
"""Rows of a policy on each street: classes before the flop, then steps of strength."""

STRENGTHS = 7462

# --- an observation -------------------------------------------------------------------------------

SEE_HOLE = 0
SEE_BOARD = 2
SEE_POSITION = 7
SEE_PLAYERS = 8
SEE_POT = 9
SEE_COST = 10
SEE_RAISE = 11
SEE_ACTIONS = 12
SEE_RAISES = 13
SEE_STACKS = 14
"""The indices of an observation's fields; the stacks are followed by the bets, one per seat."""

UNSEEN = 52
"""A card that is not on the board yet."""

FEATURES = 139
"""The number of features before those of the seats, four per seat."""
