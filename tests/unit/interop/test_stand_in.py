"""The stand-in for PyPokerEngine, name by name beside the package where that is installed."""

import random
from types import ModuleType

import pytest

from handsight.interop.pypokerengine import stand_in
from handsight.interop.pypokerengine.modules import NAMES
from handsight.interop.pypokerengine.stand_in import (
    BasePokerPlayer,
    EngineCard,
    EngineDeck,
    HandEvaluator,
)
from handsight.interop.stand_ins import stand_in_modules

MODULES = stand_in_modules(NAMES, stand_in.STAND_IN)


@pytest.mark.parametrize("number", range(1, 53))
def test_a_card_has_its_number_and_its_text(number: int) -> None:
    card = EngineCard.from_id(number)
    assert card.to_id() == number
    assert EngineCard.from_str(str(card)) == card
    assert len({card, EngineCard(card.suit, card.rank)}) == 1


def test_the_first_rank_is_the_ace() -> None:
    assert str(EngineCard(EngineCard.HEART, 1)) == "HA"
    assert EngineCard(EngineCard.HEART, 1) != EngineCard(EngineCard.SPADE, 1)


def test_a_deck_without_some_cards() -> None:
    deck = stand_in.gen_deck(["CA", EngineCard.from_str("SK")])
    assert deck.size() == 50
    assert str(deck.draw_card()) == "SQ"
    assert [str(card) for card in deck.draw_cards(2)] == ["SJ", "ST"]
    assert EngineDeck().size() == 52


def test_a_deck_is_shuffled_by_the_global_generator() -> None:
    decks = [EngineDeck(), EngineDeck()]
    for deck in decks:
        random.seed(3)
        deck.shuffle()
    assert decks[0].deck == decks[1].deck != EngineDeck().deck


def test_a_pair_of_aces_wins_most_of_the_time() -> None:
    random.seed(1)
    aces = stand_in.gen_cards(["SA", "HA"])
    assert 0.75 < stand_in.estimate_hole_card_win_rate(300, 2, aces) < 0.95
    assert (
        stand_in.estimate_hole_card_win_rate(50, 2, aces, stand_in.gen_cards(["CA", "DA", "D2"]))
        == 1
    )


def test_a_hand_is_told_with_its_strength() -> None:
    told = stand_in.evaluate_hand(
        stand_in.gen_cards(["SA", "HA"]), stand_in.gen_cards(["CA", "DK", "D2", "H7", "H8"])
    )
    assert told["hand"] == "THREECARD"


@pytest.mark.parametrize("name", [n for n in vars(BasePokerPlayer) if n.startswith(("rec", "dec"))])
def test_a_callback_that_a_bot_does_not_override_is_an_error(name: str) -> None:
    wanted = getattr(BasePokerPlayer, name).__code__.co_argcount - 1
    with pytest.raises(NotImplementedError, match=name):
        getattr(BasePokerPlayer(), name)(*[None] * wanted)


# --- beside the package ---------------------------------------------------------------------------


def theirs(name: str) -> ModuleType:
    pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed (extra: peers)")
    return pytest.importorskip(name)


@pytest.mark.parametrize("name", sorted(MODULES))
def test_every_name_of_the_stand_in_is_a_name_of_the_package(name: str) -> None:
    package = theirs(name)
    names = {each for each in vars(MODULES[name]) if not each.startswith("__")}
    assert names <= set(dir(package)) | {each.rpartition(".")[2] for each in MODULES}


@pytest.mark.parametrize("kind", ["Card", "HandEvaluator"])
def test_constants_are_those_of_the_package(kind: str) -> None:
    module = {"Card": "card", "HandEvaluator": "hand_evaluator"}[kind]
    there = getattr(theirs(f"pypokerengine.engine.{module}"), kind)
    here = {"Card": EngineCard, "HandEvaluator": HandEvaluator}[kind]
    constants = [name for name in vars(there) if name.isupper()]
    assert len(constants) > 5
    for name in constants:
        assert getattr(here, name) == getattr(there, name)


def test_win_rates_are_those_of_the_package_to_the_last_draw() -> None:
    utils = theirs("pypokerengine.utils.card_utils")
    rates = []
    for module in (utils, stand_in):
        random.seed(11)
        hole, board = module.gen_cards(["SA", "H7"]), module.gen_cards(["C7", "DK", "D2"])
        rates.append(
            [
                module.estimate_hole_card_win_rate(50, players, hole, given)
                for players in (2, 4)
                for given in (None, board)
            ]
        )
    assert rates[0] == rates[1]


def test_what_shows_messages_to_people_describes_them() -> None:
    shown = MODULES["pypokerengine.utils.visualize_utils"]
    text = shown.visualize_street_start("flop", {"pot": 30}, "me")
    assert all(word in text for word in ("street start", "flop", "pot", "30", "me"))
