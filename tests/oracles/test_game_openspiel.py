"""Random hands played here and in OpenSpiel's universal_poker, on the same cards.

Heads-up its player 0 posts the big blind and its player 1 the small one; among more players 0 and 1
post as here. Its bets are totals of the whole hand. Its legal sets, turns and returns must be ours,
but for what the documentation tells ("The rules of the game").
"""

from collections import Counter
from functools import cache
from random import Random

import pytest

from handsight.cards import Card, parse_cards
from handsight.game import Award, HandState, Rules
from handsight.kernels.game import state as at
from tests.thorough import up_to

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: peers)")

FOLD, CALL, LIMIT_RAISE = 0, 1, 2
BUTTON = 1
COMMON = {
    "numPlayers": 2,
    "numRounds": 4,
    "blind": "100 50",
    "firstPlayer": "2 1 1 1",
    "numSuits": 4,
    "numRanks": 13,
    "numHoleCards": 2,
    "numBoardCards": "0 3 1 1",
}


@cache
def no_limit(stack: int) -> object:
    own = {"betting": "nolimit", "stack": f"{stack} {stack}", "bettingAbstraction": "fullgame"}
    return pyspiel.load_game("universal_poker", COMMON | own)


@cache
def limit(stack: int) -> object:
    own = {"betting": "limit", "stack": f"{stack} {stack}", "raiseSize": "100 100 200 200"}
    return pyspiel.load_game("universal_poker", COMMON | own | {"maxRaises": "3 4 4 4"})


def deal(theirs: object, deck: list[Card]) -> None:
    """Deal them their cards: both of player 0, both of player 1, then the board."""
    while theirs.is_chance_node():
        theirs.apply_action(deck.pop(0).index)


def as_they_deal(state: HandState, deck: list[int]) -> list[Card]:
    holes = [card for seat in (0, 1) for card in state.hole(seat)]
    return [*holes, *map(Card, deck[4:9])]


def paid_before(state: HandState) -> int:
    """Give what the player whose turn it is had put in when the street began."""
    return state.paid[state.actor] - state.bets[state.actor]


def our_actions(state: HandState) -> list[int]:
    """Write what is legal as OpenSpiel does: fold, call, and totals of the hand."""
    legal, before = state.legal_actions, paid_before(state)
    passive = [FOLD, CALL] if legal.can_fold else [CALL]
    if not legal.can_raise:
        return passive
    if state.rules.is_limit:
        return [*passive, LIMIT_RAISE]
    return [*passive, *range(before + legal.raise_min, before + legal.raise_max + 1)]


def choose(draw: Random, legal: list[int]) -> int:
    """Draw an action; raises, of which there are many, come up as often as calls."""
    if legal[0] == FOLD and draw.random() < 0.15:
        return FOLD
    if legal[-1] == CALL or draw.random() < 0.5:
        return CALL
    raises = legal[legal.index(CALL) + 1 :]
    return draw.choice([raises[0], draw.choice(raises), draw.choice(raises[:200])])


def take(state: HandState, action: int) -> HandState:
    if action in (FOLD, CALL):
        return state.apply("fold" if action == FOLD else "call")
    if state.rules.is_limit:
        return state.apply("raise")
    return state.apply(f"raise {action - paid_before(state)}")


def play(draw: Random, game: object, rules: Rules, stack: int) -> None:
    deck = draw.sample(range(52), 52)
    state = HandState.start(rules, [stack, stack], BUTTON, deck=deck)
    theirs, cards = game.new_initial_state(), as_they_deal(state, deck)
    deal(theirs, cards)
    while not state.is_over:
        assert theirs.current_player() == state.actor
        legal = theirs.legal_actions()
        assert legal == our_actions(state)
        action = choose(draw, legal)
        theirs.apply_action(action)
        deal(theirs, cards)
        state = take(state, action)
    assert theirs.is_terminal()
    assert theirs.returns() == list(state.payoffs)


def play_many(seed: int, hands: int) -> None:
    draw = Random(seed)
    for _ in range(hands):
        stack = draw.choice([250, 1000, 2500])
        play(draw, no_limit(stack), Rules(), stack)
        play(draw, limit(5000), Rules(structure="fixed-limit"), 5000)


def test_random_hands_go_and_end_as_in_openspiel() -> None:
    play_many(1, 300)


