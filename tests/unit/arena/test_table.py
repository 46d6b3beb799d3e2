"""One hand at a table: who is asked, what he is told, and what happens if he does it wrong."""

from queue import Queue
from random import Random
from threading import Event, Thread

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.agents import HandStart, agent
from handsight.arena.players import InProcessPlayer, LazyRandom
from handsight.arena.table import HandPlay, play_hand
from handsight.errors import ArenaError
from handsight.game import Acted, Action, DealBoard, DealHole, HandState, Rules, Show
from handsight.interop.pypokerengine import EngineHand, EngineRules
from tests.examples import at_most
from tests.unit.arena.agents_for_tests import Gambler, Leaves, Listener, Raises, Says


def start(stacks=(1000, 1000), button=0, seed=7, rules=None):
    return HandState.start(rules or Rules(), stacks, button, seed=seed)


def engine_start(stacks=(1000, 1000), button=0, seed=7):
    return EngineHand.start(EngineRules(5), stacks, button, seed=seed)


def play(state, *agents, seed=1, **options):
    players = [InProcessPlayer(agent(each) if isinstance(each, str) else each) for each in agents]
    for number, player in enumerate(players):
        player.begin(seed + number)
    return play_hand(state, players, **options)


def actions_of(played):
    return [str(taken.action) for taken in played.actions]


def faults_of(played):
    return [(found.seat, found.decision, found.fault.kind) for found in played.faults]


# --- playing ------------------------------------------------------------------------------------


def test_players_act_in_turn_until_the_hand_is_over():
    played = play(start(), "call", "check-call")
    assert actions_of(played) == ["call", *["check"] * 7]
    assert [taken.seat for taken in played.actions] == [0, 1, 1, 0, 1, 0, 1, 0]
    assert played.state.is_over
    assert played.decisions == (4, 4)


@given(st.integers(0, 10**6), st.integers(2, 6))
@at_most(60)
def test_a_hand_is_what_its_actions_make_of_it_one_by_one(seed, size):
    """The naive twin applies the same actions to the same start without any table."""
    stacks = [Random(seed).randint(1, 3000) for _ in range(size)]
    state = start(stacks, seed=seed)
    played = play(state, *[Gambler(f"g{seat}") for seat in range(size)], seed=seed)
    for taken in played.actions:
        assert state.actor == taken.seat
        state = state.apply(taken.action)
    assert state == played.state
    assert state.is_over
    assert not played.faults
    assert sum(played.decisions) == len(played.actions)


def test_the_same_seeds_give_the_same_hand():
    hands = [play(start(), "random", "random", seed=5) for _ in range(2)]
    assert hands[0].state == hands[1].state
    assert actions_of(hands[0]) == actions_of(hands[1])


def test_the_time_of_each_player_is_measured():
    played = play(start(), "call", "call")
    assert all(0 < most < 1 for most in played.longest)
    assert all(most <= took for most, took in zip(played.longest, played.seconds, strict=True))


def test_players_are_told_names_and_number_of_the_hand():
    listener = Listener()
    play(start(), listener, "call", names=("me", "you"), hand=3, hands=20)
    assert listener.seen[0].names == ("me", "you")
    assert (listener.seen[0].hand, listener.seen[0].hands) == (3, 20)


# --- faults -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        None,
        7,
        "stay in",
        "call 300",
        b"call",
        ("call", 0),
        Action,
        Action(None, 0),
        Action(["raise"], 3),
        Action("raise", float("nan")),
        Action("raise", float("inf")),
        Action("raise", 300.0),
        Action("raise", "300"),
        Action("raise", None),
        Action("raise", True),
        Action("raise", 10**30),
        Action("jump"),
        tuple.__new__(Action, ("call",)),
        tuple.__new__(Action, ("raise", 300, 1)),
    ],
)
def test_an_answer_that_is_no_action_is_garbage_and_folds(answer):
    played = play(start(), Says(answer), "call")
    assert faults_of(played) == [(0, 0, "garbage")]
    assert actions_of(played) == ["fold"]


@pytest.mark.parametrize(
    "action",
    [
        Action.check(),
        Action.bet(300),
        Action.raise_to(1001),
        Action.raise_to(199),
        Action("raise", -5),
    ],
)
def test_an_illegal_action_folds_where_there_is_a_price(action):
    played = play(start(), Says(action), "call")
    assert faults_of(played) == [(0, 0, "illegal")]
    assert actions_of(played) == ["fold"]
    assert "legal:" in played.faults[0].fault.detail


def test_an_illegal_action_checks_where_checking_is_free():
    played = play(start(), "call", Says(Action.raise_to(1)))
    assert faults_of(played) == [(1, decision, "illegal") for decision in (1, 2, 4, 6)]
    assert actions_of(played) == ["call", *["check"] * 7]


