"""The stand-in for PyPokerEngine, name by name beside the package where that is installed."""

import random
from types import ModuleType

import pytest

from handsight.interop.pypokerengine import standin
from handsight.interop.pypokerengine.standin import BasePokerPlayer, Card, Deck, HandEvaluator

MODULES = standin.standin_modules()


@pytest.mark.parametrize("number", range(1, 53))
def test_a_card_has_its_number_and_its_text(number: int) -> None:
    card = Card.from_id(number)
    assert card.to_id() == number
    assert Card.from_str(str(card)) == card
    assert len({card, Card(card.suit, card.rank)}) == 1


def test_the_first_rank_is_the_ace() -> None:
    assert str(Card(Card.HEART, 1)) == "HA"
    assert Card(Card.HEART, 1) != Card(Card.SPADE, 1)


def test_a_deck_without_some_cards() -> None:
    deck = standin.gen_deck(["CA", Card.from_str("SK")])
    assert deck.size() == 50
    assert str(deck.draw_card()) == "SQ"
    assert [str(card) for card in deck.draw_cards(2)] == ["SJ", "ST"]
    assert Deck().size() == 52


def test_a_deck_is_shuffled_by_the_global_generator() -> None:
    decks = [Deck(), Deck()]
    for deck in decks:
        random.seed(3)
        deck.shuffle()
    assert decks[0].deck == decks[1].deck != Deck().deck


def test_a_pair_of_aces_wins_most_of_the_time() -> None:
    random.seed(1)
    aces = standin.gen_cards(["SA", "HA"])
    assert 0.75 < standin.estimate_hole_card_win_rate(300, 2, aces) < 0.95
    assert (
        standin.estimate_hole_card_win_rate(50, 2, aces, standin.gen_cards(["CA", "DA", "D2"])) == 1
    )


def test_a_hand_is_told_with_its_strength() -> None:
    told = standin.evaluate_hand(
        standin.gen_cards(["SA", "HA"]), standin.gen_cards(["CA", "DK", "D2", "H7", "H8"])
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
    here = {"Card": Card, "HandEvaluator": HandEvaluator}[kind]
    constants = [name for name in vars(there) if name.isupper()]
    assert len(constants) > 5
    for name in constants:
        assert getattr(here, name) == getattr(there, name)


def test_win_rates_are_those_of_the_package_to_the_last_draw() -> None:
    utils = theirs("pypokerengine.utils.card_utils")
    rates = []
    for module in (utils, standin):
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
