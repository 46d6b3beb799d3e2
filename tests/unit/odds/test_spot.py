"""Who takes part in a pot, and what is refused."""

import pytest

from handsight.cards import Card, CardSet, parse_cards
from handsight.errors import (
    CardCountError,
    DuplicateCardError,
    InputError,
    OptionError,
    UnknownCardError,
)
from handsight.odds.spot import ANY, Player, PlayerLike, Spot
from handsight.ranges import Range

FLOP = "Qh7h2c"


def seated(player: PlayerLike) -> Player:
    return Spot.parse([player, "random"], "5s6s7s").players[0]


# --- what a player is given as --------------------------------------------------------------------


@pytest.mark.parametrize(
    "player",
    ["AhKh", "Kh Ah", "a♥ k♥", "Ah, Kh", ["Ah", "Kh"], [50, 46], CardSet("AhKh"), (Card("Ah"), 46)],
    ids=str,
)
def test_two_cards_are_a_known_hand(player: PlayerLike) -> None:
    assert seated(player) == CardSet("AhKh")


@pytest.mark.parametrize("text", ["AK", "QQ+", "22", "15%", "AhKh:0.5", "AhKh, QQ", "AhKh, QdQs"])
def test_other_texts_are_ranges(text: str) -> None:
    assert seated(text) == Range(text).without("5s6s7s")


def test_a_range_stays_one_even_of_one_combo() -> None:
    assert seated(Range("AhKh")) == Range("AhKh")


@pytest.mark.parametrize(
    "player", ["random", "*", "100%", ANY, Range("random"), "22+, random"], ids=repr
)
def test_all_hands_alike_are_any_two_cards(player: PlayerLike) -> None:
    assert seated(player) is ANY


@pytest.mark.parametrize("player", ["random:0.5", Range("random") - Range("AhKh")], ids=str)
def test_what_lacks_a_hand_or_weighs_less_stays_a_range(player: PlayerLike) -> None:
    assert isinstance(seated(player), Range)


@pytest.mark.parametrize("number", [2, 10])
def test_two_to_ten_take_part(number: int) -> None:
    assert len(Spot.parse(["random"] * number).players) == number


@pytest.mark.parametrize("players", [("AhKh", "QQ"), iter(["AhKh", "QQ"])])
def test_players_may_be_any_sequence(players: list[PlayerLike]) -> None:
    assert Spot.parse(players).players == (CardSet("AhKh"), Range("QQ"))


# --- what is left of a range ----------------------------------------------------------------------


def test_a_range_loses_what_lies_elsewhere() -> None:
    spot = Spot.parse(["AhKh", "AA, QQ, 22, 99"], FLOP, dead="9c9d")
    assert spot.players[1] == Range("AA, QQ, 22, 99").without(CardSet("AhKh9c9d" + FLOP))
    assert spot.ranges == [spot.players[1]]


def test_a_range_keeps_what_another_range_may_hold() -> None:
    assert Spot.parse(["QQ", "QQ"]).players == (Range("QQ"), Range("QQ"))


def test_hands_ranges_live_cards_and_cards_to_come_are_told() -> None:
    spot = Spot.parse(["AhKh", "QQ", "7c7d", "AA"], FLOP, dead="2d")
    assert spot.hands == [CardSet("AhKh"), CardSet("7c7d")]
    assert [len(hands) for hands in spot.ranges] == [3, 3]
    assert spot.live == CardSet.full() - CardSet("AhKh7c7d2d" + FLOP)
    assert spot.to_come == 2


@pytest.mark.parametrize(
    ("text", "any_hand"), [("random", True), ("random:0.3", True), ("22+", False), ("AhKd", False)]
)
def test_a_range_is_any_hand_if_all_combos_weigh_alike(text: str, any_hand: bool) -> None:
    spot = Spot.parse(["AsKs", Range(text)], FLOP)
    assert spot.is_any(1) is any_hand


def test_a_known_hand_is_not_any_hand() -> None:
    assert not Spot.parse(["AhKh", "random"]).is_any(0)


def test_what_a_range_lacks_does_not_matter_if_it_lies_elsewhere() -> None:
    spot = Spot.parse(["AhKh", Range("random") - Range("AhKh, Ah2c")])
    assert spot.is_any(1)


