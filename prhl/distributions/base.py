"""What every distribution of the shelf offers."""

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from typing import Protocol, runtime_checkable

from prhl.distributions.masses import Masses, Value
from prhl.logic.build import TRUE
from prhl.logic.terms import Distribution, DistributionArgument, Term, Variable
from prhl.logic.types import Type
from prhl.numbers import Number
from prhl.numbers.noise import Noise
from prhl.records import dataclass
from prhl.sampling.finite_laws import Law

Bound = Term | None
"""An end of a range; None: there is none."""

Valuation = Callable[[Term], Number | None]
"""The value of a term as a number, where it has one and the same."""


class Kind(Enum):
    """What may stand for a parameter, in words for messages."""

    NUMBER = "a number"
    INTEGER = "an int"
    SET = "a set: {a, b}, lo..hi, bits(n) or {0,1}^n"
    WEIGHTS = "a set with probabilities: {a @ p, b @ r}, or a list of probabilities"
    SCORES = "a list of numbers"
    INNER = "a distribution over numbers"
    DRAWN = "a distribution"
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


# ---- what a family may offer beyond that; a family without it is not supported there -----------


@runtime_checkable
class Tailed(Protocol):
    """Numbers whose tails are bounded; an end is seen from the centre."""

    def centre(self, arguments: Sequence[DistributionArgument]) -> Term: ...

    def tail(self, values: Sequence[Number | None], end: Number, upper: bool, strict: bool) -> Fraction | None:
        """At least the mass beyond an end, which belongs to the tail unless `strict`; None: not known as a number.

        The values are those of the arguments, None where one is not known.
        """
        ...

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        """The same as a formula, with `fall` for -distance/scale, and the distance the first that belongs to it."""
        ...


@dataclass(frozen=True, slots=True)
class Fixed:
    """Noise that cannot be moved at any price, unless the formula holds."""

    formula: Term
    message: str
    hint: str


@runtime_checkable
class Falling(Protocol):
    """Noise whose mass or density falls by one factor with the distance from its centre, as exp(-loss(distance)) does.

    It lies on both sides of the centre, or from the centre on. The first argument, and no other, sets the factor.
    """

    @property
    def two_sided(self) -> bool: ...

    @property
    def spread(self) -> str:
        """What the first argument is, in words."""
        ...

    def centre(self, arguments: Sequence[DistributionArgument]) -> Term: ...

    def loss(self, arguments: Sequence[DistributionArgument], distance: Term) -> Term:
        """The logarithm of the ratio of two masses, the second this much further away from the centre."""
        ...

    def fixed(self, arguments: Sequence[DistributionArgument]) -> Fixed | None:
        """What must hold for it to be moved at all, if that is not always so."""
        ...

    def excess(self, spread: Number, shift: Fraction, epsilon: Number) -> Fraction:
        """At least the excess of it over exp(epsilon) times itself moved by the shift; it grows on either side of 0."""
        ...


@runtime_checkable
class Leaning(Protocol):
    """Noise that is moved to the right at a price, and to the left at none."""

    def centre(self, arguments: Sequence[DistributionArgument]) -> Term: ...

    def loss_to_the_right(self, arguments: Sequence[DistributionArgument], distance: Term) -> Term:
        """At least ln(density(x)/density(x + distance)) at every x, for a distance that is not negative."""
        ...


@runtime_checkable
class Bell(Protocol):
    """Gaussian noise: mass or density falls as exp(-(x - centre)^2/(2 sigma^2)), with sigma the first argument."""

    def centre(self, arguments: Sequence[DistributionArgument]) -> Term: ...

    def delta(self, sigma: Number, bound: Fraction, epsilon: Number) -> Fraction:
        """At least the smallest delta at this epsilon, where it is moved by no more than the bound."""
        ...


@runtime_checkable
class Truncatable(Protocol):
    """Continuous noise whose excess is known where it is truncated."""

    def truncated_excess(
        self, scale: Number, shift: Fraction, ends: tuple[Number, Number], epsilon: Number
    ) -> Fraction:
        """At least the excess where it is moved inside of a range, whose ends are seen from the centre."""
        ...


@runtime_checkable
class Diverging(Protocol):
    """Noise whose Renyi divergence under a shift is computed."""

    def divergence(self, scale: Number, shift: Fraction, order: Number) -> Fraction:
        """At least the divergence, of an order above 1, from itself moved by the shift, which is not negative."""
        ...


@runtime_checkable
class Listing(Protocol):
    """Finitely many values with their masses, as terms."""

    def value_terms(self, arguments: Sequence[DistributionArgument], known: Valuation) -> list[Term]:
        """All that may be drawn, some perhaps twice; NotEnumerable if they are too many, or their number is open."""
        ...

    def mass_term(self, arguments: Sequence[DistributionArgument], value: Term, known: Valuation) -> Term:
        """The mass of any value, in the support or not."""
        ...


@runtime_checkable
class Even(Protocol):
    """Every element of a finite set with the same probability, or every point of an interval with the same density."""

    def as_many(self, arguments: Sequence[DistributionArgument], others: Sequence[DistributionArgument]) -> Term:
        """That two such sets have the same number of elements, or two intervals the same length."""
        ...


@dataclass(frozen=True, slots=True)
class Stretch:
    """Numbers from `low` on, as many as `size`: that many integers, or an interval of that length."""

    low: Term
    size: Term


@runtime_checkable
class Stretching(Protocol):
    """Numbers of one stretch, all with the same probability or density."""

    def stretch(self, arguments: Sequence[DistributionArgument]) -> Stretch | None:
        """None if these arguments are another set."""
        ...


@runtime_checkable
class Restricting(Protocol):
    """Another distribution, the first argument, on a range, the second and the third."""

    @property
    def clamps(self) -> bool:
        """Whether the mass outside of the range is moved to its ends; else it is conditioned on the range."""
        ...


@dataclass(frozen=True, slots=True)
class Likely:
    """An event whose probability is at least `mass`, or else one that depends on `size` alone and is above 0."""

    key: str
    event: Term
    mass: Term | None = None
    size: Term | None = None
    owed: Term = TRUE  # if this holds before the draw


@runtime_checkable
class Chancy(Protocol):
    """A family that names events of positive probability."""

    def likely(
        self, arguments: Sequence[DistributionArgument], sample: Variable, edges: Sequence[Term]
    ) -> list[Likely]:
        """Events of the sample; the edges are terms of which it may matter how the sample stands to them."""
        ...


@runtime_checkable
class Measured(Protocol):
    """Continuous noise with a distribution function that can be enclosed."""

    def noise(self, values: Sequence[Value]) -> Noise: ...


@dataclass(frozen=True, slots=True)
class Slope:
    """The density proportional to exp(-|x - place|/scale): on both sides of the place, or from it on."""

    scale: Number
    place: Number
    two_sided: bool


@dataclass(frozen=True, slots=True)
class Level:
    """The density that is constant from low to high."""

    low: Number
    high: Number


@runtime_checkable
class Closed(Protocol):
    """Continuous noise whose density has a closed form with which is computed exactly."""

    def density(self, values: Sequence[Value]) -> Slope | Level: ...


@runtime_checkable
class Drawn(Protocol):
    """A family with an exact sampler."""

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        """What makes a law of the values of the arguments, two for a range and a law for an inner distribution.

        A function or a class of this file or of `sampling`: `prhl export` writes it down as it stands there.
        """
        ...


@runtime_checkable
class Ordering(Protocol):
    """A family whose sampler orders its arguments beside rational numbers: a rate beside whole ones, or 0."""

    orders: bool


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
