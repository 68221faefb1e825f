"""The value of a term as an exact number, where it has one and the same; variables count as what the facts say."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeGuard

from prhl.distributions.closed import applied
from prhl.logic.terms import Apply, Constant, Term, Variable, conjuncts
from prhl.logic.types import is_number
from prhl.numbers import Inexact, Number

PASSES = 2  # over the facts: names are defined before they are used, and inputs in any order


class Known:
    """What facts say of variables: each fact `x = e` is true where it is known, so that e may stand for x there."""

    def __init__(self, facts: Iterable[Term] = ()) -> None:
        self.facts = tuple(facts)
        self.values: dict[Variable, Number] = {}
        said = [pair for fact in self.facts for part in conjuncts(fact) for pair in _definitions(part)]
        for _ in range(PASSES):
            for variable, term in said:
                if variable not in self.values and (value := self.value(term)) is not None:
                    self.values[variable] = value

    def value(self, term: Term) -> Number | None:
        """None where it depends on other variables, is undefined, or is of no form that is computed with."""
        try:
            return self._value(term)
        except (Inexact, ZeroDivisionError):
            return None

    def _value(self, term: Term) -> Number | None:
        match term:
            case Constant(value) if isinstance(value, int | Fraction) and not isinstance(value, bool):
                return Fraction(value)
            case Variable():
                return self.values.get(term)
            case Apply("widen", (inner,)):
                return self._value(inner)
            case Apply(operator, arguments):
                values = [self._value(argument) for argument in arguments]
                if any([value is None for value in values]):
                    return None
                return applied(operator, [value for value in values if value is not None])
            case _:
                return None


def _definitions(fact: Term) -> list[tuple[Variable, Term]]:
    match fact:
        case Apply("eq", (left, right)):
            return [(one, other) for one, other in ((left, right), (right, left)) if _is_name(one)]
        case _:
            return []


def _is_name(term: Term) -> TypeGuard[Variable]:
    return isinstance(term, Variable) and is_number(term.type)


def closed_value(term: Term) -> Number | None:
    """The value of a term without variables."""
    return Known().value(term)
