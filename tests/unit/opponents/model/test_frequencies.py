"""How often players act: Dirichlet counts with back-off."""

import pytest

from handsight.opponents.model.contexts import CALL, FOLD, RAISE, BettingContext, Context
from handsight.opponents.model.frequencies import ENOUGH, Frequencies
from handsight.opponents.model.priors import prior


def button() -> Context:
    return BettingContext([1000] * 3, button=0, posts=[0, 5, 10]).context(0)


def big_blind(raised_to: int = 25) -> Context:
    table = BettingContext([1000] * 3, button=0, posts=[0, 5, 10])
    table.act(0, RAISE, raised_to)
    table.act(1, FOLD)
    return table.context(2)


def free() -> Context:
    table = BettingContext([1000, 1000], button=0, posts=[5, 10])
    table.act(0, CALL)
    return table.context(1)


@pytest.mark.parametrize("context", [button(), big_blind(), free()])
def test_chances_add_up_to_one_with_and_without_data(context: Context) -> None:
    for counts in (Frequencies(), Frequencies().fit([("Ann", context, RAISE)] * 7)):
        assert sum(counts.of(context, "Ann")) == pytest.approx(1)
        assert sum(counts.of(context)) == pytest.approx(1)


def test_without_data_the_prior_stands() -> None:
    assert Frequencies().of(button(), "Ann") == pytest.approx(prior(button()))


def test_nobody_folds_for_nothing() -> None:
    counts = Frequencies().fit([("Ann", free(), CALL)])
    assert counts.of(free())[FOLD] == 0
    counts.watch("Ann", free(), FOLD)
    assert counts.of(free(), "Ann")[FOLD] == 0


def test_much_data_outweigh_the_prior() -> None:
    data = [("Ann", button(), RAISE), ("Ben", button(), FOLD), ("Cid", button(), FOLD)] * 1000
    assert Frequencies().fit(data).of(button()) == pytest.approx((2 / 3, 0, 1 / 3), abs=0.01)


def test_like_contexts_lend_each_other_their_counts() -> None:
    fitted = Frequencies().fit([("Ann", big_blind(25), CALL)] * 200)
    narrow = fitted.of(big_blind(60))
    assert narrow[CALL] > 0.5 > prior(big_blind(60))[CALL]


def test_a_players_own_record_outweighs_all_players() -> None:
    counts = Frequencies().fit([("Ann", button(), FOLD), ("Ann", button(), RAISE)] * 100)
    before = counts.of(button(), "Eve")
    for _ in range(40):
        counts.watch("Eve", button(), RAISE)
    assert before == pytest.approx(counts.of(button()))
    assert counts.of(button(), "Eve")[RAISE] > 0.8
    assert counts.of(button()) == before


def test_a_players_habits_are_carried_to_contexts_that_he_was_not_seen_in() -> None:
    counts = Frequencies()
    small = BettingContext([1000] * 3, button=0, posts=[0, 5, 10])
    small.act(0, FOLD)
    for _ in range(60):
        counts.watch("Eve", button(), RAISE)
    unopened = small.context(1)
    assert counts.of(unopened, "Eve")[RAISE] > counts.of(unopened)[RAISE]


def test_players_of_one_style_lend_each_other_their_habits() -> None:
    data = [(name, button(), RAISE) for name in ("Ann", "Ben") for _ in range(2 * ENOUGH)]
    data += [(name, button(), FOLD) for name in ("Cid", "Dan") for _ in range(2 * ENOUGH)]
    counts = Frequencies().fit(data)
    for _ in range(ENOUGH):
        counts.watch("Eve", button(), RAISE)
    assert len(counts.styles_) == 2
    style = counts.players_["Eve"].style
    assert style == counts.players_["Ann"].style
    assert style != counts.players_["Cid"].style


def test_plain_data_give_the_same_frequencies() -> None:
    data = [("Ann", button(), RAISE), ("Ben", big_blind(), CALL), ("Ben", button(), FOLD)] * 40
    counts = Frequencies().fit(data)
    again = Frequencies.of_data(counts.data())
    for name in ("", "Ann", "Ben"):
        assert again.of(button(), name) == counts.of(button(), name)
