"""Whether a sum of products may be negative, asked of z3: exponentials, logarithms and roots are unknowns to it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import z3

from prhl.numbers.elementary import Generator, Monomial, Sum, of, rational_ends

if TYPE_CHECKING:
    from prhl.solvers.elementary_steps import Space

STEPS = 100_000  # of z3's resource counter
DEGREES = (12, 4, 3)  # largest total degree for one unknown, two, three: z3 does not count what larger ones take


def contradictory(space: Space, sum_: Sum, strict: bool) -> bool:
    """Whether no values of the unknowns make the sum negative, or 0 if it is to be `strict`ly positive.

    What is asserted of the unknowns is true in the space: ranges, whose ends are rounded outward, and facts of the
    variables; exponentials and reciprocals are positive, sqrt(P)^2 = P, and the plain signs of logarithms. A sum with a
    negative power is not asked about.
    """
    if _degree(sum_) > max(DEGREES):
        return False
    names = Names()
    goal = names.polynomial(sum_)
    if goal is None:
        return False
    facts = []
    for fact, positive in space.facts:
        if set(fact.variables) <= set(sum_.variables) and (said := names.polynomial(fact)) is not None:
            facts.append(said > 0 if positive else said >= 0)
    told = 0
    while told < len(names.generators):  # roots may speak of others
        g, value = list(names.generators.items())[told]
        facts += _told(space, names, g, value)
        told += 1
    unknowns = len(names.generators) + len(names.exponentials)
    if not 0 < unknowns <= len(DEGREES) or _degree(sum_) > DEGREES[unknowns - 1]:
        return False
    facts += [value > 0 for value in names.exponentials.values()]
    solver = z3.SimpleSolver(ctx=names.context)
    solver.set("random_seed", 0)
    solver.set("rlimit", STEPS)
    solver.add(*facts, goal <= 0 if strict else goal < 0)
    try:
        return bool(solver.check() == z3.unsat)
    except z3.Z3Exception:
        return False


class Names:
    """Unknowns for generators, and for exponentials of the monomials in exponents."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.generators: dict[Generator, Any] = {}
        self.exponentials: dict[tuple[Monomial, Fraction], Any] = {}

    def polynomial(self, sum_: Sum) -> Any | None:
        total = z3.RealVal(0, self.context)
        for monomial, c in sum_.terms.items():
            part = z3.RealVal(c, self.context)
            for g, k in monomial.powers:
                if k < 0:
                    return None
                name = self.generators.setdefault(g, z3.Real(f"g{len(self.generators)}", self.context))
                for _ in range(k):
                    part = part * name
            if monomial.exponent is not None:
                for factor in self._exponentials(monomial.exponent):
                    part = part * factor
            total = total + part
        return total

    def _exponentials(self, exponent: Sum) -> list[Any]:
        """exp(c1*m1 + ...) as a product: of exp(m/d) for a whole number c*d, else an unknown for each of its terms."""
        out = []
        for monomial, c in exponent.terms.items():
            unit = Fraction(1 if c > 0 else -1, c.denominator)
            known = (monomial, unit)
            name = self.exponentials.setdefault(known, z3.Real(f"e{len(self.exponentials)}", self.context))
            out += [name] * abs(c.numerator)
        return out


def _told(space: Space, names: Names, g: Generator, value: Any) -> list[Any]:
    if g.kind == "var":
        at = space.ranges[str(g.argument)]
        out = []
        if at.low is not None:
            end, sure = rational_ends(at.low.value)[0], at.low.open and at.low.value.number is not None
            out.append(value > z3.RealVal(end, names.context) if sure else value >= z3.RealVal(end, names.context))
        if at.high is not None:
            end, sure = rational_ends(at.high.value)[1], at.high.open and at.high.value.number is not None
            out.append(value < z3.RealVal(end, names.context) if sure else value <= z3.RealVal(end, names.context))
        return out
    if g.kind == "inv":
        return [value > 0]
    if g.kind == "sqrt":
        inner = names.polynomial(g.inner)
        return [value >= 0, *([] if inner is None else [value * value == inner])]
    for sign in (1, -1):
        found = space.plain(of(g) if sign > 0 else -of(g), True)
        if found is not None:
            return [sign * value > 0]
    return []


def _degree(sum_: Sum) -> int:
    degrees = [0]
    for monomial in sum_.terms:
        inside = [] if monomial.exponent is None else monomial.exponent.terms.values()
        degrees.append(sum([k for _, k in monomial.powers]) + sum([abs(c.numerator) for c in inside]))
    return max(degrees)
