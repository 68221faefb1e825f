"""The steps of a walk, for reports of proofs: which rule took which statement, and the states before and after it.

They are kept only on request, since every step holds the facts of its place.
"""

from collections.abc import Callable
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal, assert_never

from prhl.couplings import is_gaussian
from prhl.records import dataclass
from prhl.rules.state import Obligation, State
from prhl.source import Span
from prhl.typed import core

if TYPE_CHECKING:
    from prhl.rules.context import Context

Runs = Literal[0, 1, 2]
"""Run 1, run 2, or both together."""


@dataclass(frozen=True, slots=True)
class Step:
    """A statement that was taken, inside of `depth` others; `rule` is its name in the list of rules."""

    rule: str
    span: Span
    runs: Runs
    depth: int
    direction: str
    before: State
    after: State | None = None  # None: an annotation spoke of what has no value there
    owed: tuple[Obligation, ...] = ()  # by the statements inside it, too
    said: Span | None = None  # the coupling
    proposed: str = ""  # the coupling, where the tool found it
    other: Span | None = None  # the statement of run 2, where it is another one
    partner: bool = False  # the other run takes the same statement by itself, before or after

    @property
    def spans(self) -> tuple[Span, ...]:
        return (self.span,) if self.other is None else (self.span, self.other)


@dataclass
class Trace:
    steps: list[Step] = field(default_factory=list)
    depth: int = 0

    def mark(self, context: "Context", rule: str, span: Span, state: State, first: int) -> None:
        """A place that is no statement, the start or the end, and what is owed there from the `first` on."""
        owed = tuple(context.obligations[first:])
        self.steps.append(Step(rule, span, 0, self.depth, context.direction, state, state, owed))


def recorded(
    context: "Context",
    statement: core.Statement,
    runs: Runs,
    state: State,
    take: Callable[[], State],
    other: core.Statement | None = None,
    partner: bool = False,
) -> State:
    """Takes the statement; records the step if steps are kept."""
    trace = context.trace
    if trace is None:
        return take()
    owed, found, at = len(context.obligations), len(context.proposed), len(trace.steps)
    rule, said = _named(context, statement, runs, other)
    second = None if other is None or other.span == statement.span else other.span
    step = Step(
        rule,
        statement.span,
        runs,
        trace.depth,
        context.direction,
        state.copy(),
        said=said,
        other=second,
        partner=partner,
    )
    trace.steps.append(step)
    trace.depth += 1
    try:
        after = take()
        step = replace(step, after=after.copy(), owed=tuple(context.obligations[owed:]))
        if isinstance(statement, core.Sample) and context.proposed[found:]:
            step = replace(step, rule=_coupled(statement, None), proposed=context.proposed[found][1])
        trace.steps[at] = step
        return after
    finally:
        trace.depth -= 1


def _named(
    context: "Context", statement: core.Statement, runs: Runs, other: core.Statement | None
) -> tuple[str, Span | None]:
    """The rule that takes a statement, and the coupling that it follows."""
    match statement:
        case core.Assign():
            return "assignment", None
        case core.Sample():
            couple = None if runs else _couple(context, statement, other)
            if not isinstance(couple, core.CoupleMap):
                return "draw-alone", None if couple is None else couple.span
            if context.reading.currency is not None:
                return "concentrated-draw", couple.span
            return _coupled(statement, couple), couple.span
        case core.If():
            return "branch", None
        case core.While():
            mate = other if isinstance(other, core.While) else statement
            apart = context.annotation(1, statement.site).alone or context.annotation(2, mate.site).alone
            return "loop-alone" if runs else "loop-out-of-step" if apart else "loop-in-step", None
        case core.Leak():
            return "leak", None
        case core.Assert():
            return "assert-cut", None
        case core.Joint() | core.Call():
            couple = None if runs else _couple(context, statement, other)
            rule = "joint-step"
            if isinstance(statement, core.Call):
                rule = "call-alone" if runs or isinstance(couple, core.CoupleNone) else "call-by-claim"
                if isinstance(couple, core.CoupleBy) and context.citations[couple.claim].claim.post is not None:
                    rule = "call-by-quadruple"
            return rule, None if couple is None else couple.span
        case _:
            assert_never(statement)


def _coupled(statement: core.Sample, couple: core.CoupleMap | None) -> str:
    if couple is not None and couple.excepted is not None:
        return "up-to-bad"
    lifted = is_gaussian(statement.distribution) or (couple is not None and couple.lossy)
    return "lifted-draw" if lifted else "coupled-draw"


def _couple(
    context: "Context", left: core.Sample | core.Joint | core.Call, right: core.Statement | None
) -> core.Couple | None:
    """What is said of the two statements: by the first, or by the second."""
    sites = [(1, left.site), *([(2, right.site)] if isinstance(right, type(left)) else [])]
    said = [context.annotation(1 if run == 1 else 2, site).couple for run, site in sites]
    return next((couple for couple in said if couple is not None), None)
