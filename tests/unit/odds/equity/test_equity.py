"""The share of the pot: every way it is counted, which one is chosen, and what is refused."""

import math
import re
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from handsight.cards import CardSet
from handsight.errors import CardCountError, InputError, NoExactMethodError, OptionError
from handsight.odds import Equity, current_hand_odds, equity
from handsight.odds.equity.equity import equity_of
from handsight.odds.equity.exact import MOST_STEPS, CountingPlan, plan_exact
from handsight.odds.spot import PlayerLike, Spot
from handsight.ranges import Range
from tests.naive import ranges as naive
from tests.unit.odds.pots import ODD_WEIGHTS, all_but, drawn_range, hand_by_hand, live_beside

FLOP, TURN, RIVER = "2s5h9d", "2s5h9dJc", "2s5h9dJcJd"
FINE = Range.from_weights({"TT+": 0.12345678901234567, "AKs": Fraction(1, 3), "98s": 1})
NINE_HANDS = ["AhAs", "KhKs", "QhQs", "JhJs", "ThTs", "9h9s", "8h8s", "7h7s", "6h6s"]


def planned(spot: Spot) -> CountingPlan:
    plan = plan_exact(spot)
    assert plan.steps <= MOST_STEPS
    return plan


def counted(spot: Spot) -> Equity:
    return equity_of(spot, "exact")


def require_whole(result: Equity) -> None:
    """Shares and deals add up."""
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-12)
    for player in result.players:
        if player.win is not None:
            assert player.lose is not None
            assert player.win + (player.tie or 0) + player.lose == result.total
    if result.winners is not None:
        assert sum(result.winners.values()) == result.total
        assert all(0 < who < 1 << len(result.players) for who in result.winners)


# --- every way to count ---------------------------------------------------------------------------

POTS: dict[str, tuple[list[PlayerLike], str, str]] = {
    "two hands": (["AhKh", "QsQd"], "", ""),
    "three hands and dead cards": (["AhKh", "QsQd", "7c6c"], "", "AsAd"),
    "ten hands": ([*NINE_HANDS, "AcKc"], FLOP.replace("9d", "3d"), ""),
    "a hand and a range": (["AhKh", FINE], FLOP, ""),
    "a range and a hand": ([FINE, "AhKh"], FLOP, "2c"),
    "two ranges": (["22+:0.1", FINE], TURN, ""),
    "a range, a hand and a range": (["QQ+:0.3", "AhKh", FINE], FLOP, ""),
    "three ranges": (["JJ+, 55:0.7", FINE, "AK"], RIVER, ""),
    "three ranges among hands": (["JJ", "AhKh", FINE, "Tc8c", "99-77"], TURN, ""),
    "nine hands and a range": ([*NINE_HANDS, "AdKd, 55"], "2c3d4s", ""),
    "four ranges": (["AA", "KK", "AhAs:0.5, QhQs", "99"], RIVER, ""),
    "two ranges before the flop": (["QQ:0.1, AKs", "TT:0.7, AhKh"], "", ""),
    "a hand and a range before the flop": (["AhKh", "QQ:0.1, 98s"], "", ""),
    "a range and a hand before the flop": (["QQ, 98s:0.3", "AhKh"], "", ""),
    "dead cards before the flop": (["AhKh", "QQ:0.1, 98s"], "", "Qs9s"),
    "two ranges and dead cards": (["QhQd, QhQc:0.1", "TT:0.7"], "", "9s"),
    "three before the flop": (["AhKh", "QQ:0.1", "AhQh, 9h8h:0.5, 9s8s"], "", ""),
    "three ranges before the flop": (["AhAd, KhKd", "AhAs, QhQd", "JhJd, KhKs:0.5"], "", ""),
}


@pytest.mark.repeats(6)
@pytest.mark.parametrize(("players", "board", "dead"), POTS.values(), ids=POTS)
def test_a_pot_is_counted_as_all_pots_of_known_hands_in_it(
    players: list[PlayerLike], board: str, dead: str
) -> None:
    spot = Spot.parse(players, board, dead)
    result = counted(spot)
    assert result.winners == hand_by_hand(spot.players, spot.board, spot.dead)
    require_whole(result)


