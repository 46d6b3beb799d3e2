"""The layout of one hand of the game in a flat vector of int64.

The vector is the whole hand: its rules, the chips, the cards dealt and those to come. So copying a
hand means copying about two kilobytes, and Python and compiled simulations play by the same code.
Values for all seats are at an offset plus the seat's number.

The caller writes the rules, the stacks, the blinds and the cards; `handsight.kernels.game.rules`
does the rest.
"""

from __future__ import annotations

SEATS = 10
"""The most seats at a table, taken or empty."""

STREETS = 4
BOARD_CARDS = 5
HOLE_CARDS = 2

# --- the rules of the hand, which never change ----------------------------------------------------

PLAYERS = 0
"""Seats at the table, 2..10, including empty ones."""
BUTTON = 1
"""The seat of the button, which may be empty."""
STRUCTURE = 2
"""`NO_LIMIT` or `FIXED_LIMIT`."""
BIG_BLIND = 3
"""The smallest bet and raise in no-limit."""
SMALL_BET = 4
"""The bet before and on the flop, with fixed limits."""
BIG_BET = 5
"""The bet on turn and river, with fixed limits."""
BET_CAP = 6
"""The maximum of bets and raises per street, with fixed limits; 0 for no cap."""
FLAGS = 7
"""House rules, a sum of the flags below."""
LAST_POST = 8
"""The seat after which the betting begins before the flop: the last blind or straddle."""

# --- the current position -------------------------------------------------------------------------

STREET = 9
"""0..3, preflop to river; when the hand is over, the street on which it ended."""
ACTOR = 10
"""The seat to act; `NOBODY` when the hand is over."""
PRICE = 11
"""The total that a player must put in on this street to stay in."""
FULL_RAISE = 12
"""The minimum size of a raise above the price in no-limit: the last full bet or raise."""
LEVEL = 13
"""The price that the next bet is counted from with fixed limits; short all-ins may exceed it."""
RAISES = 14
"""Full bets and raises on this street; the big blind is the first, each straddle one more."""
CAPPED = 15
"""1 when nobody may raise on this street any more."""
AGGRESSOR = 16
"""The seat that bet or raised last on this street, or `NOBODY`."""
BOARD_COUNT = 17
"""The number of cards on the board."""
DECK_NEXT = 18
"""The index in the deck of the next card to come."""

# --- the options of the player to act -------------------------------------------------------------

CAN_FOLD = 19
"""1 if the player may fold."""
CALL_COST = 20
"""The chips that a call adds; 0 for a check."""
RAISE_MIN = 21
"""The smallest street total that the player may raise to; 0 if they may not raise."""
RAISE_MAX = 22
"""The largest street total that the player may raise to; 0 if they may not raise."""

# --- how the hand ended ---------------------------------------------------------------------------

OVER = 23
"""1 when the hand is over."""
SHOWDOWN = 24
"""1 when hands were compared."""
RETURNED = 25
"""The uncalled chips that were returned."""
RETURNED_TO = 26
"""The seat that they were returned to, or `NOBODY`."""
POT_COUNT = 27
"""The number of pots at the end of the hand."""
DEAD_CHIPS = 28
"""Antes that nobody has to match; they are in the main pot."""
ALL_SHOWN_FROM = 29
"""The board size when all hands were shown because somebody was all-in, or `NEVER`."""

POT = 30
"""All chips that are played for, including the bets of this street."""

HEADER = 31
"""The end of the values that do not belong to seats."""

# --- seats ----------------------------------------------------------------------------------------

START_STACKS = HEADER
"""Chips before the hand."""
ANTES = START_STACKS + SEATS
"""The ante asked of a seat."""
POSTS = ANTES + SEATS
"""The blind or straddle asked of a seat."""
STACKS = POSTS + SEATS
"""Chips behind."""
BETS = STACKS + SEATS
"""Chips put in on this street."""
PAID = BETS + SEATS
"""Chips put in over the hand, without antes that nobody has to match."""
STATUS = PAID + SEATS
"""`ACTIVE`, `ALL_IN`, `FOLDED` or `EMPTY`."""
ACTED_AT = STATUS + SEATS
"""The price when the seat acted last on this street, or `NOT_YET`."""
HAND_DEAD = ACTED_AT + SEATS
"""1 if the hand is mucked whatever it holds: it cannot win at a showdown."""
STRENGTHS = HAND_DEAD + SEATS
"""The strengths of the seats' hands at the showdown; -1 for none."""
WON = STRENGTHS + SEATS
"""Chips awarded, without returned chips."""

# --- pots and cards -------------------------------------------------------------------------------

POT_AMOUNTS = WON + SEATS
"""Chips in each pot, the main pot first."""
POT_SEATS = POT_AMOUNTS + SEATS
"""Who may win each pot: bit s is set for seat s."""
HOLES = POT_SEATS + SEATS
"""Two cards per seat: ``HOLES + 2 * seat``; `NO_CARD` if none was dealt or it is hidden."""
BOARD = HOLES + HOLE_CARDS * SEATS
"""Five cards; `NO_CARD` for those to come."""
DECK = BOARD + BOARD_CARDS
"""The deck in dealing order."""

SIZE = DECK + 52
"""The length of the vector."""

# --- values ---------------------------------------------------------------------------------------

NOBODY = -1
NOT_YET = -1
NEVER = -1
NO_CARD = -1

NO_LIMIT = 0
FIXED_LIMIT = 1

ACTIVE = 0
ALL_IN = 1
FOLDED = 2
EMPTY = 3

FOLD = 0
CALL = 1
"""Also a check."""
RAISE = 2
"""Also a bet; the amount is the street total."""

PRICE_IS_PAID = 1
"""Flag: a short blind lowers the price to what was actually posted."""
FOLD_WHEN_FREE = 2
"""Flag: a player may fold even if checking is free."""
ANY_RAISE_REOPENS = 4
"""Flag: after a short all-in, players who have already acted may raise again."""
HEADS_UP_UNCAPPED = 8
"""Flag: there is no cap between two players."""
ANTES_ARE_DEAD = 16
"""Flag: antes go to the main pot and nobody has to match them, as with a big blind ante."""
