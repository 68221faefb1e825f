"""Joint blocks that read open numbers: their rows, by cases of conditions on these numbers.

The block is run with the open numbers as symbols, as programs are (`open_claims`). On each region on which it takes one
course its masses are quotients of polynomials in them, which are written as terms. Where facts that the rule hands in
are false nothing is said, since they are known. Whether prices are within budgets that the rule hands in is decided as
for claims, on the whole of a region; all else about prices is owed like everything, under the conditions of the region.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

from prhl.checks.open_excess import excess, nowhere_positive
from prhl.checks.open_terms import Names, condition_of, term_of
from prhl.diagnostics import NotComputed
from prhl.exact import Seen, weighted
from prhl.logic.build import TRUE
from prhl.logic.terms import Term
from prhl.logic.types import INT
from prhl.numbers import divide
from prhl.numbers.open_quotients import OpenQuotient, growth
from prhl.numbers.polynomial_regions import Ask, Region, whole
from prhl.numbers.varying import Empty, Split, Symbols, everywhere
from prhl.records import dataclass
from prhl.rules.block_cases import Case, NotPriced, Opened, Ratios, Read, Wanted
from prhl.semantics.evaluate import Fault, Value, evaluate
from prhl.semantics.flat import FlatProgram
from prhl.semantics.limits import Meter, OutOfSteps

STEPS = 20_000  # states and outcomes of draws, on all regions
MOST_REGIONS = 60
MOST_OPEN = 3
MOST_PARTS = 20  # of a region, for one budget

Rows = dict[Read, dict[Seen, Any]]
Inputs = Callable[[Read, dict[str, Value]], dict[str, Value]]


@dataclass(frozen=True)
class OpenBlock:
    """A block as a program, and how its inputs are made of values that are read and of open numbers."""

    flat: FlatProgram
    inputs: Inputs
    values: Sequence[Read]
    opened: Opened
    ask: Ask

    def cases(self, wanted: Wanted) -> list[Case]:
        """What the block draws, on regions that leave out no values of the open numbers but some that facts exclude."""
        names = tuple(self.opened.names)
        if len(names) > MOST_OPEN:
            raise NotPriced(f"the block reads {len(names)} open numbers; at most {MOST_OPEN} are priced")
        types = [variable.type == INT for variable in self.opened.names.values()]
        symbols, meter = Symbols(names, (0,) * len(names), tuple(types)), Meter(STEPS)
        try:
            found = list(
                everywhere(lambda s: whole(s, self.ask), symbols, lambda r: self._case(r, meter, wanted), MOST_REGIONS)
            )
        except NotComputed as stopped:
            raise NotPriced(f"the block is not computed with {_listed(names)} left open: {stopped.message}") from None
        except OutOfSteps:
            raise NotPriced(f"the block takes too many steps with {_listed(names)} left open") from None
        cases = [case for _, case in found if case is not None]
        return [replace(cases[0], condition=TRUE)] if len(cases) == 1 else cases  # what is known says the same

    def _case(self, region: Any, meter: Meter, wanted: Wanted) -> Case | None:
        names = self.opened.names
        numbers = {name: region.value(at) for at, name in enumerate(names)}
        if not self._possible(numbers):
            return None
        rows: Rows = {}
        faults: dict[Read, str] = {}
        for value in self.values:
            try:
                rows[value] = weighted(self.flat, self.inputs(value, numbers), meter)
            except Fault as fault:
                faults[value] = fault.message
        condition = condition_of(region, names)
        if wanted == "masses":
            masses = {read: {seen: term_of(mass, names) for seen, mass in row.items()} for read, row in rows.items()}
            return Case(condition, faults, rows=masses)
        within: dict[Term, tuple[Term, ...]] = {}
        told: dict[tuple[Read, Read], Ratios] = {}
        for first, second in product(rows, repeat=2):
            ratios = _ratios(rows[first], rows[second], region)
            told[first, second] = None if ratios is None else tuple([term_of(ratio, names) for ratio in ratios])
            for ratio in ratios or ():
                term = term_of(ratio, names)
                if term not in within:
                    within[term] = tuple([b for b in self.opened.budgets if _is_within(ratio, b, names, region)])
        return Case(condition, faults, told, within=within)

    def _possible(self, numbers: dict[str, Any]) -> bool:
        """Whether no known fact is false on the region; one that is not computed tells nothing."""
        memory = {(name, 0): value for name, value in numbers.items()}
        for fact in self.opened.known:
            with suppress(NotComputed, Fault):
                if not evaluate(fact, memory):
                    return False
        return True


def _ratios(p: dict[Seen, Any], q: dict[Seen, Any], region: Region) -> list[Any] | None:
    """Of all outcomes, without those that are nowhere above 1 or above another one; None if one is infinite."""
    if not p.keys() <= q.keys():
        return None
    kept: list[Any] = []
    for ratio in [divide(mass, q[seen]) for seen, mass in p.items()]:
        if not any([_never_above(ratio, other, region) for other in [1, *kept]]):
            kept = [other for other in kept if not _never_above(other, ratio, region)]
            kept.append(ratio)
    return kept


def _never_above(ratio: Any, other: Any, region: Region) -> bool:
    """Whether it is surely nowhere larger."""
    return nowhere_positive(ratio - other, region)


def _is_within(ratio: Any, budget: Term, names: Names, region: Region) -> bool:
    """Whether the logarithm of a ratio is at most the budget at every value; False if that is not decided."""
    todo: list[Any] = [region]
    tried = 0
    while todo:
        here = todo.pop()
        tried += 1
        if tried > MOST_PARTS:
            return False
        try:
            memory = {(name, 0): here.value(at) for at, name in enumerate(names)}
            grown = growth(evaluate(budget, memory))
            if excess(_on(ratio, here), 1, grown, here) > 0:
                return False
        except Split as split:
            todo += split.parts
        except Empty:
            pass
        except (NotComputed, Fault, ZeroDivisionError):
            return False
    return True


def _on(ratio: Any, region: Region) -> Any:
    """A number on a part of its region."""
    return replace(ratio, region=region) if isinstance(ratio, OpenQuotient) else ratio


def _listed(names: Sequence[str]) -> str:
    return ", ".join([f"`{name}`" for name in names])
