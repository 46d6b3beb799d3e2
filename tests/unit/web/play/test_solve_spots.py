"""Decisions as spots: what was played leads through the solver's tree to the pot of the hand."""

import pytest

from handsight.charts import spot
from handsight.formats import hands_in_text, parse_phh
from handsight.game import Hand, HandState, Rules, hand_of, random_hands, replay
from handsight.odds import Spot
from handsight.solver import Betting, solve, tree
from handsight.web.play.solve_spots import (
    USUAL,
    FittedStart,
    SolverStart,
    fitted,
    named_ranges,
    solver_starts,
)
from tests.unit.formats import site_texts

RANGES = ("QQ-22, AKs, KQs", "AA, KK, AQs, JTs")


def pot_at_the_end_of(start: SolverStart) -> int:
    """Walk the line in the tree of the spot, and give the pot of its last node."""
    betting = Betting(start.pot, start.stack, **USUAL, force_allin=0, merging=0, **start.sizes)
    solution = solve(Spot.parse([*RANGES], start.board), betting, 0.9)
    return solution.node(start.line).pot


def test_the_line_of_every_decision_leads_to_its_pot() -> None:
    checked = {"turn": 0, "river": 0}
    for hand in random_hands(3, seed=11, hands=60):
        states = [*replay(hand)]
        for at, state in enumerate(states[:-1]):
            if state.street not in checked or len(state.players) != 2 or checked[state.street] > 4:
                continue
            if street_began_with(hand, state.street) != 2:
                continue
            last = solver_starts(hand, at)[-1]
            checked[state.street] += 1
            assert last.street == state.street
            assert pot_at_the_end_of(last) == in_effect(hand, at, last)
    assert min(checked.values()) == 5


def street_began_with(hand: Hand, street: str) -> int:
    folds = [each for each in hand.actions if each.action.kind == "fold"]
    before = ("preflop", "flop", "turn", "river").index(street)
    earlier = ("preflop", "flop", "turn", "river")[:before]
    return len(hand.stacks) - sum(each.street in earlier for each in folds)


def in_effect(hand: Hand, at: int, start: SolverStart) -> int:
    """Add up what both players put in on the street, at most the shorter stack."""
    paid = dict.fromkeys(start.seats, 0)
    for each in hand.actions[:at]:
        if each.street == start.street:
            paid[each.seat] += each.chips
    return start.pot + sum(min(chips, start.stack) for chips in paid.values())


def heads_up(stacks: str = "[10000, 10000]", *actions: str) -> Hand:
    listed = ", ".join(f'"{each}"' for each in ("d dh p1 AhKh", "d dh p2 QsQd", *actions))
    return parse_phh(
        f'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\n'
        f"starting_stacks = {stacks}\nactions = [{listed}]\n"
    )


# Heads-up the button posts the small blind, and stands second in PHH.
BEGUN = ("p2 cbr 250", "p1 cc", "d db 7h7c2d", "p1 cc", "p2 cbr 300", "p1 cbr 900", "p2 cc")
REST = ("d db Th", "p1 cc", "p2 cbr 700", "p1 f")


def test_a_turn_has_the_way_from_the_flop_and_from_itself() -> None:
    hand = heads_up("[10000, 10000]", *BEGUN, *REST)
    flop, turn = solver_starts(hand, 7)
    assert (flop.street, flop.board, flop.pot, flop.stack) == ("flop", "7h7c2d", 500, 9750)
    assert flop.line == "check, bet 300, raise 900, call, Th, check"
    assert flop.sizes == {
        "flop_bets_ip": "300c",
        "flop_raises_oop": "600c",
        "turn_bets_ip": "700c, 50%",
    }
    assert flop.raises == 1
    assert (turn.board, turn.pot, turn.stack, turn.line) == ("7h7c2dTh", 2300, 8850, "check")
    assert turn.sizes == {"turn_bets_ip": "700c, 50%"}
    assert turn.seats == (0, 1)


@pytest.mark.parametrize(
    ("at", "message"),
    [(0, "begins on the flop"), (1, "begins on the flop"), (9, "nobody acts"), (99, "nobody acts")],
)
def test_what_is_no_decision_after_the_flop_is_refused(at: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solver_starts(heads_up("[10000, 10000]", *BEGUN, *REST), at)


def test_a_longer_stack_bets_no_more_than_the_shorter_one_has() -> None:
    begun = ("p2 cbr 250", "p1 cc", "d db 7h7c2d", "p1 cc", "p2 cbr 4000", "p1 f")
    (flop,) = solver_starts(heads_up("[1250, 10000]", *begun), 4)
    assert (flop.stack, flop.line) == (1000, "check, bet 1000")


def fit(start: SolverStart, most: int) -> FittedStart:
    """Fit a spot of which some tree has few enough nodes."""
    found = fitted(start, *RANGES, most=most)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("most", "raise_cap", "all_in"), [(200_000, None, False), (800, 2, False), (200, 2, True)]
)
def test_a_tree_with_too_many_nodes_gives_way_to_a_smaller_one(
    most: int, raise_cap: int | None, all_in: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "MOST_NODES", most)
    found = fit(raised(), 10**12)
    assert (found.raise_cap, found.sizes.get("turn_bets_ip") == "a") == (raise_cap, all_in)


