"""The dp loss function: differential privacy as what one observer stands to lose (thesis, Lemma 1, Definition 8,
Theorem 2).

For an ordered pair (x, x') the observer may point at the pair, or keep still (*). Pointing loses

    -1/pi(x) if the input is x,   E/pi(x') if it is x',   0 otherwise,   E = exp(eps),

and keeping still loses nothing. The observer sees y and takes what loses least on average over the posterior pi(.|y):

    U(eps) = sum over y of P(y) min( E pi(x'|y)/pi(x') - pi(x|y)/pi(x), 0 )

By Bayes P(y) pi(x|y)/pi(x) = C[x][y], whatever the prior, as long as it gives x and x' a chance. So the terms are
those of the hockey-stick divergence with their sign turned round, and U(eps) = -delta(eps) of the pair: the channel
is (eps, delta)-differentially private for it if and only if U(eps) >= -delta, in both directions.

Here U is computed from the hyper-distribution, as the thesis does by hand from what Kuifje prints, and delta from the
channel, in `delta_at`; the two must be the same number.

Pitfalls, with the numbers of the errata. As printed, Lemma 1 divides by prior 1/2: with three inputs and rows (1, 0),
(0, 1), (1/2, 1/2) it would certify (0, 2/3) where the truth is (0, 1). One direction is not enough: rows (1, 0) and
(1/2, 1/2) at eps = ln 2 give 0 one way and 1/2 the other. And one minimum over the guesses of all pairs at once would
add up pairs and directions: the worst is taken over ordered pairs, one at a time.

Missing mass. The least loss is a minimum of sums, superadditive in the joint probabilities: the missing runs of x
lower U by at most m(x), since pointing loses no less than -1/pi(x); and those of x' raise it by at most E m(x'); U <=
0.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from prhl.measures.bounds import Between, exactly
from prhl.measures.knowledge import Inner, hyper_distribution
from prhl.measures.matrix import Matrix, Order, Probability
from prhl.numbers import Exponential, Number


def dp_uncertainty(hyper: Iterable[Inner], prior: Sequence[Probability], order: Order, growth: Exponential) -> Number:
    """U(eps) for one ordered pair, from a hyper-distribution."""
    x, other = order
    above, below = Fraction(0), Fraction(0)  # U = growth * below - above
    for inner in hyper:
        likely = inner.posterior[x] / prior[x]
        if likely == 0:
            continue
        unlikely = inner.posterior[other] / prior[other]
        if unlikely == 0 or growth.compare(likely / unlikely) > 0:  # pointing loses less than nothing
            above, below = above + inner.probability * likely, below + inner.probability * unlikely
    return growth.value * below - above if below != 0 else -above


def dp_loss(matrix: Matrix, prior: Sequence[Probability], order: Order, growth: Exponential) -> Between:
    """U(eps) of one ordered pair, both of which the prior must give a chance."""
    return _bounded(matrix, hyper_distribution(matrix, prior), prior, order, growth)


def _bounded(
    matrix: Matrix, hyper: Sequence[Inner], prior: Sequence[Probability], order: Order, growth: Exponential
) -> Between:
    listed = dp_uncertainty(hyper, prior, order, growth)
    a, b = matrix.missing[order[0]], matrix.missing[order[1]]
    if a == 0 and b == 0:
        return exactly(listed)
    most = listed + growth.value * b if b != 0 else listed
    return Between(listed - a, most if most < 0 else Fraction(0))


def smallest_loss(
    matrix: Matrix, prior: Sequence[Probability], orders: Iterable[Order], growth: Exponential
) -> tuple[Between, Order | None]:
    """The least over ordered pairs: the loss of the pair that hides worst."""
    hyper = hyper_distribution(matrix, prior)
    found, at = exactly(Fraction(0)), None
    for order in orders:
        value = _bounded(matrix, hyper, prior, order, growth)
        low, high = _least(found.low, value.low), _least(found.high, value.high)
        if low is not found.low:
            at = order
        found = Between(low, high)
    return found, at


def _least(first: Number | None, second: Number | None) -> Number | None:
    """Losses are finite."""
    assert first is not None
    assert second is not None
    return second if second < first else first
