"""epsilon: how much likelier one input can make an output than another.

    epsilon = max over ordered pairs (x, x') and outputs y of ln( C[x][y] / C[x'][y] )

The smallest epsilon for which the channel is epsilon-differentially private on these pairs (thesis, Definition 3). It
is 0 for equal rows and infinite where x shows what x' never shows. The ratio is exact; ln is taken for display only.

Missing mass. Below: the largest p(S)/(q(S) + b) of any event S, where q lacks b. Above: if the first row is known in
full, the ratio as listed, since what q lacks can only lower it; otherwise infinite, for the missing runs of x may
show what x' never does. It is rows that compute it (`exact/rows`), for checks and for this shelf alike.
"""

from collections.abc import Iterable, Sequence

from prhl.closeness.epsilon_delta import smallest_epsilon
from prhl.measures.bounds import Between, exactly
from prhl.measures.matrix import Matrix, Order, listed
from prhl.measures.pairs import distinct_orders
from prhl.numbers import Exact


def ratio(p: Sequence[Exact], q: Sequence[Exact], missing: tuple[Exact, Exact] = (0, 0)) -> Between:
    """exp(epsilon) of one ordered pair of rows."""
    found = listed(p, missing[0]).ratio(listed(q, missing[1]))
    return exactly(found.value) if found.exact else Between(found.value, found.top)


def largest_ratio(matrix: Matrix, orders: Iterable[Order]) -> tuple[Between, Order | None]:
    """exp(epsilon) over ordered pairs of inputs."""
    found = smallest_epsilon(matrix.listed, matrix.listed, distinct_orders(matrix, orders))
    return exactly(found.ratio) if found.exact else Between(found.ratio, found.most), found.pair
