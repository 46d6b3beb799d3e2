"""The integers that encode choices, players and the fields of an observation in environments."""

from __future__ import annotations

# --- choices --------------------------------------------------------------------------------------

ILLEGAL = -1
"""The street total of an illegal choice, and the code of an illegal action."""

CHOICE_FOLD = 0
CHOICE_CALL = 1
CHOICE_LEAST = 2
CHOICE_ALL_IN = 3
"""The meaning of a choice whose denominator is 0; other choices bet a share of the pot."""

# --- who plays a seat -----------------------------------------------------------------------------

OUTSIDE = 0
RANDOM = 1
CALLER = 2
POLICY = 3
"""The codes of players; `POLICY` plays the first policy array, `POLICY` + 1 the second one, etc."""

HAND_ROWS = 169
"""The number of rows of a policy on each street.

A row is a starting hand class before the flop, and a range of strengths on later streets.
"""

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
"""The indices of an observation's fields; last are the stacks of all seats, and then their bets."""

UNSEEN = 52
"""The number that stands for a board card that has not been dealt yet."""

FEATURES = 139
"""The number of features that do not belong to seats; four features per seat follow them."""
