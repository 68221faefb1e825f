"""`prhl learn` as a student meets it: in a folder, on a terminal."""

import fcntl
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from prhl.frontends.cli import main
from prhl.teaching.exercise import course
from prhl.teaching.folder import PROGRESS

FIRST, SECOND = course()[:2]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the exercises, and the student in it."""
    monkeypatch.chdir(tmp_path)
    assert learn("start", ".").exit_code == 0
    return tmp_path


def learn(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["learn", *arguments])


def file_of(home: Path, at: int = 0) -> Path:
    exercise = course()[at]
    return home / exercise.folder / f"{exercise.stem}.wl"


def progress(home: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((home / PROGRESS).read_text())
    return found


# ---- the folder ------------------------------------------------------------------------------


def test_start_keeps_what_is_there(home: Path) -> None:
    file_of(home).write_text("mine\n")
    file_of(home, 1).unlink()
    again = learn("start", ".")
    assert again.exit_code == 0
    assert "1 exercise in ." in again.output
    assert f"{len(course()) - 1} were there already" in again.output
    assert file_of(home).read_text() == "mine\n"
    assert file_of(home, 1).read_text() == SECOND.start.text


def test_found_from_below_and_by_name(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home / FIRST.folder)
    assert learn("list").exit_code == 0
    monkeypatch.chdir("/")
    away = learn("list")
    assert away.exit_code == 2
    assert "prhl learn start" in away.output
    assert learn("list", "--dir", str(home)).exit_code == 0
    assert learn("list", "--dir", str(home / FIRST.folder)).exit_code == 2


def test_list_shows_worlds_titles_and_progress(home: Path) -> None:
    shown = learn("list").output
    assert f"0 of {len(course())} solved" in shown
    for exercise in course():
        assert exercise.world in shown
        assert exercise.title in shown
    file_of(home).write_text(FIRST.solution.text)
    assert learn("check").exit_code == 0
    shown = learn("list").output
    assert f"1 of {len(course())} solved" in shown
    assert f"x {FIRST.number}" in shown
    assert f"> {SECOND.number}" in shown


# ---- checking --------------------------------------------------------------------------------


def test_check_tells_open_wrong_and_right(home: Path) -> None:
    result = learn("check")
    assert result.exit_code == 1
    assert "not finished" in result.output
    mistake = FIRST.mistakes[0]
    file_of(home).write_text(mistake.source.text)
    result = learn("check", FIRST.name)
    assert result.exit_code == 1
    assert " ".join(mistake.says.split()) in " ".join(result.output.split())
    assert progress(home)["solved"] == []
    file_of(home).write_text(FIRST.solution.text)
    assert learn("check").exit_code == 0
    assert progress(home)["solved"] == [FIRST.name]
    assert SECOND.title in learn("next").output


def test_a_fixed_part_cannot_be_changed(home: Path) -> None:
    text = FIRST.solution.text
    changed = text[: text.index("claim")] + "\n"
    file_of(home).write_text(changed)
    result = learn("check")
    assert result.exit_code == 1
    assert "fixed-part" in result.output
    assert "is gone" in result.output


def test_assuming_is_no_answer(home: Path) -> None:
    text = FIRST.start.text.replace("couple ?", "").rstrip().removesuffix(";") + " assume;\n"
    file_of(home).write_text(text)
    result = learn("check")
    assert result.exit_code == 1
    assert "solved" not in result.output


@pytest.mark.parametrize("text", ["", "program", "\0", "answer epsilon = 1;", "?" * 100, "((((" * 10_000])
def test_what_cannot_be_read_is_no_traceback(home: Path, text: str) -> None:
    file_of(home).write_text(text)
    result = learn("check")
    assert result.exit_code == 1
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_a_missing_file(home: Path) -> None:
    file_of(home).unlink()
    result = learn("check")
    assert result.exit_code == 1
    assert "there is no such file" in result.output


def test_an_unknown_name(home: Path) -> None:
    result = learn("check", FIRST.name[:-1])
    assert result.exit_code == 2
    assert FIRST.name in result.output


# ---- hints, solutions, reset -----------------------------------------------------------------


def test_hints_come_one_by_one(home: Path) -> None:
    for at in (0, 1, 2, 2):
        shown = learn("hint").output
        assert FIRST.hints[at].splitlines()[0] in shown
    assert progress(home)["hints"] == {FIRST.name: 3}


def test_the_solution_is_not_for_free(home: Path) -> None:
    refused = learn("solution")
    assert refused.exit_code == 2
    assert "--give-up" in refused.output
    assert learn("solution", "--give-up").output == FIRST.solution.text
    assert SECOND.title in learn("next").output
    file_of(home, 1).write_text(SECOND.solution.text)
    assert learn("check").exit_code == 0
    assert learn("solution", SECOND.name).output == SECOND.solution.text


def test_reset_keeps_what_was_written(home: Path) -> None:
    file_of(home).write_text("mine\n")
    result = learn("reset", FIRST.name)
    assert result.exit_code == 0
    assert file_of(home).read_text() == FIRST.start.text
    assert file_of(home).with_suffix(".wl.before").read_text() == "mine\n"


# ---- progress --------------------------------------------------------------------------------


def test_progress_survives_other_releases(home: Path) -> None:
    """What a release does not know it keeps: exercises of another one, and keys."""
    told = {"solved": ["from-another-release", FIRST.name], "hints": {"gone": 2}, "streak": {"days": 3}}
    (home / PROGRESS).write_text(json.dumps(told))
    assert SECOND.title in learn("next").output
    learn("hint")
    after = progress(home)
    assert after["solved"] == told["solved"]
    assert after["hints"] == {"gone": 2, SECOND.name: 1}
    assert after["streak"] == {"days": 3}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"solved": 3}', '{"hints": {"a": "b"}}'])
def test_damaged_progress_is_put_aside(home: Path, text: str) -> None:
    (home / PROGRESS).write_text(text)
    result = learn("next")
    assert result.exit_code == 0
    assert FIRST.title in result.output
    assert [path.read_text() for path in home.glob(".*.damaged")] == [text]


# ---- hand-outs -------------------------------------------------------------------------------


def test_export(home: Path) -> None:
    assert learn("export", "all.md").exit_code == 0
    page = (home / "all.md").read_text()
    assert all([exercise.title in page for exercise in course()])
    assert FIRST.start.text.rstrip() in page
    assert FIRST.solution.text.rstrip() not in page
    assert learn("export", "one.md", "--world", "1", "--solutions").exit_code == 0
    page = (home / "one.md").read_text()
    assert FIRST.solution.text.rstrip() in page
    assert course()[-1].title not in page
    assert learn("export", "no.md", "--world", "99").exit_code == 2
    assert learn("export", "no/such/folder.md").exit_code == 2


def test_export_as_a_page(home: Path) -> None:
    pytest.importorskip("markdown")
    assert learn("export", "all.html").exit_code == 0
    page = (home / "all.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "<h3>" in page


# ---- a terminal ------------------------------------------------------------------------------


def _take_the_terminal() -> None:
    """So that Ctrl-C reaches the process, also where the tests run in the background, which ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A command in a pseudo-terminal, read as it prints."""

    def __init__(self, *command: str, cwd: Path) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "prhl", *command],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=cwd,
            env=environment,
            start_new_session=True,
            preexec_fn=_take_the_terminal,
        )
        os.close(slave)
        self.seen = ""

    def until(self, text: str, seconds: float = 120) -> str:
        """What was printed since the last time, up to the text."""
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise AssertionError(f"no {text!r} in {self.seen!r}")
            try:
                data = os.read(self.master, 4096)
            except OSError:
                data = b""
            if not data:
                raise AssertionError(f"ended without {text!r}: {self.seen!r}")
            self.seen += data.decode("utf-8", errors="replace")
        before, _, self.seen = self.seen.partition(text)
        return before

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def interrupt(self) -> None:
        """Ctrl-C, as often as it takes: Python drops one that comes while an object is being deleted."""
        for _ in range(6):
            self.press("\x03")
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                continue
            return

    def end(self) -> int:
        try:
            return self.process.wait(60)
        finally:
            self.process.kill()
            os.close(self.master)


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.process.kill()


def test_the_first_ten_minutes(tmp_path: Path, terminals: list[Terminal]) -> None:
    """start, a wrong answer, a hint, the right answer, the next exercise."""

    def run(*arguments: str, wanted: str, status: int = 0) -> None:
        terminal = Terminal("learn", *arguments, cwd=tmp_path)
        terminals.append(terminal)
        terminal.until(wanted)
        while True:  # to the end
            try:
                if not os.read(terminal.master, 4096):
                    break
            except OSError:
                break
        assert terminal.end() == status

    mine = tmp_path / "prhl-course" / FIRST.folder / f"{FIRST.stem}.wl"
    run("start", wanted=FIRST.title)
    assert mine.read_text() == FIRST.start.text
    mistake = FIRST.mistakes[0]
    mine.write_text(mistake.source.text)
    run("check", wanted=" ".join(mistake.says.split()[:3]), status=1)
    run("hint", wanted="the idea")
    mine.write_text(FIRST.solution.text)
    run("check", wanted="solved")
    run("next", wanted=SECOND.title)
    run("list", wanted=f"1 of {len(course())} solved")


def test_watch_reacts_to_a_save(home: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal("learn", "watch", cwd=home)
    terminals.append(terminal)
    terminal.until("not finished")
    terminal.until("waiting for you")
    file_of(home).write_text(FIRST.mistakes[0].source.text)
    terminal.until("not yet")
    terminal.until("waiting for you")
    fresh = file_of(home).with_suffix(".tmp")  # as many editors save
    fresh.write_text(FIRST.solution.text)
    fresh.replace(file_of(home))
    terminal.until("solved")
    terminal.until(SECOND.title)
    terminal.until("waiting for you")
    terminal.interrupt()
    assert terminal.end() == 0
    assert progress(home)["solved"] == [FIRST.name]
