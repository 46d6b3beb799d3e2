"""Many questions in one call, beside the friendly function on each of them."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np
import pytest

from handsight.cards import Card, CardSet
from handsight.errors import (
    CardCountError,
    DuplicateCardError,
    InputError,
    NoExactMethodError,
    OptionError,
    UnknownCardError,
)
from handsight.odds import (
    ANY,
    effective_hand_strength,
    effective_hand_strength_many,
    equity,
    equity_many,
    hand_strength,
    hand_strength_many,
)
from handsight.odds.many import CHUNK
from handsight.ranges import Range
from tests.fresh import run

Question = tuple[list[str], str, str]

COMPARING = pytest.mark.parametrize("function", [hand_strength_many, effective_hand_strength_many])


def deal(players: int, sizes: tuple[int, ...], count: int, seed: int) -> list[Question]:
    """Deal questions: hands, a board and dead cards; a third of them from two suits."""
    random = Random(seed)
    deck = [str(Card(index)) for index in range(52)]
    two_suits = [card for card in deck if card[1] in "hs"]
    questions = []
    for _ in range(count):
        size, dead = random.choice(sizes), random.choice((0, 0, 1, 4))
        taken = 2 * players + size + dead
        cards = random.sample(random.choice((deck, deck, two_suits)), taken)
        hands = ["".join(cards[2 * i : 2 * i + 2]) for i in range(players)]
        rest = cards[2 * players :]
        questions.append((hands, "".join(rest[:size]), "".join(rest[size:])))
    return questions


def columns(questions: list[Question]) -> tuple[list[list[str]], list[str], list[str]]:
    hands, boards, dead = zip(*questions, strict=True)
    return list(hands), list(boards), list(dead)


# --- the same as the friendly function ------------------------------------------------------------


@pytest.mark.parametrize(("players", "count"), [(2, 300), (3, 120), (4, 60), (5, 30), (7, 8)])
def test_equities_of_all_streets_are_those_of_equity(players: int, count: int) -> None:
    questions = deal(players, (0, 3, 3, 4, 5), count, seed=players)
    result = equity_many(*columns(questions))
    assert result.valid.all()
    for row, (hands, board, dead) in enumerate(questions):
        one = equity(hands, board, dead)
        each = one.players
        assert result.win[row].tolist() == [player.win for player in each], questions[row]
        assert result.tie[row].tolist() == [player.tie for player in each]
        assert result.equity[row].tolist() == [player.equity for player in each]
        assert result.total[row] == one.total


def test_strengths_are_those_of_hand_strength() -> None:
    questions = deal(1, (3, 4, 5), 300, seed=11)
    hands, boards, dead = columns(questions)
    result = hand_strength_many([hand for [hand] in hands], boards, dead)
    for row, ([hole], board, out) in enumerate(questions):
        one = hand_strength(hole, board, out)
        assert (result.ahead[row], result.tied[row], result.behind[row]) == (
            *(one.ahead, one.tied, one.behind),
        ), questions[row]
        assert (result.value[row], result.total[row]) == (one.value, one.total)


@pytest.mark.repeats(1)
@pytest.mark.parametrize("opponents", [1, 3, 9])
def test_effective_strengths_are_those_of_effective_hand_strength(opponents: int) -> None:
    questions = deal(1, (3, 3, 4, 5), 80, seed=opponents)
    hands, boards, dead = columns(questions)
    result = effective_hand_strength_many([hand for [hand] in hands], boards, opponents, dead)
    for row, ([hole], board, out) in enumerate(questions):
        one = effective_hand_strength(hole, board, opponents, dead=out)
        assert tuple(map(tuple, result.counts[row].tolist())) == one.potential.counts
        assert result.hs[row] == one.hand_strength.value
        assert (result.ppot[row], result.npot[row]) == (one.potential.ppot, one.potential.npot)
        assert result.ehs[row] == one.ehs


# --- ranges ---------------------------------------------------------------------------------------

RANGES = ("QQ+, AKs", "22+, A2s+, KTs+:0.5, QJo@25", "AhAs, 7d7c:0.125", "random", "random:0.5")


def answered(ask: Callable[[], Any], valid: Any) -> Any:
    """Give the friendly function's answer; None for an error, if the row is marked as wrong too."""
    try:
        return ask()
    except InputError as error:
        if valid:
            raise AssertionError("the row is answered") from error
        return None


def parts(number: Any, unit: Any) -> int:
    """Give a count of the friendly function in units of a row."""
    whole = Fraction(number) * int(unit)
    assert whole.denominator == 1
    return int(whole)


