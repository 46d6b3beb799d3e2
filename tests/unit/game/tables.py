"""Tables and stacks drawn at random, and the same table for the naive twin."""

from dataclasses import dataclass
from random import Random

from handsight.game import HandState, Rules
from tests.naive import game as naive


@dataclass(frozen=True)
class Setting:
    """Everything that a hand begins with; cards in the order dealt."""

    rules: Rules
    stacks: tuple[int, ...]
    button: int
    deck: tuple[int, ...]

    def start(self) -> HandState:
        return HandState.start(self.rules, self.stacks, self.button, deck=list(self.deck))

    def twin(self) -> naive.Hand:
        return naive.Hand(twin_of(self.rules), self.stacks, self.button, self.deck)


def twin_of(rules: Rules) -> naive.Table:
    return naive.Table(
        rules.small_blind,
        rules.big_blind,
        rules.ante,
        rules.ante_by == "big-blind",
        rules.straddles,
        rules.bet_sizes if rules.is_limit else None,
        rules.bet_cap,
        rules.heads_up_uncapped,
        rules.short_blind_price == "paid",
        rules.fold_when_free,
        rules.reopen == "any-raise",
    )


def random_rules(draw: Random, players: int) -> Rules:
    """Draw a table: most have nothing special, and all that is special comes up."""
    straddles = ((200,), (250, 400))[: max(players - 2, 0)]
    return Rules(
        structure=draw.choice(["no-limit", "no-limit", "fixed-limit"]),
        small_blind=draw.choice([50, 50, 100, 0]),
        ante=draw.choice([0, 0, 10, 25, 150]),
        ante_by=draw.choice(["each", "each", "big-blind"]),
        straddles=draw.choice([(), (), *straddles]),
        bet_cap=draw.choice([4, 4, 3, 0]),
        heads_up_uncapped=draw.random() < 0.2,
        short_blind_price=draw.choice(["full", "full", "paid"]),
        fold_when_free=draw.random() < 0.2,
        reopen=draw.choice(["full-raise", "full-raise", "full-raise", "any-raise"]),
    )


def random_setting(draw: Random, players: int | None = None) -> Setting:
    """Draw a table, uneven stacks (some seats empty), a button and a deck."""
    count = players or draw.randint(2, 10)
    most = draw.choice([150, 600, 3000])
    stacks = [draw.randint(1, most) for _ in range(count)]
    for seat in range(count - 2):
        if draw.random() < 0.1:
            stacks[seat] = 0
    draw.shuffle(stacks)
    rules = random_rules(draw, sum(map(bool, stacks)))
    deck = draw.sample(range(52), 52)
    return Setting(rules, tuple(stacks), draw.randrange(count), tuple(deck))


def random_amount(draw: Random, low: int, high: int) -> int:
    """Draw a raise: often the least or all, else anything between."""
    return draw.choice([low, low, high, draw.randint(low, high), draw.randint(low, high)])
