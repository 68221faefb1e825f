"""What every coupling of the shelf is given, and what it answers."""

from collections.abc import Callable
from typing import Protocol

from prhl.distributions import Family, family_of
from prhl.logic.build import FALSE, at_most
from prhl.logic.terms import Distribution, Term, Variable
from prhl.logic.types import Type
from prhl.records import dataclass

Fresh = Callable[[str, Type], Variable]
"""A name that nothing else has."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One sampling in both runs: run 1 draws `sample`, run 2 its `image`; all terms speak of the state before."""

    first: Distribution
    second: Distribution
    sample: Term
    image: Term
    fresh: Fresh

    @property
    def family(self) -> Family:
        """Of run 1."""
        return family_of(self.first)

    def argument(self, at: int, default: Term | None = None) -> tuple[Term, Term]:
        """An argument of the distribution in the two runs."""
        found = []
        for distribution in (self.first, self.second):
            given = distribution.arguments[at] if at < len(distribution.arguments) else default
            assert isinstance(given, Term)
            found.append(given)
        return found[0], found[1]


@dataclass(frozen=True, slots=True)
class Owed:
    """A condition of the coupling, for every sample of run 1."""

    code: str
    formula: Term
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Price:
    """What is owed for a coupling, and what it charges.

    For dp that is a cost c with mass1(a) <= exp(c) * mass2(f(a)) for every sample a; for zcdp and rdp a bound on
    divergences that does not mention the sample. At a cost c that is fixed before the draw it is a slack: at least the
    sum of max(0, mass1(a) - exp(c) * mass2(f(a))) over all samples a; of bad samples the whole of mass1(a) counts.
    """

    owed: tuple[Owed, ...]
    charge: Term | None  # None: it is not known, and must be stated
    enough: Callable[[Term], Term]  # that a stated charge is
    known: tuple[Term, ...] = ()  # what defines the fresh names in the price
    onto: tuple[Term, ...] | None = None  # the values whose images must be all that run 2 can draw


def priced(owed: tuple[Owed, ...], charge: Term, known: tuple[Term, ...] = ()) -> Price:
    return Price(owed, charge, lambda stated: at_most(charge, stated), known)


def refused(draw: Draw, message: str) -> Price:
    """No price: an obligation that is false."""
    return Price((Owed("same-noise", FALSE, message),), draw.sample, lambda _: FALSE)


class Alignment(Protocol):
    """How the samples of families that offer the same go together by an injective map.

    That the distributions exist, that the image lies in the support of run 2 and that the map is injective is owed
    for every family alike, by the rule; here stands what differs from family to family.
    """

    def offered(self, family: Family) -> bool:
        """Whether the family offers what this coupling needs."""
        ...

    def align(self, draw: Draw) -> Price: ...
