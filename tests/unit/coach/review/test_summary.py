"""Sums over reviewed hands, and tendencies that must and must not be found."""

from itertools import product
from math import inf, prod, sqrt

import numpy as np
import pytest

from handsight.coach.review.decisions import (
    BLUEPRINT,
    CHART,
    SOLVER,
    ReviewedAction,
    ReviewedDecision,
    ReviewedHand,
)
from handsight.coach.review.summary import (
    LEAST_DECISIONS,
    LEVEL,
    kind_of,
    per_100,
    situation_of,
    summary_of,
    tendencies_of,
    two_sided,
)
from handsight.errors import OptionError
from handsight.runtime.statistics import holm

OPTIONS = ("fold", "call 1 bb", "raise to 3 bb")


def decision(
    taken: str = "fold",
    shares: tuple[float, ...] | None = (0.5, 0.3, 0.2),
    lost: float = 0.0,
    error: float = 0.0,
    **more: object,
) -> ReviewedDecision:
    rows = tuple(
        ReviewedAction(name, 0.0, None if shares is None else shares[place])
        for place, name in enumerate(OPTIONS)
    )
    base = ReviewedDecision(
        *(0, "preflop", "", "BTN", "open", 2, 4.0, 1.0, taken, "call 1 bb", rows),
        *(lost, error, CHART, ("as a chart says",)),
    )
    return base._replace(**more)  # type: ignore[arg-type]


def hand(*decisions: ReviewedDecision, won: float = 0.0, adjusted: float | None = None):
    return ReviewedHand(
        *("00", "1", "hands.txt", 1, "50/100", "BTN", "AsAh", "", 100.0, won, adjusted, decisions)
    )


UNKNOWN = decision(actions=(), method="", best="", assumed=("nobody knows",))


# --- sums -----------------------------------------------------------------------------------------


def test_means_and_intervals_are_those_of_hands() -> None:
    assert per_100([]) == (0.0, inf)
    assert per_100([2.0]) == (200.0, inf)
    mean, half = per_100([1.0, 2.0, 6.0])
    assert mean == pytest.approx(300)
    spread = ((1 - 3) ** 2 + (2 - 3) ** 2 + (6 - 3) ** 2) / 2
    assert half == pytest.approx(1.959964 * 100 * sqrt(spread / 3), rel=1e-5)


def test_sums_count_what_was_valued_and_name_what_was_not() -> None:
    hands = [
        hand(decision(lost=1.0), decision(lost=0.5, method=BLUEPRINT), won=-3.0, adjusted=-1.0),
        hand(UNKNOWN, decision(lost=0.02, street="river", method=SOLVER), won=5.0),
        hand(won=1.0),
    ]
    found = summary_of(hands)
    assert (found.hands, found.decisions, found.estimates) == (3, 3, 1)
    assert found.unvalued == {"nobody knows": 1}
    assert found.won.mean == pytest.approx(100)
    assert found.adjusted.mean == pytest.approx(100 * (-1 + 5 + 1) / 3)
    assert found.lost.mean == pytest.approx(100 * 1.52 / 3)
    assert found.lost_known.mean == pytest.approx(100 * 1.02 / 3)
    assert found.lost_estimated.mean == pytest.approx(100 * 0.5 / 3)
    assert [pair[1].lost for pair in found.costliest] == [1.0, 0.5]
    assert [pair[1].lost for pair in summary_of(hands, 1).costliest] == [1.0]
    with pytest.raises(OptionError, match="costliest is -1; it must be a whole number, 0 or more"):
        summary_of(hands, -1)


def test_an_estimate_is_never_listed_before_what_is_known() -> None:
    found = summary_of([hand(decision(lost=9.0, method=BLUEPRINT), decision(lost=0.4))])
    assert [pair[1].lost for pair in found.costliest] == [0.4, 9.0]


def test_groups_add_up_to_the_whole_in_every_way() -> None:
    draw = np.random.default_rng(1)
    hands = [
        hand(
            *(
                decision(
                    lost=float(draw.exponential()),
                    street=str(draw.choice(["preflop", "flop", "river"])),
                    position=str(draw.choice(["SB", "BTN"])),
                    pot_kind=str(draw.choice(["open", "3-bet"])),
                    method=str(draw.choice([CHART, SOLVER, BLUEPRINT])),
                )
                for _ in range(draw.integers(4))
            )
        )
        for _ in range(40)
    ]
    found = summary_of(hands)
    assert set(found.groups) == {"street", "position", "pot", "method"}
    for rows in found.groups.values():
        assert sum(row.lost.mean for row in rows) == pytest.approx(found.lost.mean)
        assert sum(row.decisions for row in rows) == found.decisions
        means = [row.lost.mean for row in rows]
        assert means == sorted(means, reverse=True)
    river = next(row for row in found.groups["street"] if row.name == "river")
    lost = [sum(each.lost for each in one.decisions if each.street == "river") for one in hands]
    assert river.lost == pytest.approx(per_100(lost))
    assert river.mistakes == sum(
        each.lost > 0.05 for one in hands for each in one.decisions if each.street == "river"
    )
    assert {row.name for row in found.groups["pot"]} == {
        "facing open", "facing 3-bet", "open", "3-bet"
    }  # fmt: skip


