"""Trials of plans for a proof: both runs side by side on small inputs, with the couplings of a plan.

Run 1 draws numbers that depend on the trial alone, run 2 what the plan makes of them. Where guards or results differ
then, or two samples have one image, the plan has no proof, and no question to the solver is needed to see that. A
trial breaks most of the plans that come after the one that it broke first, so such a trial comes first. What trials
come to at the heads of loops breaks formulas that are no invariants, for which the solver would only run out of steps.
What cannot be run like this (calls, blocks, two programs, numbers that are not computed exactly) tells nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from typing import Literal

from prhl.diagnostics import NotComputed
from prhl.distributions import family_of
from prhl.distributions.base import Falling
from prhl.finding import Task
from prhl.logic.build import FALSE, number
from prhl.logic.evaluator import Evaluator, Fault, Undecidable
from prhl.logic.terms import Logical, Quantified, Related, Term, Variable, argument_terms, variables
from prhl.logic.types import BOOL, INT, REAL
from prhl.numbers import Inexact
from prhl.records import dataclass
from prhl.search.space import Space
from prhl.semantics.evaluate import LOGICAL, Value, evaluate
from prhl.typed import core

Inputs = Mapping[str, Value]
Memory = dict[tuple[str, int], Value]
Couplings = Mapping[int, core.Couple | None]
"""By the sites that are coupled."""

Payments = Mapping[int, tuple[Term, Mapping[str, int]]]
"""When a site is paid for, over the state before it and its sample, and what that counts for, by ghosts."""

Broken = Literal["couplings", "budget"]
"""What a trial shows of a plan: that its couplings make no proof for any budget, or none for this one."""

RUNS, HEADS = 30, 7  # trials that are looked at on the way, and states of each that are kept for a loop
ROUNDS = (4, 3, 2)
LOOKED_AT, FIRST, LARGEST = 150, 4, 12  # pairs of inputs, and how many are taken: the simplest, and the largest
STREAMS = 4  # of samples for each, in both directions
MOST_STATEMENTS = 300  # of one trial
POSITIONS = range(8)  # at which inputs may differ
SAMPLES = tuple([Fraction(n, 2) for n in (0, 3, -1, 2, -4, 1, 5, -2, 0, 4, -3, 7, -6, -1, 2, 12, -10)])


class _Unclear(Exception):
    """The trial tells nothing: something is not run here, or what comes next is excepted."""


class _Breaks(Exception):
    """The plan is broken."""


NOTHING = (_Unclear, NotComputed, Fault, Undecidable, Inexact, KeyError, ZeroDivisionError)


@dataclass(frozen=True)
class Trial:
    """Related inputs with the names that go with them, and which samples are drawn."""

    memory: Mapping[tuple[str, int], Value]
    stream: int


def trials_of(task: Task) -> "PlanTrials":
    """On small inputs that the claim relates, as long as few others have to be left out."""

    def pairs() -> Iterator[tuple[Inputs, Inputs]]:
        for one in Space(task.claim, task.left, task.right).candidates():
            if one is None:
                return
            yield one.left, one.right

    return PlanTrials(pairs)


class PlanTrials:
    """Those of one claim, made when the first is asked for; the ones that broke a plan come first."""

    def __init__(self, pairs: Callable[[], Iterator[tuple[Inputs, Inputs]]]) -> None:
        self.pairs = pairs  # related inputs of both runs
        self.made: dict[tuple[str, ...], list[Trial]] = {}

    def of(self, task: Task) -> list[Trial]:
        """Those with a value for every name of the task; none where its programs are not run side by side."""
        alone = any([said.alone for said in task.claim.annotations.values()])
        if task.left is not task.right or not task.private_form or alone:
            return []
        key = tuple([name.name for name in task.claim.names])
        if key not in self.made:
            self.made[key] = list(self._make(task))
        return self.made[key]

    def _make(self, task: Task) -> Iterator[Trial]:
        all_ = list(islice(self.pairs(), LOOKED_AT))
        large = sorted(all_[FIRST:], key=lambda pair: -sum([_size(value) for value in pair[0].values()]))
        chosen = [*large[:LARGEST], *all_[:FIRST]]
        for at, (one, two) in enumerate([pair for both in chosen for pair in (both, both[::-1])]):
            memory: Memory = {(name, 0): value for name, value in one.items() if name in task.shared}
            memory |= {(name, 1): value for name, value in one.items()}
            memory |= {(name, 2): value for name, value in two.items()}
            named = _named(task, memory)
            if named is not None:
                yield from [Trial({**memory, **named}, STREAMS * at + stream) for stream in range(STREAMS)]

    def broken(self, task: Task, couplings: Couplings, budget: bool) -> bool:
        """Whether a trial breaks the plan, or, if its budget counts, spends more."""
        trials = self.of(task)
        for at, trial in enumerate(trials):
            found = breaks(task, couplings, trial)
            if found == "couplings" or (budget and found == "budget"):
                trials.insert(0, trials.pop(at))
                return True
        return False

    def heads(self, task: Task, couplings: Couplings, payments: Payments) -> "Heads":
        """What the plan comes to at the heads of its loops."""
        return Heads(task, couplings, payments, lambda: self.of(task))


def _longer(task: Task, trial: Trial) -> Trial:
    """With larger public integers, which loops often go up to, where the inputs may have these."""
    whole = [p.name for p in task.left.parameters if p.type == INT and p.name in task.shared]
    for value in ROUNDS if whole else ():
        now = Trial({**trial.memory, **{(name, run): value for name in whole for run in (0, 1, 2)}}, trial.stream)
        with suppress(*NOTHING):
            related = evaluate(task.claim.relation, now.memory)
            if related and all([_Reader({**now.memory}, run).value(f) for run in (1, 2) for f in task.left.requires]):
                return now
    return trial


class Heads:
    """States of both runs at the heads of loops, with how often each ghost was paid into: made when first asked for."""

    def __init__(
        self, task: Task, couplings: Couplings, payments: Payments, trials: Callable[[], Sequence[Trial]]
    ) -> None:
        self.task, self.couplings, self.payments, self.trials = task, couplings, payments, trials

    @cached_property
    def states(self) -> Mapping[int, list[Memory]]:
        found: dict[int, list[Memory]] = {}
        trials = self.trials()
        for trial in [_longer(self.task, one) for one in trials[:: -(-len(trials) // RUNS) or 1]]:
            seen: dict[int, list[Memory]] = {}
            pair = _Runs(self.task, self.couplings, trial, self.payments, seen)
            with suppress(_Breaks, *NOTHING):
                if self.task.output is not None:
                    pair.look_at_the_output(trial)
                pair.both(self.task.left.body)
            for loop, states in seen.items():
                found.setdefault(loop, []).extend(states[:: -(-len(states) // HEADS)])
        return found

    def break_(self, loop: int, formula: Term) -> bool:
        """Whether the formula is false at the head of the loop, once."""
        for state in self.states.get(loop, ()):
            with suppress(*NOTHING):
                if not evaluate(formula, state):
                    return True
        return False


def _size(value: Value) -> int:
    """How much an input makes a program do: a list as much as it has entries, a number what it is, up to 3."""
    if isinstance(value, tuple):
        return 2 * len(value) + sum([_size(one) for one in value if isinstance(one, tuple)])
    return min(int(abs(Fraction(value))), 3) if isinstance(value, int | Fraction) else 0


def _named(task: Task, memory: Memory) -> Memory | None:
    """Values of the names of the relation with which it holds; the output that is looked at has none yet."""
    names = task.claim.relation_names
    if not all([name.type in (BOOL, INT) for name in names]):
        return None
    ranges = [(False, True) if name.type == BOOL else POSITIONS for name in names]
    for values in product(*ranges):
        found: Memory = {(name.name, LOGICAL): value for name, value in zip(names, values, strict=True)}
        try:
            if evaluate(task.claim.relation, {**memory, **found}):
                return found
        except NOTHING:
            return None
    return None


def breaks(task: Task, couplings: Couplings, trial: Trial) -> Broken | None:
    """Whether the plan fails on the trial."""
    pair = _Runs(task, couplings, trial)
    try:
        if task.output is not None:
            pair.look_at_the_output(trial)
        pair.both(task.left.body)
        pair.agree(task.left.result)
        return "budget" if pair.dear() else None
    except _Breaks:
        return "couplings"
    except NOTHING:
        return None


class _Reader(Evaluator):
    """Values in one run; couplings say of each name in which."""

    def __init__(self, memory: Memory, run: int) -> None:
        self.memory, self.run = memory, run

    def name(self, term: Variable | Logical) -> Value:
        return self.memory[term.name, LOGICAL if isinstance(term, Logical) else term.run or self.run]

    def formula(self, term: Quantified | Related) -> bool:
        return bool(evaluate(term, self.memory))


def _mixed(seed: int) -> Iterator[int]:
    """Numbers without a pattern, the same for the same seed."""
    state = seed + 1
    while True:
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        yield (state ^ state >> 29) >> 20


class _Runs:
    """Both runs of one trial."""

    def __init__(
        self,
        task: Task,
        couplings: Couplings,
        trial: Trial,
        payments: Payments | None = None,
        heads: dict[int, list[Memory]] | None = None,
    ) -> None:
        self.task, self.couplings, self.payments = task, couplings, payments or {}
        self.heads = heads  # where states at the heads of loops are kept, if they are
        self.memory: Memory = dict(trial.memory)
        self.memory |= {(ghost, 1): 0 for _, counts in self.payments.values() for ghost in counts}
        self.values = [_Reader(self.memory, run).value for run in (1, 2)]
        self.drawn = [_mixed(2 * trial.stream + run) for run in (0, 1)]  # where the samples of each run come from
        self.left = MOST_STATEMENTS
        self.cost: Fraction | int = 0

    def look_at_the_output(self, trial: Trial) -> None:
        """The output of run 1, which depends on no coupling, is the one that is looked at."""
        first, pointwise = _Runs(self.task, {}, trial), self.task.claim.pointwise
        assert pointwise is not None
        shown = self.task.left.result if pointwise.equals is None else pointwise.equals[0]
        if pointwise.region is not None or shown is None:
            raise _Unclear
        first.alone(self.task.left.body, 1)
        self.memory[pointwise.output.name, LOGICAL] = first.values[0](shown)

    def agree(self, term: Term | None) -> Value:
        """What the term is in both runs."""
        one, two = [None if term is None else value(term) for value in self.values]
        if one != two:
            raise _Breaks
        return one

    def dear(self) -> bool:
        """Whether more is spent than the claim has."""
        claim = self.task.claim
        if not claim.spends or claim.composed or claim.notion.currency(claim.budget) is not None:
            return False
        return bool(self.cost > self.values[0](claim.spends[0]))

    # ---- statements --------------------------------------------------------------------------

    def count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _Unclear

    def both(self, statements: Sequence[core.Statement]) -> None:
        for statement in statements:
            self.count()
            match statement:
                case core.Assign(target, term):
                    self.memory |= {(target, run): value(term) for run, value in enumerate(self.values, 1)}
                case core.Sample():
                    self.draw(statement)
                case core.If(condition, then, otherwise):
                    arms = [then if value(condition) else otherwise for value in self.values]
                    if arms[0] is arms[1]:
                        self.both(arms[0])
                    else:
                        self.alone(arms[0], 1)
                        self.alone(arms[1], 2)
                case core.While(guard, body, site=site):
                    self.at_head(site)
                    while self.agree(guard):
                        self.both(body)
                        self.count()
                        self.at_head(site)
                case core.Leak(term):
                    self.agree(term)
                case core.Assert():
                    pass
                case _:
                    raise _Unclear

    def alone(self, statements: Sequence[core.Statement], run: int) -> None:
        """One run goes on while the other waits; whatever it draws must do."""
        value = self.values[run - 1]
        for statement in statements:
            self.count()
            match statement:
                case core.Assign(target, term):
                    self.memory[target, run] = value(term)
                case core.Sample(target):
                    self.memory[target, run] = self.sample(statement, run)
                case core.If(condition, then, otherwise):
                    self.alone(then if value(condition) else otherwise, run)
                case core.While(guard, body):
                    while value(guard):
                        self.alone(body, run)
                        self.count()
                case core.Assert():
                    pass
                case _:
                    raise _Unclear

    def at_head(self, loop: int) -> None:
        if self.heads is not None:
            self.heads.setdefault(loop, []).append(dict(self.memory))

    # ---- draws -------------------------------------------------------------------------------

    def sample(self, node: core.Sample, run: int) -> Value:
        """The next one of the run that may be drawn here, which is what its name stands for from then on."""
        type_, read = node.distribution.type, [t for one in node.distribution.arguments for t in argument_terms(one)]
        if type_ not in (BOOL, INT, REAL) or node.target in {name for term in read for name, _ in variables(term)}:
            raise _Unclear
        for _ in SAMPLES:
            found = SAMPLES[next(self.drawn[run - 1]) % len(SAMPLES)]
            sample = found > 0 if type_ == BOOL else int(2 * found) if type_ == INT else found
            if self.drawable(node, run, sample):
                return sample
        raise _Unclear

    def drawable(self, node: core.Sample, run: int, sample: Value) -> bool:
        self.memory[node.target, run] = sample
        distribution, drawn = node.distribution, Variable(node.target, run, node.distribution.type)  # type: ignore[arg-type]
        return bool(self.values[run - 1](family_of(distribution).support(distribution.arguments, drawn)))

    def draw(self, node: core.Sample) -> None:
        couple, (one, two) = self.couplings.get(node.site), [(node.target, run) for run in (1, 2)]
        sample = self.sample(node, 1)
        if isinstance(couple, core.CoupleNone):
            self.memory[one], self.memory[two] = sample, self.sample(node, 2)
            return
        if not isinstance(couple, core.CoupleMap):
            raise _Unclear
        self.memory[one] = sample
        if self.excepted(couple):
            raise _Unclear
        self.count_payment(node)
        image = self.values[0](couple.image)
        self.pay(node, couple, image - sample if node.distribution.type != BOOL else 0)
        for other in (image, sample + sample - image) if node.distribution.type != BOOL and image != sample else ():
            if not self.drawable(node, 1, other) or self.excepted(couple):
                continue
            if other != sample and self.values[0](couple.image) == image:
                raise _Breaks  # it has the same image as the sample
        self.memory[one], self.memory[two] = sample, image

    def count_payment(self, node: core.Sample) -> None:
        paid, counts = self.payments.get(node.site, (FALSE, {}))
        for ghost, weight in counts.items() if evaluate(paid, self.memory) else ():
            self.memory[ghost, 1] += weight

    def excepted(self, couple: core.CoupleMap) -> bool:
        return couple.excepted is not None and bool(self.values[0](couple.excepted))

    def pay(self, node: core.Sample, couple: core.CoupleMap, shift: Value) -> None:
        """What is stated, or the price of the distance for noise that has one; others are for nothing here."""
        family, given, (one, two) = family_of(node.distribution), node.distribution.arguments, self.values
        if couple.cost is not None:
            self.cost += one(couple.cost)
        elif isinstance(family, Falling) and not couple.lossy:
            centre = family.centre(given)
            moved = shift - two(centre) + one(centre)
            if not isinstance(moved, int | Fraction):
                raise _Unclear
            self.cost += one(family.loss(given, number(abs(Fraction(moved)))))
