"""The layout of one hand of the game in a flat vector of int64.

The vector holds the whole hand: the rules, the chips, and the cards, both dealt and still in the
deck. So to copy a hand is to copy about two kilobytes, and Python and compiled simulations run the
same code. A value that each seat has is at the index of the constant plus the seat's number.

The caller writes the rules, the stacks, the blinds and the cards. `handsight.kernels.game.rules`
writes everything else.
"""

from __future__ import annotations

SEATS = 10
"""The maximum number of seats at a table, taken or empty."""

STREETS = 4
BOARD_CARDS = 5
HOLE_CARDS = 2

# --- the rules of the hand, which never change ----------------------------------------------------

PLAYERS = 0
"""The number of seats at the table, 2..10, including empty seats."""
BUTTON = 1
"""The seat with the button; this seat can be empty."""
STRUCTURE = 2
"""`NO_LIMIT` or `FIXED_LIMIT`."""
BIG_BLIND = 3
"""The minimum bet and minimum raise in no-limit."""
SMALL_BET = 4
"""The size of a bet before the flop and on the flop, in fixed-limit."""
BIG_BET = 5
"""The size of a bet on the turn and the river, in fixed-limit."""
BET_CAP = 6
"""The maximum number of bets and raises per street, in fixed-limit; 0 for no cap."""
FLAGS = 7
"""House rules: the sum of flags such as `PRICE_IS_PAID`."""
LAST_POST = 8
"""The seat of the last blind or straddle; preflop betting begins with the next player."""

# --- the current position -------------------------------------------------------------------------

STREET = 9
"""The street, 0 (preflop) .. 3 (river); after the hand, the street on which it ended."""
ACTOR = 10
"""The seat whose turn it is to act; `NOBODY` if the hand is over."""
PRICE = 11
"""The total number of chips that a player must put in on this street to stay in the hand."""
FULL_RAISE = 12
"""The minimum size of a raise above the price in no-limit: that of the last full bet or raise."""
LEVEL = 13
"""The price to which the next bet is added, in fixed-limit; short all-ins can exceed this price."""
RAISES = 14
"""The number of full bets and raises on this street; the big blind and each straddle count too."""
CAPPED = 15
"""1 if nobody can raise any more on this street, else 0."""
AGGRESSOR = 16
"""The seat that last bet or raised on this street, or `NOBODY`."""
BOARD_COUNT = 17
"""The number of cards on the board."""
DECK_NEXT = 18
"""The index in the deck of the next card to deal."""

# --- the options of the player to act -------------------------------------------------------------

CAN_FOLD = 19
"""1 if the player can fold, else 0."""
CALL_COST = 20
"""The chips that a call adds; 0 for a check."""
RAISE_MIN = 21
"""The smallest street total to which the player can raise; 0 if the player cannot raise."""
RAISE_MAX = 22
"""The largest street total to which the player can raise; 0 if the player cannot raise."""

# --- how the hand ended ---------------------------------------------------------------------------

OVER = 23
"""1 if the hand is over, else 0."""
SHOWDOWN = 24
"""1 if the hand ended with a showdown, else 0."""
RETURNED = 25
"""The number of uncalled chips that were returned."""
RETURNED_TO = 26
"""The seat to which uncalled chips were returned, or `NOBODY`."""
POT_COUNT = 27
"""The number of pots at the end of the hand."""
DEAD_CHIPS = 28
"""The chips of antes that nobody has to match; they are in the main pot."""
ALL_SHOWN_FROM = 29
"""The number of board cards when all hands were shown because of an all-in, or `NEVER`."""

POT = 30
"""All chips in the pot, including the bets of this street."""

HEADER = 31
"""The end of the values that do not belong to seats; all later constants are offsets."""

# --- seats ----------------------------------------------------------------------------------------

START_STACKS = HEADER
"""The chips of each seat before the hand; 0 for an empty seat."""
ANTES = START_STACKS + SEATS
"""The ante that each seat has to post."""
POSTS = ANTES + SEATS
"""The blind or straddle that each seat has to post."""
STACKS = POSTS + SEATS
"""The chips that each seat has behind."""
BETS = STACKS + SEATS
"""The chips that each seat has put in on this street."""
PAID = BETS + SEATS
"""The chips that each seat has put in during the hand, without antes that nobody has to match."""
STATUS = PAID + SEATS
"""The status of each seat: `ACTIVE`, `ALL_IN`, `FOLDED` or `EMPTY`."""
ACTED_AT = STATUS + SEATS
"""The price when each seat last acted on this street, or `NOT_YET`."""
HAND_DEAD = ACTED_AT + SEATS
"""1 if the hand of a seat is dead, so that it cannot win at a showdown, else 0."""
STRENGTHS = HAND_DEAD + SEATS
"""The strength of each seat's hand at the showdown; -1 for a seat without a live hand there."""
WON = STRENGTHS + SEATS
"""The chips that each seat is awarded from the pots, without returned chips."""

# --- pots and cards -------------------------------------------------------------------------------

POT_AMOUNTS = WON + SEATS
"""The chips in each pot, the main pot first."""
POT_SEATS = POT_AMOUNTS + SEATS
"""The seats that can win each pot: bit s is set for seat s."""
HOLES = POT_SEATS + SEATS
"""The two hole cards of each seat, from ``HOLES + 2 * seat``; `NO_CARD` if not dealt or hidden."""
BOARD = HOLES + HOLE_CARDS * SEATS
"""The five cards of the board; `NO_CARD` for a card that has not been dealt."""
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
"""The code of a call or a check."""
RAISE = 2
"""The code of a bet or a raise, whose amount is the player's total on the street."""

PRICE_IS_PAID = 1
"""Flag: the price after the blinds is the most chips actually posted, even if a blind is short."""
FOLD_WHEN_FREE = 2
"""Flag: a player can fold even if checking is possible."""
ANY_RAISE_REOPENS = 4
"""Flag: after a short all-in raise, players who have already acted can raise again."""
HEADS_UP_UNCAPPED = 8
"""Flag: there is no cap on raises if only two players are in the hand."""
ANTES_ARE_DEAD = 16
"""Flag: antes are added to the main pot and nobody has to match them, as with a big blind ante."""
