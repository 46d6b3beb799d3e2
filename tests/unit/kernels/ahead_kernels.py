"""Small kernels that the tests compile ahead of time and, as they are here, at run time."""

from typing import NamedTuple

import numpy as np

from handsight.kernels.jit import inlined, kernel, popcount64


class Room(NamedTuple):
    values: np.ndarray
    count: int


@inlined
def scaled(value, by):
    return value * by


@kernel
def twice(value):
    return value + value


@kernel
def negated(value):
    return not value


@kernel
def nothing(value):
    pass


@kernel
def total(values):
    result = 0.0
    for value in values.flat:
        result = result * 1.5 + value
    return result


@kernel
def write(target, value):
    target[0] = scaled(value, 2)


@kernel
def made(count):
    return np.arange(count) + np.ones((2, count))


@kernel
def divided(one, other):
    return one // other, one % other


@kernel
def in_tuples(rooms, pair):
    result = 0
    for room in rooms:
        for number in range(room.count):
            result += room.values[number]
    return result, pair[0] + pair[1]


@kernel
def moved(room):
    return Room(room.values + 1, room.count + popcount64(np.uint64(7)))


@kernel
def reshaped(values):
    return values.reshape((3, 4)).sum()


@kernel
def calls_another(values):
    return total(values) + twice(1.0)
