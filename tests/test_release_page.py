"""The scripts of "From a proof to a release in ten minutes" (its commands are run by `test_docs`)."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import prhl
from tests.test_docs import ROOT, blocks_of

PAGE = ROOT / "docs/release.md"
SCRIPTS = [block.text for block in blocks_of(PAGE) if block.tag == "python"]
PRINTED = ["int\nrefused\n", "0.5 2.0\n", "proved int\n"]


@pytest.mark.parametrize("at", range(3))
def test_a_script_of_the_page(at: int, tmp_path: Path) -> None:
    if "opendp" in SCRIPTS[at]:
        pytest.importorskip("opendp", reason="the extra `opendp` is not installed")
    (program,) = [block.text for block in blocks_of(PAGE) if block.file == "smokers.wl"]
    (tmp_path / "smokers.py").write_text(prhl.export(text=program), encoding="utf-8")
    (tmp_path / "smokers_dp.py").write_text(prhl.export(text=program, to="opendp"), encoding="utf-8")
    (tmp_path / "script.py").write_text(SCRIPTS[at], encoding="utf-8")
    words = [sys.executable, "script.py"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == (PRINTED[at], 0), done.stderr


def test_every_script_is_run() -> None:
    assert len(SCRIPTS) == len(PRINTED)
    assert re.search("What is not promised", PAGE.read_text(encoding="utf-8"))
