"""FAI-2022 on raise amounts: how much a raise reveals about the hand, and what the raise wins.

The report fears that a raise up to the player's bound (v3) reveals its win rate, and therefore
draws the amount at random (v4). It says that large raises make the opponent fold, and that players
should raise less before the flop and more later. The report measures none of this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from handsight.agents import agent
from handsight.agents.thresholds.win_rate import win_rate
from handsight.arena.players import InProcessPlayer, Player
from handsight.arena.schedule import Seeds
from handsight.arena.table import play_hand
from handsight.cards import Card, CardSet
from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.game import ActionRecord, HandState, Rules
from handsight.papers.reproduction import Finding, Order, Reproduction, Row, TableColumn, above
from handsight.runtime.statistics import difference, rank_correlation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RAISERS = ("fai-v3", "fai-v4")
OPPONENT = "fai-v3"
"""The raisers' opponent, which folds to any bet above its own bound."""
PAIRS = 5_000
STAKES = Rules(small_blind=5, big_blind=10)
STACK = 1000
SIZES = ((0.0, "up to half the pot"), (0.5, "half to one"), (1.0, "one to two"), (2.0, "over two"))
"""The lower ends of the groups of sizes, as multiples of the pot after a call, and their names."""
BINS = 20
ENOUGH = 100
"""The minimum number of raises on a street for a finding about that street."""
LEAST = 30
"""The minimum number of raises in a group of sizes for a comparison with another group."""
RESAMPLES = 300

COLUMNS = (
    TableColumn("raiser", ("raiser",)),
    TableColumn("street", ("street",)),
    TableColumn("size in pots", ("size",)),
    TableColumn("raises", ("measured", "raises"), ",d"),
    TableColumn("win rate", ("measured", "win_rate"), ".3f"),
    TableColumn("folds", ("measured", "folds"), ".1%"),
    TableColumn("chips won", ("measured", "chips"), "+.1f"),
    TableColumn("±", ("measured", "chips_half_width"), ".1f"),
    TableColumn("chips if called", ("measured", "chips_if_called"), "+.1f"),
    TableColumn("rank correlation", ("measured", "correlation"), ".3f"),
    TableColumn("given away", ("measured", "given_away"), ".1%"),
)


class Raise(NamedTuple):
    """A bet or raise, the hand behind it, and its outcome.

    Attributes:
        size: amount of the bet or raise above the price, as a multiple of the pot after a call.
        win_rate: the raiser's chance to win against a random hand, 0..1; ties count half.
        folded: whether the opponent folded to the raise.
        chips: chips that the raiser won or lost in the whole hand.
        all_in: whether the raise was all-in, so that the player could not choose its size freely.
    """

    street: str
    size: float
    win_rate: float
    folded: bool
    chips: int
    all_in: bool


def raises_of(name: str, pairs: int, seed: int) -> list[Raise]:
    """Play an agent in mirrored hands against `OPPONENT`, and return its bets and raises.

    Args:
        name: name of the agent.
        pairs: number of pairs of mirrored hands.
        seed: seed of the cards and the agents.

    Example:
        >>> found = raises_of("fai-v3", pairs=20, seed=1)  # doctest: +SKIP
        >>> {each.street for each in found} <= set(STREETS)  # doctest: +SKIP
        True
    """
    seeds = Seeds(seed)
    players = InProcessPlayer(agent(name)), InProcessPlayer(agent(OPPONENT))
    raises: list[Raise] = []
    for pair in range(pairs):
        deck = seeds.deck(0, pair, 1)
        start = HandState.start(STAKES, (STACK, STACK), button=pair % 2, seed=deck)
        for leg in range(2):
            for slot, player in enumerate(players):
                player.begin(seeds.agent(0, pair, leg, 1, slot))
            seated: Sequence[Player] = players if leg == 0 else players[::-1]
            raises += _raises(start, seated, leg, Random(seeds.agent(0, pair, leg, 1, 2)))
    return raises


def _raises(start: HandState, seated: Sequence[Player], seat: int, rng: Random) -> Iterator[Raise]:
    played = play_hand(start, seated)
    chips = played.state.stacks[seat] - start.start_stacks[seat]
    hole, board = start.hole(seat), played.state.board
    if hole is None:
        return
    for number, (price, pot, bet) in _before_each(start, played.actions):
        taken = played.actions[number]
        if taken.seat != seat or taken.action.kind not in ("bet", "raise"):
            continue
        size = (taken.action.amount - price) / (pot + price - bet)
        answer = played.actions[number + 1]
        rate = _rate(hole, board, taken.street, rng)
        yield Raise(taken.street, size, rate, answer.action.kind == "fold", chips, taken.all_in)


