"""From a path to a Source: everything that can be wrong with a file before it is parsed."""

import codecs
import os
import sys
from pathlib import Path

from prhl.diagnostics import Diagnostic, Rejected
from prhl.source import NOWHERE, Source, Span

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
            if Path(path).is_dir():
                raise _unreadable(name, "this is a folder", "name the .wl files in it")
            with open(path, "rb") as file:
                data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise _unreadable(name, "there is no such file", "check the path") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _unreadable(name, f"the file cannot be read: {reason}") from None
    return decode(name, data)


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
    source = Source(name, text, plain)
    if "\0" in text:
        at = text.index("\0")
        line, _ = source.position(at)
        diagnostic = Diagnostic("nul-byte", Span(at, at + 1), f"line {line} holds a NUL byte; this is not a text file")
        raise Rejected(source, [diagnostic])
    return source


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _unreadable(name: str, message: str, hint: str = "", code: str = "unreadable") -> Rejected:
    return Rejected(Source(name, ""), [Diagnostic(code, NOWHERE, message, hint)])
