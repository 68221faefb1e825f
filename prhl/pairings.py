"""`prhl couple`: which claim, on which instances, for which two inputs, and the optimal coupling there."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from prhl.checks.divergence_check import NotMeasured
from prhl.checks.instance_check import Budget, budget_of
from prhl.checks.laboratory import FinalStates, Laboratory, final_states
from prhl.closeness.epsilon_delta import Epsilon, smallest_delta, smallest_epsilon, total_variation
from prhl.closeness.lifted_distance import MOST_RELATED, lifted
from prhl.closeness.optimal_coupling import Edges, cheapest, optimal, sides_of
from prhl.diagnostics import Diagnostic, NotComputed, Rejected, did_you_mean, of_a_part, shorten
from prhl.exact import Channel, Seen, both_runs, related_pairs
from prhl.logic.show import show
from prhl.logic.terms import Quantified, Term, variables
from prhl.numbers import Exact, Exponential, Inexact, Number
from prhl.records import dataclass
from prhl.report.pairing import Pairing
from prhl.semantics.evaluate import Fault, Undecidable, Value, evaluate
from prhl.semantics.instances import Instance, text
from prhl.semantics.observation import shown, shown_all
from prhl.source import NOWHERE, Source
from prhl.studies import over, stated
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.typed.claims import ClaimChecker
from prhl.typed.core import Check, TypedClaim, TypedFile

MOST_COMPARED = 2_000  # pairs of inputs that are all within reach

Pair = tuple[int, int]
AS_IN = 'as in `--inputs "x{1} = 0 && x{2} = 1"`'


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line says beyond the claim; None is the claim's own budget, no inputs the worst pair."""

    settings: Sequence[str] = ()
    inputs: Sequence[str] = ()
    epsilon: Number | None = None
    delta: Exact | None = None


def pairings(laboratory: Laboratory, name: str | None, wanted: Wanted) -> Iterator[Pairing]:
    """For each instance the two inputs that were asked for, or those that are furthest apart; Rejected if none are."""
    file = laboratory.file
    claim = _chosen(file, name)
    formula = _formula(file, claim, wanted.inputs) if wanted.inputs else None
    related = found = False
    for bench in _benches(laboratory, claim, wanted.settings):
        pairs = bench.pairs()
        related = related or bool(pairs)
        if formula is not None:
            pairs = [pair for pair in pairs if bench.holds(formula, pair)]
        if pairs:
            found = True
            yield bench.pairing(pairs, wanted)
    if not related:
        message = f"no two inputs of the instances are related by `{claim.name}`"
        raise _wrong(file, message, "take more values or sizes, as in `--set 'x in 0..3'`")
    if not found:
        message = "no two related inputs of the instances are as `--inputs` says"
        raise _wrong(file, message, f"name two that the claim relates, {AS_IN}; `prhl channel` lists the inputs")


def _chosen(file: TypedFile, name: str | None) -> TypedClaim:
    names = [claim.name for claim in file.claims]
    if name is None:
        if not names:
            raise _wrong(
                file, "there is no claim in this file", "write one, as in `claim c : P satisfies dp(1) when any;`"
            )
        if len(names) > 1:
            raise _wrong(file, "say which claim", f"--claim NAME; there are: {', '.join(names)}")
        return file.claims[0]
    found = next((claim for claim in file.claims if claim.name == name), None)
    if found is None:
        hint = did_you_mean(name, names, f"the claims are {', '.join(names)}" if names else "")
        raise _wrong(file, f"there is no claim `{shorten(name)}`", hint)
    return found


def _wrong(file: TypedFile, message: str, hint: str) -> Rejected:
    return Rejected(Source(file.source.name, ""), [Diagnostic("couple-choice", NOWHERE, message, hint)])


