"""What is written reads as the same hand."""

import tomllib
from decimal import Decimal
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from handsight.errors import OptionError
from handsight.formats import parse_phh, phh_text, phhs_text
from handsight.game import Hand, HandState, Rules, final_state, hand_of, random_hands, replay
from handsight.interop.pypokerengine import EngineRules
from tests.naive.order import first_to_act
from tests.unit.formats.hands import LIMIT, history
from tests.unit.game.tables import random_amount, random_setting
from tests.unit.game.test_order import SIZES, posts_of, start, tables

METADATA = """
hand = "no. 7"
author = "O'Neil \\"Jr\\" \\\\ \\t"
time = 12:34:56
_day = 2024-05-06
_rate = 1.50
_most = inf
_flags = {"a b" = true, c = [1, "x", {d = -2}]}
"a key" = ''
"""


def again(told: Hand) -> Hand:
    return parse_phh(phh_text(told))


@pytest.mark.parametrize(
    "told",
    [
        history(),
        history(LIMIT),
        history(players=["Ann", "Bob", "Cyd"], winnings=[5100, 0, 0]),
        history(finishing_stacks=[10162.5, 9900.0, 2437.5]),
        history(ante_trimming_status=False, antes=[0, 100, 0]),
        history(starting_stacks=[10000.25, 10000, 2500.5]),
        history(actions=["d dh p1 ????", "p3 f # sighs", "p1 f"]),
        history(_rake=5),
        history(blinds_or_straddles=[50, 100, -100]),
        history(blinds_or_straddles=[0, 0, 100]),
    ],
)
def test_a_history_survives_writing_and_reading(told: Hand) -> None:
    assert again(told) == told


def test_metadata_of_every_kind_survive() -> None:
    told = parse_phh(phh_text(history()) + METADATA)
    assert len(told.metadata) == 8
    assert again(told).metadata == told.metadata


def test_what_toml_cannot_say_is_refused() -> None:
    with pytest.raises(OptionError, match="which TOML cannot express"):
        phh_text(hand_of(_started(), metadata={"hand": object()}))


def _started() -> HandState:
    return HandState.start(history().rules, [1000, 1000], button=0, seed=1)


def test_amounts_are_written_in_the_units_of_the_record() -> None:
    text = phh_text(history(starting_stacks=[100.25, 100, 99], finishing_stacks=None))
    fields = tomllib.loads(text, parse_float=Decimal)
    assert fields["starting_stacks"] == [Decimal("100.25"), 100, 99]
    assert fields["min_bet"] == 100


def test_many_hands_stand_under_their_numbers() -> None:
    told = list(random_hands(3, seed=1, hands=3))
    tables = tomllib.loads("".join(phhs_text(told)))
    assert list(tables) == ["1", "2", "3"]


# --- hands of the game ----------------------------------------------------------------------------


def played_out(draw: Random) -> HandState:
    setting = random_setting(draw)
    state = setting.start()
    while not state.is_over:
        legal = state.legal_actions
        choice = draw.random()
        if choice < 0.15 and legal.can_fold:
            state = state.apply("fold")
        elif choice < 0.7 or not legal.can_raise:
            state = state.apply("call")
        else:
            state = state.apply(f"r{random_amount(draw, legal.raise_min, legal.raise_max)}")
    return state


@pytest.mark.repeats(8)
@pytest.mark.parametrize("seed", range(40))
def test_any_hand_of_the_game_is_told_written_read_and_replayed(seed: int) -> None:
    draw = Random(seed)
    for _ in range(5):
        state = played_out(draw)
        if not state.start_stacks[state.button]:
            continue
        told = hand_of(state)
        assert again(told) == told
        assert final_state(told).stacks == told.finishing_stacks


def test_halves_of_chips_survive() -> None:
    told = again(history(finishing_stacks=[10162.5, 9900.0, 2437.5]))
    assert told.finishing_stacks == (Fraction(20325, 2), 9900, Fraction(4875, 2))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 11}, "a table has 2 to 10"),
        ({"players": 1}, "a table has 2 to 10"),
        ({"hands": 0}, "hands is 0"),
        ({"stack": 0}, "stack is 0"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_random_hands_that_make_no_table_are_refused(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        random_hands(**arguments)


@pytest.mark.parametrize("players", [2, 3, 10])
def test_blinds_in_turn_are_not_late(players: int) -> None:
    assert [told.late for told in random_hands(players, hands=3)] == [()] * 3


def test_a_random_hand_depends_on_seed_and_number_alone() -> None:
    few, many = (list(random_hands(4, seed=3, hands=hands)) for hands in (2, 5))
    assert few == many[:2]
    assert few != list(random_hands(4, seed=4, hands=2))


def test_the_names_stay_with_their_seats_as_the_button_moves() -> None:
    first, second = random_hands(3, seed=3, hands=2)
    assert first.players == ("player 2", "player 3", "player 1")
    assert second.players == ("player 3", "player 1", "player 2")


@pytest.mark.parametrize(
    ("players", "button", "message"),
    [(["Ann"], 0, "1 players for 3 seats"), ([], 2, "the button is empty")],
)
def test_a_hand_that_cannot_be_told_is_refused(
    players: list[str], button: int, message: str
) -> None:
    state = HandState.start(history().rules, [1000, 1000, 0], button=button, seed=1)
    with pytest.raises(OptionError, match=message):
        hand_of(state, players)


def test_a_view_tells_only_what_the_player_sees() -> None:
    told = hand_of(_started().view(0))
    assert [hole is None for hole in told.holes] == [True, False]


def test_a_post_out_of_turn_is_told() -> None:
    posts = {1: 50, 2: 100, 0: 100}
    state = HandState.start(history().rules, [900] * 3, button=0, posts=posts, late=[0], seed=1)
    told = hand_of(state)
    assert (told.posts, told.late) == ((50, 100, 100), (2,))
    assert [each.actor for each in replay(told)] == [2]


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_hand_written_and_read_again_begins_with_the_same_player(players: int) -> None:
    for table, sizes in product(tables(players), SIZES.values()):
        rules = Rules(small_blind=sizes[0], big_blind=sizes[1])
        state, _ = start(table, rules, posts_of(table, sizes), None, 0, dead=False)
        told = parse_phh(phh_text(hand_of(state)))
        assert next(replay(told)).actor == first_to_act(table), (table, sizes)


def test_a_hand_of_pypokerengine_heads_up_is_replayed_in_its_order() -> None:
    rules = EngineRules(50)
    state = HandState.start(rules, [900, 900], button=0, seed=1).apply("call").apply("check")
    told = parse_phh(phh_text(hand_of(state)))
    assert (told.posts, told.late) == ((50, 100), ())
    assert [each.actor for each in replay(told)] == [0, 1, 0]


def test_an_unfinished_hand_has_no_finishing_stacks() -> None:
    assert hand_of(_started().apply("call")).finishing_stacks is None
