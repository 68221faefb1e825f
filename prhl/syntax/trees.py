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


def binding(relation: ast.Formula) -> list[ast.Call | ast.Quantifier]:
    """What binds names for a whole claim: `at k`, and the `exists` at the top of its relation, through conjunctions."""
    found: list[ast.Call | ast.Quantifier] = []
    todo = [relation]
    while todo:
        node = ast.strip(todo.pop(0))
        match node:
            case ast.Connective("&&", operands):
                todo = [*operands, *todo]
            case ast.Call(_, _, ast.Name()):
                found.append(node)
            case ast.Quantifier("exists", _, body):
                found.append(node)
                todo = [body, *todo]
            case _:
                pass
    return found
