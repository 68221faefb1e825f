"""The channel of a program on an instance: a row for every input, exact."""

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from prhl.exact.closed.integer_densities import NotClosed
from prhl.exact.closed.symbolic_states import Pattern, Patterns, Summand
from prhl.exact.columns.boxes import Box, Dense
from prhl.exact.columns.cells import Cell, columns
from prhl.exact.columns.events import Span, ordering
from prhl.exact.columns.one_of_many import Singles
from prhl.exact.listing.engine import exploded
from prhl.exact.machine import Known, Machine, Unclosed
from prhl.exact.rows import Closed, Density, Enclosed, Row, Seen, Shares, Tapering, over_one_column
from prhl.numbers import Exact, Inexact, Quotient
from prhl.numbers.reals import separated
from prhl.numbers.shared import Shared
from prhl.records import dataclass
from prhl.semantics.evaluate import Undecidable
from prhl.semantics.flat import FlatProgram
from prhl.semantics.instances import Inputs, Instance
from prhl.semantics.limits import Exploded, Limits, Meter, OutOfSteps
from prhl.semantics.sizes import bytes_of_table, megabytes
from prhl.source import NOWHERE

DENSE = 20  # steps for two monomials of densities that are compared
LISTED = 20  # steps for a monomial of weights that are compared

Progress = Callable[[int, int], None]
"""Called with how many rows are done and how many there are."""


@dataclass(frozen=True)
class Channel:
    """The inputs and what is observed for each; for two programs the left and the right rows."""

    instance: Instance
    left: list[Row]
    right: list[Row]
    classify: Callable[[Seen], Seen] = field(default=lambda seen: seen)  # the column that an output is counted under
    window: bool = False  # some row has no closed form: all were listed, or are known by bounds
    steps: int = 0  # that its rows took
    singles: Singles | None = None  # outputs one by one, where columns hold many

    @property
    def comparing(self) -> int:
        """Steps that it takes to compare its rows, about: densities are compared piece by piece with all others."""
        rows = self.left if self.left is self.right else [*self.left, *self.right]
        size = sum([row.size for row in rows])
        return DENSE * size**2 // len(rows) if any([isinstance(row, Density) for row in rows]) else LISTED * size

    @property
    def outputs(self) -> list[Seen]:
        """Everything that can be observed, in a stable order."""
        seen: dict[Seen, None] = {}
        for row in (*self.left, *self.right):
            seen.update(dict.fromkeys(row.weights))
        return sorted(seen, key=ordering)


def channel(
    left: Machine, right: Machine, instance: Instance, progress: Progress | None = None, jobs: int = 1
) -> Channel:
    """Every row of the instance: all in closed form or listed in full, or else all seen through a window.

    Equal programs share their rows. What the instance is seen through depends on its inputs alone.
    """
    left.restart()
    right.clock = left.clock
    meter = Meter(left.limits.steps)
    total = len(instance.left) + (0 if left is right else len(instance.right))

    def through(window: bool) -> Channel:
        rows = _rows(left, instance.left, window, meter, 0, total, progress, jobs)
        others = rows
        if left is not right:
            others = _rows(right, instance.right, window, meter, len(rows), total, progress, jobs)
        return replace(_finite(instance, rows, others), window=window, steps=meter.used)

    try:
        return through(window=False)
    except (NotClosed, Inexact):
        return through(window=True)
    except Unclosed as row:
        meter.used += row.steps
        return through(window=True)


def _finite(instance: Instance, left: list[Row | Patterns], right: list[Row | Patterns]) -> Channel:
    """Rows in closed form are cut into columns together."""
    numbers = Shared()
    found = _over_shared_totals([row for row in (*left, *right) if isinstance(row, Row)], numbers)
    if len(found) == len(left) + len(right):
        if len({row.unit for row in found if isinstance(row, Enclosed)} - {None}) > 1:
            common = over_one_column(found)
            if common is not None:
                mine = common[: len(left)]
                return Channel(instance, mine, mine if left is right else common[len(left) :])
            raise Undecidable("continuous noise whose scale depends on the input, without a closed form", NOWHERE)
        _told_apart([row.weights for row in found])
        mine = found[: len(left)]
        return Channel(instance, mine, mine if left is right else found[len(left) :])
    both = left if left is right else [*left, *right]
    cut = columns([row if isinstance(row, Patterns) else _as_patterns(row) for row in both])
    _told_apart(cut.rows)
    for weights in cut.rows:
        numbers.replace(weights)
    rows: list[Row] = [
        _row(weights, missing, tails, dense, beyond if any(cut.beyond) else None, bells)
        for weights, missing, tails, dense, beyond, bells in zip(
            cut.rows, cut.missing, cut.tails, cut.dense, cut.beyond, cut.bells, strict=True
        )
    ]
    mine = rows[: len(left)]
    return Channel(instance, mine, mine if left is right else rows[len(left) :], cut.classify, singles=cut.singles)


