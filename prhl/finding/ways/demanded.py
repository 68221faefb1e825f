"""demanded: the postcondition says what run 2 returns, and so what it draws.

`Wheel ~ Wheel : ... ==> res{2} = (res{1} + 1) mod n{1}` with `x{2} = (x{1} + 1) mod n{1}`, for a sample that is
returned, or is part of a sum that is: of an equation that is linear in it. Of one modulo q, `(res{1} + m{1}) mod q =
(res{2} + m{2}) mod q`, with `x{2} = (x{1} + m{1} - m{2}) mod q`.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from prhl.finding.folding import folded
from prhl.finding.sinks import clear, outcome
from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import TRUE
from prhl.logic.linear import NUMBERS, Form, form
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Term, Variable, conjuncts, subterms
from prhl.logic.types import INT

MINUS = Fraction(-1)


def ways(place: Place) -> Iterator[Way]:
    post = place.task.claim.post
    if not isinstance(place, Draw) or post is None or place.sample.type not in NUMBERS:
        return
    marked = place.task.marked
    returned = [outcome(place.task.left, place.node), outcome(place.task.right, place.mate)]
    results = {("res", run): marked(term, run) for run, term in enumerate(returned, 1) if term is not None}
    drawn = replace(place.their, run=2)
    for part in conjuncts(post):
        equation = folded(substitute(part, lambda leaf: results.get((leaf.name, getattr(leaf, "run", 0)))))
        image = _solved(equation, drawn)
        if image is not None and image != place.sample:
            yield Way("demanded", 1, image, TRUE)


def _solved(equation: Term, drawn: Variable) -> Term | None:
    """What is drawn, if the equation is linear in it, perhaps modulo a number."""
    modulus = None
    match equation:
        case Apply("eq", (Apply("emod", (left, one)), Apply("emod", (right, other)))) if one == other:
            modulus = one
        case Apply("eq", (left, right)) if left.type in NUMBERS:
            pass
        case _:
            return None
    difference = form(left) - form(right)
    slope = difference.of(drawn)
    rest = (difference - Form({drawn: slope})) * (MINUS / slope) if slope else None
    if rest is None or (modulus is not None and abs(slope) != 1):
        return None
    image = rest.term if modulus is None else Apply("emod", (rest.term, modulus), INT)
    return image if clear(image) and drawn not in subterms(image) else None
