"""The text of functions and classes with all that they rest on, taken from the files of the house as it is there."""

import ast
from collections.abc import Callable, Iterable
from dataclasses import field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from prhl.records import dataclass

ORDER = ("random_bits", "bracketed", "coins", "finite_laws", "log_concave")  # of the room `sampling`, as they import


@dataclass
class Carried:
    """What was taken: the imports from Python's own library, the texts in their order, and all names."""

    imports: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class _Module:
    text: str
    defined: dict[str, ast.stmt]
    imported: dict[str, tuple[str, str]]


@cache
def _module(name: str) -> _Module:
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    text = Path(spec.origin).read_text(encoding="utf-8")
    defined: dict[str, ast.stmt] = {}
    imported: dict[str, tuple[str, str]] = {}
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef(name=one) | ast.ClassDef(name=one):
                defined[one] = node
            case ast.Assign(targets=[ast.Name(id=one)]):
                defined[one] = node
            case ast.ImportFrom(module=str(where), names=names):
                imported |= {alias.asname or alias.name: (where, alias.name) for alias in names}
            case _:
                pass
    return _Module(text, defined, imported)


def carried(wanted: Iterable[Callable[..., Any]]) -> Carried:
    """These, and whatever they name, down to Python's own library."""
    found = Carried()
    todo = [(one.__module__, one.__name__) for one in wanted]
    needed: set[tuple[str, str]] = set()
    while todo:
        where, name = todo.pop()
        if (where, name) in needed:
            continue
        needed.add((where, name))
        module = _module(where)
        for used in _names(module.defined[name]):
            if used in module.defined:
                todo.append((where, used))
            elif used in module.imported:
                home, original = module.imported[used]
                if home.startswith("prhl."):
                    todo.append((home, original))
                else:
                    found.imports.add(f"from {home} import {original}")
    for where in sorted({where for where, _ in needed}, key=_place):
        module = _module(where)
        nodes = [module.defined[name] for other, name in needed if other == where]
        found.texts += [_segment(module.text, node) for node in sorted(nodes, key=lambda node: node.lineno)]
    found.names = {name for _, name in needed}
    return found


def _place(module: str) -> tuple[int, str]:
    name = module.rpartition(".")[2]
    return (ORDER.index(name) if name in ORDER else len(ORDER), module)


def _names(node: ast.AST) -> set[str]:
    """The names in it, those of annotations in quotes among them."""
    found: set[str] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            found.add(one.id)
        elif isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value.isidentifier():
            found.add(one.value)
    return found


def _segment(text: str, node: ast.stmt) -> str:
    found = ast.get_source_segment(text, node)
    assert found is not None
    return found
