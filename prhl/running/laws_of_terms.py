"""The law that a program draws from at a place: a distribution of the shelf at the values of its arguments."""

from collections.abc import Callable, Sequence
from typing import Any

from prhl.diagnostics import NotComputed
from prhl.distributions import Drawn, Kind, Twinned, family_of, is_continuous
from prhl.logic.terms import Between, Distribution, DistributionArgument, Weighted
from prhl.numbers import balls, enclosure
from prhl.sampling.bracketed import Bracket, Bracketed
from prhl.sampling.finite_laws import Law
from prhl.semantics.draw_tables import legal

EXACT = {Kind.SET, Kind.INNER, Kind.END}  # what is drawn from there, or compared with what is drawn
REASON = (
    "is continuous noise, which no computer draws exactly: the floats that are near to it give inputs away by their "
    "last bits (I. Mironov, On Significance of the Least Significant Bits for Differential Privacy, 2012)"
)


class NotRun(NotComputed):
    """A draw that no exact sampler makes."""


def law_of(distribution: Distribution, values: Sequence[Any]) -> Law:
    """A Fault where it does not exist at these values, NotRun where it has no exact sampler."""
    legal(distribution, values)
    return _law(distribution, values)


def maker_of(distribution: Distribution) -> Callable[..., Law]:
    """What makes the law of the values of its arguments, or NotRun."""
    family = family_of(distribution)
    if is_continuous(distribution):
        inner = distribution
        while isinstance(inner.arguments[0], Distribution):
            inner = inner.arguments[0]
        hint = "write noise on integers, such as its discrete twin, into the program"
        if isinstance(family_of(inner), Twinned):
            hint = "`--twin` runs the discrete twin, another program, of which the claim is to be proved on its own"
        raise NotRun(f"`{inner.name}` {REASON}", hint, distribution.span)
    if not isinstance(family, Drawn):
        raise NotRun(f"`{distribution.name}` has no exact sampler", "", distribution.span)
    return family.law(distribution.arguments)


def _law(distribution: Distribution, values: Sequence[Any]) -> Law:
    maker = maker_of(distribution)
    kinds = [parameter.kind for parameter in family_of(distribution).parameters]
    given: list[Any] = []
    for argument, value, kind in zip(distribution.arguments, values, kinds, strict=False):
        given += _given(argument, value, kind)
    return maker(*given)


def _given(argument: DistributionArgument, value: Any, kind: Kind) -> Sequence[Any]:
    match argument:
        case Between():
            return value  # type: ignore[no-any-return]  # both ends
        case Distribution():
            return [_law(argument, value)]
        case Weighted():
            return [[(one, drawable(weight)) for one, weight in value]]
        case _:
            return [value if kind in EXACT else drawable(value)]


def drawable(value: Any) -> Any:
    """A number as the samplers know it: rational, or by brackets."""
    if isinstance(value, tuple):
        return tuple([drawable(one) for one in value])
    if isinstance(value, int | str) or hasattr(value, "numerator"):
        return value

    def bracket(bits: int) -> Bracket:
        wide = bits
        while True:
            found = balls.enclose(lambda: enclosure(value), wide)
            if (found[1] - found[0]) * (1 << bits) <= 1 or wide > bits + 20_000:
                return found
            wide *= 2

    return Bracketed(bracket)