def test_losses_within_chance_are_no_mistakes() -> None:
    found = summary_of([hand(decision(lost=1.0, error=0.6), decision(lost=1.0, error=0.4))])
    assert [row.mistakes for row in found.groups["street"]] == [1]
    assert len(found.costliest) == 1


# --- tests ----------------------------------------------------------------------------------------


def counted(chances: list[float], count: int) -> float:
    """Return the two-sided p-value by the probabilities of all outcomes."""
    low = high = 0.0
    for outcome in product((0, 1), repeat=len(chances)):
        chance = prod(each if hit else 1 - each for each, hit in zip(chances, outcome, strict=True))
        low += chance * (sum(outcome) <= count)
        high += chance * (sum(outcome) >= count)
    return min(1.0, 2 * min(low, high))


def test_p_values_are_those_of_all_outcomes() -> None:
    draw = np.random.default_rng(2)
    for size in range(9):
        chances = draw.random(size).round(2).tolist()
        for count in range(size + 1):
            assert two_sided(chances, count) == pytest.approx(counted(chances, count))
    assert two_sided([1.0, 0.0, 0.5], 0) == 0
    assert two_sided([0.001] * 3_000, 3) > 0.9


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"pot_kind": "unopened"}, "preflop, unopened pot"),
        ({"pot_kind": "limped"}, "preflop, limped pot"),
        ({"pot_kind": "open"}, "preflop, facing an open"),
        ({"pot_kind": "3-bet"}, "preflop, facing a 3-bet"),
        ({"street": "turn", "to_call": 0.0}, "turn, no bet"),
        ({"street": "turn", "pot": 14.0, "to_call": 4.0}, "turn, facing a small bet"),
        ({"street": "flop", "pot": 15.0, "to_call": 5.0}, "flop, facing a medium bet"),
        ({"street": "river", "pot": 18.1, "to_call": 8.1}, "river, facing a large bet"),
    ],
)
def test_situations_have_names(fields: dict[str, object], expected: str) -> None:
    assert situation_of(decision(**fields)) == expected


def test_actions_have_kinds() -> None:
    words = ["fold", "check", "call 2 bb", "bet 3 bb", "raise to 9 bb (all-in)"]
    assert list(map(kind_of, words)) == [
        "fold", "check or call", "check or call", "bet or raise", "bet or raise"
    ]  # fmt: skip


def played(draw: np.random.Generator, habit: tuple[float, ...] | None, hands: int = 80):
    """Return hands of a player who follows the frequencies, or has a habit before the flop."""
    found = []
    for _ in range(hands):
        rows = []
        for street, pot in (("preflop", "open"), ("flop", "single raised"), ("river", "3-bet")):
            shares = draw.dirichlet([1.0, 1.0, 0.6]) * (1 - 2e-12)
            chances = habit if habit is not None and street == "preflop" else shares / shares.sum()
            taken = str(draw.choice(OPTIONS, p=chances))
            rows.append(decision(taken, tuple(shares.tolist()), street=street, pot_kind=pot))
        found.append(hand(*rows))
    return found


def test_who_follows_the_strategy_is_seldom_said_to_differ() -> None:
    rounds, named = 300, 0
    for seed in range(rounds):
        found = tendencies_of(played(np.random.default_rng(seed), None, 30))
        assert len(found) == 9
        named += found[0].p <= LEVEL
    # At most 5%, and four standard errors for chance.
    assert named <= LEVEL * rounds + 4 * sqrt(LEVEL * (1 - LEVEL) * rounds)
    assert named > 0


def test_who_folds_too_much_is_told_so_and_what_it_costs() -> None:
    hands = played(np.random.default_rng(1), (0.9, 0.05, 0.05))
    found = summary_of(hands)
    assert found.comparisons == 9
    first = found.tendencies[0]
    assert (first.situation, first.action, first.is_more) == (
        "preflop, facing an open", "fold", True
    )  # fmt: skip
    assert {each.situation for each in found.tendencies} == {"preflop, facing an open"}
    shares = [one.decisions[0].actions[0].frequency or 0 for one in hands]
    assert first.decisions == 80
    assert first.expected == pytest.approx(sum(shares))
    assert first.taken == sum(one.decisions[0].taken == "fold" for one in hands)
    costly = [hand(*(one.decisions[0]._replace(lost=0.5), *one.decisions[1:])) for one in hands]
    assert summary_of(costly).tendencies[0].lost == pytest.approx(100 * 0.5 * first.taken / 80)


def test_p_values_are_corrected_by_the_number_of_comparisons() -> None:
    hands = played(np.random.default_rng(3), (0.6, 0.2, 0.2))
    found = tendencies_of(hands)
    raw = []
    for place in range(3):
        for option in range(3):
            chances = [one.decisions[place].actions[option].frequency or 0.0 for one in hands]
            count = sum(one.decisions[place].taken == OPTIONS[option] for one in hands)
            raw.append(two_sided(chances, count))
    assert sorted(holm(raw)) == pytest.approx([each.p for each in found])
    assert min(raw) * 9 == pytest.approx(found[0].p)


def test_few_decisions_and_unknown_frequencies_are_not_tested() -> None:
    few = [hand(decision())] * (LEAST_DECISIONS - 1)
    assert tendencies_of(few) == []
    assert len(tendencies_of([*few, hand(decision())])) == 3
    assert tendencies_of([hand(decision(shares=None))] * 50) == []
    assert tendencies_of([hand(UNKNOWN)] * 50) == []
    assert tendencies_of([]) == []
