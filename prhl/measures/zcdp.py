"""Zero-concentrated differential privacy: the smallest rho with D_alpha(p || q) <= rho alpha for every alpha > 1.

    rho = sup over alpha > 1, over ordered pairs, of f(alpha) = D_alpha(p || q) / alpha

Evaluating f somewhere gives a lower bound, and so does its limit at alpha -> 1, the Kullback-Leibler divergence KL.
Sampling says nothing about what is between the samples; upper bounds speak for whole intervals of alpha, and the
interval with the largest one is split until the bounds meet. Let K(alpha) = (alpha - 1) D_alpha; it is the logarithm
of a sum of exponentials, sum p exp((alpha - 1) ln(p/q)), so it is convex, and K(1) = 0.

- On [a, b], a > 1: K lies below its chord from a to b, and so f = K / (alpha (alpha - 1)) below

      g(alpha) = (s + n)/alpha - n/(alpha - 1),   s the slope of the chord, n = s (a - 1) - K(a)

  Where n <= 0, g falls, and its largest value is at a. Otherwise g rises up to the alpha with (alpha - 1)/alpha =
  sqrt(n/(s + n)), where it is (sqrt(s + n) - sqrt(n))^2, and falls after it. This is decided in rational numbers,
  with K(a) and K(b) rounded up by `arb`; a chord between higher points is higher.
- On (1, b]: D_alpha does not decrease with alpha (chords from 1 get steeper), so f(alpha) <= D_b / alpha < D_b.
- On (1, b], if K'' <= 2 KL there: K(alpha) <= KL (alpha - 1) + KL (alpha - 1)^2 by Taylor's theorem, hence f <= KL,
  and the limit at 1 is the supremum there, exactly. K'' is enclosed by `arb` on all of an interval at once, around
  its value in the middle; from 1 on, interval by interval, as far as that goes.
- On [a, inf): f(alpha) <= D_inf / a in the same way, and D_inf is epsilon.

It is 0 for equal rows and infinite where p shows what q never shows.

Pitfall: pure epsilon-privacy gives rho <= epsilon^2/2, which is rarely the smallest rho; and the supremum is often
the limit at 1, which no alpha attains.

Missing mass. For all completions: below, f of p against the closest that q may be (`Pair.closest`), where K(1) <= 0
suffices for the search; above, if p is known in full, the bound for q as listed; otherwise infinite.
"""

import heapq
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count
from math import isqrt
from typing import Any

from prhl.measures.bounds import Between, enclosed, exactly, ln_of
from prhl.measures.matrix import Matrix, Order
from prhl.measures.pairs import Pair, distinct, pair
from prhl.numbers import Exact, Inexact, Log, Number, Quotient, balls, enclosure, ln

STEPS = 3_000  # intervals that are split, at most
CLOSE = Fraction(1, 10**7)  # how near the bounds shall come, relative to the upper one
ATTEMPTS = 80  # intervals on which K is asked to bend little
PATIENCE = 200  # intervals that are split for the sake of an exact answer
GUARD = 2**96  # the relative accuracy that is asked of KL
LONGEST = 1_000  # bits of a number whose logarithm counts as an exact form
ONE, TWO = Fraction(1), Fraction(2)


def rho(
    p: Sequence[Exact], q: Sequence[Exact], missing: tuple[Exact, Exact] = (0, 0), claimed: Number | None = None
) -> Between:
    """Where the smallest rho of one ordered pair of rows lies; with a claimed rho, no nearer than decides it."""
    return _supremum({(0, 1): pair(p, q, missing)}, claimed)[0]


def largest_rho(matrix: Matrix, orders: Iterable[Order], claimed: Number | None = None) -> tuple[Between, Order | None]:
    """Over ordered pairs of inputs, and a pair that comes nearest."""
    return _supremum(distinct(matrix, orders), claimed)


def _supremum(pairs: Mapping[Order, Pair], claimed: Number | None) -> tuple[Between, Order | None]:
    told = {order: both for order, both in pairs.items() if not both.alike}
    closest = {order: both.closest() for order, both in told.items()}
    for order, both in closest.items():
        if both.disjoint:
            return exactly(None), order
    if not told:
        return exactly(Fraction(0)), None
    if all([both.complete for both in told.values()]):
        return Search(told).run(claimed)
    listed = {order: both for order, both in closest.items() if both.parts}
    low, best = Search(listed).run(claimed) if listed else (exactly(Fraction(0)), None)
    if any([both.missing[0] != 0 or both.disjoint for both in told.values()]):
        return Between(low.low, None), best
    return Between(low.low, Search(told).run(claimed)[0].high), best


