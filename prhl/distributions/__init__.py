"""The distributions, in the order of the manual."""

from prhl.distributions.base import Condition, Drawn, Family, Kind, Ordering, Parameter, Restricting, Twinned, signature
from prhl.distributions.binomial import Binomial
from prhl.distributions.choice import Choice
from prhl.distributions.clamp import Clamp
from prhl.distributions.discrete_gauss import DiscreteGauss
from prhl.distributions.discrete_laplace import DiscreteLaplace
from prhl.distributions.each import Each
from prhl.distributions.exp_mech import ExpMech
from prhl.distributions.exponential import Exponential
from prhl.distributions.flip import Flip
from prhl.distributions.gauss import Gauss
from prhl.distributions.geometric import Geometric
from prhl.distributions.gumbel import Gumbel
from prhl.distributions.laplace import Laplace
from prhl.distributions.permutation import Permutation
from prhl.distributions.poisson import Poisson
from prhl.distributions.truncate import Truncate
from prhl.distributions.uniform import Uniform
from prhl.distributions.uniform_real import UniformReal
from prhl.logic.terms import Distribution


def _family(name: str) -> Family:
    return BY_NAME[name]


FAMILIES: tuple[Family, ...] = (
    Flip(),
    Uniform(),
    Choice(),
    Laplace(),
    DiscreteLaplace(),
    Gauss(),
    DiscreteGauss(),
    Geometric(),
    Exponential(),
    Gumbel(),
    UniformReal(),
    Binomial(),
    Poisson(),
    Permutation(),
    ExpMech(),
    Truncate(_family),
    Clamp(_family),
    Each(_family),
)

BY_NAME: dict[str, Family] = {family.name: family for family in FAMILIES}
_BY_ANY_CASE = {family.name.lower(): family for family in FAMILIES}


def family_called(name: str) -> Family | None:
    """Distributions are matched whatever their case."""
    return _BY_ANY_CASE.get(name.lower())


def family_meant(name: str) -> str:
    """The name that a distribution has here, where papers and other tools have another; else the name itself."""
    return next((family.name for family in FAMILIES if name.lower() in family.also), name)


def family_of(distribution: Distribution) -> Family:
    return BY_NAME[distribution.name]


def is_continuous(distribution: Distribution) -> bool:
    inner = distribution.arguments[0] if distribution.arguments else None
    if isinstance(inner, Distribution):
        return is_continuous(inner)
    return family_of(distribution).continuous


def is_restricted(distribution: Distribution) -> bool:
    """Whether it is another distribution, truncated or clamped."""
    return isinstance(family_of(distribution), Restricting)


def has_atoms(distribution: Distribution) -> bool:
    """Whether single numbers may have mass of their own although it is continuous inside: where it is clamped."""
    family, inner = family_of(distribution), distribution.arguments[0]
    if not isinstance(family, Restricting) or not isinstance(inner, Distribution):
        return False
    return family.clamps or has_atoms(inner)


__all__ = [
    "BY_NAME",
    "FAMILIES",
    "Condition",
    "Drawn",
    "Family",
    "Kind",
    "Ordering",
    "Parameter",
    "Twinned",
    "family_called",
    "family_meant",
    "family_of",
    "has_atoms",
    "is_continuous",
    "is_restricted",
    "signature",
]
