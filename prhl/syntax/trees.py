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


def sides(claim: ast.Claim) -> tuple[str, str]:
    """The programs of run 1 and of run 2."""
    if isinstance(claim, ast.Satisfies):
        return claim.program.text, claim.program.text
    return claim.left.text, claim.right.text


def middle(ends: tuple[str, str], first: tuple[str, str], second: tuple[str, str]) -> tuple[str, bool, bool] | None:
    """The program in which two claims meet that lead from one end of a chain to the other, and which of them are read
    from run 2 to run 1 for that; None if they do not meet so."""
    for mirrored in ((False, False), (True, False), (False, True), (True, True)):
        (start, one), (two, end) = [
            pair[::-1] if back else pair for pair, back in zip((first, second), mirrored, strict=True)
        ]
        if (start, end) == ends and one == two:
            return one, *mirrored
    return None
