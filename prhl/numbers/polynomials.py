"""What regions ask of polynomials in open numbers and their exponentials: factors, and values at points."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, fmpz_mpoly, fmpz_poly

from prhl.numbers import balls
from prhl.numbers.magnitude import Inexact
from prhl.numbers.varying import Symbols

Exponents = tuple[int, ...]
Terms = dict[Exponents, int]
"""A polynomial as plain numbers: exponents of the generators and coefficients."""


def terms(poly: fmpz_mpoly) -> Terms:
    return {tuple([int(e) for e in exponents]): int(c) for exponents, c in poly.to_dict().items()}


def factors(poly: fmpz_mpoly) -> tuple[int, list[tuple[fmpz_mpoly, int]]]:
    """A number and the irreducible factors with their exponents, of a polynomial that is not 0."""
    used = [at for at, degree in enumerate(poly.degrees()) if degree]
    if len(used) == 1:
        at, gen = used[0], poly.context().gens()[used[0]]
        content, found = univariate(poly, at).factor()
        return int(content), [(compose(factor, gen), exponent) for factor, exponent in found]
    try:
        content, several = poly.factor()
    except OverflowError:  # it is beyond flint's order of factors
        raise Inexact("a polynomial in several numbers with very long coefficients") from None
    return int(content), list(several)


def univariate(poly: fmpz_mpoly, at: int) -> fmpz_poly:
    """A polynomial in one generator alone."""
    coefficients = [0] * (int(poly.degrees()[at]) + 1)
    for exponents, c in terms(poly).items():
        coefficients[exponents[at]] = c
    return fmpz_poly(coefficients)


def compose(poly: fmpz_poly, gen: fmpz_mpoly) -> fmpz_mpoly:
    """A polynomial in one generator, among the others."""
    found = gen * 0
    for c in reversed(poly.coeffs()):
        found = found * gen + c
    return found


def sign_by_factors(poly: fmpz_mpoly, of: Callable[[fmpz_mpoly], int]) -> int:
    """From the signs of irreducible factors."""
    if poly.is_zero():
        return 0
    content, parts = factors(poly)
    found = 1 if content > 0 else -1
    for factor, exponent in parts:
        one = of(factor)
        if one == 0:
            return 0
        found *= one if exponent % 2 else 1
    return found


def value(poly: fmpz_mpoly, at: Sequence[Any]) -> Any:
    """At values of all generators: rationals, or enclosures."""
    found: Any = 0
    for exponents, c in terms(poly).items():
        part: Any = c
        for x, e in zip(at, exponents, strict=True):
            if e:
                part = x**e * part
        found = part + found
    return found


def uses_exponentials(poly: fmpz_mpoly, symbols: Symbols) -> bool:
    return any(poly.degrees()[len(symbols.names) :])


def sign_at(poly: fmpz_mpoly, symbols: Symbols, x: Sequence[Fraction]) -> int:
    """At rational values of the open numbers. Exponentials of rationals that are not 0 are enclosed."""
    size = len(x)
    if not uses_exponentials(poly, symbols) or not any(x):
        exact = value(poly, [*x, *[Fraction(1)] * size])
        return int(exact > 0) - int(exact < 0)

    def enclosed() -> arb:
        exponentials = [balls.rational(-v / n if n else 0).exp() for v, n in zip(x, symbols.steps, strict=True)]
        found: arb = value(poly, [*[balls.rational(v) for v in x], *exponentials])
        return found

    sign = balls.sign_of(enclosed)
    if sign is None:
        raise Inexact("two numbers that cannot be told apart")
    return sign
