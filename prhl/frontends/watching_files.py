"""Files and folders that are looked at again whenever something in them changes."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from prhl.syntax.reader import listed
from prhl.teaching.watching import PAUSE, Stamp, stamp


def stamps(paths: Sequence[str]) -> dict[str, Stamp]:
    """Of every file that is meant; new files in a folder count, too."""
    return {path: stamp(Path(path)) for path in listed(paths)}


def changed(paths: Sequence[str], before: dict[str, Stamp], sleep: Callable[[float], None] = time.sleep) -> None:
    """Comes back when the files are others than before, and have been the same for two looks: an editor may write a
    file in several steps."""
    last = before
    while True:
        sleep(PAUSE)
        now = stamps(paths)
        if now == last and now != before:
            return
        last = now
