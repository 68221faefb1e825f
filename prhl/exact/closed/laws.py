"""Distributions as closed forms: ranges of integers with rates, curves on the reals, bells, or lists."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from prhl.distributions import family_of, is_continuous
from prhl.distributions.base import Bell as Gaussian
from prhl.distributions.base import Closed, Level, Restricting, Slope
from prhl.distributions.masses import Boundless, Geometrical, restricted_pieces
from prhl.exact.closed import real_densities
from prhl.exact.closed.discrete_gaussians import Bell
from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.closed.integer_densities import Density, geometric, listed
from prhl.exact.closed.real_densities import Curve
from prhl.exact.closed.symbolic_values import Law, Listed
from prhl.logic.terms import Between, Distribution
from prhl.logic.types import INT
from prhl.numbers import Exact, Inexact, Quotient, divide, exp
from prhl.numbers.rates import rate_of
from prhl.semantics.draw_tables import known_values, legal, masses
from prhl.semantics.evaluate import Undecidable

MOST_POINTS = 2_000  # values of a draw that are taken one by one
SMALL = 16  # outcomes that are listed rather than kept as ranges


def ways_of(distribution: Distribution, values: tuple[Any, ...]) -> list[Law]:
    """The distribution at the values of its arguments; that of clamped continuous noise in three: inside, and the ends.

    What is drawn at an end is that end, with the mass of all that lies beyond it: a list of one value.
    """
    family = family_of(distribution)
    if isinstance(family, Restricting) and family.clamps and is_continuous(distribution):
        legal(distribution, values)
        inner, low, high = _ends(distribution, values)
        if low == high:
            return [Listed(((low, Fraction(1)),))]
        parts: list[Law] = [Listed(((low, inner.mass(None, low)),)), Listed(((high, inner.mass(high, None)),))]
        return [law for law in (inner.within(low, high), *parts) if law.total != 0]
    return [law_of(distribution, values)]


def law_of(distribution: Distribution, values: tuple[Any, ...]) -> Law:
    legal(distribution, values)
    if is_continuous(distribution):
        return _curve(distribution, values)
    family = family_of(distribution)
    try:
        known = known_values(distribution, values)
        if isinstance(family, Gaussian):
            return _bell(*known)
        if isinstance(family, Geometrical):
            return _ranges(family.pieces(known), family.whole(known))
        if isinstance(distribution.arguments[0], Between):
            low, high = values[0]
            return geometric([(low, high, Fraction(1, high - low + 1), rate_of(1))])
        if isinstance(family, Restricting):
            inner, low, high = known
            first, last = -(-low // 1), high // 1
            if isinstance(inner.family, Geometrical) and last - first >= SMALL:
                cut = _ranges(*restricted_pieces(inner.family, inner.values, first, last, family.clamps))
                if not cut.is_zero:  # else it is listed, which says what is wrong
                    return cut
        found = masses(distribution, values, MOST_POINTS)
    except (Boundless, Inexact, Undecidable) as reason:
        raise NotClosed(str(reason)) from None
    pairs = [(value, _exact(divide(weight, found.total))) for value, weight in found.pairs]
    if distribution.type == INT:
        return listed(pairs)
    return Listed(tuple(pairs))


# ---- on the reals ----------------------------------------------------------------------------


def _curve(distribution: Distribution, values: tuple[Any, ...]) -> Curve:
    family = family_of(distribution)
    if isinstance(family, Restricting) and not family.clamps:
        inner, low, high = _ends(distribution, values)
        cut = inner.within(low, high)
        if not cut.is_zero:
            return cut.times(1 / cut.total)  # type: ignore[arg-type]  # a field
    match family.density(values) if isinstance(family, Closed) else None:
        case Slope(scale, place, two_sided):
            fall = real_densities.laplace if two_sided else real_densities.exponential
            return fall(_falling(scale)).moved(_rational(place))
        case Level(least, most):
            first, last = _rational(least), _rational(most)
            return real_densities.flat(1 / (last - first)).within(first, last)
    raise NotClosed(f"{distribution.name} has no closed form")


def _ends(distribution: Distribution, values: tuple[Any, ...]) -> tuple[Curve, Fraction, Fraction]:
    inner, low, high = values
    within = distribution.arguments[0]
    assert isinstance(within, Distribution)
    return _curve(within, inner), _rational(low), _rational(high)


def _falling(scale: Any) -> Any:
    """The rate exp(-1/scale)."""
    return rate_of(_exact(exp(divide(-1, scale))))


def _rational(value: Any) -> Fraction:
    if not isinstance(value, int | Fraction):
        raise NotClosed("continuous noise at a place that is not rational")
    return Fraction(value)


# ---- on the integers -------------------------------------------------------------------------


def _bell(sigma: Any, centre: int = 0) -> Bell:
    falling = divide(1, 2 * sigma**2)
    if not isinstance(falling, int | Fraction):
        raise NotClosed("a width that is not rational")
    return Bell(Fraction(falling), ((centre, Fraction(1)),))


def _ranges(pieces: Iterable[Any], whole: Any) -> Density:
    return geometric(
        [(p.low, p.high, _exact(divide(p.c, whole)), rate_of(_exact(p.ratio))) for p in pieces if p.c != 0]
    )


def _exact(value: Any) -> Exact:
    if not isinstance(value, int | Fraction | Quotient):
        raise NotClosed("a mass that is not of the form that is computed with exactly")
    return Fraction(value) if isinstance(value, int) else value  # it is divided later, and not as a float
