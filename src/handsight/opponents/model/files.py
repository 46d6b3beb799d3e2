"""Files of opponent models: numpy arrays (npz) with plain data as JSON, and no pickled objects."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.errors import InputError
from handsight.runtime.files import write_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = "handsight opponent model"
VERSION = 1
TOLD = "told"
MOST = 1e15
"""The upper limit, itself excluded, on the absolute value of every count and weight in a file."""


def write_model(path: Path, fields: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a model to a file; the same model always gives the same bytes.

    Args:
        path: the path of the file.
        fields: plain data, which is written as JSON.
        arrays: {name: array of the model}.

    Raises:
        OSError: if the file cannot be written.
    """
    head = json.dumps({"format": FORMAT, "version": VERSION, **fields}, sort_keys=True)
    named = {TOLD: np.frombuffer(head.encode(), dtype=np.uint8)}
    named |= {f"array {name}": arrays[name] for name in sorted(arrays)}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in named.items():
            held = io.BytesIO()
            np.lib.format.write_array(held, np.asarray(array), allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy")
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, held.getvalue())
    write_whole(path, content.getvalue())


def not_a_model(path: Path, error: Exception) -> InputError:
    """Return the error to raise for a file that is damaged or not a model.

    Args:
        path: the path of the file.
        error: the exception that reading the file raised.
    """
    reason = " ".join(str(error).split()) or type(error).__name__
    return InputError(f"{path} is not a file of an opponent model: {reason}")


def checked_array(
    name: str, array: NDArray[Any], shape: tuple[int, ...], *, signed: bool = False
) -> NDArray[np.float64]:
    """Return a copy of an array from a model's file, after checks that the kernels do not repeat.

    Args:
        name: the name of the array, for error messages.
        array: the array.
        shape: the expected shape.
        signed: whether the array can contain negative numbers.

    Raises:
        InputError: if the shape is wrong, the type is not float64, or a number is too large, not
            finite, or negative although ``signed`` is false.
    """
    if array.shape != shape or array.dtype != np.float64:
        raise InputError(
            f"{name} has shape {array.shape} of {array.dtype}; it must have {shape} of float64"
        )
    if not np.all(np.abs(array) < MOST) or not (signed or np.all(array >= 0)):
        raise InputError(
            f"{name} holds a number that is {'not ' if signed else 'negative or not '}finite"
        )
    return np.array(array, order="C")  # a copy also keeps the shape of a scalar


def read_model(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Read a model from a file.

    Raises:
        InputError: if the file is not a model, or has another version.
        OSError: if the file cannot be read.
    """
    content = path.read_bytes()
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as held:
            named = {name: held[name] for name in held.files}
        fields = json.loads(named.pop(TOLD).tobytes())
        if not isinstance(fields, dict):
            raise TypeError(f"{TOLD} does not hold an object")
    except Exception as error:  # zipfile, zlib, numpy and json raise many kinds of errors
        raise not_a_model(path, error) from None
    if fields.get("format") != FORMAT or fields.get("version") != VERSION:
        raise InputError(
            f"{path} has format {fields.get('format')!r}, version {fields.get('version')!r}; it "
            f"must have {FORMAT!r}, version {VERSION}"
        )
    return fields, {name.removeprefix("array "): array for name, array in named.items()}
