"""The players of FAI-2022 once more, from the report's words, on PyPokerEngine and nothing else.

It takes numbers as the engine hands them out: the price and the raises from ``valid_actions``,
both totals of a street, and the pot from ``round_state`` as it stands at the question. How often
the hand wins it is told, and so are the random numbers for the amounts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pypokerengine.players import BasePokerPlayer

ROUNDS, BLIND, TOKENS = 20, 10, 1000
RISK_FACTOR = Fraction(5, 100)
CONSERVE_FACTOR = {
    "preflop": Fraction(1),
    "flop": Fraction(8, 10),
    "turn": Fraction(4, 10),
    "river": Fraction(1, 10),
}


@dataclass
class Said:
    """What the bot does, and where a raise may lie before the engine's limits cut it off."""

    action: str
    amount: int
    low: Fraction | None = None
    high: Fraction | None = None


def word(valid_actions: list[dict[str, Any]], action: str) -> Any:
    """The amount beside an action that the engine offers."""
    [amount] = [each["amount"] for each in valid_actions if each["action"] == action]
    return amount


def decide(
    version: str,
    win_rate: Fraction,
    drawn: float,
    valid_actions: list[dict[str, Any]],
    round_state: dict[str, Any],
    tokens: int,
) -> Said:
    """Do what the report says, version by version. `drawn` is uniform between 0 and 1."""
    fold, call = Said("fold", 0), Said("call", word(valid_actions, "call"))
    offered = word(valid_actions, "raise")
    least, most = offered["min"], offered["max"]
    pot = round_state["pot"]["main"]["amount"]
    if version == "v0":
        return fold if win_rate < Fraction(1, 2) else call

    if version == "v5" and (ROUNDS - round_state["round_count"]) * BLIND < tokens - TOKENS:
        return call if call.amount == 0 else fold

    # cost * lose_rate <= pot * win_rate says the same as the quotient, and needs no division
    risk = 1 + RISK_FACTOR if version in ("v4", "v5") else Fraction(1)
    lose_rate = 1 - win_rate
    if call.amount * lose_rate > pot * win_rate * risk:
        return fold
    if version == "v1" or least == -1:  # -1: the engine takes no raise
        return call
    if least * lose_rate >= pot * win_rate * risk:
        return call
    if version != "v2" and win_rate <= Fraction(1, 2):
        return call
    if lose_rate == 0:
        return Said("raise", most)
    amount_0 = pot * win_rate / lose_rate
    if version in ("v2", "v3"):
        highest = max(n for n in range(least, most + 1) if n < amount_0)
        return Said("raise", highest, Fraction(highest), Fraction(highest))
    low = amount_0 * (1 - CONSERVE_FACTOR[round_state["street"]])
    high = amount_0 * (1 + RISK_FACTOR)
    amount = low + (high - low) * Fraction(drawn)
    return Said("raise", round(min(max(amount, least), most)), low, high)


class Fai2022Bot(BasePokerPlayer):  # type: ignore[misc]
    """Plays one version of the report.

    Args:
        version: ``v0`` to ``v5``.
        handed: gives for each question the win rate, and a random number between 0 and 1.
    """

    def __init__(self, version: str, handed: Callable[[], tuple[float, float]]) -> None:
        self.version, self.handed = version, handed

    def says(self, valid_actions: Any, round_state: Any) -> Said:
        win_rate, drawn = self.handed()
        [mine] = [seat for seat in round_state["seats"] if seat["uuid"] == self.uuid]
        return decide(
            self.version, Fraction(win_rate), drawn, valid_actions, round_state, mine["stack"]
        )

    def declare_action(
        self, valid_actions: Any, hole_card: Any, round_state: Any
    ) -> tuple[str, int]:
        said = self.says(valid_actions, round_state)
        return said.action, said.amount

    def receive_game_start_message(self, game_info: Any) -> None: ...

    def receive_round_start_message(self, round_count: Any, hole_card: Any, seats: Any) -> None: ...

    def receive_street_start_message(self, street: Any, round_state: Any) -> None: ...

    def receive_game_update_message(self, new_action: Any, round_state: Any) -> None: ...

    def receive_round_result_message(
        self, winners: Any, hand_info: Any, round_state: Any
    ) -> None: ...
