"""Equal numbers as one object: what is computed once for it, balls, logarithms and texts, is not computed again.

Numbers are looked up as they are written, so that one number that is written in two ways stays two objects.
"""

from collections.abc import Iterable
from typing import Any

from prhl.numbers.logs import over
from prhl.numbers.quotients import Quotient


class Shared:
    """The numbers so far."""

    def __init__(self) -> None:
        self.known: dict[object, Quotient] = {}

    def one(self, value: Any) -> Any:
        """The first number that is written like this one."""
        if not isinstance(value, Quotient):
            return value
        # its basis is kept alive by the number that is kept
        return self.known.setdefault((id(value.basis), str(value.over), str(value.under)), value)

    def replace(self, values: dict[Any, Any]) -> None:
        """The values of a table, in their places."""
        for key, value in values.items():
            if isinstance(value, Quotient):
                values[key] = self.one(value)

    def all(self, values: Iterable[Any]) -> tuple[Any, ...]:
        return tuple([self.one(value) for value in values])


class Ratios:
    """Quotients of numbers that live as long as these do, by their identities; equal ones are one object."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], Any] = {}
        self.numbers = Shared()

    def of(self, above: Any, below: Any) -> Any:
        found = self.known.get((id(above), id(below)))
        if found is None:
            found = self.known[id(above), id(below)] = self.numbers.one(over(above, below))
        return found
