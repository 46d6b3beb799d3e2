"""The chance of winning against opponents who play the best x% of hands, following blog-4."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.cards import Card, CardSet, CardsLike, parse_cards, refuse_shared, require_count
from handsight.cards.card import RANKS, STREET_OF_BOARD
from handsight.errors import InputError, OptionError
from handsight.odds.equity.equity import equity_of
from handsight.odds.equity.result import Equity
from handsight.odds.sampling import DEFAULT_TRIALS, DealCounts, Sampling
from handsight.odds.spot import ANY, PLAYERS, AnyCards, Spot
from handsight.ranges import Range
from handsight.ranges.exact_weights import ONE, WeightLike, exact_weight
from handsight.runtime.integers import ABOVE_0, is_whole, require_drawable
from handsight.runtime.seeds import seed_or_fresh

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAMPLINGS = ("as-published",)
AS_PUBLISHED = "blog-4"
"""The name of the source in `Equity.as_published`."""

PUBLISHED_DEALS = 1024
"""The default number of deals in the blog post."""
ORDER = "nine-handed"
DECK_SUITS = "shcd"
"""The suits in the order of the blog post's deck, in which ranks ascend."""

SEEDS = 1 << 32
"""The number of seeds that numpy's legacy generator accepts."""


def hand_eval(
    pocket: CardsLike,
    community: CardsLike,
    players: int = 2,
    ranges: Sequence[WeightLike] | None = None,
    *,
    sampling: str | None = None,
    deals: int | None = None,
    seed: int | None = None,
) -> Equity:
    """Compute the chances of winning and tying against opponents who play the best x% of hands.

    The best hands are those that win most often against nine random hands. A share refers to all
    1,326 combos and can split a class (10% are 133 combos). Combos with a known card are removed
    afterwards.

    On the flop, turn and river, up to three opponents are counted exactly. All other questions go
    to `equity`, which counts exactly if that takes at most about a second, and samples otherwise.

    With ``"as-published"``, deals are drawn as in the post: first the rest of the board, and then
    the hand of one opponent after another from the cards that are left. This way, combinations of
    opponents' hands that seldom fit together are dealt too often. The standard error does not
    include this bias. Hands are compared by their true strength rather than by the post's numbers.

    Args:
        pocket: our two hole cards.
        community: the cards of the board: 0, 3, 4 or 5.
        players: the number of players including us, 2 to 10.
        ranges: the share of hands that each opponent plays, above 0 and up to 1; None or an empty
            list for any cards.
        sampling: None, or ``"as-published"``.
        deals: the number of deals in a sample; None for a million, or for 1,024 as published.
        seed: the seed of a sample; None for a fresh seed. As published, the seed is below 2**32 and
            seeds numpy's legacy generator, which draws the numbers in the same order as the post.

    Raises:
        InputError: if cards are invalid, or a range has no hand left (as published, in any deal).
        OptionError: if the number of players or deals, the ranges, the seed or the sampling is
            invalid.

    Source:
        blog-4, ``handEval``. The post does not print its file of combos. Here, classes are in the
        order ``nine-handed``, and the suits within a class follow the post's deck.

    Example:
        >>> result = hand_eval("Tc Jd", "4h 5h 6d 2h Kh", ranges=[0.1])
        >>> result.win, result.tie, result.total, result.method
        (2, 1, 104, 'exact')
        >>> drawn = hand_eval("TcJd", "4h5h6d2hKh", 2, [0.1], sampling="as-published", seed=123)
        >>> f"{drawn.p_win:.4%} {drawn.p_tie:.4%}"
        '1.9531% 0.7812%'
    """
    cards = {
        "pocket": parse_cards(pocket, "pocket"),
        "community": parse_cards(community, "community"),
    }
    refuse_shared(cards)
    require_count(cards["pocket"], "pocket", (2,))
    require_count(cards["community"], "community", tuple(STREET_OF_BOARD))
    hole, board = map(CardSet.of, cards.values())
    shares = _shares(players, ranges)
    if deals is not None and not is_whole(deals, ABOVE_0):
        raise OptionError(f"deals is {deals!r}; it must be a whole number above 0")
    require_drawable("deals", deals or 0)
    if sampling is None:
        return _evaluate(hole, board, shares, DEFAULT_TRIALS if deals is None else deals, seed)
    if sampling not in SAMPLINGS:
        known = ", ".join(map(repr, SAMPLINGS))
        raise OptionError(f"sampling is {sampling!r}; it must be None or {known}")
    return _deal_as_published(
        hole, board, shares, PUBLISHED_DEALS if deals is None else deals, _legacy_seed(seed)
    )


