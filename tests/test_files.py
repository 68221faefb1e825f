"""Folders, jobs, the cache, the configuration, colours: how files come in and reports go out."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from prhl import jobs, pipeline, verdict_cache
from prhl.frontends import terminal, watching_files
from prhl.frontends.cli import main
from prhl.jobs import Asked, Job
from prhl.source import Source
from prhl.versions import identity

EXAMPLES = Path(__file__).parent.parent / "examples"
COIN = (EXAMPLES / "course/rand_resp.wl").read_text()
TRUE = "program P() : int {\n  return 1;\n}\n\nclaim c : P satisfies dp(1) when any;\n"
BAD = "program P() : int { return 1 }"


def run(*words: object, status: int = 0, **environment: str) -> Result:
    result = CliRunner().invoke(main, [str(word) for word in words], env=environment)
    assert result.exit_code == status, (result.output, result.exception)
    return result


def told(*words: object, status: int = 0) -> Any:
    return json.loads(run(*words, "--format", "json", status=status).stdout)


def untimed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: untimed(one) for name, one in value.items() if name not in ("seconds", "cached")}
    return [untimed(one) for one in value] if isinstance(value, list) else value


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`b.wl`, `a/z.wl`, `a-c.wl`, and what is not to be found."""
    for name in ("b.wl", "a/z.wl", "a-c.wl", ".hidden.wl", ".git/x.wl", "note.txt"):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TRUE)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(report: Any) -> list[str]:
    return [file["file"] for file in report["files"]]


# ---- folders ---------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["verify", "check", "refute"])
def test_folders(folder: Path, command: str) -> None:
    assert names(told(command, "in")) == ["in/a-c.wl", "in/a/z.wl", "in/b.wl"]
    assert names(told(command, "in/b.wl", "in", "in/../in/b.wl", "in")) == ["in/b.wl", "in/a-c.wl", "in/a/z.wl"]
    assert names(told(command, "in/.hidden.wl")) == ["in/.hidden.wl"]
    found = told(command, "empty", "in", status=2)
    assert len(found["files"]) == 4
    assert found["files"][0]["diagnostics"][0]["code"] == "unreadable"
    assert found["summary"]["errors"] == 1


@pytest.mark.parametrize("command", ["run", "export", "channel"])
def test_one_file_is_wanted(folder: Path, command: str) -> None:
    done = CliRunner().invoke(main, [command, "in"])
    assert done.exit_code == 2
    assert "this is a folder, and one file is wanted here" in done.output
    assert str(Path("in/a")) in done.output


def test_fmt_takes_folders(folder: Path) -> None:
    (folder / "in/a/z.wl").write_text(BAD.replace("1 }", "1; }"))
    run("fmt", "--check", "in", status=1)
    run("fmt", "in")
    assert (folder / "in/a/z.wl").read_text().startswith("program P() : int {\n")
    run("fmt", "--check", "in")
    run("fmt", "empty", status=2)


def test_a_link_to_the_folder_itself(folder: Path) -> None:
    (folder / "in/a/up").symlink_to(folder / "in")
    assert len(told("check", "in")["files"]) == 3


def test_a_folder_below_that_may_not_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told that all is well where claims were not seen."""
    real = os.scandir

    def scandir(path: Any = ".") -> Any:
        if Path(os.fspath(path)).name == "locked":
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return real(path)

    (folder / "locked").mkdir()
    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.setattr(os, "listdir", scandir)
    found = run("check", folder, status=2)
    assert "locked  error[unreadable]: the folder cannot be read: Permission denied" in found.output


def test_an_empty_name_is_no_folder(folder: Path) -> None:
    assert "error[unreadable]: there is no such file" in run("check", "", status=2).output


def test_one_claim(folder: Path) -> None:
    (folder / "coin.wl").write_text(COIN)
    report = told("verify", "--claim", "ln3", "coin.wl")
    assert [claim["name"] for claim in report["files"][0]["claims"]] == ["ln3"]
    run("verify", "--claim", "ln4", "coin.wl", status=2)


def test_the_last_line(folder: Path) -> None:
    (folder / "coin.wl").write_text(COIN)
    (folder / "bad.wl").write_text(BAD)
    assert run("verify", "coin.wl").stdout.splitlines()[-1] == "2 claims: 1 proved, 1 refuted; all as expected"
    assert "claims" not in run("verify", "in/b.wl").stdout
    last = run("verify", "in", "bad.wl", status=2).stdout.splitlines()[-1]
    assert last == "4 files, 3 claims: 3 proved; all as expected; 1 of the files with errors"


# ---- jobs ------------------------------------------------------------------------------------

CALLS = """program Coin(x : private bool) : bool {
  b :=$ Flip(1/3);
  return b xor x;
}