def _before_each(
    start: HandState, actions: Sequence[ActionRecord]
) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Yield the index of each action, with the price, pot and player's bet before the action."""
    bets, pot, street = list(start.bets), start.pot, STREETS[0]
    for number, taken in enumerate(actions):
        if taken.street != street:
            bets, street = [0] * len(bets), taken.street
        yield number, (max(bets), pot, bets[taken.seat])
        bets[taken.seat] += taken.chips
        pot += taken.chips


def _rate(hole: CardSet, board: Sequence[Card], street: str, rng: Random) -> float:
    return win_rate(hole, tuple(board[: BOARD_SIZES[street]]), 1, rng).share


# --- what they say --------------------------------------------------------------------------------


def reproduced(order: Order) -> Reproduction:
    """Measure how much the size of a raise reveals about the hand, and what the raise wins.

    Args:
        order: options, in which `trials` is the number of pairs of mirrored hands per raiser, 5,000
            by default.

    Example:
        >>> table = reproduced(Order(trials=2000))  # doctest: +SKIP
    """
    pairs = order.trials_or(PAIRS)
    rows: list[Row] = []
    by_street: RaisesByStreet = {}
    for number, name in enumerate(RAISERS):
        raises = raises_of(name, pairs, order.seed)
        order.progress(number + 1, len(RAISERS))
        for street in STREETS:
            here = [each for each in raises if each.street == street]
            rows += _rows(name, street, here)
            by_street[name, street] = here
    return Reproduction(
        "fai-2022-raises",
        "What a raise gives away, and what it brings",
        f"FAI-2022, discussion of raise amounts (nothing is printed). Each raiser plays {pairs:,} "
        f"mirrored deals against {OPPONENT}, {STACK} chips before each hand, blinds of "
        f"{STAKES.small_blind} and {STAKES.big_blind}. The size is in pots as they are after a "
        "call; `given away` is the part of the variance of the win rate, among the raises of the "
        f"street, that {BINS} classes of size explain; chips are those of the whole hand",
        COLUMNS,
        rows,
        list(_remarks(by_street)),
        trials=pairs,
        seed=order.seed,
        findings=list(_findings(by_street, order.seed)),
    )


RaisesByStreet = dict[tuple[str, str], list[Raise]]
"""The raises of each raiser on each street."""


def given_away(raises: Sequence[Raise]) -> float:
    """Return the share of the win rate's variance that the size of the raise explains.

    The sizes are divided into groups with equal numbers of raises. The share that chance alone
    would explain is subtracted.

    Args:
        raises: more than `BINS` raises.

    Returns:
        About 1 if the size determines the win rate, about 0 if it reveals nothing, and 0 if all win
        rates are equal.
    """
    import numpy as np

    rates, sizes = _columns(raises)
    order = sizes.argsort(kind="stable")
    groups = np.array_split(rates[order], BINS)
    within = sum(float(((group - group.mean()) ** 2).sum()) for group in groups)
    whole = float(((rates - rates.mean()) ** 2).sum())
    if not whole:
        return 0.0
    return 1 - within / whole * (len(rates) - 1) / (len(rates) - BINS)


