"""Terms without variables, as exact numbers, and what they decide: the scale ln(1/2) is not positive."""

from fractions import Fraction

from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Constant, Term
from prhl.numbers import Inexact, Number, divide, exp, ln, sign, sqrt
from prhl.numbers.magnitude import fitting, power


def refuted(formula: Term) -> bool:
    """Whether a formula without variables is false, as far as its numbers can be compared here."""
    if (known := constant(formula)) is not None:
        return known is False
    match formula:
        case Apply("and", parts):
            return any([refuted(part) for part in parts])
        case Apply("or", parts):
            return all([refuted(part) for part in parts])
        case Apply("le" | "lt" | "eq" as operator, (left, right)):
            try:
                values = _value(left), _value(right)
                if values[0] is None or values[1] is None:
                    return False
                order = sign(values[0] - values[1])
            except (Inexact, ZeroDivisionError):  # nobody can tell
                return False
            return order != 0 if operator == "eq" else order > 0 or (order == 0 and operator == "lt")
        case _:
            return False


def _value(term: Term) -> Number | None:
    """None where it depends on variables; Inexact and ZeroDivisionError where it is not computed or not defined."""
    match term:
        case Constant(value) if isinstance(value, int | Fraction) and not isinstance(value, bool):
            return Fraction(value)
        case Apply("widen", (inner,)):
            return _value(inner)
        case Apply(operator, arguments):
            values: list[Number] = []
            for argument in arguments:
                found = _value(argument)
                if found is None:
                    return None
                values.append(found)
            return applied(operator, values)
        case _:
            return None


def applied(operator: str, v: list[Number]) -> Number | None:
    """One operator on numbers; None for those that are not computed here."""
    match operator:
        case "add" | "mul":
            total = v[0]
            for value in v[1:]:
                total = total + value if operator == "add" else fitting(total * value)
            return total
        case "neg":
            return -v[0]
        case "div":
            return divide(v[0], v[1])
        case "pow":
            exponent = v[1]
            return power(v[0], exponent.numerator) if isinstance(exponent, Fraction) else None
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
