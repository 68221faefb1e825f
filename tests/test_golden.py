"""What a failed proof says, word for word: `tests/messages/NN-name.wl` and the report in the `.txt` beside it.

After a change of a message, `PRHL_RENEW=1 pytest tests/test_golden.py` writes the reports anew; read the difference
before you commit it. Which values a countermodel has is for the solver to say, and may differ from version to version:
in a comparison they stand for any values, while the variables, and that there is a countermodel, stay.
"""

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.frontends.cli import main
from prhl.syntax.reader import read

FOLDER = Path(__file__).parent / "messages"
FILES = sorted(FOLDER.glob("*.wl"))


def printed(path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(FOLDER)
    result = CliRunner().invoke(main, ["verify", "--no-find", path.name])
    assert result.exit_code in (0, 2), result.output
    return result.output


def masked(report: str) -> str:
    """The report without the values of its countermodels."""
    out: list[str] = []
    inside = 0
    for line in report.splitlines():
        if line.lstrip().startswith("countermodel "):
            inside = len(line) - len(line.lstrip())
            out.append(" " * inside + "countermodel")
        elif inside and line.startswith(" " * (inside + 8)):
            out.append(f"{' ' * inside}  {line.split()[0]}")
        else:
            inside = 0
            out.append(line)
    return "\n".join(out) + "\n"


def test_there_are_ten() -> None:
    assert len(FILES) >= 10
    assert [path.name for path in FOLDER.iterdir() if path.suffix not in (".wl", ".txt")] == []
    assert {path.stem for path in FOLDER.glob("*.txt")} <= {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_report_is_the_one_that_was_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = printed(path, monkeypatch)
    golden = path.with_suffix(".txt")
    if os.environ.get("PRHL_RENEW"):
        golden.write_text(report, encoding="utf-8")
    assert masked(report) == masked(golden.read_text(encoding="utf-8")), "if it should read so: PRHL_RENEW=1"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_student_can_act_on_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report has a place and something to try, and fits into an editor's window."""
    report = printed(path, monkeypatch)
    assert re.search(r"^ *try: ", report, re.MULTILINE)
    assert re.search(r"\d+:\d+  ", report)
    assert max([len(line) for line in report.splitlines()]) <= 200


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file_is_in_canonical_layout(path: Path) -> None:
    source = read(str(path))
    assert source.text.startswith("// ")
    assert pipeline.reformat(source) == source.text


def test_countermodels_meet_the_relation() -> None:
    """Also at positions that no obligation reads: the lists differ in one position only."""
    report = pipeline.verify(read(str(FOLDER / "05-wrong-adjacency.wl")))
    models = [judged.answer.model for claim in report.claims for judged in claim.failed]
    assert models
    for model in models:
        one, two = [json.loads(model["d", run]) for run in (1, 2)]
        assert len(one) == len(two)
        assert len([at for at, value in enumerate(one) if value != two[at]]) == 1


def test_a_name_that_nobody_binds_is_told_once() -> None:
    report = pipeline.checked(read(str(FOLDER / "09-pointwise-missing.wl")))
    assert [d.code for d in report.diagnostics] == ["unknown-name"]
    assert "`pointwise o`" in report.diagnostics[0].hint


def test_what_is_masked() -> None:
    report = "    owed: x\n      countermodel     run 1  run 2\n                    x  -1     [0, 1]\n      This is.\n"
    assert masked(report) == "    owed: x\n      countermodel\n        x\n      This is.\n"
