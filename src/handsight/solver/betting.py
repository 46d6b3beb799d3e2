"""The betting of a spot: the pot, the stacks, the allowed bet sizes and the rake."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from handsight.errors import OptionError
from handsight.runtime.integers import is_whole
from handsight.solver.sizes import Size, read_sizes

STREETS = ("flop", "turn", "river")
PLAYERS = ("oop", "ip")
"""The player out of position, who acts first on each street, and the player in position."""

MOST_CHIPS = 10**9
MOST_RAISES = 20

_NAME = re.compile(r"(flop|turn|river)_(bets|raises)(?:_(oop|ip))?")


@dataclass(frozen=True)
class Option:
    """An action that a player can take at a node, with its size in chips.

    Attributes:
        kind: ``"fold"``, ``"check"``, ``"call"``, ``"bet"``, ``"raise"`` or ``"all-in"``.
        amount: the player's total bet on this street after a call, bet, raise or all-in; 0 for a
            fold or check.
    """

    kind: str
    amount: int = 0


class Betting:
    """The pot, the stacks and the allowed bet sizes.

    Write sizes as a list like ``"33%, 75%, e, a"``:

    - ``50%``: half the pot; for a raise, half of what the pot would be after a call, on top of the
      bet faced.
    - ``2.5x``: a raise to 2.5 times the bet faced.
    - ``25c``: 25 chips; for a raise, on top of the bet faced.
    - ``e``: geometric: the share of the pot that puts both players all-in on the river if this
      share is bet and called on each remaining street; ``2e`` puts them all-in in two streets, and
      ``e200%`` bets at most twice the pot.
    - ``a``: all-in.

    Sizes are rounded to whole chips, and half a chip is rounded up. A size below the minimum bet or
    raise becomes that minimum; a size above the stack becomes all-in.

    Args:
        pot: chips in the pot at the start.
        stack: chips that each player has left; if the stacks differ, the shorter one.
        bets: bet sizes on all streets, for both players.
        raises: raise sizes on all streets, for both players.
        raise_cap: the maximum number of raises by both players together on a street, not counting
            the first bet; None for any number.
        turn_donk: bet sizes on the turn for a player out of position who called a bet on the flop;
            None for the usual sizes.
        river_donk: bet sizes on the river for a player out of position who called a bet on the
            turn; None for the usual sizes.
        add_allin: add an all-in if it exceeds the bet faced by at most this many times the pot
            after a call; 0 adds none.
        force_allin: turn a bet or raise into an all-in if, after a call, each player would have at
            most this share of the pot left; 0 switches this off.
        merging: of two sizes X and Y as shares of the pot, where X is larger, drop Y if
            (1 + X) / (1 + Y) is at most 1 + ``merging``; 0 switches this off.
        rake: the share of the pot that the house takes at the end, 0..1.
        rake_cap: the maximum rake in chips; None for no limit.
        sizes: sizes for one street, or for one player on it, passed as keywords like ``flop_bets``
            and ``turn_raises_ip``; the most specific keyword applies.

    Raises:
        OptionError: for invalid options.

    Example:
        >>> betting = Betting(180, 400, bets="50%, a", raises="2.5x", river_bets_ip="75%")
        >>> [size.kind.name for size in betting.sizes_of("river", 1, raises=False)]
        ['POT']
    """

    def __init__(
        self,
        pot: int,
        stack: int,
        bets: str = "",
        raises: str = "",
        *,
        raise_cap: int | None = None,
        turn_donk: str | None = None,
        river_donk: str | None = None,
        add_allin: float = 1.5,
        force_allin: float = 0.15,
        merging: float = 0.1,
        rake: float = 0.0,
        rake_cap: float | None = None,
        **sizes: str | None,
    ) -> None:
        self.pot = _chips(pot, "pot", least=1)
        self.stack = _chips(stack, "stack", least=1)
        self.raise_cap = raise_cap
        if raise_cap is not None and not is_whole(raise_cap, range(MOST_RAISES + 1)):
            raise OptionError(
                f"raise_cap is {raise_cap!r}; it must be from 0 to {MOST_RAISES}, or None"
            )
        self.add_allin = _number(add_allin, "add_allin")
        self.force_allin = _number(force_allin, "force_allin")
        self.merging = _number(merging, "merging")
        self.rake = _number(rake, "rake", most=1)
        self.rake_cap = math.inf if rake_cap is None else _number(rake_cap, "rake_cap")
        given = {name: text for name, text in sizes.items() if text is not None}
        for name in given:
            if _NAME.fullmatch(name) is None:
                raise OptionError(
                    f"{name} is not an option; sizes are named like flop_bets and turn_raises_ip"
                )
        self.texts = {"bets": bets, "raises": raises, **given}
        for name, text in (("turn_donk", turn_donk), ("river_donk", river_donk)):
            if text is not None:
                self.texts[name] = text
        self._sizes = {
            name: read_sizes(text, name, raises="raises" in name)
            for name, text in self.texts.items()
        }

    def __repr__(self) -> str:
        return f"Betting({', '.join(f'{key}={value!r}' for key, value in self.fields().items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Betting) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash(repr(self))

    def fields(self) -> dict[str, int | float | str | None]:
        """Return the arguments that construct an equal `Betting`."""
        return {
            "pot": self.pot,
            "stack": self.stack,
            **self.texts,
            "raise_cap": self.raise_cap,
            "add_allin": self.add_allin,
            "force_allin": self.force_allin,
            "merging": self.merging,
            "rake": self.rake,
            "rake_cap": None if self.rake_cap == math.inf else self.rake_cap,
        }

    def sizes_of(
        self, street: str, player: int, raises: bool, donk: bool = False
    ) -> tuple[Size, ...]:
        """Return the bet or raise sizes of a player on a street.

        Args:
            street: ``flop``, ``turn`` or ``river``.
            player: 0 for the player out of position, 1 for the player in position.
            raises: whether the player faces a bet, so that the sizes are raises.
            donk: whether the player is out of position and called a bet on the previous street.
        """
        kind = "raises" if raises else "bets"
        names = [f"{street}_{kind}_{PLAYERS[player]}", f"{street}_{kind}", kind]
        if donk:
            names.insert(0, f"{street}_donk")
        return next(self._sizes[name] for name in names if name in self._sizes)

    def rake_of(self, pot: int) -> float:
        """Return the rake from a pot, in chips."""
        return min(pot * self.rake, self.rake_cap)

    def options(
        self,
        street: str,
        player: int,
        pot: int,
        faced: int,
        own: int,
        behind: int,
        raises: int,
        donk: bool = False,
    ) -> list[Option]:
        """List the actions that a player can take.

        Args:
            street: ``flop``, ``turn`` or ``river``.
            player: 0 for the player out of position, 1 for the player in position.
            pot: chips in the pot after a call.
            faced: chips that the opponent has put in on this street.
            own: chips that the player has put in on this street.
            behind: chips that each player would have left after a call.
            raises: the number of raises by both players on this street so far.
            donk: whether the player is out of position and called a bet on the previous street.
        """
        first = [Option("check")] if faced == own else [Option("fold"), Option("call", faced)]
        most = faced + behind
        if behind == 0 or (faced > own and self.raise_cap is not None and raises >= self.raise_cap):
            return first
        streets = len(STREETS) - STREETS.index(street)
        least = min(max(2 * faced - own, 1), most)
        sizes = self.sizes_of(street, player, faced > own, donk)
        amounts = [size.amount(pot, faced, behind, streets) for size in sizes]
        if self.add_allin and behind <= int(pot * self.add_allin + 0.5):
            amounts.append(most)
        reached = {self._forced(min(max(each, least), most), pot, faced, most) for each in amounts}
        bet = "raise" if faced > own else "bet"
        return first + [
            Option("all-in" if amount == most else bet, amount)
            for amount in self._merged(sorted(reached), pot, faced)
        ]

    def _forced(self, amount: int, pot: int, faced: int, most: int) -> int:
        """Return the all-in amount if a call of ``amount`` would leave too few chips behind.

        Too few is at most `force_allin` times the pot after the call. Otherwise, or if
        `force_allin` is 0, return ``amount`` itself.
        """
        called = pot + 2 * (amount - faced)
        near = self.force_allin and most <= amount + int(called * self.force_allin + 0.5)
        return most if near else amount

    def _merged(self, amounts: list[int], pot: int, faced: int) -> list[int]:
        """Drop each size that is close to the next larger size that is kept."""
        kept: list[int] = []
        for amount in reversed(amounts):
            if kept:
                larger, smaller = ((each - faced) / pot for each in (kept[-1], amount))
                if (1 + larger) <= (1 + smaller) * (1 + self.merging):
                    continue
            kept.append(amount)
        return kept[::-1]


def _chips(value: int, name: str, least: int) -> int:
    if not is_whole(value, range(least, MOST_CHIPS + 1)):
        raise OptionError(
            f"{name} is {value!r}; it must be a whole number of chips, {least} to {MOST_CHIPS:,}"
        )
    return int(value)


def _number(value: Any, name: str, most: float = math.inf) -> float:
    usable = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not usable or not 0 <= value <= most or not math.isfinite(value):
        limit = "0 or more" if most == math.inf else f"from 0 to {most:g}"
        raise OptionError(f"{name} is {value!r}; it must be a number {limit}")
    return float(value)
