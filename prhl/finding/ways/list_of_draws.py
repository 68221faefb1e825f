"""a list of draws: what the list is added to comes out equal in both runs.

`out := q + z` with `z :=$ Each(Laplace(1/eps), n)` and `z{2} = z{1} + q{1} - q{2}`, or `out := out ++ [q[i] + z[i]]`.
"""

from collections.abc import Iterator

from prhl.couplings.each import parts
from prhl.distributions import family_of
from prhl.distributions.each import Each
from prhl.finding.counters import statements
from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import TRUE
from prhl.logic.terms import Apply, Term, Variable, subterms
from prhl.typed import core

Signed = tuple[int, Term]


def ways(place: Place) -> Iterator[Way]:
    if not isinstance(place, Draw) or place.mate is not place.node:
        return
    if not isinstance(family_of(place.node.distribution), Each):
        return
    for beside in dict.fromkeys(_beside(place)):
        image: Term = place.sample
        for run, flip in ((1, 1), (2, -1)):
            for sign, part in beside:
                operator = "vadd" if sign * flip > 0 else "vsub"
                image = Apply(operator, (image, place.task.marked(part, run)), image.type)  # type: ignore[arg-type]
        yield Way("a list of draws", 1, image, TRUE)


def _beside(place: Draw) -> Iterator[tuple[Signed, ...]]:
    """The lists that stand beside the sample in a sum, with their signs."""
    own, type_ = place.node.target, place.node.distribution.type
    for term in _terms(place):
        for sum_ in subterms(term):
            if not isinstance(sum_, Apply) or sum_.operator not in ("vadd", "vsub", "add"):
                continue
            found = parts(sum_, 1) if sum_.operator != "add" else _read(sum_)
            mine = [sign for sign, part in found if isinstance(part, Variable) and part.name == own]
            others = [(sign, part) for sign, part in found if not isinstance(part, Variable) or part.name != own]
            if mine == [1] and others and all([part.type == type_ for _, part in others]):
                yield tuple(others)


def _read(sum_: Apply) -> list[Signed]:
    """The lists whose entries at one position are added."""
    found: list[Signed] = []
    places = set()
    for part in sum_.arguments:
        match part:
            case Apply("index", (items, at)) | Apply("widen", (Apply("index", (items, at)),)):
                found.append((1, items))
                places.add(at)
            case _:
                return []
    return found if len(places) == 1 else []


def _terms(place: Draw) -> Iterator[Term]:
    for statement in statements(place.task.left.body):
        match statement:
            case core.Assign(_, value) | core.Leak(value):
                yield value
            case _:
                pass
    if place.task.left.result is not None:
        yield place.task.left.result
