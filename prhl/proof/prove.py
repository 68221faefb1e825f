"""From a claim to its obligations and their answers.

The walk follows the coupled product of the two runs and says what it owes; the solver answers. A claim is proved if
every obligation is valid, in every direction that the claim speaks of. That this is enough is the master theorem: if
on every path of the product, wherever run 1 counts at the end, run 2 counts as much and cost <= eps (and
slack <= delta throughout), then Pr1[S] <= exp(eps) Pr2[S] + delta.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from prhl.logic.build import FALSE, TRUE, at_most, equal, number
from prhl.logic.definedness import needs
from prhl.logic.sets import inhabited, member
from prhl.logic.terms import Constant, Ghost, Hole, Term, Variable, conjuncts, subterms, variables
from prhl.proof.claims import Prepared, prepare, region, start, swap, symmetric, unmarked
from prhl.proof.ending import finish
from prhl.rules.call import Citations
from prhl.rules.context import Reading
from prhl.rules.joint import Blocks
from prhl.rules.state import Fact, NoValue, Obligation, Run, State
from prhl.rules.trace import Step, Trace
from prhl.rules.walk import Walk
from prhl.solvers import Answer, Query, Shown, Status
from prhl.source import Span
from prhl.typed import core

Solve = Callable[[Query], Answer]


@dataclass(frozen=True, slots=True)
class Judged:
    """An obligation with its answer; `owed` is False for what only explains."""

    obligation: Obligation
    answer: Answer
    owed: bool = True

    @property
    def code(self) -> str:
        return self.obligation.code

    @property
    def status(self) -> Status:
        return self.answer.status

    @property
    def valid(self) -> bool:
        return self.answer.status == "valid"


@dataclass(frozen=True)
class Proof:
    """What was owed and what came of it."""

    judged: tuple[Judged, ...]
    vacuous: bool = False  # no two inputs meet the relation
    directions: int = 1
    notes: tuple[Judged, ...] = ()
    idle: tuple[tuple[Span, str], ...] = ()  # code that no two runs can reach
    steps: tuple[Step, ...] = ()  # where they are kept
    proposed: tuple[tuple[Span, str], ...] = ()  # annotations of the tool's own, checked like any other

    @property
    def complete(self) -> bool:
        return bool(self.judged) and all([one.valid for one in self.judged])


WRITTEN, OTHER = "in the direction as written", "in the other direction"
WITHOUT_RULES = {"zcdp": "zero-concentrated privacy", "rdp": "Renyi privacy"}


def prove(
    claim: core.TypedClaim,
    left: core.TypedProgram,
    right: core.TypedProgram,
    solve: Solve,
    blocks: Blocks | None = None,
    citations: Citations | None = None,
    keep_steps: bool = False,
) -> Proof:
    """Every obligation of a claim, answered; `blocks` prices joint blocks, `citations` are what calls rest on."""
    lacking = _lacking(claim)
    if lacking:
        return Proof(tuple([Judged(one, Answer("unknown", reason=one.message)) for one in lacking]))
    prepared = prepare(claim, left, right)
    asked = _Asked(solve)
    first = start(prepared)
    vacuous = asked.follows(first.facts, FALSE)
    directions = [prepared]
    if prepared.private_form and not asked.follows(first.facts, symmetric(prepared, first)):
        directions.append(prepared.swapped())
    judged: list[Judged] = []
    notes: list[Judged] = []
    walks: list[Walk] = []
    for at, direction in enumerate(directions):
        said = "" if len(directions) == 1 else (WRITTEN, OTHER)[at]
        walk = Walk(left, right, direction.reading(), asked.follows, blocks, citations or {}, said)
        walk.trace = Trace() if keep_steps else None
        _follow(walk, direction)
        walks.append(walk)
        judged += [Judged(one, asked.answer(one)) for one in walk.obligations]
        notes += [Judged(one, asked.answer(one), owed=False) for one in walk.notes]
    # what is idle in one direction only says something about that direction
    idle = set.intersection(*[set(walk.idle) for walk in walks]) if not vacuous else set()
    unreached = tuple(sorted(idle, key=lambda i: i[0].start))
    steps = tuple([step for walk in walks if walk.trace is not None for step in walk.trace.steps])
    proposed = tuple(dict.fromkeys([one for walk in walks for one in walk.proposed]))
    return Proof(tuple(judged), vacuous, len(directions), tuple(notes), unreached, steps, proposed)


def _lacking(claim: core.TypedClaim) -> list[Obligation]:
    """What cannot even be tried."""
    out = []
    for lack in claim.lacks:
        message = f"this annotation cannot be read under the claim: {lack.message}"
        out.append(Obligation("unreadable-annotation", FALSE, (), lack.span, message, missing=True))
    if claim.notion in WITHOUT_RULES:
        message = f"there are no rules yet for {WITHOUT_RULES[claim.notion]}"
        out.append(Obligation("not-supported", FALSE, (), claim.span, message, missing=True, blames="claim"))
    return out


def _follow(walk: Walk, prepared: Prepared) -> None:
    """The whole product, from the inputs to the end."""
    state = start(prepared)
    for name in unmarked(prepared):
        goal = equal(state.values[name, 1], state.values[name, 2])
        message = f"`{name}` stands without a run mark, but the precondition does not make it equal in both runs"
        hint = f"add `{name}{{1}} = {name}{{2}}` to the precondition, or write the mark"
        walk.owe(state, "bare-equal", goal, prepared.claim.span, message, hint, blames="claim")
    _owe_budget(walk, prepared, state)
    before = state.copy()
    if prepared.output is not None:
        if prepared.private_form:
            state.alike = TRUE
        domain = region(prepared, state)
        if domain is not None:
            assert prepared.claim.pointwise is not None
            place = prepared.claim.pointwise.span
            message = "the stated region of outputs may be empty"
            walk.owe(state, "output-region", inhabited(domain), place, message, "", blames="claim")
            before = state.copy()
            state.know(member(prepared.output, domain), place, "region")
    try:
        if walk.trace is not None:
            walk.trace.mark(walk, "start", prepared.claim.span, state.copy(), 0)
        end = walk.pair(prepared.left.body, prepared.right.body, state)
        final, owed = end.copy(), len(walk.obligations)
        finish(walk, prepared, end, before)
        if walk.trace is not None:
            walk.trace.mark(walk, *_end(prepared), final, owed)
        if not prepared.private_form and not prepared.exact:
            _owe_by_itself(walk, prepared, before)
    except NoValue as unset:
        variable = unset.variable
        message = f"`{variable.name}{{{variable.run}}}` may have no value where this speaks of it"
        walk.lack(before, "no-value", variable.span, message, "speak of variables that were assigned before")


def _end(prepared: Prepared) -> tuple[str, Span]:
    """The rule by which the claim follows at the end, and the place of the result."""
    result = prepared.left.result
    rule = "one-output" if prepared.output is not None else "equal-results"
    rule = "related-ends" if prepared.post is not None else rule
    return rule, prepared.claim.span if result is None else result.span


def _owe_budget(walk: Walk, prepared: Prepared, state: State) -> None:
    """The budget exists and is not negative; that eps > 0 comes from `requires` alone."""
    for given in prepared.claim.budget[:2]:
        term = state.formula(given)
        for need in needs(term):
            message = f"the budget may not exist: {need.message}"
            walk.owe(state, need.code, need.formula, given.span, message, "add a `requires`", blames="claim")
        hint = "add a `requires`, such as `requires eps > 0;`"
        message = "the budget of the claim may be negative"
        goal = at_most(number(0), term)
        walk.owe(state, "budget-negative", goal, given.span, message, hint, blames="claim")


def _owe_by_itself(walk: Walk, prepared: Prepared, state: State) -> None:
    """Run 2 by itself, for a quadruple with `within`: that it has no run-time error, and ends if something leaks.

    The product sees run 2 only where the couplings lead it. In the privacy form every run is run 1 in one of the two
    directions; without `within` the couplings lead run 2 everywhere, since both runs have mass 1.
    """
    program = prepared.right
    said = {}
    for (name, site), annotation in prepared.annotations.items():
        if name == program.name:
            parts = [part for i in annotation.invariants for part in _of_run_2(i, prepared.left is program)]
            said[name, site] = core.Annotation(invariants=tuple(parts), variants=annotation.variants)
    leaks = prepared.left.leaks or prepared.right.leaks
    reading = Reading(said, terminating=leaks, compares_leaks=False, lossless=leaks)
    alone = replace(walk, reading=reading, direction="run 2 by itself", obligations=[], notes=[], idle=[], single=True)
    end = alone.alone(program.body, 2, state.copy())
    if program.result is not None:
        alone.evaluate(end, program.result, 2)
    walk.obligations += alone.obligations
    if leaks:
        _owe_ending_of_run_1(walk, prepared, state)


def _owe_ending_of_run_1(walk: Walk, prepared: Prepared, state: State) -> None:
    """A program that leaks must end, the first one too."""
    program = prepared.left
    said = {
        at: core.Annotation(invariants=tuple([p for i in a.invariants for p in _of_one_run(i, 1)]), variants=a.variants)
        for at, a in prepared.annotations.items()
    }
    reading = Reading(said, terminating=True, compares_leaks=False, lossless=True)
    alone = replace(walk, reading=reading, direction="run 1 by itself", obligations=[], notes=[], idle=[], single=True)
    alone.alone(program.body, 1, state.copy())
    walk.obligations += alone.obligations


def _of_one_run(invariant: Term, run: Run) -> list[Term]:
    """The parts of an invariant that speak of one run alone."""
    out = []
    for part in conjuncts(invariant):
        if any([isinstance(t, Ghost | Hole) for t in subterms(part)]):
            continue
        if {r for _, r in variables(part)} <= {0, run}:
            out.append(part)
    return out


def _of_run_2(invariant: Term, same: bool) -> list[Term]:
    """What an invariant says of run 2; of run 1, too, where both are runs of the same program."""
    return _of_one_run(invariant, 2) + ([swap(part) for part in _of_one_run(invariant, 1)] if same else [])


class _Asked:
    """Questions, each asked once."""

    def __init__(self, solve: Solve) -> None:
        self.solve = solve
        self.known: dict[tuple[int, Term], tuple[tuple[Fact, ...], Answer]] = {}

    def follows(self, facts: tuple[Fact, ...], goal: Term) -> bool:
        return self._asked(facts, goal, None).status == "valid"

    def answer(self, obligation: Obligation) -> Answer:
        if obligation.missing:
            return Answer("unknown", reason=obligation.message)
        return self._asked(obligation.facts, obligation.goal, lambda: _shown(obligation))

    def _asked(self, facts: tuple[Fact, ...], goal: Term, shown: Callable[[], list[Shown]] | None) -> Answer:
        key = (id(facts), goal)
        if key in self.known:
            answer = self.known[key][1]
            if answer.status == "valid" or shown is None:
                return answer
        answer = self.solve(Query(tuple([fact.formula for fact in facts]), goal, shown or list))
        self.known[key] = (facts, answer)
        return answer


def _shown(obligation: Obligation) -> list[Shown]:
    """What a countermodel tells: the variables of both runs, the names of the claim, the cost."""
    shown = [Shown((_plain(name), run), term) for (name, run), term in obligation.view]
    shown += [Shown((_plain(v.name), 0), v) for v in _named(obligation)]
    if obligation.cost is not None and not isinstance(obligation.cost, Constant):
        shown.append(Shown(("cost", 0), obligation.cost))
    return shown


def _plain(name: str) -> str:
    return name.split("@")[0]


def _named(obligation: Obligation) -> list[Variable]:
    """The names of the claim that the goal or the facts mention."""
    found: dict[str, Variable] = {}
    for term in (obligation.goal, *[fact.formula for fact in obligation.facts]):
        for part in subterms(term):
            if isinstance(part, Variable) and part.run == 0 and part.name.endswith("@"):
                found[part.name] = part
    return list(found.values())
