"""No share and no probability is below 0 or above 1, not by the last bit either."""

from typing import NamedTuple

import numpy as np
from hypothesis import assume, example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from handsight.agents.models.combo_equity import combo_equity_of
from handsight.agents.models.style_model import Record, StyleLikelihood, shares_of, style_model
from handsight.agents.models.styles import STYLES
from handsight.agents.papers.blog_range import best_hands, equity_against
from handsight.cards import CardSet
from handsight.odds import board_strengths, effective_hand_strength, equity, hand_potential, outs
from handsight.opponents.model import LIKELIHOODS, ModelInput, OpponentModel
from handsight.opponents.model.boards import board_of
from handsight.opponents.model.contexts import CALL, RAISE, BettingContext, Context
from handsight.opponents.model.posterior import range_of
from handsight.ranges.combos import COMBO_COUNT, MASKS
from handsight.views.range_update.report import class_shares, truth_of
from tests.examples import at_most

some = at_most(60)
few = at_most(12)
Floats = NDArray[np.float64]


class Cards(NamedTuple):
    hole: CardSet
    board: tuple[int, ...]

    @property
    def mask(self) -> int:
        return self.hole.mask | CardSet(self.board).mask


@st.composite
def cards(draw: st.DrawFn, streets: tuple[int, ...] = (0, 3, 4, 5)) -> Cards:
    size = 2 + draw(st.sampled_from(streets))
    drawn = draw(st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True))
    return Cards(CardSet(drawn[:2]), tuple(drawn[2:]))


@st.composite
def ranges(draw: st.DrawFn) -> Floats:
    """Weights that add up to 1, of a few combos or of many, from like to very unlike."""
    generator = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    weights = generator.random(COMBO_COUNT) ** draw(st.sampled_from([0, 1, 30]))
    return weights * (generator.random(COMBO_COUNT) < draw(st.sampled_from([0.01, 0.3, 1])))


def left_of(weights: Floats, known: int) -> Floats:
    left = weights * np.array([mask & known == 0 for mask in MASKS])
    assume(left.any())
    return np.asarray(left / left.sum())


def are_shares(*numbers: float | Floats) -> bool:
    return all(np.all((np.asarray(each) >= 0) & (np.asarray(each) <= 1)) for each in numbers)


ROYAL = Cards(CardSet("AhKh"), tuple(card.index for card in CardSet("QhJhTh2c3d")))
"""Nobody beats it or ties with it."""
DOOMED = Cards(CardSet("3c2d"), tuple(card.index for card in CardSet("QhJhTh9h8h")))
"""It plays the board, and so does everybody who has no heart."""


@some
@given(cards(), ranges())
@example(ROYAL, np.ones(COMBO_COUNT))
@example(ROYAL, np.arange(COMBO_COUNT) / 7)
@example(DOOMED, np.ones(COMBO_COUNT))
def test_a_hand_against_a_range(known: Cards, weights: Floats) -> None:
    standing = combo_equity_of(known.hole, known.board)
    for each in (left_of(weights, known.mask), 3 * left_of(weights, known.mask)):
        seen = standing.against(each)
        assert are_shares(*seen, seen.effective)


@some
@given(ranges())
def test_what_always_wins_has_all_and_what_always_loses_nothing(weights: Floats) -> None:
    seen = combo_equity_of(*ROYAL).against(left_of(weights, ROYAL.mask))
    assert (seen.hs, seen.equity, seen.effective) == (1, 1, 1)
    held = left_of(weights * (combo_equity_of(*DOOMED).end == 0), DOOMED.mask)
    assert combo_equity_of(*DOOMED).against(held).equity == 0


# --- opponents ------------------------------------------------------------------------------------


def context(street: int, free: bool) -> Context:
    table = BettingContext([1000] * 3, button=0, posts=[0, 5, 10])
    if street:
        for seat, action, total in ((0, RAISE, 30), (1, CALL, 0), (2, CALL, 0)):
            table.act(seat, action, total)
        table.next_street()
        if not free:
            table.act(1, RAISE, 50)
    return table.context(0)


