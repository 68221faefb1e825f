"""exp and ln of terms as z3 expressions: by their laws in terms of exp and ln of the parts, where these hold."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import z3

from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Constant, Term
from prhl.logic.types import REAL
from prhl.numbers import Log, ln
from prhl.solvers import direct
from prhl.solvers.encoded_values import Bound, Values

LARGEST_POWER = 16  # of an exponential that is written out


class ElementaryFunctions(Values):
    """exp and ln; z3 knows of them what `axioms.py` says of the arguments that are left."""

    def exp(self, term: Term, bound: Bound) -> Any:
        """exp turns sums into products, so that z3 sees one unknown for each summand."""
        match term:
            case Apply("widen", (inner,)):
                return self.exp(inner, bound)
            case Apply("neg", (inner,)):
                return self.nonlinear(1 / self.exp(inner, bound))
            case Apply("add", arguments):
                result = self.exp(arguments[0], bound)
                for argument in arguments[1:]:
                    if isinstance(argument, Apply) and argument.operator == "neg":
                        result = result / self.exp(argument.arguments[0], bound)
                    else:
                        result = result * self.exp(argument, bound)
                return self.nonlinear(result)
            case Apply("ite", arguments):
                result = self.exp(arguments[-1], bound)
                for at in range(len(arguments) - 3, -1, -2):
                    result = direct.choice(self.truth(arguments[at], bound), self.exp(arguments[at + 1], bound), result)
                return result
            case Constant(Fraction() as value) if value == 0:
                return self.number(1, REAL)
            case Apply("ln", (inner,)) if isinstance(known := constant(inner), Fraction) and known > 0:
                return self.number(known, REAL)
            case Apply("mul", (Constant(Fraction() as times), rest)) | Apply(
                "mul", (rest, Constant(Fraction() as times))
            ):
                return self.exp_of_multiple(times, rest, bound)
            case Apply("mul", (Apply("widen", (Constant() as times,)), rest)):
                return self.exp(replace(term, arguments=(times, rest)), bound)
            case _:
                return self.function("exp", self.real(term, bound))

    def exp_of_multiple(self, times: Fraction, rest: Term, bound: Bound) -> Any:
        """exp(n*t) = exp(t)^n for a small integer n."""
        if times.denominator != 1 or not 0 < abs(times) <= LARGEST_POWER:
            return self.function("exp", self.number(times, REAL) * self.real(rest, bound))
        result = self.product([self.exp(rest, bound)] * abs(int(times)))
        return result if times > 0 else self.nonlinear(1 / result)

    def ln(self, term: Term, bound: Bound) -> Any:
        match term:
            case Apply("widen", (inner,)):
                return self.ln(inner, bound)
            case Apply("ite", arguments):
                result = self.ln(arguments[-1], bound)
                for at in range(len(arguments) - 3, -1, -2):
                    result = direct.choice(self.truth(arguments[at], bound), self.ln(arguments[at + 1], bound), result)
                return result
            case _ if isinstance(value := constant(term), Fraction) and value > 0:
                return self.ln_of(value)
            case Apply("exp", (inner,)):
                return self.real(inner, bound)  # exp is above 0 everywhere, and ln undoes it
            case _:
                result = self.function("ln", self.real(term, bound))
                if isinstance(term, Apply) and not self.depth:
                    self.ln_of_parts(term, result, bound)
                return result

    def ln_of(self, value: Fraction) -> Any:
        """The logarithm of a rational as a sum over primes, so that equal sums of logarithms are the same."""
        found = ln(value)
        if isinstance(found, int | Fraction):
            return self.number(found, REAL)
        if not isinstance(found, Log):  # it has a large factor
            return self.function("ln", self.number(value, REAL))
        parts = [self.number(found.c * n, REAL) * self.function("ln", self.number(p, REAL)) for p, n in found.form]
        return z3.Sum(parts) if len(parts) > 1 else parts[0]

    def ln_of_parts(self, term: Apply, result: Any, bound: Bound) -> None:
        """ln(a*b) = ln a + ln b, ln(a/b) = ln a - ln b, ln(a^n) = n*ln a, ln(sqrt(a)) = ln(a)/2: for positive a and b.

        Each follows from exp(x + y) = exp(x)*exp(y), as exp is injective: exp(n*ln a) = exp(ln a)^n = a^n.
        PITFALL: a square is positive for negative a, of which ln says nothing.
        """
        if term.operator not in ("mul", "div", "pow", "sqrt"):
            return
        inner = term.arguments[:1] if term.operator == "pow" else term.arguments
        parts = [self.real(a, bound) for a in inner]
        logs = [self.ln(a, bound) for a in inner]
        match term:
            case Apply("mul"):
                value = z3.Sum(logs)
            case Apply("div"):
                value = logs[0] - logs[1]
            case Apply("pow", (_, Constant(Fraction() as times))):
                value = self.number(times, REAL) * logs[0]
            case _:
                value = logs[0] / 2
        self.side.append(direct.implication(z3.And([part > 0 for part in parts]), result == value))

    def real(self, term: Term, bound: Bound) -> Any:
        value = self.value(term, bound)
        return direct.to_real(value) if direct.is_int(value) else value
