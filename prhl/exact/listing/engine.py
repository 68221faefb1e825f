"""The engine: a row by enumeration, every outcome by itself.

A program becomes one generated function (`generated`), which runs on the simplest weights that will do (`weights`).
Infinite support is seen through a window, and what lies outside counts as missing; without one it is Boundless.
"""

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any

from prhl.distributions.masses import Masses
from prhl.exact.listing.generated import Compiler
from prhl.exact.listing.generated_terms import TooDeep
from prhl.exact.listing.weights import Drawn, Integers, OtherWeights, Rounded, States, Symbols, Weights
from prhl.exact.rows import Listed
from prhl.logic.evaluator import Fault, Undecidable, applied
from prhl.logic.operators import Value, joined, times
from prhl.logic.terms import Distribution
from prhl.numbers import Inexact, series
from prhl.records import dataclass
from prhl.semantics import draw_tables
from prhl.semantics.draw_tables import is_rational, masses
from prhl.semantics.flat import FlatProgram
from prhl.semantics.limits import Exploded, Limits, Meter, OutOfSteps
from prhl.semantics.observation import observed
from prhl.semantics.oracle import TooLong
from prhl.semantics.oracle import run as interpret
from prhl.semantics.runs_alike import runs_alike
from prhl.semantics.sizes import bytes_of_table, megabytes
from prhl.source import Span

# A loop is left when what is still in it weighs less than this; the rest is reported as missing.
NEGLIGIBLE = 10**40
WIDE = 512  # outcomes of one sampling that are rather tried as a closed form
CROWDED = 30_000  # states in all after which closed forms are tried, where there are more at a place than
CROWD = 256
LONGEST = 100_000  # of a generating function
PATIENT = 16  # rounds of a loop before it is asked if it ends by luck
SMALL = 10_000  # states whose size does not matter
MOST_BEGUN = 8  # beginnings of rows that are kept
MEETING = 2  # states that meet an outcome of a sampling in one step
LONGEST_LOOP = 5_000_000  # rounds of a loop that draws nothing


class Crowded(Exception):
    """So many states that closed forms are tried before enumeration goes on."""


class Recurring(Exception):
    """A loop comes to a state again: nothing bounds its rounds."""


class Uncountable(Exception):
    """The counter goes down, or up too far."""


@dataclass
class _Attempt:
    """A run of the generated function on some weights."""

    meter: Meter
    weights: Weights = field(default_factory=Integers)
    counting: bool = True
    window: bool = True
    solving: bool = False  # Recurring, instead of rounds until little is left
    marked: dict[int, set[tuple[Any, ...]]] = field(default_factory=dict)  # of a loop: states of an earlier round
    before: int = 0  # steps of the meter when it began
    peak: int = 0  # the most states at one place,
    heap: int = 0  # and the most bytes
    work: int = 0  # states so far at places with many, by which closed forms are tried

    @property
    def key(self) -> tuple[object, ...]:
        """What a row depends on, beside its input."""
        return self.weights.key, self.counting, self.window, self.solving


@dataclass(frozen=True, slots=True)
class _Begun:
    """The states after the statements before any private input is read, which rows share, and the steps taken."""

    found: tuple[Any, ...]
    steps: int
    work: int
    peak: int
    heap: int


