"""Hand strength and potential: what is counted, and what is refused."""

from fractions import Fraction

import pytest

from handsight.cards import CardSet
from handsight.errors import (
    CardCountError,
    DuplicateCardError,
    InputError,
    OptionError,
    StreetError,
)
from handsight.odds import HandPotential, HandStrength, hand_potential, hand_strength
from handsight.ranges import Range
from tests.naive import ranges as naive

EXAMPLE = ("AdQc", "3h4cJh")
BOARDS = ["3h4cJh", "3h4cJh9s", "3h4cJh9s2d", "7d5s5c", "KsKhTsTh"]


def test_the_value_counts_a_tie_as_half() -> None:
    assert HandStrength(ahead=2, tied=1, behind=1).value == 0.625


def test_the_total_is_all_hands() -> None:
    assert HandStrength(ahead=2, tied=3, behind=4).total == 9


@pytest.mark.parametrize("opponents", range(1, 10))
def test_against_several_the_value_is_raised_to_their_number(opponents: int) -> None:
    strength = HandStrength(ahead=1, tied=0, behind=1)
    assert strength.against(opponents) == 0.5**opponents


@pytest.mark.parametrize("opponents", [0, -1, 10, True, 2.0, 2.5, "2", None])
def test_a_wrong_number_of_opponents_is_refused(opponents: int) -> None:
    with pytest.raises(
        OptionError, match=r"opponents is .*; it must be a whole number from 1 to 9"
    ):
        hand_strength(*EXAMPLE).against(opponents)


@pytest.mark.parametrize(("board", "total"), [("", 1081), ("9s", 1035), ("9s2d", 990)])
def test_each_street_has_its_number_of_hands(board: str, total: int) -> None:
    assert hand_strength("AdQc", "3h4cJh" + board).total == total


def test_dead_cards_are_in_nobodys_hand() -> None:
    assert hand_strength(*EXAMPLE, dead="2c2d2h").total == 44 * 43 // 2


def test_a_dead_card_that_would_beat_us_makes_us_stronger() -> None:
    assert hand_strength(*EXAMPLE, dead="Js").value > hand_strength(*EXAMPLE).value


def test_with_two_live_cards_there_is_one_hand() -> None:
    dead = CardSet.full() - CardSet("AdQc 3h4cJh 2c2d")
    assert hand_strength(*EXAMPLE, dead=dead) == HandStrength(ahead=0, tied=0, behind=1)


def test_with_one_live_card_there_is_no_hand_to_compare_with() -> None:
    dead = CardSet.full() - CardSet("AdQc 3h4cJh 2c")
    with pytest.raises(CardCountError, match="dead leaves too few live cards: 1"):
        hand_strength(*EXAMPLE, dead=dead)


def test_the_nuts_beat_everything() -> None:
    assert hand_strength("AhKh", "QhJhTh").value == 1


def test_a_board_that_plays_for_everyone_ties() -> None:
    assert hand_strength("2c2d", "AsKsQsJsTs") == HandStrength(ahead=0, tied=990, behind=0)


def test_before_the_flop_it_points_to_hand_odds() -> None:
    with pytest.raises(StreetError, match=r"no meaning before the flop.*; use hand_odds"):
        hand_strength("AdQc", "")


def test_a_card_in_two_places_is_refused() -> None:
    with pytest.raises(DuplicateCardError, match="in hole and in dead"):
        hand_strength(*EXAMPLE, dead="Ad")


# --- against ranges -------------------------------------------------------------------------------


def test_a_range_weighs_his_hands() -> None:
    """Queens without ours, and deuces, beat ace high; 98s does not."""
    strength = hand_strength(*EXAMPLE, villain="QQ, 22:0.5, 98s:1/3, AA:0")
    assert strength == HandStrength(ahead=Fraction(4, 3), tied=0, behind=3 + 3)
    assert strength.total == Fraction(22, 3)


def test_whole_weights_give_integers() -> None:
    strength = hand_strength(*EXAMPLE, villain="QQ, 22:0.5, 98s:0.5")
    numbers = (strength.ahead, strength.tied, strength.behind, strength.total)
    assert {type(number) for number in numbers} == {int}
    mixed = HandStrength(Fraction(1, 2), 0, Fraction(1, 2))
    assert type(mixed.total) is int


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("dead", ["", "2c2s"])
def test_random_is_any_cards(board: str, dead: str) -> None:
    assert hand_strength("AdQc", board, dead, villain="random") == hand_strength(
        "AdQc", board, dead
    )


