"""Every error that handsight raises on purpose.

    HandsightError
        ├── ArenaError                       an arena or a match cannot continue
        │   └── FaultError                   an agent made a fault where none is tolerated
        ├── CacheError                       a table cannot be built, kept or read
        ├── ClusterError                     a scheduler or its workers cannot do the work
        ├── InputError (also a ValueError)   an argument cannot be used
        │   ├── UnknownCardError             a symbol that is not a card
        │   ├── DuplicateCardError           the same card in two places
        │   ├── CardCountError               too few or too many cards
        │   ├── StreetError                  the question has no meaning at this point of the hand
        │   ├── OptionError                  an argument outside its allowed values
        │   ├── NoExactMethodError           an exact answer was requested where there is none
        │   ├── IllegalActionError           an action that the rules of the game do not allow
        │   └── HistoryError                 a hand history that cannot be read or replayed
        ├── MissingExtraError                a required package is not installed
        └── ContractError                    a checked object breaks its contract

Each message names what is wrong, where it is, and what would be right.
"""

from __future__ import annotations


class HandsightError(Exception):
    """Base class of all errors that handsight raises on purpose."""


class ArenaError(HandsightError):
    """An arena, a measurement or a match cannot continue, or an arena's store cannot be used."""


class FaultError(ArenaError):
    """An agent made a fault where none is tolerated.

    This is so in a strict arena, against a local best response, and whenever an agent is asked for
    its policy.

    Attributes:
        trace: the traceback of the agent's exception; empty if there is none.
    """

    def __init__(self, message: str, trace: str = "") -> None:
        super().__init__(message)
        self.trace = trace

    def __reduce__(self) -> tuple[type[FaultError], tuple[str, str]]:
        return (type(self), (str(self), self.trace))


class CacheError(HandsightError):
    """A table cannot be built, or cannot be kept in the cache folder or read from it."""


class ClusterError(HandsightError):
    """A scheduler cannot be reached, or its workers cannot do the work."""


class InputError(HandsightError, ValueError):
    """An argument cannot be used."""


class UnknownCardError(InputError):
    """A symbol that is not a card."""


class DuplicateCardError(InputError):
    """The same card in two places, or twice in one place."""


class CardCountError(InputError):
    """Too few or too many cards for the question."""


class StreetError(InputError):
    """The question has no meaning on this street, or at this point of the hand."""


class OptionError(InputError):
    """An argument outside its allowed values."""


class NoExactMethodError(InputError):
    """An exact answer was requested where none is available."""


class IllegalActionError(InputError):
    """An action that the rules of the game do not allow."""


class HistoryError(InputError):
    """A hand history that cannot be read or replayed.

    Attributes:
        reason: what is wrong.
        file: the file that holds the history; empty if it is not in a file.
        line: the number of the line that is wrong, from 1.
    """

    def __init__(self, reason: str, file: str = "", line: int = 1) -> None:
        super().__init__(f"{file}:{line}: {reason}" if file else f"line {line}: {reason}")
        self.reason = reason
        self.file = file
        self.line = line

    def __reduce__(self) -> tuple[type[HistoryError], tuple[str, str, int]]:
        return (type(self), (self.reason, self.file, self.line))


class MissingExtraError(HandsightError):
    """A package is required that comes with an extra and is not installed."""


class ContractError(HandsightError):
    """A checked object breaks its contract.

    Attributes:
        faults: for each breach, the clause and a sentence with an example.
    """

    def __init__(self, message: str, faults: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults
