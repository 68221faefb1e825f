"""Instances in which one public real parameter is left open: which it may be, what `requires` allows of it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from prhl.checks.delicate_equalities import arguments_of, statements_of
from prhl.checks.instance_check import compares_results
from prhl.distributions import is_continuous
from prhl.logic.terms import Apply, Term, conjuncts, variables
from prhl.logic.types import REAL
from prhl.numbers import Inexact, Log, Number, divide, sign
from prhl.numbers.opened import Scaled, left_open
from prhl.numbers.stretches import Open, compare
from prhl.semantics.evaluate import Fault, Undecidable, Value, evaluate
from prhl.semantics.flat import FlatProgram, Sample
from prhl.semantics.instances import Inputs, Instance, shared_by, text
from prhl.semantics.limits import Stop
from prhl.typed.core import TypedClaim, TypedProgram


class NotForEvery(Exception):
    """The instance is not decided for all values of the parameter at once; says why, and what cut it short, if so."""

    def __init__(self, reason: str, stopped: Stop | None = None) -> None:
        self.stopped = stopped
        super().__init__(reason)


def parameter(claim: TypedClaim, programs: tuple[FlatProgram, FlatProgram]) -> str | None:
    """The public real number that a claim can be decided for all values of: the one that its budget mentions, or else
    the only one that its noise depends on. None with continuous noise, for notions that are not about ratios, and where
    it may be another one in each run."""
    if claim.notion in ("zcdp", "rdp") or (claim.post is not None and not compares_results(claim.post)):
        return None
    if claim.post is not None and any([program.leaks for program in programs]):
        return None  # results alone are compared, and closed forms do not set them apart from leaks
    samples = [one for program in programs for one in statements_of(program.body) if isinstance(one, Sample)]
    if any([is_continuous(sample.distribution) for sample in samples]):
        return None
    public = {p.name for program in programs for p in program.parameters if p.type == REAL and not p.private}
    private = {p.name for program in programs for p in program.parameters if p.type != REAL or p.private}
    asked = {name for term in claim.budget for name, _ in variables(term)} & public
    if not asked:
        asked = {name for sample in samples for term in arguments_of(sample) for name, _ in variables(term)} & public
    if len(asked) != 1 or asked & private:
        return None
    return next(iter(asked & shared_by(claim, *programs).values), None)


# ---- what `requires` allows ------------------------------------------------------------------


def allowed(name: str, programs: Iterable[TypedProgram]) -> Open:
    """Above 0, and within the bounds that `requires` compares it with; other requirements are left to whoever runs."""
    low: Number = Fraction(0)
    high: Number | None = None
    has_low = has_high = False
    for part in [part for program in programs for formula in program.requires for part in conjuncts(formula)]:
        if {n for n, _ in variables(part)} != {name}:
            continue
        found = _bound(part, name)
        if found is None:
            continue
        side, value, strict = found
        if side < 0 and (high is None or compare(value, high) < 0 or (value == high and strict)):
            high, has_high = value, not strict
        elif side > 0 and (compare(value, low) > 0 or (value == low and strict)):
            low, has_low = value, not strict
    if high is not None and (compare(low, high) > 0 or (low == high and not (has_low and has_high))):
        raise NotForEvery(f"`requires` leaves no value for `{name}`")
    return Open(name, low, high, has_low, has_high)


_TURNED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


def _bound(part: Term, name: str) -> tuple[int, Number, bool] | None:
    """From c*x^d < b*x^e with d - e = 1 or -1: an upper bound (-1) or a lower one (1), and whether it is strict."""
    match part:
        case Apply("lt" | "le" | "gt" | "ge" as operator, (left, right)):
            pass
        case _:
            return None
    memory = {(name, 0): left_open(Open(name))}
    try:
        (c, d), (b, e) = [_monomial(evaluate(side, memory)) for side in (left, right)]
        if sign(c) * sign(b) <= 0 or abs(d - e) != 1:
            return None  # true or false whatever x is, or of a form that is not read here
    except (Inexact, Fault, Undecidable):
        return None
    if sign(c) < 0:
        operator = _TURNED[operator]  # type: ignore[assignment]  # of the same kind
    if d < e:  # c < b*x is b*x > c
        c, b, operator = b, c, _TURNED[operator]  # type: ignore[assignment]
    return (-1 if operator in ("lt", "le") else 1), divide(b, c), operator in ("lt", "gt")


def _monomial(value: Number) -> tuple[Number, int]:
    match value:
        case Scaled(c, power):
            return c, power.degree
        case int() | Fraction() | Log():
            return value, 0
        case _:
            raise Inexact("a sum of different powers")


# ---- instances -------------------------------------------------------------------------------


def opened(instance: Instance, of: Open, programs: tuple[TypedProgram, TypedProgram]) -> Instance:
    """The instance with the parameter left open; its inputs must meet `requires` at every value that is allowed."""
    found = given(instance, of.name, left_open(of), "every")
    for program, rows in zip(programs, (found.left, found.right), strict=True):
        for row in rows:
            memory = {(name, 0): value for name, value in row.items()}
            try:
                if not all([evaluate(formula, memory) for formula in program.requires]):
                    raise NotForEvery(f"an input does not meet `requires` of `{program.name}`")
            except (Undecidable, Fault) as reason:
                raise NotForEvery(reason.message) from None
    return found


def given(instance: Instance, name: str, value: Value, label: str | None = None) -> Instance:
    """The instance with another value of one public parameter."""
    shown = text(value, REAL) if label is None else label
    left = [_with(row, name, value) for row in instance.left]
    right = left if instance.right is instance.left else [_with(row, name, value) for row in instance.right]
    return replace(
        instance,
        label={**instance.label, name: shown},
        public=_with(instance.public, name, value),
        left=left,
        right=right,
    )


def _with(row: Mapping[str, Value], name: str, value: Value) -> Inputs:
    return {**row, name: value} if name in row else dict(row)
