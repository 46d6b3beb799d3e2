"""Recorded hands as a model reads them, and how it looks at them again."""

from pathlib import Path

import pytest

from handsight.cards import CardSet
from handsight.formats import read_hands
from handsight.game import Damaged
from handsight.opponents.model import OpponentModel
from handsight.opponents.model.contexts import CALL, FOLD, RAISE
from handsight.opponents.model.decoding import (
    UNKNOWN,
    ReadHand,
    decode_hand,
    decode_hands,
    labels_of,
)
from handsight.papers.range_model.proof import evaluate_model
from handsight.ranges.combos import MASKS
from tests.unit.formats.hands import collection, history
from tests.unit.opponents.records import record

WORDS = (
    *("Cleo cbr 300", "Ada f", "Bob cc", "/", "Bob cc", "Cleo cbr 400", "Bob cc"),
    *("/", "Bob cc", "Cleo cc", "/", "Bob cbr 900", "Cleo f"),
)


def hand() -> ReadHand:
    return decode_hand(record(*WORDS))


def test_every_decision_is_read_with_its_context() -> None:
    steps = hand().steps
    assert [step.action for step in steps] == [
        *(RAISE, FOLD, CALL, CALL, RAISE, CALL, CALL, CALL, RAISE, FOLD)
    ]
    assert [step.board for step in steps] == [0, 0, 0, 3, 3, 3, 4, 4, 5, 5]
    assert [step.context.street for step in steps] == [0, 0, 0, 1, 1, 1, 2, 2, 3, 3]


def test_names_cards_and_board_are_read() -> None:
    read = hand()
    assert read.names == ("Ada", "Bob", "Cleo")
    assert MASKS[read.combos[0]] == CardSet("AhKh").mask
    assert len(read.board) == 5
    assert read.whole


def test_cards_that_are_not_told_are_unknown() -> None:
    read = decode_hand(history(actions=["d dh p1 AhKh", "d dh p2 ????", "d dh p3 QsQd", "p3 f"]))
    assert read.combos[1] == UNKNOWN
    assert not read.whole


def test_a_hand_whose_cards_only_the_showdown_reveals_is_not_whole() -> None:
    dealt = ["d dh p1 AhKh", "d dh p2 ????", "d dh p3 ????", "p3 cc", "p1 cc", "p2 cc"]
    read = decode_hand(history(actions=[*dealt, "p1 sm AhKh", "p2 sm 9c8c", "p3 sm QsQd"]))
    assert UNKNOWN not in read.combos
    assert not read.whole


def test_what_is_damaged_is_left_out() -> None:
    given = [Damaged("a.phh", 1, "is torn"), record(*WORDS)]
    assert len(list(decode_hands(given))) == 1


# --- looking again --------------------------------------------------------------------------------


def test_labels_come_for_all_whose_cards_are_known_street_by_street() -> None:
    model = OpponentModel()
    before = list(labels_of([hand()], model.posterior, after=False))
    after = list(labels_of([hand()], model.posterior, after=True))
    assert [label.spot.name for label in before] == ["Cleo", "Ada", "Bob"]
    assert [label.action for label in after] == [CALL, RAISE, CALL, CALL, CALL, RAISE, FOLD]
    assert all(label.whole for label in before + after)


def test_a_label_shows_the_range_as_it_was_before_the_decision() -> None:
    model = OpponentModel()
    cleo = [
        label.spot.weights.copy()
        for label in labels_of([hand()], model.posterior, after=True)
        if label.spot.name == "Cleo"
    ]
    model.start_hand([10_000] * 3, 2, posts=[50, 100, 0], names=["Ada", "Bob", "Cleo"])
    model.act("Cleo", "raise", 300)
    model.act("Ada", "fold")
    model.act("Bob", "call")
    model.deal("2c5d9h")
    assert cleo[0] == pytest.approx(model.weights("Cleo"))


def test_players_whose_cards_are_not_known_are_no_labels() -> None:
    read = hand()
    blind = read._replace(combos=(UNKNOWN, UNKNOWN, read.combos[2]))
    model = OpponentModel()
    for after in (False, True):
        found = list(labels_of([blind], model.posterior, after=after))
        assert {label.spot.name for label in found} == {"Cleo"}
        assert not any(label.whole for label in found)


# --- real hands -----------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_on_a_few_real_hands_much_is_learned_before_the_flop() -> None:
    real = decode_hands(
        history for history in read_hands(collection()) if "/8" in str(history.file)
    )
    chosen = [each for each in real if Path(each.file).parent.name in {"84", "85"} and each.whole]
    found = evaluate_model(chosen, folds=2)
    early = [gain.all_actions for gain in found.gains if gain.street == 0]
    assert sum(early) / len(early) > 0.7
