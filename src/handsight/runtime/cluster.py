"""An executor for `map_chunks` that runs work on the workers of a Dask scheduler.

Dask's scheduler, its workers and its clients run code that they unpickle. So anyone who can connect
to the scheduler can run code as the user of any of these processes. A scheduler on this machine
needs no TLS. Any other scheduler needs TLS files, so that only holders of a certificate from one
authority can connect.

If a worker dies, another worker runs its chunk again. By Dask's default, a chunk is given up once
four workers have died while running it. The result of a chunk depends on the chunk alone, so no
result is lost or counted twice.
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
"""The files of a TLS folder: the authority's certificate, our own certificate, and its key."""

PATIENCE = 30.0
"""Seconds to wait for the scheduler, and then for its first worker."""

MOST_SCHEDULER_FILE = 1_000_000
"""The maximum size of a scheduler file in bytes; files that Dask writes have a few hundred."""

MOST_WITH_EACH_CALL = 20_000
"""The maximum size in bytes of a pickled function that is sent with each call; a larger function is
sent to each worker only once."""

_COUNTED_EVERY = 5.0
"""The minimum number of seconds between two counts of the workers' threads."""

_ADDRESS = re.compile(r"(?:(?P<scheme>\w+)://)?(?P<host>\[[^\]]+\]|[^:/\[\]]+):(?P<port>\d{1,5})")


@dataclass(frozen=True, slots=True)
class SharedFunction:
    """A function whose data is sent to each worker once, made by `ClusterExecutor.sharing`.

    Attributes:
        function: the function, which takes the call's arguments, followed by the pieces of data as
            bytes.
        data: one Dask future for each piece of data.
    """

    function: Callable[..., Any]
    data: tuple[Any, ...]

    def __call__(self, *arguments: Any) -> Any:
        """Raise a `ClusterError`, because only workers have the data."""
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
        """The size in bytes of all calls submitted so far, without shared data."""

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
            # Arguments are sent as bytes, so that Dask neither searches them for its own keys nor
            # shows secrets.
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
        """Return a small pickled function as it is; share a large one and return empty bytes."""
        self._large = self._shared(pickled) if len(pickled) > MOST_WITH_EACH_CALL else None
        return b"" if self._large is not None else pickled

    def sharing(self, function: Callable[..., Any], *data: bytes) -> SharedFunction:
        """Return a version of a function that gets shared data as additional arguments.

        Each worker receives the data once, with its first call. If all workers that hold the data
        die, the scheduler can still recreate it.

        Args:
            function: the function, which takes the call's arguments, followed by the pieces of
                data.
            data: the pieces of data that all calls share.
        """
        return SharedFunction(function, tuple(map(self._shared, data)))

    def _shared(self, data: bytes) -> Any:
        from dask import config

        key = f"handsight-{hashlib.sha256(data).hexdigest()}"
        with config.set({"distributed.admin.large-graph-warning-threshold": "1GB"}):
            return self._client.submit(bytes, data, key=key)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop accepting work; wait for pending work, or cancel it.

        Args:
            wait: whether to wait for pending work; if False, it is cancelled.
            cancel_futures: whether to cancel pending work even if ``wait`` is True.
        """
        self._inner.shutdown(wait=wait and not cancel_futures)

    @property
    def is_encrypted(self) -> bool:
        """Whether the connection uses TLS, so that the scheduler requires a certificate."""
        return str(self._client.scheduler.address).startswith("tls:")

    @property
    def _max_workers(self) -> int:
        """The number of calls that can run at once, under the name that thread pools use for it."""
        if monotonic() - self._counted >= _COUNTED_EVERY:
            self._threads = sum(self._client.nthreads().values())
            self._counted = monotonic()
        return self._threads


@contextmanager
def cluster_executor(address: str, tls: Path | str | None = None) -> Iterator[ClusterExecutor]:
    """Connect to a Dask scheduler, and yield an executor that runs work on its workers.

    Pass the executor to any function that has an ``executor`` parameter; the result is the same as
    without it, byte for byte. The scheduler and its workers need the same version of handsight as
    this machine. At the end of the block, the connection is closed and unfinished work is dropped.

    Args:
        address: the scheduler's address, like ``127.0.0.1:8786`` or ``tls://10.0.0.5:8786``, or the
            path of a scheduler file, which ends in ``.json``.
        tls: a folder with the files `TLS_FILES`, required if the scheduler is on another machine.
            Anyone with a certificate from the folder's authority can run code on the scheduler, its
            workers and this machine.

    Raises:
        MissingExtraError: if Dask is not installed.
        OptionError: if the address or the TLS folder is not valid, or if ``tls`` is None and the
            address is encrypted or belongs to another machine.
        ClusterError: if the scheduler cannot be reached, has no workers, is lost, or has no
            handsight or another version of it, or if workers die repeatedly.

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
    """Return the command that starts a worker for a scheduler.

    A worker that listens on a public address needs TLS, just like a scheduler. Without ``--host``,
    a worker would listen on a public address.

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
    """Return the scheduler's address with its scheme, and the paths of the TLS files.

    Raises:
        OptionError: if the address or the TLS folder is not valid.
    """
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
    """Read the scheduler's address from a file that ``dask scheduler --scheduler-file`` wrote."""
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
    """A pickled function and its pickled arguments.

    Attributes:
        function: the pickled function; empty if the first piece of shared data contains it.
        arguments: the pickled positional and keyword arguments.
    """

    function: bytes
    arguments: bytes

    def __repr__(self) -> str:
        # A worker logs the arguments of failing calls, which can contain an arena's secret.
        return f"<{len(self.function) + len(self.arguments)} bytes>"


def _run(sources: str, call: _Call, *data: bytes) -> Any:
    """Call a function on this worker, after checking that the caller has the same sources."""
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
    """Return a digest of handsight's source files, on which the results depend."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        digest.update(file.relative_to(package).as_posix().encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def here() -> str:
    """Return a name for the worker that runs this function, or ``"this process"``."""
    from distributed import get_worker

    try:
        return f"the worker {get_worker().address}"
    except ValueError:
        return "this process"


def scratch_folder() -> Path:
    """Return the current worker's folder for temporary files, which Dask removes in the end.

    Raises:
        HandsightError: if no worker runs this function.
    """
    from distributed import get_worker

    try:
        return Path(get_worker().local_directory)
    except ValueError:
        raise HandsightError("only a worker of a cluster has a folder for its files") from None
