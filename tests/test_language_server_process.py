"""`prhl lsp` as an editor meets it: a process that answers every request, and leaves none behind when it ends."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

URI = "file:///lap.wl"
LAP = """program Lap(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple ?;
  return x + z;
}

claim private : Lap satisfies dp(eps) when within(x, 1);
"""
HOLE = {"line": 3, "character": 30}
ABILITIES = {"window": {"workDoneProgress": True}, "general": {"positionEncodings": ["utf-16"]}}
Message = dict[str, Any]


class Editor:
    """Speaks to a server. `asked` answers what the server asks: None for no answer at all."""

    def __init__(self, asked: Callable[[Message], Message | None]) -> None:
        command = [sys.executable, "-P", "-m", "prhl", "lsp"]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.asked = asked
        self.heard: list[Message] = []
        self.news = threading.Condition()
        self.last = 0
        threading.Thread(target=self._listen, daemon=True).start()
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": ABILITIES})
        self.note("initialized", {})

    def _listen(self) -> None:
        assert self.server.stdout is not None
        for line in self.server.stdout:
            if line.startswith(b"Content-Length:"):
                length = int(line.split(b":")[1])
                while self.server.stdout.readline().strip():
                    pass
                message = json.loads(self.server.stdout.read(length))
                answer = self.asked(message) if "id" in message and "method" in message else None
                if answer is not None:
                    self.send({"id": message["id"], **answer})
                with self.news:
                    self.heard.append(message)
                    self.news.notify_all()

    def send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.server.stdin is not None
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def wait(self, wanted: Callable[[Message], bool]) -> Message:
        with self.news:
            assert self.news.wait_for(lambda: any([wanted(one) for one in self.heard]), 120), self.heard
            return next(one for one in self.heard if wanted(one))

    def note(self, method: str, params: Any) -> None:
        self.send({"method": method, "params": params})

    def begin(self, method: str, params: Any) -> int:
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        return self.last

    def answer(self, number: int) -> Message:
        return self.wait(lambda one: one.get("id") == number and "method" not in one)

    def ask(self, method: str, params: Any) -> Message:
        return self.answer(self.begin(method, params))

    def open(self, text: str) -> None:
        self.note(
            "textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "wl", "version": 1, "text": text}}
        )

    def verdicts(self) -> list[str]:
        told = self.wait(lambda one: one.get("method") == "prhl/verdicts")
        return [claim["verdict"] for claim in told["params"]["claims"]]


@pytest.fixture
def editor() -> Iterator[Callable[..., Editor]]:
    begun: list[Editor] = []

    def begin(asked: Callable[[Message], Message | None] = lambda message: {"result": None}) -> Editor:
        begun.append(Editor(asked))
        return begun[-1]

    yield begin
    for one in begun:
        one.server.kill()
        one.server.wait()


def about(**more: Any) -> Message:
    return {"textDocument": {"uri": URI}, **more}


@pytest.mark.parametrize("answer", [None, {"error": {"code": -32601, "message": "unknown"}}, {"result": None}])
def test_a_verdict_does_not_wait_for_a_place_to_show_progress(
    editor: Callable[..., Editor], answer: Message | None
) -> None:
    here = editor(lambda message: answer)
    here.open(LAP)
    assert here.verdicts() == ["proved"]
    assert not [one for one in here.heard if one.get("method") == "window/showMessage"]


def test_an_editor_that_no_longer_waits_for_actions_gets_the_verdict(editor: Callable[..., Editor]) -> None:
    here = editor()
    here.open(LAP)
    context = {"diagnostics": [], "triggerKind": 1}
    number = here.begin("textDocument/codeAction", about(range={"start": HOLE, "end": HOLE}, context=context))
    here.note("$/cancelRequest", {"id": number})
    assert here.answer(number)["error"]["code"] == -32800
    assert here.verdicts() == ["proved"]


def test_every_request_has_an_answer(editor: Callable[..., Editor]) -> None:
    here = editor()
    assert here.ask("textDocument/hover", {"textDocument": 3})["error"]["code"] == -32602
    assert here.ask("textDocument/hover", about(position=HOLE))["error"]["message"] == f"{URI} is not open"
    assert "error" in here.ask("no/such", {})
    here.open(LAP)
    here.note("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": []})
    assert here.ask("textDocument/hover", about(position=HOLE))["result"]["contents"]
    assert not [one for one in here.heard if one.get("method") == "window/showMessage" and "tuple" in str(one)]
    assert "error" not in here.ask("shutdown", None)
    assert here.ask("textDocument/hover", about(position=HOLE))["error"]["code"] == -32600
    here.note("exit", None)
    assert here.server.wait(60) == 0


def test_the_status_says_that_nobody_asked_to_shut_down(editor: Callable[..., Editor]) -> None:
    here = editor()
    here.note("exit", None)
    assert here.server.wait(60) == 1


@pytest.mark.parametrize(
    ("module", "told"),
    [
        ("judge_process", [{"text": LAP}]),
        ("goal_process", [{"name": "a.wl", "text": LAP}, {"line": 4}]),
        ("goal_process", []),
    ],
)
def test_a_child_ends_with_the_server(module: str, told: list[Message]) -> None:
    """However that ended: its end of the child's input is closed then."""
    command = [sys.executable, "-P", "-m", f"prhl.frontends.language_server.{module}"]
    pipe = subprocess.PIPE
    child = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    try:
        with suppress(BrokenPipeError):
            child.communicate("".join([json.dumps(one) + "\n" for one in told]).encode(), timeout=60)
        assert child.returncode in (-9, 1)
    finally:
        child.kill()
