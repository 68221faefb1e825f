"""colliding: a number from a range is the same in both runs, unless it is one that it is compared with.

`key :=$ Uniform(1..N)` that is asked for as `key = guess`: `key{2} = key{1} cost 0 except key{1} = guess{1} slack 1/N`.
One that is sought among those before it, as in `count(seen, x) > 0`: `except exists j. 0 <= j && j < size(seen{1}) &&
x{1} = seen{1}[j] slack size(seen{1})/N`. What run 2 asks, of the state before it, is excepted, too, where it is another
thing.
"""

from collections.abc import Iterator

from prhl.couplings import stretch_of
from prhl.finding.sinks import mentions
from prhl.finding.task import fresh, terms
from prhl.finding.ways.base import Draw, Place, Way
from prhl.finding.ways.up_to_delta import whole
from prhl.logic.build import TRUE, at_most, both, either, equal, index, less, number, quotient, size, total
from prhl.logic.linear import form
from prhl.logic.terms import Apply, Logical, Quantified, Term, Variable, subterms
from prhl.logic.types import INT

FEW = 3  # things that a number is compared with


def ways(place: Place) -> Iterator[Way]:
    if not isinstance(place, Draw) or not whole(place.task.claim) or place.sample.type != INT:
        return
    stretch = stretch_of(place.node.distribution)
    if stretch is None:
        return
    asked = [list(dict.fromkeys(_asked(place, run)))[:FEW] for run in (1, 2)]
    every = list(dict.fromkeys([*asked[0], *asked[1]]))
    choices = [every, asked[0], asked[1], *[[one] for one in every]]
    for late, chosen in enumerate([list(one) for one in dict.fromkeys([tuple(one) for one in choices if one])]):
        among = form(place.task.marked(stretch.size, 1)).term
        many = quotient(form(total([values for _, values in chosen])).term, among)
        bad = either([event for event, _ in chosen])
        yield Way("same unless it collides", 1 + late, place.sample, TRUE, lossy=(number(0), many), excepted=bad)


def _asked(place: Draw, run: int) -> Iterator[tuple[Term, Term]]:
    """What the program of a run compares the sample with: the event that it meets that, and how many values it has."""
    program, drawn = (place.task.left, place.own) if run == 1 else (place.task.right, place.their)
    shown = [] if program.result is None else [program.result]
    for term in [part for given in (*terms(program.body), *shown) for part in subterms(given)]:
        match term:
            case Apply("eq", (Variable(name), other)) | Apply("eq", (other, Variable(name))) if name == drawn.name:
                if not mentions(other, drawn.name) and other.type == INT:
                    yield equal(place.sample, place.task.marked(other, run)), number(1)
            case Apply("count", (items, Variable(name))) if name == drawn.name and not mentions(items, drawn.name):
                before = place.task.marked(items, run)
                yield _among(place, before), size(before)


def _among(place: Draw, items: Term) -> Term:
    j = Logical(fresh(place.task.taken, "j", "m"), INT)
    parts = at_most(number(0), j), less(j, size(items)), equal(place.sample, index(items, j))
    return Quantified("exists", (j,), both(list(parts)))
