"""B351-2017: measurements of two claims that the report makes about its player without a test.

The claims are that the player "should hopefully slowly collect chips", and that it has "strategies
that prevent significant loss".
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from handsight.agents import action_of, agent
from handsight.agents.papers.b351.potential_hand_2 import BLUFF, PotentialHandPlayer2
from handsight.arena import ArenaSpec
from handsight.arena.match import BlockTask, play_block
from handsight.arena.statistics import PairStatistics
from handsight.game import HandCursor, HandState, Rules
from handsight.papers.reproduction import (
    Finding,
    Order,
    Reproduction,
    Row,
    TableColumn,
    above,
    all_hold,
)
from handsight.runtime.statistics import wilson

PLAYERS = ("potential-hand", "potential-hand-2")
BASELINE = "call"
"""The agent with whose losses the players' losses are compared."""
OPPONENTS = (
    *("fold", "call", "check-call", "random", "min-raise", "all-in", "maniac"),
    *(f"fai-v{version}" for version in range(6)),
)
"""The opponents: the scripted agents, and the agents of FAI-2022."""

PAIRS = 2000
MATCHES_OF = 10
"""The number of pairs of deals that are played for each pair of matches."""
SIGNIFICANT = 0.5
"""The share of its chips beyond which a player's loss in a match is significant."""

MUCH = 0.1
"""A player often loses if the interval of its share of significant losses is above this."""

BLUFF_STACK = 10_000

YES, NO, UNKNOWN = "yes", "loses", "unclear"
"""Whether a player collects chips: the interval of its gain is above 0, below 0, or contains 0."""

COLUMNS = (
    TableColumn("player", ("player",)),
    TableColumn("rival", ("rival",)),
    TableColumn("bb/100", ("measured", "bb100"), "+,.0f"),
    TableColumn("±", ("measured", "half_width"), ",.0f"),
    TableColumn("collects", ("collects",)),
    TableColumn("a match", ("measured", "chips"), "+,.0f"),
    TableColumn("±", ("measured", "chips_half_width"), ",.0f"),
    TableColumn("lost", ("measured", "losing_share"), ".1%"),
    TableColumn(f"by {BASELINE}", ("measured", "baseline_losing_share"), ".1%"),
    TableColumn("bluffs", ("measured", "bluffs_in_1000"), ".0f"),
    TableColumn("won", ("measured", "bluffs_won"), ".0%"),
)


