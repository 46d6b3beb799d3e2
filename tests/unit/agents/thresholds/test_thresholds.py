"""What the players by thresholds share: place and price before the flop, strength after it."""

from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.thresholds.ehs import EhsPlayer
from handsight.agents.thresholds.thresholds import CERTAIN, betting_of, odds_of, price_of, shares_of
from handsight.cards import CardSet
from handsight.errors import OptionError
from handsight.game import Action
from handsight.odds import effective_hand_strength, hand_strength
from handsight.ranges import ORDERS, chen, place_in_order, pocket_equity, sklansky_group
from tests.unit.agents.situations import seen_by

FLOP = ("call", "check")
NAMES = ("chen-tight", "sklansky-tight", "ehs", "blog-range")
PLAIN = {
    "open_share": 0.8,
    "call_share": 2.0,
    "floor_share": 0.1,
    "reraise_share": 0.2,
    "level": 0.5,
    "out_of_position": 0.9,
    "bet_at": 0.6,
    "raise_at": 0.8,
    "caution": 0.1,
    "bet_pot": 0.5,
}
PLAYER = EhsPlayer(**PLAIN)


def decided(hole, *actions, board="", player=PLAYER, **options):
    return player.explain(seen_by(hole, *actions, board=board, **options), Random(1))


def numbers(hole, *actions, board="", **options):
    return decided(hole, *actions, board=board, **options).numbers


# --- what is read off the table -------------------------------------------------------------------


def test_bets_and_raises_are_counted_by_street():
    table = ("raise to 300", "raise to 900", "call", "bet 500")
    assert betting_of(seen_by("AcAd", *table, board="9h4c2d")) == (1, 0, 1)
    assert betting_of(seen_by("AcAd", *table, "call", board="9h4c2d3s")) == (0, 0, 0)
    assert betting_of(seen_by("AcAd", *table, "call", "check", board="9h4c2d3s")) == (0, 0, 0.5)


def test_callers_are_those_since_the_last_raise():
    three = {"stacks": (10_000,) * 3}
    assert betting_of(seen_by("AcAd", "call", "call", **three)) == (0, 2, 0)
    assert betting_of(seen_by("AcAd", "call", "raise to 300", **three)) == (1, 0, 1)
    assert betting_of(seen_by("AcAd", "raise to 300", "call", **three)) == (1, 1, 1)


def test_the_price_is_the_share_of_the_pot_that_a_call_pays():
    assert price_of(seen_by("AcAd")) == 50 / 200
    assert price_of(seen_by("AcAd", "raise to 300")) == 200 / 600
    assert price_of(seen_by("AcAd", *FLOP, "bet 200", board="9h4c2d")) == 200 / 600
    assert price_of(seen_by("AcAd", *FLOP, board="9h4c2d")) == 0
    assert price_of(seen_by("AcAd", ante=100, ante_by="big-blind")) == 50 / 300


def test_chips_that_a_short_stack_cannot_win_are_not_part_of_the_price():
    seen = seen_by("AcAd", "raise to 10000", stacks=(10_000, 1000))
    assert price_of(seen) == 900 / 2000


@pytest.mark.parametrize("order", ORDERS)
def test_shares_are_those_of_the_order(order):
    shares = shares_of(order)
    assert len(shares) == 1326
    for hole in ("AsKs", "7c2d", "2c2d", "JhTh"):
        assert shares[CardSet(hole).mask] == float(place_in_order(hole, order).top)


def test_better_points_and_groups_have_smaller_shares():
    hands = [CardSet.from_mask(mask) for mask in shares_of("chen")]
    by = {order: sorted(hands, key=lambda h: shares_of(order)[h.mask]) for order in ORDERS}
    points = [chen(hand, rounded=False) for hand in by["chen"]]
    groups = [sklansky_group(hand) or 9 for hand in by["sklansky"]]
    equities = [pocket_equity(hand).equity for hand in by["equity"]]
    assert points == sorted(points, reverse=True)
    assert groups == sorted(groups)
    assert equities == sorted(equities, reverse=True)


@pytest.mark.parametrize("board", ["3h4cJh", "3h4cJh2d", "3h4cJh2dKs"])
@pytest.mark.parametrize("opponents", [1, 2, 5])
def test_ehs_is_that_of_the_library(board, opponents):
    found = odds_of(CardSet("AdQc").mask, tuple(CardSet(board)))
    assert found.hs == hand_strength("AdQc", board).value
    expected = effective_hand_strength("AdQc", board, opponents).ehs
    assert found.ehs(opponents) == pytest.approx(expected, abs=1e-12)


# --- before the flop ------------------------------------------------------------------------------


