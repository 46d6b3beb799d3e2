"""Programs that play by the competition's protocol over TCP, in any language.

A program is a folder with a ``commands.json``, as the competition asks for. It runs in a process of
its own, with the rights of the user: only Python bots on the skeleton can be isolated.
"""

from __future__ import annotations

import socket
import subprocess
import tempfile
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import IO, Annotated, ClassVar

import msgspec
import psutil

from handsight.agents import AgentEvent
from handsight.errors import ArenaError, OptionError
from handsight.game import Action, Observation
from handsight.interop.connections import MOST_BYTES
from handsight.interop.pokerbots.engine import PokerbotsBot
from handsight.interop.pokerbots.player import PokerbotsGame

COMMANDS = "commands.json"
CONNECT_SECONDS = 10.0
"""The maximum time from a program's start to its connection, in seconds."""
BUILD_SECONDS = 120.0
"""The maximum time for the command that builds a program, in seconds."""
END_SECONDS = 2.0
"""The time in which a program can end by itself after a match, in seconds."""
LAST_BYTES = 2000
"""The number of bytes at the end of a program's output that are searched for its last line."""


class Commands(msgspec.Struct, frozen=True):
    """The content of ``commands.json``: the commands that build and run a program.

    Attributes:
        run: words of the command that runs the program; the port is added.
        build: words of the command that builds it; empty if there is nothing to build.
    """

    run: Annotated[list[str], msgspec.Meta(min_length=1)]
    build: list[str] = []


class PokerbotsProgram:
    """Plays the decisions of a program of the Pokerbots competition.

    The program is started at the first decision, and ended with the agent. It runs with your
    rights.

    Args:
        file: folder of the program, with its ``commands.json``. ``pokerbots:FOLDER`` is short for
            ``pokerbots:file=FOLDER``.
        stack: chips of both players before each round.
        small_blind: chips of the small blind.
        big_blind: chips of the big blind.
        seconds: maximum time for an answer, in seconds.
        name: name of the agent.

    Raises:
        OptionError: if the folder has no valid ``commands.json``, or a number is invalid.
    """

    family: ClassVar[str] = "program"
    source: ClassVar[str] = "Pokerbots"

    def __init__(
        self,
        file: str,
        stack: int = 400,
        small_blind: int = 1,
        big_blind: int = 2,
        seconds: float = 10.0,
        name: str = "pokerbots",
    ) -> None:
        if not 0 < seconds < float("inf"):
            raise OptionError(f"seconds is {seconds:g}; it must be a number of seconds above 0")
        folder = Path(file)
        self.name = name
        line = ProgramLine(_commands_in(folder), folder, seconds)
        self._bot = PokerbotsBot(line.ask, PokerbotsGame(small_blind, big_blind, stack), name)
        self.remarks = self._bot.remarks
        weakref.finalize(self, line.close)

    def observe(self, event: AgentEvent) -> None:
        """Tell the program what happens."""
        self._bot.observe(event)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Ask the program for an action; its own random numbers cannot be seeded.

        Raises:
            ArenaError: if the program cannot be started, ends, or does not answer in time.
            OptionError: at another table than the one the agent is made for.
        """
        return self._bot.act(observation, rng)


def _commands_in(folder: Path) -> Commands:
    try:
        return msgspec.json.decode((folder / COMMANDS).read_bytes(), type=Commands)
    except OSError as error:
        raise OptionError(f"{str(folder / COMMANDS)!r} cannot be read: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise OptionError(
            f"{str(folder / COMMANDS)!r} is not like "
            f'{{"build": [], "run": ["python3", "player.py"]}}: {error}'
        ) from None


class ProgramLine:
    """A TCP connection to a program, which is started at the first question.

    After an error, the next question starts the program again.

    Args:
        commands: the commands that build and run the program.
        folder: folder in which they run.
        seconds: maximum time for an answer, in seconds.
    """

    def __init__(self, commands: Commands, folder: Path, seconds: float) -> None:
        self._commands, self._folder, self._seconds = commands, folder, seconds
        self._is_built = not commands.build
        self._output: IO[bytes] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: socket.socket | None = None
        self._arrived = b""

    def ask(self, line: str) -> str:
        """Send a line, wait for the answer, and return it without its end.

        Raises:
            ArenaError: if the program cannot be started, ends, or does not answer in time.
        """
        try:
            connection = self._connection or self._started()
            connection.sendall(f"{line}\n".encode())
            return self._answer(connection)
        except TimeoutError:
            raise self._failed(f"did not answer within {self._seconds:g} seconds") from None
        except OSError as error:
            raise self._failed(f"cannot be reached: {error.strerror or error}") from None
        except ValueError as error:  # a word of a command holds what no system can pass on
            raise self._failed(f"cannot be started: {error}") from None

    def _answer(self, connection: socket.socket) -> str:
        until = monotonic() + self._seconds
        while b"\n" not in self._arrived:
            connection.settimeout(max(0.001, until - monotonic()))
            part = connection.recv(MOST_BYTES)
            if not part:
                raise self._failed("ended the connection")
            self._arrived += part
            if len(self._arrived) >= MOST_BYTES:
                raise self._failed(f"answers with a line of {MOST_BYTES:,} bytes or more")
        answer, _, self._arrived = self._arrived.partition(b"\n")
        return answer.decode("latin-1")

    def _started(self) -> socket.socket:
        """Build and start the program, and wait until it has connected."""
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 open as long as the program runs
        if not self._is_built:
            self._build(self._commands.build)
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(0.1)
            port = server.getsockname()[1]
            self._process = self._popen([*self._commands.run, str(port)])
            until = monotonic() + CONNECT_SECONDS
            while True:
                with suppress(TimeoutError):
                    self._connection, _ = server.accept()
                    self._arrived = b""
                    return self._connection
                if self._process.poll() is not None:
                    raise self._failed(f"ended with status {self._process.returncode}")
                if monotonic() > until:
                    raise self._failed(f"did not connect within {CONNECT_SECONDS:g} seconds")

    def _build(self, command: Sequence[str]) -> None:
        building = self._process = self._popen(command)
        try:
            status = building.wait(BUILD_SECONDS)
        except subprocess.TimeoutExpired:
            raise self._failed(f"was not built within {BUILD_SECONDS:g} seconds") from None
        if status:
            raise self._failed(f"cannot be built: status {status}")
        self._is_built = True

    def _popen(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )

    def _failed(self, what: str) -> ArenaError:
        """End the program, and return an error with the last line of its output."""
        self._end_program()
        last = ""
        if self._output is not None:
            size = self._output.seek(0, 2)
            self._output.seek(max(0, size - LAST_BYTES))
            lines = self._output.read().decode("utf-8", "replace").split("\n")
            last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        self.close()
        said = f"; the last line of its output is {last[-300:]!r}" if last else ""
        return ArenaError(f"the program in {str(self._folder)!r} {what}{said}")

    def close(self) -> None:
        """End the match and the program; a program that does not end by itself is killed."""
        self._end_program()
        output, self._output = self._output, None
        if output is not None:
            output.close()

    def _end_program(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with connection, suppress(OSError):
                connection.sendall(b"Q\n")
        process, self._process = self._process, None
        if process is None:
            return
        started = _children(process)
        try:
            process.wait(END_SECONDS if connection is not None else 0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for each in started:
            with suppress(psutil.Error):
                each.kill()


def _children(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    try:
        return list(psutil.Process(process.pid).children(recursive=True))
    except psutil.Error:
        return []