@pytest.mark.parametrize("villain", [["QQ, T9s", "55+:0.1"], ["JJ+", "AK:1/3", "99, 88"]])
def test_several_ranges_are_weighed_as_by_dealing(villain: list[str]) -> None:
    held = [Range(each).without("AdQc3h4cJh") for each in villain]
    expected = naive.standings(*EXAMPLE, held, 0)
    strength = hand_strength(*EXAMPLE, villain=villain)
    assert [strength.ahead, strength.tied, strength.behind] == [expected[i][i] for i in range(3)]


def test_cards_that_he_hardly_has_leave_the_others() -> None:
    held = Range("random").without("AdQc3h4cJh" + "JsJd")
    excluded = hand_strength(*EXAMPLE, excluded="JsJd")
    assert excluded == hand_strength(*EXAMPLE, villain=held)
    assert excluded == hand_strength(*EXAMPLE, dead="JsJd")


@pytest.mark.parametrize("villain", ["", Range(), "AdQc, 3h3c", "AdKd"])
def test_a_range_of_which_nothing_is_left_is_refused(villain: str) -> None:
    with pytest.raises(InputError, match=r"villain '.*' has no hand left"):
        hand_strength(*EXAMPLE, villain=villain)


@pytest.mark.parametrize("number", [0, 4])
def test_up_to_three_ranges_are_compared_with(number: int) -> None:
    with pytest.raises(OptionError, match=f"villain has {number} ranges; it must have 1 to 3"):
        hand_strength(*EXAMPLE, villain=["QQ"] * number)


def test_ranges_that_cannot_be_held_together_are_refused() -> None:
    with pytest.raises(InputError, match="no deal gives each player a hand of these ranges"):
        hand_strength(*EXAMPLE, villain=["KhKs", "KhTh"])


def test_before_the_flop_a_range_changes_nothing() -> None:
    with pytest.raises(StreetError, match="use hand_odds"):
        hand_strength("AdQc", "", villain="QQ")


FLOP = ("AdQc", "3h4cJh")
TURN = ("AdQc", "3h4cJh9s")
RIVER = ("AdQc", "3h4cJh9s2d")


