"""What is believed of players of whom nothing is known."""

from itertools import product

import pytest

from handsight.opponents.model.contexts import CALL, FOLD, RAISE, BettingContext, Context
from handsight.opponents.model.priors import prior, steepness


def made(**changed: float) -> Context:
    """A context of six-handed play before the flop, with what is named changed."""
    usual = BettingContext([10_000] * 6, button=5, posts=[50, 100, 0, 0, 0, 0]).context(2)
    return usual._replace(**changed)  # type: ignore[arg-type]


EVERY = [
    made(
        street=street,
        behind=behind,
        seats=seats,
        raises=raises,
        callers=callers,
        own=own,
        lead=lead,
        price=price,
    )
    for street, behind, seats, raises, callers, own, lead, price in product(
        range(4), (0, 1, 3, 7), (2, 6), range(4), range(3), range(3), range(3), (0.0, 0.2, 0.5, 0.9)
    )
]


def test_chances_of_every_context_are_chances() -> None:
    for context in EVERY:
        found = prior(context)
        assert sum(found) == pytest.approx(1)
        assert min(found) >= 0
        assert (found[FOLD] == 0) == context.free


def test_seats_near_the_button_open_more_hands() -> None:
    opens = [prior(made(behind=behind))[RAISE] for behind in (5, 4, 3, 2)]
    assert opens == sorted(opens)


def test_heads_up_more_hands_are_played() -> None:
    met = {"raises": 1, "behind": 0, "price": 1 / 3}
    assert prior(made(seats=2, **met))[FOLD] < prior(made(seats=6, **met))[FOLD]
    assert prior(made(seats=2, behind=1))[RAISE] > prior(made(seats=6, behind=1))[RAISE]


@pytest.mark.parametrize("street", range(4))
def test_a_higher_price_makes_more_hands_fold(street: int) -> None:
    folds = [
        prior(made(street=street, raises=1, price=price))[FOLD] for price in (0.1, 0.25, 0.4, 0.49)
    ]
    assert folds == sorted(folds)
    assert folds[0] < folds[-1]


def test_who_has_the_lead_bets_more_than_who_is_led() -> None:
    bets = [prior(made(street=1, price=0.0, lead=lead))[RAISE] for lead in (2, 0, 1)]
    assert bets == sorted(bets)
    assert prior(made(street=1, price=0.0))[CALL] > 0.5


def test_the_more_was_raised_the_sharper_hands_are_told_apart() -> None:
    slopes = [steepness(made(raises=raises)) for raises in range(4)]
    assert slopes == sorted(slopes)
