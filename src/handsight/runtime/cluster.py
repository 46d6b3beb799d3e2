"""Work on the workers of a Dask scheduler, as an executor that `map_chunks` takes.

Dask runs what it unpickles, on its scheduler, its workers and here. So whoever can connect to the
scheduler can run code as the user of any of these. An address of this machine is accepted as it is;
any other address needs TLS files, which admit only those with a certificate from one authority.

A chunk whose worker dies is run again by another worker, up to four times. The result of a chunk
depends on the chunk alone, so nothing is lost and nothing counts twice.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import re
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from time import monotonic
from typing import Any

from handsight.errors import ClusterError, HandsightError, MissingExtraError, OptionError

TLS_FILES = ("ca.pem", "cert.pem", "key.pem")
"""The files of a TLS folder: the authority's certificate, our own, and the key to our own."""

PATIENCE = 30.0
"""Seconds to wait for the scheduler, and then for its first worker."""

MOST_SCHEDULER_FILE = 1_000_000
"""The most bytes of a scheduler file; Dask writes some hundreds."""

MOST_WITH_EACH_CALL = 20_000
"""The most bytes of a pickled function to send with each call; a larger one is sent once."""

_COUNTED_EVERY = 5.0
"""Seconds for which a count of the workers stays valid."""

_ADDRESS = re.compile(r"(?:(?P<scheme>\w+)://)?(?P<host>\[[^\]]+\]|[^:/\[\]]+):(?P<port>\d{1,5})")


@dataclass(frozen=True, slots=True)
class SharedFunction:
    """A function with data that each worker gets once; `ClusterExecutor.sharing` makes it.

    Attributes:
        function: called with its arguments, then with each piece of the data, as bytes.
        data: Dask's futures of the pieces.
    """

    function: Callable[..., Any]
    data: tuple[Any, ...]

    def __call__(self, *arguments: Any) -> Any:
        """Raise an error: the data is not available here."""
        raise ClusterError("only workers can call a function that shares data")


class ClusterExecutor(Executor):
    """An executor that runs picklable functions on the workers of a Dask scheduler.

    Args:
        client: a `distributed.Client`, which stays open when the executor is shut down.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._inner = client.get_executor(pure=False)
        self._counted = -_COUNTED_EVERY
        self._threads = 0
        self._function: Callable[..., Any] | None = None
        self._pickled = b""
        self._large: Any = None
        self.sent = 0
        """Bytes of all submitted calls, without shared data."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a function call to the workers.

        Raises:
            OptionError: if the function or its arguments cannot be pickled.
        """
        called: Callable[..., Any] = function
        shared: tuple[Any, ...] = ()
        if isinstance(function, SharedFunction):
            called, shared = function.function, function.data
        try:
            # As bytes, so that Dask neither looks for its own keys in them nor shows secrets.
            if called is not self._function:
                self._function, self._pickled = called, self._prepared(pickle.dumps(called))
            call = _Call(self._pickled, pickle.dumps((args, kwargs)))
        except Exception as error:
            raise OptionError(f"the work cannot be sent to other machines: {error}") from error
        if self._large is not None:
            shared = (self._large, *shared)
        self.sent += len(call.function) + len(call.arguments)
        future: Future[Any] = self._inner.submit(_run, _sources(), call, *shared)
        return future

    def _prepared(self, pickled: bytes) -> bytes:
        """Share a function that holds much data, and return what to send with each of its calls."""
        self._large = self._shared(pickled) if len(pickled) > MOST_WITH_EACH_CALL else None
        return b"" if self._large is not None else pickled

    def sharing(self, function: Callable[..., Any], *data: bytes) -> SharedFunction:
        """Return a function that is called with its arguments and with data that all calls share.

        A worker gets the data once, with its first call. If all workers that hold the data die, the
        scheduler can still recreate it.
        """
        return SharedFunction(function, tuple(map(self._shared, data)))

    def _shared(self, data: bytes) -> Any:
        from dask import config

        key = f"handsight-{hashlib.sha256(data).hexdigest()}"
        with config.set({"distributed.admin.large-graph-warning-threshold": "1GB"}):
            return self._client.submit(bytes, data, key=key)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more work; wait for pending work, or cancel it."""
        self._inner.shutdown(wait=wait and not cancel_futures)

    @property
    def is_encrypted(self) -> bool:
        """Whether the scheduler admits only clients with a certificate."""
        return str(self._client.scheduler.address).startswith("tls:")

    @property
    def _max_workers(self) -> int:
        """The number of calls that can run at the same time, as `concurrent.futures` names it."""
        if monotonic() - self._counted >= _COUNTED_EVERY:
            self._threads = sum(self._client.nthreads().values())
            self._counted = monotonic()
        return self._threads


