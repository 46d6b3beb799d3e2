"""Reading the files of leaderboards, heads-up and six-handed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from handsight.errors import InputError, OptionError


class LeaderboardFile(Protocol):
    """The content of a leaderboard's file, of which each kind has further fields.

    Attributes:
        format: the kind of the file, such as ``"handsight leaderboard"``.
        version: the version of the format.
        stack: chips of each player before each hand.
        seed: seed of the cards and the agents.
    """

    format: str
    version: int
    stack: int
    seed: int


Content = TypeVar("Content", bound=LeaderboardFile)
Spec = TypeVar("Spec")


def read_leaderboard(
    path: Path | str, form: type[Content], kind: str, version: int, asked: Spec
) -> tuple[Content, Spec]:
    """Read the file of a leaderboard.

    Args:
        path: the file.
        form: the class of the content, which says what the fields hold.
        kind: the kind that the file must have.
        version: the version that the file must have.
        asked: the settings that were asked for, a dataclass.

    Returns:
        The content, and the settings with the stack and the seed of the file.

    Raises:
        InputError: if the file is not such a leaderboard, or is damaged.
        OSError: if the file cannot be read.
    """
    try:
        content = msgspec.json.decode(Path(path).read_bytes(), type=form)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        name = kind.removeprefix("handsight ")
        raise InputError(f"{str(path)!r} is not a {name}: {error}") from None
    if (content.format, content.version) != (kind, version):
        raise InputError(
            f"{str(path)!r} has format {content.format!r}, version {content.version}; only "
            f"{kind!r}, version {version} can be read"
        )
    settings: Any = asked
    try:
        return content, replace(settings, stack=content.stack, seed=content.seed)
    except OptionError as error:
        raise InputError(f"{str(path)!r} is damaged: {error}") from None
