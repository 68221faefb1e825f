"""A broken claim, so that anyone can check it: two inputs, an event, its exact probabilities, and the inequality.

Before a witness is shown, its probabilities are computed once more: by the plain interpreter, which shares neither the
generated code nor the integer weights of the engine, on the program with its draws as late as they commute; or, if they
come from a closed form, by enumeration in a window; or, with continuous noise, by certified bounds from runs on cells,
which know nothing of densities. Where that takes too many steps and the loss is infinite, it is enough to know which
outputs are possible: one of run 1 that no run 2 shows, or, under a postcondition, one that it relates to nothing that a
run 2 shows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from typing import Any

from prhl.checks.paths import Ways, ways
from prhl.diagnostics import NotComputed
from prhl.exact import Seen, enumerated, is_one_output, on_grids
from prhl.numbers import Exact, Exponential, Number, Quotient, balls, enclosure, over
from prhl.numbers.figures import abridged, decimal, exact_text, written
from prhl.numbers.mixed import Mixed
from prhl.records import dataclass
from prhl.semantics.draw_tables import FAR
from prhl.semantics.evaluate import Fault
from prhl.semantics.flat import FlatProgram
from prhl.semantics.growing_lists import Toward, toward
from prhl.semantics.limits import Limits, Meter, OutOfSteps
from prhl.semantics.liveness import drawn_late
from prhl.semantics.oracle import run
from prhl.semantics.reachable import conceivable, possible
from prhl.semantics.twin import first_continuous
from prhl.source import Source

DIGITS = (10, 20, 40, 80, 160, 320, 640, 1280, 2560, 4800)  # of decimals in a witness: as many as show the inequality
USUAL = 40  # where there is none to show
SPARE = 16  # how much smaller than the margin a window's loss shall be
FURTHEST = 236  # a window on infinite support leaves out no less than 2^-236
MOST_STATES = 400_000  # of a window
CONFIRMING = 20_000_000  # steps of a second computation
CLOSING = 4_000_000  # steps for bounds on an event of continuous noise
FINENESS = (1, 4, 16, 64, 128, 256)  # of the grids, ever finer
RELATING = 10  # steps for trying a postcondition on two outputs
ROUNDS = 400  # of a loop that need not end; what is left of it counts against the refutation


@dataclass(frozen=True, slots=True)
class Witness:
    """Two related inputs, an event of run 1 and its counterpart in run 2, and their exact probabilities."""

    inputs: tuple[dict[str, str], dict[str, str]]
    event: tuple[str, ...]
    image: tuple[str, ...] | None  # None: the same event
    probabilities: tuple[str, str]
    decimals: tuple[str, str]  # of the first rounded down, of the second rounded up
    ratio: str
    inequality: str
    exact: bool = True  # else the first probability is at least, the second at most what is said
    budget: Mapping[str, str] = field(default_factory=dict)  # what the claim promises here: `epsilon` and `delta`
    ways: tuple[Ways, Ways] | None = field(default=None, compare=False)  # how the two probabilities arise
    broken: "Broken | None" = field(default=None, compare=False)  # the inequality in numbers
    order: str | None = None  # of a divergence that the events show together, one by one; else their union is the event
    each: tuple[tuple[str, str], ...] = ()  # the probabilities of each of them


@dataclass(frozen=True, slots=True)
class Broken:
    """above > exp(epsilon) * below + delta = allowed; or, if it is not `exact` or too long to be read, decimals that
    show it: `above` rounded down, `below` and `allowed` up."""

    above: Fraction
    below: Fraction
    epsilon: Number
    delta: Exact
    allowed: Fraction | None  # None: it is not rational
    exact: bool


Bounds = tuple[Exact, Exact]
"""From below and above."""


class Disagreement(Exception):
    """The two ways of computing one number disagree: a fault of the tool."""


@dataclass(frozen=True)
class Violation:
    """What was found by the engine, in raw values."""

    inputs: tuple[Mapping[str, Any], Mapping[str, Any]]
    event: frozenset[Seen]
    image: frozenset[Seen]
    probabilities: tuple[Exact, Exact]
    growth: Exponential
    delta: Exact
    exact: bool = True  # else bounds: at least in run 1, at most in run 2
    classify: Callable[[Seen], Seen] = field(default=lambda seen: seen)  # what an output is counted under
    closed: bool = False  # from a closed form
    by_formula: bool = False  # bounds on normal distributions, which are good however far out the event lies
    apart: frozenset[Seen] = frozenset()  # outputs that lie in intervals of the event, and are no part of it
    related: Callable[[Seen, Seen], bool] | None = None  # the postcondition, of an output of each run; None: equality

    @property
    def events(self) -> tuple[Sequence[frozenset[Seen]], Sequence[frozenset[Seen]]]:
        """What is computed a second time, of run 1 and of run 2."""
        return (self.event,), (self.image,)

    @property
    def is_readable(self) -> bool:
        """Exact, or bounds that are rational."""
        return self.exact or all([isinstance(p, int | Fraction) for p in self.probabilities])

    @property
    def promised(self) -> dict[str, str]:
        """The claim's budget, by name."""
        return {"epsilon": _text(self.growth.eps), "delta": _text(self.delta)}

    @property
    def decimals(self) -> tuple[str, str]:
        low, high, _ = self.rounded
        return all_digits(low), all_digits(high)

    @property
    def rounded(self) -> tuple[Fraction, Fraction, Fraction]:
        """The first probability rounded down, the second up, and what the claim allows at that one, rounded up: with
        as many digits as it takes to see that the claim is broken."""
        above, below = self.probabilities
        for digits in DIGITS:
            low = balls.bracket(lambda: enclosure(above), digits)[0]
            high = balls.bracket(lambda: enclosure(below), digits)[1]
            most = balls.bracket(
                lambda high=high: self.growth.enclosure() * balls.rational(high) + enclosure(self.delta),  # type: ignore[misc]  # called at once
                digits,
            )[1]
            if low > most or (digits == USUAL and not self.broken(above, below)):
                break
        return low, high, most

    @property
    def ratio(self) -> str:
        above, below = self.probabilities
        if below == 0:
            return "inf"
        ratio = over(above, below)
        return written(ratio) if self.is_readable else decimal(balls.bracket(lambda: enclosure(ratio), DIGITS[0])[0])

    @property
    def numbers(self) -> Broken:
        above, below = self.probabilities
        known = self.growth.rational
        rational = [one for one in (above, below, self.delta) if not isinstance(one, Quotient)]
        short = len(rational) == 3 and all([abridged(text) == text for text in map(written, rational)])
        low, high, most = self.rounded
        if short or (len(rational) == 3 and low <= most):  # or too close for decimals
            first, second, delta = map(Fraction, rational)
            allowed = None if known is None else known * second + delta
            return Broken(first, second, self.growth.eps, self.delta, allowed, True)
        return Broken(low, high, self.growth.eps, self.delta, most, False)

    @property
    def inequality(self) -> str:
        """`3/4 > exp(ln(2)) * 1/4 = 1/2`."""
        found = self.numbers
        how = written if found.exact else all_digits
        factor = f"exp({found.epsilon})" if found.epsilon != 0 else "1"
        right = f"{factor} * {how(found.below)}" + (f" + {written(self.delta)}" if self.delta else "")
        if found.allowed is None:
            return f"{how(found.above)} > {right}"
        same = " = " if found.exact else ", which is at most "
        return f"{how(found.above)} > {right}{same}{how(found.allowed)}"

    def broken(self, above: Exact, below: Exact) -> bool:
        """Whether above > exp(eps)*below + delta."""
        return Mixed(above - self.delta, -below, self.growth).sign() > 0

    def shown_by(self, first: Sequence[Bounds], second: Sequence[Bounds]) -> bool:
        """Whether bounds on the probabilities of its events show it by themselves."""
        return self.broken(first[0][0], second[0][1])

    def contradicted(self, first: Sequence[Bounds], second: Sequence[Bounds]) -> str | None:
        """An event whose probability is not what bounds say."""
        for ((low, high),), engine in zip((first, second), self.probabilities, strict=True):
            if self.exact and not low <= engine <= high:
                bounds = written(low) if low == high else f"between {written(low)} and {written(high)}"
                return f"an event has probability {bounds} by a second computation, {written(engine)} by the engine"
        if self.by_formula and not (self.probabilities[0] <= first[0][1] and second[0][0] <= self.probabilities[1]):
            return "the probabilities of an event by a formula are not those on cells"
        return None


