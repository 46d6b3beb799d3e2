"""Kuhn poker, Leduc hold'em and a hold'em with ten cards: games that can be solved exactly.

They have two players, one or two rounds of betting, and bets of a fixed size.
`handsight.envs.exact` computes the exact value and exploitability of every strategy in these games,
so a learning curve can show how far the learner is from an equilibrium.

Source:
    H. W. Kuhn, "A Simplified Two-Person Poker", 1950; F. Southey et al., "Bayes' Bluff: Opponent
    Modelling in Poker", UAI 2005 (Leduc).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from handsight.cards import CardSet
from handsight.errors import IllegalActionError, OptionError
from handsight.ranking import evaluate

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLD, CALL, RAISE = range(3)
ACTIONS = ("fold", "call", "raise")
"""The actions by number; a call of nothing is a check, and a raise of nothing a bet."""

OVER, PLAYERS = -1, 2


@dataclass(frozen=True, eq=False)
class BettingNode:
    """A place in the betting of a small game.

    Attributes:
        number: the number of the node in `SmallGame.nodes`; parents come before their children.
        actor: the player to act, or `OVER`.
        round: the round of betting, from 0.
        paid: the chips that each player has put in.
        line: the actions so far, one letter each, with a slash between two rounds.
        children: the node after each legal action.
        folded: the player who has folded, or `OVER`.
        deals: whether the next round begins here, after cards are dealt to the board.
    """

    number: int
    actor: int
    round: int
    paid: tuple[int, int]
    line: str
    children: dict[int, BettingNode] = field(default_factory=dict)
    folded: int = OVER
    deals: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self.actor == OVER and not self.deals

    def __deepcopy__(self, memo: object) -> BettingNode:
        return self  # it never changes, and copies of hands share it


@dataclass(frozen=True)
class SmallGame:
    """A game for two players with few cards and bets of a fixed size.

    Strategies are arrays with a row for each *information set*, which is what a player knows at a
    decision: their own cards, the board and the betting. `information_sets` lists them.

    Attributes:
        name: the name of the game.
        deck: the names of the cards.
        hole: the cards that each player is dealt.
        board: the cards dealt to the board before the second round; 0 in games of one round.
        posts: the chips that each player puts in before the first round.
        bets: the size of a bet or raise in each round.
        cap: the maximum number of bets and raises in a round; an unequal post counts as a bet.
        firsts: the player who acts first in each round.
        ranking: ``"high"`` if the highest card wins, ``"pair"`` if a pair with the board beats it,
            or ``"hold'em"`` for the usual order of hands of five cards.

    Example:
        >>> game = small_game("leduc")
        >>> game.hands[:3], game.boards[:3], len(game.information_sets)
        (((0,), (1,), (2,)), ((0,), (1,), (2,)), 936)
    """

    name: str
    deck: tuple[str, ...]
    hole: int = 1
    board: int = 0
    posts: tuple[int, int] = (1, 1)
    bets: tuple[int, ...] = (1,)
    cap: int = 1
    firsts: tuple[int, ...] = (0,)
    ranking: str = "high"

    def __deepcopy__(self, memo: object) -> SmallGame:
        return self  # it never changes, and copies of hands share it

    # --- cards ------------------------------------------------------------------------------------

    @cached_property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The hole cards that a player can have, as numbers of cards."""
        return tuple(combinations(range(len(self.deck)), self.hole))

    @cached_property
    def boards(self) -> tuple[tuple[int, ...], ...]:
        """The boards of the second round, as numbers of cards; one empty board without a board."""
        return tuple(combinations(range(len(self.deck)), self.board))

    @cached_property
    def board_count(self) -> int:
        """The number of boards that can be dealt when both players' cards are known."""
        return comb(len(self.deck) - PLAYERS * self.hole, self.board)

    @cached_property
    def strengths(self) -> NDArray[np.int64]:
        """The strength of each hand on each board, int64[boards, hands]; -1 if they share a card.

        Of two hands, the one with the higher strength wins.
        """
        return np.array(
            [
                [-1 if {*board} & {*hand} else self._strength(hand, board) for hand in self.hands]
                for board in self.boards
            ]
        )

    def _strength(self, hand: tuple[int, ...], board: tuple[int, ...]) -> int:
        names = [self.deck[card] for card in (*hand, *board)]
        if self.ranking == "hold'em":
            return int(evaluate(CardSet("".join(names))).strength)
        ranks = [RANKS.index(name[0]) for name in names]
        paired = self.ranking == "pair" and len(set(ranks)) < len(ranks)
        return ranks[0] + len(RANKS) * paired

    # --- betting ----------------------------------------------------------------------------------

    @cached_property
    def nodes(self) -> tuple[BettingNode, ...]:
        """All places in the betting, parents before children; the first is the first decision."""
        nodes: list[BettingNode] = []
        _grow(self, nodes, 0, self.posts, "", int(self.posts[0] != self.posts[1]), 0)
        return tuple(nodes)

    @cached_property
    def decisions(self) -> tuple[BettingNode, ...]:
        """The nodes at which a player acts."""
        return tuple(node for node in self.nodes if not node.is_over and not node.deals)

    # --- information sets -------------------------------------------------------------------------

    @cached_property
    def offsets(self) -> dict[int, int]:
        """The row of each decision's first information set in a strategy, by node number."""
        offsets, rows = {}, 0
        for node in self.decisions:
            offsets[node.number] = rows
            rows += self.boards_at(node) * len(self.hands)
        return offsets

    @cached_property
    def rows(self) -> int:
        """The number of rows of a strategy, including those of impossible cards."""
        last = self.decisions[-1]
        return self.offsets[last.number] + self.boards_at(last) * len(self.hands)

    def boards_at(self, node: BettingNode) -> int:
        """Return the number of boards at a decision: 1 before the board is dealt."""
        return len(self.boards) if node.round else 1

    def row(self, node: BettingNode, hand: int, board: int) -> int:
        """Return the row of an information set.

        Args:
            node: the decision.
            hand: the number of the player's hand in `hands`.
            board: the number of the board in `boards`; ignored before it is dealt.
        """
        return self.offsets[node.number] + (board if node.round else 0) * len(self.hands) + hand

    @cached_property
    def information_sets(self) -> NDArray[np.int64]:
        """The rows of a strategy that can occur, in order."""
        possible = [
            np.ones(len(self.hands), bool) if not node.round else (self.strengths >= 0).ravel()
            for node in self.decisions
        ]
        return np.flatnonzero(np.concatenate(possible))

    @cached_property
    def mask(self) -> NDArray[np.bool_]:
        """Which actions are legal in each row of a strategy: bool[rows, 3]."""
        legal = np.zeros((self.rows, len(ACTIONS)), bool)
        for node in self.decisions:
            first, count = self.offsets[node.number], self.boards_at(node) * len(self.hands)
            legal[first : first + count, list(node.children)] = True
        return legal

    @cached_property
    def width(self) -> int:
        """The number of features of an observation."""
        steps = max(len(node.line.replace("/", "")) for node in self.nodes)
        return PLAYERS + 2 * len(self.deck) + steps * len(ACTIONS) + PLAYERS

    def observation(
        self, node: BettingNode, hand: int, board: int, player: int | None = None
    ) -> NDArray[np.float32]:
        """Return what a player sees as the input of a network: float32[width].

        The features are: 1 at the player's number; 1 at each of the own cards; 1 at each card of
        the board; for each action so far, 1 at its number; and the chips that the player and the
        opponent have put in.

        Args:
            node: the place in the betting.
            hand: the number of the player's hand in `hands`.
            board: the number of the board in `boards`; ignored before it is dealt.
            player: the player; None for the player to act.
        """
        seen, size = np.zeros(self.width, np.float32), len(self.deck)
        me = node.actor if player is None else player
        seen[me] = 1
        seen[[PLAYERS + card for card in self.hands[hand]]] = 1
        if node.round:
            seen[[PLAYERS + size + card for card in self.boards[board]]] = 1
        at = PLAYERS + 2 * size
        for step, letter in enumerate(node.line.replace("/", "")):
            seen[at + step * len(ACTIONS) + LETTERS.index(letter)] = 1
        seen[-2:] = node.paid[me], node.paid[1 - me]
        return seen

    @cached_property
    def observations(self) -> NDArray[np.float32]:
        """What the player sees in each row of a strategy: float32[rows, width]."""
        return np.array(
            [
                self.observation(node, hand, board)
                for node in self.decisions
                for board in range(self.boards_at(node))
                for hand in range(len(self.hands))
            ]
        )

    def text(self, node: BettingNode, hand: int, board: int) -> str:
        """Return an information set as text, such as ``"Ks Qh cr/"``: cards, board, actions."""
        held = "".join(self.deck[card] for card in self.hands[hand])
        lying = "".join(self.deck[card] for card in self.boards[board]) if node.round else ""
        return " ".join([held, *([lying] if lying else []), node.line or "-"])


