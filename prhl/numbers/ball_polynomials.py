"""Polynomials whose coefficients are balls, by `arb`: what enclosed densities are made of."""

from collections.abc import Sequence
from fractions import Fraction

from flint import arb, arb_poly

from prhl.numbers import balls

Ball = arb
Coefficients = Sequence[arb]
ZERO = arb(0)


def polynomial(coefficients: Coefficients) -> arb_poly:
    return arb_poly(list(coefficients))


def shifted(coefficients: Coefficients, by: Fraction) -> Coefficients:
    """Of p(u + by), from those of p(u)."""
    return polynomial(coefficients)(arb_poly([balls.rational(by), 1])).coeffs() or [ZERO]


def pi() -> arb:
    return arb.pi()
