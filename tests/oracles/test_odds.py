"""Odds against exact counts that others made."""

from typing import Any

import pytest

from handsight.odds import (
    Equity,
    class_odds,
    current_hand_odds,
    effective_hand_strength,
    hand_odds,
    hand_potential,
    hand_strength,
)
from handsight.ranking import evaluate
from tests.oracles.values import oracle

pytestmark = pytest.mark.repeats(5)

Row = dict[str, Any]

STRENGTHS = oracle("hand_strength")
POTENTIALS = oracle("potential")
TO_THE_RIVER = [row for row in POTENTIALS if len(row["board"]) + 2 * row["lookahead"] == 10]
MULTIWAY = oracle("multiway_random")
SAMPLE = sorted(oracle("preflop169"))[::18]


def name(row: Row) -> str:
    asked = [row[key] for key in ("lookahead", "opponents") if key in row]
    return "-".join(map(str, [row["hole"], row["board"], *asked]))


def hole_of(hand_class: str) -> str:
    """Give two cards of a class such as AKs, 72o or 55."""
    first, second = hand_class[0], hand_class[1]
    return f"{first}h{second}h" if hand_class.endswith("s") else f"{first}h{second}d"


def odds_of(row: Row) -> Equity:
    return current_hand_odds(row["hole"], row["board"], row["opponents"], method="exact")


# --- hand strength --------------------------------------------------------------------------------


@pytest.mark.parametrize("row", STRENGTHS, ids=name)
def test_strength_counts_the_hands_that_the_oracle_counts(row: Row) -> None:
    strength = hand_strength(row["hole"], row["board"])
    counts = (strength.ahead, strength.tied, strength.behind, strength.total)
    assert counts == (row["ahead"], row["tied"], row["behind"], row["total"])


@pytest.mark.parametrize("row", STRENGTHS, ids=name)
def test_strength_has_the_value_of_the_oracle(row: Row) -> None:
    assert hand_strength(row["hole"], row["board"]).value == row["HS"]


@pytest.mark.parametrize("row", STRENGTHS, ids=name)
def test_strength_against_several_is_that_of_the_oracle(row: Row) -> None:
    strength = hand_strength(row["hole"], row["board"])
    against = {opponents: strength.against(int(opponents)) for opponents in row["HS_n"]}
    assert against == pytest.approx(row["HS_n"], rel=1e-14)


@pytest.mark.parametrize("row", STRENGTHS, ids=name)
def test_the_hand_is_ranked_as_the_oracle_ranks_it(row: Row) -> None:
    hand = evaluate(row["hole"] + row["board"])
    assert (hand.strength, hand.category) == (row["hero_rank"], row["hero_category"])


# --- hand potential -------------------------------------------------------------------------------


@pytest.mark.parametrize("row", POTENTIALS, ids=name)
def test_potential_counts_the_matrix_of_the_oracle(row: Row) -> None:
    potential = hand_potential(row["hole"], row["board"], lookahead=row["lookahead"])
    assert list(map(list, potential.counts)) == row["HP_rows_ahead_tied_behind"]
    assert list(potential.totals) == row["HPTotal"]
    assert potential.runouts == row["boards_per_opponent"]


@pytest.mark.parametrize("row", POTENTIALS, ids=name)
def test_potentials_are_those_of_the_oracle(row: Row) -> None:
    potential = hand_potential(row["hole"], row["board"], lookahead=row["lookahead"])
    found = (potential.ppot, potential.npot, potential.p_win)
    assert found == pytest.approx((row["PPot"], row["NPot"], row["P_win"]), rel=1e-14)


@pytest.mark.parametrize("row", POTENTIALS, ids=name)
def test_effective_strength_is_that_of_the_oracle(row: Row) -> None:
    effective = effective_hand_strength(row["hole"], row["board"], lookahead=row["lookahead"])
    assert effective.hand_strength.value == row["HS"]
    found = (effective.ehs, effective.p_win)
    assert found == pytest.approx((row["EHS"], row["P_win"]), rel=1e-14)


@pytest.mark.parametrize("row", TO_THE_RIVER, ids=name)
def test_hand_odds_after_the_flop_are_the_effective_strength_of_the_oracle(row: Row) -> None:
    assert hand_odds(row["hole"], row["board"]) == pytest.approx(row["EHS"], rel=1e-14)


@pytest.mark.parametrize("row", TO_THE_RIVER, ids=name)
def test_the_chance_to_win_of_the_oracle_is_the_share_of_the_pot(row: Row) -> None:
    equity = current_hand_odds(row["hole"], row["board"]).equity
    assert equity == pytest.approx(row["P_win"], rel=1e-14)


@pytest.mark.parametrize("source", ["dsie-2011", "dsie-2011-integer"])
@pytest.mark.parametrize("row", POTENTIALS, ids=name)
def test_potentials_as_dsie_prints_them_are_exactly_those_of_the_oracle(
    row: Row, source: str
) -> None:
    cards = row["hole"], row["board"]
    printed = hand_potential(*cards, lookahead=row["lookahead"], as_published=source)
    assert {"PPot": printed.ppot, "NPot": printed.npot} == row[f"as_published_{source}"]


@pytest.mark.parametrize("row", POTENTIALS, ids=name)
def test_potentials_as_cisti_prints_them_are_exactly_those_of_the_oracle(row: Row) -> None:
    """Its negative potential has both parentheses, and so is that of DSIE-2011."""
    cards = row["hole"], row["board"]
    printed = hand_potential(*cards, lookahead=row["lookahead"], as_published="cisti-2013")
    assert printed.ppot == row["as_published_cisti-2013_PPot"]
    assert printed.npot == row["as_published_dsie-2011"]["NPot"]


# --- share of the pot -----------------------------------------------------------------------------


@pytest.mark.parametrize("row", MULTIWAY, ids=name)
def test_odds_count_the_deals_that_the_oracle_counts(row: Row) -> None:
    odds = odds_of(row)
    ties = {str(sharers): deals for sharers, deals in odds.ties.items()}
    assert (odds.win, ties, odds.lose) == (row["win"], row["tie_with_k"], row["lose"])
    assert odds.total == row["total_labelled"]


@pytest.mark.parametrize("row", MULTIWAY, ids=name)
def test_shares_are_those_of_the_oracle(row: Row) -> None:
    odds = odds_of(row)
    assert odds.equity == pytest.approx(row["equity_pot_share"], rel=1e-14)
    assert odds.equity_ties_ahead == pytest.approx(row["equity_ties_ahead"], rel=1e-14)
    assert odds.win / odds.total == pytest.approx(row["win_frac"], rel=1e-14)
    assert sum(odds.ties.values()) / odds.total == pytest.approx(row["tie_frac"], rel=1e-14)


@pytest.mark.parametrize("row", MULTIWAY, ids=name)
def test_the_boards_of_the_oracle_are_the_runouts_to_the_river(row: Row) -> None:
    assert sum(class_odds(row["hole"], row["board"]).river.values()) == row["boards"]


@pytest.mark.repeats(2)
@pytest.mark.parametrize("hand_class", SAMPLE)
def test_before_the_flop_the_deals_are_those_of_the_oracle(hand_class: str) -> None:
    row = oracle("preflop169")[hand_class]
    odds = current_hand_odds(hole_of(hand_class))
    found = (odds.win, odds.ties[1], odds.lose, odds.total)
    assert found == (row["win"], row["tie"], row["lose"], row["total"])
    assert round(100 * odds.equity, 6) == row["equity_pct"]
