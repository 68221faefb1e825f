"""From a path to a Source: everything that can be wrong with a file before it is parsed."""

import codecs
import os
import re
import sys
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

from prhl.diagnostics import Diagnostic, Rejected
from prhl.source import NOWHERE, Edit, Source, Span, edited

LARGEST = 4_000_000  # bytes; the contract's 4 MB


def read(path: str) -> Source:
    """The text of the file at `path` (`-` is standard input), or Rejected."""
    name = "<stdin>" if path == "-" else os.fsencode(path).decode("utf-8", errors="replace")
    try:
        if path == "-":
            if sys.stdin is None:
                raise _unreadable(name, "standard input is closed")
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            if is_folder(path):
                next(Path(path).iterdir(), None)  # which says why, if it cannot be listed
                raise _folder(name, _below(path))
            with open(path, "rb") as file:
                data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise _unreadable(name, "there is no such file", "check the path") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        what = "folder" if is_folder(path) else "file"
        raise _unreadable(name, f"the {what} cannot be read: {reason}") from None
    return decode(name, data)


def listed(paths: Sequence[str]) -> list[str]:
    """The paths with folders replaced by the `.wl` files below them, sorted by path, without names that start with a
    dot; each file once. A folder without any, or that cannot be listed, is kept, for `read` to refuse."""
    found: dict[str, str] = {}
    for path in paths:
        try:
            inside = _below(path) if path != "-" and is_folder(path) else []
            for one in inside or [path]:
                found.setdefault(one if one == "-" else os.path.realpath(one), one)
        except (OSError, ValueError):  # a name that no file can have, which `read` says
            found.setdefault(path, path)
    return list(found.values())


def is_folder(path: str) -> bool:
    return os.path.isdir(path)  # noqa: PTH112 - to Path an empty name is the current folder


def _below(folder: str) -> list[str]:
    found: list[str] = []
    closed: list[OSError] = []
    for here, folders, files in os.walk(folder, onerror=closed.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [os.path.join(here, name) for name in files if name.endswith(".wl") and not name.startswith(".")]  # noqa: PTH118 - as it was given
    return sorted([*found, *[error.filename for error in closed]])


def decode(name: str, data: bytes) -> Source:
    """UTF-8, with or without a byte order mark, with any line ends."""
    if len(data) > LARGEST:
        raise _unreadable(name, "the file is larger than 4 MB", "split it: one mechanism a file", "too-large")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # positions count from the byte order mark, which the codec leaves out
        at = error.start + (len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0)
        good = _lines(data[:at].decode("utf-8-sig"))
        source = Source(name, _lines(data.decode("utf-8-sig", errors="replace")))
        message = f"byte {at} (line {good.count(chr(10)) + 1}) is not UTF-8"
        span = Span(len(good), len(good) + 1)
        raise Rejected(source, [Diagnostic("not-utf8", span, message, "save the file as UTF-8")]) from None
    plain = not data.startswith(codecs.BOM_UTF8) and "\r" not in text
    text = _lines(text)
    source = Source(name, text, plain, None if plain else data)
    if "\0" in text:
        at = text.index("\0")
        line, _ = source.position(at)
        diagnostic = Diagnostic("nul-byte", Span(at, at + 1), f"line {line} holds a NUL byte; this is not a text file")
        raise Rejected(source, [diagnostic])
    return source


def encoded(source: Source, edits: Sequence[Edit] = ()) -> bytes:
    """The file with edits, in its own line ends, and with its byte order mark if it had one."""
    if source.raw is None:
        return edited(source.text, edits).encode("utf-8")
    text = source.raw.decode("utf-8-sig")
    starts = [match.start() for match in _END.finditer(text)]
    long = [match.end() - match.start() - 1 for match in _END.finditer(text)]
    before = [0, *accumulate(long)]
    new = next((match.group() for match in _END.finditer(text)), "\n")
    shorter = [start - less for start, less in zip(starts, before, strict=False)]  # the same places in `source.text`

    def place(at: int) -> int:
        return at + before[bisect_left(shorter, at)]

    moved = [Edit(Span(place(e.span.start), place(e.span.end)), e.text.replace("\n", new)) for e in edits]
    mark = codecs.BOM_UTF8 if source.raw.startswith(codecs.BOM_UTF8) else b""
    return mark + edited(text, moved).encode("utf-8")


_END = re.compile("\r\n|\r|\n")


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _folder(name: str, inside: Sequence[str]) -> Rejected:
    if inside:
        return _unreadable(name, "this is a folder, and one file is wanted here", f"name one of its files: {inside[0]}")
    return _unreadable(name, "there is no .wl file in this folder", "name the folder that they are in")


def _unreadable(name: str, message: str, hint: str = "", code: str = "unreadable") -> Rejected:
    return Rejected(Source(name, ""), [Diagnostic(code, NOWHERE, message, hint)])
