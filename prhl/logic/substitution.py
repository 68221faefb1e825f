"""Terms with other names for their variables."""

from collections.abc import Mapping
from dataclasses import replace

from prhl.logic.terms import (
    AllBits,
    Apply,
    Between,
    Distribution,
    DistributionArgument,
    Listed,
    Quantified,
    Term,
    Variable,
    Weighted,
)


def rename(term: Term, names: Mapping[str, str]) -> Term:
    """The term with the variables of one run renamed."""
    match term:
        case Variable(name, 0):
            return replace(term, name=names.get(name, name))
        case Apply(operator, arguments, type_, span):
            return Apply(operator, tuple([rename(a, names) for a in arguments]), type_, span)
        case Quantified(_, _, body):
            return replace(term, body=rename(body, names))
        case _:
            return term


def rename_distribution(distribution: Distribution, names: Mapping[str, str]) -> Distribution:
    renamed = [_argument(argument, names) for argument in distribution.arguments]
    return replace(distribution, arguments=tuple(renamed))


def _argument(argument: DistributionArgument, names: Mapping[str, str]) -> DistributionArgument:
    match argument:
        case Distribution():
            return rename_distribution(argument, names)
        case Listed(items):
            return replace(argument, items=tuple([rename(item, names) for item in items]))
        case Between(low, high):
            return replace(argument, low=rename(low, names), high=rename(high, names))
        case AllBits(size):
            return replace(argument, size=rename(size, names))
        case Weighted(items):
            return replace(argument, items=tuple([(rename(v, names), rename(w, names)) for v, w in items]))
        case _:
            return rename(argument, names)
