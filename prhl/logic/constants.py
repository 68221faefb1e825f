"""What is already decided by constants alone, in exact arithmetic.

`constant` is the value of a closed rational term; exp, ln and sqrt of anything but their trivial points,
and numbers too large to be worth it, stay undecided.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import isqrt
from typing import Any

from prhl.logic.terms import Apply, Constant, Term, subterms

Folded = bool | Fraction | str | tuple["Folded", ...]

LARGEST = 100_000  # bits of a number; more is left undecided


def constant(term: Term) -> Folded | None:
    """The value, or None where it depends on variables, is undefined, or is not worth computing."""
    match term:
        case Constant(value):
            return value
        case Apply("ite", arguments):
            for at in range(0, len(arguments) - 1, 2):
                condition = constant(arguments[at])
                if condition is None:
                    return None
                if condition:
                    return constant(arguments[at + 1])
            return constant(arguments[-1])
        case Apply("ediv" | "emod"):
            return _quotients(term)
        case Apply(operator, arguments):
            if operator == "distinct":
                return _distinct(arguments)
            values: list[Folded] = []
            for argument in arguments:
                folded = constant(argument)
                if folded is None:
                    return None
                values.append(folded)
            try:
                result: Folded = _apply(operator, values)
            except (ZeroDivisionError, IndexError, _Undecided):
                return None
            return None if isinstance(result, Fraction) and _large(result) else result
        case _:
            return None


def _quotients(term: Term) -> Folded | None:
    """A chain of `div` and `mod`, read from the left; it may be long, and it nests to the left."""
    chain: list[tuple[str, Term]] = []
    while isinstance(term, Apply) and term.operator in ("ediv", "emod"):
        chain.append((term.operator, term.arguments[1]))
        term = term.arguments[0]
    value = constant(term)
    for operator, divisor in reversed(chain):
        by = constant(divisor)
        if value is None or by is None or by == 0:
            return None
        value = _apply(operator, [value, by])
    return value


def _distinct(items: tuple[Term, ...]) -> bool | None:
    """Two equal constants decide, even if other entries are not known."""
    # Python takes True for 1; values of different types are different
    known = [(type(value), value) for value in [constant(item) for item in items] if value is not None]
    if len(set(known)) < len(known):
        return False
    return True if len(known) == len(items) else None


class _Undecided(Exception):
    pass


def _large(value: Fraction) -> bool:
    return value.numerator.bit_length() + value.denominator.bit_length() > LARGEST


def _added(values: Iterable[Fraction]) -> Fraction:
    total = Fraction(0)
    for value in values:
        total += value
        if _large(total):
            raise _Undecided
    return total


def _apply(operator: str, v: list[Any]) -> Any:  # terms are well typed, so their values are
    match operator:
        case "add":
            return _added(v)
        case "neg":
            return -v[0]
        case "mul":
            product = Fraction(1)
            for factor in v:
                product *= factor
                if _large(product):
                    raise _Undecided
            return product
        case "div":
            return v[0] / v[1]
        case "ediv" | "emod":
            quotient = Fraction(v[0] // v[1]) if v[1] > 0 else -Fraction(v[0] // -v[1])
            return quotient if operator == "ediv" else v[0] - v[1] * quotient
        case "pow":
            base, exponent = v[0], int(v[1])
            if (base.numerator.bit_length() + base.denominator.bit_length()) * exponent > LARGEST:
                raise _Undecided
            return base**exponent
        case "abs":
            return abs(v[0])
        case "floor":
            return Fraction(v[0] // 1)
        case "ceil":
            return -Fraction(-v[0] // 1)
        case "min" | "least" | "max" | "greatest":
            values = v[0] if operator in ("least", "greatest") else v
            if not values:
                raise _Undecided
            return min(values) if operator in ("min", "least") else max(values)
        case "exp" if v[0] == 0:
            return Fraction(1)
        case "ln" if v[0] == 1:
            return Fraction(0)
        case "sqrt" if v[0] >= 0 and isqrt(v[0].numerator) ** 2 == v[0].numerator:
            if isqrt(v[0].denominator) ** 2 != v[0].denominator:
                raise _Undecided
            return Fraction(isqrt(v[0].numerator), isqrt(v[0].denominator))
        case "not":
            return not v[0]
        case "and":
            return all(v)
        case "or":
            return any(v)
        case "implies":
            return not all(v[:-1]) or v[-1]
        case "iff":
            return sum([not x for x in v]) % 2 == 0
        case "xor" if isinstance(v[0], bool):
            return sum(v) % 2 == 1
        case "xor":
            if len({len(x) for x in v}) > 1:
                raise _Undecided
            return "".join(["1" if column.count("1") % 2 else "0" for column in zip(*v, strict=True)])
        case "eq":
            return bool(v[0] == v[1])
        case "ne":
            return bool(v[0] != v[1])
        case "lt":
            return bool(v[0] < v[1])
        case "le":
            return bool(v[0] <= v[1])
        case "gt":
            return bool(v[0] > v[1])
        case "ge":
            return bool(v[0] >= v[1])
        case "list" | "tuple":
            return tuple(v)
        case "index":
            if not 0 <= v[1] < len(v[0]):
                raise IndexError
            return v[0][int(v[1])] == "1" if isinstance(v[0], str) else v[0][int(v[1])]
        case "field":
            return v[0][int(v[1])]
        case "concat":
            return tuple([item for part in v for item in part])
        case "size":
            return Fraction(len(v[0]))
        case "sum":
            return _added(v[0])
        case "count":
            return Fraction(v[0].count(v[1]))
        case "widen":
            return v[0]
        case _:
            raise _Undecided


def undefined(term: Term) -> Iterator[tuple[Term, str, str]]:
    """The places in a term that can only fail, whatever the variables: place, code and message."""
    for part in subterms(term):
        match part:
            case Apply("div" | "ediv" | "emod", (_, divisor)) if constant(divisor) == 0:
                yield part, "division-by-zero", "this divides by zero"
            case Apply("index", (base, index)) | Apply("store", (base, index, _)):
                at, size = constant(index), _length(base)
                if isinstance(at, Fraction) and (at < 0 or (size is not None and at >= size)):
                    holds = f"; there are {size}" if size is not None else ""
                    which = f"index {at}" if abs(at) < 10**30 else "this index"
                    yield part, "index-out-of-range", f"{which} is out of range{holds}"
            case Apply("ln", (argument,)):
                value = constant(argument)
                if isinstance(value, Fraction) and value <= 0:
                    yield part, "not-positive", "ln is defined for positive numbers only"
            case Apply("sqrt", (argument,)):
                value = constant(argument)
                if isinstance(value, Fraction) and value < 0:
                    yield part, "not-positive", "sqrt is defined for numbers that are not negative"
            case Apply("least" | "greatest", (argument,)) if _length(argument) == 0:
                yield part, "index-out-of-range", "an empty list has no least and no greatest element"
            case _:
                pass


def _length(term: Term) -> int | None:
    match term:
        case Constant(str() as bits):
            return len(bits)
        case Apply("list", items):
            return len(items)
        case Apply("widen", (inner,)):
            return _length(inner)
        case Apply("concat", parts):
            lengths = [_length(part) for part in parts]
            return None if None in lengths else sum([n for n in lengths if n is not None])
        case _:
            return None