def _over_shared_totals(rows: list[Row], numbers: Shared) -> list[Row]:
    """Rows with equal numbers as one object, and with their probabilities computed once for each of these."""
    tables: dict[int, Shares] = {}
    made: dict[int, Row] = {}
    for row in rows:
        numbers.replace(row.weights)
        if id(row) not in made:
            total = numbers.one(row.total)
            shares = tables.setdefault(id(total), row.shares)
            same = total is row.total and shares is row.shares
            made[id(row)] = row if same or not isinstance(total, Quotient) else replace(row, total=total, shares=shares)
    return [made[id(row)] for row in rows]


def _row(
    weights: dict[Seen, Exact], missing: Fraction, tails: Any, dense: Dense | None, beyond: Any, bells: Any
) -> Row:
    if beyond is not None:
        if dense is not None or any(tails.values()):
            raise NotClosed("noise of several kinds")
        return Tapering(weights, 1, missing, beyond=beyond)
    if dense is None:
        return Closed(weights, 1, missing, tails=tails, bells=bells)
    return Density(weights, 1, missing, tails=tails, dense=dense)


def _told_apart(rows: list[dict[Seen, Any]]) -> None:
    """Outputs that are written differently are different columns; but what enclosures alone know may be equal."""
    numbers = {number for row in rows for seen in row for number in _numbers(seen)}
    if all([isinstance(number, int | Fraction | Quotient) for number in numbers]):
        return
    try:
        for first, second in pairwise(sorted(numbers)):
            separated(first, second)
    except Inexact as reason:
        raise Undecidable(f"among the outputs there are {reason}", NOWHERE) from None


def _numbers(seen: Any) -> Iterator[Any]:
    if isinstance(seen, tuple):
        for part in seen:
            yield from _numbers(part)
    elif not isinstance(seen, str | Cell | Box | Span):
        yield seen


def _as_patterns(row: Row) -> Patterns:
    if row.missing:
        raise NotClosed("some rows are bounds")
    return Patterns({Pattern(seen, ()): [Summand(row.probability(seen), ())] for seen in row.weights})


def _rows(
    machine: Machine,
    inputs: list[Inputs],
    window: bool,
    meter: Meter,
    done: int,
    total: int,
    progress: Progress | None,
    jobs: int,
) -> list[Row | Patterns]:
    """The rows in their order; together they have the steps of one instance, be they computed now or before."""
    rows: list[Row | Patterns] = []
    size = 0
    spread = jobs > 1 and len(inputs) > 1
    found = _in_parallel(machine, inputs, window, jobs) if spread else (machine.known(one, window) for one in inputs)
    for one in found:
        try:
            meter.spend(one.steps)
        except OutOfSteps:
            raise exploded(machine.limits, machine.program.span) from None
        rows.append(one.row)
        size += bytes_of_table(one.row.weights) if isinstance(one.row, Row) else 0
        if size > machine.limits.bytes:
            said = f"{len(rows):,} of {total:,} rows take about {megabytes(size)} already"
            hint = "take fewer inputs, or release less"
            raise Exploded(f"{said}; at most {megabytes(machine.limits.bytes)} are used", hint, machine.program.span)
        if progress is not None:
            progress(done + len(rows), total)
    return rows


def _in_parallel(machine: Machine, inputs: list[Inputs], window: bool, jobs: int) -> Iterator[Known]:
    """The rows in their order, computed by several processes that each build the machine once."""
    from concurrent.futures import ProcessPoolExecutor  # which takes its time to load

    chunk = max(1, len(inputs) // (4 * jobs))
    start = (machine.program, machine.limits, machine.engine.far, machine.lists, window)
    with ProcessPoolExecutor(jobs, initializer=_start, initargs=start) as pool:
        yield from pool.map(_work, inputs, chunksize=chunk)


_machine: list[tuple[Machine, bool]] = []  # of a worker process, and whether it looks through a window


def _start(program: FlatProgram, limits: Limits, far: int, listed: bool, window: bool) -> None:
    _machine[:] = [(Machine(program, limits, far, listed), window)]
    _machine[0][0].restart()


def _work(inputs: Inputs) -> Known:
    machine, window = _machine[0]
    return machine.known(inputs, window)
