"""The lists, bit strings and tuples at which quantifiers over such are instantiated: the arguments of functions.

R37. A universal in an assumption is instantiated at values that occur, outside of quantifiers, as arguments of
functions or as parts of such tuples. Why this is right: an instance follows from the universal wherever the value is
one of the type that is quantified over. A list of z3 is a size and entries, and each that occurs has a size that is not
negative. A bit string has the length that its type states, and that is a condition of the instance. PITFALL: the type
of a bound name may state its length in terms of a parameter, whose run is not known here: nothing is said of such
types, nor of lists of bit strings.

Two functions are equal if they agree at all arguments.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from prhl.logic.build import equal
from prhl.logic.terms import Apply, Logical, Term, subterms
from prhl.logic.types import Bits, Function, List, Scalar, Tuple, Type, without_lengths
from prhl.records import dataclass

MOST_ARGUMENTS = 8  # at which a quantifier is instantiated


@dataclass(frozen=True, slots=True)
class Made:
    """A Skolem constant that is a list, bit string or tuple, by its name: each encoding makes its parts anew."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Argument:
    """What a function is applied to; `bound` are the values of the names in it that are bound around it."""

    term: Term
    bound: Mapping[str, Any]

    @property
    def key(self) -> object:
        bound = [(name, value if isinstance(value, Made) else value.get_id()) for name, value in self.bound.items()]
        return self.term, tuple(bound)


@dataclass(frozen=True, slots=True)
class Instances:
    """The values at which quantifiers are instantiated: numbers, as z3 expressions, and arguments of functions."""

    positions: tuple[Any, ...] = ()
    arguments: tuple[Argument, ...] = ()

    @property
    def many(self) -> tuple[int, int]:
        return len(self.positions), len(self.arguments)


NOWHERE = Instances()


def occurring(term: Term, bound: Mapping[str, Any], made: Mapping[int, tuple[Any, Made]]) -> Iterator[Argument]:
    """The argument and, of a tuple, its parts: those that are no numbers."""
    parts = term.arguments if isinstance(term, Apply) and term.operator == "tuple" else ()
    for part in (term, *parts):
        if isinstance(part.type, Scalar):
            continue
        names = {one.name for one in subterms(part) if isinstance(one, Logical)} & bound.keys()
        values = {name: made[id(bound[name])][1] if id(bound[name]) in made else bound[name] for name in sorted(names)}
        if all([isinstance(value, Made) or hasattr(value, "get_id") for value in values.values()]):
            yield Argument(part, values)


def may_be(type_: Type, wanted: Type) -> bool:
    """Whether a value of the one type, under conditions that can be said, is one of the other."""
    return without_lengths(type_) == without_lengths(wanted) and _can_be_said(wanted)


def _can_be_said(type_: Type) -> bool:
    match type_:
        case Bits(size):
            return size is not None and size.number() is not None
        case List(item):
            return not _has_bits(item)
        case Tuple(items):
            return all([_can_be_said(item) for item in items])
        case _:
            return True


def _has_bits(type_: Type) -> bool:
    match type_:
        case Bits():
            return True
        case List(item):
            return _has_bits(item)
        case Tuple(items):
            return any([_has_bits(item) for item in items])
        case _:
            return False


def stated_lengths(value: Any, type_: Type) -> Iterator[tuple[Any, int]]:
    """The sizes in a value beside what the type says of them."""
    match type_:
        case Bits(size) if size is not None and (number := size.number()) is not None:
            yield value.size, number
        case Tuple(items):
            for part, item in zip(value.items, items, strict=True):
                yield from stated_lengths(part, item)
        case _:
            pass


def agreement(left: Term, right: Term) -> tuple[Logical, Term]:
    """Two functions are one if this holds of every argument: their values are equal."""
    assert isinstance(left.type, Function)
    at = Logical("x'", left.type.argument)
    one, other = [Apply("apply", (function, at), left.type.result) for function in (left, right)]
    return at, equal(one, other)
