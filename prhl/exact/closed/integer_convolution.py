"""The distribution of the sum of two independent integers that were drawn, in closed form.

At u it is the sum over t of f(t) g(u - t), range by range as for reals (`convolution`): t runs from max(a, u - d) to
min(b, u - c), and the antidifference of the summand is known. Of finitely many points each it is a product of
polynomials. Sums of two discrete Laplace draws, or of geometric ones, have terms t * rate^t on their tails.
"""

from fractions import Fraction

from prhl.exact.closed.convolution import Limit, integral
from prhl.exact.closed.integer_densities import Density, NotClosed, Part, antidifference, listed
from prhl.numbers.generating import product

MOST_POINTS = 20_000  # of a draw that is multiplied as a polynomial
MOST_PAIRS = 400  # of parts, one of each
MOST_MONOMIALS = 2_000  # of both: numbers grow with them, so that the time is about their square


def convolution(first: Density, second: Density) -> Density:
    mine, others = first.points(MOST_POINTS), second.points(MOST_POINTS)
    if mine is not None and others is not None and len(mine) + len(others) > 2:
        return listed(product(mine, others))
    if len(first.parts) * len(second.parts) > MOST_PAIRS or first.size + second.size > MOST_MONOMIALS:
        raise NotClosed("a sum of draws with many cases")
    total = Density(())
    for one in first.parts:
        for other in second.parts:
            total = total + _of_parts(one, other)
    return total


def _of_parts(f: Part, g: Part) -> Density:
    (a, b), (c, d) = (f.low, f.high), (g.low, g.high)
    low, high = _sum(a, c), _sum(b, d)
    ends = {end + 1 for end in (_sum(a, d),) if end is not None} | {end for end in (_sum(b, c),) if end is not None}
    starts = [low, *sorted([at for at in ends if (low is None or at > low) and (high is None or at <= high)])]
    out = []
    for first, after in zip(starts, [*starts[1:], None], strict=True):
        last = high if after is None else after - 1
        # all of the range lies on one side of a + d, and of b + c
        from_f = a is not None and (d is None or (last is not None and last <= a + d))
        to_f = b is not None and (c is None or (first is not None and first >= b + c))
        above, below = (None if d is None else (True, Fraction(d + 1))), (None if c is None else (True, Fraction(c)))
        start: Limit = (False, Fraction(a - 1)) if from_f and a is not None else above
        end: Limit = (False, Fraction(b)) if to_f and b is not None else below
        found = integral(f.terms, g.terms, start, end, antidifference)
        if found:
            out.append(Part(first, last, found))
    return Density(tuple(out))


def _sum(first: int | None, second: int | None) -> int | None:
    return None if first is None or second is None else first + second
