"""An editor without a window: it starts `prhl lsp` and speaks the protocol with it."""

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Json = dict[str, Any]
PATIENCE = 120  # seconds, after which the server is taken for dead; no test depends on being quicker


class Editor:
    def __init__(self, command: Sequence[str] = ("prhl", "lsp"), encodings: tuple[str, ...] = ("utf-16",)) -> None:
        assert command[0] == "prhl"  # the one of this environment
        words = [sys.executable, "-m", *command]
        self.server = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.inbox: queue.Queue[Json] = queue.Queue()
        self.notes: list[Json] = []
        self.number = 0
        threading.Thread(target=self._read, daemon=True).start()
        able: Json = {
            "general": {"positionEncodings": list(encodings)} if encodings else {},
            "window": {"workDoneProgress": True},
            "workspace": {"codeLens": {"refreshSupport": True}},
        }
        self.abilities = self.ask("initialize", processId=None, rootUri=None, capabilities=able)["capabilities"]
        self.tell("initialized")

    def _read(self) -> None:
        assert self.server.stdout is not None
        while line := self.server.stdout.readline():
            length = int(line.split(b":")[1])
            while self.server.stdout.readline().strip():
                pass
            self.inbox.put(json.loads(self.server.stdout.read(length)))
        self.inbox.put({"method": "gone"})

    def _send(self, message: Json) -> None:
        assert self.server.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.server.stdin.flush()

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        """The result; an AssertionError if the server says no."""
        answer = self.answer(method, **params)
        assert "error" not in answer, answer
        return answer["result"]

    def answer(self, method: str, **params: Any) -> Json:
        self.number += 1
        mine = self.number
        self._send({"id": mine, "method": method, "params": params})
        return self._until(lambda message: message.get("id") == mine and "method" not in message)

    def note(self, method: str, wanted: Callable[[Any], bool] = lambda params: True) -> Any:
        """The next notification of this kind that is not read yet."""

        def mine(message: Json) -> bool:
            return message.get("method") == method and wanted(message["params"])

        for at, message in enumerate(self.notes):
            if mine(message):
                return self.notes.pop(at)["params"]
        return self._until(mine)["params"]

    def _until(self, wanted: Callable[[Json], bool]) -> Json:
        while True:
            message = self.inbox.get(timeout=PATIENCE)
            assert message.get("method") != "gone", "the server has ended"
            if "method" in message and "id" in message:  # it asks something of the editor
                self._send({"id": message["id"], "result": None})
            if wanted(message):
                return message
            if "method" in message:
                self.notes.append(message)

    # ---- documents -----------------------------------------------------------------------------

    def open(self, path: Path, text: str) -> str:
        uri = path.as_uri()
        document = {"uri": uri, "languageId": "wl", "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)
        return uri

    def change(self, uri: str, text: str, version: int = 2) -> None:
        document = {"uri": uri, "version": version}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    def save(self, uri: str) -> None:
        self.tell("textDocument/didSave", textDocument={"uri": uri})

    def at(self, method: str, uri: str, line: int, character: int, **params: Any) -> Any:
        place = {"line": line, "character": character}
        return self.ask(method, textDocument={"uri": uri}, position=place, **params)

    def close(self) -> int:
        """The status with which the server ends."""
        self.ask("shutdown")
        self.tell("exit")
        return self.server.wait(PATIENCE)