RANKS = "23456789TJQKA"
LETTERS = "fcr"
"""The letters of the actions in a line."""


def _grow(
    game: SmallGame,
    nodes: list[BettingNode],
    number: int,
    paid: tuple[int, int],
    line: str,
    raises: int,
    acted: int,
    actor: int | None = None,
) -> BettingNode:
    """Add a node and all nodes below it, and return it.

    Args:
        game: the game.
        nodes: the nodes so far.
        number: the round.
        paid: the chips that each player has put in.
        line: the actions so far.
        raises: the bets and raises of this round.
        acted: the actions of this round.
        actor: the player to act; None for the first of the round.
    """
    me = game.firsts[number] if actor is None else actor
    node = BettingNode(len(nodes), me, number, paid, line)
    nodes.append(node)
    other = 1 - me
    if paid[other] > paid[me]:
        lost = BettingNode(len(nodes), OVER, number, paid, f"{line}f", folded=me)
        nodes.append(lost)
        node.children[FOLD] = lost
    level = (max(paid), max(paid))
    if acted == 0:
        after = _grow(game, nodes, number, level, f"{line}c", raises, 1, other)
    else:
        after = _ended(game, nodes, number, level, f"{line}c")
    node.children[CALL] = after
    if raises < game.cap:
        total = max(paid) + game.bets[number]
        more = (total, paid[1]) if me == 0 else (paid[0], total)
        node.children[RAISE] = _grow(
            game, nodes, number, more, f"{line}r", raises + 1, acted + 1, other
        )
    return node


