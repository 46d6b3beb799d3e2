"""One cursor steps through any hand: live, recorded, or by another platform's rules."""

from dataclasses import replace
from random import Random

import pytest

from handsight.errors import HistoryError, OptionError, StreetError
from handsight.formats import parse_phh, phh_text
from handsight.game import Action, Hand, HandCursor, HandState, Rules, hand_of, random_hands, walk
from handsight.interop.pypokerengine import EngineHand, EngineRules
from tests.unit.formats.hands import FIELDS, history


def begun(**changed: object) -> HandCursor:
    options = {"stacks": [1000, 1000, 1000], "button": 2, "seed": 7, **changed}
    return HandCursor(HandState.start(Rules(), **options))  # type: ignore[arg-type]


# --- decisions ------------------------------------------------------------------------------------


def test_a_decision_says_whose_turn_it_is_and_what_is_legal() -> None:
    cursor = begun(holes={2: "AhKh"})
    seat, hole, street, board, legal = cursor.decision
    assert (seat, str(hole), street, board) == (2, "AhKh", "preflop", ())
    assert str(legal) == "fold, call 100, raise to 200..1000"


def test_cards_that_are_not_known_are_none() -> None:
    cursor = HandCursor(begun().state.view(0))  # type: ignore[attr-defined]
    assert cursor.decision.hole is None
    with pytest.raises(StreetError, match="whose cards are known"):
        cursor.observation()


def test_a_hand_that_is_over_has_no_decision() -> None:
    cursor = begun()
    cursor.apply(Action.fold())
    cursor.apply(Action.fold())
    with pytest.raises(StreetError, match="the hand is over"):
        _ = cursor.decision


def test_a_copy_looks_ahead_and_changes_nothing() -> None:
    cursor = begun()
    cursor.apply(Action.call())
    before = cursor.observation()
    ahead = cursor.copy()
    for action in (Action.raise_to(500), Action.fold(), Action.call()):
        ahead.apply(action)
    assert ahead.observation().street == "flop"
    assert len(ahead.actions) == 4
    assert cursor.observation() == before
    cursor.apply(Action.fold())
    assert cursor.actions[-1] != ahead.actions[1]


# --- records --------------------------------------------------------------------------------------


def test_a_record_is_open_until_the_hand_is_over() -> None:
    cursor = begun()
    assert cursor.record().finishing_stacks is None
    cursor.apply(Action.fold())
    assert cursor.record().finishing_stacks is None
    cursor.apply(Action.fold())
    assert cursor.record().finishing_stacks == (950, 1050, 1000)


@pytest.mark.repeats(8)
@pytest.mark.parametrize("seed", range(30))
def test_a_record_of_a_cursor_is_that_of_the_events(seed: int) -> None:
    rng = Random(seed)
    size = rng.randint(2, 6)
    stacks = [rng.choice([0, 60, 500, 3000]) for _ in range(size)]
    button = rng.randrange(size)
    stacks[button] = stacks[button - 1] = 1000
    ante = rng.choice([0, 10])
    names = tuple(f"p{seat}" for seat in range(size))
    cursor = HandCursor(HandState.start(Rules(ante=ante), stacks, button, seed=seed), names=names)
    while not cursor.state.is_over:
        legal = cursor.decision.legal
        raises = [Action.raise_to(legal.pot_size)] if legal.can_raise else []
        cursor.apply(rng.choice([*raises, Action.call(), Action.call()]))
        assert cursor.record() == hand_of(cursor.state, names)


def test_names_are_one_for_each_seat_and_the_button_has_a_player() -> None:
    cursor = HandCursor(begun().state, names=("Ann", "Bob"))
    with pytest.raises(OptionError, match="name each seat"):
        cursor.record()
    with pytest.raises(OptionError, match="the seat of the button is empty"):
        begun(stacks=[1000, 1000, 0]).record()


# --- walking --------------------------------------------------------------------------------------


def test_a_walk_stops_before_the_first_action_and_after_each() -> None:
    hand = history()
    steps = [(len(cursor.actions), cursor.state.street) for cursor in walk(hand)]
    assert [count for count, _ in steps] == list(range(len(hand.actions) + 1))
    assert steps[4] == (4, "flop")


@pytest.mark.parametrize("rules", [Rules(), Rules(structure="fixed-limit"), Rules(ante=10)])
def test_a_walk_notes_what_the_record_has(rules: Rules) -> None:
    for hand in random_hands(4, seed=5, hands=20, rules=rules):
        *_, cursor = walk(hand)
        assert cursor.actions == hand.actions
        assert cursor.record(hand.metadata) == hand


def test_a_walk_does_not_judge_how_the_record_ends() -> None:
    *_, cursor = walk(history(finishing_stacks=[1, 2, 3]))
    assert cursor.state.is_over
    *_, cursor = walk(history(actions=FIELDS["actions"][:4]))
    assert not cursor.state.is_over


def test_a_post_out_of_turn_is_followed() -> None:
    *_, cursor = walk(history(blinds_or_straddles=[50, 100, -100], finishing_stacks=None))
    assert [record.seat for record in cursor.actions[:2]] == [2, 0]


def test_an_action_that_cannot_be_followed_is_named_with_its_line() -> None:
    hand = history(actions=[*FIELDS["actions"][:3], "p1 f"])
    with pytest.raises(HistoryError, match=r"hand\.phh:7: player 1 acts, but it is the turn of"):
        list(walk(hand))


def engine_hand(seed: int) -> tuple[EngineRules, Hand]:
    rng, rules = Random(seed), EngineRules(5, ante=seed % 2)
    cursor = HandCursor(EngineHand.start(rules, [300] * 3, button=seed % 3, seed=seed))
    while not cursor.state.is_over:
        legal = cursor.decision.legal
        raises = [Action.raise_to(legal.raise_min)] if legal.can_raise else []
        cursor.apply(rng.choice([*raises, Action.call(), Action.call(), Action.fold()]))
    return rules, cursor.record(platform="pypokerengine")


@pytest.mark.parametrize("seed", range(20))
def test_a_hand_of_another_platform_walks_by_its_own_rules(seed: int) -> None:
    rules, hand = engine_hand(seed)
    assert hand.platform == "pypokerengine"
    read = parse_phh(phh_text(hand))
    assert read == hand
    deck = [card for hole in read.holes for card in hole or ()] + list(read.board)
    start = EngineHand.start(rules, read.stacks, read.button, deck=deck)
    *_, cursor = walk(read, start)
    again = cursor.record(platform="pypokerengine")
    assert sorted(again.shown) == sorted(hand.shown)  # in the order of the seats, which moved
    assert replace(again, shown=()) == replace(hand, shown=())
