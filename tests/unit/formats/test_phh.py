"""PHH as it is read: every field, every action, and what is wrong with its line."""

import tomllib
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from handsight.cards import Card
from handsight.errors import HistoryError
from handsight.formats import parse_phh, phh_text
from handsight.formats.phh import OtherVariantError
from handsight.formats.toml import plain_table
from handsight.game import Action, ActionRecord
from tests.unit.formats.hands import FIELDS, LIMIT, history, text_of

DEALT = FIELDS["actions"][:3]


def test_a_hand_is_read_with_all_that_it_tells() -> None:
    read = history(players=["Ann", "Bob", "Cyd"], hand=7, event="Home")
    assert (read.rules.structure, read.rules.small_blind, read.rules.big_blind) == (
        "no-limit",
        50,
        100,
    )
    assert (read.stacks, read.posts, read.antes) == ((10000, 10000, 2500), (50, 100, 0), (0, 0, 0))
    assert read.button == 2
    assert read.holes[0] == (Card("Qs"), Card("Qd"))
    assert "".join(map(str, read.board)) == "Qh7h2c3h2d"
    assert read.actions[0] == ActionRecord("preflop", 2, Action.raise_to(300), 300, False)
    assert read.actions[-1] == ActionRecord("flop", 2, Action.call(), 1500, True)
    assert (read.shown, read.mucked) == ((0, 2), ())
    assert (read.players, read.finishing_stacks) == (("Ann", "Bob", "Cyd"), (12600, 9900, 0))
    assert (read.number, read.metadata) == (7, {"hand": 7, "event": "Home"})
    assert (read.file, read.line) == ("hand.phh", 1)


def test_a_limit_hand_has_two_bets() -> None:
    rules = history(LIMIT).rules
    assert (rules.is_limit, rules.bet_sizes) == (True, (100, 200))


def test_between_two_players_the_second_posts_the_small_blind() -> None:
    read = history(
        antes=[0, 10],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[200, 100],
        actions=["d dh p1 AhKh", "d dh p2 QsQd", "p2 f"],
        finishing_stacks=None,
    )
    assert (read.posts, read.antes, read.stacks, read.button) == ((2, 1), (10, 0), (200, 100), 1)


def test_a_negative_blind_is_one_posted_out_of_turn() -> None:
    read = history(blinds_or_straddles=[50, 100, -100])
    assert (read.posts, read.late) == ((50, 100, 100), (2,))


@pytest.mark.parametrize(
    ("matched", "kind"), [(True, "each"), (False, "big-blind"), (None, "big-blind")]
)
def test_antes_have_to_be_matched_where_they_are_trimmed(matched: bool | None, kind: str) -> None:
    assert history(ante_trimming_status=matched).rules.ante_by == kind


def test_cards_that_are_not_told_are_none() -> None:
    actions = ["d dh p1 ????", "d dh p2 Ah??", "p3 f", "p1 f"]
    assert history(actions=actions).holes == (None, None, None)


def test_a_hand_that_is_shown_becomes_known() -> None:
    read = history(actions=["d dh p1 ????", "p1 sm QsQd", "p2 sm -", "p3 sm"])
    assert read.holes[0] == (Card("Qs"), Card("Qd"))
    assert (read.shown, read.mucked) == ((0, 2), (1,))


@pytest.mark.parametrize(
    ("dealt", "turned_up"),
    [
        (("AhKh", "QsQd", "9c8c"), ()),
        (("AhKh", "????", "????"), (1, 2)),
        (("????", "????", "????"), (0, 1, 2)),
        (("AhKh", "QsQd", "????"), (2,)),
    ],
)
def test_cards_that_are_turned_up_later_stay_apart_from_those_dealt_open(
    dealt: tuple[str, ...], turned_up: tuple[int, ...]
) -> None:
    holes = [f"d dh p{seat} {hole}" for seat, hole in enumerate(dealt, start=1)]
    read = history(actions=[*holes, "p1 sm AhKh", "p2 sm QsQd", "p3 sm 9c8c"])
    for again in (read, parse_phh(phh_text(read))):
        assert (again.turned_up, again.is_dealt_open) == (turned_up, not turned_up)


