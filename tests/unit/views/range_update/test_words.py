"""A hand that is described in plain words: who sits where, what is legal, and what is refused."""

import re

import pytest

from handsight.errors import InputError, OptionError
from handsight.views.range_update.hand import HandSoFar
from handsight.views.range_update.words import hand_in_words, read_statements

FLOP = "Qh7h2c"
TOLD = "p1 raises 300, p2 calls, p1 bets 400"
LIMPED = "p2 calls, p1 checks"


def hand(text: str, board: str = "", **options: object) -> HandSoFar:
    return hand_in_words("AhKh", board, text, **options)  # type: ignore[arg-type]


def done(found: HandSoFar) -> list[str]:
    return [f"{found.names[each.seat]} {each.street} {each.action}" for each in found.actions]


def refused(text: str, board: str = "", **options: object) -> str:
    with pytest.raises(InputError) as caught:
        hand(text, board, **options)
    return str(caught.value)


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "action"),
    {
        "p1 folds": "fold",
        "p1 fold": "fold",
        "P1 Checks": "check",
        "p1 calls": "call",
        "p1 bets 400": "bet 400",
        "p1 raises 300": "raise to 300",
        "p1 raises to 300": "raise to 300",
        " p1   raise  to  300 ": "raise to 300",
        "p1 goes all in": "all-in",
        "p1 all-in": "all-in",
    }.items(),
)
def test_actions_are_written_as_people_write_them(words: str, action: str) -> None:
    (statement,) = read_statements(words)
    assert (statement.place, str(statement.action)) == (1, action)


def test_commas_semicolons_and_lines_stand_between_actions() -> None:
    assert [each.place for each in read_statements("p1 folds; p2 folds\np3 folds,")] == [1, 2, 3]
    assert read_statements("") == []


@pytest.mark.parametrize(
    "words",
    [
        *("x", "p1", "p0 folds", "p11 folds", "Ann folds", "p1 raises", "p1 raises by 300"),
        *("p1 calls 300", "p1 bets -4", "p1 bets 0", "p1 bets 1.5", "p1 folds p2 calls", "flop"),
    ],
)
def test_words_that_are_no_action_are_named(words: str) -> None:
    with pytest.raises(OptionError, match=re.escape(f"action 2 {words!r} cannot be read: write a")):
        read_statements(f"p3 folds, {words}")


def test_an_action_that_is_missing_is_named_too() -> None:
    with pytest.raises(OptionError, match="action 2 is empty"):
        read_statements("p1 folds,, p2 folds")


# --- the table ------------------------------------------------------------------------------------


def test_p1_sits_left_of_the_button_and_who_is_not_named_folds() -> None:
    found = hand(TOLD, FLOP)
    assert found.names == ("p1", "p2", "p3")
    assert (found.button, found.posts, found.stacks) == (2, (50, 100, 0), (10_000,) * 3)
    assert found.silent == (2,)
    assert done(found) == [
        *("p3 preflop fold", "p1 preflop raise to 300", "p2 preflop call", "p1 flop bet 400"),
    ]


def test_between_two_players_p2_has_the_button_and_the_small_blind_and_acts_first() -> None:
    found = hand("p2 raises 250")
    assert (found.posts, found.us, found.opponents, found.silent) == ((100, 50), 0, (1,), ())


@pytest.mark.parametrize("players", range(2, 11))
def test_all_sizes_of_table_can_be_described(players: int) -> None:
    first = "p2" if players == 2 else "p3"
    found = hand(f"{first} raises 250", players=players, us="p1")
    assert len(found.names) == players
    assert set(found.opponents) == ({1} if players == 2 else {1, 2})


def test_without_a_number_as_few_players_sit_as_it_takes() -> None:
    assert len(hand("p4 raises 300").names) == 4
    assert len(hand("p3 raises 300", us="p6").names) == 6
    assert len(hand("p3 raises 300", stacks=[900] * 5).names) == 5


def test_stacks_and_blinds_are_as_given() -> None:
    found = hand("p2 raises 6", stacks=[200, 150], small_blind=1, big_blind=2)
    assert (found.stacks, found.posts) == ((200, 150), (2, 1))
    assert hand("p2 raises 6", small_blind=1, big_blind=2).stacks == (200, 200)
    assert hand("p2 raises 600", stacks=[900]).stacks == (900, 900)


# --- who is us ------------------------------------------------------------------------------------


def test_we_are_whose_turn_it_is() -> None:
    found = hand(TOLD, FLOP)
    assert (found.us, found.turn) == (1, 1)


