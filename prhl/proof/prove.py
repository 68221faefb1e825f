"""From a claim to its obligations and their answers.

The walk follows the coupled product of the two runs and says what it owes; the solver answers. A claim is proved if
every obligation is valid, in every direction that the claim speaks of. That this is enough is the master theorem: if
on every path of the product, wherever run 1 counts at the end, run 2 counts as much and cost <= eps (and
slack <= delta throughout), then Pr1[S] <= exp(eps) Pr2[S] + delta. For zcdp and rdp `cost` counts divergences, and the
theorem stands in `rules/draw_by_divergence.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from prhl.logic.build import FALSE, TRUE, at_most, equal, less, number
from prhl.logic.definedness import needs
from prhl.logic.sets import inhabited, member
from prhl.logic.terms import Constant, Term, Variable, subterms
from prhl.proof.alone import ByThemselves, owe_run
from prhl.proof.claim_formulas import Prepared, prepare, region, start, symmetric, unmarked
from prhl.proof.ending import finish
from prhl.proof.follow import theorem
from prhl.records import dataclass
from prhl.rules.block_cases import Blocks
from prhl.rules.call import Citations
from prhl.rules.state import Fact, NoValue, Obligation, State
from prhl.rules.trace import Step, Trace
from prhl.rules.walk import Walk
from prhl.solvers import Answer, Answers, Query, Shown, Status
from prhl.source import Edit, Source, Span
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
    theorem: str = ""  # the name of the rule, where the claim follows from another one
    found: tuple[Edit, ...] = ()  # annotations that were found; then all places are those of
    file: core.TypedFile | None = None  # the text with them, read, and
    cites: tuple[str, ...] = ()  # these are the claims that it rests on; it was found after
    plans: int = 0  # so many plans, itself among them
    attempt: "Attempt | None" = None  # where nothing was found: what came furthest

    def text(self, source: Source) -> Source:
        """The text that its places are in: with what was found, or as it was. Lines are the same in both."""
        return source if self.file is None else self.file.source

    @property
    def complete(self) -> bool:
        return bool(self.judged) and all([one.valid for one in self.judged])

    @property
    def affordable(self) -> bool:
        """Whether it lacks nothing, except perhaps a larger budget."""
        return bool(self.judged) and all([one.valid for one in self.judged if one.code != "budget"])

    @property
    def short(self) -> bool:
        """Whether it lacks a larger budget, and nothing else."""
        return self.affordable and not self.complete


@dataclass(frozen=True, slots=True)
class Attempt:
    """A proof that fails, with annotations that were found; `enough` is a budget with which it would not."""

    proof: Proof
    enough: str | None = None

    @property
    def failed(self) -> Judged:
        """What stands in its way: something that is owed, rather than something that is not there."""
        wrong = [one for one in self.proof.judged if not one.valid]
        return next((one for one in wrong if not one.obligation.missing), wrong[0])


AT_HEAD = " at the head"  # in a countermodel, behind what a variable is called
WRITTEN, OTHER = "in the direction as written", "in the other direction"


def prove(
    claim: core.TypedClaim,
    left: core.TypedProgram,
    right: core.TypedProgram,
    solve: Solve,
    blocks: Blocks | None = None,
    citations: Citations | None = None,
    keep_steps: bool = False,
    programs: Mapping[str, core.TypedProgram] | None = None,
    brief: bool = False,
) -> Proof:
    """Every obligation of a claim, answered; `blocks` prices joint blocks, `citations` are what calls rest on.

    Of the `programs` that are called without a claim it is shown that they have no run-time error and end. No question
    is asked twice; whoever tries several proofs hands in `Answers`, and then none is in all of them. If only a complete
    proof is of use (`brief`), an incomplete one has one obligation that is not valid, and no others.
    """
    solve = solve if isinstance(solve, Answers) else Answers(solve)
    if claim.following is not None:
        return _followed(claim, (left, right), solve, citations or {}, keep_steps)
    lacking = _lacking(claim)
    if lacking:
        return Proof(tuple([Judged(one, Answer("unknown", reason=one.message)) for one in lacking]))

    def attempt(sparing: bool) -> Proof:
        return _attempt(claim, left, right, solve, blocks, citations or {}, keep_steps, programs, sparing, brief)

    proof = attempt(sparing=False)
    if proof.complete or not claim.cites:
        return proof
    spared = attempt(sparing=True)
    return spared if spared.complete else proof


def _attempt(
    claim: core.TypedClaim,
    left: core.TypedProgram,
    right: core.TypedProgram,
    solve: Solve,
    blocks: Blocks | None,
    citations: Citations,
    keep_steps: bool,
    programs: Mapping[str, core.TypedProgram] | None,
    sparing: bool,
    brief: bool,
) -> Proof:
    """With calls charged in full, or only where their arguments differ; each way is sound."""
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
    callees = None if programs is None else ByThemselves(programs)
    for at, direction in enumerate(directions):
        said = "" if len(directions) == 1 else (WRITTEN, OTHER)[at]
        reading = replace(direction.reading(), sparing=sparing)
        walk = Walk(left, right, reading, asked.follows, blocks, citations, callees, said)
        walk.trace = Trace() if keep_steps else None
        _follow(walk, direction)
        walks.append(walk)
        if brief and (open_ := asked.not_valid(walk.obligations)) is not None:
            return Proof((open_,))
        judged += [Judged(one, asked.answer(one)) for one in walk.obligations]
        notes += [Judged(one, asked.answer(one), owed=False) for one in walk.notes]
    # what is idle in one direction only says something about that direction
    idle = set.intersection(*[set(walk.idle) for walk in walks]) if not vacuous else set()
    unreached = tuple(sorted(idle, key=lambda i: (i[0].start, i[1])))
    steps = tuple([step for walk in walks if walk.trace is not None for step in walk.trace.steps])
    proposed = tuple(dict.fromkeys([one for walk in walks for one in walk.proposed]))
    return Proof(tuple(judged), vacuous, len(directions), tuple(notes), unreached, steps, proposed)


def _followed(
    claim: core.TypedClaim,
    ends: tuple[core.TypedProgram, core.TypedProgram],
    solve: Solve,
    citations: Citations,
    keep_steps: bool,
) -> Proof:
    """By a theorem, from other claims; the programs themselves are not walked through."""
    prepared = prepare(claim, *ends)
    asked = _Asked(solve)
    state = start(prepared)
    vacuous = asked.follows(state.facts, FALSE)
    walk = Walk(*ends, prepared.reading(), asked.follows)
    walk.trace = Trace() if keep_steps else None
    before = state.copy()
    _owe_unmarked(walk, prepared, state)
    _owe_budget(walk, prepared, state)
    if walk.trace is not None:
        walk.trace.mark(walk, "start", claim.span, before, 0)
    name = theorem(walk, prepared, citations, state)
    judged = tuple([Judged(one, asked.answer(one)) for one in walk.obligations])
    steps = () if walk.trace is None else tuple(walk.trace.steps)
    return Proof(judged, vacuous, steps=steps, theorem=name)


def _lacking(claim: core.TypedClaim) -> list[Obligation]:
    """What cannot even be tried."""
    out = []
    for lack in claim.lacks:
        message = f"this annotation cannot be read under the claim: {lack.message}"
        out.append(Obligation("unreadable-annotation", FALSE, (), lack.span, message, missing=True))
    if claim.notion.figure and claim.pointwise is not None:
        name = claim.notion.name
        message = f"`{name}` is not proved one output at a time: a coupling for each output bounds no expectation"
        place, hint = claim.pointwise.span, "leave `pointwise` out, and make the results equal"
        out.append(Obligation("not-supported", FALSE, (), place, message, hint, missing=True, blames="claim"))
    return out


def _follow(walk: Walk, prepared: Prepared) -> None:
    """The whole product, from the inputs to the end."""
    state = start(prepared)
    _owe_unmarked(walk, prepared, state)
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
        _owe_runs_alone(walk, prepared, before)
    except NoValue as unset:
        variable = unset.variable
        message = f"`{variable.name}{{{variable.run}}}` may have no value where this speaks of it"
        walk.lack(before, "no-value", variable.span, message, "speak of variables that were assigned before")


def _end(prepared: Prepared) -> tuple[str, Span]:
    """The rule by which the claim follows at the end, and the place of the result."""
    result = prepared.left.result
    rule = "one-output" if prepared.output is not None else "equal-results"
    rule = "related-ends" if prepared.post is not None else rule
    rule = "advanced-composition" if prepared.claim.composed is not None else rule
    return rule, prepared.claim.span if result is None else result.span


def _owe_unmarked(walk: Walk, prepared: Prepared, state: State) -> None:
    """What stands without a run mark in a quadruple is equal in both runs."""
    for name in unmarked(prepared):
        goal = equal(state.values[name, 1], state.values[name, 2])
        message = f"`{name}` stands without a run mark, but the precondition does not make it equal in both runs"
        hint = f"add `{name}{{1}} = {name}{{2}}` to the precondition, or write the mark"
        walk.owe(state, "bare-equal", goal, prepared.claim.span, message, hint, blames="claim")


def _owe_budget(walk: Walk, prepared: Prepared, state: State) -> None:
    """The budget exists and is not negative; that eps > 0 comes from `requires` alone."""
    order = prepared.claim.notion.order(prepared.claim.budget)
    for given in prepared.claim.budget[:2]:
        term = state.formula(given)
        for need in needs(term):
            message = f"the budget may not exist: {need.message}"
            walk.owe(state, need.code, need.formula, given.span, message, "add a `requires`", blames="claim")
        hint = "add a `requires`, such as `requires eps > 0;`"
        message = "the budget of the claim may be negative"
        goal = at_most(number(0), term)
        if given is order:
            message = f"the order of `{prepared.claim.notion.name}` may not be above 1"
            hint = "add a `requires`, such as `requires alpha > 1;`"
            goal = less(number(1), term)
        walk.owe(state, "budget-negative", goal, given.span, message, hint, blames="claim")


def _owe_runs_alone(walk: Walk, prepared: Prepared, state: State) -> None:
    """What the product does not see of the two runs.

    Of run 2 it sees what the couplings lead to. In the privacy form every run is run 1 in one of the two directions;
    without `within` the couplings lead run 2 everywhere, since both runs have mass 1. So this is for quadruples with
    `within`; there both runs must end, too, if something leaks. Run 1 is seen whole, except by steps at a delta that
    are free to forget a part of it.
    """
    leaks = prepared.left.leaks or prepared.right.leaks
    one_way = not prepared.private_form and not prepared.exact
    if one_way:
        owe_run(walk, prepared, state, 2, ending=leaks)
    ending = walk.reading.terminating or leaks
    if walk.narrowed or (one_way and leaks):
        owe_run(walk, prepared, state, 1, ending)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The questions of one proof."""

    solve: Solve

    def follows(self, facts: tuple[Fact, ...], goal: Term) -> bool:
        return self.solve(Query(tuple([fact.formula for fact in facts]), goal)).status == "valid"

    def not_valid(self, obligations: Sequence[Obligation]) -> Judged | None:
        """One that is not valid, without a countermodel; from the end, where the budget is, which fails most often."""
        for one in reversed(obligations):
            if one.missing or not self.follows(one.facts, one.goal):
                return Judged(one, Answer("unknown"))
        return None

    def answer(self, obligation: Obligation) -> Answer:
        if obligation.missing:
            return Answer("unknown", reason=obligation.message)
        facts = tuple([fact.formula for fact in obligation.facts])
        return self.solve(Query(facts, obligation.goal, lambda: _shown(obligation)))


def _shown(obligation: Obligation) -> list[Shown]:
    """What a countermodel tells: the variables of both runs, the names of the claim, the cost."""
    shown = [Shown((_plain(name), run), term) for (name, run), term in obligation.view]
    shown += [Shown((_plain(v.name), 0), v) for v in _named(obligation)]
    for name, spent in (("cost", obligation.cost), ("slack", obligation.slack)):
        if spent is not None and not isinstance(spent, Constant):
            shown.append(Shown((name, 0), spent))
    shown += [Shown((_plain(name) + AT_HEAD, run), term, before=True) for (name, run), term in obligation.head]
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
