"""What the numbers of the environments mean: choices, players, and the places of an observation."""

from __future__ import annotations

# --- choices --------------------------------------------------------------------------------------

ILLEGAL = -1
"""The total of a choice that is not legal, and the code of an action that is not."""

CHOICE_FOLD = 0
CHOICE_CALL = 1
CHOICE_LEAST = 2
CHOICE_ALL_IN = 3
"""What a choice is whose denominator is 0; any other is that share of the pot."""

# --- who plays a seat -----------------------------------------------------------------------------

OUTSIDE = 0
RANDOM = 1
CALLER = 2
POLICY = 3
"""`POLICY` plays by the first policy array, `POLICY` + 1 by the second one, and so on."""

HAND_ROWS = 169
"""Rows of a policy on each street: classes before the flop, later steps of strength."""

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
"""Where an observation holds what; after the stacks come as many bets."""

UNSEEN = 52
"""A card that is not on the board yet."""

FEATURES = 139
"""Features before those of the seats, of which each has four."""
