"""The statistics of players, slowly: from the text of a hand in PHH, with a ledger of chips.

Nothing is played again and nothing is shared with what counts fast. A hand gives, for each player
and each name of a count, how many.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from handsight.ranges import sklansky_group
from tests.naive.player_situations import Deed, position_names, situations

STREETS = ("preflop", "flop", "turn", "river")
KINDS = (".fold", ".check", ".call", ".bet", ".raise")


class Ledger:
    """Who has what behind, who has put in what, and what each action comes to."""

    def __init__(self, hand: dict[str, Any]) -> None:
        turned = slice(None, None, -1) if len(hand["starting_stacks"]) == 2 else slice(None)
        self.behind = list(hand["starting_stacks"])
        self.paid: list[Any] = [0] * len(self.behind)
        self.on_street: list[Any] = [0] * len(self.behind)
        self.seats = range(len(self.behind))
        for seat, ante in enumerate(hand["antes"][turned]):
            self.pay(seat, min(ante, self.behind[seat]))
        self.on_street = [0] * len(self.behind)
        for seat, blind in enumerate(hand["blinds_or_straddles"][turned]):
            self.pay(seat, min(abs(blind), self.behind[seat]))
        self.price = max(map(abs, hand["blinds_or_straddles"]))
        self.street = 0
        self.size = hand.get("min_bet") or hand["small_bet"]
        self.least = self.size
        self.folded: set[int] = set()
        self.seen_price: dict[int, Any] = {}
        self.wagerers: list[int] = []
        self.story: list[Deed] = []

    def pay(self, seat: int, chips: Any) -> None:
        self.behind[seat] -= chips
        self.paid[seat] += chips
        self.on_street[seat] += chips

    def deal(self) -> None:
        self.street += 1
        self.price, self.least = 0, self.size
        self.on_street = [0] * len(self.behind)
        self.seen_price, self.wagerers = {}, []

    def asked(self, seat: int) -> Any:
        return min(self.price - self.on_street[seat], self.behind[seat])

    def is_idle(self, seat: int) -> bool:
        """Whether a seat owes nothing and nobody could answer it."""
        others = [other for other in self.seats if other not in {seat, *self.folded}]
        return self.asked(seat) == 0 and not any(self.behind[other] for other in others)

    def could_raise(self, seat: int) -> bool:
        others = [other for other in self.seats if other not in {seat, *self.folded}]
        reach = max(self.on_street[other] + self.behind[other] for other in others)
        if self.on_street[seat] + self.behind[seat] <= self.price or reach <= self.price:
            return False
        return seat not in self.seen_price or self.price - self.seen_price[seat] >= self.least

    def wager(self, seat: int, total: Any) -> None:
        self.least = max(self.least, total - self.price)
        self.pay(seat, total - self.on_street[seat])
        self.price = total
        self.wagerers.append(seat)


def count(text: str) -> dict[str, Counter[str]]:
    """Count one hand; the keys are names of counts like ``"vpip"`` and ``"flop.call"``."""
    hand = tomllib.loads(text, parse_float=Decimal)
    ledger = Ledger(hand)
    found: list[Counter[str]] = [Counter(hands=1) for _ in ledger.seats]
    for words in actions_of(hand):
        if words[:2] == ["d", "db"]:
            ledger.deal()
        elif words[1] in ("f", "cc", "cbr"):
            act(ledger, found, int(words[0][1:]) - 1, words)
    end(ledger, found, hand)
    for counts, hole in zip(found, holes_of(hand), strict=True):
        by_group(counts, hole, holes_of(hand))
    blinds = hand["blinds_or_straddles"]
    names = position_names(len(found), blinds, ledger.size)
    for counts, more in zip(found, situations(ledger.story, names), strict=True):
        counts.update(more)
    return dict(zip(hand["players"], found, strict=True))


def actions_of(hand: dict[str, Any]) -> Iterator[list[str]]:
    for action in hand["actions"]:
        yield action.partition("#")[0].split()


def act(ledger: Ledger, found: list[Counter[str]], seat: int, words: list[str]) -> None:
    if ledger.is_idle(seat):
        return
    counts, street, asked = found[seat], STREETS[ledger.street], ledger.asked(seat)
    could_raise, before = ledger.could_raise(seat), Counter(counts)
    first_wager = len(ledger.wagerers) == 1 and ledger.wagerers != [seat]
    counts[f"{street}.faced"] += first_wager
    if first_wager and street == "preflop":
        counts["three_bet_chances"] += ledger.could_raise(seat)
        counts["three_bets"] += words[1] == "cbr"
    if words[1] == "f":
        counts[f"{street}.folded_to"] += first_wager
        counts[f"{street}.fold"] += 1
        ledger.folded.add(seat)
    elif words[1] == "cc":
        counts[f"{street}.call" if asked else f"{street}.check"] += 1
        ledger.pay(seat, asked)
    else:
        counts[f"{street}.raise" if ledger.price else f"{street}.bet"] += 1
        ledger.wager(seat, tomllib.loads(f"x = {words[2]}", parse_float=Decimal)["x"])
    ledger.seen_price[seat] = ledger.price
    kind = next(key.partition(".")[2] for key in counts - before if key.endswith(KINDS))
    did = "wager" if kind in ("bet", "raise") else kind
    ledger.story.append(Deed(seat, street, did, could_raise, not ledger.behind[seat]))


def end(ledger: Ledger, found: list[Counter[str]], hand: dict[str, Any]) -> None:
    highest, second = sorted(ledger.paid, reverse=True)[:2]
    left = [seat for seat in ledger.seats if seat not in ledger.folded]
    for seat, counts in enumerate(found):
        before = [counts[f"preflop.{kind}"] for kind in ("fold", "check", "call", "bet", "raise")]
        counts["decided"] = int(any(before))
        counts["vpip"] = int(any(before[2:]))
        counts["pfr"] = int(any(before[3:]))
        counts["flops_seen"] = int(ledger.street >= 1 and not before[0])
        if len(left) > 1 and seat in left:
            counts["showdowns"] = 1
        if "finishing_stacks" not in hand:
            continue
        net = hand["finishing_stacks"][seat] - hand["starting_stacks"][seat]
        returned = highest - second if ledger.paid[seat] == highest else 0
        counts["net"] = net
        counts["showdowns_won"] = int(counts["showdowns"] and net + ledger.paid[seat] > returned)


def holes_of(hand: dict[str, Any]) -> list[str]:
    """List the cards as they were dealt; those that a showdown reveals do not count by group."""
    dealt = [words for words in actions_of(hand) if words[:2] == ["d", "dh"]]
    cards = {int(words[2][1:]): words[3] for words in dealt}
    return [cards[seat] for seat in sorted(cards)]


def by_group(counts: Counter[str], hole: str, all_holes: list[str]) -> None:
    if not counts["decided"] or any("?" in each for each in all_holes):
        return
    group = sklansky_group(hole) or 9
    counts[f"dealt.{group}"] += 1
    counts[f"played.{group}"] += counts["vpip"]
    counts[f"raised.{group}"] += counts["pfr"]