def all_digits(value: Fraction) -> str:
    """All digits of a decimal: one that is cut off may show nothing, or too little."""
    return decimal(value, DIGITS[-1] + 20)  # and zeros before them


def _text(value: Number) -> str:
    """In full, however long; by its enclosure where it has no other form."""
    return exact_text(value) or str(value)


def _interpreted(
    program: FlatProgram, inputs: Mapping[str, Any], meter: Meter, far: int, goal: Toward | None
) -> tuple[dict[Seen, Any], Fraction]:
    """What a program shows, on its way to a goal if there is one."""
    late = replace(program, body=drawn_late(program.body))
    outcome = run(late, inputs, ROUNDS, meter, forget=True, far=far, goal=goal)
    return outcome.masses, outcome.missing


def _goal(
    violation: Violation, event: frozenset[Seen], program: FlatProgram, project: Callable[[Seen], Seen]
) -> Toward | None:
    """The way to an event whose outputs are written out."""
    if violation.related is not None or not all([is_one_output(seen) for seen in event]):
        return None
    return toward(program, event, whole=len(project(("leak", "result"))) == 2)


def confirmed(
    violation: Violation,
    programs: tuple[FlatProgram, FlatProgram],
    project: Callable[[Seen], Seen],
    meter: Meter,
) -> bool:
    """Whether the interpreter finds the same violation; False if its steps are not enough."""
    if any([first_continuous(program.body) is not None for program in programs]):
        return _enclosed_again(violation, programs, project, meter)
    again: bool | None = False
    for far in _windows(violation):
        again = _again(violation, programs, project, meter, far)
        if again is not False:
            break
    if again is not True and _is_infinite(violation):
        other = Meter(meter.most, meter.clock)
        again = _told_apart(violation, programs, project, other)
        meter.used += other.used
    return again is True


