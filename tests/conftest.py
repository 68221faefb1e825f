"""What all tests share.

Most of them ask what a proof says where it fails, of claims that a search would soon refute. So the search for attacks
is left out, except in tests with the mark `search`: those of the examples, the documents and the search itself.

Random tests try the same cases every time and everywhere; `make fuzz` tries others (`PRHL_RANDOM`).

Of some tests `make test` runs a part: `tests/shares.py`. The others get the mark `long` here.

After the tests it is told how much time of processors they took, and which of them took more than `make test` has for
one. That is measured where a test runs, with the processes that it waited for, and no test depends on it.
"""

import gc
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from prhl.frontends.cli import SELDOM
from prhl.search import hunt
from tests.shares import SHARES, long

MOST = 20  # seconds of a processor for one test; what needs more has the mark `long`

gc.set_threshold(*SELDOM)  # as on the command line

settings.register_profile("prhl", derandomize="PRHL_RANDOM" not in os.environ, deadline=None)
settings.load_profile("prhl")

_before = 0.0  # what had been used when the last phase of a test ended
_used: dict[str, float] = {}
_long: set[str] = set()


@pytest.fixture(autouse=True)
def search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("search") is None:
        monkeypatch.setattr(hunt, "attack", lambda *_: None)


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A cache of verdicts that the processes of one run share, for tests with the mark `search` that ask the same of
    every example: whoever is first verifies it."""
    mine = tmp_path_factory.getbasetemp()
    return (mine if worker_id == "master" else mine.parent) / "kept"


@pytest.hookimpl(tryfirst=True)  # before the marks are looked at
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[f"{item.path.name}::{getattr(item, 'originalname', item.name)}"].append(item)
    for name, share in SHARES.items():
        mine = cases[name]
        if isinstance(share, int) or len(mine) > 2:  # else single cases were asked for, perhaps others
            for at in long([item.name for item in mine], share):
                mine[at].add_marker("long")


def _now() -> float:
    found = os.times()
    return found.user + found.system + found.children_user + found.children_system


def pytest_runtest_logstart() -> None:
    global _before
    _before = _now()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    global _before
    report = yield
    now = _now()
    report.cpu = now - _before  # the report goes to the process that prints
    _before = now
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _used[report.nodeid] = _used.get(report.nodeid, 0.0) + getattr(report, "cpu", 0.0)
    if "long" in report.keywords:
        _long.add(report.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """pytest looks for cycles five times when a process ends: seconds, in what thousands of tests have left behind."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    terminalreporter.write_line(f"{sum(_used.values()):.0f} seconds of processors")
    found = sorted(_used.items(), key=lambda one: -one[1])
    if log := os.environ.get("PRHL_TIMES"):
        with open(log, "w", encoding="utf-8") as file:
            file.writelines([f"{used:8.2f}  {name}\n" for name, used in found])
    for name, used in found:
        if used > MOST and name not in _long:
            terminalreporter.write_line(f"{used:.0f} seconds of a processor, and not marked long: {name}")
