"""The engine: what is observed of a program for an input, with its exact probabilities.

A program becomes one generated function (see `steps`), which runs on the simplest weights that will do (see
`weights`). Infinite support, and outcomes that are too many to list, are tried by closed forms first (see `closed`);
where there are none, infinite support is seen through a window, and what lies outside counts as missing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from time import monotonic
from typing import Any

from prhl.distributions.masses import Boundless
from prhl.exact import closed, sampling
from prhl.exact.boxes import Dense, box_of
from prhl.exact.closed import Patterns
from prhl.exact.densities import NotClosed
from prhl.exact.draws import TooWide
from prhl.exact.evaluate import Fault, Undecidable, Value, fault_of, joined, times
from prhl.exact.evaluate import apply as apply_operator
from prhl.exact.expressions import TooDeep
from prhl.exact.flat import FlatProgram
from prhl.exact.interpreter import run as interpret
from prhl.exact.observe import observed, shown
from prhl.exact.released import Released
from prhl.exact.sampling import is_rational, masses
from prhl.exact.spans import bounds
from prhl.exact.steps import Compiler
from prhl.exact.twin import first_continuous
from prhl.exact.weights import Drawn, Integers, OtherWeights, Rounded, States, Symbols, Weights
from prhl.logic.terms import Distribution
from prhl.numbers import Exact, Inexact, over, series
from prhl.numbers.noise import UNIT
from prhl.source import Span

# A loop is left when what is still in it weighs less than this; the rest is reported as missing.
NEGLIGIBLE = 10**40
WIDE = 512  # outcomes of one sampling that are rather tried as a closed form
CROWDED = 30_000  # states in all after which closed forms are tried
FEW = 5_000  # steps for a closed form that enumeration can do without
LONGEST = 100_000  # of a generating function
CLOSING = 1.5  # seconds for bounds where continuous noise has no closed form


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a run may take before it is given up."""

    states: int = 2_000_000
    seconds: float = 60.0
    rounds: int = 100_000
    outcomes: int = 1_000_000


class Exploded(Exception):
    """A limit was reached; names the place and what to try."""

    def __init__(self, message: str, hint: str, span: Span) -> None:
        self.message, self.hint, self.span = message, hint, span
        super().__init__(message, hint, span)


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