def _is_infinite(violation: Violation) -> bool:
    """Whether one event is possible in run 1 only, which no epsilon allows, where there is no delta."""
    same = violation.event == violation.image
    return violation.delta == 0 and violation.probabilities[1] == 0 and (same or violation.related is not None)


def _told_apart(
    violation: Violation,
    programs: tuple[FlatProgram, FlatProgram],
    project: Callable[[Seen], Seen],
    meter: Meter,
) -> bool:
    """Whether the event has an output that run 1 may show, and none that run 2 might, or that goes with one of its."""
    (left, right), (first, second) = violation.inputs, programs
    try:
        others = {violation.classify(project(seen)) for seen in conceivable(second, right, meter)}
        if _reached(violation, others, meter):
            return False
    except (NotComputed, OutOfSteps, Fault):  # perhaps of a run that has no mass
        return False
    try:
        shown = {violation.classify(project(seen)) for seen in possible(first, left, meter, ROUNDS)}
        return not shown.isdisjoint(violation.event)
    except NotComputed:
        return False
    except Fault as fault:
        raise Disagreement(f"the interpreter stops with {fault.message}") from None


def _reached(violation: Violation, others: Iterable[Seen], meter: Meter) -> set[Seen]:
    """The outputs of run 2 that are in the event, or that the postcondition relates to one in it."""
    related = violation.related
    if related is None:
        return {other for other in others if other in violation.image}
    found = set()
    for other in others:
        meter.spend(RELATING * len(violation.event))
        if any([related(seen, other) for seen in violation.event]):
            found.add(other)
    return found


def _windows(violation: Violation) -> list[int]:
    """How far to look on infinite support: far enough for the margin by which the claim is broken, then as far as ever;
    further out for an event that lies there, but no further than weights are rounded.

    What is left out, and counts against the violation, is less than 2^-far for each draw.
    """
    if violation.exact and not violation.closed:
        return [FAR]
    above, below = violation.probabilities
    margin, _ = balls.bracket(
        lambda: enclosure(above) - violation.growth.enclosure() * enclosure(below) - enclosure(violation.delta), 4
    )
    bits = int(SPARE / margin).bit_length() if margin > 0 else FAR
    if bits < FAR:
        return [far for far in (bits, bits + 8) if far < FAR] + [FAR]
    return [min(bits, FURTHEST)]


