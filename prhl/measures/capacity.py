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
from operator import mul

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
    same = _same_cost(matrix, uniform_prior(len(matrix.rows))) if matrix.complete else None
    if same is not None:
        return same.shown()
    numbers = {id(c): c for row in revealed.rows for c in row}
    rough = {at: _fixed(c) for at, c in numbers.items()}
    prior = _rounded(search([[rough[id(c)] for c in row] for row in revealed.rows]))
    high = max([cost.bracket()[1] for cost in _costs(revealed, prior)])
    return Figure(None, least_information(matrix, prior), high)


def _same_cost(matrix: Matrix, prior: tuple[Fraction, ...]) -> LogSum | None:
    """D(C_x || Q), if it is the same sum of logarithms of rationals for every input."""
    output = [column.total for column in matrix.weighed(prior)]
    first: LogSum | None = None
    for row in matrix.rows:
        cost = relative_entropy(row, output)
        if not all([isinstance(r, Fraction) for _, r in cost.terms]) or (first is not None and cost != first):
            return None
        first = cost
    return first


def _costs(matrix: Matrix, prior: tuple[Fraction, ...]) -> list[LogSum]:
    """D(C_x || Q) for every input, for decimals alone: C log2(C) - C log2(Q) where these are irrational, so that few
    logarithms are computed."""
    output = [column.total for column in matrix.weighed(prior)]
    if matrix.is_rational:
        return [relative_entropy(row, output) for row in matrix.rows]
    minus = {id(c): -c for row in matrix.rows for c in row}
    found = []
    for row in matrix.rows:
        there = [(c, q) for c, q in zip(row, output, strict=True) if c != 0]
        found.append(LogSum(ZERO, tuple([term for c, q in there for term in ((c, c), (minus[id(c)], q))])))
    return found


def search(rows: list[list[int]]) -> list[int]:
    """A good prior: Blahut-Arimoto, with steps that grow while they help; all numbers in fixed point, rounded."""
    logs = {c: log2(c) for c in {c for row in rows for c in row} if c > 0}
    places = [[y for y, c in enumerate(row) if c > 0] for row in rows]
    sparse = [[row[y] for y in there] for row, there in zip(rows, places, strict=True)]
    own = [sum([c * logs[c] for c in row]) for row in sparse]
    inputs = [[x for x, row in enumerate(rows) if row[y] > 0] for y in range(len(rows[0]))]
    columns = [[rows[x][y] for x in there] for y, there in enumerate(inputs)]

    def rough_costs(prior: list[int]) -> list[int]:
        """D(C_x || Q) for every input, roughly."""
        output = [
            sum(map(mul, column, map(prior.__getitem__, there))) for column, there in zip(columns, inputs, strict=True)
        ]
        logs = [log2(max(q >> BITS, 1)) for q in output]
        return [
            whole - sum(map(mul, row, map(logs.__getitem__, there))) >> BITS
            for whole, row, there in zip(own, sparse, places, strict=True)
        ]

    best = prior = [ONE // len(rows)] * len(rows)
    best_costs, value, step = [0] * len(rows), -ONE, ONE
    each = 1 + sum([len(row) for row in sparse]) + LOGARITHM * (len(rows) + len(rows[0]))
    for _ in range(max(20, WORK // each)):
        costs = rough_costs(prior)
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


def _rounded(prior: list[int]) -> tuple[Fraction, ...]:
    """Exact, positive and adding up to 1."""
    weights = [max(1, p >> COARSER) for p in prior]
    return tuple([Fraction(w, sum(weights)) for w in weights])


def _fixed(value: Probability) -> int:
    return fixed(balls.bracket(value.enclosure, 20)[0] if isinstance(value, Quotient) else value)
