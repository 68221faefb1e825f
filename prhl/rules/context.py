"""What the rules share: names, annotations, and the list of what is owed.

A rule walks a State over one statement of the product and says what it owes for that. What is owed is known from
there on: if all of it is proved, each was proved from things that are true, in the order in which they are owed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal

from prhl.distributions import BY_NAME
from prhl.logic.build import FALSE, number, widen
from prhl.logic.definedness import needs
from prhl.logic.terms import Distribution, Term, Variable
from prhl.notions import Currency
from prhl.records import dataclass
from prhl.rules.state import Fact, Naming, Obligation, Run, State
from prhl.rules.trace import Trace
from prhl.source import NOWHERE, Span
from prhl.typed import core

if TYPE_CHECKING:
    from prhl.rules.advanced import Use
    from prhl.rules.block_cases import Blocks
    from prhl.rules.call import Callees, Citations

ZERO = number(0)

Blames = Literal["annotation", "program", "claim"]

Ask = Callable[[tuple[Fact, ...], Term], bool]
"""Whether a goal surely follows. Rules ask only to choose between two ways that are both sound."""


@dataclass
class Reading:
    """What one claim says: its annotations with their names fixed, and what it needs of the runs."""

    annotations: dict[tuple[str, int], core.Annotation]
    terminating: bool  # run 1 must end with probability 1
    compares_leaks: bool
    lossless: bool = True  # run 2 must end where it runs alone
    epsilon: Term = ZERO  # of the claim
    delta: Term = ZERO  # what `slack` may come to: of the claim, and 0 one output at a time
    currency: Currency | None = None  # what `cost` counts, if that is no epsilon
    sparing: bool = False  # calls are charged only where their arguments differ
    uses: bool = False  # `cost` counts calls
    inside_loop: int = 0

    def must_end(self, run: Run) -> bool:
        """Whether a run that goes on while the other waits must end with probability 1."""
        return self.terminating or (run == 2 and self.lossless)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw of one run: the name of what is drawn, from what, and the state before it."""

    name: Variable
    run: Run
    node: core.Sample
    distribution: Distribution
    before: State