def test_it_opens_with_the_best_share_of_hands_and_folds_the_rest():
    assert decided("Ac2d").action == Action.raise_to(250)
    assert decided("7c2d").action == Action.fold()
    assert numbers("Ac2d")["raises with"] == PLAIN["open_share"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_first_to_act_opens_with_the_share_that_its_opponents_leave(players):
    stacks = (10_000,) * players
    found = numbers("Ac2d", stacks=stacks)
    place = 1 if players <= 3 else PLAIN["out_of_position"]
    assert found["opponents"] == players - 1
    assert found["raises with"] == pytest.approx(PLAIN["open_share"] * place / (players - 1))


def test_it_raises_callers_with_fewer_hands_and_by_more():
    found = decided("AcAd", "call")
    assert found.numbers["raises with"] == pytest.approx(0.8 * 0.9 / 2)
    assert found.action == Action.raise_to(350)
    assert decided("8c3d", "call").action == Action.check()


def test_the_dearer_the_call_the_fewer_hands_it_calls_with():
    calls = [numbers("Ac2d", f"raise to {to}")["calls with"] for to in (200, 300, 600, 10_000)]
    assert calls == sorted(calls, reverse=True)
    assert calls[1] == pytest.approx((0.1 + 2 * (0.5 - 1 / 3)) * 0.9)
    assert decided("Tc9d", "raise to 200").action == Action.call()
    assert decided("Tc9d", "raise to 5000").action == Action.fold()


def test_with_each_raise_it_goes_on_with_fewer_hands():
    actions = ["raise to 300", "raise to 900", "raise to 2700"]
    found = [numbers("AcKd", *actions[:count])["raises with"] for count in (1, 2, 3)]
    factor = PLAIN["reraise_share"]
    assert found == pytest.approx([0.9 * factor, 0.5 * factor, 0.25 * 0.9 * factor])


def test_a_raise_of_a_raise_is_three_times_its_price_and_all_in_where_little_would_be_left():
    assert decided("AcAd", "raise to 300").action == Action.raise_to(900)
    assert decided("AcAd", "raise to 300", "raise to 900").action == Action.raise_to(2700)
    assert decided("AcAd", "raise to 1500").action == Action.raise_to(10_000)


def test_where_it_may_not_raise_it_calls_with_what_it_would_raise_with():
    assert decided("AcAd", "all in").action == Action.call()


def test_with_a_limit_its_raises_are_those_of_the_limit():
    assert decided("AcAd", structure="fixed-limit").action == Action.raise_to(200)


# --- after it -------------------------------------------------------------------------------------


def test_it_bets_from_a_strength_on_and_checks_below_it():
    strong, weak = decided("AdQc", *FLOP, board="3h4cJh"), decided("7d2c", *FLOP, board="KhQcJh")
    assert strong.numbers["strength"] == pytest.approx(0.671539, abs=1e-6)
    assert strong.action == Action.raise_to(100)
    assert strong.reason == "the strength is enough to raise"
    assert weak.action == Action.check()


def test_it_calls_where_the_strength_covers_the_price_and_some_caution():
    found = decided("AdQc", *FLOP, "bet 200", board="3h4cJh")
    assert found.action == Action.call()
    assert found.numbers["calls at"] == pytest.approx(1 / 3 + PLAIN["caution"])
    assert decided("9d8c", *FLOP, "bet 200", board="3h4cJh").action == Action.fold()


def test_it_raises_a_bet_from_a_higher_strength_on():
    found = decided("JdJc", *FLOP, "bet 200", board="3h4cJh")
    assert found.numbers["raises at"] == pytest.approx(PLAIN["raise_at"])
    assert found.action.kind == "raise"


def test_each_bet_against_it_asks_for_more_and_those_of_earlier_streets_for_half():
    flop = (*FLOP, "bet 100", "raise to 300", "raise to 900")
    found = numbers(
        "AdQc", *FLOP, "check", "bet 100", "raise to 300", "raise to 900", board="3h4cJh"
    )
    assert found["bets against it"] == 2
    assert found["calls at"] == pytest.approx(600 / 2000 + 0.2)
    later = numbers("AdQc", *flop, "call", board="3h4cJh2d")
    assert later["bets against it"] == 0.5
    assert later["raises at"] == pytest.approx(PLAIN["bet_at"] + 0.05)


def test_the_best_hand_is_never_folded_however_much_was_bet():
    raises = [f"raise to {100 * 2**step}" for step in range(1, 6)]
    seen = seen_by("AhKh", *FLOP, "bet 100", *raises, "all in", board="QhJhTh2c")
    timid = EhsPlayer(caution=1.0)
    decision = timid.decide(seen)
    assert decision.numbers["calls at"] == CERTAIN
    assert decision.action == Action.call()


def test_the_strength_is_against_all_who_are_in():
    three = numbers("AdQc", *["call"] * 2, "check", board="3h4cJh", stacks=(10_000,) * 3)
    hs = three["HS"]
    assert three["strength"] == pytest.approx(hs**2 + (1 - hs**2) * three["PPot"])


# --- all four -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "actions", [(), ("raise to 300",), FLOP, (*FLOP, "bet 200"), (*FLOP, *["check"] * 4)]
)
def test_what_is_explained_is_what_is_done_and_nothing_random_is_drawn(name, actions):
    board = "3h4cJh2d7s"[: 2 * {0: 0, 1: 0, 2: 3, 3: 3, 6: 5}[len(actions)]]
    seen, rng = seen_by("AdQc", *actions, board=board), Random(1)
    decision = agent(name).explain(seen, rng)
    assert decision.action == agent(name).act(seen, rng)
    assert {"price", "pot odds"} <= decision.numbers.keys()
    assert rng.getstate() == Random(1).getstate()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("option", "right"),
    [("open_share", ", 0 or more"), ("caution", ", 0 or more"), ("bet_at", " from 0 to 1")],
)
def test_numbers_below_0_are_refused(name, option, right):
    with pytest.raises(OptionError, match=f"{option} is -1.0; it must be a number{right}"):
        agent(f"{name}:{option}=-1")


def test_a_strength_above_1_is_refused():
    with pytest.raises(OptionError, match=r"bet_at is 1.5; it must be a number from 0 to 1"):
        agent("ehs:bet_at=1.5")
