"""The value of a term as an exact number, where it has one and the same; variables count as what the facts say."""

from collections.abc import Iterable
from typing import TypeGuard

from prhl.logic.constants import Closed
from prhl.logic.operators import Value
from prhl.logic.terms import Apply, Logical, Term, Variable, conjuncts
from prhl.logic.types import is_number
from prhl.numbers import Number

PASSES = 2  # over the facts: names are defined before they are used, and inputs in any order


class Known:
    """What facts say of variables: each fact `x = e` is true where it is known, so that e may stand for x there."""

    def __init__(self, facts: Iterable[Term] = ()) -> None:
        self.facts = tuple(facts)
        self.evaluator = _Named()
        said = [pair for fact in self.facts for part in conjuncts(fact) for pair in _definitions(part)]
        names = self.evaluator.names
        for _ in range(PASSES):
            for variable, term in said:
                if variable not in names and (value := self.evaluator.known(term)) is not None:
                    names[variable] = value

    def value(self, term: Term) -> Number | None:
        """None where it depends on other variables, is undefined, or is of no form that is computed with."""
        return self.evaluator.number(term)


class _Named(Closed):
    def __init__(self) -> None:
        self.names: dict[Variable | Logical, Value] = {}

    def name(self, term: Variable | Logical) -> Value:
        return self.names[term] if term in self.names else super().name(term)


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
