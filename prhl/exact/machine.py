"""How a row is computed: ways that are tried in order, each of which finds a row or says why not.

Finite rows are listed (`listing`). Infinite support, and outcomes that are too many to list, are tried by closed forms
(`closed`); where there are none, continuous noise is enclosed (`bounds`), and other infinite support is seen through a
window, in which case all rows of the instance are (`channel`). Loops that end by luck are solved where their states are
finitely many (`chains`), and else are run for so many rounds.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from prhl.diagnostics import NotComputed
from prhl.distributions.masses import Boundless
from prhl.exact.bounds.enclosed_rows import bounds
from prhl.exact.bounds.grids import TooWide
from prhl.exact.bounds.quadrature import integrated
from prhl.exact.bounds.released_gaussian import Released
from prhl.exact.closed import symbolic_run
from prhl.exact.closed.integer_densities import NotClosed
from prhl.exact.closed.symbolic_states import Patterns
from prhl.exact.closed.symbolic_values import Affine, Drawn, Squared
from prhl.exact.closed.symbolic_values import Listed as ListedLaw
from prhl.exact.listing.engine import Crowded, Engine, Recurring
from prhl.exact.listing.weighted_run import solved
from prhl.exact.rows import Closed, Enclosed, Listed, Normal, Normals, Row, Seen
from prhl.logic.terms import Distribution
from prhl.numbers import Exact, Inexact, Log, Quotient, balls, enclosure
from prhl.numbers.noise import UNIT
from prhl.records import dataclass
from prhl.semantics.evaluate import Fault, Undecidable, Value
from prhl.semantics.flat import FlatProgram
from prhl.semantics.limits import NO_CLOCK, Clock, Limits, Meter, OutOfSteps
from prhl.semantics.observation import observed, shown
from prhl.semantics.twin import first_continuous

FEW = 5_000  # steps for a closed form that enumeration can do without
CLOSED = 100  # steps of enumeration that a step of a closed form counts for
INTEGRATING = 20_000  # steps for certified integrals
BOUNDING = 800_000  # steps for bounds where continuous noise has no closed form
SHORTLY = 2_000  # steps to find out why something has no closed form
SOLVING = 100_000  # steps for loops that end by luck
SOLVED = 10  # steps of enumeration that one of them counts for

Inputs = Mapping[str, Value]


class RowFault(Exception):
    """A run-time error, with the input that causes it, as it is shown."""

    def __init__(self, given: str, fault: Fault) -> None:
        self.given, self.fault = given, fault
        super().__init__(given, fault)


class Unclosed(Exception):
    """Infinite support, or too many outcomes to list, and no closed form: the instance is seen through a window."""

    def __init__(self, steps: int) -> None:
        self.steps = steps  # that it took to find out
        super().__init__(steps)


@dataclass(frozen=True, slots=True)
class Known:
    """A row, and what it took: steps, and the most states and bytes at one place."""

    row: Row | Patterns
    steps: int
    states: int
    heap: int = 0

    def within(self, limits: Limits) -> bool:
        return self.steps <= limits.steps and self.states <= limits.states and self.heap <= limits.bytes


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a way finds no row, and how many steps the next one may take, if that follows from it."""

    reason: str
    steps: int = 0
    luck: bool = False  # a loop ends by luck: its rounds are left when little is in it, if nothing better is found


