"""Solved spots: closed forms, a slow twin, symmetries, storage, threads, limits and errors."""

import itertools
from typing import Any

import numpy as np
import pytest

from handsight.errors import CardCountError, InputError, OptionError
from handsight.kernels.ahead import built
from handsight.kernels.solver import walks as solver_walks
from handsight.odds import Spot
from handsight.ranges import Range
from handsight.ranges.combos import MASKS
from handsight.solver import Betting, Solution, SolveProgress, memory_of, solve
from handsight.solver.small_games import kuhn, leduc
from tests.naive.solver import SlowValues

OOP = "AA, 99, 77:0.5, AKs, QJs, 87s:0.25, T9o"
IP = "KK, 88, 66, AQs:0.75, JTs, A5s, K9o:0.3"
RIVER, TURN, FLOP = "Td9d6hQc3s", "Td9d6hQc", "QsJh2h"


def spot_on(board: str, oop: str = OOP, ip: str = IP) -> Spot:
    return Spot.parse([oop, ip], board)


def slow(solution: Solution) -> SlowValues:
    game = solution.learner.game
    return SlowValues(solution, [row.astype(np.float64) for row in game.weights])


# --- games with a known answer -------------------------------------------------------------------


def test_kuhn_poker_is_worth_minus_one_eighteenth_and_is_played_as_kuhn_says() -> None:
    learner = kuhn(4000)
    assert learner.values()[0] - 1 == pytest.approx(-1 / 18, abs=2e-5)
    first, answer, call, late = (learner.shares(0, 0, node) for node in (0, 1, 2, 4))
    bluff = first[0, 1]
    assert 0 <= bluff <= 1 / 3 + 0.01
    assert first[2, 1] == pytest.approx(3 * bluff, abs=0.02)
    assert first[1, 1] == pytest.approx(0, abs=0.01)
    assert answer[:, 1] == pytest.approx([1 / 3, 0, 1], abs=0.02)
    assert call[:, 1] == pytest.approx([0, 1 / 3, 1], abs=0.02)
    assert late[:, 1] == pytest.approx([0, bluff + 1 / 3, 1], abs=0.02)


def test_leduc_is_worth_minus_0856() -> None:
    learner = leduc(2000)
    assert learner.values()[0] - 1 == pytest.approx(-0.0856, abs=1e-4)
    assert learner.exploitability() < 2e-4


@pytest.mark.parametrize(("stack", "bluffs"), [(50, 1 / 3), (100, 1 / 2), (200, 2 / 3)])
def test_who_knows_all_bluffs_and_is_called_in_the_shares_of_the_closed_form(
    stack: int, bluffs: float
) -> None:
    # As many aces as queens against kings. A bet of s pots: s / (1 + s) bluffs to each value bet,
    # called by 1 / (1 + s).
    spot = spot_on("2c2d2h3s3d", "AA, QQ", "KK")
    betting = Betting(100, stack, "a", add_allin=0, force_allin=0, merging=0)
    solution = solve(spot, betting, 1e-4)
    assert solution.node().by_class()["QQ"][1] == pytest.approx(stack / (100 + stack), abs=0.02)
    assert stack / (100 + stack) == pytest.approx(bluffs)
    call = solution.node("all-in").by_class()["KK"][1]
    assert call == pytest.approx(100 / (100 + stack), abs=0.02)
    assert solution.ev[0] == pytest.approx(50 * (1 + stack / (100 + stack)), abs=0.05)


@pytest.mark.parametrize("stack", [50, 100])
def test_who_checks_in_the_dark_is_bet_into_as_in_the_game_of_ace_king_queen(stack: int) -> None:
    # Each pair is six combos against another pair, and one against its own. Aces bet. Queens bluff
    # so often that kings win by a call what they lose: pot + stack from queens, stack to aces.
    # Kings call so often that a bluff wins no more than a check: it meets 6 aces, who call, 6
    # kings, and 1 hand of queens, who fold to it and else tie.
    pot = 100
    spot = spot_on("2c2d2h3s3d", "AA, KK, QQ", "AA, KK, QQ")
    betting = Betting(pot, stack, river_bets_oop="", river_bets_ip="a", raises="", add_allin=0)
    solution = solve(spot, betting, 2e-5)
    shares, calls = (solution.node(line).by_class() for line in ("check", "check, all-in"))
    assert shares["AA"][1] == pytest.approx(1, abs=0.01)
    assert shares["KK"][1] == pytest.approx(0, abs=0.02)
    assert shares["QQ"][1] == pytest.approx(stack / (pot + stack), abs=0.02)
    kings = (6 * (pot - stack) + pot / 2) / (6 * (pot + stack))
    assert calls["KK"][1] == pytest.approx(kings, abs=0.02)
    assert (calls["AA"][1], calls["QQ"][1]) == pytest.approx((1, 0), abs=0.01)