@pytest.mark.exhaustive
def test_many_thousand_hands_go_and_end_as_in_openspiel() -> None:
    play_many(2, up_to(50_000, 6_000))


# --- three and more, and short stacks -------------------------------------------------------------

REOPENED = "a short all-in reopens the betting there, but not here"
SMALLER = "after a short all-in the least raise is smaller there"
UNCALLABLE = "a player may raise there though nobody could call, but not here"
ASKED = "a player who covers all others, who are all-in, is asked there, but not here"
FRACTIONS = "odd chips are split into fractions there"
DIFFERENCES = {REOPENED, SMALLER, UNCALLABLE, ASKED, FRACTIONS}


def ring(stacks: tuple[int, ...]) -> object:
    size = len(stacks)
    seats = {
        "numPlayers": size,
        "blind": " ".join(map(str, (50, 100, *[0] * (size - 2)))),
        "firstPlayer": "3 1 1 1",
        "stack": " ".join(map(str, stacks)),
    }
    own = {"betting": "nolimit", "bettingAbstraction": "fullgame"}
    return pyspiel.load_game("universal_poker", COMMON | own | seats)


class Table:
    """The same hand in both, and the least raise by their rule, told in words.

    Their least raise goes up by as much as the last one did, full or not, and is never less than
    it was before on the street.
    """

    def __init__(
        self, stacks: tuple[int, ...], seed: int, found: Counter[str], dealt: str = ""
    ) -> None:
        self.size, self.found = len(stacks), found
        deck = [card.index for card in parse_cards(dealt, "dealt")]
        deck = deck or Random(seed).sample(range(52), 52)
        self.state = HandState.start(Rules(), stacks, self.size - 1, deck=deck)
        self.theirs = ring(stacks).new_initial_state()
        holes = [card for seat in range(self.size) for card in self.state.hole(seat)]
        self.cards = [*holes, *map(Card, deck[2 * self.size : 2 * self.size + 5])]
        self.least = 200
        deal(self.theirs, self.cards)

    @property
    def lying(self) -> int:
        """How many cards lie on their board."""
        return 5 - len(self.cards)

    def take(self, action: int) -> None:
        """Take an action of both; theirs are totals of the hand."""
        state = self.state
        if action > CALL:
            target = action - paid_before(state)
            self.least = max(self.least, 2 * target - state.price)
        self.theirs.apply_action(action)
        self.state = take(state, action)
        if self.state.is_over or self.state.street != state.street:
            self.least = 100
        deal(self.theirs, self.cards)
        self.pass_for_nothing()

    def pass_for_nothing(self) -> None:
        while not self.theirs.is_terminal() and (
            self.state.is_over or self.lying < len(self.state.board)
        ):
            assert len({*self.state.players} - {*self.state.all_in}) == 1
            assert FOLD not in self.theirs.legal_actions()
            self.found[ASKED] += 1
            self.theirs.apply_action(CALL)
            deal(self.theirs, self.cards)

    def compare(self) -> list[int]:
        """Compare what is legal, and give what is legal in both."""
        state, legal = self.state, self.theirs.legal_actions()
        assert self.theirs.current_player() == state.actor
        ours = our_actions(state)
        if legal == ours:
            return ours
        before, most = paid_before(state), paid_before(state) + state.legal_actions.all_in
        least = min(before + self.least, most)
        passive = [FOLD, CALL] if state.legal_actions.can_fold else [CALL]
        assert legal == [*passive, *range(least, most + 1)]
        self.found[self.why(least - before)] += 1
        return ours

    def why(self, least: int) -> str:
        state = self.state
        if state.legal_actions.can_raise:
            assert state.price < least < state.legal_actions.raise_min
            assert least - state.price < state.number(at.FULL_RAISE)
            return SMALLER
        others = {*state.players} - {*state.all_in, state.actor}
        reach = max((state.stacks[seat] + state.bets[seat] for seat in others), default=0)
        if reach <= state.price:
            return UNCALLABLE
        acted_at = state.number(at.ACTED_AT + state.actor)
        assert acted_at != at.NOT_YET
        assert 0 < state.price - acted_at < state.number(at.FULL_RAISE)
        return REOPENED

    def compare_ends(self) -> None:
        assert self.theirs.is_terminal()
        theirs, ours = self.theirs.returns(), self.state.payoffs
        if theirs == list(ours):
            return
        awards = [event for event in self.state.events if isinstance(event, Award)]
        pots = {award.pot for award in awards if award.odd_chip}
        assert max(abs(one - other) for one, other in zip(theirs, ours, strict=True)) < len(pots)
        self.found[FRACTIONS] += 1


