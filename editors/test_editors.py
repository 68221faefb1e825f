"""Sessions in real editors without a screen: `make test-editors`. Each writes a transcript, which is kept beside it.

What is not installed is a failure that says so; `make editors-setup` installs it. `PRHL_RENEW=1` renews transcripts.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
STEPS = ("diagnostic", "hover", "goal at the hole", "after the action", "verdict after saving")


def needs(*tools: str) -> None:
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        pytest.fail(f"not installed: {', '.join(missing)}; `make editors-setup` installs it", pytrace=False)


def environment(home: Path) -> dict[str, str]:
    """With the tool of this environment, and nothing of the user's own."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own = {"HOME": home, "XDG_CONFIG_HOME": home / "config", "TRANSCRIPT": home / "transcript.txt"}
    return {**os.environ, **{name: str(value) for name, value in own.items()}, "PATH": path}


def session(editor: str, home: Path, *words: object) -> str:
    """What the editor wrote down of a session with a copy of the file."""
    shutil.copy(HERE / "session.wl", home / "lap.wl")
    variables = {**environment(home), "SESSION": str(home / "lap.wl")}
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=home, env=variables, capture_output=True, text=True, timeout=600, check=False)
    written = home / "transcript.txt"
    text = written.read_text(encoding="utf-8") if written.exists() else ""
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    kept = HERE / editor / "transcript.txt"
    if os.environ.get("PRHL_RENEW"):
        kept.write_text(text, encoding="utf-8")
    assert text == kept.read_text(encoding="utf-8")
    assert (home / "lap.wl").read_text(encoding="utf-8").count("couple z{2} = z{1} + x{1} - x{2};") == 1
    return text


def all_shown(text: str) -> None:
    for step in STEPS:
        assert f"== {step}\n" in text
    assert "unknown-name" in text
    assert "x : private real" in text
    assert "found for this line: couple z{2} = z{1} + x{1} - x{2}" in text
    assert "proved" in text.split("== verdict after saving\n")[1]


def test_neovim(tmp_path: Path) -> None:
    needs("nvim")
    later = ("--cmd", "autocmd BufRead *.wl setfiletype mma")  # as a later Neovim does
    words = (*later, "-c", f"luafile {HERE / 'neovim/session.lua'}")
    all_shown(
        session("neovim", tmp_path, "nvim", "--headless", "--clean", "-u", HERE / "neovim/prhl.lua", "lap.wl", *words)
    )


def test_emacs(tmp_path: Path) -> None:
    needs("emacs")
    words = ("-l", HERE / "emacs/prhl.el", "-l", HERE / "emacs/session.el")
    all_shown(session("emacs", tmp_path, "emacs", "--batch", "--eval", "(package-initialize)", *words))


def test_vscode(tmp_path: Path) -> None:
    """The grammar, and a session of the protocol's own library with the server, with what the panel shows."""
    needs("node", "npm")
    if not (HERE / "vscode/node_modules").is_dir():
        pytest.fail("the node packages are missing; `make editors-setup` installs them", pytrace=False)
    command = ["npm", "test", "--silent"]
    done = subprocess.run(
        command,
        cwd=HERE / "vscode",
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    all_shown((HERE / "vscode/transcript.txt").read_text(encoding="utf-8"))