class Losses(NamedTuple):
    """The results of one agent in matches with carried stacks.

    Attributes:
        significant: number of matches in which the agent lost more than half of its chips.
        chips: mean gain per match in chips, from the statistics over pairs of matches.
        half_width: half the width of the 95% interval of `chips`; infinite for one pair.

    Example:
        >>> Losses(matches=40, significant=2, chips=12.5, half_width=30.0).share
        0.05
    """

    matches: int
    significant: int
    chips: float
    half_width: float

    @property
    def share(self) -> float:
        """The share of the matches that were significant losses."""
        return self.significant / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of `share`."""
        return wilson(self.significant, self.matches)


class Bluffs(NamedTuple):
    """How often a player bluffs, and how often the opponent folds to a bluff.

    Attributes:
        bluffs: number of bets and raises without a made hand or a draw.
        won: number of bluffs to which the opponent folded immediately.

    Example:
        >>> Bluffs(hands=500, bluffs=20, won=5).in_1000
        40.0
    """

    hands: int
    bluffs: int
    won: int

    @property
    def in_1000(self) -> float:
        """The number of bluffs per thousand hands."""
        return 1000 * self.bluffs / self.hands


def reproduced(order: Order) -> Reproduction:
    """Measure both claims against each opponent.

    Args:
        order: options, in which `trials` is the number of pairs of mirrored deals against each
            opponent, 2,000 by default. A tenth as many pairs of matches are played, but at least
            two.

    Example:
        >>> [row.name for row in reproduced(Order(trials=1)).rows][:2]
        ['potential-hand, fold', 'potential-hand, call']
    """
    pairs = order.trials_or(PAIRS)
    rows: list[Row] = []
    most = len(OPPONENTS) * len(PLAYERS)
    for opponent in OPPONENTS:
        baseline = losses(BASELINE, opponent, matches_of(pairs), order.seed)
        for player in PLAYERS:
            order.progress(len(rows), most)
            rows.append(_row(player, opponent, pairs, order.seed, baseline))
    order.progress(most, most)
    rows.sort(key=lambda row: PLAYERS.index(row.more["player"]))  # stable
    return Reproduction(
        "b351-claims",
        "The claims of B351-2017",
        'B351-2017, sections 2 and 4: "slowly collect chips", "prevent significant loss"; '
        f"{2 * pairs:,} mirrored hands with 100 big blinds, and {2 * matches_of(pairs):,} matches "
        "of 20 hands with 1,000 chips at 5/10, against each rival",
        COLUMNS,
        rows,
        list(_remarks(rows)),
        pairs,
        order.seed,
        list(_findings(rows)),
    )


def matches_of(pairs: int) -> int:
    """Return the number of pairs of matches to play for a number of pairs of deals.

    Example:
        >>> matches_of(2000), matches_of(3)
        (200, 2)
    """
    return max(pairs // MATCHES_OF, 2)


def gains(player: str, opponent: str, pairs: int, seed: int) -> PairStatistics:
    """Play mirrored deals, each with full stacks, and return the player's results.

    Args:
        player: name of the agent whose results are returned.
        opponent: name of the other agent.
        pairs: number of pairs of mirrored deals.
        seed: seed of the cards and the agents.

    Example:
        >>> gains("min-raise", "fold", pairs=20, seed=1).bb100
        75.0
    """
    spec = ArenaSpec(agents=_named(player, opponent), pairs=pairs, seed=seed, deal="apart")
    return _played(spec)[0]


def losses(player: str, opponent: str, pairs: int, seed: int) -> Losses:
    """Play mirrored matches with carried stacks, and return the player's losses.

    Args:
        player: name of the agent whose losses are counted.
        opponent: name of the other agent.
        pairs: number of pairs of mirrored matches.
        seed: seed of the cards and the agents.

    Example:
        >>> result = losses("fold", "call", pairs=5, seed=1)
        >>> result.matches, result.significant
        (10, 0)
    """
    spec = ArenaSpec(
        agents=_named(player, opponent), format="carry", pairs=pairs, seed=seed, deal="apart"
    )
    statistics, results = _played(spec)
    matches = len(results)
    significant = sum(chips < -SIGNIFICANT * spec.stack for chips in results)
    pair_sums = [sum(results[first : first + 2]) / 2 for first in range(0, matches, 2)]
    mean = statistics.chips / matches
    spread = sum((each - mean) ** 2 for each in pair_sums) / (pairs - 1) if pairs > 1 else math.inf
    return Losses(matches, significant, mean, 1.96 * math.sqrt(spread / pairs))


def bluffs(opponent: str, hands: int, seed: int) -> Bluffs:
    """Play ``potential-hand-2`` against an opponent without mirrored deals, and count its bluffs.

    Args:
        opponent: name of the opponent.
        hands: number of hands to play; the players swap seats after each hand.

    Example:
        >>> result = bluffs("fold", hands=200, seed=1)
        >>> result.bluffs == result.won > 0
        True
    """
    player, other = PotentialHandPlayer2(), agent(opponent)
    count = won = 0
    for hand in range(hands):
        rng = Random(f"{seed} {opponent} {hand}")
        start = HandState.start(
            Rules(), [BLUFF_STACK] * 2, button=hand % 2, seed=rng.getrandbits(64)
        )
        table, bluffed = HandCursor(start), False
        while not table.state.is_over:
            seen = table.observation()
            if seen.seat:
                action = action_of(other.act(seen, rng), seen)
                won += bluffed and action.kind == "fold"
                bluffed = False
            else:
                action, reason = player.decide(seen, rng)
                bluffed = reason == BLUFF
                count += bluffed
            table.apply(action)
    return Bluffs(hands, count, won)


def _named(player: str, opponent: str) -> tuple[str, str]:
    return player, f"{opponent}#2" if player == opponent else opponent


def _played(spec: ArenaSpec) -> tuple[PairStatistics, list[int]]:
    """Play an arena; return the first agent's statistics, and its chips from each match.

    The dealing rule in the specification is the one that produced the figures on the page.
    """
    statistics, legs = PairStatistics(spec.stakes.big_blind), []
    for number in range(spec.blocks):
        for pair in play_block(BlockTask(spec, 0, number)).pairs:
            chips = [leg[0] for leg in pair.chips]
            statistics.add(sum(chips), sum(pair.hands))
            legs += chips
    return statistics, legs


def _row(player: str, opponent: str, pairs: int, seed: int, baseline: Losses) -> Row:
    won = gains(player, opponent, pairs, seed)
    lost = losses(player, opponent, matches_of(pairs), seed)
    low, high = won.interval()
    measured: dict[str, float] = {
        "bb100": won.bb100,
        "bb100_low": low,
        "bb100_high": high,
        "half_width": won.half_width(),
        "chips": lost.chips,
        "chips_half_width": lost.half_width,
        "losing_share": lost.share,
        "losing_low": lost.interval[0],
        "losing_high": lost.interval[1],
        "baseline_losing_share": baseline.share,
        "baseline_losing_low": baseline.interval[0],
        "baseline_losing_high": baseline.interval[1],
    }
    if player == "potential-hand-2":
        counted = bluffs(opponent, 2 * pairs, seed)
        measured["bluffs"] = counted.bluffs
        measured["bluffs_in_1000"] = counted.in_1000
        measured["bluffs_won"] = counted.won / counted.bluffs if counted.bluffs else 0.0
    collects = YES if low > 0 else NO if high < 0 else UNKNOWN
    more = {"player": player, "rival": opponent, "collects": collects}
    return Row(f"{player}, {opponent}", None, measured, more)


def _remarks(rows: list[Row]) -> Iterator[str]:
    for player in PLAYERS:
        ours = [row for row in rows if row.more["player"] == player]
        verdicts = [row.more["collects"] for row in ours]
        yield (
            f"{player} collects chips from {verdicts.count(YES)} of {len(ours)} rivals and loses "
            f"them to {verdicts.count(NO)}; {verdicts.count(UNKNOWN)} cannot be "
            "told apart from 0."
        )
        less = [row for row in ours if _clearly(row.measured, "losing_high", "baseline_losing_low")]
        more = [row for row in ours if _clearly(row.measured, "baseline_losing_high", "losing_low")]
        yield (
            f"{player} loses half of its chips in a match less often than {BASELINE} does, with "
            f"intervals apart, against {len(less)} rivals, and more often against {len(more)}."
        )
    bluffing = [row for row in rows if "bluffs" in row.measured]
    count = sum(row.measured["bluffs"] for row in bluffing)
    yield f"potential-hand-2 bluffed {count:,} times in the hands that were counted."
    never = [row.more["rival"] for row in bluffing if not row.measured["bluffs_won"]]
    often = max(bluffing, key=lambda row: row.measured["bluffs_won"])
    yield (
        f"To no bluff gave up {', '.join(never) or 'nobody'}; {often.more['rival']} gave up most "
        f"often, to {often.measured['bluffs_won']:.0%}."
    )


def _findings(rows: list[Row]) -> Iterator[Finding]:
    """Test both claims of the report for both players.

    A third finding tests the calling station against the rivals to whom a player often loses.
    """
    for player in PLAYERS:
        ours = [row for row in rows if row.more["player"] == player]
        if not ours:
            continue
        collected = [_collected(row) for row in ours]
        yield Finding(
            f"{player} collects chips from every rival",
            all_hold(collected),
            _counted(ours, collected),
        )
        prevented = [_prevented(row) for row in ours]
        yield Finding(
            f"{player} loses half of its chips in a match less often than {BASELINE} does against "
            "the same rival, whoever that is",
            all_hold(prevented),
            _counted(ours, prevented),
        )
        hard = [row for row in ours if row.measured["losing_low"] > MUCH]
        worse = [
            above((row.measured["baseline_losing_low"], row.measured["baseline_losing_high"]), 0.5)
            for row in hard
        ]
        if hard:
            yield Finding(
                f"Where {player} loses more than {MUCH:.0%} of its matches so, {BASELINE} loses "
                "more than half of them so",
                all_hold(worse),
                "; ".join(
                    f"{row.more['rival']} {row.measured['baseline_losing_share']:.1%}"
                    for row in hard
                ),
            )


def _collected(row: Row) -> bool | None:
    return {YES: True, NO: False, UNKNOWN: None}[row.more["collects"]]


def _prevented(row: Row) -> bool | None:
    if _clearly(row.measured, "losing_high", "baseline_losing_low"):
        return True
    return False if _clearly(row.measured, "baseline_losing_high", "losing_low") else None


def _counted(rows: list[Row], verdicts: list[bool | None]) -> str:
    """Count the rivals for whom a claim holds; name those for whom it fails or is undecided."""
    against, unclear = (
        [row.more["rival"] for row, said in zip(rows, verdicts, strict=True) if said is which]
        for which in (False, None)
    )
    figures = [f"so for {verdicts.count(True)} of {len(rows)} rivals"]
    figures += [f"not for {', '.join(against)}"] if against else []
    return "; ".join(figures + ([f"not decided for {', '.join(unclear)}"] if unclear else []))


def _clearly(measured: dict[str, float], less: str, more: str) -> bool:
    return measured[less] < measured[more]