@pytest.mark.repeats(9)
@pytest.mark.parametrize("board", ["", FLOP, TURN, RIVER])
@pytest.mark.parametrize(
    ("hands", "ranges"), [(2, 0), (4, 0), (1, 1), (3, 1), (0, 2), (1, 2), (0, 3), (2, 3), (0, 4)]
)
def test_a_pot_of_few_cards_is_counted_as_by_dealing(hands: int, ranges: int, board: str) -> None:
    known = CardSet(board)
    cards = live_beside(known, 2 * hands + max(8, 2 * ranges + 5 - len(known)), seed=ranges)
    holes = [CardSet.of(cards[at : at + 2]) for at in range(0, 2 * hands, 2)]
    live, dead = cards[2 * hands :], all_but(known, cards)
    ranged = [drawn_range(live, 4 + n, n, ODD_WEIGHTS) for n in range(ranges)]
    players = [*ranged[:1], *holes, *ranged[1:]]
    result = equity(players, board, dead, "exact")
    expected = naive.winners(players, board, dead)
    assert result.winners == expected
    for number, player in enumerate(result.players):
        assert player.equity == float(naive.equity(expected, number))
    require_whole(result)


# --- any hands before the flop --------------------------------------------------------------------


@pytest.mark.repeats(2)
@pytest.mark.parametrize("dead", ["", "2c7d"])
@pytest.mark.parametrize("opponents", [1, 2])
def test_before_the_flop_any_hands_are_counted_as_current_hand_odds(
    opponents: int, dead: str
) -> None:
    odds = current_hand_odds("AdQc", "", opponents, dead)
    for place in range(opponents + 1):
        players = ["random"] * opponents
        players.insert(place, "AdQc")
        result = equity(players, dead=dead)
        ours = result.players[place]
        assert ours.equity == odds.equity
        assert (ours.win, ours.lose, result.total) == (odds.win, odds.lose, odds.total)
        assert ours.ties == odds.ties
        require_whole(result)


def test_of_several_with_any_hands_only_the_shares_are_known() -> None:
    """They fare alike, but who of them shares with whom is not told apart."""
    result = equity(["random", "AhKh", "random"])
    assert result.winners is None
    ours, *others = (result.players[i] for i in (1, 0, 2))
    assert ours.win is not None
    assert others[0] == others[1]
    assert (others[0].win, others[0].ties, others[0].tie, others[0].lose) == (None,) * 4
    assert others[0].equity == pytest.approx((1 - ours.equity) / 2, abs=1e-15)


@pytest.mark.exhaustive
def test_three_with_any_hands_are_counted_if_that_is_asked_for() -> None:
    result = equity(["AhKh", "random", "random", "random"], method="exact")
    odds = current_hand_odds("AhKh", opponents=3, method="exact")
    assert (result.players[0].win, result.players[0].ties) == (odds.win, odds.ties)
    assert (result.players[0].equity, result.total) == (odds.equity, odds.total)


@pytest.mark.parametrize("players", [["AhKh", "random:0.1"], ["AhKh", "random:0.1", "random"]])
def test_a_weight_of_all_hands_weighs_the_deals(players: list[str]) -> None:
    whole, tenth = (equity(each) for each in (["AhKh", *["random"] * (len(players) - 1)], players))
    assert tenth.total == Fraction(whole.total, 10)
    assert tenth.players[0].win == Fraction(whole.players[0].win or 0, 10)
    assert [each.equity for each in tenth.players] == [each.equity for each in whole.players]


def test_two_with_any_hands_share_alike() -> None:
    result = equity(["random", "random"])
    assert [player.equity for player in result.players] == [0.5, 0.5]
    assert result.total == math.comb(52, 2) * math.comb(50, 2) * math.comb(48, 5)


# --- what holds for all pots ----------------------------------------------------------------------


@pytest.mark.parametrize("board", ["", FLOP, RIVER])
def test_the_order_of_the_players_only_renames_them(board: str) -> None:
    players: list[PlayerLike] = ["AhKh", FINE, "QQ:0.3, 87s" if board else "QhQd:0.3, 8h7h"]
    if not board:
        players[1] = "TT, 9s8s:0.1"
    base = equity(players, board, method="exact")
    for order in permutations(range(3)):
        moved = equity([players[i] for i in order], board, method="exact")
        assert moved.players == tuple(base.players[i] for i in order)
        assert moved.total == base.total
        assert moved.winners == {
            sum(1 << order.index(i) for i in range(3) if who >> i & 1): deals
            for who, deals in (base.winners or {}).items()
        }


@pytest.mark.parametrize("board", ["", FLOP, TURN, RIVER])
def test_a_range_of_one_combo_is_that_hand(board: str) -> None:
    hands = ["AhKh", "QsQd", "8c7c"]
    known = equity(hands, board)
    for ranged in range(1, 8):
        players = [Range(text) if ranged >> i & 1 else text for i, text in enumerate(hands)]
        assert equity(players, board) == known