# --- the slow twin -------------------------------------------------------------------------------

BETTINGS: dict[str, dict[str, Any]] = {
    "plain": {"bets": "60%, e, a", "raises": "2.5x"},
    "rake": {"bets": "50%, a", "raises": "a", "rake": 0.05},
    "capped rake": {"bets": "50%", "raises": "60%", "rake": 0.1, "rake_cap": 12},
}


@pytest.mark.repeats(3)
@pytest.mark.pure_python
@pytest.mark.parametrize("name", BETTINGS)
@pytest.mark.parametrize("steps", [1, 40])
def test_a_river_is_worth_what_the_slow_twin_says(name: str, steps: int) -> None:
    betting = Betting(200, 900, **BETTINGS[name])
    solution = solve(spot_on(RIVER), betting, 0, iterations=steps)
    twin = slow(solution)
    assert solution.exploitability * 200 == pytest.approx(twin.exploitability(), rel=1e-4, abs=1e-3)
    assert solution.ev == pytest.approx(twin.evs(), abs=1e-3)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("players", "stack"),
    [
        (("AhAs, QsJs", "6s6h, KK"), 160),
        pytest.param(("AA, 87s, QJs", "KK, 66, JTs"), 300, marks=pytest.mark.exhaustive),
    ],
)
def test_a_turn_is_worth_what_the_slow_twin_says(players: tuple[str, str], stack: int) -> None:
    betting = Betting(200, stack, "50%", "a", rake=0.05, rake_cap=8, river_donk="30%")
    solution = solve(spot_on(TURN, *players), betting, 0, iterations=8)
    twin = slow(solution)
    assert solution.exploitability * 200 == pytest.approx(twin.exploitability(), rel=1e-4, abs=1e-3)
    assert solution.ev == pytest.approx(twin.evs(), abs=1e-3)


def test_values_sum_to_the_pot_less_the_rake_that_is_to_be_expected() -> None:
    plain = solve(spot_on(TURN), Betting(200, 300, "50%", "a"), 0.01)
    assert sum(plain.ev) == pytest.approx(200, abs=1e-3)
    raked = solve(spot_on(TURN), Betting(200, 300, "50%", "a", rake=0.05), 0.01)
    assert 200 - 0.05 * 800 < sum(raked.ev) < 200 - 0.05 * 200 + 1e-6


@pytest.mark.parametrize("rake", [{"rake": 0.05}, {"rake": 0.1, "rake_cap": 25}])
def test_the_rake_is_that_of_each_end_as_often_as_it_comes(rake: dict[str, float]) -> None:
    betting = Betting(200, 900, "60%, a", "2.5x", **rake)  # type: ignore[arg-type]
    solution = solve(spot_on(RIVER), betting, 0, iterations=25)

    def taken(line: str) -> float:
        node = solution.node(line)
        if node.player is None:  # what was not called goes back
            called = betting.pot + 2 * (betting.stack - max(node.stacks))
            return float(node.weights[0].sum()) * betting.rake_of(called)
        steps = [line] if line else []
        return sum(taken(", ".join([*steps, action])) for action in node.actions)

    rakes = taken("") / float(solution.root.weights[0].sum())
    assert rakes > 0
    assert sum(solution.ev) == pytest.approx(200 - rakes, abs=1e-3)


# --- what must not matter ------------------------------------------------------------------------

BETS = Betting(60, 100, "75%", "a")


@pytest.mark.exhaustive
def test_cards_that_are_alike_are_worth_what_they_are_worth_apart() -> None:
    """After a few steps, because rounding then grows from step to step: 2e-3 after thirty."""
    spot = spot_on(FLOP, "AA, KQs, T9s", "JJ, AQo, 98s")
    alike = solve(spot, BETS, 0, iterations=4)
    apart = solve(spot, BETS, 0, iterations=4, isomorphism=False)
    assert len(alike.learner.game.boards[2]) < len(apart.learner.game.boards[2])
    assert alike.ev == pytest.approx(apart.ev, abs=1e-4)
    assert alike.exploitability == pytest.approx(apart.exploitability, abs=1e-6)
    for line in ("check, bet 75%, call, 3d", "check, check, 3c, check, check, 5d"):
        one, other = alike.node(line), apart.node(line)
        assert np.allclose(one.strategy, other.strategy, atol=2e-3, equal_nan=True)
        assert np.allclose(one.evs, other.evs, atol=0.001 * one.pot, equal_nan=True)


