"""Files that nobody would write (tests/spliced.py) are answered; `make fuzz` tries thousands."""

import pytest

import prhl.proof
from tests import spliced


@pytest.mark.search
@pytest.mark.parametrize("first", range(0, 60, 6))
def test_no_file_is_a_fault(first: int) -> None:
    told = [spliced.wrong(text) for seed in range(first, first + 6) for text in spliced.texts(seed)]
    assert not any(told), told


def test_many_of_them_are_read() -> None:
    found = [spliced.accepted(text) for seed in range(30) for text in spliced.texts(seed)]
    assert sum(found) >= len(found) // 4


def test_a_fault_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a name that is not there")

    monkeypatch.setattr(prhl.proof, "prove", broken)
    taken = next(text for seed in range(30) for text in spliced.texts(seed) if spliced.accepted(text))
    assert "a name that is not there" in (spliced.wrong(taken) or "")
