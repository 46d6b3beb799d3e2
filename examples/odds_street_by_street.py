"""Follow one hand from the deal to the river: its odds, and what may still change."""

from handsight import current_hand_odds, effective_hand_strength, evaluate

HOLE = "AhKh"
STREETS = {"before the flop": "", "flop": "Qh7h2c", "turn": "Qh7h2c 3d", "river": "Qh7h2c 3d Jh"}


def main() -> None:
    """Print one line per street; everything is counted, nothing sampled."""
    print(f"{HOLE} against players with any cards\n")
    print("street           against 1  against 2  ahead now  gets ahead  falls behind  hand")
    for street, board in STREETS.items():
        shares = [current_hand_odds(HOLE, board, opponents).equity for opponents in (1, 2)]
        line = f"{street:15}  {shares[0]:9.1%}  {shares[1]:9.1%}"
        if board:
            effective = effective_hand_strength(HOLE, board)
            line += f"  {effective.hand_strength.value:9.1%}"
            line += (
                f"  {effective.potential.ppot or 0:10.1%}  {effective.potential.npot or 0:12.1%}"
            )
            line += f"  {evaluate(HOLE + board).name}"
        print(line)


if __name__ == "__main__":
    main()