@pytest.mark.parametrize("board", ["", FLOP, RIVER])
def test_the_weight_of_a_whole_range_changes_no_equity(board: str) -> None:
    whole, part = (equity(["QQ+, AK", hands], board) for hands in ("TT+", "TT+:0.1"))
    assert [player.equity for player in part.players] == [player.equity for player in whole.players]
    assert part.total == Fraction(whole.total) / 10


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("board", [FLOP, TURN, RIVER])
def test_players_with_the_same_range_fare_alike(players: int, board: str) -> None:
    result = equity(["TT+:0.1, AKs, 98s:0.7"] * players, board)
    assert len(set(result.players)) == 1
    assert result.players[0].equity == pytest.approx(1 / players, abs=1e-15)


def test_where_the_board_plays_all_share() -> None:
    result = equity(["2c2d", "random", "AhKh"], "AsKsQsJsTs")
    assert result.winners == {0b111: math.comb(43, 2)}
    assert [player.ties for player in result.players] == [{2: 903}] * 3


def test_whole_weights_give_integers_and_others_fractions() -> None:
    assert type(equity(["AA", "KK:0.5, QQ"], RIVER).total) is int
    assert type(equity(["AhAd", "KhKd:0.5"], RIVER).total) is Fraction


# --- which way is chosen --------------------------------------------------------------------------

SECONDS = "three ranges on the flop"
"""What is counted in a second."""
AUTO: dict[str, tuple[list[PlayerLike], str, str | None]] = {
    "known hands": ([*NINE_HANDS, "AcKc"], "", None),
    "three narrow ranges on the flop": (["QQ+", "AhKh", "random", "JJ+, AKs:0.3"], FLOP, None),
    "three ranges on the flop": (["22+", "AhKh", "random", FINE], FLOP, None),
    "two ranges before the flop": (["random", "22+"], "", None),
    "any hands before the flop": (["AhKh", "random", "random"], "", None),
    "few combos before the flop": (["AhKh", "QQ", "JJ", "TT"], "", None),
    "four narrow ranges": (["AA", "KK", "QQ", "TT"], FLOP, None),
    "four wide ranges": (["22+"] * 4, FLOP, r"an exact count would take about \d+\.\d"),
    "five wide ranges": (["random"] * 5, FLOP, "there is no exact method for these players"),
    "three ranges before the flop": (["22+"] * 3, "", r"an exact count would take about \d+\.\d"),
    "three any hands before the flop": (
        ["AhKh", *["random"] * 3],
        "",
        r"an exact count would take about 1\.1 seconds",
    ),
    "ten any hands": (["random"] * 10, "", "there is no exact method for these players"),
}


@pytest.mark.parametrize(
    ("players", "board", "reason"),
    [
        pytest.param(*case, id=name, marks=[pytest.mark.exhaustive] if name == SECONDS else [])
        for name, case in AUTO.items()
    ],
)
def test_what_takes_long_is_sampled_and_the_result_says_why(
    players: list[PlayerLike], board: str, reason: str | None
) -> None:
    result = equity(players, board, trials=2000, seed=1)
    if reason is None:
        assert (result.method, result.reason, result.stderr) == ("exact", None, None)
    else:
        assert (result.method, result.trials, result.seed) == ("monte_carlo", 2000, 1)
        assert re.match(reason, result.reason or "")
        assert 0 < (result.stderr or 0) < 0.02
        assert 0 < (result.acceptance or 0) <= 1
    require_whole(result)


def test_what_is_asked_to_be_sampled_is_sampled_without_a_reason() -> None:
    result = equity(["AhKh", "QsQd"], method="monte_carlo", trials=20_000, seed=1)
    assert (result.method, result.reason, result.total) == ("monte_carlo", None, 20_000)
    exact = equity(["AhKh", "QsQd"])
    for sampled, true in zip(result.players, exact.players, strict=True):
        assert abs(sampled.equity - true.equity) < 4 * (sampled.stderr or 0)


@pytest.mark.parametrize("board", ["", FLOP])
def test_a_count_hand_by_hand_tells_how_far_it_is(board: str) -> None:
    told: list[tuple[int, int]] = []
    players = ["AhAd, KhKd", "AhAs, QhQd", "JJ:0.5", "TcTd, TcTh"]
    equity(players, board, method="exact", progress=lambda *done: told.append(done))
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1] > 0
    assert told == sorted(told)


def test_known_hands_tell_suits_apart_and_then_fewer_pots_are_alike() -> None:
    assert seconds_a_tuple(["AhKd", "QQ+", "TT+"]) > 3 * seconds_a_tuple(["QQ+", "TT+", "JJ+"])


