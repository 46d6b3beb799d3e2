"""What holds for every round by PyPokerEngine's rules."""

from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from handsight.game import Action, Award, HandCursor
from handsight.interop.pypokerengine import EngineHand, EngineRules, EngineSeating

tables = st.tuples(
    st.lists(st.integers(0, 400), min_size=2, max_size=10),
    st.integers(0, 9),
    st.sampled_from([EngineRules(5), EngineRules(1), EngineRules(5, ante=2), EngineRules(7, 7)]),
)


def begun(table: tuple[list[int], int, EngineRules], seed: int) -> EngineHand:
    stacks, button, rules = table
    assume(not EngineSeating.of(rules, stacks, button % len(stacks)).is_over)
    return EngineHand.start(rules, stacks, button % len(stacks), seed=seed)


def drawn(hand: EngineHand, rng: Random) -> Action:
    """Any action at all, legal or not."""
    whole = hand.legal_actions.all_in
    kind = rng.choice(["fold", "call", "call", "call", "raise", "raise", "all-in", "check"])
    return Action(kind, rng.randint(-1, whole + 1) if kind == "raise" else 0)


@given(tables, st.integers(0, 2**32))
def test_chips_are_in_stacks_or_in_the_middle_until_the_end(
    table: tuple[list[int], int, EngineRules], seed: int
) -> None:
    hand, rng = begun(table, seed), Random(seed)
    total = sum(hand.seating.stacks)
    while not hand.is_over:
        assert sum(hand.stacks) + hand.pot == total
        assert sum(pot.chips for pot in hand.pots) == hand.pot
        assert min(hand.stacks) >= 0
        hand = hand.apply(drawn(hand, rng))
    lost = total - sum(hand.stacks)
    assert 0 <= lost < len(hand.pots) * hand.seats
    assert sum(hand.payoffs) == sum(hand.stacks) - sum(hand.start_stacks) <= 0


@given(tables, st.integers(0, 2**32))
def test_what_is_offered_is_legal(table: tuple[list[int], int, EngineRules], seed: int) -> None:
    hand, rng = begun(table, seed), Random(seed)
    while not hand.is_over:
        legal = hand.legal_actions
        assert hand.can("call")
        assert hand.can("fold")
        assert hand.can("all in")
        if legal.can_raise:
            assert hand.can(Action.raise_to(legal.raise_min))
            assert hand.can(Action.raise_to(legal.raise_max))
            assert not hand.can(Action.raise_to(legal.raise_max + 1))
        hand = hand.apply(drawn(hand, rng))


@given(tables, st.integers(0, 2**32))
def test_what_is_told_adds_up(table: tuple[list[int], int, EngineRules], seed: int) -> None:
    hand, rng = begun(table, seed), Random(seed)
    while not hand.is_over:
        hand = hand.apply(drawn(hand, rng))
    behind = list(hand.seating.stacks)
    for event in hand.events:
        chips = getattr(event, "chips", 0)
        behind[getattr(event, "seat", 0)] += chips if isinstance(event, Award) else -chips
    assert tuple(behind) == hand.stacks


@given(tables, st.integers(0, 2**32))
def test_what_a_player_observes_depends_on_no_hidden_card(
    table: tuple[list[int], int, EngineRules], seed: int
) -> None:
    """Two deals that agree in what a player sees look the same to him."""
    hand = begun(table, seed)
    seat = hand.actor
    seen = hand.hole_cards(seat)
    others = [
        card for card in Random(seed).sample(range(52), 52) if card not in {c.index for c in seen}
    ]
    deck = [*others[: 2 * seat], *seen, *others[2 * seat :]]
    again = EngineHand.start(hand.rules, hand.start_stacks, table[1] % hand.seats, deck=deck)
    assert HandCursor(again).observation() == HandCursor(hand).observation()
    assert again.view(seat) == hand.view(seat)
