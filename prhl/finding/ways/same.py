"""same: run 2 draws what run 1 draws.

`z :=$ Laplace(1/eps); i :=$ ExpMech(scores, eps/2);` For most noise that is free, or paid where locations differ; it is
the first guess where nothing else uses the sample, or where one draw later can make up for all that differs. `same
noise`: each run draws the same distance from its centre.
"""

from collections.abc import Iterator

from prhl.distributions import family_of
from prhl.distributions.each import Each
from prhl.finding.task import loops
from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.linear import Form
from prhl.logic.terms import Distribution
from prhl.logic.types import INT, REAL


def ways(place: Place) -> Iterator[Way]:
    if not isinstance(place, Draw):
        return
    if not place.moves:
        numeric = isinstance(place.node.distribution.arguments[0], Distribution) or not place.sinks
        scored = place.sample.type in (INT, REAL) and not place.meetings
        listed = isinstance(family_of(place.node.distribution), Each)
        yield Way("same", 0 if (numeric and not listed) or scored else 2, place.sample, place.differs)
        return
    if place.free:
        yield Way("same noise", 3, place.moved(place.free))
    later = any([not met.clear for met in place.meetings])
    once = not any(True for _ in loops(place.task.left.body))  # then what it is compared with can make up for it
    rank = 0 if place.centred else 3 if not later else 1 if once else 2
    yield Way("same", rank, place.sample, place.pays(Form({})))