@contextmanager
def cluster_executor(address: str, tls: Path | str | None = None) -> Iterator[ClusterExecutor]:
    """Connect to a Dask scheduler, and yield an executor that works on its workers.

    Pass it to any function that takes ``executor=``; the result is the same as without it, byte for
    byte. The scheduler and its workers need the same version of handsight. The connection is closed
    at the end of the block, and unfinished work is dropped.

    Args:
        address: the scheduler's address, like ``127.0.0.1:8786`` or ``tls://10.0.0.5:8786``, or the
            path of a scheduler file, which ends in ``.json``.
        tls: a folder with the files `TLS_FILES`, needed for an address that is not of this machine.
            Everybody with a certificate of that authority may run code on the scheduler, its
            workers and here.

    Raises:
        MissingExtraError: if Dask is not installed.
        OptionError: if it is not such an address, or is one of another machine without TLS.
        ClusterError: if the scheduler cannot be reached, has no workers, or is lost, or if workers
            die again and again.

    Example:
        >>> with cluster_executor("10.0.0.5:8786") as executor:
        ...     print(executor.submit(max, 1, 2).result())
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: the scheduler tcp://10.0.0.5:8786 needs a folder ...
    """
    target, files = _checked_address(address, tls)
    try:
        from distributed import Client, Security
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise MissingExtraError(
            "a scheduler needs Dask: pip install 'handsight[cluster]'"
        ) from None
    security = None
    if files:
        authority, certificate, key = map(str, files)
        security = Security(
            tls_ca_file=authority,
            tls_client_cert=certificate,
            tls_client_key=key,
            require_encryption=True,
        )
    try:
        client = Client(
            target, security=security, timeout=PATIENCE, set_as_default=False, name="handsight"
        )
    except (OSError, TimeoutError, ValueError, RuntimeError) as error:
        raise ClusterError(f"no scheduler answers at {target}: {error}") from None
    try:
        _await_worker(client, target)
        yield ClusterExecutor(client)
    except KilledWorker as error:
        raise ClusterError(
            f"{error.allowed_failures + 1} workers ended while doing the same work, perhaps for "
            f"lack of memory; the last was {error.last_worker.address}"
        ) from None
    except CancelledError as error:
        raise ClusterError(f"the scheduler at {target} gave up the work: {error}") from None
    except RuntimeError as error:
        if "deserialization" not in str(error):
            raise
        raise ClusterError(
            f"the scheduler at {target} cannot read the work: it has no handsight or another "
            f"version of it: {error.__cause__ or error}"
        ) from None
    finally:
        client.close()


