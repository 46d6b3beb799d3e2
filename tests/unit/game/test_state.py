"""A hand as a value: starting it, acting, looking, copying, and what a player sees of it."""

import pickle
from random import Random

import pytest

from handsight.cards import CardSet, Deck
from handsight.errors import (
    CardCountError,
    DuplicateCardError,
    IllegalActionError,
    OptionError,
    StreetError,
)
from handsight.game import Acted, Action, DealBoard, DealHole, HandState, LegalActions, Rules
from handsight.kernels.game import state as at
from tests.game_states import assert_valid_state

RULES = Rules()


def start(*stacks: int, button: int = 0, seed: int = 7) -> HandState:
    return HandState.start(RULES, stacks or (1000, 1000, 1000), button, seed=seed)


def play(state: HandState, *actions: str) -> HandState:
    for action in actions:
        state = state.apply(action)
    return state


# --- starting -------------------------------------------------------------------------------------


def test_a_hand_is_started_and_not_made() -> None:
    with pytest.raises(TypeError, match=r"HandState\.start"):
        HandState()


def test_the_same_seed_deals_the_same_hand() -> None:
    assert start(seed=3) == start(seed=3)
    assert start(seed=3) != start(seed=4)


def test_a_seed_deals_as_the_deck_of_that_seed_does() -> None:
    cards = Deck(7).deal(4)
    state = start(1000, 1000)
    assert (state.hole(1), state.hole(0)) == (CardSet(cards[::2]), CardSet(cards[1::2]))


def test_known_cards_are_dealt_and_the_seed_draws_the_rest() -> None:
    state = HandState.start(RULES, [900] * 3, 1, holes={2: "AhKh"}, board="Qh7h2c", seed=1)
    assert state.hole(2) == CardSet("AhKh")
    state = play(state, "call", "call", "check")
    assert "".join(map(str, state.board)) == "Qh7h2c"
    assert_valid_state(state)


