"""Hands for the tests of reviews."""

from handsight.game import Hand, HandState, Rules, hand_of


def hand(
    actions: list[str],
    holes: dict[int, str],
    *,
    stacks: list[int] | None = None,
    board: str = "",
    button: int | None = None,
    rules: Rules | None = None,
    **more: object,
) -> Hand:
    """Play a hand of six players with 100 big blinds, if not said otherwise; the last is BTN."""
    stacks = stacks or [10_000] * 6
    button = len(stacks) - 1 if button is None else button
    cards = [holes.get(seat) for seat in range(len(stacks))]
    state = HandState.start(
        rules or Rules(), stacks, button, seed=1, holes=cards, board=board, **more
    )
    for action in actions:
        state = state.apply(action)
    return hand_of(state)