def _await_worker(client: Any, target: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ClusterError(
            f"the scheduler at {target} has no workers after {PATIENCE:.0f} s; start some, like "
            f"{_worker_command(target)}"
        ) from None


def _worker_command(target: str) -> str:
    """Return the command that starts a worker.

    A worker that listens on a public address needs TLS, as a scheduler does; without ``--host``
    every worker would listen there.

    Example:
        >>> _worker_command("tcp://127.0.0.1:8786")
        'dask worker tcp://127.0.0.1:8786 --nthreads 1 --host 127.0.0.1'
    """
    command = f"dask worker {target} --nthreads 1"
    if target.startswith("tls:"):
        return f"{command} --tls-ca-file ca.pem --tls-cert cert.pem --tls-key key.pem"
    return f"{command} --host {'::1' if '[' in target else '127.0.0.1'}"


# --- addresses ------------------------------------------------------------------------------------


def _checked_address(address: str, tls: Path | str | None) -> tuple[str, tuple[Path, ...]]:
    """Return the address of a scheduler with its scheme, and the files for TLS."""
    text = _address_in(Path(address)) if address.endswith(".json") else address
    match = _ADDRESS.fullmatch(text)
    scheme = match and (match["scheme"] or ("tcp" if tls is None else "tls"))
    if match is None or scheme not in ("tcp", "tls") or not 0 < int(match["port"]) < 1 << 16:
        raise OptionError(
            f"the scheduler's address is {text!r}; it must be an address like 127.0.0.1:8786 or "
            "tls://10.0.0.5:8786, or a scheduler file that ends in .json"
        )
    target = f"{scheme}://{match['host']}:{match['port']}"
    if tls is not None and scheme == "tcp":
        raise OptionError(
            f"{target} is not encrypted; with files for TLS the address must begin with tls://"
        )
    if tls is None and (scheme == "tls" or not _is_of_this_machine(match["host"])):
        raise OptionError(
            f"the scheduler {target} needs a folder for TLS with {', '.join(TLS_FILES)}: whoever "
            "can connect to a scheduler can run code on its workers and here, so without them "
            "only addresses of this machine are accepted, like 127.0.0.1:8786"
        )
    files = () if tls is None else tuple(Path(tls, name) for name in TLS_FILES)
    for file in files:
        if not file.is_file():
            raise OptionError(
                f"there is no file {str(file)!r}; the folder for TLS holds {', '.join(TLS_FILES)}"
            )
    return target, files


def _address_in(file: Path) -> str:
    """Read the address from the file of ``dask scheduler --scheduler-file``."""
    try:
        with file.open("rb") as opened:
            content = json.loads(opened.read(MOST_SCHEDULER_FILE))
        text = content["address"]
    except OSError as error:
        raise OptionError(
            f"the scheduler file {str(file)!r} cannot be read: {error.strerror}"
        ) from None
    except (ValueError, LookupError, TypeError, RecursionError):
        raise OptionError(f"{str(file)!r} is not a scheduler file: it has no address") from None
    if not isinstance(text, str):
        raise OptionError(f"{str(file)!r} is not a scheduler file: its address is {text!r}")
    return text


def _is_of_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:  # a name, which could resolve to anything
        return False


# --- on the workers -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class _Call:
    """A function and its arguments, pickled.

    Attributes:
        function: the pickled function; empty if it is shared, as the first piece of the data.
    """

    function: bytes
    arguments: bytes

    def __repr__(self) -> str:
        # A worker logs the arguments of failing calls; ours may hold an arena's secret.
        return f"<{len(self.function) + len(self.arguments)} bytes>"


def _run(sources: str, call: _Call, *data: bytes) -> Any:
    """Call a function on a worker, after checking that it has the same sources as the caller."""
    if sources != _sources():
        raise ClusterError(
            f"{here()} has a different version of handsight from this machine, so the results "
            "might differ: install the same version everywhere"
        )
    shared = [*data]
    try:
        pickled = call.function
        if not pickled:
            pickled = shared.pop(0)
        function = pickle.loads(pickled)
        args, kwargs = pickle.loads(call.arguments)
    except (ImportError, AttributeError) as error:
        raise ClusterError(f"{here()} cannot import what it has to run: {error}") from error
    try:
        return function(*args, *shared, **kwargs)
    except OptionError as error:
        raise OptionError(f"{here()}: {error}") from error


@cache
def _sources() -> str:
    """Return a digest of the code of handsight, on which the results depend."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        digest.update(file.relative_to(package).as_posix().encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def here() -> str:
    """Return the name of the worker that runs this."""
    from distributed import get_worker

    try:
        return f"the worker {get_worker().address}"
    except ValueError:
        return "this process"


def scratch_folder() -> Path:
    """Return a folder for files of the worker that runs this; Dask removes it at the end."""
    from distributed import get_worker

    try:
        return Path(get_worker().local_directory)
    except ValueError:
        raise HandsightError("only a worker of a cluster has a folder for its files") from None
