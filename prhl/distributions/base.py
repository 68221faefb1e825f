"""What every distribution of the shelf offers."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Protocol, runtime_checkable

from prhl.distributions.masses import Masses, Value
from prhl.logic.terms import Distribution, DistributionArgument, Term
from prhl.logic.types import Type
from prhl.numbers import Number

Bound = Term | None
"""An end of a range; None: there is none."""


class Kind(Enum):
    """What may stand for a parameter, in words for messages."""

    NUMBER = "a number"
    INTEGER = "an int"
    SET = "a set: {a, b}, lo..hi, bits(n) or {0,1}^n"
    WEIGHTS = "a set with probabilities: {a @ p, b @ r}"
    SCORES = "a list of numbers"
    INNER = "a distribution over numbers"
    END = "a number of the inner distribution's type"


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    kind: Kind
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold of the arguments for the distribution to exist; else a run-time error."""

    formula: Term
    code: str
    message: str


class Family(Protocol):
    """One distribution: its name, its parameters, the type of a sample, and when it exists."""

    @property
    def name(self) -> str: ...

    @property
    def also(self) -> tuple[str, ...]:
        """What papers and other tools call it, in small letters."""
        ...

    @property
    def parameters(self) -> tuple[Parameter, ...]: ...

    @property
    def continuous(self) -> bool: ...

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type: ...

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]: ...

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        """The values of positive mass or density; for `Truncate` and `Clamp` of D perhaps more, never fewer."""
        ...

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        """That the numbers from low to high, which are in this order, have positive mass."""
        ...

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        """Where its masses change: at its centre, or at the ends of its support."""
        ...

    def masses(self, values: Sequence[Value], limit: int) -> Masses: ...


@runtime_checkable
class Tailed(Protocol):
    """Noise around a centre whose tails are known; an end is seen from the centre."""

    def tail(self, scale: Number, end: Number, upper: bool, strict: bool) -> Fraction | None:
        """At least the mass beyond an end, which belongs to the tail unless `strict`; None: not known as a number."""
        ...

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        """The same as a formula, with `fall` for -distance/scale, and the distance the first that belongs to it."""
        ...


@runtime_checkable
class Twinned(Protocol):
    """Continuous noise that has a twin on the integers, of the same scale."""

    def twin(self, distribution: Distribution) -> tuple[Distribution, Term | None]:
        """The twin, and the location, which is added afterwards: it need not be an integer."""
        ...


def signature(family: Family) -> str:
    """`Laplace(scale, [loc])`."""
    names = [f"[{p.name}]" if p.optional else p.name for p in family.parameters]
    return f"{family.name}({', '.join(names)})"
