"""A student's file beside the one that was handed out: what stands in the holes, and what else was changed.

A hole `?` takes any expression, `couple ?` any coupling, whatever price stands beside it, `invariant ?` any number of
annotations of its loop. All else is fixed and compared by its tree, so that blanks, comments, brackets around
expressions and the order of the items of a file are free.
"""

import dataclasses
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from prhl.records import dataclass
from prhl.source import NOWHERE, Span
from prhl.syntax import ast
from prhl.syntax.trees import open_holes

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Change:
    span: Span
    message: str


@dataclass
class Compared:
    places: dict[Path, Any] = field(default_factory=dict)  # what stands where the other file has a hole
    changes: list[Change] = field(default_factory=list)
    open: list[Span] = field(default_factory=list)  # holes that are still there, or whose place is empty


def compared(given: ast.File, handed_in: ast.File) -> Compared:
    found = Compared()
    theirs = {_title(item): item for item in handed_in.items}
    for item in given.items:
        mine = theirs.pop(_title(item), None)
        if mine is None:
            found.changes.append(Change(NOWHERE, f"the {_title(item)} is gone"))
        else:
            _compare(item, mine, (_title(item),), mine.span, found)
    for title, item in theirs.items():
        found.changes.append(Change(item.span, f"the {title} is new here"))
    if len(handed_in.items) > len({_title(item) for item in handed_in.items}):
        found.changes.append(Change(NOWHERE, "an item stands here twice"))
    return found


def _title(item: ast.Item) -> str:
    kind = "program" if isinstance(item, ast.Program) else "answer" if isinstance(item, ast.Answer) else "claim"
    return f"{kind} `{item.name.text}`"


def _compare(given: Any, mine: Any, path: Path, near: Span, found: Compared) -> None:
    given, mine = bare(given), bare(mine)
    near = getattr(mine, "span", near)
    if isinstance(given, ast.Hole | ast.CoupleHole):
        _filled(mine, path, near, found)
    elif isinstance(given, tuple) and isinstance(mine, tuple):
        if any([_is_open_invariant(one) for one in given]):
            _annotations(given, mine, path, near, found)
        elif len(given) == len(mine):
            for at, (one, other) in enumerate(zip(given, mine, strict=True)):
                _compare(one, other, (*path, at), near, found)
        else:
            found.changes.append(Change(near, "something was added or taken away here"))
    elif dataclasses.is_dataclass(given) and type(given) is type(mine):
        for part in dataclasses.fields(given):
            if part.compare:
                _compare(getattr(given, part.name), getattr(mine, part.name), (*path, part.name), near, found)
    elif given != mine:
        found.changes.append(Change(near, "this was something else"))


def bare(node: Any) -> Any:
    """Without brackets around expressions."""
    while isinstance(node, ast.Paren):
        node = node.operand
    return node


def plain(node: Any) -> Any:
    """A tree without any brackets around expressions, to compare."""
    node = bare(node)
    if isinstance(node, tuple):
        return tuple([plain(one) for one in node])
    if dataclasses.is_dataclass(node) and not isinstance(node, type):
        parts = [getattr(node, part.name) for part in dataclasses.fields(node) if part.compare]
        return (type(node).__name__, *[plain(part) for part in parts])
    return node


def _is_open_invariant(node: Any) -> bool:
    return isinstance(node, ast.Invariant) and isinstance(bare(node.formula), ast.Hole)


def _annotations(given: Sequence[Any], mine: Sequence[Any], path: Path, near: Span, found: Compared) -> None:
    """What is fixed must be there; the rest fills the hole."""
    rest = list(mine)
    for one in given:
        if _is_open_invariant(one):
            continue
        same = next((other for other in rest if plain(other) == plain(one)), None)
        if same is None:
            found.changes.append(Change(near, "an annotation of this loop was changed or taken away"))
        else:
            rest.remove(same)
    _filled(tuple(rest), path, near, found)


def _filled(mine: Any, path: Path, near: Span, found: Compared) -> None:
    found.places[path] = mine
    holes = open_holes(mine)
    if holes or mine is None or mine == ():
        found.open.append(holes[0].span if holes else near)
