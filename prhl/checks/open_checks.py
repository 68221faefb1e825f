"""A `check` that says nothing of a parameter: its instances are decided for all of its values, if that can be done."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from prhl.checks.delicate_equalities import has_delicate_equality
from prhl.checks.every_epsilon import decided
from prhl.checks.instance_check import NOTHING_RELATED, CheckResult, Status
from prhl.checks.open_instances import NotForEvery, allowed, given, opened, parameter
from prhl.checks.parameter_ranges import Range, Ranges
from prhl.checks.witness import Disagreement
from prhl.diagnostics import NotComputed
from prhl.exact import Machine, channel
from prhl.numbers.figures import figure
from prhl.numbers.opened import left_open
from prhl.numbers.stretches import Open
from prhl.semantics.evaluate import Fault
from prhl.semantics.instances import Instance, Unbounded, instances, shared_by
from prhl.typed.core import Check, TypedClaim, TypedProgram

if TYPE_CHECKING:
    from prhl.checks.laboratory import Laboratory


def left_out(laboratory: "Laboratory", claim: TypedClaim, check: Check) -> str | None:
    """The parameter that a `check` leaves open and for all of whose values it may be decided; None if there is none."""
    name = parameter(claim, (laboratory.flat(claim.left), laboratory.flat(claim.right)))
    return None if name is None or any([item.parameter == name for item in check.items]) else name


def results_for_every(laboratory: "Laboratory", claim: TypedClaim, check: Check, name: str) -> Iterator[CheckResult]:
    """The instances of such a `check`."""
    programs = _programs(laboratory, claim)
    try:
        of = allowed(name, programs)
        empty = True
        for instance in instances(*programs, check, {name: left_open(of)}, shared_by(claim, *programs)):
            empty = False
            yield _result(laboratory, claim, check, given(instance, name, left_open(of), "every"), of)
        if empty:
            yield CheckResult({}, "undecided", reason="this `check` has no instance", span=check.span)
    except Unbounded as stopped:
        reason = f"{stopped.message}; {stopped.hint}" if stopped.hint else stopped.message
        yield CheckResult({}, "not enumerable", reason=reason, span=stopped.span)
    except (NotComputed, Fault) as stopped:
        yield CheckResult({}, "not enumerable", reason=_unstated(name, stopped.message), span=check.span)


def _unstated(name: str, why: str) -> str:
    hint = f"write `check {name} in {{1/2, 1}}`"
    return f"the values of `{name}` are not stated, and not all are decided at once: {why}; {hint}"


def _result(laboratory: "Laboratory", claim: TypedClaim, check: Check, instance: Instance, of: Open) -> CheckResult:
    twin = laboratory.has_twin(claim.left) or laboratory.has_twin(claim.right)
    try:
        found = decided(claim, _machines(laboratory, claim), instance, of)
    except NotForEvery as reason:
        if str(reason) == NOTHING_RELATED:
            return CheckResult(instance.label, "undecided", reason=NOTHING_RELATED)
        why = _unstated(of.name, str(reason))
        return CheckResult(instance.label, "not enumerable", reason=why, span=check.span, stopped=reason.stopped)
    if not found.broken:
        delta = figure(Fraction(0)) if found.pure else None
        status: Status = "tight" if found.tight else "loose"
        return CheckResult(instance.label, status, found.epsilon, delta, found.text, twin=twin)
    shown = at_example(laboratory, claim, instance, of.name, found.broken[0])
    result = CheckResult(instance.label, "violated", found.epsilon, None, found.text, twin=twin)
    return result if twin else replace(result, violation=shown.violation, witness=shown.witness, stopped=shown.stopped)


def ranges(laboratory: "Laboratory", claim: TypedClaim, instance: Instance) -> Ranges:
    """Where the claim is broken on the inputs of an instance, whatever its parameter is there; or NotForEvery."""
    name = parameter(claim, (laboratory.flat(claim.left), laboratory.flat(claim.right)))
    if name is None:
        raise NotForEvery("there is no parameter that it could be decided for")
    of = allowed(name, _programs(laboratory, claim))
    return decided(claim, _machines(laboratory, claim), opened(instance, of, _programs(laboratory, claim)), of)


def at_example(
    laboratory: "Laboratory", claim: TypedClaim, instance: Instance, name: str, broken: Range
) -> CheckResult:
    """The instance at a value inside a range where it is broken, by the ordinary road, which must agree."""
    chosen = given(instance, name, broken.example)
    first, second = laboratory.machines_of(claim, None)
    effort = laboratory.effort
    found = laboratory.result(claim, chosen, lambda: channel(first, second, chosen, effort.progress, effort.jobs), None)
    if found.status in ("tight", "loose"):
        raise Disagreement(f"a claim is broken at {name} = {broken.example} among all values, and holds at it alone")
    return found


def _programs(laboratory: "Laboratory", claim: TypedClaim) -> tuple[TypedProgram, TypedProgram]:
    return laboratory.file.programs[claim.left], laboratory.file.programs[claim.right]


def _machines(laboratory: "Laboratory", claim: TypedClaim) -> tuple[Machine, Machine]:
    """Machines of their own: rows that have no closed form for all values may have one for each."""
    flat = [laboratory.flat(name) for name in (claim.left, claim.right)]
    requires = [formula for program in _programs(laboratory, claim) for formula in program.requires]
    if has_delicate_equality(claim, flat, requires):
        raise NotForEvery("numbers that exp has made are compared with `=`")
    for name in (claim.left, claim.right):
        if name not in laboratory.opened:
            laboratory.opened[name] = Machine(laboratory.flat(name), laboratory.effort.limits)
    return laboratory.opened[claim.left], laboratory.opened[claim.right]
