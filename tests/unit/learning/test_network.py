"""The network: its gradient against finite differences, its steps, shares of legal choices."""

from collections.abc import Callable

import numpy as np
import pytest

from handsight.learning.network import (
    Floats,
    Network,
    Stepper,
    layers_of,
    parameter_count,
    shares_of,
)
from handsight.learning.training import Decisions, policy_slopes

SIZES = 5, 7, 6, 3


def doubles(seed: int) -> Network:
    """Draw a network of float64, whose differences are fine."""
    rng = np.random.default_rng(seed)
    return Network(SIZES, rng.normal(0, 0.7, parameter_count(SIZES)))


def differences(network: Network, loss: Callable[[], float], step: float = 1e-6) -> Floats:
    slopes = np.zeros_like(network.vector)
    for place in range(network.vector.size):
        before = network.vector[place]
        network.vector[place] = before + step
        above = loss()
        network.vector[place] = before - step
        slopes[place] = (above - loss()) / (2 * step)
        network.vector[place] = before
    return slopes


def test_a_network_is_what_its_layers_say() -> None:
    network, inputs = doubles(1), np.random.default_rng(2).normal(size=(4, 5))
    value = inputs
    layers = layers_of(SIZES, network.vector)
    for number, (weights, biases) in enumerate(layers):
        value = np.array([[sum(row * column) for column in weights.T] for row in value]) + biases
        if number < len(layers) - 1:
            value = np.where(value > 0, value, 0)
    assert network(inputs) == pytest.approx(value)


def test_the_gradient_is_that_of_finite_differences() -> None:
    network, rng = doubles(3), np.random.default_rng(4)
    inputs, wanted = rng.normal(size=(9, 5)), rng.normal(size=(9, 3))
    values = network.passed(inputs)
    gradient = network.gradient(values, values[-1] - wanted)
    expected = differences(network, lambda: 0.5 * float(((network(inputs) - wanted) ** 2).sum()))
    assert gradient == pytest.approx(expected, rel=1e-5, abs=1e-7)


def decisions(network: Network, count: int, seed: int) -> Decisions:
    rng = np.random.default_rng(seed)
    inputs = rng.normal(size=(count, 5))
    mask = rng.random((count, 3)) < 0.7
    mask[np.arange(count), rng.integers(0, 3, count)] = True
    shares = shares_of(network(inputs), mask)
    actions = np.array([rng.choice(3, p=row) for row in shares])
    old = shares[np.arange(count), actions] * rng.choice([0.7, 0.9, 1.1, 1.4], count)
    gains = rng.normal(size=count)
    return Decisions(inputs, inputs, mask, actions, old, gains, gains)  # type: ignore[arg-type]


def test_the_slopes_of_a_policy_are_those_of_finite_differences() -> None:
    """Of the clipped objective with its bonus on entropy, as Schulman et al. write them."""
    network, entropy = doubles(5), 0.3
    part = decisions(network, 40, seed=6)

    def objective() -> float:
        shares = shares_of(network(part.inputs), part.mask)
        ratio = shares[np.arange(40), part.actions] / part.shares
        gain = part.advantages / (part.advantages.std() + 1e-6)
        clipped = np.minimum(gain * ratio, gain * np.clip(ratio, 0.8, 1.2))
        logs = np.log(np.where(shares > 0, shares, 1))
        return float(-(clipped - entropy * (shares * logs).sum(1)).mean())

    slopes, values = policy_slopes(network, part, entropy)
    expected = differences(network, objective)
    assert network.gradient(values, slopes) == pytest.approx(expected, rel=1e-4, abs=1e-7)
    assert np.abs(expected).max() > 0.01


def test_shares_are_of_legal_choices_alone() -> None:
    outputs = np.array([[1000.0, -1000.0, 3.0], [0.0, 0.0, 0.0]])
    mask = np.array([[False, True, True], [True, False, True]])
    shares = shares_of(outputs, mask)
    assert shares.tolist() == [[0, 0, 1], [0.5, 0, 0.5]]


def test_steps_come_to_the_least_value() -> None:
    wanted = np.array([3.0, -2.0, 0.5], np.float32)
    vector, stepper = np.zeros(3, np.float32), Stepper(3)
    for _ in range(2000):
        stepper.step(vector, vector - wanted, 0.01)
    assert vector == pytest.approx(wanted, abs=1e-3)


def test_the_first_step_is_as_large_as_the_rate() -> None:
    """The first step of Kingma & Ba's method is the rate, whatever the gradient."""
    vector = np.zeros(3, np.float32)
    Stepper(3).step(vector, np.array([5.0, -0.001, 100.0], np.float32), 0.01)
    assert vector == pytest.approx([-0.01, 0.01, -0.01], rel=1e-3)
