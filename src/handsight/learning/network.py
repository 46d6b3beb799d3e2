"""A small neural network of dense layers, with its gradient and its optimiser.

One vector contains all parameters of a network, so that they can be copied, averaged, updated and
saved as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.floating[Any]]"
"""An array of floats: float32 in play and training, and float64 in tests."""

DECAYS = 0.9, 0.999
TINY = 1e-8


class Network:
    """Dense layers, with a ReLU, ``max(0, x)``, after each layer except the last.

    Args:
        sizes: the numbers of inputs, of units in each hidden layer, and of outputs.
        vector: the parameters of all layers, with the weights of a layer before its biases; None
            for zeros.

    Example:
        >>> network = Network((3, 4, 2))
        >>> network.vector.size, network(np.ones((5, 3), np.float32)).shape
        (26, (5, 2))
    """

    def __init__(self, sizes: Sequence[int], vector: Floats | None = None) -> None:
        self.sizes = tuple(sizes)
        shape = (parameter_count(self.sizes),)
        self.vector: Floats = np.zeros(shape, np.float32) if vector is None else vector
        self._layers = layers_of(self.sizes, self.vector)

    @classmethod
    def drawn(cls, sizes: Sequence[int], rng: np.random.Generator) -> Network:
        """Return an untrained network with random weights (He et al. 2015).

        The weights of the outputs are divided by a hundred, so that all choices are about equally
        likely.
        """
        network = cls(sizes)
        for number, (weights, _) in enumerate(network._layers):
            scale = np.sqrt(2 / len(weights)) * (0.01 if number == len(sizes) - 2 else 1)
            weights[:] = rng.standard_normal(weights.shape, np.float32) * np.float32(scale)
        return network

    def __call__(self, inputs: Floats) -> Floats:
        """Return the outputs for n rows of inputs: floats[n, outputs]."""
        return self.passed(inputs)[-1]

    def passed(self, inputs: Floats) -> list[Floats]:
        """Return the inputs, the outputs of each hidden layer, and the outputs, as a list."""
        values = [inputs]
        for weights, biases in self._layers[:-1]:
            value = values[-1] @ weights
            value += biases
            values.append(np.maximum(value, 0, out=value))
        weights, biases = self._layers[-1]
        values.append(values[-1] @ weights + biases)
        return values

    def gradient(self, values: list[Floats], slopes: Floats) -> Floats:
        """Return the gradient of the loss with respect to all parameters, as one vector.

        Args:
            values: the result of `passed`.
            slopes: floats[n, outputs], the derivatives of the loss with respect to the outputs.
        """
        gradient = np.empty_like(self.vector)
        parts = layers_of(self.sizes, gradient)
        for number in range(len(parts) - 1, -1, -1):
            weights, biases = parts[number]
            np.matmul(values[number].T, slopes, out=weights)
            np.sum(slopes, axis=0, out=biases)
            if number:
                slopes = slopes @ self._layers[number][0].T
                slopes *= values[number] > 0
        return gradient


class Stepper:
    """The Adam optimiser, which steps against a gradient with a separate scale for each parameter.

    Args:
        size: the number of parameters.

    Attributes:
        first: the running mean of the gradients, in which later gradients count more.
        second: the running mean of the squared gradients, in which later gradients count more.
        steps: the number of steps so far.

    Source:
        D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015.
    """

    def __init__(self, size: int) -> None:
        self.first = np.zeros(size, np.float32)
        self.second = np.zeros(size, np.float32)
        self.steps = 0

    def step(self, vector: Floats, gradient: Floats, rate: float) -> None:
        """Update a vector of parameters in place by one step with a learning rate."""
        self.steps += 1
        for mean, value, decay in zip(
            (self.first, self.second), (gradient, gradient * gradient), DECAYS, strict=True
        ):
            mean *= np.float32(decay)
            mean += np.float32(1 - decay) * value
        fresh, old = (1 - decay**self.steps for decay in DECAYS)
        size = np.sqrt(self.second / np.float32(old)) + np.float32(TINY)
        vector -= np.float32(rate / fresh) * self.first / size


def parameter_count(sizes: Sequence[int]) -> int:
    """Return the number of parameters of a network with these numbers of units in its layers.

    Example:
        >>> parameter_count((3, 4, 2))
        26
    """
    return sum((inputs + 1) * outputs for inputs, outputs in pairwise(sizes))


def layers_of(sizes: Sequence[int], vector: Floats) -> list[tuple[Floats, Floats]]:
    """Return the weights and biases of each layer as a pair of views of a vector of parameters."""
    layers, begin = [], 0
    for inputs, outputs in pairwise(sizes):
        middle = begin + inputs * outputs
        weights = vector[begin:middle].reshape(inputs, outputs)
        begin = middle + outputs
        layers.append((weights, vector[middle:begin]))
    return layers


def shares_of(outputs: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Return the probabilities of the choices by a softmax, with 0 for illegal choices.

    Args:
        outputs: floats[n, choices], the outputs of a network.
        mask: bool[n, choices], which choices are legal: at least one in each row.

    Example:
        >>> shares_of(np.zeros((1, 3)), np.array([[True, False, True]])).tolist()
        [[0.5, 0.0, 0.5]]
    """
    legal = np.where(mask, outputs, -np.inf)
    legal -= legal.max(1, keepdims=True)
    np.exp(legal, out=legal)
    legal /= legal.sum(1, keepdims=True)
    return np.asarray(legal)