def _enclosed_again(
    violation: Violation,
    programs: tuple[FlatProgram, FlatProgram],
    project: Callable[[Seen], Seen],
    meter: Meter,
) -> bool:
    """Whether bounds show the violation alone, ever closer ones until they do or the steps are used up.

    A closed form that merely lies between them is not believed; a formula whose bounds they do not contradict is, since
    an event may lie too far out for cells.
    """
    most, meter.most = meter.most, min(meter.most, meter.used + CLOSING)
    try:
        return _shown_on_cells(violation, programs, project, meter)
    finally:
        meter.most = most


def _shown_on_cells(
    violation: Violation,
    programs: tuple[FlatProgram, FlatProgram],
    project: Callable[[Seen], Seen],
    meter: Meter,
) -> bool:
    for fineness in FINENESS:
        found: list[Sequence[Bounds]] = []
        for inputs, program, events in zip(violation.inputs, programs, violation.events, strict=True):
            try:
                bounds = on_grids(program, inputs, events, project, fineness, meter, violation.classify)
            except NotComputed:
                return False
            except Fault as fault:
                raise Disagreement(f"a run on cells stops with {fault.message}") from None
            if bounds is None:
                return False
            found.append(bounds)
        if (contradiction := violation.contradicted(*found)) is not None:
            raise Disagreement(contradiction)
        if violation.shown_by(*found):
            return True
    return violation.by_formula


def _again(
    violation: Violation,
    programs: tuple[FlatProgram, FlatProgram],
    project: Callable[[Seen], Seen],
    meter: Meter,
    far: int,
) -> bool | None:
    """None if its steps are not enough."""
    found: list[Sequence[Bounds]] = []
    runs = zip(violation.inputs, programs, violation.events, strict=True)
    for second, (inputs, program, events) in enumerate(runs):
        goal = _goal(violation, events[0], program, project) if len(events) == 1 else None
        try:
            if violation.closed and goal is None:
                row = enumerated(program, inputs, Limits(MOST_STATES), far, meter)
                masses, rest = {seen: row.probability(seen) for seen in row.weights}, row.missing
            else:
                masses, rest = _interpreted(program, inputs, meter, far, goal)
            outputs = {seen: violation.classify(project(seen)) for seen in masses}
            if second and violation.related is not None:
                events = (frozenset(_reached(violation, set(outputs.values()), meter)),)
        except (NotComputed, OutOfSteps):
            return None
        except Fault as fault:
            raise Disagreement(f"the interpreter stops with {fault.message}") from None
        at = {output: place for place, event in enumerate(events) for output in event}
        lows: list[Exact] = [Fraction(0)] * len(events)
        for seen, mass in masses.items():
            if (place := at.get(outputs[seen])) is not None:
                lows[place] = lows[place] + mass
        found.append([(low, low + rest) for low in lows])
    if (contradiction := violation.contradicted(*found)) is not None:
        raise Disagreement(contradiction)
    return violation.shown_by(*found)


def arising(
    violation: Violation,
    programs: tuple[FlatProgram, FlatProgram],
    project: Callable[[Seen], Seen],
    source: Source,
) -> tuple[Ways, Ways]:
    """How the two probabilities come about; where all paths were counted they must agree."""
    out: list[Ways] = []
    events = (violation.event, violation.image)
    for program, inputs, event, engine in zip(programs, violation.inputs, events, violation.probabilities, strict=True):

        def inside(seen: Seen, event: frozenset[Seen] = event) -> bool:
            return violation.classify(project(seen)) in event

        goal = _goal(violation, event, program, project)
        found, total = ways(program, inputs, inside, source, goal)
        if total is not None and violation.exact and total != engine:
            by_path = f"an event has probability {written(total)} path by path"
            raise Disagreement(f"{by_path}, {written(engine)} by the engine")
        out.append(found)
    return out[0], out[1]
