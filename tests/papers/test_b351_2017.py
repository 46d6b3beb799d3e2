"""B351-2017: what the paper says of its potential hands and its player, and what its code does."""

from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.papers.b351.potential_hand_2 import PotentialHandPlayer2
from handsight.cards import Card, CardSet
from handsight.odds import PotentialHand, potential_hands
from handsight.ranking import evaluate
from tests.unit.agents.situations import seen_by

PAIR = "7c7d"
PAIR_ON_FLOP = "7c7d KhJs2c"
TRIPS = "7c7d7h Js2c"
QUADS = "7c7d7h7s 2c"


def completions(cards: str, as_published: bool = False) -> dict[str, float]:
    """Give the completion of the furthest hand of each class that is listed."""
    hands = sorted(
        potential_hands(cards, as_published=as_published), key=lambda hand: hand.completion
    )
    return {hand.hand_class: hand.completion for hand in hands}


def find(hand_class: str, cards: str, dead: str = "") -> PotentialHand:
    return next(each for each in potential_hands(cards, dead) if each.hand_class == hand_class)


# --- section 2 ----------------------------------------------------------------------------------


def test_encountering_a_pair_creates_a_full_pair_almost_trips_and_half_of_quads() -> None:
    found = completions(PAIR)
    assert found["one_pair"] == 100
    assert 50 < found["three_of_a_kind"] < 100
    assert found["four_of_a_kind"] == 50


def test_a_potential_hand_tells_completion_score_have_and_need() -> None:
    trips = find("three_of_a_kind", PAIR_ON_FLOP)
    assert trips.completion == pytest.approx(200 / 3)
    assert trips.score == evaluate("7c7d7hAsKh").strength
    assert trips.have == (Card("7d"), Card("7c"))
    assert trips.need == (Card("7s"), Card("7h"))


def test_one_card_away_from_a_royal_flush_it_is_possible() -> None:
    royal = find("royal_flush", "AsKsQsJs2d")
    assert royal.need == (Card("Ts"),)
    assert royal.possible


def test_when_the_card_that_a_royal_flush_lacks_is_out_of_the_game_it_is_no_longer_possible() -> (
    None
):
    royal = find("royal_flush", "AsKsQsJs2d", dead="Ts")
    assert royal.completion == 80
    assert royal.need == (Card("Ts"),)
    assert not royal.possible


@pytest.mark.parametrize("cards", ["9c9d9h4s4dAcKh", "AhAd8c8s3d7h2c", "Ah2h3h4h5h9c9d"])
def test_the_best_hand_is_the_complete_one_with_the_highest_score(cards: str) -> None:
    complete = [each for each in potential_hands(cards) if each.completion == 100]
    assert max(each.score or 0 for each in complete) == evaluate(cards).strength
    assert potential_hands(cards)[0] in complete


def test_partial_hands_over_thresholds_of_completion_and_score_can_be_counted() -> None:
    hands = potential_hands("9h8h 7hTh2c")
    strong = [
        each.hand_class
        for each in hands
        if each.possible and 75 < each.completion < 100 and (each.score or 0) >= 5853
    ]
    assert sorted(strong) == ["flush", *["straight"] * 2, *["straight_flush"] * 2]


def test_one_set_of_cards_is_a_pair_and_a_straight_under_way() -> None:
    """The example in the comment above its class: hearts in a row, and a pair of deuces."""
    hands = {each.name: each.completion for each in potential_hands("2h3h4h5h2s")}
    assert hands["pair of deuces"] == 100
    assert hands["straight flush in hearts, six high"] == 80
    assert hands["straight, six high"] == 80


# --- section 4: what it wished for --------------------------------------------------------------


def test_the_class_of_a_hand_is_told() -> None:
    pair_and_draw = potential_hands("8c8d 7h6s5c")
    assert {"one_pair", "straight"} <= {each.hand_class for each in pair_and_draw}


def test_a_straight_one_card_short_scores_higher_than_the_pair_in_hand() -> None:
    straight, pair = find("straight", "8c8d 7h6s5c"), find("one_pair", "8c8d 7h6s5c")
    assert pair.complete
    assert straight.missing == 1
    assert (straight.score or 0) > (pair.score or 0)


# --- the code appendix: percentages -------------------------------------------------------------


def test_as_published_a_pair_is_three_quarters_of_trips_and_half_of_quads() -> None:
    assert completions(PAIR_ON_FLOP, as_published=True) == {
        "one_pair": 100,
        "three_of_a_kind": 75,
        "four_of_a_kind": 50,
        "flush": 40,
    }


def test_as_published_trips_are_three_quarters_of_quads() -> None:
    assert completions(TRIPS, as_published=True) == {
        "three_of_a_kind": 100,
        "four_of_a_kind": 75,
        "flush": 40,
    }


def test_as_published_quads_are_nothing_but_quads() -> None:
    found = completions(QUADS, as_published=True)
    assert found == {"four_of_a_kind": 100, "flush": 40}


