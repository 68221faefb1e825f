"""The one evaluator of terms, over the table of operators.

What differs between those who evaluate is what a name stands for, and what they do with an operator: a run reads its
memory (`semantics/evaluate.py`), constants have no names and are rational (`constants.py`), a proof knows some names by
its facts (`couplings/known_numbers.py`), and the exact road computes with draws that are still open
(`exact/closed/symbolic_values.py`).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction
from typing import Self

from prhl.diagnostics import NotComputed
from prhl.logic.operators import OPERATORS, Value
from prhl.logic.terms import Apply, Constant, Logical, Quantified, Related, Term, Variable
from prhl.numbers import Inexact
from prhl.source import Span


class Fault(Exception):
    """A run-time error of the program that is measured."""

    hint = ""
    stopped = None

    def __init__(self, code: str, message: str, span: Span) -> None:
        self.code, self.message, self.span = code, message, span
        super().__init__(code, message, span)


class Undecidable(NotComputed):
    """The value of a term cannot be computed exactly here."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message, span=span)
        self.args = (message, span)


class Evaluator(ABC):
    """Values of terms: Fault where something that is owed does not hold, Undecidable where a value is not computed."""

    bound: Mapping[str, Value] = {}  # what names of comprehensions stand for

    def value(self, term: Term) -> Value:
        match term:
            case Constant(value):
                return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value
            case Logical(name) if name in self.bound:
                return self.bound[name]
            case Variable() | Logical():
                return self.name(term)
            case Apply("ite", arguments):
                for at in range(0, len(arguments) - 1, 2):
                    if self.truth(arguments[at]):
                        return self.value(arguments[at + 1])
                return self.value(arguments[-1])
            case Apply("and", arguments):
                return self._all(arguments)
            case Apply("or", arguments):
                for argument in arguments:
                    if self.truth(argument):
                        return True
                return False
            case Apply("implies", arguments):
                return not self._all(arguments[:-1]) or self.truth(arguments[-1])
            case Apply("comprehension", (Logical(name), items, body, guard)):
                each = [self.binding(name, item) for item in self.elements(items)]
                return tuple([one.value(body) for one in each if one.truth(guard)])
            case Apply("ediv" | "emod", (Apply("ediv" | "emod"), _)):
                return self._chain(term)
            case Apply(_, arguments):
                return self.operation(term, [self.value(argument) for argument in arguments])
            case Quantified() | Related():
                return self.formula(term)
            case _:
                raise Undecidable("a ghost or a hole has no value", term.span)

    def truth(self, term: Term) -> bool:
        """The value of a condition."""
        return self.value(term)  # type: ignore[no-any-return]  # terms are well typed

    def elements(self, items: Term) -> Sequence[Value]:
        """The elements of a list."""
        return self.value(items)  # type: ignore[no-any-return]  # terms are well typed

    def binding(self, name: str, value: Value) -> Self:
        """The same evaluator where a name stands for a value."""
        inside = copy(self)
        inside.bound = {**self.bound, name: value}
        return inside

    def _all(self, terms: Sequence[Term]) -> bool:
        for term in terms:
            if not self.truth(term):
                return False
        return True

    def _chain(self, term: Term) -> Value:
        """A chain of `div` and `mod`: it may be long, and it nests to the left."""
        chain: list[Apply] = []
        while isinstance(term, Apply) and term.operator in ("ediv", "emod"):
            chain.append(term)
            term = term.arguments[0]
        value = self.value(term)
        for one in reversed(chain):
            value = self.operation(one, [value, self.value(one.arguments[1])])
        return value

    @abstractmethod
    def name(self, term: Variable | Logical) -> Value:
        """What a name stands for."""

    @abstractmethod
    def formula(self, term: Quantified | Related) -> bool:
        """Whether a quantified formula or a relation holds."""

    def operation(self, term: Apply, values: list[Value]) -> Value:
        """An operator that takes the values of all its arguments."""
        return applied(term.operator, values, term.span)


def applied(operator: str, values: list[Value], span: Span) -> Value:
    """One operator on values, at a place."""
    row = OPERATORS[operator]
    try:
        return row.value(*values)
    except (ZeroDivisionError, IndexError) as reason:
        if row.owed is None:
            raise
        raise Fault(row.owed.code, row.owed.fault(values), span) from reason
    except Inexact as reason:
        raise Undecidable(f"{reason} is not computed exactly", span) from None
