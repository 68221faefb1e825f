"""The coupled product as it is walked through: what is known, what every variable is, and what has been spent.

The two runs are one program over two memories and the ghosts `cost` and `slack`. A State stands before some statement
of it: variables map to terms over the inputs and over fresh names, and facts say what is known of these. It speaks of
every path at once; where paths meet, what was learnt on one of them is kept under the condition of that path.
"""

from collections.abc import Sequence
from dataclasses import field, replace
from itertools import islice
from typing import Literal

from prhl.logic.build import choose, equal, follows, number
from prhl.logic.constants import constant
from prhl.logic.substitution import substitute, substitute_distribution
from prhl.logic.terms import Constant, Distribution, Ghost, Logical, Term, Variable, written
from prhl.logic.types import Scalar, Type
from prhl.records import dataclass
from prhl.source import Span

FEW = 24  # words of a list or tuple that is written wherever it is used,
MANY = 1000  # if it is a constant

Run = Literal[1, 2]
Key = tuple[str, Run]


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known; `span` is where it was said, None if the tool says it itself."""

    formula: Term
    span: Span | None = None
    given: str = ""  # "requires", "relation", "invariant", ... : for the list of what was known


@dataclass(frozen=True, slots=True)
class Obligation:
    """A goal, the facts of its place, and what to tell the user if it fails."""

    code: str
    goal: Term
    facts: tuple[Fact, ...]
    place: Span
    message: str
    hint: str = ""
    other: Span | None = None  # the second place that it connects
    blames: Literal["annotation", "program", "claim"] = "annotation"
    view: tuple[tuple[Key, Term], ...] = ()  # the variables of both runs, for a countermodel
    direction: str = ""
    missing: bool = False  # nothing to prove: something is not there
    cost: Term | None = None  # what has been spent here, and
    slack: Term | None = None  # of delta
    head: tuple[
        tuple[tuple[str, int], Term], ...
    ] = ()  # the variables at the head of the loop whose round ends here, if changed


class NoValue(Exception):
    """An annotation speaks of a variable that has no value there."""

    def __init__(self, variable: Variable) -> None:
        self.variable = variable
        super().__init__(variable.name)


@dataclass
class State:
    values: dict[Key, Term]
    cost: Term = field(default_factory=lambda: number(0))
    slack: Term = field(default_factory=lambda: number(0))
    alike: Term | None = None  # that all leaks so far were equal; None: owed at each leak
    facts: tuple[Fact, ...] = ()

    def copy(self) -> "State":
        return State(dict(self.values), self.cost, self.slack, self.alike, self.facts)

    def know(self, formula: Term, span: Span | None = None, given: str = "") -> None:
        self.facts = (*self.facts, Fact(formula, span, given))

    def read(self, term: Term, run: Run) -> Term:
        """An expression of the program, in one run."""
        return substitute(term, lambda leaf: self._leaf(leaf, run))

    def read_distribution(self, distribution: Distribution, run: Run) -> Distribution:
        return substitute_distribution(distribution, lambda leaf: self._leaf(leaf, run))

    def formula(self, term: Term) -> Term:
        """A formula over both runs and the ghosts."""
        return substitute(term, lambda leaf: self._leaf(leaf, None))

    def _leaf(self, leaf: Variable | Logical | Ghost, run: Run | None) -> Term | None:
        match leaf:
            case Ghost("cost"):
                return self.cost
            case Ghost("slack"):
                return self.slack
            case Variable(name, marked):
                at = run if marked == 0 else marked
                # a name without a mark in a formula over both runs is an input that is the same in both
                found = self.values.get((name, at or 1))
                if found is None and "@" not in name:
                    raise NoValue(leaf)
                return found
            case _:
                return None

    @property
    def view(self) -> tuple[tuple[Key, Term], ...]:
        return tuple(self.values.items())


@dataclass(frozen=True, slots=True)
class Arm:
    """One way through a branch: its condition, what was added to the facts before it was walked, and its end."""

    condition: Term
    known: int  # how many facts there were when it was entered, its own condition included
    end: State


def joined(before: State, arms: Sequence[Arm], name: "Naming") -> State:
    """The state after a branch: each variable is what it is at the end of the arm that was taken."""
    after = State({}, before.cost, before.slack, before.alike, before.facts)
    for arm in arms:
        for fact in arm.end.facts[arm.known :]:
            after.facts = (*after.facts, Fact(follows(arm.condition, fact.formula), fact.span, fact.given))
    keys = [key for key in arms[0].end.values if all([key in arm.end.values for arm in arms])]
    for key in keys:
        after.values[key] = _chosen(after, key, [(arm.condition, arm.end.values[key]) for arm in arms], name)
    after.cost = _chosen(after, ("cost", 1), [(arm.condition, arm.end.cost) for arm in arms], name)
    after.slack = _chosen(after, ("slack", 1), [(arm.condition, arm.end.slack) for arm in arms], name)
    if before.alike is not None:
        ends = [(arm.condition, arm.end.alike or before.alike) for arm in arms]
        after.alike = _chosen(after, ("leaks", 1), ends, name)
    return after


def _chosen(state: State, key: Key, ends: list[tuple[Term, Term]], name: "Naming") -> Term:
    if all([value == ends[0][1] for _, value in ends]):
        return ends[0][1]
    value = ends[-1][1]
    for condition, other in reversed(ends[:-1]):
        value = choose(condition, other, value)
    return name.define(state, key, value)


class Naming:
    """Fresh names: `x@3` is the third value of x; people are shown `x`."""

    def __init__(self) -> None:
        self.serial = 0
        self.given: dict[tuple[str, Term], Variable] = {}  # to terms

    def fresh(self, name: str, run: Run, type_: Type) -> Variable:
        self.serial += 1
        return Variable(f"{name}@{self.serial}", run, type_)

    def define(self, state: State, key: Key, value: Term) -> Term:
        """A name for a value, so that it is written down once.

        That a scalar is what its name stands for is a fact. Lists, tuples and bit strings are not for z3 to equate,
        position by position: their name is the term itself, written short. What is short already stands for itself,
        and so do constants that can be computed with. One name will do for one value of a variable, in both runs:
        what a term is does not depend on where it is evaluated.
        """
        if isinstance(value, Variable | Constant):
            return value
        scalar = isinstance(value.type, Scalar)
        if not scalar:
            words = sum([1 for _ in islice(written(value), MANY + 1)])
            if words <= FEW or (words <= MANY and constant(value) is not None):
                return value
        name = self.given.get((key[0], value))
        if name is None:
            fresh = self.fresh(key[0], key[1], value.type)
            name = self.given[key[0], value] = fresh if scalar else replace(fresh, means=value)
        if scalar and (definition := Fact(equal(name, value))) not in state.facts:
            state.facts = (*state.facts, definition)
        return name
