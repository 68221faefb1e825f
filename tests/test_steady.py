"""`make steady` compares what it says that it compares, and notices a difference."""

from pathlib import Path

import pytest

from benchmarks import steady

ROOT = Path(__file__).parent.parent
FILES = [ROOT / "examples/course/rand_resp.wl", ROOT / "examples/quadruples/one_time_pad.wl"]


def test_a_report_is_the_same_in_every_calm_way() -> None:
    told = []
    hint = ROOT / "tests/traps/r34_walk_is_no_redraw.wl"  # a hint names two variables, once as they hash
    for way in steady.CALM:
        server = steady.Server(way)
        try:
            told.append([server.report(path) for path in (*FILES, hint)])
        finally:
            server.stop()
    assert told[0] == told[1]
    first, *_ = told[0]
    assert first[0] == "status 0"
    assert any(["3/4 > exp(ln(2)) * 1/4" in line for line in first]), "the text is among what is compared"
    assert any(['"verdict": "refuted"' in line for line in first]), "and so is the data"


@pytest.mark.long
def test_a_difference_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a way to verify that tells something else of one file."""
    report = steady.Server.report

    def otherwise(server: steady.Server, path: Path) -> list[str]:
        found = report(server, path)
        return [*found, "one line more"] if server.way.jobs == 2 and path == FILES[1] else found

    assert steady.compare(FILES, 10) == 0
    monkeypatch.setattr(steady.Server, "report", otherwise)
    assert steady.compare(FILES, 10) == 1
    told = capsys.readouterr().out
    assert "+one line more" in told
    assert "2 files compared in 3 ways, 1 of them unsteady" in told
