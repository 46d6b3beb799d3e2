"""What a hand may become: the cards that improve it, and its draws."""

from handsight import outs, potential_hands

HOLE, BOARD = "9h8h", "Th7c2h"


def main() -> None:
    """List the outs by the hand that they make, then the draws by their probability."""
    found = outs(HOLE, BOARD)
    print(f"{HOLE} on {BOARD}: {found.now.name}, {found.equity:.1%} of the pot against any hand")
    print(f"{len(found.clean)} clean outs: {found.clean}")
    print(f"{len(found.tainted)} that help and leave us behind: {found.tainted or 'none'}\n")

    made: dict[str, list[str]] = {}
    for each in found:
        made.setdefault(each.category, []).append(str(each.card))
    for category, cards in made.items():
        print(f"  {category.replace('_', ' '):12} {' '.join(cards)}")

    print("\nUnder way, by the turn and the river:")
    draws = [each for each in potential_hands(HOLE + BOARD) if each.possible and not each.complete]
    for draw in sorted(draws, key=lambda each: each.probability, reverse=True)[:8]:
        print(f"  {draw.probability:6.1%}  {draw.name}, {draw.missing} missing")


if __name__ == "__main__":
    main()