def test_folding_for_nothing_is_illegal_and_checks():
    played = play(start(), "call", Says(Action.fold()))
    assert {kind for _, _, kind in faults_of(played)} == {"illegal"}
    assert actions_of(played) == ["call", *["check"] * 7]


def test_a_number_of_numpy_is_a_number():
    played = play(start(), Says(Action("raise", np.int64(1000))), "call")
    assert not played.faults
    assert type(played.actions[0].action.amount) is int


@pytest.mark.parametrize("bad", [Raises("act"), Leaves()])
def test_an_exception_is_a_fault_even_one_that_would_end_the_program(bad):
    played = play(start(), bad, "call")
    assert faults_of(played) == [(0, 0, "exception")]
    assert actions_of(played) == ["fold"]


def test_an_exception_while_listening_is_a_fault_and_the_hand_goes_on():
    played = play(start(), Raises("observe"), "call")
    assert {found.fault.kind for found in played.faults} == {"exception"}
    assert actions_of(played) == ["call", *["check"] * 7]


def test_an_exception_while_forgetting_is_a_fault():
    assert InProcessPlayer(Raises("reset")).reset().detail.endswith(": RuntimeError: cannot forget")
    assert InProcessPlayer(Listener()).reset() is None


# --- the rules of PyPokerEngine -----------------------------------------------------------------


def test_pypokerengine_takes_what_is_illegal_as_a_fold_and_it_is_counted():
    played = play(engine_start(), "call", Says(Action.raise_to(14)), lenient=True)
    assert faults_of(played) == [(1, 1, "illegal")]
    assert actions_of(played) == ["fold"]


def test_pypokerengine_lets_a_player_fold_for_nothing():
    played = play(engine_start(), Says(Action.fold()), "call", lenient=True)
    assert not played.faults
    assert actions_of(played) == ["call", "fold"]


def test_other_faults_check_where_checking_is_free_there_too():
    played = play(engine_start(), Raises("act"), "call", lenient=True)
    assert {kind for _, _, kind in faults_of(played)} == {"exception"}
    assert actions_of(played) == ["call", *["check"] * 7]


# --- what listeners are told --------------------------------------------------------------------


@given(st.integers(0, 10**6), st.integers(2, 4))
@at_most(40)
def test_a_listener_hears_what_his_view_of_the_hand_tells(seed, size):
    """The naive twin is the view at the end; in it, cards that were shown are known at once."""
    listeners = [Listener(f"l{seat}") for seat in range(size - 1)]
    played = play(start((800,) * size, seed=seed), *listeners, Gambler(), seed=seed)
    for seat, listener in enumerate(listeners):
        opening, *heard = listener.heard
        assert opening == HandStart(seat, 0, (800,) * size, (), 1, 0, 100)
        told = played.state.view(seat).events
        assert [_concealed(event, seat) for event in told] == heard


def test_a_listener_of_pypokerengine_hears_the_whole_hand():
    listener = Listener()
    played = play(engine_start(), listener, "call", lenient=True)
    heard = listener.heard[1:]
    assert len(heard) == len(played.state.events)
    assert [type(event) for event in heard] == [type(event) for event in played.state.events]


def test_everything_is_told_before_the_decision_it_may_matter_for():
    class Checked(Listener):
        def act(self, observation, rng):
            acted = [event for event in self.heard if isinstance(event, Acted)]
            assert len(acted) == len(observation.actions)
            dealt = [event for event in self.heard if isinstance(event, DealBoard)]
            assert sum(len(event.cards) for event in dealt) == len(observation.board)
            return super().act(observation, rng)

    for seats in ((Checked(), "maniac"), ("random", Checked())):
        assert not play(start((10_000, 10_000)), *seats).faults


def test_a_listener_who_folds_hears_the_end():
    class FoldingListener(Listener):
        def act(self, observation, rng):
            return Action.fold()

    listener = FoldingListener()
    played = play(start((1000,) * 3), listener, "call", "call")
    assert actions_of(played)[0] == "fold"
    assert sum(isinstance(event, Show) for event in listener.heard) >= 1


def _concealed(event, seat):
    if isinstance(event, DealHole) and event.seat != seat:
        return DealHole(event.seat, None)
    return event


# --- random numbers that wait -------------------------------------------------------------------


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: rng.random(),
        lambda rng: rng.getrandbits(53),
        lambda rng: rng.randint(3, 10**9),
        lambda rng: rng.choice("abcdef"),
        lambda rng: rng.sample(range(50), 5),
        lambda rng: rng.gauss(0, 1),
        lambda rng: rng.randbytes(5),
        lambda rng: rng.getstate(),
        lambda rng: rng.choices(range(9), k=3),
    ],
)
def test_a_stream_gives_what_the_usual_generator_gives(draw):
    stream, usual = LazyRandom(), Random()
    for seed in (1, 2**63, 5):
        stream.seed_later(seed)
        usual.seed(seed)
        assert [draw(stream) for _ in range(3)] == [draw(usual) for _ in range(3)]


