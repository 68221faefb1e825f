"""Questions that z3 leaves open and that are inequalities with exp, ln, sqrt and powers.

Elementary steps are looked for, and SymPy is asked for exact places at which a derivative is 0. Whatever is proposed
here, `elementary_steps` checks.

The way is that of a first course in analysis. A sum is shown by its signs, as a polynomial, or by enclosures, if one of
these does; else it is divided by something positive and differentiated: where the derivative keeps its sign, the
value at an end of the range is enough, and the derivative is shown in the same way. Values at some points tell in
advance what is false, and which derivative keeps its sign. `STEPS` bounds all of it, so that an answer depends on the
question alone.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING

from prhl.diagnostics import NotComputed
from prhl.logic.terms import Apply, subterms
from prhl.numbers.elementary import (
    ONE,
    ZERO,
    Sum,
    cleared,
    constant,
    exp,
    factors,
    rational_ends,
    sign_at,
    variable,
)
from prhl.solvers.elementary_reading import Reading, conclusions
from prhl.solvers.elementary_steps import Range, Refused, Shown, Space
from prhl.solvers.query import Answer, Query

if TYPE_CHECKING:
    import sympy

STEPS = 1200  # terms that are looked at for one question
DEEPEST = 12  # of them within one another
MOST_UNKNOWNS = 3
MOST_TERMS = 12
SOLVED = 3  # terms of an equation that SymPy is asked to solve
MULTIPLIERS = 6
HALVINGS = 24  # of the place where a derivative changes its sign, and
AROUND = 3  # if it is only to be enclosed
SIMPLE = 60  # a denominator of what may be the place itself
CLOSE = Fraction(1, 10_000)  # a value that may be 0
MANY, FEW = 13, 5  # values of a variable, alone and among others
FAR = (Fraction(1, 1000), Fraction(1, 50), Fraction(1, 6), Fraction(1, 2), *[Fraction(2**n) for n in range(7)])
NEAR = (Fraction(1, 1000), *[Fraction(n, 12) for n in range(1, 12)], Fraction(999, 1000))
Attempts = Iterator[Shown | None]
FUNCTIONS = ("exp", "ln", "sqrt")
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")


def after(solve: Callable[[Query], Answer]) -> Callable[[Query], Answer]:
    """Asks the solver, and where its answer is unknown looks for elementary steps."""

    def answer(query: Query) -> Answer:
        found = solve(query)
        shown = steps(query) if found.status == "unknown" and _concerned(query) else None
        return (
            found if shown is None else replace(found, status="valid", model={}, reason="", stopped=None, steps=shown)
        )

    return answer


def steps(query: Query) -> tuple[str, ...] | None:
    """The steps that show the goal, one a line; None if none are found."""
    search = Search()
    try:
        reading = Reading(query, search.find)
        found = []
        for goal in reading.goals():
            search.left = STEPS
            shown = reading.space.show(goal.sum, goal.strict)
            if shown is None:
                return None
            found.append(shown)
    except NotComputed:
        return None
    return tuple([reading.spelled_out(line) for shown in found for line in told(shown)])


def _concerned(query: Query) -> bool:
    """Whether the goal compares, and one of the functions occurs: what the goal names may stand in the facts."""
    if not all([isinstance(part, Apply) and part.operator in COMPARISONS for part in conclusions(query.goal)]):
        return False
    formulas = (query.goal, *query.facts)
    return any([isinstance(part, Apply) and part.operator in FUNCTIONS for one in formulas for part in subterms(one)])


def told(shown: Shown, depth: int = 0, known: set[tuple[str, Sum]] | None = None) -> list[str]:
    """The steps as lines, premises below their conclusion; each once."""
    known = set() if known is None else known
    again = (shown.space.key, shown.sum) in known
    known.add((shown.space.key, shown.sum))
    ranges = ", ".join([f"{name} in {shown.space.ranges[name]}" for name in shown.sum.variables])
    why = " ".join([part for part in (shown.step, shown.note) if part])
    line = f"{'  ' * depth}0 {'<' if shown.strict else '<='} {shown.sum}{f' for {ranges}' if ranges else ''}: {why}"
    return [f"{line}, as above"] if again and shown.premises else [line, *_below(shown, depth, known)]


def _below(shown: Shown, depth: int, known: set[tuple[str, Sum]]) -> Iterator[str]:
    for premise in shown.premises:
        yield from told(premise, depth + 1, known)


class Exhausted(NotComputed):
    """All steps are used up."""


class Search:
    """For the steps of one question."""

    def __init__(self) -> None:
        self.left = STEPS
        self.depth = 0
        self.turned = False

    def find(self, space: Space, sum_: Sum, strict: bool) -> Shown | None:
        names = sum_.variables
        if self.depth >= DEEPEST or not 0 < len(names) <= MOST_UNKNOWNS:
            return None
        if len(sum_.terms) > MOST_TERMS or any([name not in space.ranges for name in names]):
            return None
        self.depth += 1
        try:
            self._spend(sum_)
            if -1 in _signs(space, sum_) or not space.defined(sum_):
                return None
            return next(self._ways(space, sum_, strict), None)
        except Exhausted:
            raise
        except NotComputed:
            return None
        finally:
            self.depth -= 1

    def _spend(self, sum_: Sum) -> None:
        self.left -= 1 + len(sum_.terms)
        if self.left < 0:
            raise Exhausted

    def _tried(self, attempt: Callable[..., Shown | None], *given: object) -> Shown | None:
        try:
            return attempt(*given)
        except Exhausted:
            raise
        except NotComputed:
            return None

    def _ways(self, space: Space, sum_: Sum, strict: bool) -> Iterator[Shown]:
        ways = (self._simple, self._monotone, self._concave, self._cut, self._reciprocal)
        for way in ways[:1] if len(_proper(factors(cleared(sum_)[0]))) > 1 else ways:  # factors have signs of their own
            yield from [shown] if (shown := _first(way(space, sum_, strict), strict)) is not None else []

    def _simple(self, space: Space, sum_: Sum, strict: bool) -> Attempts:
        top, below = cleared(sum_)
        if below:
            yield self._tried(self._denominators, space, sum_, top, strict)
            return
        parts = [part for part in factors(sum_) if part != (ONE, 1)]
        if len(_proper(parts)) > 1 or any([k != 1 for _, k in parts]):
            yield self._tried(self._factors, space, sum_, parts, strict)
        yield self._tried(space.polynomial, sum_, strict)
        if all([space.ranges[name].low and space.ranges[name].high for name in sum_.variables]):
            yield self._tried(space.enclosed, sum_)

    def _denominators(self, space: Space, sum_: Sum, top: Sum, strict: bool) -> Shown | None:
        shown = space.show(top, strict)
        return None if shown is None else space.denominators(sum_, shown)

    def _factors(self, space: Space, sum_: Sum, parts: list[tuple[Sum, int]], strict: bool) -> Shown | None:
        shown: list[Shown | None] = []
        for part, k in parts:
            towards = part if 1 in _signs(space, part) else -part
            found = space.show(towards, strict or k < 0)
            if found is None and (k % 2 or strict):
                return None
            shown.append(found)
        return space.factors(sum_, parts, shown)

    def _monotone(self, space: Space, sum_: Sum, strict: bool) -> Attempts:
        for x, scaled, by in self._scaled(space, sum_):
            change = self._change(space, scaled, x)
            for low in (True, False):
                end = space.ranges[x].low if low else space.ranges[x].high
                if end is not None and (-1 if low else 1) not in change:
                    shown = self._tried(self._rises, space, scaled, x, low, strict)
                    yield _unscaled(space, sum_, by, shown)

    def _change(self, space: Space, sum_: Sum, x: str, times: int = 1) -> list[int | None]:
        """The signs of a derivative, where it exists; all signs if it does not."""
        try:
            inside, change = space.slope(sum_, x, times)
        except NotComputed:
            return [-1, 1]
        self._spend(change)
        return _signs(inside, change)

    def _rises(self, space: Space, sum_: Sum, x: str, low: bool, strict: bool) -> Shown | None:
        beside, value = space.end(sum_, x, low)
        end = beside.show(value, strict=False)
        if end is None:
            return None
        inside, change = space.slope(sum_, x)
        slope = inside.show(change if low else -change, strict and not end.strict)
        return None if slope is None else space.monotone(sum_, x, low, slope, end)

    def _concave(self, space: Space, sum_: Sum, strict: bool) -> Attempts:
        for x, scaled, by in self._scaled(space, sum_):
            at = space.ranges[x]
            if at.low is not None and at.high is not None and 1 not in self._change(space, scaled, x, 2):
                yield _unscaled(space, sum_, by, self._tried(self._bends, space, scaled, x))

    def _bends(self, space: Space, sum_: Sum, x: str) -> Shown | None:
        low, high = [space.end(sum_, x, low) for low in (True, False)]
        first, last = low[0].show(low[1], strict=False), high[0].show(high[1], strict=False)
        if first is None or last is None:
            return None
        inside, change = space.slope(sum_, x, 2)
        curve = inside.show(-change, strict=False)
        return None if curve is None else space.concave(sum_, x, curve, first, last)

    def _cut(self, space: Space, sum_: Sum, strict: bool) -> Attempts:
        """Where the derivative of one unknown changes its sign: at that place, or on both sides of it."""
        if len(sum_.variables) != 1:
            return
        for x, scaled, by in self._scaled(space, sum_):
            inside, change = space.slope(scaled, x)
            bracket = _changing(inside, change, x)
            for cuts in [] if bracket is None else _cuts(scaled, change, x, *bracket):
                shown = self._tried(self._pieces, space, scaled, x, cuts, strict)
                yield _unscaled(space, sum_, by, shown)

    def _pieces(self, space: Space, sum_: Sum, x: str, cuts: list[Sum], strict: bool) -> Shown | None:
        if not cuts:
            return space.show(sum_, strict)
        below, above = space.cut(x, cuts[0])
        first = below.show(sum_, strict)
        second = None if first is None else self._pieces(above, sum_, x, cuts[1:], strict)
        return None if first is None or second is None else space.split(sum_, x, cuts[0], first, second)

    def _reciprocal(self, space: Space, sum_: Sum, strict: bool) -> Attempts:
        for x in [x for x in sum_.variables if space.ranges[x].high is None]:
            yield None if self.turned else self._tried(self._turn, space, sum_, x, strict)

    def _turn(self, space: Space, sum_: Sum, x: str, strict: bool) -> Shown | None:
        self.turned = True
        try:
            other, turned = space.turned(sum_, x)
            shown = other.show(turned, strict)
        finally:
            self.turned = False
        return None if shown is None else space.reciprocals(sum_, x, shown)

    def _scaled(self, space: Space, sum_: Sum) -> Iterator[tuple[str, Sum, Shown | None]]:
        """The sum, and it times something positive that makes one of its terms simpler."""
        names = _plainest_first(sum_)
        for x in names:
            self._spend(sum_)
            yield x, sum_, None
        for x in names:
            for multiplier in _multipliers(space, sum_, x):
                self._spend(sum_)
                by = space.show(multiplier)
                scaled = sum_ * multiplier if by is not None else sum_
                if by is not None and len(scaled.terms) <= MOST_TERMS:
                    yield x, scaled, by


def _plainest_first(sum_: Sum) -> list[str]:
    """The variables; those that occur in no function come first."""
    inside = {name for g in sum_.generators.values() if g.kind != "var" for name in g.inner.variables}
    inside |= {name for m in sum_.terms if m.exponent is not None for name in m.exponent.variables}
    return sorted(sum_.variables, key=lambda name: (name in inside, name))


def _proper(parts: list[tuple[Sum, int]]) -> list[tuple[Sum, int]]:
    """The factors that are not numbers."""
    return [(part, k) for part, k in parts if part.number is None]


def _multipliers(space: Space, sum_: Sum, x: str) -> list[Sum]:
    found: dict[Sum, None] = {}
    for monomial in sum_.terms:
        if monomial.exponent is not None and x in monomial.exponent.variables:
            found[exp(-monomial.exponent)] = None
    [alone] = variable(x).terms
    coefficients: dict[object, Sum] = {}
    for monomial, c in sum_.terms.items():
        for g, k in monomial.powers:
            if g == alone.powers[0][0]:
                found[variable(x) ** -k] = None
            elif g.kind == "ln" and x in g.inner.variables and k == 1:
                others = tuple([power for power in monomial.powers if power[0] != g])
                coefficients[g] = coefficients.get(g, ZERO) + Sum({monomial._replace(powers=others): c})
        if monomial.exponent is not None and x in monomial.exponent.variables:
            rest = Sum({monomial._replace(exponent=None): c})
            coefficients[monomial.exponent] = coefficients.get(monomial.exponent, ZERO) + rest
    for key, coefficient in coefficients.items():
        if x in coefficient.variables:
            try:
                sign = constant(1 if 1 in _signs(space, coefficient) else -1)
                found[space.reciprocal(sign * coefficient) * (exp(-key) if isinstance(key, Sum) else ONE)] = None
            except Refused:
                continue
    return [multiplier for multiplier in found if multiplier != ONE][:MULTIPLIERS]


def _first(attempts: Attempts, strict: bool) -> Shown | None:
    return next((shown for shown in attempts if shown is not None and (shown.strict or not strict)), None)


def _cuts(sum_: Sum, change: Sum, x: str, low: Fraction, high: Fraction) -> Iterator[list[Sum]]:
    """At a zero of a derivative between two numbers: where it is rational, around it, or where SymPy says it is."""
    near, far = _halved(change, x, low, high, HALVINGS)
    simple = _simplest(near, far)
    if simple.denominator <= SIMPLE:
        yield [constant(simple)]
    if sign_at(sum_ - constant(CLOSE), {x: near}) == 1:
        yield [constant(end) for end in _halved(change, x, low, high, AROUND)]
    else:
        yield from [[root] for root in roots(change, x, near, far)]


def _unscaled(space: Space, sum_: Sum, by: Shown | None, shown: Shown | None) -> Shown | None:
    return shown if shown is None or by is None else space.scaled(sum_, by, shown)


# ---- values at points ------------------------------------------------------------------------


def _signs(space: Space, sum_: Sum) -> list[int | None]:
    return [sign_at(sum_, point) for point in _points(space, sum_.variables)]


def _points(space: Space, names: tuple[str, ...]) -> Iterator[dict[str, Fraction]]:
    """Points of the region; what is known of other variables, too, is left aside."""
    values = [_values(space.ranges[name], MANY if len(names) == 1 else FEW) for name in names]
    facts = [fact for fact, _ in space.facts if set(fact.variables) <= set(names)]
    for at in product(*values):
        point = dict(zip(names, at, strict=True))
        if all([sign_at(fact, point) != -1 for fact in facts]):
            yield point


def _values(at: Range, count: int) -> list[Fraction]:
    """Numbers inside a range, in ascending order."""
    low = None if at.low is None else rational_ends(at.low.value)[1]
    high = None if at.high is None else rational_ends(at.high.value)[0]
    if low is not None and high is not None:
        found = [low + (high - low) * part for part in NEAR]
    elif low is not None:
        found = [low + part for part in FAR]
    elif high is not None:
        found = [high - part for part in reversed(FAR)]
    else:
        found = [*[-part for part in reversed(FAR)], *FAR]
    return found[:: max(1, len(found) // count)]


def _changing(space: Space, sum_: Sum, x: str) -> tuple[Fraction, Fraction] | None:
    """Neighbouring values between which the sum changes its sign for the first time."""
    known = [(point[x], sign) for point in _points(space, (x,)) if (sign := sign_at(sum_, point))]
    return next(((a, b) for (a, one), (b, other) in pairwise(known) if one != other), None)


def _halved(sum_: Sum, x: str, low: Fraction, high: Fraction, times: int) -> tuple[Fraction, Fraction]:
    first = sign_at(sum_, {x: low})
    for _ in range(times):
        middle = (low + high) / 2
        sign = sign_at(sum_, {x: middle})
        low, high = (middle, high) if sign == first else (low, middle)
    return low, high


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction between them with the least denominator."""
    whole = -((-low.numerator) // low.denominator)
    if whole <= high:
        return Fraction(whole)
    below = Fraction(low.numerator // low.denominator)
    return below + 1 / _simplest(1 / (high - below), 1 / (low - below))


# ---- SymPy -----------------------------------------------------------------------------------


def roots(sum_: Sum, x: str, low: Fraction, high: Fraction) -> list[Sum]:
    """What SymPy says are zeros between the two numbers, as sums without variables; of factors with few terms."""
    out = []
    for part, _ in factors(cleared(sum_)[0]):
        if not 1 < len(part.terms) <= SOLVED or sign_at(part, {x: low}) == sign_at(part, {x: high}):
            continue
        for root in _solved(part, x):
            try:
                value = from_sympy(root)
                least, most = rational_ends(value)
            except NotComputed:
                continue
            if low <= most and least <= high:
                out.append(value)
    return out


def _solved(sum_: Sum, x: str) -> "list[sympy.Expr]":
    import sympy

    symbol = sympy.Symbol("x", real=True)
    try:
        return list(sympy.solve(to_sympy(sum_, {x: symbol}), symbol))
    except Exception:  # whatever goes wrong in it, then it has no proposal
        return []


def to_sympy(sum_: Sum, symbols: Mapping[str, "sympy.Symbol"]) -> "sympy.Expr":
    import sympy

    total = sympy.Integer(0)
    for monomial, c in sum_.terms.items():
        part = sympy.Rational(c.numerator, c.denominator)
        for g, k in monomial.powers:
            if isinstance(g.argument, str):
                value = symbols[g.argument]
            else:
                inner = to_sympy(g.argument, symbols)
                value = sympy.log(inner) if g.kind == "ln" else sympy.sqrt(inner) if g.kind == "sqrt" else 1 / inner
            part *= value**k
        if monomial.exponent is not None:
            part *= sympy.exp(to_sympy(monomial.exponent, symbols))
        total += part
    return total


def from_sympy(expression: "sympy.Expr") -> Sum:
    """An expression without symbols as a sum, on no region at all; NotComputed if it is none."""
    import sympy

    space = Space({})
    if isinstance(expression, sympy.Rational):
        return constant(Fraction(int(expression.p), int(expression.q)))
    inner = [from_sympy(part) for part in expression.args]
    match expression:
        case sympy.E:
            return exp(ONE)
        case sympy.Add():
            return sum(inner, ZERO)
        case sympy.Mul():
            out = ONE
            for part in inner:
                out *= part
            return out
        case sympy.exp():
            return exp(inner[0])
        case sympy.log():
            return space.ln(inner[0])
        case sympy.Pow():
            power = inner[1].number
            if power is None or (2 * power).denominator != 1:
                raise Refused
            base = inner[0] if power > 0 else space.reciprocal(inner[0])
            return (base if power.denominator == 1 else space.sqrt(base)) ** abs(power.numerator)
        case _:
            raise Refused