def _formula(file: TypedFile, claim: TypedClaim, texts: Sequence[str]) -> Term:
    """`--inputs`, read by the grammar as a relation between the inputs of the two runs."""
    head = f"claim c : {claim.left} satisfies noninterference when ("
    tail = ");"
    if claim.left != claim.right:
        head, tail = f"claim c : {claim.left} ~ {claim.right} : (", ") ==> true;"
    given = texts[0] if len(texts) == 1 else " && ".join([f"({part})" for part in texts])
    found: list[Diagnostic] = []
    try:
        items = parse(Source("--inputs", head + given + tail)).file.items
    except Rejected as rejected:
        raise Rejected(
            Source("--inputs", given), [of_a_part(d, len(head), len(given)) for d in rejected.diagnostics]
        ) from None
    node = items[0]
    if len(items) != 1 or not isinstance(node, ast.Claim) or node.options:
        raise _wrong(file, "`--inputs` takes a formula over the inputs of the two runs", AS_IN)
    checker = ClaimChecker(node, file.programs, {}, found.append)
    named = checker.names
    term = checker.elaborate.formula(checker.relation_node(), checker.input_scope(named.logical), "`--inputs`")
    if found:
        raise Rejected(Source("--inputs", given), [of_a_part(d, len(head), len(given)) for d in found])
    public = {p.name for name in (claim.left, claim.right) for p in file.programs[name].parameters if not p.private}
    for name, run in sorted(variables(term)):
        if run == 0 and name not in public:
            raise _wrong(file, f"`--inputs` does not say of which run `{name}` is", f"write `{name}{{1}}`, {AS_IN}")
    return Quantified("exists", named.terms, term, term.span) if named.terms else term


def _benches(laboratory: Laboratory, claim: TypedClaim, settings: Sequence[str]) -> Iterator["Bench"]:
    """The instances of the claim's checks, changed by the settings; each once."""
    file = laboratory.file
    checks = list(claim.checks)
    if settings:
        given = stated(file, claim.left, claim.right, settings)
        checks = [over(check, given) for check in checks] or [given]
    finals = final_states(claim, file.programs[claim.left], file.programs[claim.right])
    machines = laboratory.machines_of(claim, finals)
    twin = laboratory.has_twin(claim.left) or laboratory.has_twin(claim.right)
    seen: list[Instance] = []
    for check in checks or [Check((), claim.span)]:
        for instance, compute in laboratory.channels(claim.left, claim.right, check, machines, claim):
            if instance not in seen:
                seen.append(instance)
                yield Bench(file, claim, _compared(claim, compute()), finals, twin)


def _compared(claim: TypedClaim, channel: Channel) -> Channel:
    """A quadruple says nothing about leaks."""
    if claim.post is None:
        return channel
    left, right = [[row.results() for row in side] for side in (channel.left, channel.right)]
    return replace(channel, left=left, right=right)


