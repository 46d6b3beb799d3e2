"""Current hand odds: what is counted, which method is chosen, and what is refused."""

import pytest

from handsight.cards import CardSet
from handsight.errors import CardCountError, InputError, NoExactMethodError, OptionError
from handsight.odds import Equity, current_hand_odds, equity
from handsight.odds.equity.result import exact_equity_of_one
from handsight.odds.spot import ANY, Spot
from handsight.ranges import Range

BOARDS = {"preflop": "", "flop": "2s5h9d", "turn": "2s5h9dJc", "river": "2s5h9dJcJd"}
HOLE = "KcAc"
FLOP = (HOLE, BOARDS["flop"])


# --- the shares -----------------------------------------------------------------------------------


def odds_of_forty() -> Equity:
    spot = Spot((CardSet(HOLE), ANY, ANY, ANY))
    return exact_equity_of_one(spot, 0, win=10, ties={1: 6, 2: 6, 3: 8}, lose=10)


def test_equity_shares_a_pot_by_those_who_tie() -> None:
    odds = odds_of_forty()
    assert odds.equity == (10 + 6 / 2 + 6 / 3 + 8 / 4) / 40


def test_equity_ties_ahead_takes_every_tie_for_a_win() -> None:
    odds = odds_of_forty()
    assert odds.equity_ties_ahead == 30 / 40


def test_counts_have_no_standard_error() -> None:
    assert current_hand_odds(*FLOP).stderr is None


def test_odds_compare_by_value_and_can_be_kept_in_a_set() -> None:
    assert len({current_hand_odds(*FLOP), current_hand_odds(*FLOP)}) == 1


def test_the_counts_are_plain_integers() -> None:
    odds = current_hand_odds(*FLOP, opponents=3)
    counts = [odds.win, *odds.ties.values(), odds.lose, odds.total]
    assert {type(count) for count in counts} == {int}


# --- the method -----------------------------------------------------------------------------------


@pytest.mark.parametrize("street", ["flop", "turn", "river"])
@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_after_the_flop_up_to_three_are_counted(street: str, opponents: int) -> None:
    odds = current_hand_odds(HOLE, BOARDS[street], opponents)
    assert (odds.method, odds.trials, odds.seed) == ("exact", None, None)


@pytest.mark.parametrize("opponents", [1, 2])
def test_before_the_flop_up_to_two_are_counted(opponents: int) -> None:
    assert current_hand_odds(HOLE, "", opponents).method == "exact"


@pytest.mark.parametrize("opponents", range(3, 10))
def test_before_the_flop_more_are_sampled(opponents: int) -> None:
    odds = current_hand_odds(HOLE, "", opponents, trials=500, seed=1)
    assert (odds.method, odds.trials, odds.total) == ("monte_carlo", 500, 500)


@pytest.mark.parametrize("street", ["flop", "turn", "river"])
@pytest.mark.parametrize("opponents", range(4, 10))
def test_after_the_flop_more_than_three_are_sampled(street: str, opponents: int) -> None:
    odds = current_hand_odds(HOLE, BOARDS[street], opponents, trials=500, seed=1)
    assert odds.method == "monte_carlo"
    assert sorted(odds.ties) == list(range(1, opponents + 1))


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_few_are_sampled_where_that_is_asked_for(opponents: int) -> None:
    odds = current_hand_odds(*FLOP, opponents, method="monte_carlo", trials=500, seed=1)
    assert odds.method == "monte_carlo"


def test_by_default_a_million_deals_are_sampled() -> None:
    assert current_hand_odds(*FLOP, 4, seed=1).trials == 1_000_000


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", [4, 9])
def test_exact_odds_against_four_are_refused_with_what_would_work(opponents: int) -> None:
    wanted = (
        f"no exact odds against {opponents} opponents: they are counted for up to 3; "
        "method='monte_carlo' samples any number up to 9"
    )
    with pytest.raises(NoExactMethodError, match=wanted):
        current_hand_odds(*FLOP, opponents, method="exact")


