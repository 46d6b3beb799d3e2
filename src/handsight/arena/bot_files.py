"""The files of bots for other machines: the arena packs them, and the workers unpack them.

All files of a bot's project that the bot may read in a sandbox are packed, except dot files, links,
compiled Python files, and files that the arena hides. An archive is named by a digest of its
content, so each worker receives and unpacks it only once.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from handsight.agents import AgentSpec
from handsight.arena.match import Block
from handsight.arena.player_factory import close_idle_later
from handsight.arena.sandbox.confinement import is_hidden, project_entries
from handsight.arena.schedule import agent_of, name_is_in_file
from handsight.errors import OptionError
from handsight.runtime.cluster import ClusterExecutor, scratch_folder

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_MEGABYTES = 50
"""The maximum size of a bot's project that is sent to other machines, before compression."""

_TIME = (1980, 1, 1, 0, 0, 0)
_COMPILED = "__pycache__"
_END_OF_PROJECT = ".git"


class BotFiles(NamedTuple):
    """A bot's project, packed for other machines.

    Attributes:
        agent: the specification of the bot on the arena's machine.
        folder: the topmost folder that was packed.
        file: the bot's file, relative to `folder`.
        root: the project's root that the user has named, relative to `folder`; None if the user has
            named no root.
        packed: a zip archive; equal files give equal bytes.
    """

    agent: AgentSpec
    folder: Path
    file: str
    root: str | None
    packed: bytes


class SentBot(NamedTuple):
    """A bot whose files are sent to a worker.

    Attributes:
        name: the bot's name in the arena.
        agent: as in `BotFiles`, like all further attributes.
    """

    name: str
    agent: AgentSpec
    folder: Path
    file: str
    root: str | None


# --- packing --------------------------------------------------------------------------------------


def with_bots(
    function: Callable[[Any], Any],
    names: Iterable[str],
    hidden: Iterable[Path],
    executor: Executor | None,
    *,
    network: bool = False,
) -> Callable[[Any], Any]:
    """Return a function like ``function`` that also sends the files of bots to other machines.

    Only the workers of a `ClusterExecutor` need the files. For any other executor, ``function``
    itself is returned.

    Args:
        function: a function that plays a task. The task is a named tuple with a field ``bots``, as
            in `handsight.arena.match.BlockTask`.
        names: names of the agents that play; only bots in files are sent.
        hidden: files that are never sent to a worker.
        executor: the executor; None for this process.
        network: whether bots may use the network.

    Raises:
        OptionError: if a bot's project cannot be sent, or if bots may use the network and the
            connection to the executor's scheduler is not encrypted: a bot on a worker could reach
            the scheduler and run code outside its sandbox.
    """
    if not isinstance(executor, ClusterExecutor):
        return function
    away = tuple(path.resolve() for path in hidden)
    agents = {name: agent_of(name) for name in names if name_is_in_file(name)}
    if agents and network and not executor.is_encrypted:
        raise OptionError(
            "bots that may use the network could run code on a scheduler without TLS, outside "
            "their sandboxes; start it with TLS, or leave out --network or --scheduler"
        )
    packed = [pack_bot(agent, away) for agent in agents.values()]
    sent = tuple(
        SentBot(name, each.agent, each.folder, each.file, each.root)
        for name, each in zip(agents, packed, strict=True)
    )
    return executor.sharing(_WithBots(function, sent), *(each.packed for each in packed))