@pytest.mark.parametrize(
    ("cards", "percent"), [("AhKh7h2h9c", 80), ("AhKh7h2s9c", 60), ("AhKh7d2s9c", 40)]
)
@pytest.mark.parametrize("as_published", [False, True])
def test_four_three_and_two_of_a_suit_are_80_60_and_40_percent(
    cards: str, percent: float, as_published: bool
) -> None:
    assert completions(cards, as_published=as_published)["flush"] == percent


def test_corrected_a_pair_is_two_thirds_of_trips() -> None:
    assert completions(PAIR)["three_of_a_kind"] == pytest.approx(200 / 3)


@pytest.mark.parametrize(
    ("cards", "hand_class"),
    [
        ("9c9d9h4s4d", "full_house"),
        ("AcAd4h4s9d", "two_pair"),
        ("Ac2d3h4s5d", "straight"),
        ("Ac9c7c4c2c", "flush"),
        ("9c8c7c6c5c", "straight_flush"),
        ("AcKcQcJcTc", "royal_flush"),
    ],
)
def test_as_published_a_finished_hand_is_complete(cards: str, hand_class: str) -> None:
    assert completions(cards, as_published=True)[hand_class] == 100


def test_as_published_no_straight_is_listed_before_it_is_finished() -> None:
    assert "straight" in completions("8c7d6h5s2c")
    assert "straight" not in completions("8c7d6h5s2c", as_published=True)


def test_as_published_a_single_card_is_no_hand() -> None:
    assert completions("AhKd", as_published=True) == {}


# --- the code appendix: the score ---------------------------------------------------------------


def test_as_published_all_hands_share_one_score() -> None:
    hands = potential_hands(PAIR_ON_FLOP, as_published=True)
    assert {each.score for each in hands} == {evaluate(PAIR_ON_FLOP).strength}


def test_as_published_two_cards_have_no_score() -> None:
    """Its evaluator takes five cards or more."""
    assert {each.score for each in potential_hands(PAIR, as_published=True)} == {None}


def test_as_published_the_need_is_what_is_left_of_the_rank_or_the_suit() -> None:
    hands = {each.hand_class: each for each in potential_hands("AhKh7h7d9c", as_published=True)}
    assert hands["four_of_a_kind"].need == (Card("7s"), Card("7c"))
    assert CardSet(hands["flush"].need) == CardSet("QhJhTh9h8h6h5h4h3h2h")


# --- its player ---------------------------------------------------------------------------------

FLOP = ("call", "check")
TURN = (*FLOP, "check", "check")
RIVER = (*TURN, "check", "check")


def plays(hole: str, *actions: str, board: str = "", player: str = "potential-hand") -> str:
    """Say what a player does with these cards after these actions, heads-up."""
    return agent(player).act(seen_by(hole, *actions, board=board), Random(1)).kind


def test_the_betting_procedure_of_the_first_round_raises_if_completed_and_folds_else() -> None:
    assert plays("7c7d") == "raise"
    assert plays("AsKs") == "fold"


@pytest.mark.parametrize(("street", "board"), [(FLOP, "KhJs2c"), (TURN, "KhJs2c3d")])
def test_the_check_procedure_just_checks_while_checking_is_free(
    street: tuple[str, ...], board: str
) -> None:
    assert plays("KcKd", *street, board=board) == "check"


def test_the_check_procedure_folds_from_the_third_round_on_without_more_than_75_percent() -> None:
    """Two pair out of a pair and a third card are 75 percent, and not more."""
    assert max(completions("AcQd Jh8h3s2c").values()) <= 75
    assert plays("AcQd", *TURN, "bet 100", board="Jh8h3s2c") == "fold"
    assert max(completions("Th9h Jh8h3s2c").values()) == 80
    assert plays("Th9h", *TURN, "bet 100", board="Jh8h3s2c") == "raise"


def test_not_having_any_completed_hand_near_the_end_of_the_game_it_folds() -> None:
    assert plays("Th9h", *RIVER, "bet 100", board="Jh8h3s2c4d") == "fold"


def test_the_raise_is_constrained_by_the_maximum_that_is_given() -> None:
    limited = "potential-hand:bet_limit=3"
    seen = seen_by("7c7d", "call")
    assert agent(limited).act(seen, Random(1)).amount <= 300
    assert plays("7c7d", "raise to 300", player=limited) == "call"


def test_it_plays_unless_the_pot_is_raised_too_high() -> None:
    assert plays("7c7d", "raise to 300") == "raise"
    assert plays("7c7d", "all in") == "fold"


def test_section_4_the_second_player_prefers_the_straight_to_the_pair() -> None:
    seen = seen_by("8c8d", *FLOP, board="7h6s5c")
    numbers = PotentialHandPlayer2().explain(seen, Random(1)).numbers
    assert numbers["plays for"] == "straight, nine high"


def test_section_4_the_second_player_bluffs_and_the_first_does_not() -> None:
    seen = seen_by("7c2d", *RIVER, board="KhQs5c4d9h")
    first, second = agent("potential-hand"), agent("potential-hand-2")
    rng = Random(5)
    assert {first.act(seen, rng).kind for _ in range(200)} == {"check"}
    assert {second.act(seen, rng).kind for _ in range(200)} == {"check", "raise"}