class Curve:
    """K of one pair, enclosed at a precision at which KL is known well."""

    def __init__(self, both: Pair) -> None:
        self.parts = [(p, p / q) for p, q in both.parts]
        self.whole = both.missing[0] == 0  # the masses p add up to 1
        self.known: dict[Fraction, tuple[Fraction, Fraction]] = {}
        self.reached: Fraction | None = None
        for self.precision in balls.PRECISIONS[2:]:
            self.terms: list[tuple[Any, Any]] | None = None
            try:
                low, high = balls.enclose(self._moment(ONE, 1), self.precision)
            except ArithmeticError:
                continue
            if not self.whole or (high - low) * GUARD < abs(high):
                break
        else:
            raise Inexact("two rows that are hard to tell apart")
        self.limit = (low, high) if self.whole else (Fraction(0), Fraction(0))  # of f at 1, or no bound at all
        self.epsilon = enclosed(ln_of(self.parts[0][1]))[1]

    def _known_terms(self) -> Any:
        """p and ln(p/q) of every group of outputs, enclosed once."""
        if self.terms is None:
            self.terms = [(enclosure(p), ln_of(ratio)()) for p, ratio in self.parts]
        return self.terms

    def _moment(self, alpha: Fraction, order: int, least: Fraction | None = None) -> balls.Enclosure:
        """Encloses the sum of p d^order exp((alpha - 1) d), d = ln(p/q); from `least` to alpha, all of them at once."""

        def ball() -> Any:
            power = balls.rational(alpha - 1)
            if least is not None:
                power = power.union(balls.rational(least - 1))
            total = balls.rational(0)
            for p, d in self._known_terms():
                total += p * d**order * (power * d).exp()
            return total

        return ball

    def at(self, alpha: Fraction) -> tuple[Fraction, Fraction]:
        """K(alpha), from below and above."""
        if alpha not in self.known:
            self.known[alpha] = balls.enclose(lambda: self._moment(alpha, 0)().log(), self.precision)
        return self.known[alpha]

    def value(self, alpha: Fraction) -> Fraction:
        """f(alpha), from below."""
        return self.at(alpha)[0] / (alpha * (alpha - 1))

    def bound(self, a: Fraction, b: Fraction | None) -> Fraction:
        """A number that f does not exceed between a and b; None is infinite."""
        if b is None:
            return self.epsilon / a
        if a == 1:
            return self.at(b)[1] / (b - 1)
        return under_chord(a, b, self.at(a)[1], self.at(b)[1])

    def reach(self) -> Fraction:
        """Up to where the limit at 1 is known to be the supremum; 1 if nowhere."""
        if self.reached is None:
            at, width = ONE, Fraction(1, 2)
            for _ in range(ATTEMPTS if self.whole else 0):
                if self.epsilon < at * self.limit[0]:
                    break  # beyond, f is below the limit anyway
                if self._bends_little(at, at + width):
                    at, width = at + width, 2 * width
                else:
                    width /= 2
            self.reached = at
        return self.reached

    def _bends_little(self, a: Fraction, b: Fraction) -> bool:
        """Whether the second derivative of K is at most 2 KL on [a, b].

        It is a cumulant of d = ln(p/q) under a tilted p, and so is the third derivative, which bounds how far the
        second may be from its value in the middle.
        """
        middle, half = (a + b) / 2, balls.rational((b - a) / 2)

        def ball() -> Any:
            total, first, second = [self._moment(middle, order)() for order in range(3)]
            here = second / total - (first / total) ** 2
            total, first, second, third = [self._moment(a, order, b)() for order in range(4)]
            first, second, third = first / total, second / total, third / total
            rise = third - 3 * second * first + 2 * first**3
            return here + half * rise.union(-rise)

        try:
            return balls.enclose(ball, self.precision)[1] <= 2 * self.limit[0]
        except ArithmeticError:  # the interval is too wide for any bound
            return False

    def exact_limit(self) -> Number | None:
        """KL, if it has a short exact form."""
        total: Number = Fraction(0)
        for p, ratio in self.parts:
            total = total + p * ln(ratio)
        if isinstance(total, Log) and sum([abs(n) * prime.bit_length() for prime, n in total.form]) > LONGEST:
            return None
        return total if isinstance(total, int | Fraction | Log | Quotient) else None


