"""What holds of potential hands whatever the cards, some of it against a slow twin."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.cards import CardSet, parse_cards
from handsight.odds import PotentialHand, potential_hands
from handsight.odds.strength.draw_instances import CLASS_SIZES, Instance, instances
from handsight.odds.strength.draws import Outlook
from handsight.ranking import CATEGORIES, evaluate
from tests.naive import ranking as naive
from tests.naive.deals import sample

ROYAL = (8, 12, 11, 10, 9, 8)
CLASSES = (*CATEGORIES, "royal_flush")
EVERY_INSTANCE = [each for hand_class in CLASS_SIZES for each in instances(hand_class)]


@st.composite
def deals(
    draw: st.DrawFn, least: int = 2, most: int = 7, most_dead: int = 8
) -> tuple[list[int], list[int]]:
    """Cards held and dead cards."""
    held = draw(st.integers(least, most))
    cards = draw(st.permutations(range(52)))
    return cards[:held], cards[held : held + draw(st.integers(0, most_dead))]


def facts(hands: Iterable[PotentialHand]) -> Counter[tuple[object, ...]]:
    """What is told of hands, whatever their suits."""
    return Counter(
        (
            each.hand_class,
            tuple(card.rank for card in each.have),
            each.completion,
            each.possible,
            each.ways,
            each.score,
            each.current_score,
        )
        for each in hands
    )


# --- symmetries ---------------------------------------------------------------------------------


@given(deals())
def test_the_order_of_the_cards_does_not_matter(deal: tuple[list[int], list[int]]) -> None:
    cards, dead = deal
    assert potential_hands(cards, dead) == potential_hands(cards[::-1], dead[::-1])


@given(deals(), st.permutations(range(4)))
def test_relabelling_the_suits_changes_nothing(
    deal: tuple[list[int], list[int]], suits: list[int]
) -> None:
    cards, dead = ([card - card % 4 + suits[card % 4] for card in each] for each in deal)
    assert facts(potential_hands(cards, dead)) == facts(potential_hands(*deal))


# --- what an entry says of itself ---------------------------------------------------------------


@given(deals())
def test_every_hand_is_consistent(deal: tuple[list[int], list[int]]) -> None:
    cards = set(deal[0])
    for hand in potential_hands(*deal):
        assert hand.completion == 100 * len(hand.have) / hand.size
        assert {card.index for card in hand.have} <= cards
        assert not {card.index for card in hand.need} & cards
        assert sum(count for count, _ in hand.choices) == hand.missing
        assert hand.possible == (hand.ways > 0)
        assert hand.complete == (hand.ways == hand.runouts and hand.missing == 0)
        assert hand.complete or (hand.score is None) == (not hand.possible)


@given(deals())
def test_a_needed_card_is_dead_only_where_that_makes_the_hand_impossible(
    deal: tuple[list[int], list[int]],
) -> None:
    _, dead = deal
    for hand in potential_hands(*deal):
        if any(card.index in dead for card in hand.need):
            assert not hand.possible


@given(deals(least=5))
def test_the_complete_hands_reach_up_to_the_category_of_the_hand(
    deal: tuple[list[int], list[int]],
) -> None:
    cards, dead = deal
    value = evaluate(cards)
    complete = {each.hand_class for each in potential_hands(cards, dead) if each.complete}
    highest = max(map(CLASSES.index, complete), default=0)
    royal = value.strength == 7461
    assert CLASSES[highest] == ("royal_flush" if royal else value.category)


@given(deals(least=7, most_dead=0))
def test_with_seven_cards_the_best_complete_hand_has_the_strength_of_the_hand(
    deal: tuple[list[int], list[int]],
) -> None:
    cards, _ = deal
    value = evaluate(cards)
    scores = [each.score for each in potential_hands(cards) if each.complete]
    assert max((score or 0 for score in scores), default=None) in (None, value.strength)
    assert bool(scores) == (value.category != "high_card")


@given(deals())
def test_one_more_dead_card_never_makes_a_hand_possible(deal: tuple[list[int], list[int]]) -> None:
    cards, dead = deal
    before = {each.name: each for each in potential_hands(cards, dead[1:])}
    for hand in potential_hands(cards, dead):
        if hand.possible and hand.name in before:
            assert before[hand.name].possible


# --- against a slow twin that deals all runouts -------------------------------------------------


def holds(hand: PotentialHand, seven: Iterable[int]) -> bool:
    """Whether cards hold the instance, from the ranks and suits of what it has and needs."""
    cards = list(seven)
    ranks = Counter(card // 4 for card in cards)
    wanted = {card.rank for card in (*hand.have, *hand.need)}
    match hand.hand_class:
        case "one_pair" | "three_of_a_kind" | "four_of_a_kind" | "two_pair":
            each = hand.size // len(wanted)
            return all(ranks[rank] >= each for rank in wanted)
        case "straight":
            return all(ranks[rank] for rank in wanted)
        case "full_house":
            return all(ranks[rank] >= count for rank, count in full_of(hand).items())
        case "flush":
            suit = (*hand.have, *hand.need)[0].suit
            return sum(card % 4 == suit for card in cards) >= 5
        case _:
            return {card.index for card in (*hand.have, *hand.need)} <= set(cards)


def full_of(hand: PotentialHand) -> Counter[int]:
    """How many cards of each rank a full house takes."""
    counts = Counter(card.rank for card in hand.have)
    for count, cards in hand.choices:
        counts[cards[0].rank] += count
    return counts


def runouts(cards: list[int], dead: list[int]) -> Iterator[list[int]]:
    live = [card for card in range(52) if card not in cards and card not in dead]
    return ([*cards, *more] for more in combinations(live, 7 - len(cards)))


def class_of(five: tuple[int, ...]) -> str:
    worth = naive.worth_of_five(five)
    return "royal_flush" if worth == ROYAL else CLASSES[worth[0]]


DEALS = [(seven[:size], seven[size:]) for size in (5, 6) for seven in sample(8, 8, seed=size)]
DRAWS = [
    ("9h8h 7hTh2c", ""),
    ("AsKsQsJs2d", "Ts"),
    ("AhAd8c8s3d", "Ac"),
    ("9c9d9h4s4d", ""),
    ("Ah2h3h4h5h", "6h"),
]


def parsed(cards: str) -> list[int]:
    return [card.index for card in parse_cards(cards)]


EVERY_DEAL = DEALS + [(parsed(cards), parsed(dead)) for cards, dead in DRAWS]


@pytest.mark.repeats(5)
@pytest.mark.parametrize(("cards", "dead"), EVERY_DEAL)
def test_the_ways_are_the_runouts_that_hold_the_hand(cards: list[int], dead: list[int]) -> None:
    hands = potential_hands(cards, dead)
    sevens = list(runouts(cards, dead))
    for hand in hands:
        assert hand.runouts == len(sevens)
        assert hand.ways == sum(holds(hand, seven) for seven in sevens), hand.name


@pytest.mark.repeats(5)
@pytest.mark.parametrize(("cards", "dead"), EVERY_DEAL)
def test_the_score_is_the_best_hand_of_the_class_over_all_runouts(
    cards: list[int], dead: list[int]
) -> None:
    best = best_of_classes(cards, dead)
    for hand in potential_hands(cards, dead):
        hands = [strength for strength, five in best[hand.hand_class] if holds(hand, five)]
        assert hand.score == max(hands, default=hand.current_score if hand.complete else None)


def best_of_classes(
    cards: list[int], dead: list[int]
) -> dict[str, list[tuple[int, tuple[int, ...]]]]:
    """All five-card hands out of all runouts, by class, with their strengths."""
    fives = {five for seven in runouts(cards, dead) for five in combinations(sorted(seven), 5)}
    found: dict[str, list[tuple[int, tuple[int, ...]]]] = {name: [] for name in CLASSES}
    for five in fives:
        found[class_of(five)].append((naive.numbers()[naive.worth_of_five(five)], five))
    return found


@given(deals(most=6), st.sampled_from(EVERY_INSTANCE))
def test_the_ways_are_counted_again_after_each_card_that_may_come_first(
    deal: tuple[list[int], list[int]], instance: Instance
) -> None:
    """Each of a runout's cards may come first, so every runout is met once for each of them."""
    cards, dead = map(CardSet, deal)
    ahead = Outlook.of(cards, dead)
    onward = [Outlook.of(cards | CardSet(card), dead) for card in CardSet.from_mask(ahead.live)]
    assert sum(each.ways(instance) for each in onward) == ahead.to_come * ahead.ways(instance)
