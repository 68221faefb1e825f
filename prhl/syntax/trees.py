"""What several rooms ask of a syntax tree, whatever its nodes are."""

import dataclasses
from typing import Any

from prhl.syntax import ast


def nodes(tree: Any) -> list[Any]:
    """The nodes of a tree, outer ones first, in the order of the text."""
    found, todo = [], [tree]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            todo += reversed(one)
        elif dataclasses.is_dataclass(one):
            found.append(one)
            todo += [getattr(one, field.name) for field in reversed(dataclasses.fields(one))]
    return found


def open_holes(tree: Any) -> list[ast.Hole | ast.CoupleHole]:
    """The holes in a tree, in the order of the text."""
    return [one for one in nodes(tree) if isinstance(one, ast.Hole | ast.CoupleHole)]