def test_any_two_cards_are_all_live_ones_where_a_range_is_asked_for() -> None:
    spot = Spot.parse(["AhKh", "random", "QQ"], FLOP, dead="2d")
    assert spot.ranges == [Range("random").without("AhKh2d" + FLOP), Range("QQ").without("Qh")]
    assert [spot.combos(number) for number in range(3)] == [1, 46 * 45 // 2, 3]


def test_a_player_keeps_the_text_and_what_was_named() -> None:
    spot = Spot.parse(["Kh Ah", "QQ,KK", [4, 5], Range("22:0.5"), "*"], FLOP)
    assert [spot.name(number) for number in range(5)] == ["Kh Ah", "QQ,KK", "3d3c", "22:0.5", "*"]
    assert list(map(str, spot.named)) == ["AhKh", "KK-QQ", "3d3c", "22:0.5", "random"]
    assert [spot.combos(1), spot.combos(3)] == [6, 3]


def test_a_spot_made_directly_is_named_by_what_it_holds() -> None:
    spot = Spot((CardSet("AhKh"), Range("QQ"), ANY))
    assert [spot.name(number) for number in range(3)] == ["AhKh", "QQ", "random"]
    assert (spot.hole, spot.opponents, spot.street, spot.to_come) == (
        CardSet("AhKh"),
        *(2, "preflop", 5),
    )


def test_a_range_has_no_hole_cards() -> None:
    with pytest.raises(InputError, match="player 1 holds a range; the question needs two cards"):
        Spot.parse(["QQ", "AhKh"]).hole  # noqa: B018


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ([], "players has length 0; it must have 2 to 10 hands and ranges"),
        (["AhKh"], "players has length 1; it must have 2 to 10 hands and ranges"),
        (["random"] * 11, "players has length 11; it must have 2 to 10 hands and ranges"),
        ("AhKh", "players is of type str; it must be a list of 2 to 10 hands and ranges"),
        (Range("AA"), "players is of type Range; it must be a list of 2 to 10 hands and ranges"),
        (CardSet("AhKh"), "players is of type CardSet; it must be a list"),
        ({"AA": 1, "KK": 2}, "players is of type dict; it must be a list"),
        (None, "players is of type NoneType; it must be a list"),
        (2, "players is of type int; it must be a list"),
    ],
    ids=str,
)
def test_what_is_no_list_of_two_to_ten_is_refused(players: list[str], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        Spot.parse(players)


@pytest.mark.parametrize(
    ("player", "error", "words"),
    [
        ("Ah", CardCountError, r"player 2: the hand has 1 card \(Ah\); it must have 2"),
        ("AhKhQd", CardCountError, r"player 2: the hand has 3 cards \(AhKhQd\); it must have 2"),
        ("AhKh QdQs", CardCountError, "player 2: the hand has 4 cards"),
        (["Ah"], CardCountError, "player 2: the hand has 1 card"),
        ("AhAh", InputError, "player 2: cannot read 'AhAh'.* Ah appears twice"),
        (["Ah", "Ah"], DuplicateCardError, "player 2: Ah appears twice in the hand"),
        (["Ah", "Xx"], UnknownCardError, "player 2: unknown card 'Xx'"),
        ("QQ+, XY", InputError, "player 2: cannot read 'XY' in range"),
        (None, UnknownCardError, "player 2: the hand is of type NoneType; pass a string"),
        ("", InputError, "player 2: the range has no hand left: it is empty"),
        (Range(), InputError, "player 2: the range has no hand left: it is empty"),
        ("22:0", InputError, "player 2: the range has no hand left: it is empty"),
        (
            "AsKs, 2c2d",
            InputError,
            "player 2: the range has no hand left: each of its combos holds a card that is dealt",
        ),
    ],
    ids=str,
)
def test_a_player_that_cannot_be_is_refused_by_number(
    player: PlayerLike, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Spot.parse(["AsKs", player], FLOP)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ({"board": "Ah7h2c"}, "Ah appears twice: in player 1 and in board"),
        ({"dead": "Kh"}, "Kh appears twice: in player 1 and in dead"),
        ({"board": FLOP, "dead": "2c"}, "2c appears twice: in board and in dead"),
        ({"board": "Qs7h2c"}, "Qs appears twice: in player 3 and in board"),
    ],
    ids=str,
)
def test_a_card_in_two_places_is_refused(cards: dict[str, str], words: str) -> None:
    with pytest.raises(DuplicateCardError, match=words):
        Spot.parse(["AhKh", "TT", "QsQd"], **cards)


def test_two_known_hands_cannot_share_a_card() -> None:
    with pytest.raises(DuplicateCardError, match="Ah appears twice: in player 1 and in player 2"):
        Spot.parse(["AhKh", "AhAd"])


@pytest.mark.parametrize("board", ["2s", "2s5h", "2s5h9dJcJd7h"])
def test_a_board_of_no_street_is_refused(board: str) -> None:
    with pytest.raises(CardCountError, match=r"board has \d cards?"):
        Spot.parse(["AhKh", "QQ"], board)


@pytest.mark.parametrize("ranges", [1, 2])
def test_too_few_live_cards_are_refused_and_just_enough_are_not(ranges: int) -> None:
    players = ["AhKh", *["random"] * ranges]
    others = sorted(CardSet.full() - CardSet("AhKh" + FLOP))
    needed = 2 * ranges + 2
    assert len(Spot.parse(players, FLOP, others[needed:]).live) == needed
    words = f"{needed - 1}, with {2 * ranges} for the ranges' hands and 2 to come"
    with pytest.raises(CardCountError, match=words):
        Spot.parse(players, FLOP, others[needed - 1 :])


@pytest.mark.parametrize("board", ["", "Qh7h2c", "Qh 7h 2c 9s", "Qh7h2c9s9d"])
@pytest.mark.parametrize("dead", ["", "3c", "3c4c5c"])
def test_cards_in_the_usual_notation_are_read_like_those_in_any_other(
    board: str, dead: str
) -> None:
    players: list[PlayerLike] = ["AhKh", "QsQd", "AA, KsKd"]
    usual = Spot.parse(players, board, dead)
    other = Spot.parse(players, ",".join(parsed(board)).lower(), iter(parsed(dead)))
    assert usual == other
    assert (usual.board, usual.dead) == (CardSet(board), CardSet(dead))


def parsed(cards: str) -> list[str]:
    return list(map(str, parse_cards(cards)))
