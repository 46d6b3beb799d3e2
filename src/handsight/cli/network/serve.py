"""The implementation of `handsight serve`, which serves the page to a browser."""

from __future__ import annotations

import webbrowser
from collections.abc import Mapping
from pathlib import Path

from handsight.agents import AgentSpec
from handsight.agents.registry import agent_names
from handsight.cli.options import DRILL_STORE, data_file
from handsight.cli.terminal import say
from handsight.errors import MissingExtraError, OptionError

STORE = "hands.db"


def serve_page(
    *,
    host: str,
    port: int,
    store: Path | None,
    bots: tuple[Path, ...],
    arenas: tuple[Path, ...],
    charts: Path | None,
    memory: int | None,
    reviews: Path | None,
    drills: Path | None,
    opens: bool,
) -> None:
    """Serve the page until the program is interrupted.

    Args:
        host: address to listen on.
        port: port to listen on; 0 for any free port.
        store: file in which played hands are stored; None for a file in the user's data folder.
        bots: files of bots that a person can play against.
        arenas: stores of arenas to show.
        charts: folder or file with preflop charts of the user; None for the blueprint's.
        memory: memory in MB for solutions and solves; None for half of what is free.
        reviews: file that keeps reviewed hands; None for no file.
        drills: drill store for the answers; None for the one that `handsight drill` uses.
        opens: whether to open the page in a browser.

    Raises:
        InputError: if the charts have a fault.
        MissingExtraError: if the packages that the page needs are not installed.
        OptionError: if a bot cannot be found, an arena is not a file, the charts cannot be read, or
            the server cannot listen on the address.
    """
    try:
        from handsight.web.server import serve
        from handsight.web.settings import Settings, is_any_address, is_loopback
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("starlette", "uvicorn"):
            raise
        raise MissingExtraError(
            f"the page needs {error.name}: pip install 'handsight[web]'"
        ) from None
    agents = {name: AgentSpec.parse(name) for name in agent_names()}
    for bot in bots:
        agents[_free_name(bot.stem, agents)] = AgentSpec.parse(str(bot))
    shown: dict[str, Path] = {}
    for arena in arenas:
        if not arena.is_file():
            raise OptionError(f"--arena is {str(arena)!r}, which is not a file")
        shown[_free_name(arena.stem, shown)] = arena

    if charts is not None:
        from handsight.charts import OwnCharts  # most pages need no charts of the user

        OwnCharts(charts)
    kept = data_file(STORE) if store is None else store

    def ready(address: str) -> None:
        say(f"The page is at {address}\nHands are kept in {kept}\nStop it with Ctrl+C.")
        if not is_loopback(host):
            if is_any_address(host):
                say("From another machine, use the name or address of this one in the network.")
            say("Anyone who has this address with its token can use the page; keep it to yourself.")
        if opens:
            webbrowser.open(address)

    settings = Settings(
        *(host, port),
        store=kept,
        agents=agents,
        arenas=shown,
        charts=charts,
        memory=None if memory is None else memory * 1_000_000,
        reviews=reviews,
        drills=data_file(DRILL_STORE) if drills is None else drills,
    )
    serve(settings, ready)


def _free_name(stem: str, taken: Mapping[str, object]) -> str:
    """Return `stem`, or `stem` with a number if the name is already taken."""
    name, number = stem, 1
    while name in taken:
        number += 1
        name = f"{stem}-{number}"
    return name
