"""Situations at a table, made from the actions that lead to them."""

from handsight.game import Action, HandCursor, HandState, Observation, Rules


def seen_by(
    hole: str,
    *actions: str,
    board: str = "",
    stacks: tuple[int, ...] = (10_000, 10_000),
    button: int = 0,
    **options: object,
) -> Observation:
    """What the player whose turn it is sees after these actions, with these hole cards.

    Blinds are 50 and 100. Heads-up seat 0 has the button; it acts first before the flop.
    """
    rules = Rules(**options)  # type: ignore[arg-type]
    seat = _played(HandState.start(rules, stacks, button, seed=7, board=board), actions).state.actor
    start = HandState.start(rules, stacks, button, seed=7, holes={seat: hole}, board=board)
    return _played(start, actions).observation()


def _played(start: HandState, actions: tuple[str, ...]) -> HandCursor:
    table = HandCursor(start)
    for action in actions:
        table.apply(Action.parse(action))
    return table
