"""Every error that handsight raises on purpose.

    HandsightError
    ├── ArenaError                       an arena cannot go on, or its store not be used
    │   └── FaultError                   an agent did something wrong, and is not to
    ├── CacheError                       a table cannot be built or kept
    ├── ClusterError                     a scheduler or its workers cannot do the work
    ├── InputError (also a ValueError)   something that was passed in cannot be used
    │   ├── UnknownCardError             a symbol that is no card
    │   ├── DuplicateCardError           one card in two places
    │   ├── CardCountError               too few or too many cards
    │   ├── StreetError                  the question has no meaning on this street
    │   ├── OptionError                  an argument outside what is allowed
    │   ├── NoExactMethodError           an exact answer was demanded where we have none
    │   ├── IllegalActionError           an action that the rules of the game do not allow
    │   └── HistoryError                 a record of a hand that cannot be read or replayed
    ├── MissingExtraError                a package that is not installed is needed
    └── ContractError                    what was checked does not keep its contract

The message names what is wrong, where it stands, and what would be right.
"""

from __future__ import annotations


class HandsightError(Exception):
    """Base of all errors that handsight raises on purpose."""


class ArenaError(HandsightError):
    """An arena cannot go on, or its store not be used."""


class FaultError(ArenaError):
    """An agent did something wrong in an arena that ends at the first fault.

    Attributes:
        trace: where its exception came from, in lines; empty where nobody knows.
    """

    def __init__(self, message: str, trace: str = "") -> None:
        super().__init__(message)
        self.trace = trace

    def __reduce__(self) -> tuple[type[FaultError], tuple[str, str]]:
        return (type(self), (str(self), self.trace))


class CacheError(HandsightError):
    """A table cannot be built, or not be kept in the cache folder."""


class ClusterError(HandsightError):
    """A scheduler cannot be reached, or its workers cannot do the work."""


class InputError(HandsightError, ValueError):
    """Something that was passed in cannot be used."""


class UnknownCardError(InputError):
    """A symbol that is no card."""


class DuplicateCardError(InputError):
    """One card in two places, or twice in one place."""


class CardCountError(InputError):
    """Too few or too many cards for the question."""


class StreetError(InputError):
    """The question has no meaning on this street."""


class OptionError(InputError):
    """An argument outside what is allowed."""


class NoExactMethodError(InputError):
    """An exact answer was demanded where none is available."""


class IllegalActionError(InputError):
    """An action that the rules of the game do not allow."""


class HistoryError(InputError):
    """A record of a hand that cannot be read or replayed.

    Attributes:
        reason: what is wrong.
        file: where the record stands; empty if in no file.
        line: the line of what is wrong, from 1.
    """

    def __init__(self, reason: str, file: str = "", line: int = 1) -> None:
        super().__init__(f"{file}:{line}: {reason}" if file else f"line {line}: {reason}")
        self.reason = reason
        self.file = file
        self.line = line

    def __reduce__(self) -> tuple[type[HistoryError], tuple[str, str, int]]:
        return (type(self), (self.reason, self.file, self.line))


class MissingExtraError(HandsightError):
    """A package is needed that comes with an extra and is not installed."""


class ContractError(HandsightError):
    """What was checked does not keep its contract.

    Attributes:
        faults: a clause and a sentence for each breach, the sentence with an example.
    """

    def __init__(self, message: str, faults: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults
