"""Python source for terms: the expression part of the generated step functions.

Only the shape of terms goes into the source; variables are numbered, constants and places are looked up by
number in tables. No text of the user is ever part of it.
"""

from fractions import Fraction

from prhl.logic.operators import CALLED, OPERATORS
from prhl.logic.terms import (
    AllBits,
    Apply,
    Between,
    Constant,
    Distribution,
    DistributionArgument,
    Listed,
    Logical,
    Term,
    Variable,
    Weighted,
)
from prhl.source import Span

LONGEST = 40  # operands written out; longer chains go through a helper
DEEPEST = 60  # nested calls in one expression; Python's own compiler has limits


class TooDeep(Exception):
    """The expression is better left to the interpreter."""


class Writer:
    """Collects the constants and places that the written expressions refer to."""

    def __init__(self, parameters: frozenset[str]) -> None:
        self.parameters = parameters
        self.numbers: dict[str, int] = {}
        self.constants: list[object] = []
        self.places: list[Span] = []
        self.depth = 0
        self.bound: dict[str, str] = {}  # the names of comprehensions around

    def variable(self, name: str) -> str:
        """The Python name of a variable: p and a number for inputs, x and a number for the others."""
        number = self.numbers.setdefault(name, len(self.numbers))
        return f"p{number}" if name in self.parameters else f"x{number}"

    def place(self, span: Span) -> int:
        self.places.append(span)
        return len(self.places) - 1

    def constant(self, value: object) -> str:
        if isinstance(value, bool):
            return str(value)
        if isinstance(value, Fraction) and value.denominator == 1:
            value = value.numerator
        if isinstance(value, int) and abs(value) < 10**15:
            return f"({value})"
        self.constants.append(value)
        return f"C[{len(self.constants) - 1}]"

    def term(self, term: Term) -> str:
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeep
        try:
            return self._term(term)
        finally:
            self.depth -= 1

    def _term(self, term: Term) -> str:
        match term:
            case Constant(value):
                return self.constant(value)
            case Variable(name):
                return self.variable(name)
            case Logical(name):
                return self.bound[name]
            case Apply("comprehension", (Logical(name), items, body, guard)):
                return self.comprehension(name, items, body, guard)
            case Apply():
                return self.apply(term)
            case _:
                raise TooDeep

    def comprehension(self, name: str, items: Term, body: Term, guard: Term) -> str:
        """A comprehension of Python's, over a name of its own."""
        listed, outside = self.term(items), self.bound
        self.bound = {**outside, name: f"e{len(outside)}"}
        value, condition = self.term(body), self.term(guard)
        found = f"tuple([{value} for {self.bound[name]} in {listed} if {condition}])"
        self.bound = outside
        return found

    def apply(self, term: Apply) -> str:
        operator = term.operator
        parts = [self.term(argument) for argument in term.arguments]
        if len(parts) > LONGEST:
            if operator == "ite":
                raise TooDeep
            if operator in ("and", "or", "implies"):
                return f"many('{operator}', [{', '.join([f'lambda: {p}' for p in parts])}])"
            return self.written(CALLED, term, parts)
        match operator:
            case "implies":
                return f"(not ({' and '.join(parts[:-1])}) or {parts[-1]})"
            case "ite":
                text = parts[-1]
                for at in reversed(range(0, len(parts) - 1, 2)):
                    text = f"({parts[at + 1]} if {parts[at]} else {text})"
                return text
            case _:
                return self.written(OPERATORS[operator].python, term, parts)

    def written(self, python: str, term: Apply, parts: list[str]) -> str:
        """The sign between the arguments, or the pattern with the arguments in it."""
        if "{" not in python:
            return f"({f' {python} '.join(parts)})"
        place = self.place(term.span) if "{place}" in python else 0
        each = "".join([f"{part}, " for part in parts])
        return python.format(*parts, name=term.operator, all=", ".join(parts), each=each, place=place)

    def argument(self, argument: DistributionArgument) -> str:
        """A distribution's argument as a (nested) tuple of values."""
        match argument:
            case Listed(items):
                return self.tuple_of([self.term(item) for item in items])
            case Between(low, high):
                return f"({self.term(low)}, {self.term(high)})"
            case AllBits(size):
                return self.term(size)
            case Weighted(items):
                return self.tuple_of([f"({self.term(v)}, {self.term(w)})" for v, w in items])
            case Distribution(_, arguments):
                return self.tuple_of([self.argument(a) for a in arguments])
            case _:
                return self.term(argument)

    def tuple_of(self, parts: list[str]) -> str:
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