def test_suits_may_be_renamed() -> None:
    names = str.maketrans("cdhs", "shdc")
    hands = "AhKh, QsQd, 9c8c:0.5", "JcJd, AsTs, KdQd"
    one = solve(spot_on(TURN, *hands), BETS, 1e-4)
    renamed = [text.translate(names) for text in (TURN, *hands)]
    other = solve(spot_on(*renamed), BETS, 1e-4)
    assert one.ev == pytest.approx(other.ev, abs=60 * 1e-4)


def test_ranges_may_be_scaled() -> None:
    one = solve(spot_on(RIVER), BETS, 0, iterations=50)
    scaled = spot_on(RIVER, f"0.5({OOP})", f"0.25({IP})")
    other = solve(scaled, BETS, 0, iterations=50)
    assert one.ev == pytest.approx(other.ev, abs=1e-3)


@pytest.mark.parametrize("board", [TURN, pytest.param(FLOP, marks=pytest.mark.exhaustive)])
def test_threads_change_no_byte(board: str) -> None:
    spot = spot_on(board, "AA, KQs, T9s", "JJ, AQo, 98s")
    one = solve(spot, BETS, 0, iterations=4)
    many = solve(spot, BETS, 0, iterations=4, threads=3)
    for first, second in zip(one.learner.stores, many.learner.stores, strict=True):
        for left, right in zip(first, second, strict=True):
            assert left.tobytes() == right.tobytes()
    assert one.exploitability == many.exploitability


@pytest.mark.exhaustive  # the solver's kernels are compiled once more
def test_half_the_memory_gives_the_same_values_within_a_twentieth_of_a_percent() -> None:
    spot = spot_on(TURN)
    full, half = (solve(spot, BETS, 0.0003, storage=kind) for kind in ("f32", "i16"))
    assert half.ev == pytest.approx(full.ev, abs=60 * 0.0005)
    assert half.memory_bytes < full.memory_bytes
    assert max(full.exploitability, half.exploitability) <= 0.0003


@pytest.mark.parametrize("storage", ["f32", "i16"])
def test_zeros_stay_zero(storage: str) -> None:
    spot = spot_on("2c2d2h3s3d", "AA, QQ", "KK, JJ")
    betting = Betting(100, 100, "a", add_allin=0)
    solution = solve(spot, betting, 0, iterations=300, storage=storage)
    assert solution.node("all-in").by_class()["JJ"] == (1.0, 0.0)
    called = solution.node("all-in, call")
    jacks = Range("JJ").weights > 0
    assert (called.reach[1][jacks] == 0).all()


# --- limits, progress, and going on --------------------------------------------------------------


def test_a_solve_can_be_stopped_and_gives_the_best_so_far() -> None:
    seen: list[SolveProgress] = []

    def watch(progress: SolveProgress) -> bool:
        seen.append(progress)
        return progress.iterations >= 20

    solution = solve(spot_on(RIVER), BETS, 0, seconds=60, progress=watch)
    assert 20 <= solution.iterations < 40
    assert solution.exploitability > 0
    assert [each.iterations for each in seen] == sorted(each.iterations for each in seen)


def test_a_solve_ends_after_its_seconds() -> None:
    solution = solve(spot_on(RIVER), BETS, 0, seconds=0.2)
    assert solution.seconds < 5


def test_a_solve_goes_on_where_it_was_left() -> None:
    spot = spot_on(RIVER)
    whole = solve(spot, BETS, 0, iterations=30)
    part = solve(spot, BETS, 0, iterations=10)
    on = solve(spot, BETS, 0, iterations=20, start=part)
    assert on.iterations == 30
    assert on.exploitability == whole.exploitability
    with pytest.raises(OptionError, match="another spot"):
        solve(spot_on(RIVER, "AA"), BETS, start=on)


def test_memory_is_told_before_and_refused_above_a_limit() -> None:
    spot = spot_on(FLOP)
    need = memory_of(spot, BETS)
    assert memory_of(spot, BETS, "i16") < 0.7 * need
    with pytest.raises(OptionError, match=r"MB may be used; smaller: storage='i16'"):
        solve(spot, BETS, memory=need - 1)


def test_memory_is_what_is_allocated() -> None:
    solution = solve(spot_on(TURN), BETS, 0, iterations=1)
    learner = solution.learner
    arrays = itertools.chain(*learner.stores, *(deals[:-1] for deals in learner.game.deals))
    taken = sum(array.nbytes for array in arrays)
    assert taken <= solution.memory_bytes <= 1.3 * taken