@pytest.mark.parametrize(
    ("stacks", "button", "message"),
    [
        ([100], 0, "2 to 10 seats; stacks has 1"),
        ([100] * 11, 0, "2 to 10 seats; stacks has 11"),
        ([100, 0], 0, "only 1 of the stacks"),
        ([100, -5], 0, "the stack of seat 1 is -5"),
        ([100, 5.5], 0, "the stack of seat 1 is 5.5"),
        ([100, 100], 2, "button is 2; the seats are 0..1"),
    ],
)
def test_what_is_no_table_is_refused(stacks: list[int], button: int, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        HandState.start(RULES, stacks, button)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"deck": "AhKh", "board": "2c"}, OptionError, "either a deck, or holes and board"),
        ({"deck": "AhAh"}, DuplicateCardError, "Ah appears twice in deck"),
        ({"holes": ["AhKh", "Ah2c"]}, DuplicateCardError, "the hole of seat 0 and in"),
        ({"holes": ["AhKh2c"]}, CardCountError, "the hole of seat 0 has 3 cards"),
        ({"holes": "AhKh"}, CardCountError, "pass a list with one entry for each seat"),
        ({"holes": {5: "AhKh"}}, OptionError, "seat 5 holds no cards"),
        ({"board": "2c3c4c5c6c7c"}, CardCountError, "board has 6 cards"),
        ({"posts": {7: 100}}, OptionError, "seat 7 has no post"),
        ({"posts": {1: -1}}, OptionError, "the post of seat 1 is -1"),
        ({"antes": {1: 0.5}}, OptionError, r"the ante of seat 1 is 0\.5"),
        ({"mucked": [4]}, OptionError, "seat 4 has no hand to muck"),
        ({"seed": -1}, OptionError, "seed is -1"),
    ],
)
def test_what_is_no_hand_is_refused(
    options: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        HandState.start(RULES, [1000, 1000], 0, **options)  # type: ignore[arg-type]


def test_straddles_need_players() -> None:
    with pytest.raises(OptionError, match="1 straddles need 3 players; there are 2"):
        HandState.start(Rules(straddles=(200,)), [1000, 1000], 0)


# --- acting ---------------------------------------------------------------------------------------


def test_an_action_leaves_the_old_state_alone() -> None:
    before = start()
    kept = before.copy()
    before.apply("raise 300")
    assert before == kept


def test_verify_can_and_apply_agree() -> None:
    state = start()
    assert state.can("raise 200")
    assert not state.can("raise 199")
    state.verify("raise 200")
    with pytest.raises(IllegalActionError, match="below the minimum of 200"):
        state.verify("raise 199")


@pytest.mark.parametrize(
    ("actions", "action", "message"),
    [
        ([], "check", "cannot check: the price is 100, and the player has put in 0"),
        ([], "bet 300", "cannot bet: there is a price of 100 to pay; raise instead"),
        ([], "raise 5000", "raise to 5000 is more than the 1000 that the player has"),
        ([], "raise", "how much"),
        (["call", "call", "check"], "bet 50", "bet to 50 is below the minimum of 100"),
        (["raise 1000", "fold"], "raise 1000", "cannot raise: the player has 1000 in all"),
        (
            ["raise 300"],
            "raise 400",
            "raise to 400 is below the minimum of 500: the price is 300, and",
        ),
    ],
)
def test_an_illegal_action_says_what_is_wrong_and_what_is_legal(
    actions: list[str], action: str, message: str
) -> None:
    with pytest.raises(IllegalActionError, match=rf"seat \d: {message}.*; legal: "):
        play(start(), *actions).apply(action)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(IllegalActionError, match="'limp' is not a kind of action"):
        start().apply(Action("limp"))


def test_the_words_of_programs_are_wider() -> None:
    flop = play(start(), "call", "call", "check")
    assert flop.apply("call") == flop.apply("check")
    assert flop.apply("raise 150") == flop.apply("bet 150")


def test_shares_of_the_pot_are_counted_after_the_call() -> None:
    legal = start(5000, 5000, 5000).legal_actions
    assert (legal.half_pot, legal.pot_size, legal.share_of_pot(2, 1)) == (225, 350, 600)
    assert start(5000, 150).legal_actions.pot_size == 300


def test_nothing_is_legal_when_the_hand_is_over() -> None:
    legal = play(start(1000, 1000), "fold").legal_actions
    assert legal == LegalActions(False, 0, 0, 0, 100, 0, 0, 100, True)
    assert (legal.can_check, legal.can_call, legal.can_raise) == (False, False, False)
    assert legal.pot_size == 0


# --- looking --------------------------------------------------------------------------------------


def test_a_hand_tells_where_it_is() -> None:
    state = play(start(), "raise 300", "fold")
    assert (state.seats, state.button, state.actor, state.street) == (3, 0, 2, "preflop")
    assert (state.stacks, state.bets, state.paid) == (
        (700, 950, 900),
        (300, 50, 100),
        (300, 50, 100),
    )
    assert (state.pot, state.to_call, state.price) == (450, 200, 300)
    assert (state.players, state.folded, state.all_in) == ((0, 2), (1,), ())
    assert state.payoffs == (-300, -50, -100)


def test_there_is_no_hole_outside_the_table() -> None:
    with pytest.raises(OptionError, match=r"seat is 3; the seats are 0\.\.2"):
        start().hole(3)


def test_the_events_of_a_hand_tell_it_from_the_start() -> None:
    state = play(start(1000, 1000), "call", "check", "check", "bet 100", "fold")
    kinds = [type(event).__name__ for event in state.events]
    assert kinds == [
        *("Blind", "Blind", "DealHole", "DealHole", "Acted", "Acted", "DealBoard"),
        *("Acted", "Acted", "Acted", "UncalledReturned", "Award"),
    ]
    acted = [event for event in state.events if isinstance(event, Acted)]
    assert acted[0] == Acted(0, Action.call(), 50, all_in=False)
    assert acted[3] == Acted(0, Action.bet(100), 100, all_in=False)


def test_the_history_gives_every_state_on_the_way() -> None:
    state = play(start(1000, 1000), "call", "check", "all in", "call")
    steps = list(state.history())
    assert [step.actor for step in steps] == [0, 1, 1, 0, -1]
    assert steps[0] == start(1000, 1000)
    assert steps[-1] == state


def test_a_hand_prints_what_matters() -> None:
    assert repr(start(1000, 1000)) == (
        "<HandState preflop, pot 150, stacks (950, 900), seat 0 to act>"
    )
    assert repr(play(start(1000, 1000), "fold")).endswith("over>")


@pytest.mark.parametrize("stacks", [(1000, 1000), (100, 100), (400, 1000, 700)])
def test_a_hand_goes_as_another_one_with_its_own_cards(stacks: tuple[int, ...]) -> None:
    draw = Random(3)
    for number in range(40):
        state = HandState.start(Rules(ante=20), stacks, 0, seed=number)
        own = step = HandState.start(Rules(ante=20), stacks, 0, seed=1000 + number)
        while not state.is_over:
            legal = state.legal_actions
            word = draw.choice(["fold", "call", "call", "all in"])
            action = Action.call() if word == "fold" and not legal.can_fold else Action.parse(word)
            state, step = state.apply(action), step.apply(action)
            assert own.goes_as(state) == step
            assert own.goes_as(state).events == step.events


def test_a_hand_does_not_go_as_one_that_began_otherwise() -> None:
    begun = start(1000, 1000)
    done = play(begun, "call")
    refused = [
        *(start(1000, 900), start(900, 1000), play(begun, "fold"), begun.view(0)),
        HandState.start(Rules(ante=10), [1000, 1000], 0, seed=7),
        HandState.start(Rules(), [1000, 1000], 1, seed=7),
        HandState.start(Rules(), [1000, 1000], 0, seed=7, posts={0: 40, 1: 100}),
    ]
    for state in refused:
        with pytest.raises(
            OptionError, match="only an unplayed hand that began like the other one"
        ):
            state.goes_as(done)


# --- copies ---------------------------------------------------------------------------------------


def test_copies_and_pickles_are_equal_and_apart() -> None:
    state = play(start(), "call", "raise 300")
    for twin in (state.copy(), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.apply("fold") == state.apply("fold")
        assert twin.events == state.events


def test_the_vector_is_a_copy() -> None:
    state = start()
    state.vector()[at.POT] = 0
    assert state.pot == 150


# --- what one player sees -------------------------------------------------------------------------


def hidden_cards(state: HandState) -> set[str]:
    """All cards that a view must not hold: the others' and those to come."""
    vector = state.vector()
    other = [card for seat in (0, 2) for card in state.hole(seat) or ()]
    come = vector[at.DECK + vector[at.DECK_NEXT] :].tolist()
    return {card.index for card in other} | set(come)


def numbers_in(view: HandState) -> set[int]:
    """Every card-like number that a pickle of the view would carry."""
    found = set()
    for vector in (view.vector(), next(view.history()).vector()):
        found |= set(vector[at.HOLES :].tolist())
    return found


@pytest.mark.parametrize(
    "actions", [(), ("call", "call", "check"), ("call", "call", "check", "bet 200", "fold")]
)
def test_a_view_holds_no_card_that_its_player_does_not_see(actions: tuple[str, ...]) -> None:
    state = play(start(), *actions)
    view = state.view(1)
    assert view.viewer == 1
    assert view.hole(1) == state.hole(1)
    assert view.hole(0) is None
    assert view.board == state.board
    assert not hidden_cards(state) & numbers_in(pickle.loads(pickle.dumps(view)))
    assert view.legal_actions == state.legal_actions
    assert_valid_state(view)


def test_a_view_tells_the_same_events_but_for_hidden_cards() -> None:
    state = play(start(), "call", "call", "check", "check", "bet 200", "call", "fold")
    seen = state.view(1).events
    assert len(seen) == len(state.events)
    differing = [new for old, new in zip(state.events, seen, strict=True) if old != new]
    assert differing == [DealHole(2, None), DealHole(0, None)]


def test_a_view_of_the_end_shows_what_was_shown() -> None:
    cards = {"holes": ["2c7d", "AhAd", "KhKd"], "board": "As Ac Qd 3h 4s"}
    state = HandState.start(RULES, [1000] * 3, 0, seed=1, **cards)  # type: ignore[arg-type]
    state = play(state, "call", "call", *["check"] * 10)
    view = state.view(0)
    assert (view.hole(1), view.hole(2)) == (CardSet("AhAd"), None)
    assert view.payoffs == state.payoffs
    assert view.events[-4:] == state.events[-4:]


def test_a_view_is_not_played_on() -> None:
    with pytest.raises(StreetError, match=r"sampled\(seed\)"):
        start().view(0).apply("call")


def test_there_is_no_view_from_outside_the_table() -> None:
    with pytest.raises(OptionError, match="seat is -1"):
        start().view(-1)


@pytest.mark.parametrize("actions", [(), ("call", "call", "check"), ("call", "fold", "check")])
def test_a_sample_fills_a_view_in_and_can_be_played(actions: tuple[str, ...]) -> None:
    view = play(start(), *actions).view(1)
    full = view.sampled(seed=5)
    assert_valid_state(full)
    assert full == view.sampled(seed=5)
    assert full != view.sampled(seed=6)
    assert (full.hole(1), full.board) == (view.hole(1), view.board)
    while not full.is_over:
        full = full.apply("call")
    assert_valid_state(full)
    boards = [event.cards for event in full.events if isinstance(event, DealBoard)]
    assert sum(map(len, boards)) == 5


def test_a_full_state_needs_no_sample() -> None:
    with pytest.raises(StreetError, match="only a view"):
        start().sampled()
