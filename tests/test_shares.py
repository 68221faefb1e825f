"""What `make test` leaves out is there, and `make test-all` runs it."""

import ast
from pathlib import Path

import pytest

from tests.shares import SHARES, kept

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", SHARES)
def test_every_row_is_a_test(name: str) -> None:
    file, function = name.split("::")
    tree = ast.parse((HERE / file).read_text(encoding="utf-8"))
    assert function in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("cases", [1, 2, 3, 10, 57])
def test_shares_are_spread_from_the_first_case_to_the_last(cases: int) -> None:
    for share in range(1, cases + 3):
        found = kept(cases, share)
        assert len(found) == min(cases, share)
        assert 0 in found
        assert cases - 1 in found or share == 1
    assert kept(cases, 0) == set()


def test_all_is_run_in_the_end() -> None:
    """The marker leaves nothing out but in `make test`."""
    makefile = (HERE.parent / "Makefile").read_text(encoding="utf-8")
    assert makefile.count("not long") == 1
    assert "make test-all" in (HERE.parent / ".ci/run").read_text(encoding="utf-8")
