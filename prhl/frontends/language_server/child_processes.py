"""The processes that judge and prove for the server, which goes on answering, and ends them when the text changes."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from prhl.frontends.language_server.editor_document import Judged
from prhl.frontends.language_server.text_positions import Json

LONGEST = 64_000_000  # bytes of one line of an answer


class Child:
    """`python -P -m MODULE ...`, in a group of its own, so that its children end with it."""

    def __init__(self, words: tuple[str, ...], folder: Path | None) -> None:
        self.words, self.folder = words, folder
        self.process: Process | None = None
        self.ended = False

    async def start(self) -> Process:
        environment = {**os.environ, "PRHL_PROGRESS": "lines", "PYTHONIOENCODING": "utf-8"}
        # -P: a file of the user's folder is never imported
        command = (sys.executable, "-P", "-m", *self.words)
        self.process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            cwd=self.folder,
            env=environment,
            limit=LONGEST,
            start_new_session=os.name == "posix",
        )
        if self.ended:  # meanwhile
            self.end()
        return self.process

    async def tell(self, words: Json) -> None:
        """Its input stays open: where that ends, the child does."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(words).encode() + b"\n")
        await self.process.stdin.drain()

    def end(self) -> None:
        self.ended = True
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                if os.name == "posix":
                    os.killpg(self.process.pid, signal.SIGKILL)
                else:
                    self.process.kill()


async def judge(text: str, child: Child, told: Callable[[str], None]) -> Judged | None:
    """What `prhl verify --format json -` says of the text, in the folder of its file; None if it was ended."""
    process = await child.start()
    assert process.stdout is not None
    assert process.stderr is not None
    said: list[str] = []
    stderr = process.stderr

    async def listen() -> None:
        async for line in stderr:
            words = line.decode("utf-8", errors="replace").strip()
            said.append(words)
            told(words.removeprefix("<stdin>: "))

    with suppress(ConnectionError):
        await child.tell({"text": text})
    out, _ = await asyncio.gather(process.stdout.read(), listen())
    await process.wait()
    if child.ended:
        return None
    try:
        return Judged(text, json.loads(out)["files"][0])
    except (ValueError, LookupError):
        return Judged(text, None, said[-1] if said else "the process that judges it was ended")


def judging(folder: Path | None) -> Child:
    return Child(("prhl.frontends.language_server.judge_process",), folder)


class Prover:
    """Goals of one text: a process that has proved its claims, and is asked for lines."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.child = Child(("prhl.frontends.language_server.goal_process",), None)
        self.turn = asyncio.Lock()

    async def at(self, line: int) -> Json:
        """Where the editor no longer wants the answer it is read all the same, since the next one is another."""
        return await asyncio.shield(self._in_turn(line))

    async def _in_turn(self, line: int) -> Json:
        async with self.turn:
            try:
                return await self._asked(line)
            except (OSError, ValueError):  # it was ended, or died
                return {"line": line, "message": "the text has changed" if self.child.ended else "no answer"}

    async def _asked(self, line: int) -> Json:
        process = self.child.process
        if process is None or (process.returncode is not None and not self.child.ended):
            process = await self.child.start()
            await self.child.tell({"name": self.name, "text": self.text})
            asyncio.get_running_loop().create_task(_drained(process))
        await self.child.tell({"line": line})
        assert process.stdout is not None
        found: Json = json.loads(await process.stdout.readline())
        return found


async def _drained(process: Process) -> None:
    assert process.stderr is not None
    while await process.stderr.read(65_536):
        pass
