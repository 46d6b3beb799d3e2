"""Writes hands as PokerStars and 888poker do, from their events, to be read again."""

from collections.abc import Iterator

from handsight.game import Hand, final_state
from handsight.game.events import (
    Acted,
    Ante,
    Award,
    Blind,
    DealBoard,
    Event,
    Show,
    UncalledReturned,
)

STREETS = {"flop": "FLOP", "turn": "TURN", "river": "RIVER"}


def pokerstars_text(hand: Hand, number: int = 1) -> str:
    """Write a hand of a tournament; the seats are numbered from 1, and the last has the button."""
    lines = [
        f"PokerStars Hand #{number}: Tournament #7, $1+$0.10 USD Hold'em {_stakes(hand)}"
        " - 2024/05/06 12:00:01 ET",
        f"Table '7 1' 10-max Seat #{len(hand.stacks)} is the button",
        *(
            f"Seat {seat + 1}: {hand.name_of(seat)} ({chips} in chips)"
            for seat, chips in enumerate(hand.stacks)
        ),
    ]
    lying, bets, price, dealt = "", [0] * len(hand.stacks), 0, False
    for event in final_state(hand).events:
        if isinstance(event, Acted) and not dealt:
            lines.append("*** HOLE CARDS ***")
            dealt = True
        if isinstance(event, DealBoard):
            cards = " ".join(map(str, event.cards))
            before = f" [{lying}]" if lying else ""
            lines.append(f"*** {STREETS[event.street]} ***{before} [{cards}]")
            lying, bets, price = f"{lying} {cards}".strip(), [0] * len(bets), 0
        elif isinstance(event, Acted):
            lines.append(_acted(hand, event, price))
            bets[event.seat] += event.chips
            price = max(price, bets[event.seat])
        else:
            lines += _other(hand, event)
            if isinstance(event, Blind):
                bets[event.seat] = event.chips
                price = max(price, hand.posts[event.seat])
    pot = sum(event.chips for event in final_state(hand).events if isinstance(event, Award))
    lines += ["*** SUMMARY ***", f"Total pot {pot} | Rake 0"]
    return "\n".join(lines) + "\n"


def _stakes(hand: Hand) -> str:
    """Name the blinds, or the bets of a fixed limit."""
    if hand.rules.small_bet:
        return f"Limit - Level I ({hand.rules.small_bet}/{hand.rules.big_bet})"
    return f"No Limit - Level I ({hand.rules.small_blind}/{hand.rules.big_blind})"


def _acted(hand: Hand, event: Acted, price: int) -> str:
    name, kind, amount = hand.name_of(event.seat), event.action.kind, event.action.amount
    all_in = " and is all-in" if event.all_in else ""
    match kind:
        case "call":
            return f"{name}: calls {event.chips}{all_in}"
        case "bet":
            return f"{name}: bets {amount}{all_in}"
        case "raise":
            return f"{name}: raises {amount - price} to {amount}{all_in}"
    return f"{name}: {kind}s"


def _other(hand: Hand, event: Event) -> Iterator[str]:
    match event:
        case Ante(seat, chips):
            yield f"{hand.name_of(seat)}: posts the ante {chips}"
        case Blind(seat, chips):
            word = "big" if hand.posts[seat] == hand.rules.big_blind else "small"
            yield f"{hand.name_of(seat)}: posts {word} blind {chips}"
        case UncalledReturned(seat, chips):
            yield f"Uncalled bet ({chips}) returned to {hand.name_of(seat)}"
        case Show(seat, cards):
            yield f"{hand.name_of(seat)}: shows [{' '.join(map(str, cards))}] (a hand)"
        case Award(seat, chips, pot):
            which = f"side pot-{pot}" if pot else "pot"
            yield f"{hand.name_of(seat)} collected {chips} from {which}"


def pacific_text(hand: Hand, number: int = 1) -> str:
    """Write a hand of a cash game of 888poker, whose raises name the chips that they add."""
    lines = [
        f"***** 888poker Hand History for Game {number} *****",
        f"${hand.rules.small_blind}/${hand.rules.big_blind} Blinds "
        f"{'Fix' if hand.rules.small_bet else 'No'} Limit Holdem"
        " - *** 06 05 2024 12:34:56",
        "Table Worms 10 Max (Real Money)",
        f"Seat {len(hand.stacks)} is the button",
        f"Total number of players : {len(hand.stacks)}",
        *(
            f"Seat {seat + 1}: {hand.name_of(seat)} ( ${chips:,} )"
            for seat, chips in enumerate(hand.stacks)
        ),
    ]
    shown, won = list[str](), dict[str, int]()
    for event in final_state(hand).events:
        match event:
            case Ante(seat, chips):
                lines.append(f"{hand.name_of(seat)} posts ante [${chips:,}]")
            case Blind(seat, chips):
                word = "big" if hand.posts[seat] == hand.rules.big_blind else "small"
                lines.append(f"{hand.name_of(seat)} posts {word} blind [${chips:,}]")
            case DealBoard(street, cards):
                lines.append(f"** Dealing {street} ** [ {', '.join(map(str, cards))} ]")
            case Acted(seat, action, chips):
                chip_words = f" [${chips:,}]" if chips else ""
                lines.append(f"{hand.name_of(seat)} {action.kind}s{chip_words}")
            case Show(seat, cards):
                shown.append(f"{hand.name_of(seat)} shows [ {', '.join(map(str, cards))} ]")
            case Award(seat, chips):
                won[hand.name_of(seat)] = won.get(hand.name_of(seat), 0) + chips
    collected = [f"{name} collected [ ${chips:,} ]" for name, chips in won.items()]
    return "\n".join([*lines, "** Summary **", *shown, *collected]) + "\n"