@pytest.mark.parametrize("shared", [False, True], ids=["own-boards", "shared-boards"])
def test_a_hand_against_a_range_is_what_equity_says(shared: bool) -> None:
    random = Random(31)
    questions = deal(1, (3, 4, 5, 5), 120, seed=31)
    if shared:
        questions = [(hands, "Qh7h2c3d", "As") for hands, _, _ in questions]
    rows = [
        [hand, random.choice(RANGES)] if random.random() < 0.5 else [random.choice(RANGES), hand]
        for [hand], _, _ in questions
    ]
    boards, dead = [board for _, board, _ in questions], [out for _, _, out in questions]
    result = equity_many(rows, boards, dead, errors="mask")
    assert result.valid.any()
    for row, players in enumerate(rows):
        ask = partial(equity, players, boards[row], dead[row], "exact")
        one = answered(ask, result.valid[row])
        if one is None:
            continue
        unit = result.unit[row]
        assert result.win[row].tolist() == [parts(each.win, unit) for each in one.players], players
        assert result.tie[row].tolist() == [parts(each.tie, unit) for each in one.players]
        assert result.equity[row].tolist() == [each.equity for each in one.players]
        assert result.total[row] == parts(one.total, unit)


def test_other_pots_with_ranges_are_what_equity_says() -> None:
    rows = [
        *(["QQ+", "AhKh", "JJ:0.5, TT"], ["AhKh", "QsQd", "22+"], ["AK", "QQ:0.25", "JTs"]),
        *(["AhKh", "2c2d", "3c3d"], ["AhKh", "QsQd", "22+"]),
    ]
    boards = ["Ks7h2c", "Kc7h2s3d", "Kc7h2s3d5d", "", "Kc7h2s3d"]
    result = equity_many(rows, boards)
    assert result.valid.all()
    assert result.unit.tolist() == [2, 1, 4, 1, 1]
    for row, (players, board) in enumerate(zip(rows, boards, strict=True)):
        one = equity(players, board)
        unit = result.unit[row]
        assert result.win[row].tolist() == [parts(each.win, unit) for each in one.players]
        assert result.tie[row].tolist() == [parts(each.tie, unit) for each in one.players]
        assert result.equity[row].tolist() == [each.equity for each in one.players]
        assert result.total[row] == parts(one.total, unit)


def test_ranges_before_the_flop_are_what_equity_says() -> None:
    rows = [["QQ+", "AKs, 22"], ["AhKh", "JJ+"], ["AhKh", Range("KK+")], ["AhKh", "random"]]
    result = equity_many(rows)
    for row, players in enumerate(rows):
        one = equity(players)
        assert result.win[row].tolist() == [each.win for each in one.players]
        assert result.equity[row].tolist() == [each.equity for each in one.players]


def test_a_share_that_is_known_by_symmetry_has_no_counts() -> None:
    result = equity_many([["AhKh", "random", "random"]])
    one = equity(["AhKh", "random", "random"], method="exact")
    assert result.win.tolist() == [[one.win, -1, -1]]
    assert result.valid.all()
    assert result.equity[0].tolist() == [each.equity for each in one.players]


@pytest.mark.parametrize("shared", [False, True], ids=["own-boards", "shared-boards"])
def test_strengths_against_ranges_are_those_of_the_friendly_functions(shared: bool) -> None:
    random = Random(32)
    questions = deal(1, (3, 4, 5, 5), 60, seed=32)
    if shared:
        questions = [(hands, "Qh7h2c3d", "") for hands, _, _ in questions]
    holes = [hand for [hand], _, _ in questions]
    boards, dead = [board for _, board, _ in questions], [out for _, _, out in questions]
    ranges = ["QQ+, AKs"] * 60 if shared else [random.choice((None, *RANGES)) for _ in holes]
    now = hand_strength_many(holes, boards, dead, villain=ranges, errors="mask")
    then = effective_hand_strength_many(holes, boards, 2, dead, villain=ranges, errors="mask")
    assert now.valid.any()
    assert then.valid.any()
    for row, (hole, board, out, hands) in enumerate(zip(holes, boards, dead, ranges, strict=True)):
        one = answered(partial(hand_strength, hole, board, out, villain=hands), now.valid[row])
        if one is None:
            continue
        unit = now.unit[row]
        counts = now.ahead[row], now.tied[row], now.behind[row]
        assert counts == tuple(parts(n, unit) for n in (one.ahead, one.tied, one.behind)), hands
        assert now.value[row] == one.value
        ask = partial(effective_hand_strength, hole, board, 2, dead=out, villain=hands)
        both = answered(ask, then.valid[row])
        if both is None:
            continue
        expected = [[parts(n, unit) for n in each] for each in both.potential.counts]
        assert then.counts[row].tolist() == expected
        assert then.ehs[row] == both.ehs
        assert (then.ppot[row], then.npot[row]) == (both.potential.ppot, both.potential.npot)


