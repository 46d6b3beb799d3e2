"""One hand against all combos, beside a comparison of one pair at a time."""

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.kernels.odds.own_hand import DROP, END, NOW, RISE, stand_against_combos
from handsight.ranking import evaluate_mask

OWN = CardSet("9h8h").mask
OTHERS = [CardSet(text).mask for text in ("AsAd", "Kh2h", "9c8c", "7c7s", "9h2c")]


def compared(board, runouts):
    combos = np.array([*OTHERS, OWN], np.uint64)
    values = np.zeros((4, len(OTHERS)))
    masks = np.array([CardSet(text).mask for text in runouts], np.uint64)
    lying = CardSet(board)
    stand_against_combos(combos, np.uint64(lying.mask), masks, 2 + len(lying), values)
    return values


def naive(board, runouts):
    result = []
    lying = CardSet(board).mask
    for other in OTHERS:
        if other & (lying | OWN):
            result.append((0.0, 0.0, 0.0, 0.0))
            continue
        now = share(OWN | lying, other | lying)
        free = [CardSet(text).mask for text in runouts if not CardSet(text).mask & other]
        ends = [share(OWN | lying | card, other | lying | card) for card in free]
        rise = [max(end - now, 0) for end in ends]
        drop = [max(now - end, 0) for end in ends]
        result.append((now, *(sum(each) / len(free) for each in (ends, rise, drop))))
    return np.array(result).T


def share(ours, theirs):
    one, other = evaluate_mask(ours), evaluate_mask(theirs)
    return 0.5 * ((one > other) + (one >= other))


@pytest.mark.pure_python
def test_it_agrees_with_the_comparison_of_single_pairs():
    runouts = ["Kc", "7d", "2h", "Ac", "8d"]
    np.testing.assert_allclose(compared("Th7h2c3s", runouts), naive("Th7h2c3s", runouts))


@pytest.mark.pure_python
def test_combos_that_share_a_card_stay_zero():
    assert not compared("Th7h2c3s", ["Kc", "7d"])[:, 4].any()


@pytest.mark.pure_python
def test_before_the_flop_only_the_end_counts():
    values = compared("", ["QcJcTc4d3d"])
    assert not values[NOW].any()
    assert not values[DROP].any()
    assert (values[END] == values[RISE]).all()