def _shares(players: int, ranges: Sequence[WeightLike] | None) -> list[Fraction]:
    """Check the shares of hands that the opponents play, and convert them to fractions.

    Without shares (None or an empty list), each opponent plays any hand, a share of 1.
    """
    if not is_whole(players, PLAYERS):
        raise OptionError(
            f"players is {players!r}; it must be a whole number from {PLAYERS[0]} to {PLAYERS[-1]}"
        )
    opponents = players.__index__() - 1
    if ranges is None:
        return [ONE] * opponents
    given = _listed(ranges)
    if len(given) not in (0, opponents):
        raise OptionError(
            f"ranges has {len(given)} number{'s' * (len(given) > 1)}; {players} players need "
            f"{opponents}, one for each opponent, or none for any cards"
        )
    shares = [exact_weight(share, f"ranges[{i}]") for i, share in enumerate(given)]
    if 0 in shares:
        raise OptionError(
            f"ranges[{shares.index(Fraction(0))}] is 0; it must be above 0 and at most 1"
        )
    return shares or [ONE] * opponents


def _listed(ranges: object) -> list[Any]:
    if isinstance(ranges, str) or not isinstance(ranges, Iterable):
        raise OptionError(
            f"ranges is {ranges!r}; it must be a list of numbers, one for each opponent"
        )
    return list(ranges)


def _evaluate(
    hole: CardSet, board: CardSet, shares: Sequence[Fraction], deals: int, seed: int | None
) -> Equity:
    from handsight.odds.counting.ranges import MOST_RANGES

    spot = Spot.parse([hole, *map(_best, shares)], board)
    method = "exact" if board and spot.opponents <= MOST_RANGES else "auto"
    return equity_of(spot, method, Sampling(deals, seed=seed))


def _best(share: Fraction) -> Range | AnyCards:
    return ANY if share == 1 else Range.top(share, order=ORDER, by="combos")


# --- as published -------------------------------------------------------------------------------


def _legacy_seed(seed: int | None) -> int:
    checked = seed_or_fresh(seed)
    if seed is None:
        return checked % SEEDS
    if checked >= SEEDS:
        raise OptionError(f"seed is {seed}; as published it must be a whole number below {SEEDS}")
    return checked


def _deal_as_published(
    hole: CardSet, board: CardSet, shares: Sequence[Fraction], deals: int, seed: int
) -> Equity:
    from handsight.odds.equity.sampling import sampled_equity
    from handsight.ranking import score_many

    known = np.uint64((hole | board).mask)
    dealer = _Dealer(known, 5 - len(board), shares, seed)
    boards = np.empty(deals, dtype=np.uint64)
    hands = np.full((len(shares) + 1, deals), hole.mask, dtype=np.uint64)
    for deal in range(deals):
        boards[deal], hands[1:, deal] = dealer.deal()
    boards |= np.uint64(board.mask)
    scores = np.array([score_many(boards | held, 7, check=False) for held in hands])
    sharers = np.left_shift(1, np.arange(len(hands))) @ (scores == scores.max(axis=0))
    winners = dict(
        zip(*(each.tolist() for each in np.unique(sharers, return_counts=True)), strict=True)
    )
    spot = Spot((hole, *map(_best, shares)), board)
    return replace(
        sampled_equity(spot, DealCounts(winners, deals, deals), seed), as_published=AS_PUBLISHED
    )


class _Dealer:
    """A dealer that draws each random number at the same point as the program in blog-4."""

    def __init__(
        self, known: np.uint64, to_come: int, shares: Sequence[Fraction], seed: int
    ) -> None:
        combos = _combos_in_order()
        self.rng = np.random.RandomState(seed)
        self.known = known
        self.to_come = to_come
        self.live = np.array([bit for bit in _deck() if not bit & int(known)], dtype=np.uint64)
        self.ranges = [combos[: ceil(share * len(combos))] for share in shares]

    def deal(self) -> tuple[np.uint64, list[np.uint64]]:
        """Draw the rest of the board and a hand for each opponent, and return them as masks.

        Raises:
            InputError: if a range has no hand left.
        """
        # Even a draw of no cards shuffles the deck, and so advances the generator.
        drawn = self.rng.choice(self.live, self.to_come, replace=False)
        comes = np.bitwise_or.reduce(drawn)
        gone = self.known | comes
        hands: list[np.uint64] = []
        for number, held in enumerate(self.ranges):
            left = held[held & gone == 0]
            if not len(left):
                raise InputError(
                    f"ranges[{number}] has no hand left in one of the deals: each of its combos "
                    "holds a card that is dealt elsewhere"
                )
            hands.append(left[self.rng.choice(len(left))])
            gone |= hands[-1]
        return comes, hands


def _deck() -> list[int]:
    return [Card(rank + suit).mask for rank in RANKS for suit in DECK_SUITS]


@cache
def _combos_in_order() -> NDArray[np.uint64]:
    """List the masks of all combos by class, the best first, and then in the order of the deck."""
    from handsight.ranges.orders import ordered_classes

    return np.array(
        [mask for name in ordered_classes(ORDER) for mask in _combos_of(name)], dtype=np.uint64
    )


def _combos_of(name: str) -> list[int]:
    first, second = ([Card(rank + suit).mask for suit in DECK_SUITS] for rank in name[:2])
    if name[0] == name[1]:
        return [one | other for one, other in combinations(first, 2)]
    if name[2] == "s":
        return [high | low for high, low in zip(first, second, strict=True)]
    return [high | low for i, high in enumerate(first) for j, low in enumerate(second) if i != j]
