"""Where output goes: a full disk, a pipe that nobody reads, and a terminal that must not be given orders."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from prhl.diagnostics import Diagnostic
from prhl.frontends import terminal
from prhl.frontends.cli import main
from prhl.report.messages import diagnostic_text
from prhl.source import Source, Span, visible

PRHL = Path(sys.executable).with_name("prhl")
GOOD = """program P(x : private bool) : bool {
  b :=$ Flip(1/4);
  return b xor x;
}
claim c : P satisfies dp(ln(3)) when any check;
"""
COMMANDS = {
    "verify": ["verify", "a.wl"],
    "json": ["verify", "--format", "json", "a.wl"],
    "check": ["check", "a.wl"],
    "refute": ["refute", "--budget", "1", "a.wl"],
    "channel": ["channel", "a.wl"],
    "budget": ["budget", "a.wl"],
    "couple": ["couple", "a.wl"],
    "goals": ["goals", "a.wl:2"],
    "explain": ["explain"],
    "fmt": ["fmt", "--diff", "b.wl"],
    "help": ["--help"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.wl").write_text(GOOD)
    (tmp_path / "b.wl").write_text(GOOD.replace("  b", "b"))
    return tmp_path


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_status_3_and_one_line(name: str, folder: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([PRHL, *COMMANDS[name]], cwd=folder, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 3
    assert done.stderr == "prhl: the output cannot be written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("command", ["channel", "couple", "budget"])
def test_a_full_disk_under_out_is_status_3(command: str, folder: Path) -> None:
    result = CliRunner().invoke(main, [command, str(folder / "a.wl"), "--out", "/dev/full"])
    assert result.exit_code == 3
    assert result.stderr == "/dev/full  cannot be written: No space left on device\n"
    elsewhere = CliRunner().invoke(main, [command, str(folder / "a.wl"), "--out", str(folder / "no" / "such")])
    assert elsewhere.exit_code == 2


@pytest.mark.parametrize("name", ["verify", "channel", "goals", "explain"])
def test_a_closed_pipe_is_left_in_silence(name: str, folder: Path) -> None:
    with subprocess.Popen([PRHL, *COMMANDS[name]], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as work:
        assert work.stdout is not None
        assert work.stderr is not None
        work.stdout.close()
        assert work.stderr.read() == b""
    assert work.returncode == 1


ORDERS = "a\x1b[31mb\x07\x9bc\u202ed\u2028e\udc80"
SHOWN = r"a\x1b[31mb\x07\x9bc\u202ed\u2028e\udc80"


def test_what_a_terminal_obeys_is_escaped() -> None:
    assert visible(ORDERS) == SHOWN
    assert visible("line\n\tε ≤ ∀, été, 文") == "line\n\tε ≤ ∀, été, 文"


def test_carets_stand_under_what_is_shown() -> None:
    source = Source("x\x1b.wl", "\x07\x07 bad\x1b word")
    span = Span(source.text.index("bad"), source.text.index(" word"))
    text = diagnostic_text(source, Diagnostic("c", span, "a\x1bm", "h\x1bt", "l\x1bl"))
    head, line, carets, hint = text.split("\n")
    assert head == r"x\x1b.wl:1:4  error[c]: a\x1bm"
    assert line == r"    1 | \x07\x07 bad\x1b word"
    assert carets == "      |          ^^^^^^^ l\\x1bl"
    assert line[carets.index("^") : carets.rindex("^") + 1] == r"bad\x1b"
    assert hint.endswith(r"h\x1bt")


@pytest.mark.parametrize("name", ["verify", "check", "refute", "goals", "fmt"])
def test_no_order_reaches_the_terminal(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\x07.wl"
    path.write_text("// \x1b[31m\x07\n" + GOOD.replace("b :=$ ", "b :=$ // \x1b]0;title\x07\n") + "claim \x07")
    place = [f"{path}:3"] if name == "goals" else [str(path)]
    for text in (path.read_text(), path.read_text().removesuffix("claim \x07")):
        path.write_text(text)
        result = CliRunner().invoke(main, [name, *(["--check"] if name == "fmt" else []), *place])
        assert "\x1b" not in result.output
        assert "\x07" not in result.output
        assert r"a\x1b[31m\x07.wl" in result.output


def test_colours_are_ours_alone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(terminal, "coloured", lambda stream: True)
    terminal.say(terminal.style_for(None)("word", "error") + " \x1b]0;title\x07")
    assert capsys.readouterr().out == "\x1b[31m\x1b[1mword\x1b[0m \\x1b]0;title\\x07\n"
    terminal.say("\x1b[31m\x07", raw=True)
    assert "\x07" in capsys.readouterr().out


def test_what_is_formatted_stays_as_it_is() -> None:
    text = "// \x1b[31m\nprogram P() : int {\n  return 1;\n}\n"
    assert CliRunner().invoke(main, ["fmt", "-"], input=text).stdout == text
