"""Terms that are constant in all rounds of a loop, and bounds made of them.

The state is in single-assignment form: a name has one value, and what a loop changes gets new names at its head and in
its body. So a term over names that are older than the loop has one value in all of its rounds.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from prhl.logic.build import absolute, choose, less, number, plus, times, total
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Constant, Ghost, Logical, Quantified, Term, Variable, conjuncts, subterms
from prhl.logic.types import BOOL, INT, REAL
from prhl.records import dataclass
from prhl.rules.state import Fact

DEEPEST = 20  # of definitions put into one another
MOST = 12  # terms that a bound is made of
GENEROUS = 8  # times as much: how large a bound is does not matter

_COMPARING = ("lt", "le", "gt", "ge", "eq")
_ADDING = ("add", "neg", "mul", "widen", "ite", "min", "max", "abs")


@dataclass(frozen=True, slots=True)
class Steady:
    """The names that are older than a loop: those whose number is not above `since`."""

    since: int

    def old(self, variable: Variable) -> bool:
        return serial(variable) <= self.since

    def same(self, term: Term) -> bool:
        """One value in all rounds."""
        inside = list(subterms(term))
        return all([self.old(t) for t in inside if isinstance(t, Variable) and t.means is None]) and not _open(inside)

    def few(self, term: Term, facts: Sequence[Fact]) -> bool:
        """Finitely many values in all rounds: what the loop changes decides truth values in it, and nothing else."""
        return self._few(resolved(term, facts, self.old))

    def _few(self, term: Term) -> bool:
        todo, seen = [term], set[Term]()
        while todo:
            part = todo.pop()
            if part.type == BOOL:
                if _open(list(subterms(part))):
                    return False
            elif isinstance(part, Variable):
                if part.means is None and not self.old(part):
                    return False
                if part.means is not None and part not in seen:
                    seen.add(part)
                    todo.append(part.means)
            elif isinstance(part, Apply):
                todo += part.arguments
            elif not isinstance(part, Constant):
                return False
        return True

    def above(self, facts: Sequence[Fact], also: Sequence[Term] = ()) -> Term:
        """An integer that is one value in all rounds and not below the sums and differences that are compared there."""
        found = [*also, *[t for t in self._compared(facts) if t.type == INT]]
        terms = [t for t in dict.fromkeys(found) if not isinstance(t, Constant)][:MOST]
        integers = _constants(facts, lambda c: c.denominator == 1)
        whole = total([number(sum([abs(c) for c in integers], Fraction(0))), *[absolute(t) for t in terms]])
        return times(number(GENEROUS), whole)

    def below(self, facts: Sequence[Fact], mass: Term) -> Term:
        """A number above 0 that is one value in all rounds and not above the probabilities that are compared there."""
        constants = _constants([*facts, Fact(mass)], lambda c: 0 < c < 1)
        least: Term = number(min([*[min(c, 1 - c) for c in constants], Fraction(1, 2)]))
        for term in [t for t in self._compared(facts) if not isinstance(t, Constant)][:MOST]:
            for chance in (term, plus(number(1), term, -1)):
                positive = choose(less(number(0), chance), chance, number(1))
                least = Apply("min", (least, positive), REAL)
        return least

    def _compared(self, facts: Sequence[Fact]) -> list[Term]:
        """Constant terms that a comparison compares with something; the latest facts first."""
        found: dict[Term, None] = {}
        for fact in reversed(facts):
            for part in subterms(fact.formula):
                if isinstance(part, Apply) and part.operator in _COMPARING:
                    found.update(dict.fromkeys([t for side in part.arguments for t in self._parts(side)]))
        return list(found)

    def _parts(self, term: Term) -> Iterator[Term]:
        if term.type not in (INT, REAL):
            return
        if isinstance(term, Apply) and term.operator == "widen":
            yield from self._parts(term.arguments[0])
        elif self.same(term):
            yield term
        elif isinstance(term, Apply) and term.operator in _ADDING:
            for argument in term.arguments:
                yield from self._parts(argument)


def serial(variable: Variable) -> int:
    """The number of a name, in the order in which they were given; inputs were there before."""
    given = variable.name.rpartition("@")[2] if "@" in variable.name else ""
    return int(given) if given else 0


def definitions(facts: Sequence[Fact]) -> dict[str, Term]:
    """What names are said to be equal to, wherever that is known."""
    found: dict[str, Term] = {}
    for fact in facts:
        for part in conjuncts(fact.formula):
            match part:
                case Apply("eq", (Variable(name), value)) if name not in found:
                    found[name] = value
                case _:
                    pass
    return found


def resolved(term: Term, facts: Sequence[Fact], old: Callable[[Variable], bool]) -> Term:
    """The term with values for its names, as far as equations that are known here go."""
    known = definitions(facts)

    def leaf(given: Variable | Logical | Ghost) -> Term | None:
        if isinstance(given, Variable) and given.means is not None:
            return given  # not written out: it may be long
        if isinstance(given, Variable) and given.type != BOOL and not old(given):
            return known.get(given.name)
        return None

    for _ in range(DEEPEST):
        put = substitute(term, leaf)
        if put == term:
            return term
        if len(list(subterms(put))) > 500:
            return term
        term = put
    return term


def _open(inside: Sequence[Term]) -> bool:
    """Whether a name might stand there that nothing binds."""
    bound = {v.name for t in inside if isinstance(t, Quantified) for v in t.variables}
    return any([isinstance(t, Ghost) or (isinstance(t, Logical) and t.name not in bound) for t in inside])


def _constants(facts: Sequence[Fact], wanted: Callable[[Fraction], bool]) -> list[Fraction]:
    found: dict[Fraction, None] = {}
    for fact in facts:
        for part in subterms(fact.formula):
            if isinstance(part, Constant) and isinstance(part.value, Fraction) and wanted(part.value):
                found[part.value] = None
            match part:
                case Apply("div", (Constant(Fraction() as above), Constant(Fraction() as below))) if below:
                    if wanted(above / below):
                        found[above / below] = None
                case _:
                    pass
    return list(found)
