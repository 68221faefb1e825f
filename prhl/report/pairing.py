"""Two inputs of a claim and the optimal coupling of what is observed for each, as the reports need it."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil

from prhl.checks.instance_check import Budget
from prhl.checks.witness import Violation
from prhl.closeness.epsilon_delta import Epsilon
from prhl.closeness.optimal_coupling import Optimal
from prhl.numbers.figures import Figure, decimal, figure
from prhl.records import dataclass
from prhl.report.figure_text import LONGEST
from prhl.report.svg.numerals import approximate


@dataclass(frozen=True)
class Pairing:
    """Two inputs of a claim's instance and the optimal coupling of what is observed for each."""

    claim: str
    program: str
    instance: dict[str, str]
    inputs: tuple[dict[str, str], dict[str, str]]
    chosen_from: int  # so many pairs of inputs
    post: str | None  # what relates two outcomes; None is equality of what is observed
    budget: Budget
    optimal: Optimal
    labels: tuple[tuple[str, ...], tuple[str, ...]]  # of the outcomes
    order: int | None  # the sign of the smallest delta minus the claimed one; None if that is left open
    epsilon: Epsilon | None  # the smallest without a delta
    epsilon_at: Epsilon | None  # the smallest at the claimed delta, if there is one
    ended: bool  # no run is missing that might still end anywhere
    twin: bool  # of the discrete twins of the programs

    @property
    def title(self) -> str:
        return f"{self.program} (discrete twin)" if self.twin else self.program

    @property
    def heading(self) -> str:
        label = ", ".join([f"{name} = {value}" for name, value in self.instance.items()])
        return f"claim {self.claim}" + (f" at {label}" if label else "")

    @property
    def budget_text(self) -> str:
        return f"({self.epsilon_text}, {self.delta_text})"

    @property
    def epsilon_text(self) -> str:
        """Of the budget: as it was written, or its decimals."""
        return _said(figure(self.budget.epsilon))

    @property
    def delta_text(self) -> str:
        return _said(figure(self.budget.delta))

    @property
    def relation(self) -> str:
        return "equal outputs" if self.post is None else self.post

    @property
    def status(self) -> str:
        return {None: "undecided", 1: "beyond"}.get(self.order, "within")

    @property
    def has_cut(self) -> bool:
        """Whether it is known that some event needs a delta."""
        return bool(self.optimal.event) and self.order is not None

    @property
    def cut(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The event of run 1 and what it is related to in run 2."""
        return (self.optimal.event, self.optimal.image) if self.has_cut else ((), ())

    @property
    def cut_labels(self) -> tuple[list[str], list[str]]:
        event, image = [[names[at] for at in part] for names, part in zip(self.labels, self.cut, strict=True)]
        return event, image

    @cached_property
    def delta(self) -> Figure:
        return self.optimal.delta.figure

    @cached_property
    def violation(self) -> Violation:
        """The cut, as a broken claim is told."""
        delta, missing = self.optimal.delta, self.optimal.missing
        return Violation(
            ({}, {}),
            frozenset(delta.event),
            frozenset(delta.image or ()),
            (delta.above, delta.below + missing[1]),
            self.optimal.growth,
            self.budget.delta,
            exact=not any(missing),
        )

    def input_text(self, run: int) -> str:
        return ", ".join([f"{name} = {value}" for name, value in self.inputs[run].items()]) or "no input"

    def kept(self, run: int, most: int) -> list[int]:
        """The likeliest outcomes of a run, in their order; what is likely in the other run counts too."""
        mine, other = [dict(zip(self.optimal.outcomes[r], self.optimal.masses[r], strict=True)) for r in (run, 1 - run)]
        outcomes = self.optimal.outcomes[run]
        size = [max(approximate(mine[seen]), approximate(other.get(seen, 0))) for seen in outcomes]
        return sorted(sorted(range(len(outcomes)), key=lambda at: (-size[at], at))[:most])

    def weight(self, run: int, outcomes: Sequence[int]) -> Fraction:
        """At least the probability of these: each is rounded up to a multiple of 10^-15."""
        units = [ceil(approximate(self.optimal.masses[run][at]) * 1e15) + 1 for at in outcomes]
        return min(Fraction(1), Fraction(sum(units), 10**15))


def _said(value: Figure) -> str:
    """A budget: as it is, or its decimals."""
    if value.exact is not None and len(value.exact) <= LONGEST:
        return value.exact
    return decimal(value.low) + ".."
