"""Where everything about one hand of the game stands in a flat vector of int64.

A vector is the whole hand: the rules it is played by, the chips, the cards that lie and those that
are to come. So copying a hand is copying some two kilobytes, and Python and compiled simulations
play by the same code. What is said of all seats stands at an offset plus the seat's number.

The caller writes the rules, the stacks, the blinds and the cards; `handsight.kernels.game.rules`
does the rest.
"""

from __future__ import annotations

SEATS = 10
"""The most seats at a table, taken or empty."""

STREETS = 4
BOARD_CARDS = 5
HOLE_CARDS = 2

# --- the rules of the hand, which nothing changes -------------------------------------------------

PLAYERS = 0
"""Seats at the table, 2..10; the empty ones count."""
BUTTON = 1
"""The seat of the button, which may be empty."""
STRUCTURE = 2
"""`NO_LIMIT` or `FIXED_LIMIT`."""
BIG_BLIND = 3
"""The smallest bet and raise without a limit."""
SMALL_BET = 4
"""The bet before and on the flop, with a limit."""
BIG_BET = 5
"""The bet on turn and river, with a limit."""
BET_CAP = 6
"""Bets and raises a street, with a limit; 0 for no cap."""
FLAGS = 7
"""House rules, a sum of the flags below."""
LAST_POST = 8
"""The seat after which the betting begins before the flop: the last blind or straddle."""

# --- where the hand is ----------------------------------------------------------------------------

STREET = 9
"""0..3, preflop to river; when the hand is over, the street on which it ended."""
ACTOR = 10
"""The seat whose turn it is; `NOBODY` when the hand is over."""
PRICE = 11
"""What a player must have put in on this street to stay."""
FULL_RAISE = 12
"""By how much a raise must go above the price without a limit: the last full bet or raise."""
LEVEL = 13
"""The price that the next bet is counted from with a limit; short all-ins may lie above it."""
RAISES = 14
"""Full bets and raises on this street; the big blind is the first, each straddle one more."""
CAPPED = 15
"""1 when nobody may raise on this street any more."""
AGGRESSOR = 16
"""The seat that bet or raised last on this street, or `NOBODY`."""
BOARD_COUNT = 17
"""Cards on the board."""
DECK_NEXT = 18
"""The place in the deck of the next card to come."""

# --- what the player whose turn it is may do ------------------------------------------------------

CAN_FOLD = 19
"""1 if the player may fold."""
CALL_COST = 20
"""The chips that a call adds; 0 is a check."""
RAISE_MIN = 21
"""The least street total that the player may raise to; 0 if they may not raise."""
RAISE_MAX = 22
"""The greatest street total that the player may raise to; 0 if they may not raise."""

# --- how the hand ended ---------------------------------------------------------------------------

OVER = 23
"""1 when the hand is over."""
SHOWDOWN = 24
"""1 when hands were compared."""
RETURNED = 25
"""The uncalled chips that went back at the end."""
RETURNED_TO = 26
"""The seat that they went back to, or `NOBODY`."""
POT_COUNT = 27
"""Pots at the end of the hand."""
DEAD_CHIPS = 28
"""Antes that nobody has to match; they lie in the main pot."""
ALL_SHOWN_FROM = 29
"""With how many cards on the board all hands were laid open, somebody being all-in, or `NEVER`."""

POT = 30
"""All chips that are played for, the bets of this street included."""

HEADER = 31
"""The numbers that are not of seats end here."""

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
"""Chips put in over the hand, without the antes that nobody has to match."""
STATUS = PAID + SEATS
"""`ACTIVE`, `ALL_IN`, `FOLDED` or `EMPTY`."""
ACTED_AT = STATUS + SEATS
"""The price when the seat acted last on this street, or `NOT_YET`."""
HAND_DEAD = ACTED_AT + SEATS
"""1 if the hand is mucked whatever it holds: it cannot win at a showdown."""
STRENGTHS = HAND_DEAD + SEATS
"""What the seats' hands were worth at the showdown; -1 for none."""
WON = STRENGTHS + SEATS
"""Chips awarded, without what was returned."""

# --- pots and cards -------------------------------------------------------------------------------

POT_AMOUNTS = WON + SEATS
"""Chips in each pot, the main pot first."""
POT_SEATS = POT_AMOUNTS + SEATS
"""Who may win each pot: bit s is set for seat s."""
HOLES = POT_SEATS + SEATS
"""Two cards a seat: ``HOLES + 2 * seat``; `NO_CARD` where none was dealt or it is hidden."""
BOARD = HOLES + HOLE_CARDS * SEATS
"""Five cards; `NO_CARD` for those to come."""
DECK = BOARD + BOARD_CARDS
"""The deck in the order in which it is dealt."""

SIZE = DECK + 52
"""Numbers in a vector."""

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
"""Flag: a short blind lowers the price to what was really posted."""
FOLD_WHEN_FREE = 2
"""Flag: a player may fold where checking is free."""
ANY_RAISE_REOPENS = 4
"""Flag: a short all-in lets those raise again who have acted."""
HEADS_UP_UNCAPPED = 8
"""Flag: between two players there is no cap."""
ANTES_ARE_DEAD = 16
"""Flag: antes go to the main pot and nobody has to match them, as a big blind's ante does."""