def under_chord(a: Fraction, b: Fraction, at_a: Fraction, at_b: Fraction) -> Fraction:
    """The largest value on [a, b] of the line through (a, at_a) and (b, at_b), divided by alpha (alpha - 1)."""
    slope = (at_b - at_a) / (b - a)
    n = slope * (a - 1) - at_a
    if slope + n <= 0:  # no chord of K; only rounding gets here
        return max(at_a, at_b) / (a * (a - 1))
    if n <= 0:
        return at_a / (a * (a - 1))
    turn = n / (slope + n)  # of the square of (alpha - 1)/alpha
    if turn <= ((a - 1) / a) ** 2:
        return at_a / (a * (a - 1))
    if turn >= ((b - 1) / b) ** 2:
        return at_b / (b * (b - 1))
    return slope + 2 * n - 2 * _root_below(n * (slope + n))


def _root_below(value: Fraction) -> Fraction:
    """A number just below the square root."""
    above, below = value.numerator, value.denominator
    shift = max(0, 160 + (below.bit_length() - above.bit_length()) // 2)
    return Fraction(isqrt((above << 2 * shift) // below), 1 << shift)


class Search:
    """Branch and bound over pairs and intervals of alpha; pairs that epsilon rules out are never looked at."""

    def __init__(self, pairs: Mapping[Order, Pair]) -> None:
        self.pairs = _unlike(pairs)
        self.curves: dict[Order, Curve] = {}  # of the pairs that were looked at
        self.settled: set[Order] = set()  # those whose supremum near 1 is the limit
        self.low, self.best = Fraction(0), next(iter(self.pairs))
        self.ties = count()
        # the largest bound first: its negative, a number that breaks ties, the pair, and the interval
        self.open: list[tuple[Fraction, int, Order, Fraction, Fraction | None]] = []
        for order, both in self.pairs.items():
            p, q = both.parts[0]
            self.push(order, ONE, None, enclosed(ln_of(p / q))[1])

    def see(self, order: Order, value: Fraction) -> None:
        if value > self.low:
            self.low, self.best = value, order

    def add(self, order: Order, a: Fraction, b: Fraction | None) -> None:
        curve = self.curves[order]
        if b is not None:
            self.see(order, curve.value(b))
        self.push(order, a, b, curve.bound(a, b))

    def push(self, order: Order, a: Fraction, b: Fraction | None, bound: Fraction) -> None:
        heapq.heappush(self.open, (-bound, next(self.ties), order, a, b))

    def run(self, claimed: Number | None) -> tuple[Between, Order]:
        patience = STEPS
        while patience and self.high >= self.low:
            high = self.high
            if claimed is not None and (self.low > claimed or high <= claimed):
                break
            if high - self.low <= CLOSE * high:
                if self.best not in self.settled:
                    break
                patience = min(patience, PATIENCE)  # a little more, for an exact answer
            patience -= 1
            self.split()
        return self._conclusion(), self.best

    @property
    def high(self) -> Fraction:
        """The largest bound on what is not settled."""
        return -self.open[0][0] if self.open else Fraction(0)

    def split(self) -> None:
        _, _, order, a, b = heapq.heappop(self.open)
        if order not in self.curves:
            self.curves[order] = Curve(self.pairs[order])
            self.see(order, self.curves[order].limit[0])
            self.add(order, ONE, TWO)
            self.add(order, TWO, None)
            return
        reached = self.curves[order].reach() if a == 1 or order in self.settled else ONE
        if reached > 1:
            self.settled.add(order)
        if a < reached:  # what is settled needs no bound
            if b is None or reached < b:
                self.add(order, reached, b)
            return
        middle = 2 * a if b is None else (a + b) / 2
        self.add(order, a, middle)
        self.add(order, middle, b)

    def _conclusion(self) -> Between:
        """Exact, if nothing comes near a limit that is known exactly."""
        near = [self.curves[order] for order in self.settled if self.curves[order].limit[1] >= self.low]
        limits = [curve.exact_limit() for curve in near]
        if limits and self.high < self.low and None not in limits and all([x == limits[0] for x in limits]):
            return exactly(limits[0])
        return Between(self.low, max([self.low, self.high, *[curve.limit[1] for curve in near]]))


def _unlike(pairs: Mapping[Order, Pair]) -> dict[Order, Pair]:
    """The pairs with different parts: the two directions of a symmetric mechanism are the same curve."""
    return {order: both for both, order in {both: order for order, both in reversed(list(pairs.items()))}.items()}