class Machine:
    """A program made ready to run on any number of inputs."""

    def __init__(self, program: FlatProgram, limits: Limits | None = None, far: int | None = None) -> None:
        self.program = program
        self.continuous = first_continuous(program.body)
        self.limits = limits or Limits()
        self.far = sampling.FAR if far is None else far  # a window leaves out less than 2^-far
        self.deadline = monotonic() + self.limits.seconds
        self.weights: Weights = Integers()
        self.counting = True
        self.window = False  # infinite support is seen through a window, and all outcomes are listed
        self.stays = False  # for every instance
        self.unclosed: set[tuple[Any, ...]] = set()  # inputs whose rows have no closed form
        self.work = 0
        self.tables: dict[tuple[int, Any, bool], Drawn] = {}
        self.rows: dict[tuple[tuple[Any, ...], bool], Row | Patterns] = {}
        self.compiled: Callable[..., Any] | None = None
        self.prepare()

    def prepare(self) -> None:
        """The function is made, or there is none: then the interpreter does it."""
        self.tables = {}
        try:
            self.compiled = _compile(self.program, self)
        except (TooDeep, RecursionError, MemoryError, SyntaxError):
            self.compiled = None

    def restart(self) -> None:
        """The clock starts anew, for the next instance."""
        self.deadline = monotonic() + self.limits.seconds

    def release(self) -> None:
        """The next instance may have a closed form again."""
        self.window = self.stays

    def known(self, inputs: Mapping[str, Value]) -> Row | Patterns:
        """The row of an input, computed once; a run-time error names the input that causes it."""
        key = tuple([inputs[p.name] for p in self.program.parameters])
        if key in self.unclosed:
            self.enumerate_all()
        plain = self.rows.get((key, False))
        if isinstance(plain, Row):
            return plain
        if (key, self.window) not in self.rows:
            try:
                row = self.run(inputs)
            except Fault as fault:
                parts = [f"{p.name} = {shown(observed(inputs[p.name], p.type))}" for p in self.program.parameters]
                raise RowFault(", ".join(parts) or "no input", fault) from None
            self.rows[key, self.window] = row
        return self.rows[key, self.window]

    def run(self, inputs: Mapping[str, Value]) -> Row | Patterns:
        """The row in closed form, where it is infinite or large and has one; else listed, or in bounds."""
        if self.window and self.continuous is not None and not self.stays:
            return self.bounded(inputs, "not for all inputs")
        if not self.window:
            steps = closed.MOST_STEPS
            try:
                return self.listed(inputs)
            except Boundless:
                pass
            except Crowded:
                steps = FEW
            try:
                # half of the time that is left: the other half is for listing, if there is no closed form
                found = closed.run(self.program, inputs, (monotonic() + self.deadline) / 2, steps)
            except NotClosed as reason:
                if self.continuous is not None:
                    return self.bounded(inputs, str(reason))
                self.unclosed.add(tuple([inputs[p.name] for p in self.program.parameters]))
                self.enumerate_all()
            else:
                return self.plain(found) if found.is_plain else found
        return self.listed(inputs)

    def bounded(self, inputs: Mapping[str, Value], why: str) -> Row:
        """The row of a program with continuous noise that has no closed form: certified bounds, or nothing."""
        left = self.deadline - monotonic()
        try:
            found = bounds(self.program, inputs, monotonic() + min(left, CLOSING, self.limits.seconds / 8))
        except TooWide as reason:
            assert self.continuous is not None
            drawn = self.continuous.distribution
            inner = drawn.arguments[0]
            name = inner.name if isinstance(inner, Distribution) else drawn.name
            message = f"{name} is continuous, without a closed form ({why}) or bounds ({reason})"
            raise Undecidable(f"{message}; `--twin` measures the discrete twin", self.continuous.span) from None
        unit = found.unit if found.coarse else None
        return Row(dict(found.low), UNIT, found.missing, cut=True, most=found.high, unit=unit, released=found.released)

    def enumerate_all(self, always: bool = False) -> None:
        """From here on, for this instance or always, all outcomes are listed, those of infinite support in a window."""
        self.window = True
        self.stays = self.stays or always

    def plain(self, found: Patterns) -> Row:
        """Outcomes in which nothing is left undetermined."""
        weights: dict[tuple[Any, ...], Exact] = {}
        for pattern, terms in found.terms.items():
            for term in terms:
                weights[pattern.seen] = weights.get(pattern.seen, Fraction(0)) + term.weight
        return Row(weights, 1, Fraction(0), closed=True)

    def listed(self, inputs: Mapping[str, Value]) -> Row:
        """The row, on the simplest weights that will do; later rows start with the same."""
        while True:
            try:
                return self.attempt(inputs)
            except OtherWeights as other:
                self.weights = other.weights
                self.counting = self.counting and not isinstance(other.weights, Symbols)
            except Uncountable:
                self.counting = False
            self.prepare()

    def attempt(self, inputs: Mapping[str, Value]) -> Row:
        self.work = 0
        if self.compiled is None:
            outcome = interpret(self.program, inputs)
            return Row(dict(outcome.masses), 1, outcome.missing, outcome.ended, outcome.cut)
        try:
            states, total, missing, ended, cut = self.compiled(*[inputs[p.name] for p in self.program.parameters])
        except Inexact as reason:
            raise Undecidable(f"{reason} is not computed exactly", self.program.span) from None
        except MemoryError:
            raise Exploded("there is not enough memory", "take a smaller instance", self.program.span) from None
        weights, whole = self.weights.finished(states, total)
        return Row(weights, whole, Fraction(missing), ended, cut)

    # ---- what the generated function calls ---------------------------------------------------

    def table(self, site: int, distribution: Distribution, values: tuple[Any, ...]) -> Drawn:
        key = (site, values, self.window)
        found = self.tables.get(key)
        if found is None:
            limit = self.limits.outcomes if self.window else min(WIDE, self.limits.outcomes)
            listed = masses(distribution, values, limit, self.window, self.far)
            short_sighted = listed.window and self.far < sampling.FAR
            if short_sighted and not isinstance(self.weights, Rounded) and not is_rational(listed):
                raise OtherWeights(Rounded())  # bounds in any case, and so much quicker
            found = self.tables[key] = self.weights.drawn(listed)
        return found

    def check(self, states: States, total: Any, span: Span, names: list[str]) -> None:
        """Called where states multiply: is there room, is there time?"""
        if len(states) > self.limits.states:
            raise Exploded(
                f"more than {self.limits.states:,} states after this statement{_culprit(states, names)}",
                "take a smaller instance, or forget what is not needed: set variables back, release less",
                span,
            )
        self.work += len(states)
        if self.work > CROWDED and not self.window:
            raise Crowded
        self.weights.check(states, total)
        if self.counting and any([series.length(weight) > LONGEST for weight in states.values()]):
            raise Uncountable
        self.in_time(span)

    def in_time(self, span: Span) -> None:
        if monotonic() > self.deadline:
            message = f"this statement was reached after {self.limits.seconds:g} seconds"
            raise Exploded(message, "take a smaller instance, or give it more time", span)


def _culprit(states: States, names: list[str]) -> str:
    """The variable with the most values among a good part of the states."""
    if not names:
        return ""
    some = list(islice(states, 100_000))
    counts = [len({state[at] for state in some}) for at in range(len(names))]
    most = max(range(len(names)), key=counts.__getitem__)
    return f"; {names[most]} alone takes {counts[most]:,} values in {len(some):,} of them"


def _compile(program: FlatProgram, machine: Machine) -> Callable[..., Any]:
    compiler = Compiler(program, machine.counting)
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

    def turning(steps: int, place: int) -> None:
        span = writer.places[place]
        if steps > 5_000_000:
            raise Exploded("this loop has not ended after 5,000,000 rounds", "does its guard ever become false?", span)
        machine.in_time(span)

    def enough(states: States, whole: Any, rounds: int, place: int) -> bool:
        machine.check(states, whole, writer.places[place], [])
        if rounds < 64:
            return False
        return rounds > limits.rounds or share(sum(states.values()), whole) * NEGLIGIBLE < 1

    def share(weight: Any, whole: Any) -> Fraction:
        return machine.weights.share(series.total(weight), whole)

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
        total = machine.weights.common([d for _, d in parts])
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
        "lcm": lambda *totals: machine.weights.common(list(totals)),
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