def test_one_range_for_all_rows_is_a_text_or_a_range_and_any_cards_are_none() -> None:
    holes = ["AdQc", "JdTd", "2c2d"]
    assert [hand_strength(hole, "3h4cJh", villain="sklansky:1-4").ahead for hole in holes] == [
        *(30, 81, 68)
    ]
    for villain in (Range("sklansky:1-4"), ["sklansky:1-4"] * 3, Column(["sklansky:1-4"] * 3)):
        result = hand_strength_many(holes, "3h4cJh", villain=villain)
        assert result.ahead.tolist() == [30, 81, 68], villain
    without = hand_strength_many(holes, "3h4cJh")
    for anything in (ANY, "random", [None, ANY, "random"]):
        result = hand_strength_many(holes, "3h4cJh", villain=anything)
        assert result.ahead.tolist() == without.ahead.tolist()


def test_ranges_of_fine_weights_stay_exact_or_are_refused() -> None:
    one = hand_strength("AcTh", "Qs7h2c", villain="QQ:0.123456789, JJ, 22:0.1")
    result = hand_strength_many(["AcTh"], "Qs7h2c", villain="QQ:0.123456789, JJ, 22:0.1")
    unit = int(result.unit[0])
    assert unit == 10**9
    assert result.ahead[0] == parts(one.ahead, unit)
    assert result.value[0] == one.value
    beyond = "22+, A2+:0.1234567890123456"
    with pytest.raises(InputError, match=r"^row 0: the weights of the range are parts of .*, too "):
        hand_strength_many(["AcTh", "AdKh"], "Qs7h2c", villain=[beyond, "QQ"])
    masked = hand_strength_many(["AcTh", "AdKh"], "Qs7h2c", villain=[beyond, "QQ"], errors="mask")
    assert masked.valid.tolist() == [False, True]
    both = [["QQ:0.12345678, JJ", "KK:0.12345678, TT"], ["QQ", "TT"]]
    assert equity_many(both, "As7h2c", errors="mask").valid.tolist() == [False, True]


def test_ranges_on_an_executor_give_the_same() -> None:
    questions = deal(1, (4, 5), CHUNK + 40, seed=33)
    rows = [[hand, "22+, AT+"] for [hand], _, _ in questions]
    boards = [board for _, board, _ in questions]
    here = equity_many(rows, boards, errors="mask")
    with ThreadPoolExecutor(2) as executor:
        there = equity_many(rows, boards, errors="mask", executor=executor)
    for name in here.__slots__:
        assert np.array_equal(getattr(here, name), getattr(there, name), equal_nan=True), name


