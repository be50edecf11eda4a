"""Read and write files that the user names, up to a size limit."""

from __future__ import annotations

from errno import ENOENT
from io import IOBase
from os import PathLike, strerror
from typing import IO, Literal, TypeAlias

from rami.cards._cursor import too_long
from rami.errors import InvalidText, Reason, Violation, reject
from rami.errors.checks import instance, integer
from rami.errors.texts import Part

__all__ = ["Source", "Target"]

Source: TypeAlias = str | PathLike[str] | IO[str] | IO[bytes]
"""A path, or a file that is open for reading."""

Target: TypeAlias = str | PathLike[str] | IO[str]
"""A path, or a text file that is open for writing."""

_BYTES_OF_A_CHARACTER = 4


def read(source: Source, part: Part, limit: int) -> str:
    """Read a UTF-8 text file, with Windows line endings converted to newlines.

    Parameters:
        source: a path, or an open file, which is read to its end.
        part: what the file should contain, for the error message.
        limit: the maximum number of characters; a larger file is refused after reading little more than that.

    Raises:
        InvalidText: the content is not UTF-8, or too long.
        OSError: the file cannot be read.
    """
    reject(InvalidText, integer("limit", limit))
    # Read one byte more than the limit allows, to detect a long file without reading all of it.
    most = limit * _BYTES_OF_A_CHARACTER + 1
    if not hasattr(source, "read"):
        reject(InvalidText, instance("source", source, str, PathLike, IOBase))
    if isinstance(source, (str, PathLike)):
        with _opened(source, "rb") as file:
            found: str | bytes = file.read(most)
    else:
        found = source.read(most)
        reject(InvalidText, instance("source.read()", found, str, bytes))
    try:
        text = found if isinstance(found, str) else found.decode("utf-8")
    except UnicodeDecodeError as error:
        # The limit cut the text in the middle of a character; report the size, not the encoding.
        if len(error.object) == most:
            raise InvalidText(too_long(part, most, limit)) from None
        line = error.object.count(b"\n", 0, error.start) + 1
        raise InvalidText(Violation(Reason.NOT_UTF8).at(line=line)) from None
    # Editors on Windows add a byte order mark and carriage returns, which their users cannot see.
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if len(text) > limit:
        raise InvalidText(too_long(part, len(text), limit))
    return text


def write(text: str, target: Target) -> None:
    """Write a UTF-8 text file, with newlines on every system.

    Parameters:
        text: the text to write.
        target: a path, whose file is replaced, or an open text file.

    Raises:
        OSError: the file cannot be written.
    """
    if not hasattr(target, "write"):
        reject(InvalidText, instance("target", target, str, PathLike, IOBase))
    if isinstance(target, (str, PathLike)):
        # Write bytes, because text mode on Windows would change the line endings.
        with _opened(target, "wb") as file:
            file.write(text.encode())
    else:
        target.write(text)


def _opened(path: str | PathLike[str], mode: Literal["rb", "wb"]) -> IO[bytes]:
    from pathlib import Path  # slow to import, and needed only for files

    try:
        return Path(path).open(mode)
    except ValueError:  # no file name contains a null character or a lone surrogate
        raise FileNotFoundError(ENOENT, strerror(ENOENT), path) from None