claim one : Coin satisfies dp(ln(2)) when any;

program Twice(x : private bool) : bool {
  a :=$ Coin(x);
  b :=$ Coin(x);
  return a && b;
}

claim both : Twice satisfies dp(2*ln(2)) when any;

program Other(x : private bool) : bool {
  return true;
}

claim alone : Other satisfies dp(0) when any;
claim wrong : Coin satisfies dp(0) when any expect refuted;
"""


def test_claims_that_rest_on_others_stay_together() -> None:
    assert pipeline.groups(Source("x", CALLS), find=True) == [("one", "both", "wrong"), ("alone",)]
    assert pipeline.groups(Source("x", CALLS)) == [("one",), ("both",), ("alone",), ("wrong",)]
    assert pipeline.groups(Source("x", BAD)) == []


FOLLOWS = """program Coin(x : private bool, eps : real) : bool requires eps > 0; {
  b :=$ Flip(exp(eps)/(1 + exp(eps)));
  return b xor x;
}

claim exactly : Coin satisfies dp(0, (exp(eps) - 1)/(exp(eps) + 1)) when any;
claim roughly : Coin satisfies dp(0, eps/2) when any;
"""


def test_what_may_follow_is_found_whatever_else_is_asked_for(folder: Path) -> None:
    (folder / "follows.wl").write_text(FOLLOWS)
    for options in ((), ("--jobs", "2"), ("--claim", "roughly")):
        found = run("verify", *options, "follows.wl").stdout
        assert "roughly  Coin  proved by theorem" in found


@pytest.mark.parametrize("form", ["json", "text", "github"])
def test_the_same_whatever_the_number_of_processes(form: str, folder: Path) -> None:
    (folder / "in/calls.wl").write_text(CALLS)
    (folder / "in/bad.wl").write_text(BAD)
    shutil.copy(EXAMPLES / "course/rand_resp.wl", folder / "in/coin.wl")
    one, two = [run("verify", "in", "--format", form, "--jobs", n, status=2).stdout for n in (1, 2)]
    if form == "json":
        assert untimed(json.loads(one)) == untimed(json.loads(two))
    else:
        assert one == two


def test_a_process_that_dies_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = jobs.work

    def deadly(job: Job, show: object = None) -> Any:
        if job.source.name == "deadly":
            os._exit(9)
        return honest(job)

    monkeypatch.setattr(jobs, "work", deadly)  # which the processes, being forks, have too
    monkeypatch.setattr(jobs, "_together", _forking(jobs._together))
    given = [Source(name, TRUE) for name in ("a", "deadly", "b")]
    files = list(jobs.reports(given, Asked("verify"), jobs.Processes(2)))
    assert [file.status for file in files] == [0, 3, 0]
    assert "ended" in (files[1].fault or "")


def _forking(real: Any) -> Any:
    """With threads about, as under a test runner, another way would be taken."""
    import threading

    def together(*words: Any) -> Iterator[Any]:
        before = threading.active_count
        threading.active_count = lambda: 1
        try:
            yield from real(*words)
        finally:
            threading.active_count = before

    return together


# ---- the cache -------------------------------------------------------------------------------


def test_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "in/bad.wl").write_text(BAD)
    (folder / "in/coin.wl").write_text(COIN)
    first = told("verify", "in", "--cache", "kept", status=2)
    assert first["summary"]["cached"] == 0
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "work", None)  # nothing is computed
        second = told("verify", "in", "--cache", "kept", status=2)
        text = run("verify", "in/coin.wl", PRHL_CACHE="kept").stdout
    assert untimed(first["files"]) == untimed(second["files"])
    assert second["summary"]["cached"] == 5
    assert all([claim["cached"] for file in second["files"] for claim in file["claims"]])
    assert len(re.findall(r"^  ln\d .*  cached$", text, re.MULTILINE)) == 2
    assert text.endswith("; 2 cached\n")
    (folder / "moved.wl").write_text(COIN)
    assert told("verify", "moved.wl", "--cache", "kept")["summary"]["cached"] == 2
    assert told("verify", "moved.wl", "--cache", "kept", "--rlimit", "100")["summary"]["cached"] == 0
    assert told("refute", "in/coin.wl", "--cache", "kept")["summary"]["cached"] == 0
    assert told("verify", "--claim", "ln3", "in/coin.wl", "--cache", "kept")["summary"]["cached"] == 0


@pytest.mark.search
def test_what_is_kept_names_the_file_that_is_asked_for(folder: Path) -> None:
    """Where a search may go on, the command to do so is told."""
    text = "program P(x : private int) : int { z :=$ DiscreteLaplace(1); return x*x*x + z; }\n"
    for name in ("one.wl", "two.wl"):
        (folder / name).write_text(
            text + "claim c : P satisfies dp(7) when within(x, 1) && x{1} <= 1 expect unknown;\n"
        )
    words = ["--cache", "kept", "--budget", "3", "--no-find"]
    first, second = [run("verify", name, *words).stdout for name in ("one.wl", "two.wl")]
    assert "`prhl refute one.wl --claim" in first
    assert second.replace("  cached", "") == first.replace("one.wl", "two.wl")
    assert "  cached" in second


def test_another_version_is_another_entry(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told("verify", "in/b.wl", "--cache", "kept")
    for name in identity():
        with monkeypatch.context() as patched:
            patched.setattr(verdict_cache, "identity", lambda name=name: {**identity(), name: "other"})
            assert told("verify", "in/b.wl", "--cache", "kept")["summary"]["cached"] == 0
    assert told("verify", "in/b.wl", "--cache", "kept")["summary"]["cached"] == 1


@pytest.mark.parametrize("damage", ["", "{}", "cut", "changed", "folder"])
def test_a_damaged_entry_is_no_entry(folder: Path, damage: str) -> None:
    told("verify", "in/b.wl", "--cache", "kept")
    (entry,) = [path for path in (folder / "kept").rglob("*") if path.is_file()]
    text = entry.read_text()
    if damage == "folder":
        entry.unlink()
        entry.mkdir()
    else:
        entry.write_text({"cut": text[:-9], "changed": text.replace("proved", "broken")}.get(damage, damage))
    found = told("verify", "in/b.wl", "--cache", "kept")
    assert found["files"][0]["claims"][0]["verdict"] == "proved"
    assert found["summary"]["cached"] == 0


def test_what_a_clock_may_have_cut_is_not_kept(tmp_path: Path) -> None:
    source, asked = Source("x", COIN), Asked("verify", budget=0)
    cache = verdict_cache.VerdictCache(tmp_path)
    answer = jobs.work(Job(source, asked))
    cut = json.loads(json.dumps(answer))
    cut["claims"]["ln3"]["data"]["stopped"] = "time"
    cache.put(source, asked, cut)
    kept = cache.get(source, asked)
    assert kept is not None
    assert list(kept["claims"]) == ["ln2"]
    (file,) = jobs.reports([source], asked, None, cache)
    assert [(claim.name, claim.cached) for claim in file.claims.values()] == [("ln3", False), ("ln2", True)]
    for other, changed in (
        (asked, {**answer, "clocked": True}),  # something that the claims rest on was cut
        (asked, {**answer, "fault": "a mistake"}),
    ):
        fresh = verdict_cache.VerdictCache(tmp_path / "fresh")
        fresh.put(source, other, changed)
        assert fresh.get(source, other) is None
    clocked = Asked("verify", timeout=9.0)
    open_ = json.loads(json.dumps(answer))
    open_["claims"]["ln3"]["data"]["verdict"] = "unknown"
    cache.put(source, clocked, open_)
    kept = cache.get(source, clocked)
    assert kept is not None
    assert list(kept["claims"]) == ["ln2"]


def test_a_cache_that_cannot_be_written(folder: Path) -> None:
    (folder / "file").write_text("")
    run("verify", "in/b.wl", "--cache", "file", status=2)


# ---- watching --------------------------------------------------------------------------------


def test_watching_waits_for_a_change(folder: Path) -> None:
    before = watching_files.stamps(["in"])
    looks = iter([lambda: None, lambda: (folder / "in/new.wl").write_text(TRUE), lambda: None, lambda: None])
    watching_files.changed(["in"], before, lambda _: next(looks)())
    assert set(watching_files.stamps(["in"])) - set(before) == {"in/new.wl"}


def test_watching_runs_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = iter([lambda: (folder / "in/b.wl").write_text(BAD)])

    def changed(*_: object) -> None:
        try:
            next(rounds)()
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(watching_files, "changed", changed)
    shown = run("check", "--watch", "in/b.wl").stdout
    assert shown.index("good") < shown.index("missing-semicolon")


def test_standard_input_is_not_watched(folder: Path) -> None:
    assert "standard input does not" in run("check", "--watch", "in", "-", status=2).stderr


# ---- the configuration -----------------------------------------------------------------------


@pytest.mark.parametrize(("name", "head"), [("pyproject.toml", "[tool.prhl]\n"), ("prhl.toml", "")])
def test_a_configuration(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, head: str) -> None:
    (folder / name).write_text(f'{head}paths = ["in"]\nformat = "json"\ncache = "kept"\nfind = false\n')
    (folder / "in/a/deep").mkdir()
    monkeypatch.chdir(folder / "in/a/deep")
    report = json.loads(run("verify").stdout)
    assert len(report["files"]) == 3
    assert (folder / "kept").is_dir()
    assert json.loads(run("verify").stdout)["summary"]["cached"] == 3
    assert names(json.loads(run("verify", folder / "in/b.wl").stdout)) == [str(folder / "in/b.wl")]
    assert run("verify", "--format", "text").stdout.endswith("3 cached\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("jobz = 2", "did you mean `jobs`"),
        ('jobs = "two"', "`jobs` is to be a whole number"),
        ("jobs = true", "`jobs` is to be a whole number"),
        ("paths = [1]", "`paths` is to be a list of texts"),
        ('find = "no"', "`true` or `false`"),
        ("jobs = 0", "0 is not in the range"),
        ('format = "yaml"', "'yaml' is not one of"),
        ("jobs =", "no TOML"),
    ],
)
def test_a_wrong_configuration(folder: Path, text: str, said: str) -> None:
    (folder / "prhl.toml").write_text(text)
    result = run("verify", "in", status=2)
    assert said in result.output
    assert "Traceback" not in result.output


def test_nothing_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "PATH..." in run("verify", status=2).output


# ---- colours and progress --------------------------------------------------------------------


class Screen:
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "on_screen", "elsewhere"),
    [
        ({}, True, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, False, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
    ],
)
def test_colours(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], on_screen: bool, elsewhere: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert terminal.coloured(Screen()) == on_screen
    assert terminal.coloured(object()) == elsewhere


def test_the_option_comes_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" in run("verify", "in/b.wl", "--color", "always", NO_COLOR="1").stdout
    assert "\x1b[" not in run("verify", "in/b.wl", "--color", "never", FORCE_COLOR="1").stdout
    assert "\x1b[" in run("verify", "in/b.wl", FORCE_COLOR="1").stdout
    assert "\x1b[" not in run("verify", "in/b.wl").stdout


def on_terminal(folder: Path, stream: str, *words: str, **environment: str) -> tuple[str, str]:
    """What a pseudo-terminal is shown of one stream, and what goes to a pipe of the other one."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    own = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: theirs}
    command = [sys.executable, "-m", "prhl", *words]
    with subprocess.Popen(command, **streams, cwd=folder, env={**own, "TERM": "xterm", **environment}) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 10_000)
            except OSError:  # how a pseudo-terminal on Linux says that it is over
                break
            if not part:
                break
            shown += part
        other = process.stderr if stream == "stdout" else process.stdout
        assert other is not None
        rest = other.read().decode()
    os.close(ours)
    assert process.returncode == 0, (shown, rest)
    return shown.decode(), rest


