"""Reports for machines: each is what its schema says, and says what the verdicts are; and no internal name leaks."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner

import prhl
from prhl import report as room
from prhl.frontends.cli import main

pytestmark = pytest.mark.search

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*/*.wl"))
TRAPS = sorted((ROOT / "tests/traps").glob("*.wl"))
PUBLISHED = Path(room.__file__).parent / "report.schema.json"
REPORT = jsonschema.Draft202012Validator(json.loads(PUBLISHED.read_text(encoding="utf-8")))
SARIF = jsonschema.Draft202012Validator(json.loads((ROOT / "tests/sarif_subset.json").read_text(encoding="utf-8")))

SURPRISES = """program Say(x : private bool) : bool {
  return x;
}

claim false_one : Say satisfies dp(1) when any;
claim not_false : Say satisfies noninterference when x{1} = x{2} expect refuted;

program Noisy(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{2} - x{1};
  return x + z;
}

claim wrong_way : Noisy satisfies dp(eps) when within(x, 1);
"""
ODD = 'program P(x : bool) : bool { return y; } // %0A::error::<&"'


def run(*words: object, data: str | None = None) -> str:
    return CliRunner().invoke(main, [str(word) for word in words], input=data).stdout


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a b,c.wl").write_text(SURPRISES)
    (tmp_path / "odd.wl").write_text(ODD)
    (tmp_path / "none.wl").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def spans(found: Any) -> list[dict[str, Any]]:
    """Everything that has a place."""
    if isinstance(found, dict):
        return [*([found] if "end_column" in found else []), *[one for value in found.values() for one in spans(value)]]
    return [one for value in found for one in spans(value)] if isinstance(found, list) else []


# ---- all examples ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*EXAMPLES[::2], *TRAPS[::3]], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_reports_are_what_their_schemas_say(path: Path) -> None:
    """And every span lies in the text, no name that the tool made up is told, and what is valid is told as such."""
    report = prhl.verify(path, budget=20, explain=True)
    found = report.as_dict()
    REPORT.validate(found)
    assert not re.search(r"\w\.\.end|@\d|\w@", json.dumps(found) + report.text)
    lines = path.read_text(encoding="utf-8").split("\n")
    for one in spans(found["files"]):
        assert (one["line"], one["column"]) <= (one["end_line"], one["end_column"])
        assert one["end_column"] <= len(lines[one["end_line"] - 1]) + 1
    for claim in found["files"][0]["claims"]:
        assert lines[claim["line"] - 1][claim["column"] - 1 :].startswith("claim")
        assert lines[claim["end_line"] - 1][: claim["end_column"] - 1].endswith(";")
        for owed in claim["obligations"]:
            assert owed["status"] != "valid" or not re.search(r"\bmay\b|\bmust\b", owed["message"])


def test_the_schema_is_published_twice() -> None:
    assert PUBLISHED.read_bytes() == (ROOT / "docs/report.schema.json").read_bytes()
    jsonschema.Draft202012Validator.check_schema(json.loads(PUBLISHED.read_text()))


def test_the_schema_refuses() -> None:
    good = json.loads(run("verify", "--format", "json", "-", data=SURPRISES))
    REPORT.validate(good)
    for change in (
        lambda r: r.update(schema=1),
        lambda r: r["summary"].pop("cached"),
        lambda r: r["files"][0].update(more=1),
        lambda r: r["files"][0]["claims"][0].update(verdict="true"),
        lambda r: r["files"][0]["claims"][0].pop("end_line"),
        lambda r: r["files"][0]["claims"][0]["witness"].update(inputs=[{}]),
        lambda r: r["files"][0]["claims"][2]["obligations"][0].update(known="x"),
    ):
        bad = json.loads(json.dumps(good))
        change(bad)
        assert not REPORT.is_valid(bad)


# ---- SARIF, JUnit, GitHub --------------------------------------------------------------------


def test_sarif(folder: Path) -> None:
    found = json.loads(run("verify", "--format", "sarif", "--budget", "0", "--no-find", "."))
    SARIF.validate(found)
    (run_,) = found["runs"]
    results = run_["results"]
    assert [one["ruleId"] for one in results] == [
        *("claim-refuted", "claim-proved", "claim-unknown", "empty-file", "unknown-name")
    ]
    assert [one["level"] for one in results] == ["error", "error", "error", "warning", "error"]
    assert all([run_["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == one["ruleId"] for one in results])
    refuted, _, unknown = results[:3]
    assert refuted["properties"]["witness"]["probabilities"] == ["1", "0"]
    place = refuted["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "./a%20b%2Cc.wl"
    assert place["region"] == {"startLine": 5, "startColumn": 1, "endLine": 5, "endColumn": 48}
    assert unknown["relatedLocations"][0]["message"]["text"].startswith("results-equal")
    assert not json.loads(run("verify", "--format", "sarif", EXAMPLES[0]))["runs"][0]["results"]


def test_junit(folder: Path) -> None:
    root = ElementTree.fromstring(run("verify", "--format", "junit", "--budget", "0", "--no-find", "."))
    assert (root.tag, root.get("tests"), root.get("failures"), root.get("errors")) == ("testsuites", "4", "3", "1")
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert list(cases) == ["false_one", "not_false", "wrong_way", "(file)"]
    failure = cases["false_one"].find("failure")
    assert failure is not None
    assert failure.get("message") == "refuted, expected proved"
    assert "x = false" in (failure.text or "")
    error = cases["(file)"].find("error")
    assert error is not None
    assert "unknown-name" in (error.text or "")
    good = ElementTree.fromstring(run("verify", "--format", "junit", EXAMPLES[0]))
    assert not list(good.iter("failure"))
    assert len(list(good.iter("testcase"))) > 0


def test_junit_of_what_xml_cannot_say(tmp_path: Path) -> None:
    path = tmp_path / "a\x01.wl"
    path.write_text("program P(x\x01 : bool")
    ElementTree.fromstring(run("check", "--format", "junit", path))


def test_github(folder: Path) -> None:
    lines = run("verify", "--format", "github", "--budget", "0", "--no-find", ".").splitlines()
    assert len(lines) == 5
    kinds = [re.match(r"::(error|warning) file=([^,]*),line=(\d+),col=(\d+),[^:]*::(.*)$", line) for line in lines]
    assert [found and (found[1], found[3]) for found in kinds] == [
        *(("error", "5"), ("error", "6"), ("error", "15"), ("warning", "1"), ("error", "1"))
    ]
    assert kinds[0] is not None
    assert kinds[0][2] == "./a b%2Cc.wl"
    assert "%0Arun 1: x = false%0A" in kinds[0][5]
    assert run("verify", "--format", "github", EXAMPLES[0]) == ""


@pytest.mark.parametrize("command", ["verify", "check", "refute"])
@pytest.mark.parametrize("form", ["json", "sarif", "junit", "github"])
def test_every_command_has_every_format(folder: Path, command: str, form: str) -> None:
    options = {"verify": ["--budget", "0", "--no-find"], "check": [], "refute": ["--budget", "10"]}[command]
    found = run(command, "--format", form, *options, ".")
    match form:
        case "json":
            REPORT.validate(json.loads(found))
        case "sarif":
            SARIF.validate(json.loads(found))
        case "junit":
            ElementTree.fromstring(found)
        case _:
            assert all([line.startswith("::") for line in found.splitlines()])


# ---- hooks, action, workflow -----------------------------------------------------------------


def validated(*words: object) -> None:
    done = subprocess.run([sys.executable, "-m", *[str(word) for word in words]], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_hooks() -> None:
    validated("pre_commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml")


def test_the_action_and_the_workflow() -> None:
    validated("check_jsonschema", "--builtin-schema", "vendor.github-actions", ROOT / "action.yml")
    validated("check_jsonschema", "--builtin-schema", "vendor.github-workflows", ROOT / "examples/workflow.yml")


def test_what_they_run_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command line of the action, the hooks and the workflow is one that prhl takes."""
    yaml = pytest.importorskip("yaml")
    (tmp_path / "mechanisms").mkdir()
    (tmp_path / "mechanisms/coin.wl").write_text((ROOT / "examples/course/rand_resp.wl").read_text())
    monkeypatch.chdir(tmp_path)
    lines = [
        hook["entry"] + " mechanisms/coin.wl" for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    ]
    steps = yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]
    steps += yaml.safe_load((ROOT / "examples/workflow.yml").read_text())["jobs"]["verify"]["steps"]
    lines += [step["run"] for step in steps if step.get("run", "").startswith("prhl ")]
    assert len(lines) == 6
    for line in lines:
        words = shlex.split(line.split(">")[0].replace("$PRHL_OPTIONS $PRHL_PATHS", "mechanisms"))
        result = CliRunner().invoke(main, words[1:])
        assert result.exit_code == 0, (line, result.output)