@some
@given(cards(), ranges(), st.booleans(), st.floats(-30, 30))
def test_what_models_expect_of_a_rival(
    known: Cards, weights: Floats, free: bool, evidence: float
) -> None:
    board = board_of(known.board)
    held = left_of(weights, CardSet(known.board).mask)
    spot = ModelInput(context(board.street, free), board, held, (0.5, 0.3, 0.2), "Ann")
    styles = StyleLikelihood()
    for step, name in enumerate(("Ann", "Ben")):
        found = np.linspace(-evidence, evidence, 2 * len(STYLES)).reshape(2, -1)
        styles.records[name] = Record(found if step else -found)
    for likelihood in (styles, *(make() for make in LIKELIHOODS.values())):
        chances = likelihood.chances(spot)[held > 0]
        assert are_shares(chances), likelihood.name
        if likelihood.name != "loki":  # of which a row need not add up to 1
            assert np.allclose(chances.sum(axis=1), 1)
    assert all(
        are_shares(each.shares(after)) for each in styles.records.values() for after in (0, 1)
    )


DONE = st.lists(
    st.sampled_from([("call", 0), ("fold", 0), ("raise", 200), ("raise", 10_000)]), max_size=6
)


@few
@given(DONE, st.sampled_from([OpponentModel, style_model]))
def test_what_is_expected_after_some_hands(done: list[tuple[str, int]], make: type) -> None:
    model = make()
    for action, total in done:
        model.start_hand([10_000] * 2, 0, posts=[50, 100], names=["Ann", "Ben"])
        model.act("Ann", action, total)
        assert are_shares(model.weights("Ann"))
    model.start_hand([10_000] * 2, 0, posts=[50, 100], names=["Ann", "Ben"])
    assert are_shares(*model.predict(player="Ann"), shares_of(model, "Ann", after=False))


@some
@given(ranges(), st.integers(0, COMBO_COUNT - 1))
@example(np.where(np.arange(COMBO_COUNT) < 6, 1.0, 0.0), 7)
def test_chances_of_classes_and_of_better_combos(weights: Floats, combo: int) -> None:
    held = left_of(weights, 0)
    truth = truth_of(held, combo)
    assert are_shares(*class_shares(held).values(), truth.chance, truth.likelier)


@given(st.sampled_from(sorted({name[:2] for name in class_shares(np.zeros(COMBO_COUNT))})))
def test_a_range_of_one_class_is_all_of_it(name: str) -> None:
    from handsight.ranges import Range

    held = Range(name).weights / Range(name).weights.sum()
    assert are_shares(*class_shares(held).values())


# --- odds -----------------------------------------------------------------------------------------


@few
@given(cards(streets=(3, 4, 5)), ranges())
@example(ROYAL, np.ones(COMBO_COUNT))
def test_odds_against_a_range(known: Cards, weights: Floats) -> None:
    hands = range_of(left_of(weights, known.mask))
    found = effective_hand_strength(known.hole, known.board, villain=hands)
    assert are_shares(found.ehs, found.p_win or 0.0)
    strengths = board_strengths(known.board, hands)
    for what in ("hs", "ppot", "npot", "ehs", "equity"):
        numbers = getattr(strengths, what)
        assert are_shares(numbers[~np.isnan(numbers)]), what
    shares = [player.equity for player in equity([known.hole, hands], known.board).players]
    assert are_shares(*shares)
    assert abs(sum(shares) - 1) < 1e-15
    if len(known.board) < 5:
        assert are_shares(outs(known.hole, known.board, villain=hands).equity)


@few
@given(cards(streets=(3, 4, 5)), st.sampled_from([0.3, 0.61, 0.9, 0.999, 1.0]))
@example(Cards(CardSet("AhKh"), ROYAL.board[:4]), 0.9)
def test_shares_that_are_differences_of_counts(known: Cards, share: float) -> None:
    found = equity_against(known.hole.mask, tuple(CardSet(known.board)), share)
    assert are_shares(found)
    hands = best_hands(share)
    assert found == hand_potential(known.hole, known.board, villain=hands).p_win