@pytest.mark.parametrize(
    ("ask", "kind", "message"),
    [
        (
            lambda: equity_many([["AhKh", "QQ"], ["AhKh", "QQ++"]], "2c3c4c"),
            InputError,
            r"^row 1: cannot read 'QQ\+\+' in range 'QQ\+\+', at ",
        ),
        (
            lambda: equity_many([["AhKh", "AhAs, AhAd"]], "2c3c4c"),
            InputError,
            "^row 0: player 2: the range has no hand left: each of its combos holds a card ",
        ),
        (
            lambda: equity_many([["QQ", "AhAs, AhAd"]], "AhQs4c"),
            InputError,
            "^row 0: player 2: the range has no hand left: each of its combos holds a card ",
        ),
        (
            lambda: equity_many([["AA", "AsAh", "AdAc, AsAd"]], "2c3c4c"),
            InputError,
            "^row 0: no deal gives each player a hand of these ranges",
        ),
        (
            lambda: equity_many([["22+", "random", "random", "random"]], "2c3c4c"),
            NoExactMethodError,
            "^row 0: a count of its pot would take about [0-9,]+ seconds, but a row may take "
            "only 10; ",
        ),
        (
            lambda: hand_strength_many(["AhKh"], "2c3c4c", villain=["QQ", "KK"]),
            InputError,
            "^villain has 2 ranges but there are 1 questions; pass one range for each, or a ",
        ),
        (
            lambda: hand_strength_many(["AhKh"], "2c3c4c", villain="QQ++"),
            InputError,
            r"^cannot read 'QQ\+\+' in range 'QQ\+\+'",
        ),
        (
            lambda: hand_strength_many(["AhKh"], "2c3c4c", villain=3),
            OptionError,
            "^villain is of type int; it must be one range for all rows, or a list with one "
            "for each",
        ),
        (
            lambda: hand_strength_many(["AhKh"], "2c3c4c", villain=[3]),
            InputError,
            "^row 0: villain is 3; it must be a range, like 'QQ",
        ),
        (
            lambda: hand_strength_many(["2h2d", "AhKh"], "2c3c4c", villain="AhAs"),
            InputError,
            "^row 1: villain 'AsAh' has no hand left: each holds one of our cards",
        ),
        (
            lambda: effective_hand_strength_many(["2h2d"], "2c3c4c", 2, villain="AhAs"),
            InputError,
            "^row 0: no deal gives each player a hand of these ranges",
        ),
    ],
)
def test_rows_with_wrong_ranges_are_named(
    ask: Callable[[], object], kind: type[InputError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        ask()


# --- what questions come as -----------------------------------------------------------------------


class Column:
    """Stands in for a column of a data frame, which offers its values as an array."""

    def __init__(self, values: Any, dtype: Any = object) -> None:
        self.values = np.array(values, dtype)

    def to_numpy(self) -> Any:
        return self.values


def test_players_are_texts_masks_indices_or_a_frame() -> None:
    texts = [["AhKh", "QsQd"], ["2c2d", "AsKs"]]
    sets = [[CardSet(hand) for hand in row] for row in texts]
    indices = [[[card.index for card in hand] for hand in row] for row in sets]
    masks = np.array([[hand.mask for hand in row] for row in sets], np.uint64)
    expected = equity_many(texts, "Qh7h3c").equity.tolist()
    for given in (
        *(texts, sets, indices, tuple(map(tuple, texts)), np.array(texts), np.array(indices)),
        *(masks, masks.astype(np.int64), np.asfortranarray(masks), masks.tolist(), Column(texts)),
    ):
        assert equity_many(given, "Qh7h3c").equity.tolist() == expected


def test_hands_and_boards_are_texts_series_masks_or_indices() -> None:
    holes, boards = ["AhKh", "2c2d", "10s 9♠"], ["Qh7h3c", "Qh,7h,3c,4c", "qh 7h 3c 4c 5c"]
    masks = [
        np.array([CardSet(text).mask for text in texts], np.uint64) for texts in (holes, boards)
    ]
    table = np.full((3, 5), -1)
    for row, board in enumerate(boards):
        cards = [card.index for card in CardSet(board)]
        table[row, : len(cards)] = cards
    expected = hand_strength_many(holes, boards).ahead.tolist()
    for hole_rows in (holes, Column(holes), Column(masks[0], np.uint64), masks[0]):
        for board_rows in (boards, Column(boards), masks[1], table, table.astype(np.int8)):
            assert hand_strength_many(hole_rows, board_rows).ahead.tolist() == expected


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_series_and_frames_will_do(library: str) -> None:
    extra = {"pandas": "notebook", "polars": "peers"}[library]
    missing = f"{library} is not installed (extra: {extra})"
    frames = pytest.importorskip(library, reason=missing)
    texts = {"us": ["AhKh", "2c2d"], "them": ["QsQd", "AsKs"], "board": ["Qh7h3c", ""]}
    frame = frames.DataFrame(texts)
    expected = equity_many(list(zip(texts["us"], texts["them"], strict=True)), texts["board"])
    result = equity_many(frame[["us", "them"]], frame["board"])
    assert result.equity.tolist() == expected.equity.tolist()
    masks = frames.Series([CardSet(hand).mask for hand in texts["us"]])
    strengths = [hand_strength_many(hands, "Qh7h3c") for hands in (masks, frame["us"])]
    assert strengths[0].value.tolist() == strengths[1].value.tolist()


def test_a_single_board_and_dead_cards_are_for_all_rows() -> None:
    result = equity_many([["AhKh", "QsQd"]] * 2, CardSet("2c3c4d"), "As")
    one = equity(["AhKh", "QsQd"], "2c3c4d", "As")
    assert result.win.tolist() == [[player.win for player in one.players]] * 2


def test_no_questions_have_no_answers() -> None:
    assert equity_many([]).equity.shape == (0, 2)
    assert hand_strength_many([], []).value.shape == (0,)
    assert effective_hand_strength_many(np.empty(0, np.uint64), []).ehs.shape == (0,)


# --- on an executor -------------------------------------------------------------------------------


def test_on_an_executor_the_answers_are_the_same() -> None:
    questions = deal(2, (3, 4, 5), 2 * CHUNK + 10, seed=5)
    hands, boards, dead = columns(questions)
    holes = [row[0] for row in hands]
    with ThreadPoolExecutor(2) as executor:
        for ask in (
            partial(equity_many, hands, boards, dead),
            partial(hand_strength_many, holes, boards, dead),
        ):
            here, there = ask(), ask(executor=executor)
            for name in here.__slots__:
                assert np.array_equal(getattr(here, name), getattr(there, name)), name
        few = (holes[: CHUNK + 5], boards[: CHUNK + 5])
        there = effective_hand_strength_many(*few, executor=executor)
        assert np.array_equal(there.counts, effective_hand_strength_many(*few).counts)


@pytest.mark.exhaustive
def test_processes_will_do() -> None:
    holes = ["AhKh", "QsQd"] * CHUNK
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        there = hand_strength_many(holes, "2c3c4d", executor=executor)
    assert np.array_equal(there.ahead, hand_strength_many(holes, "2c3c4d").ahead)


# --- rows that are wrong --------------------------------------------------------------------------

WRONG_POTS = [
    (["AhKh", "QsQx"], "", UnknownCardError, "^row 1: unknown card 'Qx' in players 'QsQx', at "),
    (["AhKh", "QsQdJd"], "", CardCountError, "^row 1: .*has 3 cards .*; it must have 2$"),
    (["AhKh", ""], "", CardCountError, "^row 1: .*has 0 cards; it must have 2$"),
    (["AhKh", "AhQd"], "", DuplicateCardError, "^row 1: Ah appears twice: in player 1 and in "),
    (["AhAh", "QsQd"], "", DuplicateCardError, "^row 1: Ah appears twice in players; "),
    (["AhKh", "QsQd"], "Ah2c3c", DuplicateCardError, "^row 1: Ah .* player 1 and in board; "),
    (["AhKh", "QsQd"], "2c3c", CardCountError, "^row 1: board has 2 cards .* 0, 3, 4 or 5$"),
    (["AhKh", "QsQd"], "2c3c4c5c6c7c", CardCountError, "^row 1: board has 6 cards "),
    (["AhKh", "QsQd"], "2c3c4", UnknownCardError, "^row 1: unknown card '4' in boards '2c3c4'"),
]


@pytest.mark.parametrize(("hands", "board", "kind", "message"), WRONG_POTS)
def test_a_wrong_pot_is_named_by_its_row_or_marked(
    hands: list[str], board: str, kind: type[InputError], message: str
) -> None:
    rows, boards = [["2h2d", "AcKc"], hands, ["2h2d", "AcKc"]], ["", board, "3s4s5s"]
    with pytest.raises(kind, match=message):
        equity_many(rows, boards)
    result = equity_many(rows, boards, errors="mask")
    right = equity_many([rows[0], rows[2]], ["", "3s4s5s"])
    assert result.valid.tolist() == [True, False, True]
    assert np.isnan(result.equity[1]).all()
    assert result.win[1].tolist() == result.tie[1].tolist() == [-1, -1]
    assert result.total.tolist() == [right.total[0], -1, right.total[1]]
    assert result.equity[[0, 2]].tolist() == right.equity.tolist()


@COMPARING
@pytest.mark.parametrize(
    ("hole", "board", "kind", "message"),
    [
        ("AhK", "2c3c4c", UnknownCardError, "^row 1: unknown card 'K' in holes 'AhK', at "),
        ("Ah", "2c3c4c", CardCountError, "^row 1: hole has 1 card .*; it must have 2$"),
        ("AhKh", "AhKd2c", DuplicateCardError, "^row 1: Ah appears twice: in hole and in board"),
        ("AhKh", "", InputError, "^row 1: hand strength has no meaning before the flop"),
        (None, "2c3c4c", InputError, "^row 1: holes is of type NoneType; "),
        (float("nan"), "2c3c4c", InputError, "^row 1: holes is of type float; "),
    ],
)
def test_a_wrong_hand_is_named_by_its_row_or_marked(
    function: Callable[..., Any], hole: Any, board: str, kind: type[InputError], message: str
) -> None:
    holes, boards = ["2h2d", hole], ["5s6s7s", board]
    with pytest.raises(kind, match=message):
        function(holes, boards)
    result = function(holes, boards, errors="mask")
    assert result.valid.tolist() == [True, False]
    value = result.value if function is hand_strength_many else result.ehs
    right = function(["2h2d"], ["5s6s7s"])
    assert value[0] == (right.value if function is hand_strength_many else right.ehs)[0]
    assert np.isnan(value[1])


def test_too_many_dead_cards_are_wrong() -> None:
    gone = "".join(str(Card(index)) for index in range(8, 52))
    with pytest.raises(
        CardCountError, match=r"^row 0: too few live cards are left: 4, with 0 for "
    ):
        equity_many([["2c2d", "2h2s"]], "", gone)
    with pytest.raises(CardCountError, match=r"^row 0: dead leaves too few live cards: 1, with 2 "):
        hand_strength_many(["2c2d"], "2h2s3c", gone + "3d3h")
    assert not hand_strength_many(["2c2d"], "2h2s3c", gone + "3d3h", errors="mask").valid.any()


@pytest.mark.parametrize(
    ("ask", "kind", "message"),
    [
        (
            lambda: equity_many([["AhKh"]]),
            OptionError,
            "^players has rows of 1 hands; it must have 2 ",
        ),
        (
            lambda: equity_many("AhKh"),
            InputError,
            "^players is the single string 'AhKh'; it must be a ",
        ),
        (
            lambda: equity_many(["AhKh"]),
            InputError,
            "^row 0 of players is 'AhKh'; it must be a list",
        ),
        (
            lambda: equity_many([["AhKh", "QsQd"], ["2c2d", "AsKs", "3c3d"]]),
            InputError,
            "^row 1 of players has 3 hands, and row 0 has 2; ",
        ),
        (
            lambda: equity_many([["AhKh", "QsQd"]], ["", ""]),
            InputError,
            "^boards has 2 rows but there are 1 questions; pass one row for each, or a single ",
        ),
        (lambda: equity_many([["AhKh", "QsQd"]], "2c3"), InputError, "^unknown card '3' in boards"),
        (
            lambda: equity_many([["AhKh", "QsQd"]], errors="ignore"),
            OptionError,
            "^errors is 'ignore'; it must be one of raise, mask$",
        ),
        (
            lambda: hand_strength_many(np.array([[52, 1]]), "2h3c4d"),
            UnknownCardError,
            "^row 0: item 1 of holes: 52 is not a card",
        ),
        (
            lambda: hand_strength_many(np.array([3 << 13], np.uint64), "2h3c4d"),
            UnknownCardError,
            "^row 0: holes holds 0x6000, which is not a mask of cards",
        ),
        (
            lambda: effective_hand_strength_many(["AhKh"], "2h3c4d", 10),
            OptionError,
            "^opponents is 10; it must be a whole number from 1 to 9$",
        ),
        (
            lambda: hand_strength_many(np.array([0.5]), "2h3c4d"),
            InputError,
            r"^holes is float64\[1\]; it must be strings like 'AhKh'",
        ),
    ],
)
def test_what_is_no_batch_is_refused(
    ask: Callable[[], object], kind: type[InputError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        ask()


# --- compiled once --------------------------------------------------------------------------------


def test_the_entries_keep_one_signature_after_all_kinds_of_input() -> None:
    script = """
import numpy as np
from handsight.kernels.odds import batches
from handsight.kernels.ranking import card_lines
from handsight.kernels.odds import kinds
from handsight.odds import equity_many, effective_hand_strength_many, hand_strength_many
for players in ([["AhKh", "QsQd"]] * 3, [["AhKh", "QsQd", "2c2d"]], np.array([["AhKh", "QsQd"]])):
    for board in ("", "3h4h5h", "3h4h5h6d"):
        equity_many(players, board, errors="mask")
for holes in (["AhKh"], np.array([3], np.int64), np.array([[0, 1]], np.int8)[::-1]):
    hand_strength_many(holes, "3h4h5h")
    effective_hand_strength_many(holes, "3h4h5h", errors="mask")
entries = [kinds.list_kinds, batches.share_pots, batches.compare_hands, card_lines.masks_of_lines]
print([len(each.signatures) for each in entries])
"""
    assert run(script, HANDSIGHT_BUILT_KERNELS="0").stdout.strip() == "[1, 1, 1, 1]"
