"""Odds: endpoints for hands and ranges on a board."""

from __future__ import annotations

import shlex
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from rich.console import Console

from handsight.cards import CardSet, parse_cards, require_count
from handsight.cards.card import STREET_OF_BOARD
from handsight.errors import InputError, StreetError
from handsight.odds.board.texture import RangeTexture, hand_names, texture
from handsight.odds.counting.hands import MOST_EXACT_OPPONENTS, Count
from handsight.odds.equity.equity import equity_of
from handsight.odds.equity.result import Equity
from handsight.odds.sampling import DEFAULT_TRIALS, Sampling
from handsight.odds.spot import HAND, Spot, read_player
from handsight.odds.strength.draws import potential_hands_of
from handsight.odds.strength.effective import effective_of
from handsight.odds.strength.next_card import outs_of
from handsight.ranking import evaluate
from handsight.views.odds.equity import equity_report, equity_text
from handsight.views.report import to_json
from handsight.web.api.endpoints import Call, Endpoint, reading
from handsight.web.api.ranges import RangeText
from handsight.web.jobs import StoppableExecutor

CardsText = Annotated[str, Meta(max_length=200, description="Cards, like AhKh.")]

SEED = 0
"""The seed of all samples; it is the command line's default seed, so that the answers agree."""
SAMPLE_SECONDS = 1.0
CARD_TRIALS = 1 << 16
"""The number of deals for each possible next card, if its equities are sampled."""
MOST_DRAWS = 8
COLUMNS = 100
"""The width, in characters, of the text to copy."""


class PotRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The all-in players in a pot, each with two cards or a range, and the board as dealt."""

    players: Annotated[list[RangeText], Meta(min_length=2, max_length=10)]
    board: CardsText = ""
    dead: CardsText = ""


def _spot(request: PotRequest | TextureRequest) -> Spot:
    """Read the hands and board of a request; an error names the wrong field."""
    with reading("board"):
        require_count(parse_cards(request.board, "board"), "board", tuple(STREET_OF_BOARD))
    with reading("dead"):
        parse_cards(request.dead, "dead")
    for number, text in enumerate(request.players):
        with reading(f"players[{number}]"):
            read_player(text)
    with reading("players"):
        return Spot.parse(request.players, request.board, request.dead)


def _has_ranges(request: PotRequest) -> bool:
    """Check whether some players have ranges, without computing anything.

    Any text that does not stand for two cards counts as a range.
    """
    try:
        return any(len(parse_cards(text)) != HAND for text in request.players)
    except InputError:
        return True


def _sampling(call: Call, trials: int | None = None) -> Sampling:
    """Return sampling options.

    Args:
        call: the context of the request.
        trials: number of deals; None for up to `DEFAULT_TRIALS` within `SAMPLE_SECONDS`.
    """
    return Sampling(
        trials or DEFAULT_TRIALS,
        max_seconds=None if trials else SAMPLE_SECONDS,
        seed=SEED,
        progress=call.job.report,
        executor=StoppableExecutor(call.job),
    )


# --- equity ---------------------------------------------------------------------------------------


class EquityRow(msgspec.Struct):
    """A player's share of the pot; a number that is not known is None.

    Attributes:
        equity: expected share of the pot, 0..1.
        stderr: standard error of the equity; None if the equity is exact.
        win: share of deals that the player wins alone, 0..1.
        tie: share of deals in which the player splits the pot.
        lose: share of deals that the player loses.
        combos: number of combos that the player can hold.
    """

    equity: float
    stderr: float | None
    win: float | None
    tie: float | None
    lose: float | None
    combos: int


class EquityResponse(msgspec.Struct):
    """The players' shares of the pot.

    Attributes:
        players: the shares, in the order of the request.
        method: exact or monte_carlo.
        trials: number of deals in the sample; None if the answer is exact.
        reason: why the answer was sampled; None if the answer is exact.
    """

    players: list[EquityRow]
    method: str
    trials: int | None
    reason: str | None


def _equity(request: PotRequest, call: Call) -> EquityResponse:
    spot = _spot(request)
    with reading("players"):
        found = equity_of(spot, sampling=_sampling(call))
    rows = [
        EquityRow(
            each.equity,
            each.stderr,
            _share(each.win, found.total),
            _share(each.tie, found.total),
            _share(each.lose, found.total),
            spot.combos(number),
        )
        for number, each in enumerate(found.players)
    ]
    return EquityResponse(rows, found.method, found.trials, found.reason)


def _share(part: Count | None, total: Count) -> float | None:
    return None if part is None else float(part / total)


class EquityOnStreet(msgspec.Struct):
    """The players' equities on a street, in the order of the request.

    Attributes:
        board: cards of the board on that street.
        exact: whether the equities are exact; otherwise they were sampled.
    """

    street: str
    board: str
    equities: list[float]
    exact: bool


class StreetsResponse(msgspec.Struct):
    """The players' equities on all streets up to the current street."""

    streets: list[EquityOnStreet]


