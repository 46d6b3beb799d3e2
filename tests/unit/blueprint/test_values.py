"""What the blueprint expects to win; nothing here depends on how it plays."""

import numpy as np
import pytest

from handsight.blueprint.blueprint import SHIPPED
from handsight.blueprint.policy import WeightedNode
from handsight.blueprint.tree import CALL, SHOWDOWN
from handsight.blueprint.values import GROUPS, values_of
from handsight.cards import CardSet
from handsight.ranges.combos import combo_number


@pytest.fixture(scope="module")
def values():
    return values_of(SHIPPED)


def combo(text):
    return combo_number(*(card.index for card in CardSet(text)))


def board(text):
    return tuple(card.index for card in CardSet(text))


def test_groups_go_from_the_weakest_to_the_strongest(values):
    before, river = values.groups(()), values.groups(board("2c7d9sJhKd"))
    assert before[combo("7h2s")] < before[combo("Jc8c")] < before[combo("AhAs")] == GROUPS - 1
    assert river[combo("3h4h")] == 0
    assert river[combo("3h4h")] < river[combo("Jc8c")] < river[combo("KhKs")]
    assert river[combo("QhTs")] == GROUPS - 1


def test_all_groups_are_about_as_likely(values):
    # Classes before the flop and the steps of strength on the river do not fall out evenly.
    sizes = np.bincount(values.groups(()), minlength=GROUPS)
    assert sizes.min() > 1326 / GROUPS / 3


def test_on_the_river_the_better_group_has_the_pot_if_nobody_bets(values):
    shares = values.checked[3]
    far = np.subtract.outer(np.arange(GROUPS), np.arange(GROUPS))
    assert shares[far > 2].min() > 0.9
    assert shares[far < -2].max() < 0.1
    assert shares[far == 0].mean() == pytest.approx(0.5, abs=0.05)


def test_before_the_flop_an_all_in_that_is_called_is_worth_the_equity(values):
    tree = values.tree
    all_in = tree.options(tree.options(0)[-1].child)
    [called] = [each.child for each in all_in if each.kind == CALL]
    assert tree.acting(called)[0] == SHOWDOWN
    shares = values.shares_after([WeightedNode(1.0, called)], 0)
    assert shares == pytest.approx(values.checked[0], abs=1e-5)
    groups = values.groups(())
    strong, weak = groups[combo("AhAs")], groups[combo("3h2s")]
    assert shares[strong, weak] > 0.7 > 0.3 > shares[weak, strong]


def test_each_street_has_values_where_it_begins(values):
    tree = values.tree
    begins = {
        child
        for node in range(tree.node_count)
        if tree.acting(node)[0] < SHOWDOWN
        for child in tree.children(node)
        if tree.acting(child)[0] < SHOWDOWN and tree.acting(child)[1] != tree.acting(node)[1]
    }
    assert values.dealt.keys() == begins | {0}


def test_off_the_tree_the_value_is_that_of_checking_on(values):
    assert np.array_equal(values.shares_after([], 2), values.checked[2])
    assert np.array_equal(values.shares_at([], 1), values.checked[1])
    # A place of the tree where the board has fewer cards than on the table says no more.
    assert np.array_equal(values.shares_at([WeightedNode(1.0, 0)], 1), values.checked[1])


def test_between_two_places_the_value_is_their_mean(values):
    one, other = values.tree.options(0)[1].child, values.tree.options(0)[2].child
    mean = values.shares_after([WeightedNode(0.25, one), WeightedNode(0.75, other)], 0)
    assert mean == pytest.approx(0.25 * values.after[one] + 0.75 * values.after[other])
