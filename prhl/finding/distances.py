"""What it costs to move noise by a distance, and how far a budget goes."""

from dataclasses import replace
from fractions import Fraction
from math import isqrt

from prhl.couplings import Draw as CoupledDraw
from prhl.couplings import Unpriced, alignment_of
from prhl.couplings.concentrated import price as divergence
from prhl.distributions import family_of
from prhl.distributions.base import Listing
from prhl.distributions.each import Each, drawn
from prhl.finding.task import Task
from prhl.finding.ways.base import location
from prhl.logic.build import TRUE, number, plus
from prhl.logic.linear import form, monomial, ratio
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Distribution, Term, Variable, subterms
from prhl.logic.types import BOOL, REAL

DISTANCE = Variable("distance#", 0, REAL)


def distance_price(task: Task, distribution: Distribution) -> Term | None:
    """What it costs to move noise by a distance, over the distribution as it is written; None if that has no price."""
    price = _charge(task, distribution)
    return None if price is None or _made(price) else price


def prices_apart(task: Task, distribution: Distribution) -> list[Term]:
    """What it costs where a price is that of the largest difference of some numbers, in place of which there is the
    distance: in each of its cases, the dearest last."""
    price = _charge(task, distribution)
    if price is None or len(_made(price)) != 1:
        return []
    put = substitute(price, lambda leaf: DISTANCE if isinstance(leaf, Variable) and leaf.name in _made(price) else None)
    if isinstance(put, Apply) and put.operator == "ite":
        return [*put.arguments[1::2], put.arguments[-1]]
    return [put]


def _made(price: Term) -> set[str]:
    """Names that a price speaks of beside those of the program."""
    known = {part.name for part in subterms(price) if isinstance(part, Variable)} - {DISTANCE.name}
    return {name for name in known if name.endswith("#")}


def _charge(task: Task, distribution: Distribution) -> Term | None:
    """The price of a draw whose image, or whose centre, is moved by a distance."""
    if isinstance(family_of(distribution), Each):  # by the distance of a list, as one of the draws by that distance
        distribution = drawn(distribution.arguments)
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
    return price


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


def turned_price(distribution: Distribution) -> Term | None:
    """What it costs to turn over a truth value that is true with probability exp(t)/(1 + exp(t)), or with
    1/(1 + exp(t)): t, which is taken to be positive. None if the odds are other than that."""
    family = family_of(distribution)
    if distribution.type != BOOL or not isinstance(family, Listing):
        return None
    match family.mass_term(distribution.arguments, TRUE, lambda _: None):
        case Apply("div", (above, below)):
            odds = monomial(Apply("div", (above, (form(below) - form(above)).term), REAL))
        case _:
            return None
    match list(odds.powers.items()):
        case [(Apply("exp", (exponent,)), 1 | -1)] if odds.coefficient == 1:
            power = monomial(exponent)
            return replace(power, coefficient=abs(power.coefficient)).term
        case _:
            return None


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