def seconds_a_tuple(players: list[PlayerLike]) -> float:
    spot = Spot.parse(players)
    return planned(spot).seconds / math.prod(len(hands) for hands in spot.ranges)


def test_fine_weights_take_longer_to_count() -> None:
    coarse, fine = (
        planned(Spot.parse([hands] * 3, FLOP)).seconds for hands in ("22+, AK", "22+, AK:0.1234567")
    )
    assert fine > 8 * coarse


def test_what_takes_too_many_steps_is_known_before_it_is_begun() -> None:
    wide = Range.top(0.1)
    assert plan_exact(Spot.parse([wide] * 6)).steps > MOST_STEPS
    assert plan_exact(Spot.parse([wide] * 3)).steps <= MOST_STEPS
    four, five = (plan_exact(Spot.parse([wide] * players)).steps for players in (4, 5))
    assert plan_exact(Spot.parse([wide] * 3)).steps < four < five


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "board"), [(["random"] * 5, FLOP), (["random"] * 4, ""), (["random"] * 10, RIVER)]
)
def test_an_exact_answer_that_there_is_not_is_refused(players: list[str], board: str) -> None:
    steps = plan_exact(Spot.parse(players, board)).steps
    words = (
        f"no exact equity of these players: a count would take {steps:,} steps, but the limit "
        "is 1,000,000,000,000; narrow the ranges, give fewer of them, or sample"
    )
    with pytest.raises(NoExactMethodError, match=words):
        equity(players, board, method="exact")


@pytest.mark.parametrize("method", ["exact", "auto"])
@pytest.mark.parametrize("board", ["", FLOP])
@pytest.mark.parametrize("players", [["AhAd", Range("AhAs")], [Range("AhAd"), Range("AhAs")]])
def test_two_that_cannot_be_held_together_are_refused(
    players: list[PlayerLike], board: str, method: str
) -> None:
    with pytest.raises(InputError, match=r"no deal gives each player a hand|has no hand left"):
        equity(players, board, method=method)


@pytest.mark.parametrize("board", ["", FLOP, RIVER])
@pytest.mark.parametrize("players", [3, 4])
def test_three_pairs_of_aces_are_refused(players: int, board: str) -> None:
    """Each two could be held, but not all."""
    words = "no deal gives each player a hand of these ranges: some card is always needed twice"
    with pytest.raises(InputError, match=words):
        equity(["AA"] * players, board)


@pytest.mark.parametrize("method", ["", "Exact", "count", None])
def test_an_unknown_method_is_refused_with_those_there_are(method: str) -> None:
    with pytest.raises(OptionError, match="it must be one of auto, exact, monte_carlo"):
        equity(["AhKh", "QQ"], method=method)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"trials": 0}, "trials is 0"),
        ({"target_stderr": -1}, "target_stderr is -1"),
        ({"max_seconds": 0}, "max_seconds is 0"),
        ({"seed": -1}, "seed is -1"),
    ],
    ids=str,
)
def test_wrong_limits_are_refused_even_where_nothing_is_sampled(
    option: dict[str, Any], words: str
) -> None:
    with pytest.raises(OptionError, match=words):
        equity(["AhKh", "QQ"], **option)


def test_what_is_wrong_with_the_table_is_told() -> None:
    with pytest.raises(OptionError, match="players has length 1"):
        equity(["AhKh"])
    others = sorted(CardSet.full() - CardSet(FLOP))
    with pytest.raises(CardCountError, match="too few live cards are left: 5"):
        equity(["random", "random"], FLOP, others[5:])


# --- players as arguments -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "players", [("AhKh", "QsQd"), (CardSet("AhKh"), Range("QQ")), ("AhKh", "QQ+", "7c6c")]
)
def test_players_may_stand_one_by_one(players: tuple[PlayerLike, ...]) -> None:
    result = equity(*players, board="Qh7h2c", dead="2d", method="exact")
    assert result == equity(list(players), "Qh7h2c", "2d", "exact")


def test_arguments_after_a_list_are_board_dead_cards_and_method() -> None:
    with pytest.raises(OptionError, match="only board, dead cards and method may follow"):
        equity(["AhKh", "QsQd"], "", "", "exact", "AcAd")
    with pytest.raises(OptionError, match="players has length 11"):
        equity(*["22+"] * 11)


def test_one_player_and_a_board_among_the_players_are_named() -> None:
    with pytest.raises(OptionError, match=r"^there is one player; equity needs 2 to 10, like "):
        equity("AhKh")
    with pytest.raises(
        CardCountError, match=r"; it must have 2; if it is a board, pass board='Qh7h2c'$"
    ):
        equity("AhKh", "QsQd", "Qh7h2c")