@pytest.mark.parametrize(
    "value", ["[0]", "[4]", "2", '["p2"]', "[true]", "[1, 1]", "[2]\n_hero = 2"]
)
def test_cards_turned_up_of_nobody_are_refused(value: str) -> None:
    with pytest.raises(HistoryError, match=r"_turned_up is .*; it must list players whose"):
        parse_phh(f"{text_of()}_turned_up = {value}\n")
    unknown = text_of(actions=["d dh p1 QsQd", "d dh p2 ????", "d dh p3 AhKh", "p3 f", "p1 f"])
    with pytest.raises(HistoryError, match=r"_turned_up is \[2\]; .* not the hero: \[1, 3\]"):
        parse_phh(f"{unknown}_turned_up = [2]\n")


def test_remarks_are_kept_with_the_actions() -> None:
    read = history(actions=[*DEALT, "p3 f # sighs", "# the phone rings"])
    assert read.actions == (ActionRecord("preflop", 2, Action.fold(), 0, False),)
    assert read.notes == {0: " sighs"}


# --- amounts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stacks", "raised", "scale", "chips"),
    [
        ([100, 100, 100], "2", 1, 2),
        ([Decimal("100.5"), 100, 100], "2", 10, 20),
        ([100, 100, 100], "2.25", 100, 225),
        ([Decimal("100.00"), 100, 100], "2.50", 10, 25),
    ],
)
def test_fractions_are_brought_to_whole_chips(
    stacks: list[Any], raised: str, scale: int, chips: int
) -> None:
    text = text_of(
        blinds_or_straddles=[0, 1, 0],
        min_bet=1,
        starting_stacks=None,
        actions=[*DEALT, f"p3 cbr {raised}"],
    )
    read = parse_phh(f"{text}starting_stacks = [{', '.join(map(str, stacks))}]\n")
    assert (read.scale, read.actions[0].action.amount) == (scale, chips)
    assert read.stacks[1] == 100 * scale


def test_half_a_chip_at_the_end_does_not_make_the_chips_smaller() -> None:
    read = history(finishing_stacks=[10162.5, 9900.0, 2437.5])
    assert read.scale == 1
    assert read.finishing_stacks == (Fraction(20325, 2), 9900, Fraction(4875, 2))


# --- what is wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "key", "reason"),
    [
        ({"variant": 5}, "variant", "variant is 5; it must be a string"),
        ({"antes": None}, "", "antes is missing"),
        ({"min_bet": None}, "", "min_bet is missing"),
        ({"min_bet": 0}, "min_bet", "the smallest bet is 0"),
        ({"min_bet": True}, "min_bet", "holds True; it must hold numbers"),
        ({"antes": [0, 0]}, "antes", "has 2 numbers, but there are 3 players"),
        ({"antes": 5}, "antes", "antes is 5; it must be a list"),
        ({"antes": [0, 0, -5]}, "antes", "antes holds -5; chips cannot be negative"),
        ({"starting_stacks": [100]}, "starting_stacks", "a hand has 2 to 10"),
        ({"starting_stacks": ["a", 1, 2]}, "starting_stacks", "holds 'a'; it must hold numbers"),
        ({"starting_stacks": [1 << 60, 1, 2]}, "starting_stacks", "which is too many chips"),
        ({"players": ["Ann"]}, "players", "1 players, but 3 starting stacks"),
        ({"players": [1, 2, 3]}, "players", "players holds 1; it must hold strings"),
        ({"actions": [5]}, "actions", "actions holds 5; it must hold strings"),
        ({"actions": ["p1 sd"]}, "actions", "'p1 sd' is not an action of Texas Hold'em"),
        ({"actions": ["p4 f"]}, "actions", "'p4' is not a player; the players are p1..p3"),
        ({"actions": ["x1 f"]}, "actions", "'x1' is not a player"),
        ({"actions": ["p1 cbr ten"]}, "actions", "'ten' is not an amount"),
        ({"actions": ["p1 cbr inf"]}, "actions", "finite chips"),
        ({"actions": ["d dh p1 AhKhQh"]}, "actions", "does not deal the two cards"),
        ({"actions": ["d dh p1 AhKh", "d dh p1 AhKh"]}, "actions", "does not deal the two cards"),
        ({"actions": ["d dh p1 AhKx"]}, "actions", "'d dh p1 AhKx': unknown card 'Kx'"),
        ({"actions": ["d db ??7h2c"]}, "actions", "hides a card of the board"),
        ({"actions": ["d db 7h2c"]}, "actions", "deals 2 cards to a board of 0"),
        ({"actions": ["d dh p1 AhKh", "p1 sm AhQh"]}, "actions", "shows different cards"),
        ({"_house": {"reopen": "always"}}, "", "reopen is 'always'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(
    changed: dict[str, Any], key: str, reason: str
) -> None:
    fields = {key: value for key, value in (FIELDS | changed).items() if value is not None}
    text = "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())
    with pytest.raises(HistoryError) as caught:
        parse_phh(text, "hand.phh", line=11)
    assert reason in caught.value.reason
    expected = list(fields).index(key) if key else 0
    assert (caught.value.file, caught.value.line) == ("hand.phh", 11 + expected)
    assert str(caught.value) == f"hand.phh:{caught.value.line}: {caught.value.reason}"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {each!r}" for key, each in value.items()) + "}"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def test_the_line_is_that_of_the_action_where_each_has_its_own() -> None:
    text = text_of(actions=None) + 'actions = [\n  # "p1 f"\n  "p3 f",\n  "p1 stands up",\n]\n'
    with pytest.raises(HistoryError) as caught:
        parse_phh(text)
    assert caught.value.line == text[: text.index("p1 stands up")].count("\n") + 1