@pytest.mark.parametrize("opponents", [0, -1, 10, True, 2.0, 2.5, "2"])
def test_a_wrong_number_of_opponents_is_refused(opponents: int) -> None:
    with pytest.raises(OptionError, match=r"opponents is .*whole number from 1 to 9"):
        current_hand_odds(*FLOP, opponents)


def test_an_unknown_method_is_refused_with_those_there_are() -> None:
    with pytest.raises(OptionError, match="it must be one of auto, exact, monte_carlo"):
        current_hand_odds(*FLOP, method="guess")


def test_an_unknown_source_is_refused_with_the_one_there_is() -> None:
    wanted = "as_published is 'cisti-2013'; current hand odds are published in dsie-2011"
    with pytest.raises(OptionError, match=wanted):
        current_hand_odds(*FLOP, as_published="cisti-2013")


def test_as_published_odds_are_not_sampled() -> None:
    with pytest.raises(OptionError, match="counted exactly; leave out method"):
        current_hand_odds(*FLOP, method="monte_carlo", as_published="dsie-2011")


def test_as_published_odds_are_counted_up_to_three() -> None:
    with pytest.raises(NoExactMethodError, match="up to 3 opponents, not 4"):
        current_hand_odds(*FLOP, opponents=4, as_published="dsie-2011")


@pytest.mark.parametrize("trials", [0, -5, True, 2.5, 1e6, "9", None])
def test_a_wrong_number_of_trials_is_refused(trials: int) -> None:
    with pytest.raises(OptionError, match=r"trials is .*above 0"):
        current_hand_odds(*FLOP, trials=trials)


@pytest.mark.parametrize("name", ["target_stderr", "max_seconds"])
@pytest.mark.parametrize("limit", [0, -1.0, float("nan")])
def test_a_limit_that_could_never_be_met_is_refused(name: str, limit: float) -> None:
    with pytest.raises(OptionError, match=f"{name} is {limit!r}; it must be a number above 0"):
        current_hand_odds(*FLOP, **{name: limit})


@pytest.mark.parametrize("seed", [-1, 1.5, True, "7"])
def test_a_wrong_seed_is_refused(seed: int) -> None:
    with pytest.raises(OptionError, match="seed is"):
        current_hand_odds(*FLOP, seed=seed)


@pytest.mark.parametrize("board", ["2s", "2s5h", "2s5h9dJcJd7h"])
def test_a_board_of_no_street_is_refused(board: str) -> None:
    with pytest.raises(CardCountError, match="board has"):
        current_hand_odds(HOLE, board)


@pytest.mark.parametrize("method", ["exact", "monte_carlo"])
@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_too_few_live_cards_are_refused_and_just_enough_are_not(
    method: str, opponents: int
) -> None:
    others = sorted(CardSet.full() - CardSet("KcAc 2s5h9d"))
    needed = 2 + 2 * opponents
    enough = current_hand_odds(*FLOP, opponents, others[needed:], method, trials=100, seed=1)
    assert enough.win + sum(enough.ties.values()) + enough.lose == enough.total
    with pytest.raises(CardCountError, match=f"dead leaves too few live cards: {needed - 1}"):
        current_hand_odds(*FLOP, opponents, others[needed - 1 :], method)


# --- against ranges -------------------------------------------------------------------------------


@pytest.mark.repeats(4)
@pytest.mark.parametrize("street", BOARDS)
@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_random_is_any_cards(street: str, opponents: int) -> None:
    if opponents == 3 and street == "preflop":
        return  # sampled either way, and test_equity has them counted
    odds = current_hand_odds(HOLE, BOARDS[street], opponents, "2c", villain="random")
    assert odds == current_hand_odds(HOLE, BOARDS[street], opponents, "2c")


