"""`answer NAME = e;`: a place in a file for what its reader finds out.

Elsewhere in the file the name stands for the answer, as if `(e)` were written there; an answer may use those before it.
An answer that nobody reads, such as an event, says nothing to the verifier: `prhl learn` reads it.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from prhl.diagnostics import Diagnostic, Related
from prhl.syntax import ast
from prhl.syntax.trees import open_holes

Given = Mapping[str, ast.Answer]
Report = Callable[[Diagnostic], None]


def expanded(items: Sequence[ast.Item], report: Report) -> list[ast.Program | ast.Claim]:
    """The programs and claims, with the answers put where their names stand."""
    answers: dict[str, ast.Answer] = {}
    for item in items:
        if isinstance(item, ast.Answer):
            if item.name.text in answers:
                report(_taken(item.name, answers[item.name.text]))
            else:
                answers[item.name.text] = dataclasses.replace(item, value=_put(item.value, answers, report))
    rest = [item for item in items if not isinstance(item, ast.Answer)]
    return [_put(item, answers, report) for item in rest] if answers else rest


def _put(node: Any, answers: Given, report: Report) -> Any:
    """The tree with the answers in it; what holds none stays the same object."""
    if isinstance(node, tuple):
        parts = [_put(one, answers, report) for one in node]
        return node if all([a is b for a, b in zip(parts, node, strict=True)]) else tuple(parts)
    if not dataclasses.is_dataclass(node) or isinstance(node, type):
        return node
    if isinstance(node, ast.Name) and node.text in answers:
        report(_taken(node, answers[node.text]))
    if isinstance(node, ast.Variable) and node.name in answers and not node.run:
        return _used(node, answers[node.name], report)
    changes = {}
    for field in dataclasses.fields(node):
        before = getattr(node, field.name)
        after = _put(before, answers, report)
        if after is not before:
            changes[field.name] = after
    return dataclasses.replace(node, **changes) if changes else node


def _used(node: ast.Variable, answer: ast.Answer, report: Report) -> ast.Formula:
    if not open_holes(answer.value):
        return ast.Paren(answer.value, node.span)
    message = f"the answer `{answer.name.text}` is still open, and it is used here"
    related = (Related(answer.span, "open here"),)
    report(Diagnostic("open-answer", node.span, message, "write an expression for its `?`", related=related))
    return ast.Number("1", node.span)


def _taken(name: ast.Name, answer: ast.Answer) -> Diagnostic:
    message = f"`{name.text}` is the name of an answer"
    related = (Related(answer.name.span, "the answer"),)
    return Diagnostic("duplicate-name", name.span, message, "give one of them another name", related=related)