def _streets(request: PotRequest, call: Call) -> StreetsResponse:
    _spot(request)
    cards = parse_cards(request.board)
    streets = []
    for size, street in STREET_OF_BOARD.items():
        if size <= len(cards):
            call.job.check()
            board = "".join(map(str, cards[:size]))
            earlier = Spot.parse(request.players, board, request.dead)
            found = equity_of(earlier, sampling=_sampling(call))
            streets.append(EquityOnStreet(street, board, _equities(found), found.trials is None))
    return StreetsResponse(streets)


def _equities(found: Equity) -> list[float]:
    return [player.equity for player in found.players]


# --- the next card --------------------------------------------------------------------------------


class NextCardRow(msgspec.Struct):
    """A possible next card, and the players' equities after it, in the order of the request."""

    card: str
    equities: list[float]


class NextCardsResponse(msgspec.Struct):
    """The possible next cards, highest first.

    A card is left out if one player or another holds it in every possible deal.

    Attributes:
        exact: whether the equities after every card are exact.
    """

    cards: list[NextCardRow]
    exact: bool


def _next_cards(request: PotRequest, call: Call) -> NextCardsResponse:
    spot = _spot(request)
    with reading("board"):
        if spot.street not in ("flop", "turn"):
            raise StreetError(
                f"only the flop and the turn have a next card; the board has {len(spot.board)} "
                "cards"
            )
    rows, exact = [], True
    live = sorted(spot.live, key=lambda card: -card.index)
    for number, card in enumerate(live):
        call.job.report(number, len(live))
        board = request.board + str(card)
        try:
            later = Spot.parse(request.players, board, request.dead)
            found = equity_of(later, sampling=_sampling(call, CARD_TRIALS))
        except InputError:
            continue  # every possible deal of the ranges uses this card
        exact = exact and found.trials is None
        rows.append(NextCardRow(str(card), _equities(found)))
    return NextCardsResponse(rows, exact)


# --- a known hand ---------------------------------------------------------------------------------


class HandRequest(PotRequest, forbid_unknown_fields=True):
    """A pot, and the number of the player, from 0, whose two cards are to be explained."""

    player: Annotated[int, Meta(ge=0, le=9)] = 0


class Out(msgspec.Struct):
    """A card that improves the hand.

    Attributes:
        kind: clean if the hand becomes the favourite with the card, otherwise tainted.
        name: the hand with the card, in words.
        equity: the hand's share of the pot with the card, 0..1.
    """

    card: str
    kind: Literal["clean", "tainted"]
    name: str
    equity: float


class DrawRow(msgspec.Struct):
    """A hand that the cards can make.

    Attributes:
        probability: probability that the seven cards will contain the hand.
        missing: number of cards that are still needed to complete the hand.
    """

    name: str
    probability: float
    missing: int