def potential(*rows: tuple[int, int, int], source: str | None = None) -> HandPotential:
    """Make one of three rows, against one opponent and ten runouts."""
    ahead, tied, behind = (sum(row) // 10 for row in rows)
    return HandPotential(rows, (ahead, tied, behind), 1, 2, 10, source)


# --- the formulas ---------------------------------------------------------------------------------


def test_positive_potential_counts_ties_half_on_either_side() -> None:
    """Of 20 deals behind 4 are won and 2 are tied, of 10 tied 3 are won: 6.5 of 25."""
    assert potential((0, 0, 0), (3, 7, 0), (4, 2, 14)).ppot == 6.5 / 25


def test_negative_potential_counts_ties_half_on_either_side() -> None:
    assert potential((14, 2, 4), (0, 7, 3), (0, 0, 0)).npot == 6.5 / 25


def test_nothing_of_nothing_is_0() -> None:
    always_ahead = potential((10, 0, 0), (0, 0, 0), (0, 0, 0))
    assert always_ahead.ppot == 0
    assert potential((0, 0, 0), (0, 0, 0), (0, 0, 10)).npot == 0


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_totals_are_the_rows_by_runouts(opponents: int) -> None:
    counted = hand_potential(*FLOP, opponents=opponents)
    assert counted.totals == tuple(sum(row) // counted.runouts for row in counted.counts)
    assert all(sum(row) % counted.runouts == 0 for row in counted.counts)


def test_the_chance_to_win_is_how_we_stand_then() -> None:
    assert potential((10, 0, 0), (3, 7, 0), (4, 2, 14)).p_win == (17 + 9 / 2) / 40


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_the_chance_to_win_is_what_the_papers_formula_says(opponents: int) -> None:
    counted = hand_potential(*FLOP, opponents=opponents)
    ahead, tied, behind = counted.totals
    strength = (ahead + tied / 2) / (ahead + tied + behind)
    by_formula = strength * (1 - (counted.npot or 0)) + (1 - strength) * (counted.ppot or 0)
    assert counted.p_win == pytest.approx(by_formula, rel=1e-14)


@pytest.mark.parametrize(
    ("source", "ppot", "npot"),
    [
        ("dsie-2011", (40 + 21 / 2 + 29 / 2) / (2 + 1 / 2), (29 + 11 / 2 + 11 / 2) / (1 + 1 / 2)),
        ("dsie-2011-integer", (40 + 10 + 14) // 2, (29 + 5 + 5) // 1),
        ("cisti-2013", (40 + 21 / 2 + 29 / 2) / 2 + 1 / 2, (29 + 11 / 2 + 11 / 2) / (1 + 1 / 2)),
    ],
)
def test_as_published_the_runouts_are_left_out(source: str, ppot: float, npot: float) -> None:
    counts = ((0, 11, 29), (29, 0, 11), (40, 21, 19))
    counted = HandPotential(counts, (1, 1, 2), 1, 2, 40, source)
    assert (counted.ppot, counted.npot) == (ppot, npot)


@pytest.mark.parametrize("source", ["dsie-2011", "dsie-2011-integer", "cisti-2013"])
def test_as_published_a_division_by_zero_gives_none(source: str) -> None:
    assert potential((10, 0, 0), (0, 0, 0), (0, 0, 0), source=source).ppot is None
    assert potential((0, 0, 0), (0, 0, 0), (0, 0, 10), source=source).npot is None


# --- what is counted ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "lookahead"), [(FLOP, 0), (FLOP, 1), (FLOP, 2), (TURN, 0), (TURN, 1), (RIVER, 0)]
)
def test_whatever_the_lookahead_the_totals_are_the_strength(
    cards: tuple[str, str], lookahead: int
) -> None:
    strength = hand_strength(*cards)
    totals = hand_potential(*cards, lookahead=lookahead).totals
    assert totals == (strength.ahead, strength.tied, strength.behind)


@pytest.mark.parametrize(("cards", "to_come"), [(FLOP, 2), (TURN, 1), (RIVER, 0)])
def test_without_a_lookahead_all_cards_come(cards: tuple[str, str], to_come: int) -> None:
    assert hand_potential(*cards) == hand_potential(*cards, lookahead=to_come)


@pytest.mark.parametrize("cards", [FLOP, TURN, RIVER])
def test_looking_no_card_ahead_nothing_turns(cards: tuple[str, str]) -> None:
    still = hand_potential(*cards, lookahead=0)
    assert (still.ppot, still.npot, still.runouts) == (0, 0, 1)


@pytest.mark.parametrize(("opponents", "runouts"), [(1, 990), (2, 903), (3, 820)])
def test_each_tuple_of_hands_meets_its_number_of_runouts(opponents: int, runouts: int) -> None:
    counted = hand_potential(*FLOP, opponents=opponents)
    assert counted.runouts == runouts
    assert all(sum(row) % runouts == 0 for row in counted.counts)


def test_the_counts_are_plain_integers() -> None:
    counted = hand_potential(*FLOP, opponents=3)
    assert {type(count) for row in counted.counts for count in row} == {int}
    assert hash(counted) == hash(hand_potential(*FLOP, opponents=3))


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", [0, 4, 10, True, 2.0, 2.5])
def test_potential_against_a_wrong_number_of_opponents_is_refused(opponents: int) -> None:
    with pytest.raises(OptionError, match=r"opponents is .*from 1 to 3"):
        hand_potential(*FLOP, opponents=opponents)


@pytest.mark.parametrize(
    ("cards", "street", "most"),
    [(FLOP, "flop", "from 0 to 2"), (TURN, "turn", "from 0 to 1"), (RIVER, "river", "0$")],
)
def test_a_lookahead_beyond_the_river_is_refused(
    cards: tuple[str, str], street: str, most: str
) -> None:
    with pytest.raises(OptionError, match=f"lookahead is 3; on the {street} it must be {most}"):
        hand_potential(*cards, lookahead=3)


@pytest.mark.parametrize("lookahead", [-1, True, 1.0, 1.5, "1"])
def test_a_lookahead_that_is_no_number_of_cards_is_refused(lookahead: int) -> None:
    with pytest.raises(OptionError, match="lookahead is"):
        hand_potential(*FLOP, lookahead=lookahead)


def test_an_unknown_source_is_refused_with_those_there_are() -> None:
    with pytest.raises(OptionError, match="cisti-2013, dsie-2011, dsie-2011-integer"):
        hand_potential(*FLOP, as_published="billings")


def test_as_published_there_is_one_opponent() -> None:
    with pytest.raises(OptionError, match="dsie-2011 prints potential for one opponent, not 2"):
        hand_potential(*FLOP, opponents=2, as_published="dsie-2011")


def test_potential_before_the_flop_points_to_hand_odds() -> None:
    with pytest.raises(StreetError, match=r"hand potential has no meaning.*use hand_odds"):
        hand_potential("AdQc", "")


def test_a_board_of_two_cards_is_refused() -> None:
    with pytest.raises(CardCountError, match="board has 2 cards"):
        hand_potential("AdQc", "3h4c")


@pytest.mark.parametrize(("opponents", "needed"), [(1, 4), (2, 6), (3, 8)])
def test_too_few_live_cards_are_refused_and_just_enough_are_not(
    opponents: int, needed: int
) -> None:
    others = sorted(CardSet.full() - CardSet("AdQc3h4cJh"))
    enough = hand_potential(*FLOP, opponents=opponents, dead=others[needed:])
    assert enough.runouts == 1
    with pytest.raises(CardCountError, match=f"dead leaves too few live cards: {needed - 1}"):
        hand_potential(*FLOP, opponents=opponents, dead=others[needed - 1 :])


# --- against ranges -------------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("cards", [FLOP, TURN, RIVER])
def test_the_potential_against_random_is_that_against_any_cards(
    cards: tuple[str, str], opponents: int
) -> None:
    counted = hand_potential(*cards, opponents, dead="2c", villain="random")
    assert counted == hand_potential(*cards, opponents, dead="2c")
    assert {type(count) for row in counted.counts for count in row} == {int}


@pytest.mark.parametrize("lookahead", [0, 1])
@pytest.mark.parametrize(
    "villain", ["QQ, T9s:0.1", ["QQ, T9s", "55+:0.1"], ["KK+", "AK:1/3", "99, 88"]]
)
def test_ranges_are_weighed_as_by_dealing(villain: str | list[str], lookahead: int) -> None:
    texts = [villain] if isinstance(villain, str) else villain
    held = [Range(each).without("AdQc3h4cJh9s") for each in texts]
    expected = naive.standings(*TURN, held, lookahead)
    counted = hand_potential(*TURN, lookahead=lookahead, villain=villain)
    assert [list(row) for row in counted.counts] == expected
    assert counted.opponents == len(texts)
    assert counted.runouts == (44, 42, 40)[len(texts) - 1] ** lookahead
    assert counted.totals == tuple(sum(row) / counted.runouts for row in expected)


def test_one_range_is_for_all_opponents() -> None:
    assert hand_potential(*TURN, 2, villain="QQ, T9s") == hand_potential(
        *TURN, villain=["QQ, T9s", "QQ, T9s"]
    )


def test_excluded_cards_may_still_come_and_dead_ones_may_not() -> None:
    excluded, dead = hand_potential(*FLOP, excluded="AhAs"), hand_potential(*FLOP, dead="AhAs")
    assert excluded.totals == dead.totals
    assert (excluded.runouts, dead.runouts) == (45 * 44 // 2, 43 * 42 // 2)
    held = Range("random").without("AdQc3h4cJhAhAs")
    assert excluded == hand_potential(*FLOP, villain=held)


def test_as_published_there_are_no_ranges() -> None:
    with pytest.raises(OptionError, match="published"):
        hand_potential(*FLOP, villain="QQ", as_published="dsie-2011")


def test_up_to_three_ranges_are_counted() -> None:
    with pytest.raises(OptionError, match="villain has 4 ranges; it must have 1 to 3"):
        hand_potential(*FLOP, villain=["QQ"] * 4)


def test_too_many_or_few_ranges_for_the_opponents_are_refused() -> None:
    with pytest.raises(OptionError, match="villain has 2 ranges and opponents is 3"):
        hand_potential(*FLOP, 3, villain=["QQ", "KK"])


def test_potential_against_a_range_of_which_nothing_is_left_is_refused() -> None:
    with pytest.raises(InputError, match="villain 'AdKd' has no hand left"):
        hand_potential(*FLOP, villain="AdKd")


def test_potential_against_ranges_that_cannot_be_held_together_is_refused() -> None:
    with pytest.raises(InputError, match="no deal gives each player a hand of these ranges"):
        hand_potential(*FLOP, villain=["KhKs", "KhTh", "22"])
