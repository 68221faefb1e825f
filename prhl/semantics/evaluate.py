"""The values of terms, exactly: the plain reading of the language that everything faster is compared with.

Memory maps (name, run) to values; logical names have run -1. In a program an undefined operation is a run-time
error, a Fault. In a formula it has an unspecified value: such a formula is Undecidable here.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

from prhl.logic.terms import Apply, Constant, Logical, Quantified, Related, Term, Variable, subterms
from prhl.logic.types import BOOL, INT, Bits, Type
from prhl.numbers import Inexact, Number, divide, exp, ln, sqrt
from prhl.numbers.magnitude import fitting, power
from prhl.source import Span

Value = Any
"""bool, int, Fraction or Log; bit strings as texts of 0 and 1; lists and tuples as Python tuples."""

Memory = Mapping[tuple[str, int], Value]

LOGICAL = -1
WIDEST = 1_000_000  # values of one quantified variable
LONGEST = 100_000  # elements of a list


class Fault(Exception):
    """A run-time error of the program that is measured."""

    def __init__(self, code: str, message: str, span: Span) -> None:
        self.code, self.message, self.span = code, message, span
        super().__init__(code, message, span)


class Undecidable(Exception):
    """The value cannot be computed exactly here; says why."""

    def __init__(self, message: str, span: Span) -> None:
        self.message, self.span = message, span
        super().__init__(message, span)


def evaluate(term: Term, memory: Memory) -> Value:
    match term:
        case Constant(value):
            return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value
        case Variable(name, run):
            return memory[name, run]
        case Logical(name):
            return memory[name, LOGICAL]
        case Apply("ite", arguments):
            for at in range(0, len(arguments) - 1, 2):
                if evaluate(arguments[at], memory):
                    return evaluate(arguments[at + 1], memory)
            return evaluate(arguments[-1], memory)
        case Apply("and", arguments):
            # `&&` and `||` look no further than they must
            for argument in arguments:
                if not evaluate(argument, memory):
                    return False
            return True
        case Apply("or", arguments):
            for argument in arguments:
                if evaluate(argument, memory):
                    return True
            return False
        case Apply("implies", arguments):
            for argument in arguments[:-1]:
                if not evaluate(argument, memory):
                    return True
            return evaluate(arguments[-1], memory)
        case Apply(operator, arguments):
            values = [evaluate(argument, memory) for argument in arguments]
            try:
                return apply(operator, values)
            except (ZeroDivisionError, IndexError, Inexact) as reason:
                raise fault_of(reason, operator, values, term.span) from None
        case Quantified(kind, _, body):
            found = any(evaluate(body, m) == (kind == "exists") for m in _choices(term, memory))
            return found if kind == "exists" else not found
        case Related():
            return related(term, memory)
        case _:
            raise Undecidable("a ghost or a hole has no value", term.span)


def fault_of(reason: Exception, operator: str, values: list[Value], span: Span) -> Fault | Undecidable:
    """What went wrong in an operator, as a run-time error at a place, or as what is not computed here."""
    if isinstance(reason, Inexact):
        return Undecidable(f"{reason} is not computed exactly", span)
    if isinstance(reason, IndexError):
        return Fault("index-out-of-range", _out_of_range(operator, values), span)
    return Fault("division-by-zero", _WRONG.get(operator, "division by zero"), span)


_WRONG = {"ln": "ln of a number that is not positive", "sqrt": "sqrt of a negative number"}


def _out_of_range(operator: str, values: list[Value]) -> str:
    if operator in ("index", "store"):
        return f"index {values[1]} is out of range; the size is {len(values[0])}"
    if operator == "xor":
        return "the bit strings have different lengths"
    return "an empty list has no least and no greatest element"


def apply(operator: str, v: list[Value]) -> Value:
    """One operator on values; ZeroDivisionError, IndexError and Inexact say what went wrong."""
    match operator:
        case "add":
            total: Number = v[0]
            for value in v[1:]:
                total = total + value
            return total
        case "neg":
            return -v[0]
        case "mul":
            return times(*v)
        case "div":
            return divide(v[0], v[1])
        case "ediv" | "emod":
            # Euclidean: the remainder is never negative
            quotient = v[0] // v[1] if v[1] > 0 else -(v[0] // -v[1])
            return quotient if operator == "ediv" else v[0] - v[1] * quotient
        case "pow":
            return power(v[0], int(v[1]))
        case "abs":
            return abs(v[0])
        case "exp":
            return exp(v[0])
        case "ln":
            return ln(v[0])
        case "sqrt":
            return sqrt(v[0])
        case "floor":
            return v[0] // 1
        case "ceil":
            return -(-v[0] // 1)
        case "min":
            return min(v)
        case "max":
            return max(v)
        case "least" | "greatest":
            if not v[0]:
                raise IndexError
            return min(v[0]) if operator == "least" else max(v[0])
        case "not":
            return not v[0]
        case "iff":
            return sum([not x for x in v]) % 2 == 0
        case "xor" if isinstance(v[0], str):
            return xor_bits(v)
        case "xor":
            return sum(v) % 2 == 1
        case "eq":
            return v[0] == v[1]
        case "ne":
            return v[0] != v[1]
        case "lt":
            return v[0] < v[1]
        case "le":
            return v[0] <= v[1]
        case "gt":
            return v[0] > v[1]
        case "ge":
            return v[0] >= v[1]
        case "distinct":
            if all([isinstance(value, int | Fraction | str) for value in v]):
                return len(set(v)) == len(v)
            return not any([a == b for a, b in combinations(v, 2)])  # decided, or Inexact
        case "list" | "tuple":
            return tuple(v)
        case "index":
            if not 0 <= v[1] < len(v[0]):
                raise IndexError
            return v[0][v[1]] == "1" if isinstance(v[0], str) else v[0][v[1]]
        case "field":
            return v[0][int(v[1])]
        case "concat":
            return joined(*v)
        case "store":
            if not 0 <= v[1] < len(v[0]):
                raise IndexError
            return (*v[0][: v[1]], v[2], *v[0][v[1] + 1 :])
        case "size":
            return len(v[0])
        case "sum":
            total = 0
            for value in v[0]:
                total = total + value
            return total
        case "count":
            return v[0].count(v[1])
        case "widen":
            return v[0]
        case _:
            raise Inexact(f"`{operator}`")


def times(first: Number, *others: Number) -> Number:
    """The product of numbers of a program. Sums need no bound of their own: they grow no faster than they are
    repeated."""
    for factor in others:
        first = fitting(first * factor)
    return first


def joined(*parts: tuple[Value, ...]) -> tuple[Value, ...]:
    if sum([len(part) for part in parts]) > LONGEST:
        raise Inexact(f"a list of more than {LONGEST:,} elements")
    return tuple([item for part in parts for item in part])


def xor_bits(values: list[str]) -> str:
    if len({len(value) for value in values}) > 1:
        raise IndexError
    return "".join(["1" if column.count("1") % 2 else "0" for column in zip(*values, strict=True)])


# ---- relations between two inputs ------------------------------------------------------------


def related(term: Related, memory: Memory) -> bool:
    if term.relation == "any":
        return True
    assert term.left is not None
    assert term.right is not None
    left, right = evaluate(term.left, memory), evaluate(term.right, memory)
    bound = None if term.bound is None else evaluate(term.bound, memory)
    if term.relation == "within":
        return bool(abs(left - right) <= bound)
    if term.relation == "all_within":
        return len(left) == len(right) and all([abs(a - b) <= bound for a, b in zip(left, right, strict=True)])
    if term.relation == "some_differ":
        return _some_differ(left, right, term.most, bound)
    at = None if term.at is None else memory.get((term.at.name, LOGICAL))
    positions = positions_of(term, memory)
    return bool(positions) if at is None else at in positions


def _some_differ(left: Value, right: Value, most: int, bound: Value | None) -> bool:
    if len(left) != len(right) or (bound is not None and bound < 0 and left):
        return False
    differ = [(a, b) for a, b in zip(left, right, strict=True) if a != b]
    return len(differ) <= most and (bound is None or all([abs(a - b) <= bound for a, b in differ]))


def positions_of(term: Related, memory: Memory) -> list[int]:
    """The positions that `at` may name for two related lists; none if they are not related."""
    assert term.left is not None
    assert term.right is not None
    left, right = evaluate(term.left, memory), evaluate(term.right, memory)
    longer, shorter = (left, right) if len(left) >= len(right) else (right, left)
    if term.relation == "add_remove":
        if len(longer) != len(shorter) + 1:
            return []
        return [k for k in range(len(longer)) if longer[:k] + longer[k + 1 :] == shorter]
    if len(left) != len(right):
        return []
    differ = [k for k in range(len(left)) if left[k] != right[k]]
    bound = None if term.bound is None else evaluate(term.bound, memory)
    if len(differ) > 1 or (differ and bound is not None and abs(left[differ[0]] - right[differ[0]]) > bound):
        return []
    if bound is not None and bound < 0 and left:
        return []
    return differ or list(range(max(1, len(left))))


# ---- quantifiers -----------------------------------------------------------------------------


def _choices(term: Quantified, memory: Memory) -> Iterable[Memory]:
    """The memories with every value that can matter for the bound names."""
    names = [v.name for v in term.variables]
    # `forall i. lo <= i < hi ==> F`: outside the bounds the formula is true; `exists` alike, false.
    body = term.body
    facts: list[Term] = [body]
    if term.kind == "forall":
        facts = list(body.arguments[:-1]) if isinstance(body, Apply) and body.operator == "implies" else []
    ranges: list[Sequence[Value]] = []
    for variable in term.variables:
        values = domain(variable.type)
        ranges.append(_bounded(variable, facts, memory, set(names)) if values is None else values)
    if prod([len(values) for values in ranges]) > WIDEST:
        raise Undecidable(f"{', '.join(names)} have more than {WIDEST:,} values together", term.span)
    for chosen in product(*ranges):
        yield {**memory, **{(name, LOGICAL): value for name, value in zip(names, chosen, strict=True)}}


def domain(type_: Type) -> list[Value] | None:
    """All values of a small finite type whose size is known."""
    if type_ == BOOL:
        return [False, True]
    if isinstance(type_, Bits) and type_.size is not None and (size := type_.size.number()) is not None and size <= 16:
        return [format(n, f"0{size}b") if size else "" for n in range(2**size)]
    return None


def _bounded(variable: Logical, facts: list[Term], memory: Memory, bound_names: set[str]) -> range:
    """The integers between the bounds that the facts set."""
    if variable.type != INT:
        raise Undecidable(f"`{variable.name}` ranges over all of {variable.type}", variable.span)
    low: int | None = None
    high: int | None = None
    for fact in _conjuncts(facts):
        match fact:
            case Apply("le" | "lt" | "ge" | "gt" | "eq" as sign, (left, right)):
                for this, other, flip in ((left, right, False), (right, left, True)):
                    if not (isinstance(this, Logical) and this.name == variable.name):
                        continue
                    names = {t.name for t in subterms(other) if isinstance(t, Logical)}
                    if names & bound_names or any([(name, LOGICAL) not in memory for name in names]):
                        continue  # a name that is bound further in has no value yet
                    value = evaluate(other, memory)
                    upper = sign in ("le", "lt") if not flip else sign in ("ge", "gt")
                    lower = sign in ("ge", "gt") if not flip else sign in ("le", "lt")
                    strict = sign in ("lt", "gt")
                    if upper or sign == "eq":
                        top = -(-value // 1) - 1 if strict else value // 1
                        high = top if high is None else min(high, top)
                    if lower or sign == "eq":
                        bottom = value // 1 + 1 if strict else -(-value // 1)
                        low = bottom if low is None else max(low, bottom)
            case Related(_, left_list, right_list, _, Logical(name)) if name == variable.name:
                # `at k`: a position of the longer list, 0 if that is empty
                assert left_list is not None
                assert right_list is not None
                longest = max(len(evaluate(left_list, memory)), len(evaluate(right_list, memory)))
                low, high = max(0, low or 0), max(0, longest - 1) if high is None else min(high, max(0, longest - 1))
            case _:
                pass
    if low is None or high is None:
        message = f"`{variable.name}` ranges over all integers; bound it, as in `0 <= {variable.name} < n ==> ...`"
        raise Undecidable(message, variable.span)
    if high - low > WIDEST:
        raise Undecidable(f"`{variable.name}` has more than {WIDEST:,} values", variable.span)
    return range(low, high + 1)


def _conjuncts(facts: list[Term]) -> Iterable[Term]:
    for fact in facts:
        if isinstance(fact, Apply) and fact.operator == "and":
            yield from _conjuncts(list(fact.arguments))
        elif isinstance(fact, Quantified) and fact.kind == "exists":
            yield from _conjuncts([fact.body])
        else:
            yield fact
