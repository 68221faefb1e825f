"""What it costs to move noise by a distance, and how far a budget goes."""

from dataclasses import replace
from fractions import Fraction
from math import isqrt

from prhl.couplings import Draw as CoupledDraw
from prhl.couplings import Unpriced, alignment_of
from prhl.couplings.concentrated import price as divergence
from prhl.finding.task import Task
from prhl.finding.ways.base import location
from prhl.logic.build import number, plus
from prhl.logic.linear import form, monomial, ratio
from prhl.logic.terms import Apply, Distribution, Term, Variable, subterms
from prhl.logic.types import REAL

DISTANCE = Variable("distance#", 0, REAL)


def distance_price(task: Task, distribution: Distribution) -> Term | None:
    """What it costs to move noise by a distance, over the distribution as it is written; None if that has no price."""
    sample = Variable("sample#", 0, distribution.type)
    centre = location(distribution)
    other, image = distribution, plus(sample, DISTANCE)
    if centre is not None:
        other, image = _moved(distribution, centre), sample
    draw = CoupledDraw(distribution, other, sample, image, lambda name, type_: Variable(f"{name}#", 0, type_))
    try:
        currency = task.claim.notion.currency(task.claim.budget)
        if currency is not None:
            price = divergence(draw, currency).charge
        elif (alignment := alignment_of(distribution)) is not None:
            price = alignment.align(draw).charge
        else:
            return None
    except (Unpriced, AssertionError):
        return None
    if price is None:
        return None
    known = {part.name for part in subterms(price) if isinstance(part, Variable)} - {DISTANCE.name}
    return None if any([name.endswith("#") for name in known]) else price


def _moved(distribution: Distribution, centre: Term) -> Distribution:
    """The distribution with another centre."""
    arguments = []
    for given in distribution.arguments:
        if isinstance(given, Distribution):
            given = _moved(given, centre)
        elif given == centre:
            given = plus(centre, DISTANCE)
        arguments.append(given)
    return replace(distribution, arguments=tuple(arguments))


def at_distance(price: Term, distance: Term) -> Term:
    """The price at a distance that is not negative, with its numbers folded."""

    def put(term: Term) -> Term:
        match term:
            case Apply("abs", (inner,)) if _is_distance(inner):
                return distance
            case Apply(operator, arguments, type_):
                return Apply(operator, tuple([put(one) for one in arguments]), type_)
            case _:
                return distance if term == DISTANCE else term

    return monomial(put(price)).term


def _is_distance(term: Term) -> bool:
    parts = form(term)
    return list(parts.parts) == [DISTANCE] and not parts.constant


def reach(task: Task, distribution: Distribution) -> Term | None:
    """How far the whole budget moves the noise, if that is a number, or a multiple of a name: 2 for `Laplace(2/eps)`
    and eps, m for `Laplace(m/eps)`."""
    price = distance_price(task, distribution)
    if price is None or not task.claim.spends:
        return None
    one, two = [at_distance(price, number(distance)) for distance in (1, 2)]
    times_ = monomial(Apply("div", (task.claim.spends[0], one), REAL)) if monomial(one).coefficient else None
    if times_ is None or times_.coefficient <= 0:
        return None
    if ratio(two, one) == 4:  # the square of the distance is paid for
        roots = [isqrt(part) for part in (times_.coefficient.numerator, times_.coefficient.denominator)]
        root = Fraction(*roots)
        return number(root) if not times_.powers and root**2 == times_.coefficient else None
    return times_.term if ratio(two, one) == 2 and list(times_.powers.values()) in ([], [1]) else None
