"""What is already decided by constants alone, in exact arithmetic.

`constant` is the value of a closed rational term; exp, ln and sqrt of anything but their rational points, and numbers
too large to be worth it, stay undecided. `Closed` computes with all exact numbers, and decides what they decide.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from prhl.diagnostics import NotComputed
from prhl.logic.evaluator import Evaluator, Fault
from prhl.logic.operators import OPERATORS, Value
from prhl.logic.terms import Apply, Constant, Logical, Quantified, Related, Term, Variable, children, subterms
from prhl.numbers import Number
from prhl.numbers.magnitude import fitting

Folded = bool | Fraction | str | tuple["Folded", ...]


class Open(NotComputed):
    """The value depends on a name that is not known."""


class Closed(Evaluator):
    """All exact numbers, logarithms and exponentials among them; names have no values."""

    def name(self, term: Variable | Logical) -> Value:
        raise Open

    def formula(self, term: Quantified | Related) -> bool:
        raise Open

    def value(self, term: Term) -> Value:
        match term:
            case Apply("size", (items,)) if (found := _length(items)) is not None:
                return found  # whatever the entries are
            case Apply("distinct", items) if (found := _distinct(items)) is not None:
                return found
            case _:
                return super().value(term)

    def known(self, term: Term) -> Value | None:
        """The value, or None where it depends on names, is undefined, or is not computed."""
        try:
            return self.value(term)
        except (NotComputed, Fault):
            return None

    def number(self, term: Term) -> Number | None:
        """The value of a number, whole ones as fractions too."""
        found = self.known(term)
        return None if isinstance(found, bool | str | tuple) else _folded(found)


class _Rational(Closed):
    """Rational numbers, none longer than is worth computing."""

    def operation(self, term: Apply, values: list[Value]) -> Value:
        rational = OPERATORS[term.operator].rational
        if rational is not None and not rational(*values):
            raise Open
        return fitting(super().operation(term, values))


_RATIONAL = _Rational()
_CLOSED = Closed()


def constant(term: Term) -> Folded | None:
    """The value, or None where it depends on names, is undefined, or is not worth computing."""
    found: Folded | None = _folded(_RATIONAL.known(term))
    return found


def _distinct(items: tuple[Term, ...]) -> bool | None:
    """Two equal constants decide, even if other entries are not known."""
    # Python takes True for 1; values of different types are different
    known = [(type(value), value) for value in [constant(item) for item in items] if value is not None]
    if len(set(known)) < len(known):
        return False
    return True if len(known) == len(items) else None


def _folded(value: Any) -> Any:
    """With whole numbers as fractions."""
    if isinstance(value, tuple):
        return tuple([_folded(item) for item in value])
    return Fraction(value) if type(value) is int else value


def refuted(formula: Term) -> bool:
    """Whether a formula is false whatever its names stand for, as far as its numbers can be compared here: the scale
    ln(1/2) is not positive."""
    match formula:
        case Apply("and", parts):
            return any([refuted(part) for part in parts])
        case Apply("or", parts):
            return all([refuted(part) for part in parts])
        case _:
            return _CLOSED.known(formula) is False


def undefined(term: Term) -> Iterator[tuple[Term, str, str]]:
    """The places in a term that can only fail, whatever the variables: place, code and message."""
    for part in subterms(term):
        owed = OPERATORS[part.operator].owed if isinstance(part, Apply) else None
        if owed is None or not any([constant(formula) is False for formula in owed.formulas(children(part))]):
            continue
        if message := owed.fails(children(part), constant):
            yield part, owed.code, message


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
