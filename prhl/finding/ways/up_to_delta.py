"""up to delta: a coupling that leaves some mass over, at an epsilon and a delta.

`out := x + z` with Gaussian or truncated noise under `dp(eps, delta)`: `z{2} = z{1} + x{1} - x{2} cost eps slack
delta`. Any other way may be taken like this. What is paid for once may be all of the budget, or no epsilon; under
`dp(n*eps, n*delta)`, or where n draws of Gaussian noise share it, it may be the n-th part. In a loop it is stated where
it is paid for, and is 0 elsewhere.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.distributions import family_of
from prhl.distributions.base import Bell
from prhl.finding.sinks import mentions
from prhl.finding.task import Site, loops, sites
from prhl.finding.ways import answered, cancel, hit, joint_result, list_of_draws, same, turn
from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import FALSE, TRUE, number, quotient
from prhl.logic.linear import monomial
from prhl.logic.terms import Term
from prhl.logic.types import INT
from prhl.typed import core

OTHERS = (same.ways, cancel.ways, list_of_draws.ways, hit.ways, turn.ways, answered.ways, joint_result.ways)


def ways(place: Place) -> Iterator[Way]:
    shared = among_draws(place)
    shares = list(dict.fromkeys([*shared, *whole(place.task.claim), *parts(place.task.claim)]))
    for way in exact(place) if shares else ():
        paid = way.paid
        if not place.loops or (isinstance(place, Draw) and mentions(paid, place.node.target)):
            paid = TRUE
        for late, share in enumerate(shares):
            yield Way(f"{way.name} up to delta", way.rank + 1 + late - 2 * len(shared), way.image, paid, lossy=share)


def exact(place: Place) -> list[Way]:
    """Ways that may leave something over, each image once; none that looks at noise to decide by how much it moves."""
    found: dict[Term, Way] = {}
    for offered in OTHERS:
        for way in offered(place):
            looks = isinstance(place, Draw) and place.moves and mentions(way.paid, place.node.target)
            if way.image is not None and way.paid != FALSE and not looks:
                found.setdefault(way.image, way)
    return list(found.values())


def whole(claim: core.TypedClaim) -> list[tuple[Term, Term]]:
    """All of the budget, or all of its delta alone; nothing if there is none to spend."""
    if len(claim.spends) < 2 or claim.spends[1] == number(0) or claim.pointwise is not None:
        return []
    epsilon, delta = claim.spends
    return list(dict.fromkeys([(epsilon, delta), (number(0), delta)]))


def among_draws(place: Place) -> list[tuple[Term, Term]]:
    """The n-th part of the budget, if there are n draws that cannot do without delta: none of them may have it all."""
    if not isinstance(place, Draw) or not _spends_delta(place.node) or place.loops:
        return []
    inside = {node.site for loop in loops(place.task.left.body) for node in sites(loop.body)}
    many = [node for node in place.task.sites.values() if _spends_delta(node) and node.site not in inside]
    if len(many) < 2:
        return []
    return [_divided(epsilon, delta, number(len(many))) for epsilon, delta in whole(place.task.claim)[:1]]


def _spends_delta(node: Site) -> bool:
    """Whether no shift of it has a price in epsilon alone."""
    return isinstance(node, core.Sample) and isinstance(family_of(node.distribution), Bell)


def _divided(epsilon: Term, delta: Term, among: Term) -> tuple[Term, Term]:
    each = monomial(quotient(epsilon, among))
    return each.term if each.coefficient else number(0), monomial(quotient(delta, among)).term


def one_of_many(claim: core.TypedClaim) -> Iterator[tuple[Term, Term]]:
    """One of the n parts of an epsilon that is n times something, and all of the delta: the rest pays for others."""
    for epsilon, delta in whole(claim)[:1]:
        many = Fraction(monomial(epsilon).coefficient).numerator
        if many > 1:
            yield monomial(quotient(epsilon, number(many))).term, delta


def parts(claim: core.TypedClaim) -> Iterator[tuple[Term, Term]]:
    """The n-th part of the budget, if its delta is a multiple of n."""
    for epsilon, delta in whole(claim)[:1]:
        yield from [_divided(epsilon, delta, among) for among in _parts(delta)]


def _parts(delta: Term) -> Iterator[Term]:
    """Into how many parts it may be divided: the whole numbers that it is a multiple of."""
    found = monomial(delta)
    yield from [part for part, power in found.powers.items() if part.type == INT and power == 1]
    top = Fraction(found.coefficient).numerator
    yield from [number(top)] if top > 1 else []