@pytest.mark.parametrize(
    ("variant", "game"),
    [("PO", "pot-limit Omaha"), ("FB", "badugi"), ("X", "no game of the format")],
)
def test_another_game_is_told_apart(variant: str, game: str) -> None:
    with pytest.raises(OtherVariantError, match=f"variant '{variant}' is {game}") as caught:
        parse_phh(f"# remark\nvariant = '{variant}'\n", "o.phh")
    assert (caught.value.variant, caught.value.line) == (variant, 2)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (text_of()[:-40], 7),
        ("variant = 'NT'\nantes = [0,\n", 2),
        ("variant = 'NT'\nantes == [0]\n", 2),
        ("variant = 'NT'\nvariant = 'NT'\n", 2),
        ("\x00\x01", 1),
    ],
)
def test_text_that_is_no_toml_is_told_with_its_line(text: str, line: int) -> None:
    with pytest.raises(HistoryError, match="this is not TOML") as caught:
        parse_phh(text, "bad.phh")
    assert caught.value.line == line


def test_brackets_without_end_do_not_bring_us_down() -> None:
    with pytest.raises(HistoryError):
        parse_phh("a = " + "[" * 100_000)


@pytest.mark.parametrize("number", ["9" * 5000, "1e999999999999999999", "1e-99", "nan", "-1e30"])
def test_numbers_beyond_all_measure_are_refused(number: str) -> None:
    text = text_of(starting_stacks=None) + f"starting_stacks = [{number}, 100, 100]\n"
    with pytest.raises(HistoryError):
        parse_phh(text)


# --- the short way through plain TOML -------------------------------------------------------------

PLAIN = [
    text_of(),
    text_of(LIMIT, hand=7, event="a # no remark", antes=[-1, 0, 5]),
    'a = "b"\nc = ["d", \'e\', "f"]\ng = [\n  "h",\n  "i",\n]\n',
    "a = true\nb = 'x, y'\nc = ['x, y', '']\n\nd = [1]\ne = -0\n",
    "a = 1.5\nb = [0.05, 2, -1.50]\nc = 09:34:56\nd = 0.000001\ne = -0.0\n",
    "",
]
OTHER = [
    *(
        'a = "b\\tc"',
        'a = "b\\""',
        "a = 1.5e3",
        "a = .5",
        "a = 1.",
        "a = 25:00:00",
        "a = 12:34:56.7",
        "a = [1,2]",
        "a = []",
        "a = 1 # remark",
        " a = 1",
        "a=1",
    ),
    *("a = 01", "a = 1_0", "a = 'b\tc' # d", "a = ['b', 1]", "a = 1\na = 2", "A = 1", "a.b = 1"),
    *("a = '''b'''", "a = 1979-05-27", "a = 99999999999999999999", "a = +1", "[a]", "a = 'b\x01'"),
]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_is_read_as_the_toml_reader_reads_it(text: str) -> None:
    found, expected = plain_table(text), tomllib.loads(text, parse_float=Decimal)
    assert repr(found) == repr(expected)


@pytest.mark.parametrize("text", OTHER)
def test_what_is_not_plain_is_left_to_the_toml_reader(text: str) -> None:
    assert plain_table(text) is None
