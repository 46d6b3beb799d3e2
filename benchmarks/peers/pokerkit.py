"""PokerKit: games in plain Python; seat 0 is left of the button."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.peers import (
    BIG_BLIND,
    CALL,
    FOLD,
    RAISE,
    SMALL_BLIND,
    STACK,
    Game,
    Peer,
    Played,
    Script,
)


def load() -> Peer:
    """Return the peer.

    Raises:
        ImportError: if it is not installed.
    """
    import pokerkit  # noqa: F401

    return Peer("pokerkit", "`NoLimitTexasHoldem`, with all automations", game=Game(_play))


def _play(players: int, scripts: Sequence[Script]) -> list[Played]:
    return [_play_one(players, script) for script in scripts]


def _play_one(players: int, script: Script) -> Played:
    from pokerkit import Automation, NoLimitTexasHoldem

    hand = NoLimitTexasHoldem.create_state(
        tuple(Automation),
        True,
        0,
        (SMALL_BLIND, BIG_BLIND),
        BIG_BLIND,
        (STACK,) * players,
        players,
    )
    moves, actions = iter(script), 0
    while hand.status:
        move = next(moves, CALL)
        least = hand.min_completion_betting_or_raising_to_amount if move == RAISE else None
        if move == FOLD and hand.checking_or_calling_amount:
            hand.fold()
        elif least is not None:
            hand.complete_bet_or_raise_to(least)
        else:
            hand.check_or_call()
        actions += 1
    return Played(actions, tuple(hand.payoffs))