@pytest.mark.parametrize("street", BOARDS)
@pytest.mark.parametrize("villain", ["QQ+:0.1, T9s", ["JJ", "T9s, AhKh"]], ids=str)
def test_ranges_are_counted_as_an_equity(street: str, villain: str | list[str]) -> None:
    odds = current_hand_odds(HOLE, BOARDS[street], villain=villain)
    ranges = [villain] if isinstance(villain, str) else villain
    result = equity([HOLE, *ranges], BOARDS[street])
    ours = result.players[0]
    assert (odds.win, odds.lose, odds.total) == (ours.win, ours.lose, result.total)
    assert {k: deals for k, deals in odds.ties.items() if deals} == ours.ties
    assert sorted(odds.ties) == list(range(1, len(ranges) + 1))
    assert odds.equity == ours.equity
    assert (odds.opponents, odds.method, odds.stderr) == (len(ranges), "exact", None)


def test_excluded_cards_may_still_come() -> None:
    odds = current_hand_odds(*FLOP, excluded="AhAs")
    hands = Range("random").without("KcAc2s5h9dAhAs")
    assert odds == current_hand_odds(*FLOP, villain=hands)
    assert odds.total == len(hands) * 45 * 44 // 2


def test_too_few_live_cards_for_ranges_are_refused() -> None:
    others = sorted(CardSet.full() - CardSet("KcAc 2s5h9d"))
    assert current_hand_odds(*FLOP, 2, others[6:], villain="random").total == 90
    with pytest.raises(CardCountError, match="dead leaves too few live cards: 5"):
        current_hand_odds(*FLOP, 2, others[5:], villain="random")


def test_many_ranges_are_sampled() -> None:
    options = {"trials": 500, "seed": 1}
    one = current_hand_odds(*FLOP, 5, villain="22+", **options)
    each = current_hand_odds(*FLOP, villain=["22+"] * 5, **options)
    assert one == each
    assert (one.method, one.trials, one.seed, one.opponents) == ("monte_carlo", 500, 1, 5)
    assert (one.stderr or 0) > 0


def test_an_exact_answer_against_ranges_that_there_is_not_is_refused() -> None:
    with pytest.raises(NoExactMethodError, match="no exact equity of these players"):
        current_hand_odds("AhKh", "", 6, method="exact", villain="22+, A2+")


def test_as_published_there_are_no_ranges() -> None:
    with pytest.raises(OptionError, match="published"):
        current_hand_odds(*FLOP, villain="QQ", as_published="dsie-2011")


@pytest.mark.parametrize("board", ["", "2s5h9d"])
def test_a_range_of_which_nothing_is_left_is_refused(board: str) -> None:
    with pytest.raises(InputError, match="villain 'AcAd' has no hand left"):
        current_hand_odds(HOLE, board, villain="AcAd")


@pytest.mark.parametrize("board", ["", "2s5h9d"])
def test_ranges_that_cannot_be_held_together_are_refused(board: str) -> None:
    with pytest.raises(InputError, match="no deal gives each player a hand of these ranges"):
        current_hand_odds(HOLE, board, villain=["AhAd", "AhKh, AdKd"])


# --- why a sample ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "opponents", "reason"),
    [
        ("flop", 4, "there is no exact method against 4 opponents with any cards"),
        ("preflop", 9, "there is no exact method against 9 opponents with any cards"),
        ("preflop", 3, "an exact count would take more than a second"),
    ],
)
def test_a_sample_that_nobody_asked_for_says_why(board: str, opponents: int, reason: str) -> None:
    odds = current_hand_odds(HOLE, BOARDS[board], opponents, trials=200, seed=1)
    assert (odds.method, odds.trials, odds.reason) == ("monte_carlo", 200, reason)


def test_against_ranges_the_reason_is_that_of_equity() -> None:
    asked = {"trials": 200, "seed": 1}
    odds = current_hand_odds(HOLE, villain=["22+", "random", "A2+"], **asked)
    result = equity([HOLE, "22+", "random", "A2+"], **asked)
    assert odds.reason == result.reason
    assert (odds.reason or "").startswith("an exact count would take about ")


@pytest.mark.parametrize("villain", [None, "22+"])
def test_what_is_counted_or_asked_to_be_sampled_has_no_reason(villain: str | None) -> None:
    assert current_hand_odds(*FLOP, villain=villain).reason is None
    asked = {"method": "monte_carlo", "trials": 200, "seed": 1}
    assert current_hand_odds(*FLOP, villain=villain, **asked).reason is None
