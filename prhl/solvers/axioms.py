"""What z3 is told of exp, ln and sqrt: true statements about the very arguments that occur, and no others.

Each is guarded by the domain of its function: ln speaks of positive arguments, sqrt of those that are not negative.
PITFALL: `exp(ln z) = z` for all z contradicts `exp > 0`.
"""

from fractions import Fraction
from typing import Any

import z3

from prhl.numbers import balls
from prhl.solvers.encoding import Encoder

MOST_PAIRS = 300
MOST_MULTIPLES = 8  # exponents that are compared for multiples of each other
MULTIPLES = (-1, 2, -2, 3, 4)
PRECISION = 96  # bits of the enclosures of constants


def axioms(encoder: Encoder) -> list[Any]:
    """For the functions that occur in what was encoded."""
    found: dict[str, list[tuple[Any, Any]]] = {"exp": [], "ln": [], "sqrt": []}
    for name, argument, value in encoder.functions.values():
        found[name].append((argument, value))
    real = z3.RealSort(encoder.context)
    exp = z3.Function("exp", real, real)
    if found["exp"]:
        # the logarithms that occur are exponents, too
        found["exp"] += [(value, exp(value)) for _, value in found["ln"]]
    out: list[Any] = []
    for argument, value in found["exp"]:
        out += [value > 0, value >= 1 + argument, *_enclosed(argument, value, "exp")]
        out += [(argument > 0) == (value > 1), (argument == 0) == (value == 1)]
    for argument, value in found["ln"]:
        out += _enclosed(argument, value, "ln")
        facts = [value <= argument - 1, (value > 0) == (argument > 1), (value == 0) == (argument == 1)]
        if found["exp"]:
            facts.append(exp(value) == argument)
        out.append(z3.Implies(argument > 0, z3.And(facts)))
    for argument, value in found["sqrt"]:
        square = encoder.nonlinear(value * value)
        out.append(z3.Implies(argument >= 0, z3.And(value >= 0, square == argument)))
    out += [(a < b) == (x < y) for (a, x), (b, y) in _pairs(found["exp"])]
    out += _multiples(encoder, found["exp"])
    out += [z3.Implies(z3.And(a > 0, b > 0), (a < b) == (x < y)) for (a, x), (b, y) in _pairs(found["ln"])]
    return out


def _pairs(found: list[tuple[Any, Any]]) -> list[tuple[tuple[Any, Any], tuple[Any, Any]]]:
    pairs = [(one, other) for n, one in enumerate(found) for other in found[n + 1 :]]
    return pairs[:MOST_PAIRS]


def _multiples(encoder: Encoder, found: list[tuple[Any, Any]]) -> list[Any]:
    """exp(k*a) = exp(a)^k, where one exponent is a small multiple of another, whatever the variables are."""
    symbolic = [(a, x, names) for a, x in found[:MOST_MULTIPLES] if (names := _names(a))]
    out: list[Any] = []
    for a, x, mine in symbolic:
        for b, y, others in symbolic:
            if a is b or mine != others:
                continue
            for k in MULTIPLES:
                if z3.is_true(z3.simplify(a - k * b == 0, som=True)):
                    power = y
                    for _ in range(abs(k) - 1):
                        power = power * y
                    power = encoder.nonlinear(power if k > 0 else x * power)
                    out.append(x == power if k > 0 else power == 1)
    return out


def _names(term: Any) -> frozenset[int]:
    """What stands for something else in it."""
    found: set[int] = set()
    todo = [term]
    while todo:
        one = todo.pop()
        if z3.is_const(one) and one.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found.add(one.get_id())
        todo.extend(one.children())
    return frozenset(found)


def _enclosed(argument: Any, value: Any, name: str) -> list[Any]:
    """Certified bounds where the argument is a number."""
    number = z3.simplify(argument)
    if not z3.is_rational_value(number):
        return []
    at = Fraction(number.numerator_as_long(), number.denominator_as_long())
    if (name == "ln" and at <= 0) or abs(at) > 2000:
        return []
    compute = (lambda: balls.exp_of(balls.rational(at))) if name == "exp" else (lambda: balls.ln_of(at))
    low, high = balls.enclose(compute, PRECISION)
    context = value.ctx
    return [z3.RealVal(low, context) <= value, value <= z3.RealVal(high, context)]
