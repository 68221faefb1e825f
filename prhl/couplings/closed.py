"""The value of a term without variables, as an exact number."""

from fractions import Fraction

from prhl.logic.terms import Apply, Constant, Term
from prhl.numbers import Inexact, Number, divide, exp, ln, sign, sqrt


def closed_value(term: Term) -> Number | None:
    """None where it depends on variables, is undefined, or is of no form that is computed with."""
    try:
        return _value(term)
    except (Inexact, ZeroDivisionError):
        return None


def _value(term: Term) -> Number | None:
    match term:
        case Constant(value) if isinstance(value, int | Fraction) and not isinstance(value, bool):
            return Fraction(value)
        case Apply("widen", (inner,)):
            return _value(inner)
        case Apply(operator, arguments):
            values = [_value(argument) for argument in arguments]
            if any([value is None for value in values]):
                return None
            return _applied(operator, [value for value in values if value is not None])
        case _:
            return None


def _applied(operator: str, v: list[Number]) -> Number | None:
    match operator:
        case "add" | "mul":
            total = v[0]
            for value in v[1:]:
                total = total + value if operator == "add" else total * value
            return total
        case "neg":
            return -v[0]
        case "div":
            return divide(v[0], v[1])
        case "pow":
            exponent = v[1]
            return v[0] ** exponent.numerator if isinstance(exponent, Fraction) else None
        case "abs":
            return v[0] if sign(v[0]) >= 0 else -v[0]
        case "exp":
            return exp(v[0])
        case "ln":
            return ln(v[0])
        case "sqrt":
            return sqrt(v[0])
        case _:
            return None
