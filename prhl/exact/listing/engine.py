"""The engine: what is observed of a program for an input, with its exact probabilities.

A program becomes one generated function (see `steps`), which runs on the simplest weights that will do (see
`weights`). Infinite support, and outcomes that are too many to list, are tried by closed forms first (see `closed`);
where there are none, infinite support is seen through a window, and what lies outside counts as missing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any

from prhl.distributions.masses import Boundless
from prhl.exact.bounds.enclosed_rows import bounds
from prhl.exact.bounds.grids import TooWide
from prhl.exact.bounds.released_gaussian import Released
from prhl.exact.closed import symbolic_run
from prhl.exact.closed.exponential_polynomials import monomials
from prhl.exact.closed.integer_densities import NotClosed
from prhl.exact.closed.symbolic_run import Patterns
from prhl.exact.columns.boxes import Dense, box_of
from prhl.exact.listing.generated import Compiler
from prhl.exact.listing.generated_terms import TooDeep
from prhl.exact.listing.weights import Drawn, Integers, OtherWeights, Rounded, States, Symbols, Weights
from prhl.logic.terms import Distribution
from prhl.numbers import Exact, Inexact, over, series
from prhl.numbers.noise import UNIT
from prhl.semantics import draw_tables
from prhl.semantics.draw_tables import is_rational, masses
from prhl.semantics.evaluate import Fault, Undecidable, Value, fault_of, joined, times
from prhl.semantics.evaluate import apply as apply_operator
from prhl.semantics.flat import FlatProgram
from prhl.semantics.limits import NO_CLOCK, Clock, Exploded, Limits, Meter, OutOfSteps
from prhl.semantics.observation import observed, shown
from prhl.semantics.oracle import TooLong
from prhl.semantics.oracle import run as interpret
from prhl.semantics.twin import first_continuous
from prhl.source import Span

# A loop is left when what is still in it weighs less than this; the rest is reported as missing.
NEGLIGIBLE = 10**40
WIDE = 512  # outcomes of one sampling that are rather tried as a closed form
CROWDED = 30_000  # states in all after which closed forms are tried
FEW = 5_000  # steps for a closed form that enumeration can do without
LONGEST = 100_000  # of a generating function
MEETING = 2  # states that meet an outcome of a sampling in one step
CLOSED = 100  # steps of enumeration that a step of a closed form counts for
BOUNDING = 800_000  # steps for bounds where continuous noise has no closed form
LONGEST_LOOP = 5_000_000  # rounds of a loop that draws nothing


class RowFault(Exception):
    """A run-time error, with the input that causes it, as it is shown."""

    def __init__(self, given: str, fault: Fault) -> None:
        self.given, self.fault = given, fault
        super().__init__(given, fault)


@dataclass(frozen=True)
class Row:
    """What is observed for one input: weights over `total`, and the rest.

    The true probabilities are at least these, and at most `missing` in sum above them. `ended` is false if runs that
    had not ended are among what is missing; `cut` is true if runs outside a window are, of which nothing is known.
    """

    weights: dict[tuple[Any, ...], Exact]
    total: Exact
    missing: Fraction
    ended: bool = True
    cut: bool = False
    closed: bool = False  # from a closed form, not by enumeration
    tails: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)  # of Gaussian noise: its centres
    dense: Dense | None = None  # what lies on real outputs, of which the weights tell no more than boxes
    most: Mapping[tuple[Any, ...], int] | None = None  # upper bounds of weights, if they are closer than `missing`
    unit: Fraction | None = None  # of the intervals that stand for reals among the outputs, which tell less than these
    released: Released | None = None  # one normal distribution, in place of all that its columns tell

    @property
    def size(self) -> int:
        """How much there is to compute with: the monomials of weights and densities."""
        return sum([monomials(weight) for weight in self.weights.values()]) + (self.dense.size if self.dense else 0)

    def outreaches(self, other: "Row") -> bool:
        """Whether its Gaussian tails fall so much slower on some side that no ratio to the other row is a bound."""
        for pattern, mine in self.tails.items():
            for (low, high), (least, most) in zip(mine, other.tails.get(pattern, ()), strict=False):
                if low < least or high > most:
                    return True
        return False

    def probability(self, seen: tuple[Any, ...]) -> Exact:
        return over(self.weights.get(seen, 0), self.total)

    def ceiling(self, event: Iterable[tuple[Any, ...]]) -> Exact:
        """An upper bound of the probability of an event: what is missing may be all in it."""
        event = list(event)
        if self.released is not None and self.released.knows(event):
            return min(Fraction(1), sum([self.released.mass(seen)[1] for seen in event], Fraction(0)))
        widest = self.mass(event) + self.missing
        if self.most is None:
            return widest
        known = [self.most.get(seen) for seen in event]
        if any([weight is None for weight in known]):
            return widest
        return min(widest, over(sum([weight for weight in known if weight is not None]), self.total))

    def mass(self, event: Iterable[tuple[Any, ...]]) -> Exact:
        """The probability of an event: of outputs, and of boxes that do not overlap; at least that of a normal one."""
        event = list(event)
        if self.released is not None and self.released.knows(event):
            return sum([self.released.mass(seen)[0] for seen in event], Fraction(0))
        total: Exact = 0
        inside: Exact = 0
        for seen in event:
            box = box_of(seen)
            if box is None or self.dense is None:
                total = total + self.weights.get(seen, 0)
            else:
                inside = inside + self.dense.mass(box)
        return over(total, self.total) + inside


class Crowded(Exception):
    """So many states that closed forms are worth a try."""


class Uncountable(Exception):
    """The counter goes down, or up too far."""


class Unclosed(Exception):
    """Infinite support, or too many outcomes to list, and no closed form: the instance is seen through a window."""

    def __init__(self, steps: int) -> None:
        self.steps = steps  # that it took to find out
        super().__init__(steps)


@dataclass
class _Attempt:
    """A run of the generated function on some weights."""

    weights: Weights
    counting: bool
    window: bool
    work: int = 0  # states so far, as closed forms are tried by


@dataclass(frozen=True, slots=True)
class Known:
    """A row, and what it took: steps, and the most states at one place."""

    row: Row | Patterns
    steps: int
    states: int

    def within(self, limits: Limits) -> bool:
        return self.steps <= limits.steps and self.states <= limits.states


class Machine:
    """A program made ready to run on any number of inputs.

    A row depends on its input and on the limits alone: what is kept from one input to the next are caches.
    """

    def __init__(
        self,
        program: FlatProgram,
        limits: Limits | None = None,
        far: int | None = None,
        listed: bool = False,
        elder: "Machine | None" = None,
    ) -> None:
        """`elder`: the same machine with other limits; what it knows and these allow need not be computed again."""
        self.program = program
        self.continuous = first_continuous(program.body)
        self.limits = limits or Limits()
        self.far = draw_tables.FAR if far is None else far  # a window leaves out less than 2^-far
        self.lists = listed  # every outcome by itself, none in closed form
        self.elder = elder
        self.clock = NO_CLOCK
        self.peak = 0  # the most states of the row at hand
        self.meter = Meter(self.limits.steps)
        self.now = _Attempt(Integers(), True, listed)
        self.tables: dict[tuple[Any, ...], Drawn] = {}
        self.rows: dict[tuple[tuple[Any, ...], bool], Known] = {}
        self.unclosed: dict[tuple[Any, ...], int] = {}  # rows without a closed form, and the steps to find out
        self.compiled: dict[bool, Callable[..., Any] | None] = {}

    def function(self, counting: bool) -> Callable[..., Any] | None:
        """The generated function; None if there is none: then the interpreter does it."""
        if counting not in self.compiled:
            try:
                self.compiled[counting] = _compile(self.program, self, counting)
            except (TooDeep, RecursionError, MemoryError, SyntaxError):
                self.compiled[counting] = None
        return self.compiled[counting]

    def restart(self) -> None:
        """The user's clock starts anew, for the next instance."""
        self.clock = Clock(self.limits.seconds)

    def known(self, inputs: Mapping[str, Value], window: bool = False) -> Known:
        """The row of an input with its steps, computed once; a run-time error names the input that causes it."""
        key = tuple([inputs[p.name] for p in self.program.parameters])
        if self.elder is not None and self.elder.unclosed.get(key, self.limits.steps + 1) <= self.limits.steps:
            self.unclosed[key] = self.elder.unclosed[key]
        if not window and key in self.unclosed:
            raise Unclosed(self.unclosed[key])
        if (key, window) not in self.rows and self.elder is not None:
            found = self.elder.rows.get((key, window))
            if found is not None and found.within(self.limits):
                self.rows[key, window] = found
        if (key, window) not in self.rows:
            try:
                row = self.run(inputs, window)
            except Fault as fault:
                parts = [f"{p.name} = {shown(observed(inputs[p.name], p.type))}" for p in self.program.parameters]
                raise RowFault(", ".join(parts) or "no input", fault) from None
            except Unclosed as found:
                self.unclosed[key] = found.steps
                raise
            self.rows[key, window] = Known(row, self.meter.used, self.peak)
        return self.rows[key, window]

    def run(self, inputs: Mapping[str, Value], window: bool = False) -> Row | Patterns:
        """The row in closed form, where it is infinite or large and has one; with `window` listed, or in bounds."""
        self.meter, self.peak = Meter(self.limits.steps, self.clock), 0
        if self.lists:
            return self.listed(inputs)
        if window:
            return self.listed(inputs) if self.continuous is None else self.bounded(inputs, "not for all inputs")
        steps = symbolic_run.MOST_STEPS
        try:
            return self.listed(inputs, window=False)
        except Boundless:
            pass
        except Crowded:
            steps = FEW
        meter = Meter(min(steps, self.limits.steps // CLOSED), self.clock)
        try:
            found = symbolic_run.run(self.program, inputs, meter)
        except NotClosed as reason:
            if self.continuous is not None:
                return self.bounded(inputs, str(reason))
            raise Unclosed(self.meter.used + CLOSED * meter.used) from None
        finally:
            self.meter.used += CLOSED * meter.used
        return self.plain(found) if found.is_plain else found

    def bounded(self, inputs: Mapping[str, Value], why: str) -> Row:
        """The row of a program with continuous noise that has no closed form: certified bounds, or nothing."""
        meter = Meter(BOUNDING, self.clock)
        try:
            found = bounds(self.program, inputs, meter)
        except TooWide as reason:
            assert self.continuous is not None
            drawn = self.continuous.distribution
            inner = drawn.arguments[0]
            name = inner.name if isinstance(inner, Distribution) else drawn.name
            message = f"{name} is continuous, without a closed form ({why}) or bounds ({reason})"
            raise Undecidable(f"{message}; `--twin` measures the discrete twin", self.continuous.span) from None
        finally:
            self.meter.used += meter.used
        unit = found.unit if found.coarse else None
        return Row(dict(found.low), UNIT, found.missing, cut=True, most=found.high, unit=unit, released=found.released)

    def plain(self, found: Patterns) -> Row:
        """Outcomes in which nothing is left undetermined."""
        weights: dict[tuple[Any, ...], Exact] = {}
        for pattern, terms in found.terms.items():
            for term in terms:
                weights[pattern.seen] = weights.get(pattern.seen, Fraction(0)) + term.weight
        return Row(weights, 1, Fraction(0), closed=True)

    def listed(
        self,
        inputs: Mapping[str, Value],
        weights: Weights | None = None,
        counting: bool = True,
        window: bool = True,
    ) -> Row:
        """The row, every outcome by itself, on the simplest weights that will do; infinite support in a window."""
        weights = weights or Integers()
        while True:
            self.now = _Attempt(weights, counting, window)
            try:
                return self.attempt(inputs)
            except OtherWeights as other:
                weights = other.weights
                counting = counting and not isinstance(weights, Symbols)
            except Uncountable:
                counting = False

    def attempt(self, inputs: Mapping[str, Value]) -> Row:
        function = self.function(self.now.counting)
        try:
            if function is None:
                outcome = interpret(self.program, inputs, meter=self.meter)
                return Row(dict(outcome.masses), 1, outcome.missing, outcome.ended, outcome.cut)
            states, total, missing, ended, cut = function(*[inputs[p.name] for p in self.program.parameters])
        except Inexact as reason:
            raise Undecidable(f"{reason} is not computed exactly", self.program.span) from None
        except MemoryError:
            raise Exploded("there is not enough memory", "take a smaller instance", self.program.span) from None
        except TooLong:
            raise self.exploded(self.program.span) from None
        weights, whole = self.now.weights.finished(states, total)
        return Row(weights, whole, Fraction(missing), ended, cut)

    def exploded(self, span: Span) -> Exploded:
        return Exploded(
            f"more than {self.limits.steps:,} steps up to this statement",
            "take a smaller instance, or forget what is not needed: set variables back, release less",
            span,
        )

    # ---- what the generated function calls ---------------------------------------------------

    def table(self, site: int, distribution: Distribution, values: tuple[Any, ...]) -> Drawn:
        weights, window = self.now.weights, self.now.window
        key = (site, values, window, weights.key)
        found = self.tables.get(key)
        if found is None:
            limit = self.limits.outcomes if window else min(WIDE, self.limits.outcomes)
            listed = masses(distribution, values, limit, window, self.far)
            short_sighted = listed.window and self.far < draw_tables.FAR
            if short_sighted and not isinstance(weights, Rounded) and not is_rational(listed):
                raise OtherWeights(Rounded())  # bounds in any case, and so much quicker
            found = self.tables[key] = weights.drawn(listed)
        return found

    def check(self, states: States, total: Any, span: Span, names: list[str]) -> None:
        """Called where states multiply: is there room, are there steps left?"""
        if len(states) > self.limits.states:
            raise Exploded(
                f"more than {self.limits.states:,} states after this statement{_culprit(states, names)}",
                "take a smaller instance, or forget what is not needed: set variables back, release less",
                span,
            )
        self.peak = max(self.peak, len(states))
        self.now.work += len(states)
        if self.now.work > CROWDED and not self.now.window:
            raise Crowded
        cost = self.now.weights.cost(states, total)
        if self.now.counting:
            lengths = [series.length(weight) for weight in states.values()]
            if max(lengths, default=0) > LONGEST:
                raise Uncountable
            cost += sum(lengths)
        self.spend(cost, span)

    def spend(self, steps: int, span: Span) -> None:
        try:
            self.meter.spend(steps, span)
        except OutOfSteps:
            raise self.exploded(span) from None


def _culprit(states: States, names: list[str]) -> str:
    """The variable with the most values among a good part of the states."""
    if not names:
        return ""
    some = list(islice(states, 100_000))
    counts = [len({state[at] for state in some}) for at in range(len(names))]
    most = max(range(len(names)), key=counts.__getitem__)
    return f"; {names[most]} alone takes {counts[most]:,} values in {len(some):,} of them"


def _compile(program: FlatProgram, machine: Machine, counting: bool) -> Callable[..., Any]:
    compiler = Compiler(program, counting)
    source = compiler.function()
    writer, limits = compiler.writer, machine.limits

    def fault_at(place: int, operator: str, values: list[Value]) -> Value:
        try:
            return apply_operator(operator, values)
        except (ZeroDivisionError, IndexError, Inexact) as reason:
            raise fault_of(reason, operator, values, writer.places[place]) from None

    def index(items: Any, at: int, place: int) -> Value:
        if 0 <= at < len(items):
            return items[at] == "1" if type(items) is str else items[at]
        message = f"index {at} is out of range; the size is {len(items)}"
        raise Fault("index-out-of-range", message, writer.places[place])

    def turning(rounds: int, place: int, since: int) -> None:
        span = writer.places[place]
        if rounds > LONGEST_LOOP:
            message = f"this loop has not ended after {LONGEST_LOOP:,} rounds"
            raise Exploded(message, "does its guard ever become false?", span)
        machine.spend(since, span)

    def drawing(states: States, whole: Any, outcomes: int, place: int) -> None:
        """Before a sampling: every state meets every outcome, however few states come of it."""
        cost = machine.now.weights.cost(states, whole)
        if machine.now.counting:
            cost += sum([series.length(weight) for weight in states.values()])
        machine.spend(cost * outcomes // MEETING, writer.places[place])

    def enough(states: States, whole: Any, rounds: int, place: int) -> bool:
        machine.check(states, whole, writer.places[place], [])
        if rounds < 64:
            return False
        return rounds > limits.rounds or share(sum(states.values()), whole) * NEGLIGIBLE < 1

    def share(weight: Any, whole: Any) -> Fraction:
        return machine.now.weights.share(series.total(weight), whole)

    def shifted(weight: Any, by: int) -> Any:
        if by < 0 or series.length(weight) + by > LONGEST:
            raise Uncountable
        return series.shifted(weight, by) if by else weight

    def merge(parts: list[tuple[States, Any]]) -> tuple[States, Any]:
        """States from several places over one denominator."""
        parts = [part for part in parts if part[0]]
        if not parts:
            return {}, 1
        if len(parts) == 1:
            return parts[0]
        total = machine.now.weights.common([d for _, d in parts])
        out: States = {}
        for states, denominator in parts:
            factor = total // denominator
            for state, weight in states.items():
                if factor != 1:
                    weight = weight * factor
                before = out.get(state)
                out[state] = weight if before is None else before + weight
        return out, total

    scope: dict[str, Any] = {
        "C": writer.constants,
        "Y": compiler.types,
        "MOST": limits.states,
        "lcm": lambda *totals: machine.now.weights.common(list(totals)),
        "share": share,
        "shifted": shifted,
        "total": series.total,
        "terms": lambda states: [(s, k, w) for s, weight in states.items() for k, w in series.terms(weight)],
        "observed": observed,
        "apply": lambda operator, values, place: fault_at(place, operator, values),
        "many": _many,
        "times": times,
        "joined": joined,
        "index": index,
        "turning": turning,
        "drawing": drawing,
        "enough": enough,
        "left": lambda states, whole: share(sum(states.values()), whole),
        "merge": merge,
        "check": lambda states, whole, place, names: machine.check(
            states, whole, writer.places[place], compiler.names[names]
        ),
        "table": lambda site, values: machine.table(site, compiler.distributions[site], values),
    }
    exec(compile(source, "<steps>", "exec"), scope)  # the source is ours: numbered names and fixed words only
    return scope["run"]  # type: ignore[no-any-return]


def _many(operator: str, parts: list[Callable[[], bool]]) -> bool:
    """Long chains of `&&`, `||` and `==>`, which look no further than they must."""
    match operator:
        case "and":
            return all(part() for part in parts)
        case "or":
            return any(part() for part in parts)
        case _:
            return not all(part() for part in parts[:-1]) or parts[-1]()
