"""How far hands have come, at the table."""

import random

import pytest

from handsight.agents.papers.b351.draw_progress import (
    all_instances,
    completions,
    draw_progress,
    held_toward,
)
from handsight.cards import Card, CardSet
from handsight.odds import potential_hands
from handsight.odds.strength.draw_instances import CLASS_SIZES
from tests.oracles.values import oracle


def ours(hole, board=""):
    return completions(CardSet(hole).mask, tuple(CardSet(board)))


def counted(hole, board, lacking=0):
    return draw_progress(CardSet(hole).mask, tuple(CardSet(board))).names(lacking)


# --- the values of others -------------------------------------------------------------------------


@pytest.mark.parametrize("case", oracle("potential_hands"), ids=lambda case: case["cards"])
def test_the_cards_held_are_those_that_an_independent_program_counts(case):
    most = dict.fromkeys(CLASS_SIZES, 0)
    held = held_toward(CardSet(case["cards"]).mask).tolist()
    for one, has in zip(all_instances().each, held, strict=True):
        most[one.hand_class] = max(most[one.hand_class], has)
    assert most == {name: has for name, (has, _) in case["have_of_need"].items()}


@pytest.mark.parametrize(
    "case",
    [case for case in oracle("potential_hands") if len(CardSet(case["cards"])) == 2],
    ids=lambda case: case["cards"],
)
def test_two_cards_alone_are_as_complete_as_an_independent_program_says(case):
    expected = {name: percent for name, percent in case["completion_pct"].items() if percent}
    assert ours(case["cards"]) == pytest.approx(expected)


def test_where_the_board_does_nothing_potential_hands_tells_the_same():
    listed = [hand for hand in potential_hands("9h8h 2c7hTh") if hand.possible]
    furthest = {hand.hand_class: hand.completion for hand in reversed(listed)}
    found = ours("9h8h", "2c7hTh")
    for name in ("straight", "flush", "straight_flush"):
        assert found[name] == furthest[name] == 80


# --- a naive twin ---------------------------------------------------------------------------------


def naive(hole, board):
    """Completions by the definition, instance by instance."""
    on_board = CardSet(board).mask
    together = CardSet(hole).mask | on_board
    best = {}
    for one in all_instances().each:
        missing, without = one.missing(together), one.missing(on_board)
        further = missing < without
        if one.hand_class == "flush" and not without:
            [part] = one.requirements
            lowest = min(CardSet.from_mask(part.pool & on_board))
            further = any(card > lowest for card in CardSet(hole) if card.mask & part.pool)
        if further and missing <= 5 - len(CardSet(board)):
            share = 100 * (one.size - missing) / one.size
            best[one.hand_class] = max(share, best.get(one.hand_class, 0))
    return best


@pytest.mark.parametrize("on_board", [0, 3, 4, 5])
def test_completions_are_those_of_the_definition(on_board):
    rng = random.Random(on_board)
    for _ in range(60):
        first, second, *rest = map(Card, rng.sample(range(52), 2 + on_board))
        hole, board = CardSet([first, second]), CardSet(rest)
        assert ours(hole, board) == naive(hole, board)


def test_completions_are_those_of_the_definition_where_the_board_has_one_suit():
    rng = random.Random(9)
    hearts = [card for card in CardSet.full() if str(card).endswith("h")]
    for _ in range(60):
        cards = rng.sample(hearts, 7)
        hole, board = CardSet(cards[:2]), CardSet(cards[2:])
        assert ours(hole, board) == naive(hole, board)


# --- what counts ----------------------------------------------------------------------------------


def test_a_pair_on_the_board_is_nobodys():
    assert counted("AcQd", "KhKs5c4d2h") == []
    assert counted("AcQd", "KhKsQc4d2h") == ["pair of queens", "two pair, kings and queens"]


def test_a_straight_on_the_board_is_nobodys_but_a_higher_one_is_ours():
    assert counted("2c2d", "9h8s7c6d5h") == ["pair of deuces"]
    assert counted("Tc2d", "9h8s7c6d5h") == ["straight, ten high"]


def test_a_flush_on_the_board_is_ours_if_we_make_it_higher():
    assert counted("Ah2c", "KhQh9h5h3h") == ["flush in hearts"]
    assert counted("4hAc", "KhQh9h5h3h") == ["flush in hearts"]
    assert counted("2hAc", "KhQh9h5h3h") == []


def test_four_of_a_suit_on_the_board_are_nobodys_draw():
    assert "flush in hearts" not in counted("AcAd", "KhQh9h5h", lacking=1)
    assert "flush in hearts" in counted("AcAh", "KhQh9h5h", lacking=0)


def test_on_the_river_nothing_is_under_way():
    assert set(ours("9h8h", "2c7hThQs").values()) > {80}
    assert ours("9h8h", "2c7hThQs3d") == {}


def test_what_takes_more_cards_than_are_to_come_does_not_count():
    assert "full_house" in ours("AcAd", "9h5s2c")
    assert "full_house" not in ours("AcAd", "9h5s2cJd")
