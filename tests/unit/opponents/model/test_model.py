"""The model as agents use it: it follows hands, tells ranges, predicts, learns, and is kept."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from handsight.errors import InputError, OptionError
from handsight.game import Action, Hand, HandCursor, HandState, Rules, random_hands
from handsight.odds import (
    effective_hand_strength,
    equity,
    hand_potential,
    hand_strength,
)
from handsight.opponents.model import LIKELIHOODS, OpponentModel, PolicyLikelihood
from handsight.opponents.model.boards import CELLS
from handsight.opponents.model.contexts import FOLD
from handsight.opponents.model.files import FORMAT, TOLD, VERSION
from handsight.opponents.model.likelihoods.dirichlet import DirichletLikelihood
from handsight.opponents.model.posterior import UNIT, range_of
from handsight.ranges import Range
from tests.unit.formats.hands import history

NAMES = ("Ann", "Ben", "Cid")
WORDS = ("raise to 300", "call", "fold", "check", "bet 400", "call")


def followed(model: OpponentModel | None = None) -> OpponentModel:
    """Ann raises on the button, Ben calls in the small blind, and bets on the flop."""
    model = model or OpponentModel()
    model.start_hand([10_000] * 3, 0, posts=[0, 50, 100], names=NAMES)
    model.act("Ann", "raise", 300)
    model.act("Ben", "call")
    model.act("Cid", "fold")
    model.deal("Qh7h2c")
    model.act("Ben", "bet", 400)
    return model


def table(words: tuple[str, ...] = WORDS, seed: int = 4) -> HandCursor:
    state = HandState.start(Rules(), [10_000] * 3, button=0, seed=seed)
    made = HandCursor(state, names=NAMES)
    for word in words:
        made.apply(Action.parse(word))
    return made


@pytest.fixture(params=list(LIKELIHOODS))
def model(request: pytest.FixtureRequest) -> OpponentModel:
    return OpponentModel(request.param)


# --- following a hand -----------------------------------------------------------------------------


def test_every_likelihood_is_of_use_without_any_data(model: OpponentModel) -> None:
    weights = followed(model).weights("Ben")
    assert weights.sum() == pytest.approx(1)
    assert weights.min() >= 0
    held = model.range("Ben")
    assert held["QcQs"] > held["5d3s"]


def test_events_and_observations_lead_to_the_same_ranges() -> None:
    hand = table()
    seen = hand.observation()
    watching, hearing = OpponentModel(), OpponentModel()
    watching.watch(seen)
    hearing.start_hand(seen.start_stacks, seen.button, names=NAMES, seat=seen.seat, hole=seen.hole)
    for event in hand.state.view(seen.seat).events:
        hearing.observe(event)
    for seat in range(3):
        assert watching.weights(seat).tolist() == hearing.weights(seat).tolist()


def test_watching_decision_by_decision_is_watching_all_at_once() -> None:
    steps, once = OpponentModel(), OpponentModel()
    for count in (0, 3, 5):
        seen = table(WORDS[:count]).observation()
        steps.watch(seen)
    once.watch(seen)
    others = [seat for seat in range(3) if seat != seen.seat]
    assert steps.weights(others[0]) == pytest.approx(once.weights(others[0]))


def test_a_new_hand_begins_with_even_ranges() -> None:
    model = OpponentModel()
    model.watch(table().observation())
    fresh = table((), seed=5).observation()
    model.watch(fresh)
    assert len({*model.weights(1).tolist()} - {0.0}) == 1


def test_the_own_cards_and_the_board_are_dead_for_the_others() -> None:
    model = OpponentModel()
    seen = table().observation()
    model.watch(seen)
    other = next(iter(seen.opponents))
    held = model.range(other)
    for card in (*seen.hole, *seen.board):
        assert held.without(str(card)) == held


def test_antes_and_straddles_are_taken_from_events() -> None:
    rules = Rules(ante=10, straddles=(200,))
    state = HandState.start(rules, [10_000] * 4, button=0, seed=1)
    model = OpponentModel()
    model.start_hand(state.start_stacks, 0)
    for event in state.events:
        model.observe(event)
    assert model.table.pot == state.pot
    assert model.table.context(state.actor).price == pytest.approx(200 / (state.pot + 200))


@pytest.mark.parametrize("payer", ["each", "big-blind"])
def test_antes_are_seen_in_observations(payer: str) -> None:
    cursor = HandCursor(HandState.start(Rules(ante=100, ante_by=payer), [3000] * 3, 0, seed=7))
    watching, hearing = OpponentModel(), OpponentModel()
    for word in ("raise to 250", "fold"):
        cursor.apply(Action.parse(word))
        seen = cursor.observation()
        watching.watch(seen)
    hearing.start_hand(seen.start_stacks, 0, seat=seen.seat, hole=seen.hole)
    for event in cursor.state.view(seen.seat).events:
        hearing.observe(event)
    assert watching.table.pot == hearing.table.pot == seen.pot
    assert watching.table.stacks == list(seen.stacks)
    assert watching.table.context(2) == hearing.table.context(2)


def test_epsilon_one_is_deaf() -> None:
    weights = followed(OpponentModel(epsilon=1)).weights("Ben")
    assert len(set(weights[weights > 0].round(12))) == 1


def test_the_floor_keeps_every_live_combo_in_the_range() -> None:
    model = followed(OpponentModel("loki", epsilon=0, floor=0.5))
    weights = model.weights("Ben")
    assert weights[weights > 0].min() >= 0.5 / 1176 / 1.5
    assert len(model.range("Ben")) == 1176


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda: OpponentModel("tea leaves"), "likelihood 'tea leaves' does not exist"),
        (lambda: OpponentModel(epsilon=2), "epsilon is 2; it must be a number from 0 to 1"),
        (lambda: OpponentModel().weights(0), "call start_hand first"),
        (
            lambda: followed().range("Eve"),
            "player 'Eve' is not here; the players are Ann, Ben, Cid",
        ),
        (lambda: followed().range(3), "the seats are 0..2"),
        (lambda: followed().predict(), "needs an observation, a player, or both"),
        (lambda: followed().predict(player=0, after="call"), "so it needs an observation"),
        (lambda: OpponentModel().fit([]), "has no hand to learn from"),
        (lambda: OpponentModel().start_hand([9, 9], 0, names=["Ann"]), "names has 1 names"),
    ],
)
def test_what_cannot_be_is_refused(use, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(OptionError, match=message):
        use()


# --- ranges in odds -------------------------------------------------------------------------------


def test_the_range_goes_into_all_odds_as_it_is() -> None:
    villain = followed().range("Ben")
    hole, board = "AcQc", "Qh7h2c"
    random = hand_strength(hole, board).value
    assert hand_strength(hole, board, villain=villain).value < random
    potential = hand_potential(hole, board, villain=villain)
    assert 0 < potential.ppot < 1
    effective = effective_hand_strength(hole, board, villain=villain)
    strength = hand_strength(hole, board, villain=villain).value
    assert effective.ehs == pytest.approx(strength + (1 - strength) * potential.ppot)
    share = equity([hole, villain], board).players[0].equity
    assert share == pytest.approx(effective.p_win, abs=1e-9)
    assert share < equity([hole, "random"], board).players[0].equity


def test_odds_against_the_range_are_those_against_its_weights() -> None:
    model = followed()
    villain = model.range("Ben").without("AcQc")
    weights = villain.weights
    one_by_one = (
        sum(
            weight * hand_strength("AcQc", "Qh7h2c", villain=Range(str(hole))).value
            for weight, (hole, _) in zip(weights[weights > 0], villain, strict=True)
            if weight > 0.5
        )
        / weights[weights > 0.5].sum()
    )
    heavy = Range.from_weights(np.where(weights > 0.5, weights, 0.0))
    assert hand_strength("AcQc", "Qh7h2c", villain=heavy).value == pytest.approx(one_by_one)


def test_a_range_keeps_weights_to_a_part_in_65536_and_loses_no_combo() -> None:
    weights = followed().weights("Ben")
    held = range_of(weights).weights
    assert held == pytest.approx(weights / weights.max(), abs=1 / UNIT)
    assert ((held > 0) == (weights > 0)).all()


# --- predictions ----------------------------------------------------------------------------------


def test_predictions_add_up_to_one(model: OpponentModel) -> None:
    found = model.predict(table(WORDS[:1]).observation())
    assert sum(found) == pytest.approx(1)


def test_a_prediction_is_how_often_the_player_acts_but_for_actions_at_random() -> None:
    model = followed()
    spot = model.spot(player="Ann")
    expected = 0.99 * np.array(spot.frequencies) + 0.01 / 3
    assert model.predict(player="Ann") == pytest.approx(expected, abs=1e-4)


def test_a_greater_raise_meets_more_folds() -> None:
    model = OpponentModel()
    seen = table(WORDS[:3]).observation()
    folds = [model.predict(seen, player=0, after=f"bet {chips}").fold for chips in (100, 400, 3000)]
    assert folds == sorted(folds)
    assert folds[0] < folds[2]


def test_fold_equity_takes_all_opponents_together() -> None:
    model = OpponentModel()
    seen = table(()).observation()
    folds = [model.predict(seen, player=seat, after="raise to 300").fold for seat in (1, 2)]
    assert model.fold_equity(seen, "raise to 300") == pytest.approx(folds[0] * folds[1])
    assert seen.opponents == (1, 2)


def test_going_all_in_is_a_raise_if_it_is_above_the_price() -> None:
    model = OpponentModel()
    seen = table(()).observation()
    shoved = model.spot(seen, player=1, after=Action.all_in())
    assert shoved.context.raises == 1
    assert shoved.context.price == pytest.approx(9950 / (10_150 + 9950))


# --- learning -------------------------------------------------------------------------------------


def hands(count: int = 60, seed: int = 3) -> list[Hand]:
    return list(random_hands(hands=count, players=3, seed=seed))


@pytest.mark.exhaustive
def test_fitting_twice_gives_the_same_model_byte_for_byte(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.npz", "two.npz")]
    for file in files:
        OpponentModel().fit(hands()).save(file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_fitting_learns_how_players_act() -> None:
    model = OpponentModel()
    before = followed(model).predict(player="Ann").fold
    model.fit(hands(200))
    assert model.hands_ == 200
    assert followed(model).predict(player="Ann").fold != pytest.approx(before, abs=0.01)


def test_fitting_does_not_depend_on_which_hand_comes_first() -> None:
    """A check of the big blind, where a fold has no sense, says nothing about folds elsewhere."""
    dealt = ["d dh p1 ????", "d dh p2 7c2d", "d dh p3 ????", "p3 f", "p1 cc", "p2 cc"]
    checks = history(actions=[*dealt, "d db Ah3d4h", "p1 cc", "p2 cbr 400", "p1 f"])
    folds = history(actions=["d dh p1 ????", "d dh p2 ????", "d dh p3 7c2d", "p3 f", "p1 f"])
    found = []
    for order in ([checks, *[folds] * 20], [*[folds] * 20, checks]):
        model = OpponentModel().fit(order)
        model.start_hand([10_000] * 3, 2, posts=[50, 100, 0])
        found.append(model.predict(player=2))
    assert found[0] == pytest.approx(found[1])
    assert found[0].fold > 0.9


def test_a_fit_without_folds_does_not_exclude_them() -> None:
    dealt = ["d dh p1 AsKd", "d dh p2 7c2d", "d dh p3 QhQc", "p3 cc", "p1 cc", "p2 cc"]
    hand = history(actions=[*dealt, "d db 2h3d4h", "p1 cbr 400", "p2 f", "p3 f"])
    model = OpponentModel().fit([hand])
    assert isinstance(model.likelihood, DirichletLikelihood)
    before = [table for table in model.likelihood.tables_.values() if len(table) == CELLS[0]]
    assert before
    assert all((table[:, FOLD] > 0).all() for table in before)


def test_a_player_who_always_raises_is_expected_to() -> None:
    model = OpponentModel()
    seen = table(()).observation()
    for number in range(40):
        model.start_hand([10_000] * 3, 0, posts=[0, 50, 100], names=NAMES)
        model.act("Ann", "raise", 250 + number)
    model.watch(seen)
    assert model.predict(seen).raises > 0.85
    model.act("Ann", "raise", 300)
    assert model.weights(0).max() < 2 / 1326


def test_a_model_that_does_not_learn_stays_as_it_is() -> None:
    model = OpponentModel(learning=False)
    for _ in range(30):
        followed(model)
    assert model.frequencies_.players_ == {}


def test_cards_that_are_shown_are_learned_when_the_hand_ends() -> None:
    model, blind = OpponentModel(), OpponentModel()
    for _ in range(10):
        followed(model).show("Ben", "7d7s")
        followed(blind)
    shown = Range("7c7s").numerators.index(1)
    weights = [followed(each).weights("Ben")[shown] for each in (model, blind)]
    assert weights[0] > 1.2 * weights[1]
    players = {name for name, _ in model.likelihood.players_}  # type: ignore[attr-defined]
    assert players == {"Ben"}


def test_those_who_fold_teach_nothing_of_cards() -> None:
    model = OpponentModel()
    followed(model).end_hand()
    assert model.likelihood.players_ == {}  # type: ignore[attr-defined]
    assert model.frequencies_.players_["Cid"].decisions == 1


def test_a_model_can_be_sent_to_another_process() -> None:
    model = followed(OpponentModel().fit(hands(20)))
    again = pickle.loads(pickle.dumps(model))
    assert again.weights("Ben").tolist() == model.weights("Ben").tolist()


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.repeats(2)
@pytest.mark.parametrize("likelihood", ["dirichlet", "loki", "histogram", "logistic"])
def test_a_model_comes_back_from_its_file(likelihood: str, tmp_path: Path) -> None:
    if likelihood == "logistic":
        pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra: learn)")
    file = tmp_path / "model.npz"
    model = OpponentModel(likelihood, epsilon=0.02, floor=0.03).fit(hands(150))
    followed(model)
    model.show("Ben", "7d7s")
    model.end_hand()
    model.save(file)
    again = OpponentModel.load(file)
    assert (again.epsilon, again.floor, again.hands_) == (0.02, 0.03, 150)
    assert followed(again).weights("Ben") == pytest.approx(followed(model).weights("Ben"))


def test_a_file_holds_no_pickled_object(tmp_path: Path) -> None:
    file = tmp_path / "model.npz"
    OpponentModel().fit(hands()).save(file)
    with np.load(file, allow_pickle=False) as held:
        assert all(held[name].dtype != object for name in held.files)
        assert f'"format": "{FORMAT}"'.encode() in held[TOLD].tobytes()


@pytest.mark.parametrize("content", [b"", b"no model", b"PK\x03\x04 broken"])
def test_a_file_that_is_no_model_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "model.npz"
    file.write_bytes(content)
    with pytest.raises(InputError, match="is not a file of an opponent model"):
        OpponentModel.load(file)


def test_a_file_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "model.npz"
    monkeypatch.setattr("handsight.opponents.model.files.VERSION", VERSION + 1)
    OpponentModel().save(file)
    monkeypatch.undo()
    with pytest.raises(InputError, match=f"version {VERSION + 1}; it must have"):
        OpponentModel.load(file)


def test_a_policy_is_no_data() -> None:
    model = OpponentModel(PolicyLikelihood(lambda *_: (1.0, 0.0, 0.0)))
    with pytest.raises(OptionError, match="likelihood 'policy' cannot be saved"):
        model.save("model.npz")
    assert FOLD == 0