def test_a_stream_can_be_seeded_copied_and_set_like_the_usual_generator():
    import pickle

    stream = LazyRandom()
    stream.seed_later(3)
    copy = pickle.loads(pickle.dumps(stream))
    assert copy.random() == stream.random() == Random(3).random()
    stream.seed_later(4)
    stream.seed(9)
    assert stream.random() == Random(9).random()
    stream.seed_later(5)
    stream.setstate(Random(8).getstate())
    assert stream.random() == Random(8).random()


# --- players that answer later ------------------------------------------------------------------


class Slow(InProcessPlayer):
    """Has its answer only when it was asked so many times."""

    def __init__(self, agent, patience=3):
        super().__init__(agent)
        self.patience, self.asked = patience, []

    def act(self, observation):
        self.asked.append(observation)
        return super().act(observation) if len(self.asked) % self.patience == 0 else None


class Remote(InProcessPlayer):
    """Somebody elsewhere, who gets questions through one queue and answers through another."""

    def __init__(self, agent):
        super().__init__(agent)
        self.questions, self.answers, self.is_asked = Queue(), Queue(), False
        self.arrived = Event()
        Thread(target=self.answer, daemon=True).start()

    def answer(self):
        while (seen := self.questions.get()) is not None:
            self.answers.put(super().act(seen))
            self.arrived.set()

    def act(self, observation):
        if not self.is_asked:
            self.is_asked = True
            self.questions.put(observation)
        if self.answers.empty():
            return None
        self.is_asked = False
        self.arrived.clear()
        return self.answers.get()


def untimed(played):
    return played._replace(seconds=(), longest=())


def begun(players, seed=1):
    for number, player in enumerate(players):
        player.begin(seed + number)
    return players


@given(st.integers(0, 10**6), st.integers(2, 4), st.booleans())
@at_most(30)
def test_a_hand_that_waits_is_the_hand_that_was_played_at_once(seed, size, lenient):
    begin = engine_start if lenient else start
    at_once = play(
        begin((800,) * size, seed=seed),
        *[Gambler(f"g{seat}") for seat in range(size)],
        seed=seed,
        lenient=lenient,
    )
    players = begun([Slow(Gambler(f"g{seat}")) for seat in range(size)], seed)
    resumed = HandPlay(begin((800,) * size, seed=seed), players, lenient=lenient)
    assert resumed.waiting_for is None
    waits = 0
    while not resumed.advance():
        waits += 1
        assert resumed.waiting_for == resumed.state.actor
        assert resumed.observation is players[resumed.waiting_for].asked[-1]
    assert resumed.waiting_for is resumed.observation is None
    assert untimed(resumed.result()) == untimed(at_once)
    assert waits == 2 * sum(at_once.decisions)


def test_who_is_asked_again_is_shown_the_same_and_told_nothing_twice():
    here, slow = Listener(), Slow(Listener())
    played = HandPlay(start(), begun([slow, InProcessPlayer(here)]))
    assert not played.advance()
    assert not played.advance()
    assert played.result().decisions == (0, 0)
    first, second = slow.asked
    assert first is second
    while not played.advance():
        pass
    assert len(here.heard[1:]) == len(slow._agent.heard[1:]) == len(played.state.events)


def test_a_player_in_a_thread_answers_through_a_queue():
    at_once = play(start(), Gambler("a"), Gambler("b"), seed=9)
    remote = Remote(Gambler("b"))
    played = HandPlay(start(), begun([InProcessPlayer(Gambler("a")), remote], seed=9))
    while not played.advance():
        assert played.waiting_for == 1
        assert remote.arrived.wait(10)
    remote.questions.put(None)
    assert untimed(played.result()) == untimed(at_once)


def test_many_hands_wait_at_the_same_time():
    tables = [
        HandPlay(start(seed=seed), begun([Slow(agent("call")), Slow(agent("min-raise"))]))
        for seed in range(20)
    ]
    waiting = tables
    while waiting:
        waiting = [table for table in waiting if not table.advance()]
    for seed, table in enumerate(tables):
        at_once = play(start(seed=seed), "call", "min-raise")
        assert untimed(table.result()) == untimed(at_once)


def test_a_hand_that_is_over_stays_as_it_is():
    played = HandPlay(start(), begun([InProcessPlayer(agent("call")), InProcessPlayer(Listener())]))
    assert played.advance()
    before = played.result()
    assert played.advance()
    assert played.result() == before


def test_a_hand_without_waiting_refuses_who_would_have_to_be_waited_for():
    with pytest.raises(ArenaError, match="seat 0 has no answer yet"):
        play_hand(start(), begun([Slow(agent("call")), InProcessPlayer(agent("call"))]))
