"""A question as inequalities between sums on a region: what `elementary_steps` can be asked.

The region is a superset of where the facts hold: of each fact either a range of one variable is kept, or a polynomial,
or nothing. What is not arithmetic is a variable, the same wherever the same term occurs. A quotient, a logarithm or a
root becomes part of a sum only where it is shown to exist, so that a term and its sum are equal on the whole region.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

from prhl.diagnostics import NotComputed
from prhl.logic.show import marked
from prhl.logic.terms import Apply, Constant, Term, Variable, conjuncts, spelled_out
from prhl.logic.types import INT, REAL
from prhl.numbers.elementary import ONE, ZERO, Sum, constant, exp, variable
from prhl.records import dataclass
from prhl.solvers.elementary_steps import Bound, Prover, Range, Space
from prhl.solvers.query import Query

ROUNDS = 3  # of reading the facts: where a quotient exists may follow from other facts
SWAPPED = {"ge": "le", "gt": "lt"}
DENIED = {"le": "gt", "lt": "ge", "ge": "lt", "gt": "le", "ne": "eq"}
Atom = Term | tuple[str, Sum]


@dataclass(frozen=True, slots=True)
class Goal:
    """The sum is to be positive or, if it is not `strict`, not negative."""

    sum: Sum
    strict: bool


class Reading:
    """Of one question: the region, and the goals on it."""

    def __init__(self, query: Query, prover: Prover) -> None:
        premises, _ = _stripped(query.goal)
        self.wanted = conclusions(query.goal)
        self.facts = [part for fact in (*query.facts, *premises) for part in conjuncts(spelled_out(fact))]
        self.prover = prover
        self.names: dict[Atom, str] = {}
        self.space = Space({}, (), prover)
        self.definitions: dict[Term, Term] = {}
        self.open: set[Term] = set()  # definitions that are being read
        for fact in self.facts:
            self._define(fact)
        for _ in range(ROUNDS):
            before = self.space.key
            with suppress(NotComputed):
                self.goals()  # for the names in them
            self.space = self._region()
            if self.space.key == before:
                break

    def goals(self) -> list[Goal]:
        """All of which have to be shown; NotComputed if the question is none of inequalities."""
        return [goal for part in self.wanted for goal in self._wanted(part)]

    def _wanted(self, part: Term) -> Iterator[Goal]:
        match spelled_out(part):
            case Apply("ne", (left, right)) if _numeric(left, right):
                difference = self.number(right) - self.number(left)
                yield Goal(difference if self.space.show(difference) is not None else -difference, True)
            case Apply("eq", (left, right)) if _numeric(left, right):
                difference = self.number(right) - self.number(left)
                yield Goal(difference, False)
                yield Goal(-difference, False)
            case other:
                for sum_, strict in self._positive(other):
                    yield Goal(sum_, strict)

    def _positive(self, formula: Term) -> list[tuple[Sum, bool]]:
        """The sums that are positive (True) or not negative, if the comparison holds; NotComputed if it is none."""
        match spelled_out(formula):
            case Apply("not", (Apply(operator, sides),)) if operator in DENIED:
                return self._positive(Apply(DENIED[operator], sides, formula.type))  # type: ignore[arg-type]  # a key
            case Apply("lt" | "le" | "gt" | "ge" as operator, (left, right)) if _numeric(left, right):
                if operator in SWAPPED:
                    left, right = right, left
                return [(self.number(right) - self.number(left), operator in ("lt", "gt"))]
            case Apply("eq", (left, right)) if _numeric(left, right):
                difference = self.number(right) - self.number(left)
                return [(difference, False), (-difference, False)]
            case _:
                raise NotComputed

    def spelled_out(self, text: str) -> str:
        """A text with the sizes |t| for their names."""
        for atom, name in reversed(self.names.items()):
            if isinstance(atom, tuple):
                text = text.replace(name, f"|{atom[1]}|")
        return text

    # ---- the region --------------------------------------------------------------------------

    def _region(self) -> Space:
        known: list[tuple[Sum, bool]] = []
        for fact in self.facts:
            try:
                known += self._positive(fact)
            except NotComputed:
                continue
        sizes = [(name, atom[1]) for atom, name in self.names.items() if isinstance(atom, tuple)]
        ranges = dict.fromkeys(self.names.values(), Range())
        for name, inner in sizes:
            ranges[name] = self._narrowed(Range(Bound(ZERO, False)), *_size_bound(inner, known))
        rest = []
        for sum_, strict in known:
            bound = _bound(sum_, strict)
            if bound is not None:
                name, *ends = bound
                ranges[name] = self._narrowed(ranges[name], *ends)
            elif sum_.variables and all([g.kind == "var" for g in sum_.generators.values()]) and _whole(sum_):
                rest.append((sum_, strict))
        return Space(ranges, tuple(rest), self.prover)

    def _narrowed(self, range_: Range, low: Bound | None, high: Bound | None) -> Range:
        """The common part of two ranges; where it is not known which end is the narrower one, the old one is kept."""
        return Range(
            self._narrower(range_.low, low, 1) if low is not None else range_.low,
            self._narrower(range_.high, high, -1) if high is not None else range_.high,
        )

    def _narrower(self, old: Bound | None, new: Bound, sign: int) -> Bound:
        if old is None:
            return new
        difference = constant(sign) * (new.value - old.value)
        if not difference.terms:
            return Bound(new.value, new.open or old.open)
        return new if Space({}).show(difference) is not None else old

    # ---- terms as sums -----------------------------------------------------------------------

    def _define(self, fact: Term) -> None:
        """A fact x = t stands for the value of x wherever that is asked for."""
        match fact:
            case Apply("eq", (Variable(means=None) as name, term)) | Apply("eq", (term, Variable(means=None) as name)):
                if name.type == REAL and not isinstance(term, Variable):
                    self.definitions.setdefault(name, term)

    def number(self, term: Term) -> Sum:
        match spelled_out(term):
            case Constant(Fraction() as value):
                return constant(value)
            case Apply("widen", (inner,)) if inner.type == INT:
                return self.number(inner)
            case Apply("add", parts):
                return sum([self.number(part) for part in parts], ZERO)
            case Apply("mul", parts):
                out = ONE
                for part in parts:
                    out *= self.number(part)
                return out
            case Apply("neg", (inner,)):
                return -self.number(inner)
            case Apply("div", (above, below)):
                return self.number(above) * self.space.reciprocal(self.number(below))
            case Apply("pow", (base, Constant(Fraction() as power))) if power.denominator == 1:
                read = self.number(base)
                return read ** int(power) if power >= 0 else self.space.reciprocal(read) ** -int(power)
            case Apply("exp", (inner,)):
                return exp(self.number(inner))
            case Apply("ln", (inner,)):
                return self.space.ln(self.number(inner))
            case Apply("sqrt", (inner,)):
                return self.space.sqrt(self.number(inner))
            case Apply("abs", (inner,)):
                return self._size(self.number(inner))
            case Apply("min" | "max" as operator, (first, *others)):
                return self._extreme(self.number(first), [self.number(other) for other in others], operator == "max")
            case other:
                return self._atom(other)

    def _size(self, inner: Sum) -> Sum:
        sign = self.space.sign(inner) if inner.terms else 1
        if sign:
            return inner if sign > 0 else -inner
        inner = min(inner, -inner, key=lambda sum_: sum_.key)
        return self._named(("abs", inner), "size")

    def _extreme(self, found: Sum, others: Sequence[Sum], most: bool) -> Sum:
        for other in others:
            ahead = other - found if most else found - other
            if self.space.show(ahead, strict=False) is not None:
                found = other
            elif self.space.show(-ahead, strict=False) is None:
                raise NotComputed
        return found

    def _atom(self, term: Term) -> Sum:
        if term.type not in (INT, REAL):
            raise NotComputed
        definition = self.definitions.get(term)
        if definition is not None and term not in self.open:
            self.open.add(term)
            try:
                return self.number(definition)
            except NotComputed:
                pass
            finally:
                self.open.discard(term)
        return self._named(term, marked(term) if isinstance(term, Variable) else "value")

    def _named(self, atom: Atom, text: str) -> Sum:
        if atom not in self.names:
            taken = set(self.names.values())
            more = len([name for name in taken if name.split("#")[0] == text])
            self.names[atom] = text if not more and isinstance(atom, Variable) else f"{text}#{more + 1}"
        return variable(self.names[atom])


def conclusions(goal: Term) -> list[Term]:
    """What has to be shown, each by itself."""
    return [spelled_out(part) for part in conjuncts(_stripped(goal)[1])]


def _stripped(goal: Term) -> tuple[list[Term], Term]:
    """The premises of an implication, and its conclusion."""
    premises: list[Term] = []
    goal = spelled_out(goal)
    while isinstance(goal, Apply) and goal.operator == "implies":
        *before, goal = [spelled_out(part) for part in goal.arguments]
        premises += before
    return premises, goal


def _numeric(*terms: Term) -> bool:
    return all([term.type in (INT, REAL) for term in terms])


def _whole(sum_: Sum) -> bool:
    return all([k > 0 for m in sum_.terms for _, k in m.powers])


def _bound(sum_: Sum, strict: bool) -> tuple[str, Bound | None, Bound | None] | None:
    """The range that c*x + d >= 0 gives x, with a rational c and a d without variables."""
    if len(sum_.variables) != 1:
        return None
    [name] = sum_.variables
    [alone] = variable(name).terms
    c = sum_.terms.get(alone)
    rest = Sum({m: d for m, d in sum_.terms.items() if m != alone})
    if c is None or rest.variables:
        return None
    end = Bound(constant(-1 / c) * rest, strict)
    return (name, end, None) if c > 0 else (name, None, end)


def _size_bound(inner: Sum, known: Sequence[tuple[Sum, bool]]) -> tuple[None, Bound | None]:
    """|t| <= c, where t <= c and -t <= c are known with rational c."""
    ends = []
    for turned in (inner, -inner):
        above = [c for sum_, _ in known if (c := (sum_ + turned).number) is not None]
        if not above:
            return None, None
        ends.append(min(above))
    return None, Bound(constant(max(ends)), False)