def _columns(raises: Sequence[Raise]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    import numpy as np

    table = np.array([(each.win_rate, each.size) for each in raises], dtype=np.float64)
    return table[:, 0], table[:, 1]


def _rows(name: str, street: str, here: Sequence[Raise]) -> Iterator[Row]:
    if not here:
        return
    yield _row(name, street, "all", here, spread=len(here) >= ENOUGH)
    ends = [*(low for low, _ in SIZES[1:]), float("inf")]
    for (low, size), high in zip(SIZES, ends, strict=True):
        part = [each for each in here if low <= each.size < high]
        if part:
            yield _row(name, street, size, part, spread=False)


def _row(name: str, street: str, size: str, part: Sequence[Raise], spread: bool) -> Row:
    called = [each.chips for each in part if not each.folded]
    measured: dict[str, float | int | None] = {
        "raises": len(part),
        "win_rate": fmean(each.win_rate for each in part),
        "folds": fmean(each.folded for each in part),
        "chips": fmean(each.chips for each in part),
        "chips_half_width": _half_width([each.chips for each in part]),
        "chips_if_called": fmean(called) if called else None,
        "correlation": rank_correlation(*_columns(part)) if spread else None,
        "given_away": given_away(part) if spread else None,
    }
    return Row(
        f"{name} {street} {size}",
        None,
        measured,
        {"raiser": name, "street": street, "size": size},
    )


def _half_width(chips: Sequence[int]) -> float | None:
    from statistics import stdev

    return 1.96 * stdev(chips) / len(chips) ** 0.5 if len(chips) > 1 else None


def _remarks(by_street: RaisesByStreet) -> Iterator[str]:
    for street in STREETS:
        shares = [
            f"{name} {given_away(by_street[name, street]):.0%}"
            for name in RAISERS
            if len(by_street[name, street]) >= ENOUGH
        ]
        if shares:
            told_of = ", ".join(shares)
            yield f"Of the win rate behind a raise, its size gives away {_when(street)}: {told_of}."


def _when(street: str) -> str:
    return "before the flop" if street == STREETS[0] else f"on the {street}"


def _findings(by_street: RaisesByStreet, seed: int) -> Iterator[Finding]:
    """Check the report's claims about raise sizes, street by street."""
    fixed, drawn = RAISERS
    for street in STREETS:
        both = by_street[fixed, street], by_street[drawn, street]
        if min(map(len, both)) >= ENOUGH:
            gap = spared(*both, seed)
            yield Finding(
                f"{_when(street).capitalize()} the drawn amount of {drawn} gives away less than "
                f"the fixed one of {fixed}",
                above(gap, 0.0),
                "{:+.1%} to {:+.1%} of the variance, 95% by bootstrap".format(*gap),
            )
    for street in STREETS:
        yield _of_sizes(
            f"{_when(street).capitalize()} raises of over two pots are folded to more often than "
            "those of up to half a pot",
            [_more_folds(*_ends_of(by_street[name, street])) for name in RAISERS],
            "{:+.1%} to {:+.1%}",
        )
    for street in STREETS:
        yield _of_sizes(
            f"{_when(street).capitalize()} raises of over two pots go with more chips won than "
            "those of up to half a pot",
            [_more_chips(*_ends_of(by_street[name, street])) for name in RAISERS],
            "{:+.0f} to {:+.0f} chips",
        )


def spared(fixed: Sequence[Raise], drawn: Sequence[Raise], seed: int) -> tuple[float, float]:
    """Measure how much less random raise amounts reveal about the win rate than fixed amounts.

    Returns:
        The 95% interval of the difference in `given_away`, by bootstrap over raises. A raise that
        is drawn twice is its own neighbour, so the bootstrap overstates how much sizes reveal.
        Therefore the bootstrap contributes only the spread of the differences about their mean.
    """
    import numpy as np

    rng = Random(seed)
    gaps = [
        given_away(rng.choices(fixed, k=len(fixed))) - given_away(rng.choices(drawn, k=len(drawn)))
        for _ in range(RESAMPLES)
    ]
    measured = given_away(fixed) - given_away(drawn)
    low, high = (measured + np.quantile(gaps, (0.025, 0.975)) - np.mean(gaps)).tolist()
    return low, high


def _ends_of(here: Sequence[Raise]) -> tuple[list[Raise], list[Raise]]:
    """Return the raises of the smallest sizes, and those of the largest sizes (see `SIZES`)."""
    return (
        [each for each in here if each.size < SIZES[1][0]],
        [each for each in here if each.size >= SIZES[-1][0]],
    )


def _more_folds(small: Sequence[Raise], large: Sequence[Raise]) -> tuple[float, float] | None:
    """Return the interval of how much more often large raises are folded to than small raises.

    Return None if there are too few raises of one size.
    """
    if min(len(small), len(large)) < LEAST:
        return None
    few, many = ((sum(each.folded for each in part), len(part)) for part in (small, large))
    return difference(few, many)


def _more_chips(small: Sequence[Raise], large: Sequence[Raise]) -> tuple[float, float] | None:
    """Return the interval of how many more chips large raises win on average than small raises.

    Return None if there are too few raises of one size.
    """
    if min(len(small), len(large)) < LEAST:
        return None
    chips = [[each.chips for each in part] for part in (small, large)]
    gap = fmean(chips[1]) - fmean(chips[0])
    half = hypot(*(_half_width(part) or 0.0 for part in chips))
    return gap - half, gap + half


def _of_sizes(claim: str, gaps: Sequence[tuple[float, float] | None], style: str) -> Finding:
    """Return a finding about both raisers, undecided if they disagree or raised too rarely."""
    figures = [
        f"{name} {'too few' if gap is None else style.format(*gap)}"
        for name, gap in zip(RAISERS, gaps, strict=True)
    ]
    verdicts = {None if gap is None else above(gap, 0.0) for gap in gaps}
    return Finding(claim, verdicts.pop() if len(verdicts) == 1 else None, "; ".join(figures))
