"""Renyi divergence of order alpha > 1, the measure behind Renyi differential privacy.

    D_alpha(p || q) = ln( sum over y of p(y)^alpha q(y)^(1 - alpha) ) / (alpha - 1)

It is 0 if and only if p = q, grows with alpha from the Kullback-Leibler divergence (alpha -> 1) to epsilon (alpha ->
inf), and is infinite where p shows what q never shows. For an integer alpha the sum is exact, and the divergence is
ln of it, divided; for another rational the sum is enclosed by `arb`. A channel satisfies rdp(alpha, eps) if no
ordered pair of related inputs has more than eps.

Pitfall: the divergence is not symmetric; both directions count.

Missing mass. Below, p against the closest that q may be (`Pair.closest`), and never less than 0. Above, if p is known
in full, as listed: q can only grow, and the terms fall with q; otherwise infinite.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from prhl.measures.bounds import Between, enclosed, exactly, ln_of
from prhl.measures.matrix import Matrix, Order, Probability
from prhl.measures.pairs import Pair, pair, worst
from prhl.numbers import Exact, Real, balls, enclosure, ln
from prhl.numbers.figures import DIGITS, Figure, exact_text, figure

LARGEST, LARGEST_OF_QUOTIENTS = 1_000, 8  # integer orders beyond are enclosed, not computed exactly


def renyi(
    p: Sequence[Exact], q: Sequence[Exact], alpha: Fraction | int, missing: tuple[Exact, Exact] = (0, 0)
) -> Between:
    """D_alpha of one ordered pair of rows."""
    return divergence(power_sum(pair(p, q, missing), Fraction(alpha)), Fraction(alpha))


def divergence(total: Between, alpha: Fraction) -> Between:
    """D_alpha from where the sum lies."""
    if total.exact:
        return exactly(None if total.low is None else ln(total.low) / (alpha - 1))
    low, high = [None if end is None else ln(end) / (alpha - 1) for end in (total.low, total.high)]
    return Between(low, high)


def power_sum(both: Pair, alpha: Fraction) -> Between:
    """Where the sum of p^alpha q^(1 - alpha) lies; None is infinite."""
    if both.alike:
        return exactly(Fraction(1))
    if both.apart:
        return exactly(None)
    above = _sum(both, alpha) if both.missing[0] == 0 else exactly(None)
    if above.exact and both.complete:
        return above
    below = _sum(Pair(both.closest().parts, both.missing), alpha).low
    # two distributions have a sum of at least 1
    return Between(Fraction(1) if below is not None and below < 1 else below, above.high)


def _sum(both: Pair, alpha: Fraction) -> Between:
    if both.disjoint:
        return exactly(None)
    if both.complete and alpha.denominator == 1 and alpha <= _largest(both):
        order = int(alpha)
        total: Probability = Fraction(0)
        for p, q in both.parts:
            total = total + p * (p / q) ** (order - 1)
        return exactly(total)
    return Between(*enclosed(enclosed_sum(both, alpha)))


def _largest(both: Pair) -> int:
    """Powers of quotients of exponentials grow fast, unless their ratios are single exponentials."""
    ratios = [p / q for p, q in both.parts]
    easy = all([isinstance(ratio, Fraction) or ratio.monomial() is not None for ratio in ratios])
    return LARGEST if easy else LARGEST_OF_QUOTIENTS


def enclosed_sum(both: Pair, alpha: Fraction) -> balls.Enclosure:
    """Encloses the sum of p (p/q)^(alpha - 1)."""
    logs = [(p, ln_of(p / q)) for p, q in both.parts]

    def ball() -> Any:
        power = balls.rational(alpha - 1)
        total = balls.rational(0)
        for p, log in logs:
            total += enclosure(p) * (power * log()).exp()
        return total

    return ball


def largest_power_sum(matrix: Matrix, orders: Iterable[Order], alpha: Fraction) -> tuple[Between, Order | None]:
    """Over ordered pairs of inputs; `renyi_shown` makes the divergence of it."""
    return worst(matrix, orders, lambda both: power_sum(both, alpha), Fraction(1))


def renyi_shown(total: Between, alpha: Fraction) -> Figure:
    """ln of the sum, divided by alpha - 1, without factoring it."""
    return total.shown(lambda value: _shown(value, alpha - 1))


def _shown(value: Exact, over: Fraction) -> Figure:
    if value == 1:
        return figure(Fraction(0))
    text = exact_text(value)
    low, high = balls.bracket(lambda: ln_of(value)() / balls.rational(over), DIGITS)
    if text is None:
        return Figure(None, low, high)
    logarithm = Real("ln", (value,))
    if over == 1:
        return Figure(f"ln({text})", low, high, logarithm)
    return Figure(f"ln({text})/{over}", low, high, Real("mul", (1 / over, logarithm)))
