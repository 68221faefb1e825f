"""Shannon capacity: the most mutual information that any prior can get out of the channel.

    capacity = max over pi of I(X;Y)

It has no closed form, but every prior pi certifies a bracket. With Q the distribution of the output under pi,

    I(pi) <= capacity <= max over x of D(C_x || Q)

The first by definition. The second, because for any other prior sigma, with output distribution R, I(sigma) = sum_x
sigma(x) D(C_x || Q) - D(R || Q), an average minus something that is not negative. The two meet at the best prior. It
is looked for by Blahut-Arimoto steps in fixed point, which decide nothing: the prior that they end with is rounded to
integer weights, none of them 0 so that Q shows whatever a row shows, and both ends are computed from it by `arb`. If
under the uniform prior all D(C_x || Q) are the same sum of logarithms, as in symmetric channels, that is the
capacity.

Missing mass. Below, the least that `shannon` says for the prior. Above, the capacity of the channel that tells the
most, `Matrix.revealed`: every completion is a post-processing of it.
"""

from fractions import Fraction

from prhl.measures.logsums import LogSum, relative_entropy
from prhl.measures.matrix import Matrix, Probability, uniform_prior
from prhl.measures.shannon import least_information
from prhl.numbers import Quotient, balls
from prhl.numbers.figures import Figure
from prhl.numbers.fixed_point import BITS, ONE, fixed, log2, power_of_2

WORK = 6_000_000  # entries of the matrix that the search may look at
LOGARITHM = 50  # entries that take as long as a logarithm or a power
COARSER = 20  # bits that are rounded off the prior which the search ends with
CLOSE = fixed(Fraction(1, 10**11))  # bits; the search has found its prior
LONGEST = 64  # times as long as a step of Blahut-Arimoto
ZERO = Fraction(0)


def capacity(matrix: Matrix) -> Figure:
    """In bits."""
    revealed = matrix.revealed()
    uniform = uniform_prior(len(matrix.rows))
    costs = _costs(revealed, uniform)
    rational = all([isinstance(r, Fraction) for cost in costs for _, r in cost.terms])
    if matrix.complete and rational and all([cost == costs[0] for cost in costs]):
        return costs[0].shown()
    prior = _rounded(search([[_fixed(c) for c in row] for row in revealed.rows]))
    high = max([cost.bracket()[1] for cost in _costs(revealed, prior)])
    return Figure(None, least_information(matrix, prior), high)


def _costs(matrix: Matrix, prior: tuple[Fraction, ...]) -> list[LogSum]:
    """D(C_x || Q) for every input."""
    output = [sum([p * c for p, c in zip(prior, column, strict=True)], ZERO) for column in matrix.columns]
    return [relative_entropy(row, output) for row in matrix.rows]


def search(rows: list[list[int]]) -> list[int]:
    """A good prior: Blahut-Arimoto, with steps that grow while they help; all numbers in fixed point, rounded."""
    sparse = [[(y, c, log2(c)) for y, c in enumerate(row) if c > 0] for row in rows]
    best = prior = [ONE // len(rows)] * len(rows)
    best_costs, value, step = [0] * len(rows), -ONE, ONE
    each = 1 + sum([len(row) for row in sparse]) + LOGARITHM * (len(rows) + len(rows[0]))
    for _ in range(max(20, WORK // each)):
        costs = _rough_costs(sparse, prior)
        now = sum([p * cost for p, cost in zip(prior, costs, strict=True)]) >> BITS
        if now < value and step > ONE:  # that was too far
            step = ONE
        else:
            best, best_costs, value, step = prior, costs, now, min(step * 3 // 2, LONGEST * ONE)
        top = max(best_costs)
        if top - value < CLOSE:
            break
        powers = [power_of_2(step * (c - top) >> BITS) for c in best_costs]
        weights = [max(p * power >> BITS, 1) for p, power in zip(best, powers, strict=True)]
        prior = [max(w * ONE // sum(weights), 1) for w in weights]
    return best


def _rough_costs(rows: list[list[tuple[int, int, int]]], prior: list[int]) -> list[int]:
    """D(C_x || Q) for every input, roughly."""
    output: dict[int, int] = {}
    for p, row in zip(prior, rows, strict=True):
        for y, c, _ in row:
            output[y] = output.get(y, 0) + p * c
    logs = {y: log2(max(q >> BITS, 1)) for y, q in output.items()}
    return [sum([c * (log - logs[y]) for y, c, log in row]) >> BITS for row in rows]


def _rounded(prior: list[int]) -> tuple[Fraction, ...]:
    """Exact, positive and adding up to 1."""
    weights = [max(1, p >> COARSER) for p in prior]
    return tuple([Fraction(w, sum(weights)) for w in weights])


def _fixed(value: Probability) -> int:
    return fixed(balls.bracket(value.enclosure, 20)[0] if isinstance(value, Quotient) else value)
