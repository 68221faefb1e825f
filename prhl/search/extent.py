"""What a search has covered, in words: how long the lists were, how large the numbers, which parameters."""

from typing import Any

from prhl.diagnostics import counted
from prhl.logic.types import INT, REAL, List, Tuple, Type
from prhl.search.space import Candidate, Space
from prhl.semantics.evaluate import Value
from prhl.semantics.instances import text

MOST = 5  # values of a parameter that are named


class Extent:
    def __init__(self, space: Space) -> None:
        self.types = {p.name: p.type for program in (space.left, space.right) for p in program.parameters}
        self.sizes: dict[str, int] = {}
        self.numbers: list[Any] = []
        self.public: dict[str, dict[Value, None]] = {}
        self.shared = {p.name for q in (space.left, space.right) for p in q.parameters if not p.private}

    def add(self, candidate: Candidate) -> None:
        for inputs in (candidate.left, candidate.right):
            for name, value in inputs.items():
                if name in self.shared:
                    self.public.setdefault(name, {})[value] = None
                else:
                    self._measure(name, value, self.types[name])

    def _measure(self, name: str, value: Value, type_: Type) -> None:
        match type_:
            case List(item):
                self.sizes[name] = max(self.sizes.get(name, 0), len(value))
                for inner in value:
                    self._measure(name, inner, item)
            case Tuple(items):
                for inner, part in zip(value, items, strict=True):
                    self._measure(name, inner, part)
            case _ if type_ in (INT, REAL):
                self.numbers = [min([*self.numbers, value]), max([*self.numbers, value])]
            case _:
                pass

    def text(self) -> str:
        """`q up to 3 elements, values -1..8, eps 1, 1/2, 2`."""
        parts = [f"{name} up to {counted(size, 'element')}" for name, size in self.sizes.items()]
        if self.numbers:
            low, high = self.numbers
            parts.append(f"values {text(low, REAL)}..{text(high, REAL)}")
        for name, values in self.public.items():
            shown = [text(value, self.types[name]) for value in list(values)[:MOST]]
            parts.append(f"{name} {', '.join(shown)}" + (" and others" if len(values) > MOST else ""))
        return ", ".join(parts)
