"""Where polynomials with integer coefficients are positive between 0 and 1, exactly.

A polynomial is split into irreducible factors. Roots of different factors are different numbers, and none of a factor
of degree 2 or more is rational; so no root is met twice, and none is ever hit by halving an interval.

Isolation.  By Descartes' rule of signs a polynomial has at most as many positive roots as its coefficients change
their sign, and exactly one if they change it once. x = 1/(1 + t) takes 0 < t to 0 < x < 1, so that the rule, for
(1 + t)^n p(1/(1 + t)), counts the roots between 0 and 1. Where it counts more than one, the interval is halved
(Vincent, Collins and Akritas); the roots of an irreducible polynomial are simple, so that this comes to an end.

Pitfall.  Where a polynomial only touches 0 it changes no sign: a root is a point of its own, at which the sign is 0.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from flint import arb, ctx, fmpq, fmpz, fmpz_poly

from prhl.numbers import balls
from prhl.numbers.magnitude import Inexact
from prhl.records import dataclass

HIGHEST = 600  # degree of polynomials whose roots are sought
LONGEST = 3_000  # degree of polynomials of which it is asked if they have any


class Root:
    """A root of an irreducible polynomial between 0 and 1, in an interval that can be made smaller."""

    def __init__(self, factor: fmpz_poly, low: Fraction, high: Fraction) -> None:
        self.factor, self.low, self.high = factor, low, high

    @property
    def power(self) -> tuple[int, Fraction] | None:
        """k and c if it is the k-th root of a rational c; it is then a root of a*x^k - b, which is irreducible."""
        first, *middle, last = [int(c) for c in self.factor.coeffs()]
        return None if any(middle) else (len(middle) + 1, Fraction(-first, last))

    def halve(self) -> None:
        if self.low == self.high:
            return
        middle = (self.low + self.high) / 2
        if sign_at(self.factor, middle) == sign_at(self.factor, self.low):
            self.low = middle
        else:
            self.high = middle

    def enclosure(self) -> arb:
        """At the precision that is set."""
        while self.high - self.low > Fraction(1, 1 << ctx.prec):
            self.halve()
        return balls.rational(self.low).union(balls.rational(self.high))


@dataclass(frozen=True)
class Line:
    """The numbers between 0 and 1, cut at some roots, which rise; `between` has a rational in each open cell."""

    roots: tuple[Root, ...]
    between: tuple[Fraction, ...]


def line(polynomials: Iterable[fmpz_poly]) -> Line:
    """Cut so that none of the polynomials changes its sign within a cell."""
    factors = {tuple(map(int, f.coeffs())): f for p in polynomials for f in rooted(p)}
    roots = [root for factor in factors.values() for root in isolated(factor)]
    while _crowded(roots):
        for root in roots:
            root.halve()
    ends = [Fraction(0), *[end for root in roots for end in (root.low, root.high)], Fraction(1)]
    gaps = zip(ends[::2], ends[1::2], strict=True)
    return Line(tuple(roots), tuple([(low + high) / 2 for low, high in gaps]))


def _crowded(roots: list[Root]) -> bool:
    """Sorts them; whether two intervals still meet, or one meets an end."""
    roots.sort(key=lambda root: root.low + root.high)
    if roots and (roots[0].low == 0 or roots[-1].high == 1):
        return True
    return any([one.high >= other.low for one, other in pairwise(roots)])


def sign_at(poly: fmpz_poly, point: Fraction) -> int:
    value = poly(fmpq(fmpz(point.numerator), fmpz(point.denominator)))
    return int(value > 0) - int(value < 0)


def sign_on(poly: fmpz_poly, root: Root) -> int:
    """At a root of a line that was cut for this polynomial."""
    if poly.is_zero() or (poly % root.factor).is_zero():
        return 0
    return sign_at(poly, root.low)  # in the interval there is no other root


def constant_sign(poly: fmpz_poly) -> int | None:
    """The sign between 0 and 1, if it is the same everywhere; None if there are roots."""
    return None if rooted(poly) else sign_at(poly, Fraction(1, 2))


@lru_cache(maxsize=4096)
def _factors(coefficients: tuple[int, ...]) -> tuple[fmpz_poly, ...]:
    return tuple([factor for factor, _ in fmpz_poly(list(coefficients)).factor()[1] if isolated(factor)])


def rooted(poly: fmpz_poly) -> tuple[fmpz_poly, ...]:
    """The irreducible factors that have roots between 0 and 1, which 1 is not. Without its roots at 1 the difference of
    two masses often has coefficients of one sign, and so no positive root at all."""
    inner = poly
    while not inner.is_zero() and inner(1) == 0:
        inner //= fmpz_poly([-1, 1])
    if len({c > 0 for c in inner.coeffs() if c}) < 2:
        return ()
    if poly.degree() > LONGEST or (variations(poly) and poly.degree() > HIGHEST):
        raise Inexact("the roots of a polynomial of very high degree")
    if variations(poly) == 0:
        return ()
    return _factors(tuple(map(int, poly.coeffs())))


def variations(poly: fmpz_poly) -> int:
    """At least as many as there are roots between 0 and 1, and exactly one if it is one."""
    signs = [c > 0 for c in fmpz_poly(poly.coeffs()[::-1])(fmpz_poly([1, 1])).coeffs() if c]
    return sum([one != other for one, other in pairwise(signs)])


def isolated(factor: fmpz_poly) -> list[Root]:
    """The roots of an irreducible polynomial between 0 and 1."""
    if factor.degree() == 1:
        root = Fraction(-int(factor[0]), int(factor[1]))
        return [Root(factor, root, root)] if 0 < root < 1 else []
    found: list[Root] = []
    todo = [(factor, Fraction(0), Fraction(1))]
    while todo:
        poly, low, width = todo.pop()  # at x the factor at low + width*x, up to a positive number
        match variations(poly):
            case 0:
                pass
            case 1:
                found.append(Root(factor, low, low + width))
            case _:
                degree = poly.degree()
                left = fmpz_poly([c << (degree - at) for at, c in enumerate(poly.coeffs())])  # 2^degree poly(x/2)
                half = width / 2
                todo += [(left, low, half), (left(fmpz_poly([1, 1])), low + half, half)]
    return found
