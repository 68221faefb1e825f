"""What the server tells a child process, line by line, and that it ends where the server does."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue


def lines() -> Iterator[bytes]:
    """Of standard input. At its end nobody listens any more: this process ends, and the group that it leads."""
    heard: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(heard,), daemon=True).start()
    while True:
        yield heard.get()


def _listen(heard: SimpleQueue[bytes]) -> None:
    begun = b""
    while data := os.read(0, 65_536):  # sys.stdin has a lock, which a thread must not hold when Python ends
        *whole, begun = (begun + data).split(b"\n")
        for line in whole:
            heard.put(line)
    if os.name == "posix":
        with suppress(ProcessLookupError):  # started by somebody else, in a group that it does not lead
            os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)