def test_progress_is_for_terminals(folder: Path) -> None:
    """On a terminal standard error says how far it is, standard output never. How much of it is seen there is up to the
    clock, so that no test can tell; as lines all of it is."""
    shutil.copy(EXAMPLES / "mechanisms/noisy_sum.wl", folder / "sum.wl")
    shown, rest = on_terminal(folder, "stderr", "verify", "sum.wl", "--claim", "private", COLUMNS="44")
    assert "\r\x1b[K  sum.wl: private" in shown
    assert shown.endswith("\r\x1b[K")
    assert "\r" not in rest
    assert "\x1b" not in rest
    shown, _ = on_terminal(folder, "stderr", "verify", "in", "--jobs", "2")
    assert "jobs done, the last of in/" in shown
    shown, _ = on_terminal(folder, "stderr", "verify", "sum.wl", "--claim", "private", COLUMNS="20")
    assert all([len(line) < 20 for line in shown.replace("\x1b[K", "").split("\r")])
    assert on_terminal(folder, "stderr", "verify", "in/b.wl", TERM="dumb")[0] == ""
    assert on_terminal(folder, "stdout", "verify", "in/b.wl")[1] == ""
    lines = run("verify", "sum.wl", "--claim", "private", PRHL_PROGRESS="lines").stderr.splitlines()
    assert lines[:2] == ["sum.wl: private", "sum.wl: private, obligation 1"]


