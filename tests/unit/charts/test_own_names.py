"""The names of charts at tables of any size, and of positions and actions in them."""

import pytest

from handsight.charts.names import action_of, decision_named, path_steps, position_of, words_of
from handsight.errors import InputError


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("fold", "fold"),
        ("Check", "check"),
        ("call", "call"),
        ("limp", "call"),
        ("raise", "raise"),
        ("3bet", "raise"),
        ("RFI", "raise"),
        ("raise to 2.5 bb", "raise to 2.5 bb"),
        ("raises to 2.5bb", "raise to 2.5 bb"),
        ("Raise_2.5bb", "raise to 2.5 bb"),
        ("open 3bb", "raise to 3 bb"),
        ("3-bet 11bb", "raise to 11 bb"),
        ("4bet to 24 bb", "raise to 24 bb"),
        ("2.25BB", "raise to 2.25 bb"),
        ("4x", "raise 4x"),
        ("raise 4x", "raise 4x"),
        ("all-in", "all-in"),
        ("AllIn", "all-in"),
        ("raise all-in", "all-in"),
        ("jam", "all-in"),
        ("shove", "all-in"),
    ],
)
def test_an_action_has_one_name(text: str, name: str) -> None:
    action = action_of(text)
    assert action is not None
    assert action.name == name


@pytest.mark.parametrize(
    "text", ["", "AA", "raise 60%", "to", "2.5", "22", "100", "calling", "x", "0.5x", "1bb"]
)
def test_other_words_are_no_actions(text: str) -> None:
    assert action_of(text) is None


@pytest.mark.parametrize(
    ("word", "position"),
    [("bu", "BTN"), ("button", "BTN"), ("UTG1", "UTG+1"), ("utg+2", "UTG+2"), ("Co", "CO")],
)
def test_a_position_has_one_name(word: str, position: str) -> None:
    assert position_of(word) == position


@pytest.mark.parametrize(
    ("name", "hero", "line"),
    [
        ("CO open", "CO", ()),
        ("UTG RFI", "UTG", ()),
        ("BB vs BTN", "BB", ("BTN raises",)),
        ("BB vs BTN open", "BB", ("BTN raises",)),
        ("BB vs BTN 2.5x", "BB", ("BTN raises 2.5x",)),
        ("BB_vs_BTN_open_2.5bb", "BB", ("BTN raises to 2.5 bb",)),
        ("BB vs SB limp", "BB", ("SB calls",)),
        ("BB vs SB all-in", "BB", ("SB goes all-in",)),
        ("SB vs BB raise 4x", "SB", ("SB calls", "BB raises 4x")),
        ("CO vs BTN 3bet", "CO", ("CO raises", "BTN raises")),
        ("co vs btn 3-bet 8bb", "CO", ("CO raises", "BTN raises to 8 bb")),
        ("BTN vs CO 4bet", "BTN", ("CO raises", "BTN raises", "CO raises")),
        ("CO vs BTN 5bet jam", "CO", ("CO raises", "BTN raises", "CO raises", "BTN goes all-in")),
        (
            "CO/2.5bb/BTN/call/SB/fold/BB",
            "BB",
            ("CO raises to 2.5 bb", "BTN calls"),
        ),
    ],
)
def test_a_name_means_a_decision(name: str, hero: str, line: tuple[str, ...]) -> None:
    meant = decision_named(name)
    assert meant is not None
    assert (meant[0], words_of(meant[1])) == (hero, line)


@pytest.mark.parametrize(
    "name",
    [
        *["", "CO", "CO opens wide", "XX open", "BB vs", "BB vs XX", "BB vs BTN 6bet", "info"],
        *["BB vs BTN 3x 4x", "CO/2.5bb", "CO/huge/BB", "BB vs BTN limp 3x"],
    ],
)
def test_other_texts_are_no_names(name: str) -> None:
    assert decision_named(name) is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("BB vs BTN 3bet", "BB would have to act before BTN; 'BTN vs BB 3bet' is what BTN, who op"),
        ("CO vs BTN open", "BTN would have to act before CO"),
        ("CO vs CO 3bet", "a player cannot play against themselves"),
    ],
)
def test_players_act_in_their_order(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        decision_named(name)


@pytest.mark.parametrize("words", [["CO"], ["CO", "often"], ["hero", "call"]])
def test_a_path_alternates_positions_and_actions(words: list[str]) -> None:
    assert path_steps(words) is None