class HandResponse(msgspec.Struct):
    """A hand's value on the board, and what the hand can become.

    A number that does not apply is None.

    Attributes:
        name: the hand in words.
        made: the made hand in poker terms, such as top_pair.
        draw: the draw in poker terms, such as flush_draw.
        draws: hands that the cards can still make, likeliest first; at most 8.
        outs: next cards that improve the hand; empty on the river, and without strengths.
        hs: hand strength against the other players.
        ppot: positive potential: how often a hand that is behind gets ahead; against one
            random hand if there are more than three opponents.
        npot: negative potential: how often a hand that is ahead falls behind; against the same
            opponents as `ppot`.
        ehs: effective hand strength: the chance that the hand is or becomes the best.
        p_win: chance to win, counting a tie as half a win.
        reason: why there are no strengths; empty if there are.
    """

    name: str
    made: str
    draw: str
    draws: list[DrawRow]
    outs: list[Out] = []
    hs: float | None = None
    ppot: float | None = None
    npot: float | None = None
    ehs: float | None = None
    p_win: float | None = None
    reason: str = ""


def _hand(request: HandRequest, call: Call) -> HandResponse:
    spot = _spot(request)
    with reading("player"):
        if request.player >= len(spot.players):
            raise InputError(
                f"there is no player {request.player}; the number of players is {len(spot.players)}"
            )
        hole = spot.players[request.player]
        if not isinstance(hole, CardSet):
            raise InputError("this player holds a range; the question needs two cards")
    with reading("board"):
        spot.require_board("the strength of a hand", "equity")
    made, draw, _ = hand_names(hole, spot.board)
    answer = HandResponse(
        name=evaluate(hole | spot.board).name,
        made=made,
        draw=draw,
        draws=_draws(hole | spot.board, spot.dead),
    )
    others = [text for n, text in enumerate(request.players) if n != request.player]
    against_any = all(spot.is_any(n) for n in range(len(spot.players)) if n != request.player)
    if len(others) <= MOST_EXACT_OPPONENTS:
        against = Spot.hand(hole, spot.board, spot.dead, villain=others)
    elif against_any:
        against = Spot.hand(hole, spot.board, spot.dead, opponents=len(others))
    else:
        answer.reason = (
            f"strength and outs are counted against up to {MOST_EXACT_OPPONENTS} opponents, or "
            "against any number with random hands"
        )
        return answer
    call.job.check()
    _set_strength(answer, against)
    call.job.check()
    if spot.street in ("flop", "turn"):
        answer.outs = _outs(against if against.joint else against.against_first(1))
    return answer


def _set_strength(answer: HandResponse, spot: Spot) -> None:
    found = effective_of(spot)
    answer.hs = found.hand_strength.against(1 if found.joint else found.opponents)
    answer.ppot, answer.npot = found.potential.ppot, found.potential.npot
    answer.ehs, answer.p_win = found.ehs, found.p_win


def _outs(spot: Spot) -> list[Out]:
    return [
        Out(str(each.card), each.kind, each.name, each.equity)
        for each in outs_of(spot)
        if each.kind is not None
    ]


def _draws(ours: CardSet, dead: CardSet) -> list[DrawRow]:
    """Return the hands that our cards can still become, likeliest first: at most `MOST_DRAWS`."""
    hands = [each for each in potential_hands_of(ours, dead) if each.ways and not each.complete]
    hands.sort(key=lambda each: -each.ways)
    return [DrawRow(each.name, each.probability, each.missing) for each in hands[:MOST_DRAWS]]


# --- ranges on the board --------------------------------------------------------------------------


class TextureRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Two players' hands or ranges on a board of three to five cards."""

    players: Annotated[list[RangeText], Meta(min_length=2, max_length=2)]
    board: CardsText
    dead: CardsText = ""


class TextureRow(msgspec.Struct):
    """How a range connects with the board; see `handsight.odds.RangeTexture`.

    Attributes:
        combos: weighted number of combos of the range on the board.
        made: combos of each kind of made hand, strongest first.
        curve: equity at each percent of the range, from the best hand to the worst.
        nuts: share of the range that is as strong as the best 5% of all hands possible on the
            board.
    """

    combos: float
    equity: float
    nuts: float
    made: dict[str, float]
    draws: dict[str, float]
    kinds: dict[str, float]
    distribution: list[float]
    curve: list[float]


