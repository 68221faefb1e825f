"""Shannon capacity: the most mutual information that any prior can get out of the channel.

    capacity = max over pi of I(X;Y)

It has no closed form, but every prior pi certifies a bracket. With Q the distribution of the output under pi,

    I(pi) <= capacity <= max over x of D(C_x || Q)

The first by definition. The second, because for any other prior sigma, with output distribution R, I(sigma) = sum_x
sigma(x) D(C_x || Q) - D(R || Q), an average minus something that is not negative. The two meet at the best prior. It
is looked for by Blahut-Arimoto steps in floats, which decide nothing: the prior that they end with is rounded to
integer weights, none of them 0 so that Q shows whatever a row shows, and both ends are computed from it by `arb`. If
under the uniform prior all D(C_x || Q) are the same sum of logarithms, as in symmetric channels, that is the
capacity.

Missing mass. Below, the least that `shannon` says for the prior. Above, the capacity of the channel that tells the
most, `Matrix.revealed`: every completion is a post-processing of it.
"""

import math
from fractions import Fraction

from prhl.measures.logsums import LogSum, relative_entropy
from prhl.measures.matrix import Matrix, Probability, uniform_prior
from prhl.measures.shannon import least_information
from prhl.numbers import Quotient, balls
from prhl.numbers.figures import Figure

WORK = 2_000_000  # entries of the matrix that the steps in floats may look at
GRAIN = 2**44  # the weights of the prior add up to about this
CLOSE = 1e-11  # bits; the search has found its prior
ZERO = Fraction(0)


def capacity(matrix: Matrix) -> Figure:
    """In bits."""
    revealed = matrix.revealed()
    uniform = uniform_prior(len(matrix.rows))
    costs = _costs(revealed, uniform)
    rational = all([isinstance(r, Fraction) for cost in costs for _, r in cost.terms])
    if matrix.complete and rational and all([cost == costs[0] for cost in costs]):
        return costs[0].shown()
    prior = _rounded(search([[_float(c) for c in row] for row in revealed.rows]))
    high = max([cost.bracket()[1] for cost in _costs(revealed, prior)])
    return Figure(None, least_information(matrix, prior), high)


def _costs(matrix: Matrix, prior: tuple[Fraction, ...]) -> list[LogSum]:
    """D(C_x || Q) for every input."""
    output = [sum([p * c for p, c in zip(prior, column, strict=True)], ZERO) for column in matrix.columns]
    return [relative_entropy(row, output) for row in matrix.rows]


def search(rows: list[list[float]]) -> list[float]:
    """A good prior: Blahut-Arimoto, with steps that grow while they help. Floats: a proposal, no more."""
    sparse = [[(y, c, math.log2(c)) for y, c in enumerate(row) if c > 0] for row in rows]
    best = prior = [1 / len(rows)] * len(rows)
    best_costs, value, step = [0.0] * len(rows), -1.0, 1.0
    for _ in range(max(20, WORK // (1 + sum([len(row) for row in sparse])))):
        costs = _float_costs(sparse, prior)
        now = sum([p * cost for p, cost in zip(prior, costs, strict=True)])
        if now < value and step > 1:  # that was too far
            step = 1.0
        else:
            best, best_costs, value, step = prior, costs, now, min(1.5 * step, 64.0)
        top = max(best_costs)
        if top - value < CLOSE:
            break
        weights = [max(p, 1e-300) * 2 ** (step * (c - top)) for p, c in zip(best, best_costs, strict=True)]
        prior = [w / sum(weights) for w in weights]
    return best


def _float_costs(rows: list[list[tuple[int, float, float]]], prior: list[float]) -> list[float]:
    """D(C_x || Q) for every input, roughly."""
    output: dict[int, float] = {}
    for p, row in zip(prior, rows, strict=True):
        for y, c, _ in row:
            output[y] = output.get(y, 0.0) + p * c
    logs = {y: math.log2(q) if q > 0 else -1100.0 for y, q in output.items()}
    return [sum([c * (log - logs[y]) for y, c, log in row]) for row in rows]


def _rounded(prior: list[float]) -> tuple[Fraction, ...]:
    """Exact, positive and adding up to 1."""
    weights = [max(1, int(p * GRAIN)) for p in prior]
    return tuple([Fraction(w, sum(weights)) for w in weights])


def _float(value: Probability) -> float:
    return float(balls.bracket(value.enclosure, 15)[0]) if isinstance(value, Quotient) else float(value)