@dataclass(frozen=True)
class Bench:
    """A claim on one instance."""

    file: TypedFile
    claim: TypedClaim
    channel: Channel
    finals: FinalStates | None
    twin: bool

    def pairs(self) -> list[Pair]:
        """What is related; privacy speaks for both directions, and two equal inputs are looked at only if all are."""
        pairs = related_pairs(self.claim.relation, self.claim.relation_names, self.channel)
        if self.claim.post is not None:
            return pairs
        both = sorted({*pairs, *[(j, i) for i, j in pairs]})
        return [(i, j) for i, j in both if i != j] or both

    def inputs(self, pair: Pair) -> tuple[dict[str, Value], dict[str, Value]]:
        instance = self.channel.instance
        return instance.left[pair[0]], instance.right[pair[1]]

    def holds(self, formula: Term, pair: Pair) -> bool:
        public = self.channel.instance.public
        memory = {(name, 0): value for name, value in public.items()}
        for run, given in enumerate(self.inputs(pair), 1):
            memory |= {(name, run): value for name, value in given.items()}
        bare = {name for name, run in variables(formula) if run == 0} - public.keys()
        try:
            return both_runs(memory, bare) is not None and bool(evaluate(formula, memory))
        except (NotComputed, Fault) as stopped:
            raise _wrong(self.file, f"`--inputs` has no value: {stopped.message}", AS_IN) from None

    def pairing(self, pairs: Sequence[Pair], wanted: Wanted) -> Pairing:
        budget = self.budget(pairs, wanted)
        pair = self.worst(pairs, Exponential(budget.epsilon))
        rows = self.channel.left[pair[0]], self.channel.right[pair[1]]
        sides = sides_of(rows, Exponential(budget.epsilon))
        edges = self.edges(pair, sides.both)
        found = optimal(rows, sides, edges, Exponential(budget.epsilon))
        epsilon = cheapest(found, edges, 0)
        if epsilon is None and self.finals is None:
            epsilon = smallest_epsilon([rows[0]], [rows[1]], [(0, 0)])
        labels = [tuple([self.shown(seen, run) for seen in side]) for run, side in enumerate(sides.both, 1)]
        return Pairing(
            self.claim.name,
            self.claim.program,
            self.channel.instance.label,
            self.inputs_shown(pair),
            len(pairs),
            None if self.finals is None else show(self.finals.post),
            budget,
            found,
            (labels[0], labels[1]),
            found.delta.compare(budget.delta),
            epsilon,
            cheapest(found, edges, budget.delta) if budget.delta else None,
            all([row.ended for row in rows]),
            self.twin,
        )

    def shown(self, seen: Seen, run: int) -> str:
        if self.finals is None:
            return shown_all(seen)
        if self.finals.names[run - 1] == ("res",):
            return shown(seen[-1][1])
        return self.finals.shown(seen, run)

    def inputs_shown(self, pair: Pair) -> tuple[dict[str, str], dict[str, str]]:
        programs = self.file.programs[self.claim.left], self.file.programs[self.claim.right]
        shared = self.channel.instance.public
        first, second = [
            {p.name: text(given[p.name], p.type) for p in program.parameters if p.name not in shared}
            for program, given in zip(programs, self.inputs(pair), strict=True)
        ]
        return first, second

    def budget(self, pairs: Sequence[Pair], wanted: Wanted) -> Budget:
        """What the claim promises, or what was asked for instead; one for all pairs."""
        own = Budget(0, 0)
        if wanted.epsilon is None or (wanted.delta is None and not self.claim.notion.figure):
            own = self.promised(pairs)
        return Budget(
            own.epsilon if wanted.epsilon is None else wanted.epsilon,
            own.delta if wanted.delta is None else wanted.delta,
        )

    def promised(self, pairs: Sequence[Pair]) -> Budget:
        name, public = self.claim.name, self.channel.instance.public
        if self.claim.notion.figure:
            hint = "say at which epsilon to couple, as in `--epsilon 1`, and `--delta 1/1000` if that should not be 0"
            raise _wrong(self.file, f"`{name}` promises {self.claim.notion.name}, not an epsilon", hint)
        try:
            try:
                return budget_of(self.claim, public)
            except NotMeasured:
                budgets = [budget_of(self.claim, public, self.inputs(pair)) for pair in pairs]
        except (NotMeasured, Inexact) as reason:
            raise _wrong(self.file, f"the budget of `{name}`: {reason}", "give another, as in `--epsilon 1`") from None
        except Fault as fault:
            raise Undecidable(f"the budget: {fault.message}", fault.span) from None
        if any([budget != budgets[0] for budget in budgets]):
            hint = f"choose two inputs, {AS_IN}, or one budget, as in `--epsilon 1`"
            raise _wrong(self.file, f"the budget of `{name}` is another one for other inputs", hint)
        return budgets[0]

    def worst(self, pairs: Sequence[Pair], growth: Exponential) -> Pair:
        """The pair that needs the largest delta; if none needs any, the one that needs the largest epsilon."""
        left, right = self.channel.left, self.channel.right
        if len(pairs) == 1:
            return pairs[0]
        epsilon: Epsilon
        if self.finals is None:
            delta = smallest_delta(left, right, pairs, growth)
            pair = delta.pair or smallest_epsilon(left, right, pairs).pair
        else:
            related = self.finals.related(self.channel)
            epsilon, delta, _ = lifted(left, right, pairs, related, growth, self.claim.span)
            pair = delta.pair or epsilon.pair
        return pair or self.telling(pairs)

    def telling(self, pairs: Sequence[Pair]) -> Pair:
        """Where all are within reach, the pair whose outcomes differ most."""
        found = pairs[0]
        most: Exact = 0
        for i, j in pairs[:MOST_COMPARED]:
            apart = total_variation(self.channel.left[i], self.channel.right[j])
            if apart > most:
                found, most = (i, j), apart
        return found

    def edges(self, pair: Pair, sides: tuple[Sequence[Seen], Sequence[Seen]]) -> Edges:
        """From each outcome of run 1 to those of run 2 that it is related to, an equal one first."""
        outcomes, others = sides
        if self.finals is None:
            at = {other: b for b, other in enumerate(others)}
            return {a: [at[seen]] for a, seen in enumerate(outcomes) if seen in at}
        if len(outcomes) * len(others) > MOST_RELATED:
            message = f"the postcondition would be tried on {len(outcomes) * len(others):,} pairs of outcomes"
            raise Undecidable(message, self.claim.span)
        related = self.finals.related(self.channel)
        found = {}
        for a, seen in enumerate(outcomes):
            to = [b for b, other in enumerate(others) if related(*pair, seen, other)]
            found[a] = sorted(to, key=lambda b: others[b] != seen)
        return found