Way = Callable[["Machine", Inputs, WhyNot], "Row | Patterns | WhyNot"]
"""From an input, and why the way before it found nothing."""


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
        """`listed`: every outcome by itself, none in closed form. `elder`: the same machine with other limits; what it
        knows and these allow need not be computed again."""
        self.program = program
        self.limits = limits or Limits()
        self.engine = Engine(program, self.limits, far)
        self.continuous = first_continuous(program.body)
        self.lists = listed
        self.elder = elder
        self.clock = NO_CLOCK
        self.meter = Meter(self.limits.steps)  # of the row at hand
        self.rows: dict[tuple[tuple[Any, ...], bool], Known] = {}
        self.unclosed: dict[tuple[Any, ...], int] = {}  # rows without a closed form, and the steps to find out

    def restart(self) -> None:
        """The user's clock starts anew, for the next instance."""
        self.clock = Clock(self.limits.seconds)

    def known(self, inputs: Inputs, window: bool = False) -> Known:
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
            self.rows[key, window] = Known(row, self.meter.used, self.engine.peak, self.engine.heap)
        return self.rows[key, window]

    def recalled(self, inputs: Inputs) -> Known | None:
        """What is known of an input without a window; None if it was not computed yet."""
        return self.rows.get((tuple([inputs[p.name] for p in self.program.parameters]), False))

    def run(self, inputs: Inputs, window: bool = False) -> Row | Patterns:
        """What the first way that leads to a row finds."""
        self.meter, self.engine.peak, self.engine.heap = Meter(self.limits.steps, self.clock), 0, 0
        why = WhyNot("not for all inputs")
        for way in self.ways(window):
            found = way(self, inputs, why)
            if not isinstance(found, WhyNot):
                return found
            why = found
        raise Unclosed(self.meter.used)

    def ways(self, window: bool) -> tuple[Way, ...]:
        """In order; with `window` the last resort, by which a row is listed or enclosed."""
        if self.lists:
            return (in_a_window,)
        if self.continuous is None:
            return (in_a_window,) if window else (in_full, by_chains, in_closed_form, in_rounds)
        last = (by_quadrature, in_bounds)
        return last if window else (in_full, by_chains, in_closed_form, in_rounds, *last)

    def listed(self, inputs: Inputs, meter: Meter | None = None) -> Listed:
        """The row, every outcome by itself, within the steps of a meter: infinite support in a window, loops that end
        by luck solved, or left when little is in them."""
        meter = meter or Meter(self.limits.steps)
        try:
            return self.engine.listed(inputs, meter, solving=True)
        except Recurring:
            return self.solved(inputs, meter) or self.engine.listed(inputs, meter)

    def solved(self, inputs: Inputs, meter: Meter) -> Listed | None:
        """The row with its loops solved; None if they are not, which takes steps as well."""
        solving = Meter(min(SOLVING, meter.most // SOLVED), meter.clock)
        try:
            weights, lost = solved(self.program, inputs, solving)
        except (NotComputed, Inexact, OutOfSteps):
            return None
        finally:
            meter.used += SOLVED * solving.used
        if not all([isinstance(weight, int | Fraction | Quotient) for weight in (*weights.values(), *lost)]):
            return None
        missing = sum([_above(part) for part in lost], Fraction(0))
        return Listed(*_over_one(weights), missing=missing, ended=not lost)

    def observed(self, inputs: Inputs, window: bool) -> list[Any]:
        """The values in what is observed, those of draws that take finitely many included."""
        row = self.known(inputs, window).row
        if isinstance(row, Row):
            return list(row.weights)
        draws = [draw for terms in row.terms.values() for term in terms for draw in term.draws]
        listed = [value for draw in draws if isinstance(draw, ListedLaw) for value, _ in draw.masses]
        return [*[pattern.seen for pattern in row.terms], *listed]


# ---- the ways --------------------------------------------------------------------------------


def in_full(machine: Machine, inputs: Inputs, _: WhyNot) -> Row | WhyNot:
    """Listed, if the support is finite, the states are not too many, and no loop ends by luck."""
    return _in_full(machine, inputs, solving=True)


def by_chains(machine: Machine, inputs: Inputs, why: WhyNot) -> Row | WhyNot:
    """Listed, with loops that end by luck solved: those with finitely many states."""
    return (machine.solved(inputs, machine.meter) if why.luck else None) or why


def in_rounds(machine: Machine, inputs: Inputs, why: WhyNot) -> Row | WhyNot:
    """Listed, with loops that end by luck left when little is in them."""
    return _in_full(machine, inputs, solving=False) if why.luck else why


def _in_full(machine: Machine, inputs: Inputs, solving: bool) -> Row | WhyNot:
    try:
        return machine.engine.listed(inputs, machine.meter, window=False, solving=solving)
    except Boundless:
        return WhyNot("infinite support", symbolic_run.MOST_STEPS)
    except Crowded:
        return WhyNot("many states", FEW)
    except Recurring:
        return WhyNot("a loop that ends by luck", FEW, luck=True)


def in_closed_form(machine: Machine, inputs: Inputs, why: WhyNot) -> Row | Patterns | WhyNot:
    """With draws left undetermined, within the steps that the reason for it is worth."""
    meter = Meter(min(why.steps, machine.limits.steps // CLOSED), machine.clock)
    try:
        found = symbolic_run.run(machine.program, inputs, meter)
    except NotClosed as reason:
        return WhyNot(str(reason), luck=why.luck)
    finally:
        machine.meter.used += CLOSED * meter.used
    return _plain(found) if found.is_plain else found


def by_quadrature(machine: Machine, inputs: Inputs, why: WhyNot) -> Row | WhyNot:
    """Certified integrals, where Gaussian noise is compared and nothing real is released."""
    meter = Meter(min(INTEGRATING, machine.limits.steps // CLOSED), machine.clock)
    try:
        low, high = integrated(machine.program, inputs, meter)
    except NotClosed:
        return why
    finally:
        machine.meter.used += CLOSED * meter.used
    missing = Fraction(UNIT - sum(low.values()), UNIT)
    return Enclosed(dict(low), UNIT, missing, most=high, whole=True)


def in_bounds(machine: Machine, inputs: Inputs, why: WhyNot) -> Row:
    """Certified bounds, on grids of the continuous noise, or Undecidable: there is no other way then."""
    meter = Meter(BOUNDING, machine.clock)
    try:
        found = bounds(machine.program, inputs, meter)
    except TooWide as reason:
        assert machine.continuous is not None
        drawn = machine.continuous.distribution
        inner = drawn.arguments[0]
        name = inner.name if isinstance(inner, Distribution) else drawn.name
        message = f"{name} is continuous, without a closed form ({why.reason}) or bounds ({reason})"
        raise Undecidable(f"{message}; `--twin` measures the discrete twin", machine.continuous.span) from None
    finally:
        machine.meter.used += meter.used
    row = Enclosed(dict(found.low), UNIT, found.missing, most=found.high, unit=found.unit if found.coarse else None)
    if found.released is None:
        return row
    kind = Normal if isinstance(found.released, Released) else Normals
    return kind(row.weights, UNIT, row.missing, most=row.most, unit=row.unit, normal=found.released)  # type: ignore[arg-type]  # of its kind


def in_a_window(machine: Machine, inputs: Inputs, _: WhyNot) -> Row:
    """Listed, infinite support within a window."""
    return machine.listed(inputs, machine.meter)


def _over_one(weights: dict[Seen, Any]) -> tuple[dict[Seen, Exact], Exact]:
    """Rational weights as integers over one denominator."""
    if not all([isinstance(weight, int | Fraction) for weight in weights.values()]):
        return weights, 1
    total = lcm(*[weight.denominator for weight in weights.values()])
    return {seen: int(weight * total) for seen, weight in weights.items()}, total


def _above(value: Exact) -> Fraction:
    return Fraction(value) if isinstance(value, int | Fraction) else balls.enclose(lambda: enclosure(value), 128)[1]


def _plain(found: Patterns) -> Closed:
    """Outcomes in which nothing is left undetermined."""
    weights: dict[Seen, Exact] = {}
    for pattern, terms in found.terms.items():
        for term in terms:
            weights[pattern.seen] = weights.get(pattern.seen, Fraction(0)) + term.weight
    return Closed(weights, 1, _above(found.lost), ended=found.lost == 0)


def is_plain(value: Any) -> bool:
    """Whether a value that is observed depends on no parameter that was left open."""
    match value:
        case tuple():
            return all([is_plain(part) for part in value])
        case Affine(constant) | Squared(constant):
            return is_plain(constant)
        case _:
            return isinstance(value, int | Fraction | str | Log | Drawn)


# ---- for a second computation ------------------------------------------------------------------


def enumerated(program: FlatProgram, inputs: Inputs, limits: Limits, far: int, meter: Meter) -> Listed:
    """The row, every outcome by itself, those of infinite support in a window that leaves out less than 2^-far."""
    return Engine(program, limits, far).listed(inputs, meter)


def why_not_closed(program: FlatProgram, inputs: Inputs) -> str:
    """What stops the closed form of a row soon, if anything does."""
    try:
        symbolic_run.run(program, inputs, Meter(SHORTLY))
    except NotClosed as reason:
        return str(reason)
    except (NotComputed, Fault):
        pass
    return ""