@dataclass
class Context(ABC):
    """The walk: rules call back here for the statements inside theirs."""

    left: core.TypedProgram
    right: core.TypedProgram
    reading: Reading
    ask: Ask
    blocks: "Blocks | None" = None
    citations: "Citations" = field(default_factory=dict)
    callees: "Callees | None" = None
    direction: str = ""
    names: Naming = field(default_factory=Naming)
    obligations: list[Obligation] = field(default_factory=list)
    notes: list[Obligation] = field(default_factory=list)  # not owed, but they explain failures
    idle: list[tuple[Span, str]] = field(default_factory=list)  # code that no two runs reach, and why that is odd
    proposed: list[tuple[Span, str]] = field(default_factory=list)  # annotations of the tool's own
    broken: bool = False  # something is missing: nothing after it can be judged
    narrowed: bool = False  # a step may have lost some of what run 1 can do
    used: "list[Use]" = field(default_factory=list)  # the calls that were counted
    drawn: list[Drawn] = field(default_factory=list)  # in the round that is walked, without the loops inside it
    trace: Trace | None = None  # the steps, where they are kept

    @abstractmethod
    def pair(self, left: Sequence[core.Statement], right: Sequence[core.Statement], state: State) -> State:
        """Both runs together."""

    @abstractmethod
    def alone(self, statements: Sequence[core.Statement], run: Run, state: State) -> State:
        """One run, while the other waits."""

    # ---- owing -------------------------------------------------------------------------------

    def owe(
        self,
        state: State,
        code: str,
        goal: Term,
        place: Span,
        message: str,
        hint: str = "",
        other: Span | None = None,
        blames: Blames = "annotation",
        keep: bool = True,
        head: tuple[tuple[tuple[str, int], Term], ...] = (),
    ) -> None:
        """The goal is owed here, and known from here on."""
        if not self.broken:
            self.obligations.append(
                Obligation(
                    code,
                    goal,
                    state.facts,
                    place,
                    message,
                    hint,
                    other,
                    blames,
                    state.view,
                    self.direction,
                    cost=state.cost,
                    slack=state.slack,
                    head=head,
                )
            )
        if keep:
            state.know(goal)

    def lack(self, state: State, code: str, place: Span, message: str, hint: str = "") -> None:
        """An annotation is missing or does not apply: an obligation that is false, from which on nothing is judged."""
        missing = Obligation(code, FALSE, state.facts, place, message, hint, direction=self.direction, missing=True)
        self.obligations.append(missing)
        self.broken = True

    def owe_unreachable(self, state: State, code: str, place: Span, message: str, hint: str) -> None:
        """That this place is unreachable: there is no rule for what stands here."""
        if self.ask(state.facts, FALSE):
            self.owe(state, code, FALSE, place, message, hint)
        else:
            self.lack(state, code, place, message, hint)

    def note(self, state: State, code: str, goal: Term, place: Span, message: str) -> None:
        """Not owed, but it could not be shown; told beside what fails."""
        said = Obligation(code, goal, state.facts, place, message, blames="program", view=state.view)
        self.notes.append(replace(said, direction=self.direction))

    def owe_defined(self, state: State, term: Term, run: Run) -> None:
        """evaluation: everything that a program evaluates has a value.

        Rule.
            P ==> every divisor in e is not 0, every index is in range, ...
            --------------------------------------------------------------- [evaluation]
            { P }  e is evaluated in one run  { the value of e exists }

        Why. A run-time error is no output, so a program that may end in one is not judged. To the solver `1/0` and
        `d[size(d)]` are arbitrary numbers; only what is shown to exist may be reasoned about. `&&`, `||`, `==>` and
        `if` look no further than they must, and what stands behind them is owed only where they get there.

        Pitfall. An arbitrary number is the same number twice. If `1/(n - n)` were simply a number, then
        `x/(n - n) - x/(n - n)` would be 0 in every run, and a program that always stops with an error would be proved
        private.

        Reference. Dijkstra, A Discipline of Programming, 1976, where an assignment owes that its expression is defined.

        Owes. `division-by-zero`, `index-out-of-range`, `not-positive`, `length-mismatch`
        """
        for need in needs(term):
            hint = "make sure of it: by `requires`, by a guard, or by an invariant"
            goal = state.read(need.formula, run)
            self.owe(state, need.code, goal, need.place.span, f"{need.message}, in run {run}", hint, blames="program")

    def evaluate(self, state: State, term: Term, run: Run) -> Term:
        """The value of an expression in one run; that it has one is owed."""
        self.owe_defined(state, term, run)
        return state.read(term, run)

    def draw(self, state: State, node: core.Sample, run: Run, distribution: Distribution) -> Variable:
        """A name for what is drawn here; that it lies in the support is known."""
        name = self.names.fresh(node.target, run, distribution.type)
        self.drawn.append(Drawn(name, run, node, distribution, state.copy()))
        support = BY_NAME[distribution.name].support(distribution.arguments, name)
        state.know(support, node.span, "drawn")
        return name

    def program(self, run: Run) -> core.TypedProgram:
        return self.left if run == 1 else self.right

    def annotation(self, run: Run, site: int) -> core.Annotation:
        return self.reading.annotations.get((self.program(run).name, site), core.Annotation())

    def annotations(self, left: int, right: int) -> list[core.Annotation]:
        """What is said at the site of run 1 and at that of run 2, once if it is the same."""
        first, second = self.annotation(1, left), self.annotation(2, right)
        return [first] if _placeless(first) == _placeless(second) else [first, second]

    def assign(self, state: State, target: str, run: Run, value: Term) -> None:
        """The variable has this value now; a number for a real variable is read as a real."""
        value = widen(value, self.program(run).types[target])
        state.values[target, run] = self.names.define(state, (target, run), value)


def _placeless(annotation: core.Annotation) -> core.Annotation:
    """The annotation wherever it stands."""
    couple = annotation.couple
    return annotation if couple is None else replace(annotation, couple=replace(couple, span=NOWHERE))
