"""Every `check` of a claim, instance by instance; what stops an instance is its result."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from prhl.checks.instance_check import CheckResult, compares_results, everything, last, measure
from prhl.checks.open_checks import left_out, results_for_every
from prhl.checks.several_events import Together
from prhl.checks.witness import CONFIRMING, Violation, Witness, all_digits, arising, confirmed
from prhl.closeness.lifted_distance import Related
from prhl.diagnostics import NotComputed
from prhl.exact import Channel, Machine, Progress, RowFault, Seen, channel, in_order, other_than, relating
from prhl.logic.terms import Apply, Term, Variable, variables
from prhl.logic.types import Tuple
from prhl.numbers import Inexact
from prhl.numbers.figures import written
from prhl.records import dataclass
from prhl.semantics.evaluate import Fault, evaluate
from prhl.semantics.flat import FlatProgram, flatten
from prhl.semantics.instances import Instance, instances, shared_by, text
from prhl.semantics.limits import Clock, Exploded, Limits, Meter, Stop
from prhl.semantics.observation import raw, shown, shown_all
from prhl.semantics.twin import first_continuous, twin
from prhl.typed.core import Check, TypedClaim, TypedFile, TypedProgram


@dataclass(frozen=True, slots=True)
class Effort:
    """The limits for an instance, and how progress is shown."""

    limits: Limits = Limits()
    jobs: int = 1
    progress: Progress | None = None
    twin: bool = False  # continuous noise is replaced by its discrete twin
    far: int | None = None  # a window on infinite support leaves out less than 2^-far


@dataclass(frozen=True)
class FinalStates:
    """The variables of each run that a postcondition speaks of, and the postcondition over them."""

    post: Term
    names: tuple[tuple[str, ...], tuple[str, ...]]
    types: tuple[Tuple, Tuple]

    def related(self, channel: Channel) -> Related:
        instance = channel.instance

        def holds(i: int, j: int, seen: Seen, other: Seen) -> bool:
            memory: dict[tuple[str, int], Any] = {(n, 0): v for n, v in instance.left[i].items()}
            memory |= {(n, 1): v for n, v in instance.left[i].items()}
            memory |= {(n, 2): v for n, v in instance.right[j].items()}
            for run, outcome in ((1, seen), (2, other)):
                values = raw(outcome[-1], self.types[run - 1])
                memory |= {(n, run): v for n, v in zip(self.names[run - 1], values, strict=True)}
            return bool(evaluate(self.post, memory))

        return holds

    def shown(self, seen: Seen, run: int) -> str:
        parts = [f"{n} = {shown(v)}" for n, v in zip(self.names[run - 1], seen[-1][1:], strict=True)]
        return f"({', '.join(parts)})" if len(parts) > 1 else parts[0] if parts else "any"


def final_states(claim: TypedClaim, left: TypedProgram, right: TypedProgram) -> FinalStates | None:
    """None if the claim compares what is observed, or the results alone."""
    if claim.post is None or compares_results(claim.post):
        return None
    names: list[tuple[str, ...]] = []
    types: list[Tuple] = []
    for run, program in ((1, left), (2, right)):
        wanted = tuple(sorted({n for n, r in variables(claim.post) if r == run}))
        names.append(wanted)
        types.append(Tuple(tuple([_final(program, n).type for n in wanted])))
    return FinalStates(claim.post, (names[0], names[1]), (types[0], types[1]))


def _final(program: TypedProgram, name: str) -> Term:
    """A variable of the final state as a term over it."""
    if name == "res" and program.result is not None:
        return program.result
    return Variable(name, 0, program.types[name])


class Laboratory:
    """The machines of a file, built once; rows that several claims ask for are computed once."""

    def __init__(self, file: TypedFile, effort: Effort | None = None, elder: "Laboratory | None" = None) -> None:
        """`elder`: one with other limits, whose rows are taken where these allow them."""
        self.file, self.elder = file, elder
        self.effort = effort or Effort()
        self.machines: dict[tuple[str, tuple[str, ...] | None, bool], Machine] = {}
        self.opened: dict[str, Machine] = {}  # for instances in which a parameter is left open

    def flat(self, name: str, finals: tuple[str, ...] | None = None) -> FlatProgram:
        """The program with its calls unfolded; with `finals` its result is these variables of its final state."""
        program = self.file.programs[name]
        flat = flatten(program, self.file.programs)
        if self.effort.twin:
            flat = twin(flat) or flat
        if finals is None:
            return flat
        parts = tuple([_final(program, final) for final in finals])
        return replace(flat, result=Apply("tuple", parts, Tuple(tuple([part.type for part in parts]))))

    def has_twin(self, name: str) -> bool:
        """Whether it is the discrete twin of the program that is measured."""
        return self.effort.twin and twin(flatten(self.file.programs[name], self.file.programs)) is not None

    def is_continuous(self, name: str) -> bool:
        """Whether the program itself is measured, and draws reals."""
        body = flatten(self.file.programs[name], self.file.programs).body
        return not self.effort.twin and first_continuous(body) is not None

    def machine(self, name: str, finals: tuple[str, ...] | None = None, listed: bool = False) -> Machine:
        """`listed`: every outcome by itself, none in closed form."""
        listed = listed or finals is not None
        key = (name, finals, listed)
        if key not in self.machines:
            elder = None if self.elder is None else self.elder.machines.get(key)
            flat = self.flat(name, finals) if elder is None else elder.program
            self.machines[key] = Machine(flat, self.effort.limits, self.effort.far, listed, elder)
        return self.machines[key]

    def machines_of(self, claim: TypedClaim, finals: FinalStates | None) -> tuple[Machine, Machine]:
        """Of a quadruple about programs that leak, only results are compared: these are told apart one by one."""
        first, second = (None, None) if finals is None else finals.names
        programs = self.file.programs
        listed = claim.post is not None and (programs[claim.left].leaks or programs[claim.right].leaks)
        return self.machine(claim.left, first, listed), self.machine(claim.right, second, listed)

    def channels(
        self,
        left: str,
        right: str,
        check: Check,
        machines: tuple[Machine, Machine] | None = None,
        claim: TypedClaim | None = None,
    ) -> Iterator[tuple[Instance, Callable[[], Channel]]]:
        """With a claim, an instance is one choice of what the claim makes equal in both runs."""
        programs = self.file.programs
        first, second = machines or (self.machine(left), self.machine(right))
        shared = None if claim is None else shared_by(claim, programs[left], programs[right])
        for instance in instances(programs[left], programs[right], check, shared=shared):
            yield (
                instance,
                lambda instance=instance: channel(  # type: ignore[misc]  # bound now, called at once
                    first, second, instance, self.effort.progress, self.effort.jobs
                ),
            )

    def checks(self, claim: TypedClaim) -> Iterator[CheckResult]:
        for check in claim.checks:
            yield from self.results(claim, check)

    def results(self, claim: TypedClaim, check: Check) -> Iterator[CheckResult]:
        programs = self.file.programs
        name = left_out(self, claim, check)
        if name is not None:
            yield from results_for_every(self, claim, check, name)
            return
        finals = final_states(claim, programs[claim.left], programs[claim.right])
        try:
            empty = True
            machines = self.machines_of(claim, finals)
            for instance, compute in self.channels(claim.left, claim.right, check, machines, claim):
                empty = False
                yield self.result(claim, instance, compute, finals)
            if empty:
                yield CheckResult({}, "undecided", reason="this `check` has no instance", span=check.span)
        except (NotComputed, Fault) as stopped:
            yield CheckResult({}, "not enumerable", reason=_said(stopped), span=stopped.span)

    def result(
        self,
        claim: TypedClaim,
        instance: Instance,
        compute: Callable[[], Channel],
        finals: FinalStates | None,
    ) -> CheckResult:
        """An instance measured, and what breaks the claim computed twice."""
        found = self.figures(claim, instance, compute, finals)
        if found.violation is None:
            return found
        meter = Meter(CONFIRMING, Clock(self.effort.limits.seconds))
        witness = self.witness(claim, found.violation, finals, meter)
        stopped: Stop | None = "time" if meter.clock.struck else None if witness is not None else "steps"
        return replace(found, witness=witness, stopped=stopped)

    def figures(
        self,
        claim: TypedClaim,
        instance: Instance,
        compute: Callable[[], Channel],
        finals: FinalStates | None,
    ) -> CheckResult:
        """An instance measured; what stops it is its result."""
        of_twin = self.has_twin(claim.left) or self.has_twin(claim.right)
        try:
            computed = compute()
            steps = computed.steps + computed.comparing
            if steps > self.effort.limits.steps:
                hint = "take a smaller instance, or release less"
                raise Exploded("its rows are too long to be compared", hint, claim.span)
            steps += relating(claim.relation, claim.relation_names, computed)
            if steps > self.effort.limits.steps:
                raise Exploded("its inputs are too many for all pairs of them", "take a smaller instance", claim.span)
            spare = self.effort.limits.steps - steps
            found = replace(measure(claim, computed, instance.label, finals, spare), steps=steps)
        except RowFault as row:
            reason = f"{row.fault.message}, for {row.given}"
            return CheckResult(instance.label, "error", reason=reason, span=row.fault.span, twin=of_twin)
        except Inexact as undecided:
            return CheckResult(instance.label, "undecided", reason=str(undecided))
        except (NotComputed, Fault) as stopped:
            cut, place = stopped.stopped, stopped.span
            return CheckResult(instance.label, "not enumerable", reason=_said(stopped), span=place, stopped=cut)
        if of_twin:  # another program: it refutes nothing
            return replace(found, twin=True, violation=None)
        return replace(found, continuous=self.is_continuous(claim.left) or self.is_continuous(claim.right))

    def witness(
        self, claim: TypedClaim, violation: Violation, finals: FinalStates | None, meter: Meter | None = None
    ) -> Witness | None:
        """The violation, computed a second time by the interpreter; None if the steps are not enough for that. It is
        one of the programs themselves: their twins violate nothing."""
        if self.effort.twin:
            return Laboratory(self.file, replace(self.effort, twin=False)).witness(claim, violation, finals, meter)
        first, second = (None, None) if finals is None else finals.names
        programs = (self.flat(claim.left, first), self.flat(claim.right, second))
        project = everything if claim.post is None else last
        if not confirmed(violation, programs, project, meter or Meter(CONFIRMING)):
            return None
        sides = (self.file.programs[claim.left], self.file.programs[claim.right])
        inputs = [
            {p.name: text(given[p.name], p.type) for p in program.parameters}
            for given, program in zip(violation.inputs, sides, strict=True)
        ]
        show = [shown_all if finals is None else (lambda seen, run=run: finals.shown(seen, run)) for run in (1, 2)]
        event, image = [
            tuple([said(seen) + other_than(seen, violation.apart) for seen in in_order(part)])
            for said, part in zip(show, (violation.event, violation.image), strict=True)
        ]
        above, below = violation.probabilities
        each: tuple[tuple[str, str], ...] = ()
        if isinstance(violation, Together):
            event = tuple([said for part in violation.parts for said in map(show[0], part)])
            each = tuple([(all_digits(p), all_digits(q)) for p, q in violation.masses])
        return Witness(
            (inputs[0], inputs[1]),
            event,
            None if finals is None else image,
            (written(above), written(below)) if violation.is_readable else violation.decimals,
            violation.decimals,
            violation.ratio,
            violation.inequality,
            violation.exact,
            violation.promised,
            None if each else arising(violation, programs, project, self.file.source),
            None if each else violation.numbers,
            str(violation.alpha) if isinstance(violation, Together) else None,
            each,
        )


def _said(stopped: NotComputed | Fault) -> str:
    return f"{stopped.message}; {stopped.hint}" if stopped.hint else stopped.message
