"""One run by itself: that it has no run-time error, and ends where that is needed, whatever the other run does.

The product sees run 2 only where the couplings lead it, and steps at a delta may lose some of what run 1 does. And a
call that rests on no claim needs as much of the program that it calls, for all inputs that meet its `requires`.
"""

from collections.abc import Mapping
from dataclasses import field, replace

from prhl.logic.relations import unfold
from prhl.logic.terms import Ghost, Hole, Term, Variable, conjuncts, subterms, variables
from prhl.proof.claim_formulas import Prepared, known_of_inputs, swap
from prhl.records import dataclass
from prhl.rules.context import Context, Reading
from prhl.rules.state import Run, State
from prhl.rules.walk import Walk
from prhl.typed import core
from prhl.typed.unclaimed import loops_of


def owe_run(walk: Walk, prepared: Prepared, state: State, run: Run, ending: bool) -> None:
    """One of the two runs of a claim, from its inputs to its result."""
    program = prepared.left if run == 1 else prepared.right
    same = prepared.left is prepared.right
    said = {at: _of_run(a, run, same) for at, a in prepared.annotations.items() if at[0] == program.name}
    _walk_alone(walk, program, said, f"run {run} by itself", state.copy(), run, ending)


@dataclass
class ByThemselves:
    """The programs of a file, each looked at by itself where a call has no partner; once is enough."""

    programs: Mapping[str, core.TypedProgram]
    done: set[tuple[str, bool]] = field(default_factory=set)

    def called(self, name: str) -> core.TypedProgram:
        return self.programs[name]

    def owe(self, context: Context, name: str, ending: bool) -> None:
        """It has no run-time error for inputs that meet its `requires`, and it ends if that is asked."""
        if (name, True) in self.done or (name, ending) in self.done:
            return
        self.done.add((name, ending))
        assert isinstance(context, Walk)
        program = self.programs[name]
        said = {at: _of_run(a, 1, same=True) for at, a in loops_of(program).items()}
        state = State({(p.name, 1): Variable(p.name, 1, p.type) for p in program.parameters})
        for fact in known_of_inputs(state, program, 1):
            state.know(fact.formula, fact.span, fact.given)
        _walk_alone(context, program, said, f"`{name}` by itself", state, 1, ending)


def _walk_alone(
    walk: Walk,
    program: core.TypedProgram,
    said: dict[tuple[str, int], core.Annotation],
    direction: str,
    state: State,
    run: Run,
    ending: bool,
) -> None:
    """What is owed for the run is owed by the walk."""
    reading = Reading(said, terminating=ending, compares_leaks=False, lossless=ending)
    alone = replace(
        walk,
        left=program if run == 1 else walk.left,
        right=program if run == 2 else walk.right,
        reading=reading,
        direction=direction,
        obligations=[],
        notes=[],
        idle=[],
        drawn=[],
        trace=walk.trace if direction.startswith("run") else None,
        single=True,
    )
    end = alone.alone(program.body, run, state)
    if program.result is not None:
        alone.evaluate(end, program.result, run)
    walk.obligations += alone.obligations


def _of_run(annotation: core.Annotation, run: Run, same: bool) -> core.Annotation:
    """What an annotation says of one run; of the other, too, where both are runs of the same program."""
    other: Run = 2 if run == 1 else 1
    parts: list[Term] = []
    for invariant in annotation.invariants:
        parts += _parts(invariant, run)
        parts += [swap(part) for part in _parts(invariant, other) if same]
    return core.Annotation(invariants=tuple(dict.fromkeys(parts)), variants=annotation.variants)


def _parts(invariant: Term, run: Run) -> list[Term]:
    """The parts of an invariant that speak of one run alone."""
    out = []
    for part in conjuncts(unfold(invariant)):
        if any([isinstance(t, Ghost | Hole) for t in subterms(part)]):
            continue
        if {r for _, r in variables(part)} <= {0, run}:
            out.append(part)
    return out
