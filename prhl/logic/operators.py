"""The operators and built-in functions of terms, one row each: arity, value, what is owed, and how it is written.

A new operator is its name in `terms.Operator`, its row here, and its encoding for the solver. Values are truth values,
exact numbers, bit strings as texts of 0 and 1, and tuples for lists and tuples. `and`, `or`, `implies` and `ite` look
no further than they must; so they have no value of their own here, and whoever evaluates takes their arguments in turn.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import isqrt
from typing import Any

from prhl.logic.build import at_most, both, equal, less, number, size, unequal
from prhl.logic.terms import Operator, Term
from prhl.logic.types import Bits
from prhl.numbers import Inexact, Number, divide, exp, ln, sqrt
from prhl.numbers.magnitude import fitting, power
from prhl.records import dataclass

LOOSE, IFF, IMPLIES, OR, AND, NOT, COMPARE, XOR, ADD, MUL, NEG, POW, TIGHT = range(13)
"""How tightly what is written holds together; a part that holds less tightly than its place asks for has brackets."""

LONGEST = 100_000  # elements of a list

CALLED = "apply('{name}', [{all}], {place})"  # in Python source: the value by this table

Value = Any
Known = Callable[[Term], Any]
"""The value of a term, or None where constants alone do not decide it."""


@dataclass(frozen=True, slots=True)
class DefinedWhen:
    """What must hold of the arguments for the value to exist.

    `may_fail` is said where this is not proved, `fails` where constants show that it is false ("" leaves that to the
    type checker), and `fault` where a run comes to it.
    """

    code: str
    formulas: Callable[[tuple[Term, ...]], list[Term]]
    may_fail: str
    fails: Callable[[tuple[Term, ...], Known], str]
    fault: Callable[[Sequence[Value]], str]


@dataclass(frozen=True, slots=True)
class Operation:
    """A row of the table.

    arity     the number of arguments; None for any number
    value     of the values of its arguments; ZeroDivisionError or IndexError where what it owes does not hold, Inexact
              where the result is not computed exactly
    text      a sign between the arguments, or a pattern with `{0}`, `{1}` or `{all}` for them
    level     how tightly the text holds together, and `inside` the least that it asks of each argument
    owed      what it owes
    python    the value as Python source, in the same form as `text`; `{each}` are the arguments with a comma after
              each, `{place}` is where errors are reported
    rational  whether the value is rational at these rational arguments
    carries   of what only moves entries of lists and tuples: the arguments whose shape it looks at; the entries need
              not be determined
    called    whether programs write it as a function
    """

    name: Operator
    arity: int | None
    value: Callable[..., Value]
    text: str
    level: int = TIGHT
    inside: tuple[int, ...] = ()
    owed: DefinedWhen | None = None
    python: str = CALLED
    rational: Callable[..., bool] | None = None
    carries: slice | None = None
    called: bool = False


# ---- values ----------------------------------------------------------------------------------


def total(values: Sequence[Number]) -> Number:
    """The sum; partial sums of integers are no longer than what is added, those of fractions are bounded."""
    found: Number = 0
    for value in values:
        found = found + value
        if type(found) is not int:
            found = fitting(found)
    return found


def times(first: Number, *others: Number) -> Number:
    for factor in others:
        first = fitting(first * factor)
    return first


def _quotient(above: int, below: int) -> int:
    """Euclidean: the remainder is never negative."""
    return above // below if below > 0 else -(above // -below)


def _squares(value: Fraction | int) -> bool:
    """Whether both parts of a fraction are squares: just then its root is rational."""
    return value >= 0 and all([isqrt(part) ** 2 == part for part in (value.numerator, value.denominator)])


def _extreme(choose: Callable[[Sequence[Number]], Number]) -> Callable[[Sequence[Number]], Number]:
    def of(items: Sequence[Number]) -> Number:
        if not items:
            raise IndexError
        return choose(items)

    return of


def _xor(*values: Any) -> Any:
    if isinstance(values[0], bool):
        return sum(values) % 2 == 1
    if len({len(value) for value in values}) > 1:
        raise IndexError
    return "".join(["1" if column.count("1") % 2 else "0" for column in zip(*values, strict=True)])


def _distinct(*values: Value) -> bool:
    if all([isinstance(value, int | Fraction | str) for value in values]):
        return len(set(values)) == len(values)
    return not any([a == b for a, b in combinations(values, 2)])  # decided, or Inexact


def _index(items: Any, at: int) -> Value:
    if not 0 <= at < len(items):
        raise IndexError
    return items[at] == "1" if isinstance(items, str) else items[at]


def _store(items: tuple[Value, ...], at: int, new: Value) -> tuple[Value, ...]:
    if not 0 <= at < len(items):
        raise IndexError
    return (*items[:at], new, *items[at + 1 :])


def joined(*parts: tuple[Value, ...]) -> tuple[Value, ...]:
    if sum([len(part) for part in parts]) > LONGEST:
        raise Inexact(f"a list of more than {LONGEST:,} elements")
    return tuple([item for part in parts for item in part])


def _entrywise(operation: Callable[[Number, Number], Number]) -> Callable[..., tuple[Value, ...]]:
    def of(one: tuple[Value, ...], other: tuple[Value, ...]) -> tuple[Value, ...]:
        if len(one) != len(other):
            raise IndexError
        return tuple([operation(a, b) for a, b in zip(one, other, strict=True)])

    return of


def _scaled(factor: Number, items: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple([times(factor, item) for item in items])


def _distance(power: int) -> Callable[..., Number]:
    def of(one: tuple[Value, ...], other: tuple[Value, ...]) -> Number:
        if len(one) != len(other):
            raise IndexError
        gaps = [a - b for a, b in zip(one, other, strict=True)]
        return total([abs(gap) if power == 1 else times(gap, gap) for gap in gaps])

    return of


def _near(power: int) -> Callable[..., bool]:
    def of(one: tuple[Value, ...], other: tuple[Value, ...], bound: Number) -> bool:
        if len(one) != len(other) or bound < 0:
            return False
        return bool(_distance(power)(one, other) <= (bound if power == 1 else times(bound, bound)))

    return of


def _clipped(power: int) -> Callable[..., tuple[Value, ...]]:
    """The list itself if its norm is at most the bound, else the multiple of it whose norm that is."""

    def of(items: tuple[Value, ...], bound: Number) -> tuple[Value, ...]:
        if bound < 0:
            raise IndexError
        norm = _distance(power)(items, (0,) * len(items))
        if norm <= (bound if power == 1 else times(bound, bound)):
            return items
        return _scaled(divide(bound, norm if power == 1 else sqrt(norm)), items)

    return of


def _not_computed(name: str) -> Callable[..., Value]:
    def refuse(*values: Value) -> Value:
        raise Inexact(f"`{name}`")

    return refuse


# ---- what is owed ----------------------------------------------------------------------------

ZERO = number(0)


def _said(text: str) -> Callable[..., str]:
    return lambda *_: text


def _owed_only(
    code: str,
    formulas: Callable[[tuple[Term, ...]], list[Term]],
    may_fail: str,
    fault: Callable[[Sequence[Value]], str],
) -> DefinedWhen:
    """What the type checker sees to where constants decide it."""
    return DefinedWhen(code, formulas, may_fail, _said(""), fault)


def _index_fails(arguments: tuple[Term, ...], known: Known) -> str:
    at, there = known(arguments[1]), known(size(arguments[0]))
    which = f"index {at}" if abs(at) < 10**30 else "this index"
    return f"{which} is out of range" + (f"; there are {there}" if there is not None else "")


_DIVISOR = DefinedWhen(
    "division-by-zero",
    lambda a: [unequal(a[1], ZERO)],
    "the divisor may be 0",
    _said("this divides by zero"),
    _said("division by zero"),
)
_IN_RANGE = DefinedWhen(
    "index-out-of-range",
    lambda a: [both([at_most(ZERO, a[1]), less(a[1], size(a[0]))])],
    "the index may be out of range",
    _index_fails,
    lambda v: f"index {v[1]} is out of range; the size is {len(v[0])}",
)
_POSITIVE = DefinedWhen(
    "not-positive",
    lambda a: [less(ZERO, a[0])],
    "the argument of ln may not be positive",
    _said("ln is defined for positive numbers only"),
    _said("ln of a number that is not positive"),
)
_NOT_NEGATIVE = DefinedWhen(
    "not-positive",
    lambda a: [at_most(ZERO, a[0])],
    "the argument of sqrt may be negative",
    _said("sqrt is defined for numbers that are not negative"),
    _said("sqrt of a negative number"),
)
_NOT_EMPTY = DefinedWhen(
    "index-out-of-range",
    lambda a: [less(ZERO, size(a[0]))],
    "the list may be empty, and then has no least and no greatest element",
    _said("an empty list has no least and no greatest element"),
    _said("an empty list has no least and no greatest element"),
)
_SAME_LENGTH = _owed_only(
    "length-mismatch",
    lambda a: [equal(size(a[0]), size(other)) for other in a[1:]] if isinstance(a[0].type, Bits) else [],
    "the bit strings may have different lengths",
    _said("the bit strings have different lengths"),
)


_SAME_SIZE = _owed_only(
    "length-mismatch",
    lambda a: [equal(size(a[0]), size(a[1]))],
    "the lists may have different sizes",
    lambda v: f"lists of {len(v[0])} and of {len(v[1])} numbers are added or subtracted",
)
_NORM = DefinedWhen(
    "not-positive",
    lambda a: [at_most(ZERO, a[1])],
    "the norm that a list is clipped to may be negative",
    _said("a list is clipped to a norm that is not negative"),
    _said("a list is clipped to a negative norm"),
)


# ---- the table -------------------------------------------------------------------------------

_LAZY = _not_computed("a connective")  # its arguments are taken in turn
_NONE, _FIRST, _FIRST_TWO, _ALL = slice(0), slice(1), slice(2), slice(None)

TABLE = (
    # functions, in the order in which they are proposed
    Operation("size", 1, len, "size({0})", python="len({0})", carries=_FIRST, called=True),
    Operation("sum", 1, total, "sum({0})", called=True),
    Operation("count", 2, lambda items, one: items.count(one), "count({0}, {1})", called=True),
    Operation("mem", 2, lambda one, items: one in items, "mem({0}, {1})", called=True),
    Operation("sort", 1, lambda items: tuple(sorted(items)), "sort({0})", called=True),
    Operation("min", None, lambda *v: min(v), "min({all})", called=True),
    Operation("max", None, lambda *v: max(v), "max({all})", called=True),
    Operation("abs", 1, abs, "|{0}|", python="abs({0})", called=True),
    Operation("exp", 1, exp, "exp({0})", rational=lambda x: x == 0, called=True),
    Operation("ln", 1, ln, "ln({0})", owed=_POSITIVE, rational=lambda x: x == 1, called=True),
    Operation("sqrt", 1, sqrt, "sqrt({0})", owed=_NOT_NEGATIVE, rational=_squares, called=True),
    Operation("floor", 1, lambda x: x // 1, "floor({0})", called=True),
    Operation("ceil", 1, lambda x: -(-x // 1), "ceil({0})", called=True),
    Operation("least", 1, _extreme(min), "min({0})", owed=_NOT_EMPTY),
    Operation("greatest", 1, _extreme(max), "max({0})", owed=_NOT_EMPTY),
    # numbers
    Operation("add", None, lambda *v: total(v), " + ", ADD, python="+"),
    Operation("neg", 1, lambda x: -x, "-{0}", NEG, (NEG,), python="(-{0})"),
    Operation("mul", None, times, "*", MUL, python="times({all})"),
    Operation("div", 2, divide, "/", MUL, owed=_DIVISOR),
    Operation("ediv", 2, _quotient, " div ", MUL, owed=_DIVISOR),
    Operation("emod", 2, lambda a, b: a - b * _quotient(a, b), " mod ", MUL, owed=_DIVISOR),
    Operation("pow", 2, lambda x, n: power(x, int(n)), "{0}^{1}", POW, (TIGHT, TIGHT)),
    Operation("widen", 1, lambda x: x, "{0}", python="{0}", carries=_NONE),
    # truth
    Operation("not", 1, lambda x: not x, "!{0}", NOT, (TIGHT,), python="(not {0})"),
    Operation("and", None, _LAZY, " && ", AND, python="and"),
    Operation("or", None, _LAZY, " || ", OR, python="or"),
    Operation("implies", None, _LAZY, " ==> ", IMPLIES, python=""),
    Operation("iff", None, lambda *v: sum([not x for x in v]) % 2 == 0, " <=> ", IFF),
    Operation("xor", None, _xor, " xor ", XOR, owed=_SAME_LENGTH),
    Operation("eq", 2, lambda a, b: a == b, " = ", COMPARE, python="=="),
    Operation("ne", 2, lambda a, b: a != b, " != ", COMPARE, python="!="),
    Operation("lt", 2, lambda a, b: a < b, " < ", COMPARE, python="<"),
    Operation("le", 2, lambda a, b: a <= b, " <= ", COMPARE, python="<="),
    Operation("gt", 2, lambda a, b: a > b, " > ", COMPARE, python=">"),
    Operation("ge", 2, lambda a, b: a >= b, " >= ", COMPARE, python=">="),
    Operation("distinct", None, _distinct, "{all} are all different", LOOSE),
    # structure
    Operation("ite", None, _LAZY, "", LOOSE, python=""),
    Operation("list", None, lambda *v: v, "[{all}]", python="({each})", carries=_NONE),
    Operation("tuple", None, lambda *v: v, "({all})", python="({each})", carries=_NONE),
    Operation("concat", None, joined, " ++ ", ADD, python="joined({all})", carries=_ALL),
    Operation(
        "index",
        2,
        _index,
        "{0}[{1}]",
        inside=(TIGHT,),
        owed=_IN_RANGE,
        python="index({all}, {place})",
        carries=_FIRST_TWO,
    ),
    Operation("field", 2, lambda x, n: x[int(n)], "{0}.{1}", inside=(TIGHT, TIGHT), python="{0}[{1}]", carries=_FIRST),
    Operation("store", 3, _store, "({0} with [{1}] = {2})", owed=_IN_RANGE, carries=_FIRST_TWO),
    Operation("comprehension", None, _LAZY, "", python=""),
    # lists of numbers
    Operation("l1", 3, _near(1), "l1({all})", called=True),
    Operation("l2", 3, _near(2), "l2({all})", called=True),
    Operation("clip1", 2, _clipped(1), "clip1({all})", owed=_NORM, called=True),
    Operation("clip2", 2, _clipped(2), "clip2({all})", owed=_NORM, rational=lambda *_: False, called=True),
    Operation("vadd", 2, _entrywise(lambda a, b: a + b), "{0} + {1}", ADD, (ADD, MUL), owed=_SAME_SIZE),
    Operation("vsub", 2, _entrywise(lambda a, b: a - b), "{0} - {1}", ADD, (ADD, MUL), owed=_SAME_SIZE),
    Operation("vscale", 2, _scaled, "{0}*{1}", MUL, (MUL, NEG)),
    Operation("distance1", 2, _distance(1), "l1({all})", owed=_SAME_SIZE),
    Operation("distance2", 2, _distance(2), "l2({all})^2", POW, owed=_SAME_SIZE),
    Operation("norm2", 2, lambda a, b: sqrt(_distance(2)(a, b)), "l2({all})", owed=_SAME_SIZE),
    Operation("apply", None, _not_computed("apply"), ""),
)

OPERATORS: dict[str, Operation] = {row.name: row for row in TABLE}

FUNCTIONS: dict[str, Operation] = {row.name: row for row in TABLE if row.called}
"""What programs may call."""

BY_SIGN: dict[str, Operator] = {row.text.strip(): row.name for row in TABLE if row.text and "{" not in row.text}
"""What stands between operands."""


def apply(operator: str, values: Sequence[Value]) -> Value:
    """One operator on values; ZeroDivisionError, IndexError and Inexact say what went wrong."""
    return OPERATORS[operator].value(*values)
