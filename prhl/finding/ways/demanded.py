"""demanded: the postcondition says what run 2 returns, and so what it draws.

`Wheel ~ Wheel : ... ==> res{2} = (res{1} + 1) mod n{1}` with `x{2} = (x{1} + 1) mod n{1}`, for a sample that is
returned, or is part of a sum that is: of an equation that is linear in `res{2}`.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.finding.sinks import clear, outcome
from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import TRUE
from prhl.logic.linear import NUMBERS, Form, form
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Term, Variable, conjuncts, subterms

MINUS = Fraction(-1)


def ways(place: Place) -> Iterator[Way]:
    post = place.task.claim.post
    if not isinstance(place, Draw) or post is None or place.sample.type not in NUMBERS:
        return
    first, second = outcome(place.task.left, place.node), outcome(place.task.right, place.mate)
    if first is None or second is None or not (clear(first) and clear(second)) or second.type not in NUMBERS:
        return
    returned = form(second)
    slope = returned.of(place.their)
    rest = returned - Form({place.their: slope})
    if abs(slope) != 1 or any([part == place.their for given in rest.parts for part in subterms(given)]):
        return
    for part in conjuncts(post):
        wanted = _wanted(part, second)
        if wanted is not None:
            answer = substitute(wanted, lambda leaf: place.task.marked(first, 1) if _is_result(leaf, 1) else None)
            image = (form(answer) - rest.mapped(lambda one: place.task.marked(one, 2))) * slope
            if image.term != place.sample:
                yield Way("demanded", 1, image.term, TRUE)


def _wanted(part: Term, returned: Term) -> Term | None:
    """What `res{2}` has to be."""
    if not isinstance(part, Apply) or part.operator != "eq" or part.arguments[0].type not in NUMBERS:
        return None
    difference = form(part.arguments[0]) - form(part.arguments[1])
    result = Variable("res", 2, returned.type)
    q = difference.of(result)
    rest = (difference - Form({result: q})) * (MINUS / q) if q else None
    if rest is None or any([_is_result(inner, 2) for one in rest.parts for inner in subterms(one)]):
        return None
    return rest.term


def _is_result(term: object, run: int) -> bool:
    return isinstance(term, Variable) and (term.name, term.run) == ("res", run)
