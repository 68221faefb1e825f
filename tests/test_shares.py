"""What `make test` leaves out is there, and `make test-all` runs it."""

import ast
from pathlib import Path

import pytest

from tests.shares import SHARES, long

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", SHARES)
def test_every_row_is_a_test(name: str) -> None:
    file, function = name.split("::")
    tree = ast.parse((HERE / file).read_text(encoding="utf-8"))
    assert function in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("cases", [1, 2, 3, 10, 57])
def test_shares_are_spread_from_the_first_case_to_the_last(cases: int) -> None:
    names = [f"test[{at}]" for at in range(cases)]
    for share in range(1, cases + 3):
        found = set(range(cases)) - long(names, share)
        assert len(found) == min(cases, share)
        assert 0 in found
        assert cases - 1 in found or share == 1
    assert long(names, 0) == set(range(cases))


def test_cases_are_left_out_by_name() -> None:
    assert long(["test[one]", "test[two]", "test[twofold]"], ("two",)) == {1, 2}
    assert long(["test[one]", "test[two]", "test[three]", "test[four]"], (2, ("two",))) == {1, 2}
    with pytest.raises(AssertionError, match="no case is called"):
        long(["test[one]", "test[two]"], ("three",))


def test_all_is_run_in_the_end() -> None:
    """The marker leaves nothing out but in `make test`."""
    makefile = (HERE.parent / "Makefile").read_text(encoding="utf-8")
    assert makefile.count("not long") == 1
    assert "make test-all" in (HERE.parent / ".ci/run").read_text(encoding="utf-8")
