"""Systems of polynomial equations and inequalities over the reals, answered by z3's nlsat: the same way every time.

nlsat decides such systems by cylindrical algebraic decomposition. It has a limit on its resources and no clock; where
that ends, or z3 gives up, the answer is None. One of its steps may take the longer the larger the polynomials become
that are eliminated: a large system has fewer of them (see `nonlinear.py`), or none.
"""

from fractions import Fraction
from typing import Any

import z3

from prhl.numbers.polynomial_regions import Relation, Solved, System
from prhl.numbers.polynomials import Terms
from prhl.solvers.nonlinear import GENEROUS, LOWEST_DEGREE, WORD

STEPS = 1_000_000  # of z3's resource counter, for one system
MOST = 600  # systems of one claim; further ones are not asked
FEWEST = 3_000  # steps that are begun with
DIGITS = 12  # of a solution that is irrational


class Arithmetic:
    """One context for the questions of a claim."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.asked = 0
        self.unknowns: list[Any] = []
        self.known: dict[Any, Any] = {}

    def __call__(self, system: System) -> Solved:
        self.asked += 1
        steps = STEPS * GENEROUS // max(GENEROUS, _weight(system))
        if self.asked > MOST or steps < FEWEST:
            return Solved(None)
        while len(self.unknowns) < system.unknowns:
            self.unknowns.append(z3.Real(f"x{len(self.unknowns)}", self.context))
        solver = z3.Tactic("qfnra-nlsat", self.context).solver()
        solver.set("rlimit", steps)
        solver.add(*[self._condition(terms, relation) for terms, relation in system.conditions])
        try:
            found = solver.check()
        except z3.Z3Exception:
            return Solved(None)
        if found != z3.sat:
            return Solved(False if found == z3.unsat else None)
        model = solver.model()
        return Solved(True, tuple([_rational(model.eval(x, True)) for x in self.unknowns[: system.unknowns]]))

    def _condition(self, terms: Terms, relation: Relation) -> Any:
        """Made once: the conditions of a region are part of all questions about it."""
        key = (tuple(terms.items()), relation)
        if key not in self.known:
            value = self._polynomial(terms)
            compared = {"lt": value < 0, "le": value <= 0, "eq": value == 0, "ge": value >= 0, "gt": value > 0}
            self.known[key] = compared[relation]
        return self.known[key]

    def _polynomial(self, terms: Terms) -> Any:
        total: Any = z3.RealVal(0, self.context)
        for exponents, c in terms.items():
            part: Any = z3.RealVal(c, self.context)
            for x, e in zip(self.unknowns, exponents, strict=False):
                for _ in range(e):
                    part = part * x
            total = total + part
        return total


def _weight(system: System) -> int:
    """About how large what is eliminated becomes: w^2 * d^(n+1), with n unknowns, degree d >= 3, w words a number."""
    polynomials = [terms for terms, _ in system.conditions]
    unknowns = {at for terms in polynomials for exponents in terms for at, e in enumerate(exponents) if e}
    degree = max([LOWEST_DEGREE, *[sum(exponents) for terms in polynomials for exponents in terms]])
    bits = max([c.bit_length() for terms in polynomials for c in terms.values()], default=0)
    return int(degree ** (1 + len(unknowns))) * (1 + bits // WORD) ** 2


def _rational(value: Any) -> Fraction:
    exact = value.approx(DIGITS) if z3.is_algebraic_value(value) else value
    return Fraction(exact.numerator_as_long(), exact.denominator_as_long())
