"""A file that is checked again whenever it is saved."""

import time
from collections.abc import Callable
from pathlib import Path

PAUSE = 0.2  # seconds between two looks

Stamp = tuple[int, int] | None


def stamp(path: Path) -> Stamp:
    """Changes with every save; None while there is no file, as some editors have it for a moment."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def saved(path: Path, before: Stamp, sleep: Callable[[float], None] = time.sleep) -> Stamp:
    """Wait until the file is saved."""
    while True:
        now = stamp(path)
        if now is not None and now != before:
            return now
        sleep(PAUSE)
