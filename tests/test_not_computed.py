"""One name for what is not computed: whoever has no other way to try catches it, and it travels between processes."""

import ast
import pickle
from pathlib import Path

import pytest

from prhl.checks import laboratory  # noqa: F401
from prhl.diagnostics import NotComputed
from prhl.exact import channel  # noqa: F401  # so that its ways to fail are known
from prhl.source import Span

PACKAGE = Path(__file__).parent.parent / "prhl"
INSIDE = ("numbers", "semantics", "exact")  # where there are other ways to try
TOGETHER = {("pairings.py", "NotMeasured", "Inexact")}  # an epsilon is asked for in place of the claim's


def kinds(of: type[NotComputed] = NotComputed) -> list[type[NotComputed]]:
    return [of, *[kind for one in of.__subclasses__() for kind in kinds(one)]]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_it_tells_why_what_to_try_and_where_in_every_process(kind: type[NotComputed]) -> None:
    given = ("why", Span(1, 2)) if kind.__name__ == "Undecidable" else ("why", "what to try", Span(1, 2))
    stopped = kind(*given)  # type: ignore[arg-type]
    again = pickle.loads(pickle.dumps(stopped))
    for one in (stopped, again):
        assert type(one) is kind
        assert str(one) == one.message == "why"
        assert one.span == Span(1, 2)
        assert one.hint == ("what to try" if len(given) == 3 else "")


def test_others_catch_one_name() -> None:
    names = {kind.__name__ for kind in kinds()}
    found = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] in INSIDE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler) and isinstance(node.type, ast.Tuple):
                caught = [one.id for one in node.type.elts if isinstance(one, ast.Name) and one.id in names]
                if len(caught) > 1:
                    found.add((path.relative_to(PACKAGE).as_posix(), *caught))
    assert found == TOGETHER
