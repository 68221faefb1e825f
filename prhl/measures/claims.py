"""Every `check` of a claim, instance by instance; what stops an instance is its result."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from prhl.exact.channel import Channel, Progress, channel
from prhl.exact.engine import Exploded, Limits, Machine, RowFault
from prhl.exact.evaluate import Fault, Undecidable
from prhl.exact.flat import flatten
from prhl.exact.instances import Instance, Unbounded, instances
from prhl.measures.check import CheckResult, measure
from prhl.typed.core import Check, TypedClaim, TypedFile


@dataclass(frozen=True, slots=True)
class Effort:
    """How much may be spent on an instance, and who is told how far it is."""

    limits: Limits = Limits()
    jobs: int = 1
    progress: Progress | None = None


class Laboratory:
    """The machines of a file, built once; rows that several claims ask for are computed once."""

    def __init__(self, file: TypedFile, effort: Effort | None = None) -> None:
        self.file = file
        self.effort = effort or Effort()
        self.machines: dict[str, Machine] = {}

    def machine(self, name: str) -> Machine:
        if name not in self.machines:
            program = flatten(self.file.programs[name], self.file.programs)
            self.machines[name] = Machine(program, self.effort.limits)
        return self.machines[name]

    def channels(self, left: str, right: str, check: Check) -> Iterator[tuple[Instance, Callable[[], Channel]]]:
        programs = self.file.programs
        for instance in instances(programs[left], programs[right], check):
            yield (
                instance,
                lambda instance=instance: channel(  # type: ignore[misc]  # bound now, called at once
                    self.machine(left), self.machine(right), instance, self.effort.progress, self.effort.jobs
                ),
            )

    def checks(self, claim: TypedClaim) -> Iterator[CheckResult]:
        for check in claim.checks:
            try:
                empty = True
                for instance, compute in self.channels(claim.left, claim.right, check):
                    empty = False
                    yield self.result(claim, instance, compute)
                if empty:
                    yield CheckResult({}, "undecided", reason="this `check` has no instance", span=check.span)
            except (Unbounded, Undecidable, Fault) as stopped:
                yield CheckResult({}, "not enumerable", reason=_said(stopped), span=stopped.span)

    def result(self, claim: TypedClaim, instance: Instance, compute: Callable[[], Channel]) -> CheckResult:
        try:
            return measure(claim, compute(), instance.label)
        except RowFault as row:
            reason = f"{row.fault.message}, for {row.given}"
            return CheckResult(instance.label, "error", reason=reason, span=row.fault.span)
        except (Undecidable, Exploded, Unbounded, Fault) as stopped:
            return CheckResult(instance.label, "not enumerable", reason=_said(stopped), span=stopped.span)


def _said(stopped: Undecidable | Exploded | Unbounded | Fault) -> str:
    hint = getattr(stopped, "hint", "")
    return f"{stopped.message}; {hint}" if hint else stopped.message
