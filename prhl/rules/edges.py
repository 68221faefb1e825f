"""Where a later condition changes with what was drawn: `r := x + z` and `r <= hi` make `hi - x` an edge of z.

They are candidates for `chance`, which owes what has to be true of them.
"""

from collections.abc import Sequence
from fractions import Fraction

from prhl.logic.build import number, plus, times
from prhl.logic.terms import Apply, Constant, Term, Variable, subterms
from prhl.logic.types import INT
from prhl.rules.state import Fact
from prhl.rules.steady import definitions

MOST = 4

_COMPARING = ("lt", "le", "gt", "ge", "eq", "ne")


class Edges:
    """The conditions of a round, with definitions of the names in them."""

    def __init__(self, conditions: Sequence[Term], facts: Sequence[Fact]) -> None:
        self.known = definitions([Fact(_bare(fact.formula)) for fact in facts])
        self.atoms = self._atoms(conditions)

    def of(self, name: Variable) -> list[Term]:
        found: dict[Term, None] = {}
        for left, right in self.atoms:
            edge = self._solved(left, right, name)
            if edge is not None and name not in list(subterms(edge)):
                found[edge] = None
        return list(found)[:MOST]

    def _atoms(self, conditions: Sequence[Term]) -> list[tuple[Term, Term]]:
        """Every comparison that the conditions rest on."""
        atoms: list[tuple[Term, Term]] = []
        seen: set[str] = set()
        todo = list(conditions)
        while todo:
            for part in subterms(todo.pop(0)):
                if isinstance(part, Variable) and part.name in self.known and part.name not in seen:
                    seen.add(part.name)
                    todo.append(self.known[part.name])
                if isinstance(part, Apply) and part.operator in _COMPARING and len(part.arguments) == 2:
                    atoms.append((part.arguments[0], part.arguments[1]))
        return atoms

    def _solved(self, left: Term, right: Term, name: Variable) -> Term | None:
        """The value of the name for which both sides are equal."""
        for one, other in ((left, right), (right, left)):
            if self._value(one) == name:
                return other
        parts = self._linear(left, name, 0), self._linear(right, name, 0)
        if parts[0] is None or parts[1] is None:
            return None
        factor = parts[0][0] - parts[1][0]
        if factor == 0 or (name.type == INT and abs(factor) != 1):
            return None
        rest = plus(parts[1][1], parts[0][1], -1)
        return rest if factor == 1 else times(number(1 / factor), rest)

    def _value(self, term: Term) -> Term:
        """What the term stands for, if it is a name for another term."""
        for _ in range(20):
            if isinstance(term, Variable) and term.name in self.known:
                term = self.known[term.name]
            elif isinstance(term, Apply) and term.operator == "widen":
                term = term.arguments[0]
            else:
                break
        return term

    def _linear(self, term: Term, name: Variable, depth: int) -> tuple[Fraction, Term] | None:
        """Factor and rest: the term is factor*name + rest; None if it is no such sum, or not seen to be one."""
        if depth > 20:
            return None
        match term:
            case Variable(found) if found == name.name:
                return Fraction(1), number(0)
            case Variable(found) if found in self.known:
                inner = self._linear(self.known[found], name, depth + 1)
                return (Fraction(0), term) if inner is not None and inner[0] == 0 else inner
            case Apply("widen", (inside,)):
                return self._linear(inside, name, depth + 1)
            case Apply("neg", (inside,)):
                return _times(Fraction(-1), self._linear(inside, name, depth + 1))
            case Apply("mul", (Constant(Fraction() as by), inside)):
                return _times(by, self._linear(inside, name, depth + 1))
            case Apply("add", (first, *others)):
                found_ = self._linear(first, name, depth + 1)
                for other in others:
                    found_ = _plus(found_, self._linear(other, name, depth + 1))
                return found_
            case _:
                return None if name in list(subterms(term)) else (Fraction(0), term)


def _bare(formula: Term) -> Term:
    """What a formula says, under whatever condition."""
    while isinstance(formula, Apply) and formula.operator == "implies":
        formula = formula.arguments[1]
    return formula


def _times(by: Fraction, part: tuple[Fraction, Term] | None) -> tuple[Fraction, Term] | None:
    return None if part is None else (by * part[0], times(number(by), part[1]))


def _plus(one: tuple[Fraction, Term] | None, two: tuple[Fraction, Term] | None) -> tuple[Fraction, Term] | None:
    if one is None or two is None:
        return None
    return one[0] + two[0], plus(one[1], two[1])