class Engine:
    """A program made ready to be enumerated on any number of inputs.

    A row depends on its input and on the limits alone: what is kept from one input to the next are caches.
    """

    def __init__(self, program: FlatProgram, limits: Limits | None = None, far: int | None = None) -> None:
        self.program = program
        self.limits = limits or Limits()
        self.far = draw_tables.FAR if far is None else far  # a window leaves out less than 2^-far
        self.now = _Attempt(Meter(self.limits.steps))
        self.peak = 0  # the most states at one place, of the row at hand
        self.heap = 0  # and the most bytes, if they are many
        self.tables: dict[tuple[Any, ...], Drawn] = {}
        self.masses: dict[tuple[Any, ...], Masses] = {}  # of the attempt before, where other weights were needed
        self.compiled: dict[bool, Callable[..., Any] | None] = {}
        self.counted = False  # whether a counter is kept out of the states
        self.begun: dict[tuple[Any, ...], _Begun] = {}

    @cached_property
    def alike(self) -> bool:
        return runs_alike(self.program)

    def function(self, counting: bool) -> Callable[..., Any] | None:
        """The generated function; None if there is none: then the interpreter does it."""
        if counting not in self.compiled:
            try:
                self.compiled[counting] = _compile(self.program, self, counting)
            except (TooDeep, RecursionError, MemoryError, SyntaxError):
                self.compiled[counting] = None
        return self.compiled[counting]

    def listed(
        self,
        inputs: Mapping[str, Value],
        meter: Meter | None = None,
        weights: Weights | None = None,
        counting: bool = True,
        window: bool = True,
        solving: bool = False,
    ) -> Listed:
        """The row on the simplest weights that will do, within the steps of a meter; with `solving`, Recurring where a
        loop ends by luck."""
        meter, weights, self.peak, self.heap = meter or Meter(self.limits.steps), weights or Integers(), 0, 0
        self.masses = {}
        while True:
            self.now = _Attempt(meter, weights, counting, window, solving)
            try:
                found = self.attempt(inputs)
                return replace(found, alike=self.alike) if found.cut else found
            except OtherWeights as other:
                weights = other.weights
                counting = counting and not isinstance(weights, Symbols)
            except Uncountable:
                counting = False

    def attempt(self, inputs: Mapping[str, Value]) -> Listed:
        function = self.function(self.now.counting)
        try:
            if function is None:
                outcome = interpret(self.program, inputs, meter=self.now.meter)
                return Listed(dict(outcome.masses), 1, outcome.missing, outcome.ended, outcome.cut)
            states, total, missing, ended, cut = function(*[inputs[p.name] for p in self.program.parameters])
        except Inexact as reason:
            raise Undecidable(f"{reason} is not computed exactly", self.program.span) from None
        except MemoryError:
            raise Exploded("there is not enough memory", "take a smaller instance", self.program.span) from None
        except TooLong:
            raise exploded(self.limits, self.program.span) from None
        weights, whole = self.now.weights.finished(states, total)
        # no state is dropped for a weight that was rounded down to 0
        return Listed(weights, whole, Fraction(missing), ended, cut, supported=ended and not cut)

    # ---- what the generated function calls ---------------------------------------------------

    def recalled(self, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """What an earlier row began with, if the steps are there for it; it counts as if it were computed anew."""
        begun = self.begun.get((values, *self.now.key))
        if begun is None or self.now.meter.used + begun.steps > self.now.meter.most:
            self.now.before = self.now.meter.used
            return None
        self.now.meter.used += begun.steps
        self.now.work += begun.work
        self.widest(begun.peak, begun.heap)
        return begun.found

    def remember(self, values: tuple[Any, ...], found: tuple[Any, ...]) -> None:
        now = self.now
        if len(found[0]) > SMALL:
            return
        if len(self.begun) >= MOST_BEGUN:
            self.begun.clear()
        self.begun[values, *now.key] = _Begun(found, now.meter.used - now.before, now.work, now.peak, now.heap)

    def widest(self, peak: int, heap: int) -> None:
        """Notes how many states there are at a place, and their bytes."""
        self.now.peak, self.now.heap = max(self.now.peak, peak), max(self.now.heap, heap)
        self.peak, self.heap = max(self.peak, peak), max(self.heap, heap)

    def table(self, site: int, distribution: Distribution, values: tuple[Any, ...]) -> Drawn:
        weights, window = self.now.weights, self.now.window
        key = (site, values, window, weights.key)
        found = self.tables.get(key)
        if found is None:
            limit = self.limits.outcomes if window else min(WIDE, self.limits.outcomes)
            listed = self.masses.get(key[:3])
            if listed is None:
                listed = self.masses[key[:3]] = masses(distribution, values, limit, window, self.far)
            short_sighted = listed.window and self.far < draw_tables.FAR
            if short_sighted and not isinstance(weights, Rounded) and not is_rational(listed):
                raise OtherWeights(Rounded())  # bounds in any case, and so much quicker
            found = self.tables[key] = weights.drawn(listed)
        return found

    def check(self, states: States, total: Any, span: Span, names: list[str]) -> None:
        """Called where the number of states grows: raises if it exceeds the limits on memory or steps."""
        if len(states) > self.limits.states:
            raise Exploded(
                f"more than {self.limits.states:,} states after this statement{_culprit(states, names)}",
                "take a smaller instance, or forget what is not needed: set variables back, release less",
                span,
            )
        self.widest(len(states), 0)
        if len(states) > SMALL:
            self.fit(states, span, names)
        self.now.work += len(states) if len(states) > CROWD else 0
        if self.now.work > CROWDED and not self.now.window:
            raise Crowded
        cost = self.now.weights.cost(states, total)
        if self.now.counting:
            cost += self.lengths(states)
        self.spend(cost, span)

    def lengths(self, states: States) -> int:
        """Of all generating functions; without a counter weights are numbers."""
        if not self.counted:
            return len(states)
        found = [series.length(weight) for weight in states.values()]
        if max(found, default=0) > LONGEST:
            raise Uncountable
        return sum(found)

    def fit(self, states: States, span: Span, names: list[str]) -> None:
        """Before the next statement makes as many again: is there room for them?"""
        size = 2 * bytes_of_table(states)
        self.widest(0, size)
        if size > self.limits.bytes:
            raise Exploded(
                f"{len(states):,} states after this statement would take about {megabytes(size)},"
                f" more than {megabytes(self.limits.bytes)}{_culprit(states, names)}",
                "take a smaller instance, or forget what is not needed: set variables back, release less",
                span,
            )

    def recur(self, states: set[tuple[Any, ...]], rounds: int, loop: int) -> None:
        """Whether one of the states was there in the last round that has a number 2^k (Brent)."""
        if rounds & (rounds - 1) == 0:
            self.now.marked[loop] = states
        elif not states.isdisjoint(self.now.marked[loop]):
            raise Recurring

    def spend(self, steps: int, span: Span) -> None:
        try:
            self.now.meter.spend(steps, span)
        except OutOfSteps:
            raise exploded(self.limits, span) from None


def exploded(limits: Limits, span: Span) -> Exploded:
    return Exploded(
        f"more than {limits.steps:,} steps up to this statement",
        "take a smaller instance, or forget what is not needed: set variables back, release less",
        span,
    )


def _culprit(states: States, names: list[str]) -> str:
    """The variable with the most values among a good part of the states."""
    if not names:
        return ""
    some = list(islice(states, 100_000))
    counts = [len({state[at] for state in some}) for at in range(len(names))]
    most = max(range(len(names)), key=counts.__getitem__)
    return f"; {names[most]} alone takes {counts[most]:,} values in {len(some):,} of them"


def _compile(program: FlatProgram, engine: Engine, counting: bool) -> Callable[..., Any]:
    compiler = Compiler(program, counting)
    source = compiler.function()
    engine.counted = engine.counted or compiler.counter is not None
    writer, limits = compiler.writer, engine.limits

    def index(items: Any, at: int, place: int) -> Value:
        if 0 <= at < len(items):
            return items[at] == "1" if type(items) is str else items[at]
        message = f"index {at} is out of range; the size is {len(items)}"
        raise Fault("index-out-of-range", message, writer.places[place])

    def turning(rounds: int, place: int, since: int, state: tuple[Any, ...]) -> None:
        span = writer.places[place]
        if engine.now.solving:
            engine.recur({state}, rounds // since + PATIENT - 1, place)
        if rounds > LONGEST_LOOP:
            message = f"this loop has not ended after {LONGEST_LOOP:,} rounds"
            raise Exploded(message, "does its guard ever become false?", span)
        engine.spend(since, span)

    def drawing(states: States, whole: Any, outcomes: int, place: int) -> None:
        """Before a sampling: every state meets every outcome, however few states come of it."""
        cost = engine.now.weights.cost(states, whole)
        if engine.now.counting:
            cost += engine.lengths(states)
        engine.spend(cost * outcomes // MEETING, writer.places[place])

    def enough(states: States, whole: Any, rounds: int, place: int, kept: tuple[int, ...]) -> bool:
        engine.check(states, whole, writer.places[place], [])
        if engine.now.solving and rounds >= PATIENT:  # counters apart, the same states come again and again
            engine.recur({tuple([state[at] for at in kept]) for state in states}, rounds, place)
        if rounds < 64:
            return False
        return rounds > limits.rounds or share(sum(states.values()), whole) * NEGLIGIBLE < 1

    def share(weight: Any, whole: Any) -> Fraction:
        return engine.now.weights.share(series.total(weight), whole)

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
        total = engine.now.weights.common([d for _, d in parts])
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
        "lcm": lambda *totals: engine.now.weights.common(list(totals)),
        "share": share,
        "shifted": shifted,
        "total": series.total,
        "terms": lambda states: [(s, k, w) for s, weight in states.items() for k, w in series.terms(weight)],
        "observed": observed,
        "apply": lambda operator, values, place: applied(operator, values, writer.places[place]),
        "many": _many,
        "times": times,
        "joined": joined,
        "index": index,
        "turning": turning,
        "drawing": drawing,
        "enough": enough,
        "left": lambda states, whole: share(sum(states.values()), whole),
        "merge": merge,
        "recalled": engine.recalled,
        "remember": engine.remember,
        "check": lambda states, whole, place, names: engine.check(
            states, whole, writer.places[place], compiler.names[names]
        ),
        "table": lambda site, values: engine.table(site, compiler.distributions[site], values),
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