# --- errors --------------------------------------------------------------------------------------


def test_ranges_that_block_each_other_wholly_are_refused() -> None:
    with pytest.raises(InputError, match="can be dealt together"):
        solve(Spot.parse([Range("AhKh"), Range("AhQh")], RIVER), BETS)


def test_a_range_that_the_board_blocks_is_refused() -> None:
    with pytest.raises(InputError):
        solve(spot_on(RIVER, "QcTd"), BETS)


def test_other_boards_players_and_dead_cards_are_refused() -> None:
    with pytest.raises(CardCountError, match="3, 4 or 5"):
        solve(spot_on(""), BETS)
    with pytest.raises(OptionError, match="needs two"):
        solve(Spot.parse(["AA", "KK", "QQ"], RIVER), BETS)
    with pytest.raises(InputError, match="the solver does not support dead cards"):
        solve(Spot.parse(["AA", "KK"], RIVER, "2c"), BETS)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"accuracy": -1}, "accuracy is -1"),
        ({"accuracy": 0}, "never reached"),
        ({"seconds": "long"}, "seconds is 'long'"),
        ({"iterations": 0}, "iterations is 0"),
        ({"threads": 0}, "threads is 0"),
        ({"storage": "f64"}, "storage is 'f64'"),
    ],
)
def test_options_outside_what_is_allowed_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        solve(spot_on(RIVER), BETS, **given)