def play_rings(seed: int, hands: int) -> Counter[str]:
    draw, found = Random(seed), Counter[str]()
    for _ in range(hands):
        most = draw.choice([400, 1500])
        others = [draw.randint(1, most) for _ in range(draw.randint(1, 4))]
        stacks = (draw.randint(50, most), draw.randint(100, most), *others)  # all blinds are whole
        table = Table(stacks, draw.randrange(1 << 30), found)
        while not table.state.is_over:
            table.take(choose(draw, table.compare()))
        table.compare_ends()
    return found


def test_random_hands_of_three_and_more_go_and_end_as_in_openspiel_but_for_what_is_told() -> None:
    assert {REOPENED, SMALLER} <= set(play_rings(1, 60)) <= DIFFERENCES


@pytest.mark.exhaustive
def test_many_hands_of_three_and_more_differ_from_openspiel_in_no_other_way() -> None:
    assert set(play_rings(2, 3000)) == DIFFERENCES


def at_table(stacks: tuple[int, ...], *actions: int) -> tuple[list[int], list[int]]:
    """Give the raises that are legal there and here after actions that both allow."""
    table = Table(stacks, 1, Counter())
    for action in actions:
        table.take(action)
    theirs, ours = table.theirs.legal_actions(), our_actions(table.state)
    return [each for each in theirs if each > CALL], [each for each in ours if each > CALL]


def test_tda_43_after_a_short_all_in_their_least_raise_is_smaller() -> None:
    theirs, ours = at_table((900, 900, 900, 370), 300, 370)
    assert (theirs[0], ours[0]) == (500, 570)


def test_tda_47_a_short_all_in_reopens_the_betting_there() -> None:
    theirs, ours = at_table((900, 900, 900, 370), 300, 370, FOLD, CALL)
    assert (theirs[0], ours) == (500, [])


def test_they_let_a_player_raise_whom_nobody_could_call() -> None:
    stacks = (900, 1490, 880, 460, 380)
    theirs, ours = at_table(stacks, 750, CALL, CALL, 900)
    assert (theirs, ours) == ([*range(1400, 1491)], [])


def test_they_ask_a_player_who_covers_all_others_and_we_do_not() -> None:
    found = Counter[str]()
    table = Table((100, 900, 900), 1, found)
    table.take(FOLD)
    table.take(CALL)
    assert table.state.is_over
    assert found == {ASKED: 1}


def test_tda_20_they_split_odd_chips_into_fractions() -> None:
    """A pot of 453 goes to the first two, who hold the same."""
    table = Table((900, 900, 151), 1, Counter(), "9c9d4c8c8d5cAhAdKcKd2h")
    for action in (151, *[CALL] * 8):
        table.take(action)
    assert table.theirs.returns() == [75.5, 75.5, -151]
    assert table.state.payoffs == (76, 75, -151)


def test_with_a_limit_they_bet_chips_that_a_short_stack_does_not_have() -> None:
    """The button raises with 150 chips to 200, and loses 200."""
    own = {"betting": "limit", "stack": "5000 150", "raiseSize": "100 100 200 200"}
    game = pyspiel.load_game("universal_poker", COMMON | own | {"maxRaises": "3 4 4 4"})
    theirs, cards = game.new_initial_state(), list(parse_cards("AhAd7c2dAsAcKs8h3d", "cards"))
    deal(theirs, cards)
    theirs.apply_action(LIMIT_RAISE)
    theirs.apply_action(CALL)
    while not theirs.is_terminal():
        deal(theirs, cards)
        theirs.apply_action(CALL)
        deal(theirs, cards)
    holes = {"holes": ["AhAd", "7c2d"], "board": "AsAcKs8h3d"}
    state = HandState.start(Rules(structure="fixed-limit"), [5000, 150], BUTTON, **holes)
    state = state.apply("raise to 150").apply("call")
    assert (theirs.returns(), state.payoffs) == ([200, -200], (150, -150))
