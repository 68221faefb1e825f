"""`python -m benchmarks.folders`: the wheel in an empty environment, and a folder of 200 files with it.

The files are small examples of the course, of mechanisms and of quadruples, in copies that differ by a comment. They
are verified by one process and by two, with verdicts kept and again, and in every format; reports are compared, and
validated against their schemas. Then the examples of `docs/api.md` are run there, with NumPy and pandas beside the
wheel. SARIF is validated against `tests/sarif_subset.json`, and with `--sarif-schema` against the schema of OASIS,
which the npm package `@microsoft/sarif-multitool-linux` carries as `sarif-2.1.0.json`. Status 1 if anything is not as
it should be. Beside times are those of the processors, since other work on the machine makes the former long.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any
from xml.etree import ElementTree

import jsonschema

ROOT = Path(__file__).parent.parent
FILES, DIFFERENT = 200, 50
DOCTEST = """
import doctest, pathlib, sys
text = pathlib.Path("examples.txt").read_text()
test = doctest.DocTestParser().get_doctest(text, {}, "api.md", "docs/api.md", 0)
failed = doctest.DocTestRunner().run(test).failed
print(len(test.examples), "examples of docs/api.md,", failed, "failed")
sys.exit(bool(failed))
"""


def validator(path: Path) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def written(folder: Path, many: int) -> None:
    """So many files, in folders: the smallest examples, as often as needed, and no two of them alike."""
    found = [
        path for name in ("course", "mechanisms", "quadruples") for path in (ROOT / "examples" / name).glob("*.wl")
    ]
    small = sorted(found, key=lambda path: path.stat().st_size)[:DIFFERENT]
    for at in range(many):
        path, copy = small[at % len(small)], at // len(small)
        place = folder / path.parent.name / f"{path.stem}_{copy}.wl"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"// copy {copy}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")


def untimed(value: Any) -> Any:
    """Without what may differ from run to run."""
    if isinstance(value, dict):
        return {name: untimed(one) for name, one in value.items() if name not in ("seconds", "cached")}
    return [untimed(one) for one in value] if isinstance(value, list | tuple) else value


def files_of(report: str) -> Any:
    return untimed(json.loads(report)["files"])


class Folders:
    def __init__(self, home: Path, many: int, official: Path | None) -> None:
        self.home, self.many, self.official = home, many, official
        self.wrong: list[str] = []

    def installed(self) -> None:
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(self.home), str(ROOT)], check=True)
        (self.wheel,) = self.home.glob("*.whl")
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(self.home / "venv")], check=True)
        self.pip = [*pip, "--python", str(self.home / "venv/bin/python"), "install"]
        subprocess.run([*self.pip, str(self.wheel)], check=True)
        written(self.home / "in", self.many)
        written(self.home / "hundred", min(100, self.many))

    def run(self, what: str, *words: str) -> tuple[str, float]:
        """Standard output and seconds; told, with those of the processors."""
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        done = subprocess.run(
            [self.home / "venv/bin/prhl", *words], cwd=self.home, capture_output=True, text=True, check=False
        )
        after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter() - started
        worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{what:<34} {seconds:7.2f} s, {worked:7.2f} s of processors", flush=True)
        self.expect(f"{what}: status {done.returncode} {done.stderr[-300:]}", done.returncode == 0 and not done.stderr)
        return done.stdout, seconds

    def expect(self, what: str, holds: bool) -> None:
        if not holds:
            self.wrong.append(what)
            print(f"WRONG  {what}")

    def folders(self) -> None:
        report, one = self.run("json, --jobs 1", "verify", "in", "--format", "json")
        again, two = self.run("json, --jobs 2", "verify", "in", "--format", "json", "--jobs", "2")
        print(f"--jobs 2 takes {two / one:.2f} of the time of --jobs 1 (load {os.getloadavg()[0]:.1f})")
        self.expect("--jobs 1 and --jobs 2 say the same", files_of(report) == files_of(again))
        summary = json.loads(report)["summary"]
        print(", ".join([f"{count} {name}" for name, count in summary.items()]))
        self.expect("all files are there", summary["files"] == self.many and summary["unexpected"] == 0)
        self.run("kept for the first time", "verify", "in", "--cache", "kept", "--jobs", "2")
        kept, _ = self.run("json, all kept", "verify", "in", "--cache", "kept", "--format", "json")
        self.expect("what is kept is what was said", files_of(kept) == files_of(report))
        self.expect("all is kept", json.loads(kept)["summary"]["cached"] == summary["claims"])
        self.run("a hundred files, kept", "verify", "hundred", "--cache", "kept")

    def formats(self) -> None:
        official = None if self.official is None else validator(self.official)
        checks: dict[str, Callable[[str], object]] = {
            "json": lambda text: validator(ROOT / "docs/report.schema.json").validate(json.loads(text)),
            "sarif": lambda text: self.sarif(json.loads(text), official),
            "junit": self.junit,
            "github": self.github,
        }
        (self.home / "in/wrong.wl").write_text("program P(x : private bool) : bool { return y; }\n")
        (self.home / "in/false.wl").write_text(
            "program P(x : private bool) : bool { return x; }\nclaim c : P satisfies dp(1) when any;\n"
        )
        for words in (["verify", "in", "--cache", "kept"], ["check", "in"], ["refute", "in", "--budget", "2"]):
            for form, check in checks.items():
                command = [self.home / "venv/bin/prhl", *words, "--format", form]
                check(subprocess.run(command, cwd=self.home, capture_output=True, text=True, check=False).stdout)
        print("reports of verify, check and refute in json, sarif, junit and github are what their schemas say")

    def sarif(self, report: Any, official: "jsonschema.Draft202012Validator | None") -> None:
        validator(ROOT / "tests/sarif_subset.json").validate(report)
        if official is not None:
            official.validate(report)

    def junit(self, text: str) -> None:
        root = ElementTree.fromstring(text)
        cases = list(root.iter("testcase"))
        self.expect("junit counts its cases", root.tag == "testsuites" and int(root.get("tests") or -1) == len(cases))

    def github(self, text: str) -> None:
        self.expect("github", all([re.match("::(error|warning) ", line) for line in text.splitlines()]))

    def page(self) -> None:
        sys.path.insert(0, str(ROOT))
        from tests.test_docs import blocks_of

        subprocess.run([*self.pip, f"{self.wheel}[numpy,pandas]"], check=True)
        text = ""
        (self.home / "page").mkdir()
        for block in blocks_of(ROOT / "docs/api.md"):
            if block.file is not None:
                (self.home / "page" / block.file).write_text(block.text)
            text += block.text if block.tag == "pycon" else ""
        (self.home / "page/examples.txt").write_text(text)
        command = [self.home / "venv/bin/python", "-P", "-c", DOCTEST]
        done = subprocess.run(command, cwd=self.home / "page", capture_output=True, text=True, check=False)
        print(done.stdout[-2000:], end="")
        self.expect(f"the page {done.stderr[-500:]}", done.returncode == 0)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--files", type=int, default=FILES)
    words.add_argument("--sarif-schema", type=Path)
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        it = Folders(Path(folder), asked.files, asked.sarif_schema)
        it.installed()
        it.folders()
        it.formats()
        it.page()
        return int(bool(it.wrong))


if __name__ == "__main__":
    sys.exit(main())