# --- lines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bet 33%", r"'bet 33%' cannot be played here; out of position may: check, bet 45 \(75%\)"),
        ("call", "cannot be played here"),
        ("check, check, check", "is not a card"),
        ("check, check, Td", "is already on the board"),
        ("check, check, 3c, bet 45, fold, 4c", "the line is already over"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_can(line: str, words: str) -> None:
    solution = solve(spot_on(TURN), BETS, 0, iterations=2)
    with pytest.raises(InputError, match=words):
        solution.node(line)


def test_a_number_without_a_unit_is_chips_in_a_line() -> None:
    """60 chips are 40% of the pot, and 60% are 90 chips."""
    solution = solve(spot_on(RIVER), Betting(150, 300, bets="40%, 60%"), 0, iterations=2)
    assert solution.root.actions[1:3] == ("bet 60 (40%)", "bet 90 (60%)")
    for line in ("bet 60", "bet 60c", "bet 40%", "bet 60 (40%)"):
        assert solution.node(line).line == "bet 60 (40%)"
    for line in ("bet 90", "bet 90c", "bet 60%", "bet 90 (60%)"):
        assert solution.node(line).line == "bet 90 (60%)"
    with pytest.raises(InputError, match=r"may: check, bet 60 \(40%\), bet 90 \(60%\)"):
        solution.node("bet 40")


def test_all_in_has_the_chips_that_it_has() -> None:
    solution = solve(spot_on(RIVER), Betting(100, 100, bets="a"), 0, iterations=2)
    assert solution.node("all-in 100").line == solution.node("a").line == "all-in 100"
    for line in ("all-in 7", "all-in x", "bet 1000"):
        with pytest.raises(InputError, match="out of position may: check, all-in 100"):
            solution.node(line)


def test_the_runouts_of_a_line_are_all_the_cards_that_may_come() -> None:
    solution = solve(spot_on(TURN), BETS, 0, iterations=5)
    nodes = solution.runouts("check, check")
    assert len(nodes) == 48
    before = solution.node("check, check")
    # what the turn is worth is the mean of the cards, by how often each comes
    comes = {card: float(node.weights[0].sum()) for card, node in nodes.items()}
    worth = sum(comes[card] * node.ev[0] for card, node in nodes.items())
    assert worth / sum(comes.values()) == pytest.approx(before.ev[0], abs=1e-2)
    with pytest.raises(InputError, match="no card comes after"):
        solution.runouts("check")


def test_best_responses_gain_what_the_exploitability_says() -> None:
    solution = solve(spot_on(RIVER), Betting(200, 400, "50%", "a", rake=0.05), 0, iterations=20)
    gains = [best - ev for best, ev in zip(solution.best_response(), solution.ev, strict=True)]
    assert min(gains) > -1e-3
    assert sum(gains) / 2 / 200 == pytest.approx(solution.exploitability, abs=1e-5)


def test_a_node_says_what_was_played_in_full_and_holds_the_chips() -> None:
    solution = solve(spot_on(TURN), BETS, 0, iterations=5)
    node = solution.node("x, bet, call, 3c, a")
    assert node.line == "check, bet 45 (75%), call, 3c, all-in 55"
    assert (node.pot, node.stacks, node.player) == (205, (0, 55), "ip")
    assert node.actions == ("fold", "call")
    assert sum(node.ev) == pytest.approx(205, abs=1e-2)
    assert sum(node.equity) == pytest.approx(1, abs=1e-5)
    assert sum(node.frequencies) == pytest.approx(1)
    over = solution.node("x, bet, call, 3c, a, f")
    assert over.player is None
    assert over.ev == pytest.approx((205, 0), abs=1e-3)


@pytest.mark.parametrize("line", ["", "check, bet 50%", "check, bet 50%, call, 5s, check"])
def test_each_action_has_a_value_and_their_mean_is_the_value_of_the_hand(line: str) -> None:
    betting = Betting(100, 200, bets="50%, a", rake=0.05)
    node = solve(spot_on(TURN), betting, 0, iterations=20).node(line)
    assert node.player is not None
    mine, faces = ("oop", "ip").index(node.player), "fold" in node.actions
    held = ~np.isnan(node.evs[mine])
    assert (np.isnan(node.action_evs).any(1) == ~held).all()
    mean = (node.strategy * node.action_evs).sum(1)
    assert mean[held] == pytest.approx(node.evs[mine][held], abs=1e-3)
    assert not faces or node.action_evs[held, 0] == pytest.approx(0, abs=1e-3)


def test_a_call_that_ends_the_hand_is_worth_its_share_of_the_pot_less_its_price() -> None:
    solution = solve(spot_on(RIVER), Betting(100, 60, bets="a"), 0, iterations=20)
    node = solution.node("check, all-in")
    held = ~np.isnan(node.evs[0])
    price = 220 * node.equities[0] - 60  # all chips are in after the call
    assert node.action_evs[held, 1] == pytest.approx(price[held], abs=1e-3)


def test_a_notebook_shows_what_both_expect_and_how_often_what_is_done() -> None:
    solution = solve(spot_on(RIVER), BETS, 0, iterations=5)
    shown = solution._repr_html_()
    assert shown.startswith(f"<p>exploitability {solution.exploitability:.3%} of the pot after 5")
    assert f'oop</td><td class="number" data-head="EV">{solution.ev[0]:.2f}</td>' in shown
    share = solution.root.frequencies[1]
    assert f'bet 45 (75%)</td><td class="number" data-head="how often">{share:.1%}</td>' in shown
    assert shown.count("</svg>") == 1
    assert shown.count("<table>") == shown.count("</table>") == 2
    over = solution.node("check, check")._repr_html_()
    assert "3s, pot 60: check, check</h2>" in over
    assert over.count("<table>") == 1
    assert "<svg" not in over


def test_classes_say_what_each_is_worth_by_the_weights_of_its_combos() -> None:
    node = solve(spot_on(RIVER), BETS, 0, iterations=30).node("check")
    left = np.array([not mask & node.board.mask for mask in MASKS])
    for number, player in enumerate(("oop", "ip")):
        rows = node.classes(player)
        weights = node.weights[number]
        total = 0.0
        for name, row in rows.items():
            held = (Range(name).weights > 0) & left
            share = weights[held] / weights[held].sum()
            assert row.ev == pytest.approx(float(share @ node.evs[number, held]))
            assert row.equity == pytest.approx(float(share @ node.equities[number, held]))
            assert row.reach == pytest.approx(node.reach[number, held].mean())
            if player == node.player:
                assert row.strategy == pytest.approx((share @ node.strategy[held]).tolist())
                assert node.by_class()[name] == row.strategy
            else:
                assert row.strategy == ()
            total += weights[held].sum() * row.ev
        assert total / weights.sum() == pytest.approx(node.ev[number])
    assert "QJs" in node.classes("oop")
    assert "QJs" not in node.classes("ip")


@pytest.mark.skipif(built() is not None, reason="numba compiles nothing: kernels are built ahead")
def test_a_kernel_has_one_signature_for_each_storage() -> None:
    spot = spot_on(RIVER)
    for storage in ("f32", "i16"):
        solution = solve(spot, BETS, 0, iterations=2, storage=storage)
        solution.node("check")
        solution.best_response()
    signatures = getattr(solver_walks.run_walks, "signatures", None)
    if signatures is None:
        pytest.skip("the compiler is off")
    streets = [len(arguments[0]) for arguments in signatures]
    assert streets.count(1) == 2
    assert max(streets.count(number) for number in (2, 3)) <= 2