def test_where_cards_have_to_come_first_we_are_who_acted_last() -> None:
    found = hand("p1 raises 300, p2 calls")
    assert (found.us, found.turn, found.spot.street) == (1, None, "preflop")


def test_where_the_hand_is_over_we_are_who_acted_last() -> None:
    found = hand("p2 goes all in, p1 calls", FLOP)
    assert (found.us, found.turn) == (0, None)
    assert found.actions[0].all_in
    assert str(found.actions[0].action) == "raise to 10000"


def test_we_are_whom_we_name() -> None:
    found = hand(TOLD, FLOP, us="p1")
    assert (found.us, found.opponents, found.turn) == (0, (1,), 1)


def test_players_before_us_who_are_not_named_fold() -> None:
    found = hand("p3 raises 300", players=6, us="p1")
    assert [found.names[seat] for seat in found.silent] == ["p4", "p5", "p6"]
    assert found.turn == 0


# --- streets --------------------------------------------------------------------------------------


def test_streets_follow_from_the_actions_and_the_board() -> None:
    told = f"{LIMPED}, p1 checks, p2 bets 100, p1 calls, p1 checks, p2 checks, p1 bets 500"
    found = hand(told, "Qh7h2c3d4s")
    assert [each.street for each in found.actions] == (
        ["preflop"] * 2 + ["flop"] * 3 + ["turn"] * 2 + ["river"]
    )
    assert "".join(map(str, found.board)) == "Qh7h2c3d4s"


def test_the_next_street_may_have_just_begun() -> None:
    found = hand(LIMPED, FLOP)
    assert (found.turn, found.spot.street) == (0, "flop")


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "board", "reason"),
    [
        ("p2 raises 150", "", "action 1 'p2 raises 150': raise to 150 is below the minimum of 200"),
        ("p2 checks", "", "cannot check: the price is 100"),
        ("p2 bets 300", "", "cannot bet: there is a price of 100 to pay; raise instead"),
        ("p2 calls, p1 calls", "", "there is nothing to call; legal: check, raise to"),
        (f"{LIMPED}, p1 raises 300", FLOP, "there is no bet to raise; legal: check, bet 100"),
        (f"{LIMPED}, p1 folds", FLOP, "cannot fold: checking is free"),
        ("p2 raises 20000", "", "more than the 10000 that the player has"),
        (f"{LIMPED}, p2 bets 300", FLOP, "it is the turn of p1 on the flop, at a table of 2"),
        ("p1 raises 300, p3 calls", "", "it is the turn of p3 before the flop"),
        ("p2 folds, p1 checks", "", "the hand is over, and nobody may act"),
        (
            f"{LIMPED}, p1 checks",
            "",
            "it is on the flop, so --board must have at least 3 cards; it has",
        ),
        (
            TOLD + ", p2 calls, p1 checks",
            FLOP,
            "it is on the turn, so --board must have at least 4 cards",
        ),
        ("p2 raises 300", FLOP, "--board has 3 cards, and the betting before the flop is not over"),
        (LIMPED, "Qh7h2c3d", "and the betting on the flop is not over in --history: it is the"),
        ("p2 folds", "", "all but one have folded"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_the_rule(
    text: str, board: str, reason: str
) -> None:
    said = refused(text, board)
    assert reason in said


def test_players_who_are_not_there_are_refused() -> None:
    assert "there are 6 players, p1 to p6" in refused("p7 folds", players=6)
    assert "'p9' is not one of the 3 players at the table: p1 to p3" in refused(
        "p3 raises 300", players=3, us="p9"
    )
    assert "--players is 11; a table has 2 to 10" in refused("p3 folds", players=11)
    assert "--players is 1; a table has 2 to 10" in refused("", players=1)


def test_we_cannot_have_folded() -> None:
    assert "p3, who is us, has folded" in refused("p3 folds, p1 calls", us="p3")


def test_stacks_are_one_or_one_each() -> None:
    assert "--stacks has 2 numbers; it must have one, or 3" in refused(
        "p3 folds", players=3, stacks=[5, 6]
    )
    assert "--stacks has 0; every player must have chips" in refused("", stacks=[0])


@pytest.mark.parametrize("cards", ["Ah", "AhAh", "x"])
def test_cards_are_checked(cards: str) -> None:
    with pytest.raises(InputError):
        hand_in_words(cards, FLOP, TOLD)
    with pytest.raises(InputError, match="Ah"):
        hand_in_words("AhKh", "Ah7h2c", TOLD)
