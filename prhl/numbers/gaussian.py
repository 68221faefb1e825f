"""The smallest delta of Gaussian noise that is moved, at a given epsilon, certified from above.

Let F be the distribution function of the noise (sigma, centre 0), moved by s > 0. The ratio of the two masses is
monotone, so that the worst events are half-lines, and

    delta(s) = sup over t of F(t) - exp(eps) F(t - s).

For every t that grows with s, and so does delta: a bound on |s| may stand for s. The best t is where the masses have
the ratio exp(eps): t = s/2 - eps sigma^2/s, seen from the other side. For the continuous Gaussian this gives

    delta = Phi(s/(2 sigma) - eps sigma/s) - exp(eps) Phi(-s/(2 sigma) - eps sigma/s)          (Balle, Wang, ICML 2018)

and for the discrete one, with integers s and Y drawn from it,

    delta = Pr[Y > eps sigma^2/s - s/2] - exp(eps) Pr[Y > eps sigma^2/s + s/2]      (Canonne, Kamath, Steinke 2020).

PITFALL: delta is not the probability that the loss exceeds eps, which is larger; with a bound that is no integer the
second formula is wrong, and may even be negative.
"""

from fractions import Fraction

from flint import arb, ctx

from prhl.numbers import balls
from prhl.numbers.logs import Number
from prhl.numbers.reals import enclosure
from prhl.numbers.upward import above

WIDEST, LARGEST = 5_000, 10_000  # sigma of discrete noise, and epsilon


def continuous_delta(shift: Fraction, sigma: Number, epsilon: Number) -> Fraction:
    """At least the smallest delta of Gauss(sigma) moved by at most `shift`."""
    if shift == 0:
        return Fraction(0)
    _bounded(epsilon)

    def exactly() -> arb:
        s, scale, eps = balls.rational(shift), enclosure(sigma), enclosure(epsilon)
        middle, side = s / (2 * scale), eps * scale / s
        return phi(middle - side) - eps.exp() * phi(-middle - side)

    return above(exactly)


def discrete_delta(shift: int, sigma: Number, epsilon: Number) -> Fraction:
    """At least the smallest delta of DiscreteGauss(sigma) moved by at most `shift`, an integer."""
    if shift == 0:
        return Fraction(0)
    if not sigma <= WIDEST:
        raise ArithmeticError("such wide noise has too many terms")
    _bounded(epsilon)

    def exactly() -> arb:
        scale, eps = enclosure(sigma), enclosure(epsilon)
        falling = 1 / (2 * scale * scale)
        middle = eps * scale * scale / shift
        half = balls.rational(Fraction(shift, 2))
        edge, whole, factor = middle - half, 2 * sum_from(1, falling) + 1, eps.exp()
        # where the bounds enclose an integer, either side of it may be the first of the event
        events = range(_floor(edge.lower()) + 1, _floor(edge.upper()) + 2)
        found = [(sum_from(first, falling) - factor * sum_from(first + shift, falling)) / whole for first in events]
        worst = found[0]
        for other in found[1:]:
            worst = worst.max(other)
        return worst

    return above(exactly)


def _floor(end: arb) -> int:
    """Of a number that is known exactly."""
    found = end.floor().unique_fmpz()
    if found is None:
        raise ArithmeticError("an end that is no number")
    return int(found)


def phi(x: arb) -> arb:
    """The distribution function of the standard normal distribution."""
    return (-x / arb(2).sqrt()).erfc() / 2


def sum_from(first: int, falling: arb) -> arb:
    """The sum of exp(-falling x^2) over the integers from `first` on."""
    if first <= 0:
        return 2 * sum_from(1, falling) + 1 - sum_from(1 - first, falling)
    total, x = arb(0), first
    while True:
        power = (-falling * x * x).exp()
        total += power
        if power < arb(2) ** -(ctx.prec + 8):
            # the rest is at most the integral from x on, at most exp(-falling x^2)/(2 falling x)
            half = power / (4 * falling * x)
            return total + arb(half, half.upper())
        x += 1


def _bounded(epsilon: Number) -> None:
    if not epsilon <= LARGEST:
        raise ArithmeticError("such a large epsilon is not computed with")