def test_a_spot_whose_every_tree_has_too_many_nodes_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tree, "MOST_NODES", 3)
    assert fitted(raised(), *RANGES, most=10**12) is None


def raised() -> SolverStart:
    """Return the spot of a flop on which both players raise by different sizes."""
    state = HandState.start(Rules(), [10_000] * 2, 1, seed=3)
    for action in ("raise 250", "call", "bet 100", "raise 300", "raise 700", "call"):
        state = state.apply(action)
    hand = hand_of(state)
    (start,) = solver_starts(hand, len(hand.actions) - 1)
    return start


# --- ranges ---------------------------------------------------------------------------------------


def test_a_raised_pot_gets_the_ranges_of_its_name() -> None:
    found = named_ranges(heads_up("[10000, 10000]", *BEGUN, *REST), (0, 1))
    assert found.name == "BTN vs BB, single raised, heads-up, 100bb"
    assert found.spot is not None
    assert found.spot.oop == spot("BTN vs BB, single raised, heads-up").oop
    assert found.reason == "in this hand: BTN raises to 2.5 bb, BB calls; 100 bb"


@pytest.mark.parametrize(
    ("name", "seats", "reason"),
    [
        ("SPIN", (0, 2), "no charts for 24 big blinds among 3 players"),
        ("ANTES", (0, 1), "the actions before the flop: SB calls"),
    ],
)
def test_what_fits_no_name_says_why(name: str, seats: tuple[int, int], reason: str) -> None:
    (hand,) = hands_in_text(getattr(site_texts, name))
    assert isinstance(hand, Hand)
    found = named_ranges(hand, seats)
    assert (found.name, found.spot) == ("", None)
    assert reason in found.reason


SIX = """
variant = "NT"
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, 0, 0, 0]
min_bet = 100
starting_stacks = [10000, 9000, 10000, 10000, 12000, 10000]
actions = ["d dh p1 2c3d", "d dh p2 QsQd", "d dh p3 2h3h", "d dh p4 4h5h", "d dh p5 AhKh",
  "d dh p6 6h8h", "p3 f", "p4 f", {line}]
"""


@pytest.mark.parametrize(
    ("line", "seats", "name"),
    [
        ('"p5 cbr 300", "p6 f", "p1 f", "p2 cc"', (1, 4), "CO vs BB, single raised, 100bb"),
        ('"p5 cbr 300", "p6 f", "p1 f", "p2 cbr 1100", "p5 cc"', (1, 4), "CO vs BB, 3bet, 100bb"),
        ('"p5 f", "p6 f", "p1 cc", "p2 cc"', (0, 1), "SB vs BB, limped, 100bb"),
        ('"p5 cc", "p6 f", "p1 f", "p2 cbr 500", "p5 cc"', (1, 4), ""),
        ('"p5 cbr 300", "p6 cc", "p1 f", "p2 cc"', (1, 4), ""),
    ],
)
def test_names_at_a_table_of_six(line: str, seats: tuple[int, int], name: str) -> None:
    hand = parse_phh(SIX.replace("{line}", line))
    assert named_ranges(hand, seats).name == name


def test_a_tree_that_is_too_large_has_fewer_raises_and_then_fewer_bets() -> None:
    hand = heads_up("[10000, 10000]", *BEGUN, *REST)
    flop = solver_starts(hand, 3)[0]  # the bet of 300
    whole = fit(flop, 10**12)
    assert (whole.sizes, whole.raise_cap) == (flop.sizes, None)
    capped = fit(flop, whole.bytes - 1)
    assert (capped.sizes, capped.raise_cap) == (flop.sizes, 0)
    simple = fit(flop, capped.bytes - 1)
    assert simple.sizes["river_bets_oop"] == simple.sizes["turn_bets_ip"] == "a"
    assert flop.sizes["flop_bets_ip"] == simple.sizes["flop_bets_ip"] == "300c, 50%"
    least = fit(flop, 1)
    assert least.sizes["flop_bets_ip"] == "300c"
    assert 0 < least.bytes < simple.bytes < capped.bytes < whole.bytes