@pytest.mark.parametrize(
    ("words", "environment", "coloured"),
    [
        ([], {}, True),
        ([], {"TERM": "dumb"}, False),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"NO_COLOR": ""}, True),
        ([], {"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
        (["--color", "always"], {"NO_COLOR": "1", "TERM": "dumb"}, True),
    ],
)
def test_colours_on_a_real_terminal(
    folder: Path, words: list[str], environment: dict[str, str], coloured: bool
) -> None:
    shown, _ = on_terminal(folder, "stdout", "check", "in/b.wl", *words, **environment)
    assert "good" in shown
    assert ("\x1b[" in shown) == coloured


def test_latex_and_found_are_the_same_with_several_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims of one file are written in different processes and put together as if in one."""
    program = """program P(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps);
  return x + z;
}
"""
    claims = [f"claim c{n} : P satisfies dp({n}*eps) when within(x, {n});\n" for n in (1, 2)]
    (tmp_path / "a.wl").write_text(program + "".join(claims))
    (tmp_path / "b.wl").write_text(program + claims[0])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(jobs, "_together", _forking(jobs._together))

    def shown(*options: str) -> str:
        return CliRunner().invoke(main, ["verify", *options, "a.wl", "b.wl"]).stdout

    one, two = [shown("--explain", "--format", "latex", "--jobs", number) for number in "12"]
    assert one == two
    assert (one.count("Theorem"), one.count("The program is as before")) == (3, 1)
    one, two = [shown("--format", "json", "--jobs", number) for number in "12"]
    assert [file["claims"][0]["found"] for file in json.loads(one)["files"]] == [
        file["claims"][0]["found"] for file in json.loads(two)["files"]
    ]
    assert CliRunner().invoke(main, ["verify", "--write", "--claim", "c1", "a.wl"]).exit_code == 2
    written = CliRunner().invoke(main, ["verify", "--write", "--jobs", "2", "a.wl", "b.wl"])
    assert written.exit_code == 0, written.output
    assert CliRunner().invoke(main, ["verify", "--no-find", "a.wl", "b.wl"]).exit_code == 0