def _ended(
    game: SmallGame, nodes: list[BettingNode], number: int, paid: tuple[int, int], line: str
) -> BettingNode:
    """Add the end of a round: a showdown, or the next round behind a deal."""
    is_last = number + 1 == len(game.bets)
    node = BettingNode(len(nodes), OVER, number, paid, line, deals=not is_last)
    nodes.append(node)
    if not is_last:
        node.children[CALL] = _grow(game, nodes, number + 1, paid, f"{line}/", 0, 0)
    return node


KUHN = SmallGame("kuhn", ("J", "Q", "K"))
LEDUC = SmallGame(
    "leduc",
    ("Js", "Jh", "Qs", "Qh", "Ks", "Kh"),
    board=1,
    bets=(2, 4),
    cap=2,
    firsts=(0, 0),
    ranking="pair",
)
TEN_CARDS = SmallGame(
    "ten-card-holdem",
    tuple(rank + suit for rank in "TJQKA" for suit in "sh"),
    hole=2,
    board=3,
    posts=(1, 2),
    bets=(2, 2),
    cap=2,
    firsts=(0, 1),
    ranking="hold'em",
)
"""Hold'em with the ranks ten to ace in two suits, a flop, and no turn or river.

Player 0 is the button: it posts the small blind, acts first before the flop, and last after it.
"""

SMALL_GAMES = {game.name: game for game in (KUHN, LEDUC, TEN_CARDS)}


def small_game(name: str | SmallGame) -> SmallGame:
    """Return a small game by its name: ``"kuhn"``, ``"leduc"`` or ``"ten-card-holdem"``.

    Raises:
        OptionError: if there is no such game.
    """
    if isinstance(name, SmallGame):
        return name
    if name not in SMALL_GAMES:
        raise OptionError(f"the game {name!r} is not one of {', '.join(SMALL_GAMES)}")
    return SMALL_GAMES[name]


class SmallHand:
    """A hand of a small game that is being played.

    Args:
        game: the game.
        holes: the number of each player's hand in `SmallGame.hands`.
        board: the number of the board in `SmallGame.boards`.

    Attributes:
        game: the game.
        holes: the number of each player's hand.
        board: the number of the board, dealt or still to come.
        node: the place in the betting.

    Example:
        >>> hand = SmallHand(small_game("kuhn"), (2, 0), 0)  # king against jack
        >>> for action in (RAISE, CALL):
        ...     hand.apply(action)
        >>> hand.is_over, hand.returns
        (True, (2, -2))
    """

    def __init__(self, game: SmallGame, holes: tuple[int, int], board: int) -> None:
        self.game = game
        self.holes = holes
        self.board = board
        self.node = game.nodes[0]

    @classmethod
    def deal(cls, game: SmallGame, rng: np.random.Generator) -> SmallHand:
        """Deal a hand at random."""
        cards = rng.permutation(len(game.deck))[: PLAYERS * game.hole + game.board].tolist()
        cut = [cards[: game.hole], cards[game.hole : 2 * game.hole], cards[2 * game.hole :]]
        one, other, board = (tuple(sorted(each)) for each in cut)
        holes = game.hands.index(one), game.hands.index(other)
        return cls(game, holes, game.boards.index(board))

    @property
    def actor(self) -> int:
        """The player to act, or -1 if the hand is over."""
        return self.node.actor

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self.node.is_over

    @property
    def legal(self) -> NDArray[np.bool_]:
        """Which actions are legal: bool[3]."""
        return np.array([action in self.node.children for action in range(len(ACTIONS))])

    @property
    def row(self) -> int:
        """The row of a strategy for the player to act."""
        return self.game.row(self.node, self.holes[self.actor], self.board)

    @property
    def observation(self) -> NDArray[np.float32]:
        """What the player to act sees; see `SmallGame.observation`."""
        return self.game.observation(self.node, self.holes[self.actor], self.board)

    def apply(self, action: int) -> None:
        """Apply an action of the player to act.

        Raises:
            IllegalActionError: if the action is illegal, or the hand is over.
        """
        if self.is_over or action not in self.node.children:
            legal = [ACTIONS[each] for each in self.node.children]
            raise IllegalActionError(
                f"the action {action!r} is not legal; legal: "
                f"{', '.join(legal) or 'none, because the hand is over'}"
            )
        self.node = self.node.children[int(action)]
        if self.node.deals:
            self.node = self.node.children[CALL]

    @property
    def returns(self) -> tuple[int, int]:
        """The chips that each player has won; 0 before the hand is over."""
        if not self.is_over:
            return 0, 0
        paid, (one, other) = self.node.paid, self.holes
        if self.node.folded != OVER:
            won = paid[0] if self.node.folded == 0 else -paid[1]
            return -won, won
        strengths = self.game.strengths[self.board]
        won = int(np.sign(strengths[one] - strengths[other])) * paid[0]
        return won, -won
