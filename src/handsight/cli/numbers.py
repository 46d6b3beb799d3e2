"""The bounds of the numbers that commands take, and how messages describe these numbers."""

from __future__ import annotations

from math import isfinite
from typing import Any

import click

from handsight.errors import OptionError


class WholeNumber(click.types.IntParamType):
    """A parameter type for whole numbers that have a bound.

    Args:
        most: the largest number, and the smallest with a minus sign.
        words: the numbers up to this bound, in words.
    """

    def __init__(self, most: int, words: str) -> None:
        self.most = most
        self.words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a whole number; whoever uses it decides whether a number of this size makes sense.

        Raises:
            OptionError: if the number is out of bounds.
        """
        number = int(super().convert(value, param, ctx))
        if abs(number) > self.most:
            raise OptionError(
                f"{_told(param)} is {number}; it must be {self.words}{help_of(param)}"
            )
        return number


class FiniteNumber(click.types.FloatParamType):
    """A parameter type for numbers other than infinity and NaN."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number.

        Raises:
            OptionError: if it is not finite.
        """
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            raise OptionError(f"{_told(param)} is {number}; it must be a number{help_of(param)}")
        return number


_BOUNDED: dict[Any, click.ParamType[Any]] = {
    click.INT: WholeNumber(10**16 - 1, "a whole number of at most 16 digits"),
    click.FLOAT: FiniteNumber(),
}
_SEED = WholeNumber(2**64 - 1, "a whole number below 2**64")


def bound_numbers(command: click.Command) -> None:
    """Give every number that a command takes a bound, so that it fits wherever it is sent."""
    for each in command.params:
        if each.type in _BOUNDED:
            is_seed = each.type is click.INT and each.name == "seed"
            each.type = _SEED if is_seed else _BOUNDED[each.type]
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            bound_numbers(inner)


def _told(param: click.Parameter | None) -> str:
    return param.opts[0] if isinstance(param, click.Option) else "a number"


def help_of(param: click.Parameter | None) -> str:
    """Return what an option's help says about its value, after a colon; "" if it says nothing."""
    help_text = param.help if isinstance(param, click.Option) else None
    about = (help_text or "").partition(" Default: ")[0].removesuffix(".")
    return f": {about}" if about else ""
