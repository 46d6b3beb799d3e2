"""Sixteen numbers side by side: each instruction against the words that describe it."""

from typing import Any

import numpy as np
import pytest

from handsight.kernels.jit import kernel
from handsight.kernels.solver.lanes import (
    TINY,
    choose,
    columns_to_rows,
    discounted,
    inverse,
    larger,
    largest,
    load,
    positive,
    rows_to_columns,
    splat,
    store,
    where_none,
)

NUMBERS = np.array([0, -0.0, 1, -1, 2.5, -2.5, TINY, -TINY, 1e-31, 1e30, -1e30, 3, 5, 7, -7, 0.1])


@kernel
def apply_all(values: Any, others: Any, results: Any) -> float:
    """Write what each instruction gives into a row of its own."""
    one, other = load(values, 0), load(others, 0)
    store(results, 0, one + other)
    store(results, 16, one - other)
    store(results, 32, one * other)
    store(results, 48, positive(one))
    store(results, 64, larger(one, other))
    store(results, 80, inverse(one))
    store(results, 96, where_none(one, other))
    store(results, 112, discounted(one, splat(np.float32(0.25)), splat(np.float32(0.5))))
    store(results, 128, choose(one, one, other))
    return float(largest(one))


@kernel
def pack(values: Any, whole: Any, again: Any) -> None:
    """Write numbers as whole ones, and read them back."""
    store(whole, 0, load(values, 0))
    store(again, 0, load(whole, 0))


@kernel
def turn(rows: Any, numbers: Any, columns: Any, again: Any, width: int) -> None:
    """Turn a block of rows, and back."""
    rows_to_columns(rows, numbers, 0, width, 16, columns, 32)
    columns_to_rows(columns, 32, again, numbers, 0, width, 16)


@pytest.mark.pure_python
def test_each_instruction_does_what_it_says() -> None:
    values = NUMBERS.astype(np.float32)
    others = np.roll(values, 3)
    results = np.zeros(9 * 16, np.float32)
    most = apply_all(values, others, results)
    assert most == np.abs(values).max()
    some = values > np.float32(TINY)
    wanted = [
        values + others,
        values - others,
        values * others,
        np.where(values > 0, values, 0),
        np.maximum(values, others),
        np.where(some, 1 / np.where(some, values, 1), 0),
        np.where(some, 0, others),
        np.where(np.abs(values) > np.float32(TINY), values * np.where(values > 0, 0.25, 0.5), 0),
        np.where(values > 0, values, others),
    ]
    assert np.array_equal(results.reshape(9, 16), np.array(wanted, np.float32))


@pytest.mark.pure_python
@pytest.mark.parametrize(("kind", "least"), [(np.int16, -32767), (np.uint16, 0)])
def test_whole_numbers_are_the_nearest_ones(kind: Any, least: int) -> None:
    most = np.iinfo(kind).max
    values = np.linspace(least, most, 16, dtype=np.float32)
    values[3] = 0
    whole, again = np.zeros(16, kind), np.zeros(16, np.float32)
    pack(values, whole, again)
    assert np.abs(again - values).max() <= 0.5
    assert again[3] == 0
    assert again[15] == most


@pytest.mark.pure_python
def test_a_block_is_turned_and_back() -> None:
    rng = np.random.default_rng(7)
    rows = rng.random((20, 48), np.float32)
    numbers = rng.permutation(20)[:16].astype(np.int32)
    columns, again = np.zeros(32 + 256, np.float32), np.zeros_like(rows)
    turn(rows.ravel(), numbers, columns, again.reshape(-1), 48)
    assert np.array_equal(columns[32:].reshape(16, 16).T, rows[numbers, 16:32])
    assert np.array_equal(again[numbers, 16:32], rows[numbers, 16:32])
    assert not again[:, :16].any()
