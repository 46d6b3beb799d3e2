"""Sample odds that are too expensive to count: nine opponents, with progress and a seed."""

import sys

from handsight import Equity, current_hand_odds

HOLE = "AsAd"


def show_progress(done: int, most: int) -> None:
    """Show the progress of the sample, on a terminal only."""
    if sys.stderr.isatty():
        end = "\n" if done >= most else ""
        print(f"\r{done:,} of at most {most:,} deals", end=end, file=sys.stderr)


def line_of(odds: Equity) -> str:
    """Return the share with its error as text."""
    if odds.stderr is None:
        return f"against {odds.opponents}: {odds.equity:.4f}, counted over {odds.total:,} deals"
    return f"against {odds.opponents}: {odds.equity:.4f} ± {odds.stderr:.4f}, {odds.trials:,} deals"


def main() -> None:
    """Sample where counting is infeasible, then repeat the same sample."""
    print(f"{HOLE} before the flop: share of the pot, and its standard error if sampled")
    for opponents in (2, 5, 9):
        odds = current_hand_odds(
            HOLE, opponents=opponents, seed=7, target_stderr=0.001, progress=show_progress
        )
        print(" ", line_of(odds))
    again = current_hand_odds(HOLE, opponents=9, seed=7, target_stderr=0.001)
    print(f"The same seed gives the same deals: {again == odds}")


if __name__ == "__main__":
    main()