def pack_bot(agent: AgentSpec, hidden: Sequence[Path] = ()) -> BotFiles:
    """Pack the project of a bot in a file.

    Args:
        agent: the specification of the bot.
        hidden: absolute paths of files to leave out. Files in the same folder whose names begin
            with the name of a hidden file are left out too.

    Raises:
        OptionError: if the agent is not a bot in a file, if the bot imports from a folder that does
            not contain the bot's file, or if the project is too large.
    """
    project = agent.project()
    if project is None:
        raise OptionError(f"{agent.text!r} is not a bot in a file")
    bot = project.file
    for root in project.roots:
        if not bot.is_relative_to(root):
            raise OptionError(
                f"{agent.text!r} imports from {str(root)!r}, which is not above it, so that "
                "folder is not sent to other machines with it; move what it imports into its own "
                "folder"
            )
    folder = min((bot.parent, *project.roots), key=lambda each: len(each.parts))
    files = sorted({path for entry in project_entries(project) for path in _files(entry, hidden)})
    size = sum(path.stat().st_size for path in files)
    if size > MOST_MEGABYTES * 1_000_000:
        raise OptionError(
            f"the project of {agent.text!r} in {str(folder)!r} has {size / 1e6:,.0f} MB in "
            f"{len(files):,} files; at most {MOST_MEGABYTES} MB are sent to other machines: keep "
            "only what the bot needs in its folder"
        )
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for path in files:
            member = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _TIME)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, path.read_bytes())
    top = None if project.root is None else project.root.relative_to(folder).as_posix()
    return BotFiles(agent, folder, bot.relative_to(folder).as_posix(), top, held.getvalue())


def _files(entry: Path, hidden: Sequence[Path]) -> Iterator[Path]:
    """Yield the files to pack from one entry of a project, which is a file or a folder.

    Links, compiled files, and entries whose names begin with a dot are left out.

    Args:
        entry: the file or folder.
        hidden: paths that are left out, with everything below them.
    """
    if entry.name.startswith(".") or entry.name == _COMPILED or entry.is_symlink():
        return
    if any(is_hidden(entry, each) for each in hidden):
        return
    if entry.is_dir():
        for below in sorted(entry.iterdir()):
            yield from _files(below, hidden)
    elif entry.is_file():
        yield entry


# --- on a worker ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _WithBots:
    """A callable that plays tasks on a worker, with bots whose files it unpacks."""

    function: Callable[[Any], Any]
    sent: tuple[SentBot, ...]

    def __call__(self, task: Any, *packed: bytes) -> Any:
        """Play a task.

        Args:
            task: the task.
            packed: the archives of the bots, in the order of ``sent``.
        """
        folders = [unpack(each) for each in packed]
        bots = tuple(
            (bot.name, _placed(bot, folder)) for bot, folder in zip(self.sent, folders, strict=True)
        )
        try:
            result = self.function(task._replace(bots=bots))
        finally:
            close_idle_later()
        if not isinstance(result, Block) or not result.faults:
            return result
        # Make faults name files by their paths on the machine where the arena runs.
        moved = [(str(to), str(bot.folder)) for bot, to in zip(self.sent, folders, strict=True)]
        faults = []
        for fault in result.faults:
            detail, trace = fault.detail, fault.trace
            for to, folder in moved:
                detail, trace = detail.replace(to, folder), trace.replace(to, folder)
            faults.append(fault._replace(detail=detail, trace=trace))
        return result._replace(faults=tuple(faults))


def _placed(bot: SentBot, folder: Path) -> AgentSpec:
    """Return the specification of a bot whose files were unpacked in ``folder``."""
    root = None if bot.root is None else folder / bot.root
    return replace(bot.agent, file=folder / bot.file, root=root)


_unpacked: dict[str, Path] = {}
_unpacking = Lock()


def unpack(packed: bytes) -> Path:
    """Unpack a project on a worker, unless it is already unpacked, and return its folder.

    Args:
        packed: an archive that `pack_bot` has made.
    """
    digest = sha256(packed).hexdigest()
    with _unpacking:
        if digest not in _unpacked:
            folder = Path(mkdtemp(prefix="bot-", dir=scratch_folder())).resolve()
            with zipfile.ZipFile(io.BytesIO(packed)) as archive:
                archive.extractall(folder)
            # This entry marks the folder as the top of the project.
            (folder / _END_OF_PROJECT).mkdir()
            _unpacked[digest] = folder
        return _unpacked[digest]