class TextureResponse(msgspec.Struct):
    """How both ranges connect with the board, and the advantages of the first range.

    Attributes:
        range_advantage: equity of the first range minus that of the second.
        nut_advantage: `nuts` of the first range minus that of the second.
    """

    players: list[TextureRow]
    range_advantage: float
    nut_advantage: float


def _texture(request: TextureRequest, call: Call) -> TextureResponse:
    spot = _spot(request)
    with reading("board"):
        spot.require_board("the texture of a board", "equity")
    found = texture(request.players, request.board, request.dead)
    return TextureResponse(
        [_texture_row(each) for each in found.players],
        found.range_advantage,
        found.nut_advantage,
    )


def _texture_row(row: RangeTexture) -> TextureRow:
    made, draws, kinds = (
        {name: float(combos) for name, combos in group.items()}
        for group in (row.made, row.draws, row.kinds)
    )
    return TextureRow(
        float(row.combos),
        row.equity,
        row.nuts,
        made,
        draws,
        kinds,
        list(row.distribution),
        list(row.curve),
    )


# --- to take away ---------------------------------------------------------------------------------


class ShareRequest(PotRequest, forbid_unknown_fields=True):
    """A pot, and the format in which to return its equities.

    Attributes:
        form: text, json, or command for the command that computes the equities.
        trials: size of the sample that the page showed; None for as many deals as the time limit
            allows, up to the default number.
    """

    form: Literal["text", "json", "command"] = "text"
    trials: Annotated[int, Meta(ge=1, le=DEFAULT_TRIALS)] | None = None


class ShareResponse(msgspec.Struct):
    """A text to copy from the page."""

    text: str


def _shared(request: ShareRequest, call: Call) -> ShareResponse:
    spot = _spot(request)
    with reading("players"):
        found = equity_of(spot, sampling=_sampling(call, request.trials))
    if request.form == "command":
        return ShareResponse(_command(request, found))
    report = equity_report(found)
    if request.form == "json":
        return ShareResponse(to_json(report))
    console = Console(width=COLUMNS, color_system=None, force_terminal=False)
    with console.capture() as written:
        console.print(equity_text(report, drawn_suits=False))
    lines = (line.rstrip() for line in written.get().splitlines())
    return ShareResponse("\n".join(lines) + "\n")


def _command(request: ShareRequest, found: Equity) -> str:
    """Return the command that computes the same equities, with the same sample size if sampled."""
    words = ["handsight", "equity", *request.players]
    for name, cards in (("--board", request.board), ("--dead", request.dead)):
        words += [name, cards] if cards else []
    if found.trials is not None:
        words += ["--trials", str(found.trials), "--seed", str(SEED)]
    return shlex.join(words)


POT = {"players": ["AhKh", "22+, A2s+"], "board": "Qh7h2c"}
"""The pot of the example requests."""

ENDPOINTS = [
    Endpoint(
        "/equity",
        "Compute the equities of hands and ranges.",
        PotRequest,
        EquityResponse,
        _equity,
        heavy=_has_ranges,
        example=POT,
    ),
    Endpoint(
        "/streets",
        "Compute the equities on each street so far.",
        PotRequest,
        StreetsResponse,
        _streets,
        heavy=True,
        example=POT,
    ),
    Endpoint(
        "/next-cards",
        "Compute the equities after each possible next card.",
        PotRequest,
        NextCardsResponse,
        _next_cards,
        heavy=True,
        example=POT,
    ),
    Endpoint(
        "/hand",
        "Describe a hand on a board: its name, its strength, and what it can become.",
        HandRequest,
        HandResponse,
        _hand,
        heavy=True,
        example=POT | {"player": 0},
    ),
    Endpoint(
        "/texture",
        "Compare how two ranges connect with a board.",
        TextureRequest,
        TextureResponse,
        _texture,
        heavy=True,
        example=POT,
    ),
    Endpoint(
        "/share",
        "Write the equities as text, as JSON, or as the command that computes them.",
        ShareRequest,
        ShareResponse,
        _shared,
        heavy=_has_ranges,
        example=POT | {"form": "command"},
    ),
]
