"""excepted: up to bad, an event of the sample for which delta pays and after which nothing has to hold.

A catastrophe, `bad :=$ Flip(p)` with `bad{2} = bad{1} cost 0 except bad{1} slack p`; an answer that is given where
noise is large, `z{2} = z{1} + s{1} - s{2} cost eps except answer{1} != answer{2} && s{1} + z{1} > t slack delta`; a
value of run 1 with which run 2 never answers. The events are those that the program asks of the sample, up to the
bound of the relation, alone or where another input differs. In a loop that is in the round of the position at which the
inputs differ, `except bad{1} && i{1} = k slack (if i{1} = k then p else 0)`, or in every round at a part of the delta.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.finding.counters import counters
from prhl.finding.sinks import Sink, clear, mentions
from prhl.finding.ways.answered import unanswered
from prhl.finding.ways.base import Draw, Place, Way
from prhl.finding.ways.up_to_delta import exact, one_of_many, parts, whole
from prhl.logic.build import FALSE, TRUE, both, equal, iff, negation, unequal
from prhl.logic.linear import Form, form
from prhl.logic.terms import Apply, Term, Variable, variables
from prhl.logic.types import BOOL, INT, Scalar

OPPOSITE = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}


def ways(place: Place) -> Iterator[Way]:
    if not isinstance(place, Draw) or not whole(place.task.claim):
        return
    images: list[tuple[str, int, Term | None]] = [("same", 0, place.sample)] if place.sample.type == BOOL else []
    images += [(way.name, way.rank, way.image) for way in exact(place)]
    rounds = list(_rounds(place))
    for late, event in enumerate(dict.fromkeys(_events(place))):
        for name, rank, image in images[:2] if event != unanswered(place) else images:
            for later, (paid, share) in enumerate(rounds):
                bad = event if paid == TRUE else both([event, paid])
                yield Way(f"{name} except", rank + 2 + late // 2 + later, image, paid, lossy=share, excepted=bad)


def _rounds(place: Draw) -> Iterator[tuple[Term, tuple[Term, Term]]]:
    """When it is paid for, and what a payment may be."""
    claim = place.task.claim
    if not place.loops:
        several = one_of_many(claim) if len(place.task.sites) > 1 else ()
        yield from [(TRUE, share) for share in dict.fromkeys([*several, *whole(claim)])]
        return
    counted = [name for loop in place.loops for name in counters(loop)]
    for at in place.task.positions:
        there = [equal(Variable(name, 1, INT), at) for name in counted[-1:]]
        yield from [(one, share) for one in there for share in whole(claim)]
    yield from [(TRUE, share) for share in parts(claim)]


def _events(place: Draw) -> Iterator[Term]:
    if (none := unanswered(place)) not in (None, FALSE):
        assert none is not None
        yield none
    if place.sample.type == BOOL:
        yield place.sample
        yield negation(place.sample)
        return
    asked = [one for one, _ in place.sinks if one.kind == "compared" and one.guard is not None and clear(one.guard)]
    yield from dict.fromkeys([alone for one in asked if (alone := _of_noise(place, one)) is not None])
    for one in asked:
        assert isinstance(one.guard, Apply)
        for event in (one.guard, Apply(OPPOSITE[one.guard.operator], one.guard.arguments, BOOL)):  # type: ignore[arg-type]
            for wide in (_wider(place, event), event):
                yield place.task.marked(wide, 1)
                yield from [both([apart, place.task.marked(wide, 1)]) for apart in _apart(place, one, event)]


def _of_noise(place: Draw, asked: Sink) -> Term | None:
    """What is asked of a sum with the noise, asked of the noise alone: `y > t` for `far(d) + y > t`, where the secret
    is at the end of its range and the answer would be another one nearby."""
    assert isinstance(asked.guard, Apply)
    sum_ = form(asked.term)
    steady = sum_.where(lambda part: all([name in place.task.shared for name, _ in variables(part)]))
    secret = sum_ - steady - Form({place.own: sum_.of(place.own)}, sum_.constant)
    if not secret.parts or not place.moves or sum_.of(place.own) != 1:
        return None
    beyond = (steady + Form({}, sum_.constant)) * Fraction(-1)
    return Apply(asked.guard.operator, (place.sample, beyond.term), BOOL)


def _wider(place: Draw, event: Apply) -> Term:
    """The event, and what a bound of the relation is away from it."""
    left, right = event.arguments
    sign = Fraction(-1 if event.operator in ("gt", "ge") else 1)
    return Apply(event.operator, (left, (form(right) + form(place.task.bounds[0]) * sign).term), BOOL)


def _apart(place: Draw, asked: Sink, event: Term) -> Iterator[Term]:
    """That the runs would not both come to ask this; that a private input differs which the event does not speak of."""
    if asked.path and all([clear(one) for one in asked.path]):
        first, second = [both([place.task.marked(one, run) for one in asked.path]) for run in (1, 2)]
        yield from [negation(iff(first, second))] if first != second else []
    for given in place.task.left.parameters:
        if given.private and isinstance(given.type, Scalar) and not mentions(event, given.name):
            yield unequal(Variable(given.name, 1, given.type), Variable(given.name, 2, given.type))
