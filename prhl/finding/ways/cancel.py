"""cancel: a sum that the sample is part of comes out equal in both runs.

`out := x + z` with `z{2} = z{1} + x{1} - x{2}`. Paid where the shift is not the free one. Where the sample is part of
different sums on the two sides of a branch that does not depend on it, each side cancels its own. One-sided noise of
which other noise is taken away later, `out := x + u - v`, moves to the right, where that is the way: the other one then
cancels what is left. Or what is made of earlier noise is equal, and only the rest is cancelled.
"""

from collections.abc import Iterator

from prhl.distributions import family_of
from prhl.distributions.base import Falling
from prhl.finding.sinks import Path, mentions
from prhl.finding.ways.base import Draw, Meeting, Place, Way
from prhl.logic.build import TRUE, at_most, both, choose, index, less, negation, number, plus, size
from prhl.logic.linear import NUMBERS, form
from prhl.logic.terms import Apply, Variable
from prhl.logic.types import List
from prhl.typed import core


def ways(place: Place) -> Iterator[Way]:
    if not isinstance(place, Draw) or place.sample.type not in NUMBERS:
        return
    sums = [met for met in place.meetings if met.sink.kind == "sum"]
    if not place.moves:
        for met in sums:
            if met.clear and met.shift:
                yield Way("cancel", 1, place.moved(met.shift), place.pays(met.shift))
        return
    yield from _by_branch(place, sums)
    yield from _ahead(place, sums)
    yield from _to_the_right(place, sums)
    yield from _beside_noise(place, sums)
    for met in sums:
        if not met.clear:
            yield Way("cancel", 4, place.moved(met.shift), place.pays(met.shift))
        elif met.shift or place.centred or place.task.output is not None:
            compared = any([one.sink.kind == "compared" and one.clear for one in place.meetings])
            late = place.loops and (compared or place.task.output is not None)
            rare = place.task.positions and place.task.output is None  # few rounds pay for it
            rank = 1 if not late else 2 if rare else 4
            yield Way("cancel", rank, place.moved(met.shift), place.pays(met.shift))


def _ahead(place: Draw, sums: list[Meeting]) -> Iterator[Way]:
    """What is added later, in a loop: the entries that differ."""
    if all([met.clear for met in sums]):
        return
    for given in place.task.lists:
        if not isinstance(given.type, List) or given.type.item not in NUMBERS:
            continue
        one, two = Variable(given.name, 1, given.type), Variable(given.name, 2, given.type)
        for at in place.task.positions:
            entry = form(plus(index(one, at), index(two, at), -1))
            there = both([at_most(number(0), at), less(at, size(one))])
            image = plus(place.sample, choose(there, entry.term, number(0)))
            yield Way("cancel ahead", 3, image, both([there, place.pays(entry)]))


def _to_the_right(place: Draw, sums: list[Meeting]) -> Iterator[Way]:
    family = family_of(place.node.distribution)
    if not isinstance(family, Falling) or family.two_sided:
        return
    for met in sums:
        if not met.clear and met.shift:
            shift = Apply("max", (number(0), met.shift.term), met.shift.term.type)
            yield Way("cancel to the right", 1, plus(place.sample, shift), less(number(0), met.shift.term))


def _beside_noise(place: Draw, sums: list[Meeting]) -> Iterator[Way]:
    """What is made of noise that was drawn before is taken to be equal: `q + b - (s + a)^2`."""
    drawn = [
        node.target for node in place.task.sites.values() if isinstance(node, core.Sample) and node is not place.node
    ]
    for met in sums:
        rest = met.shift.where(lambda part: not any([mentions(part, name) for name in drawn]))
        if met.clear and rest.parts and rest != met.shift:
            yield Way("cancel beside noise", 2, place.moved(rest), place.pays(rest))


def _by_branch(place: Draw, sums: list[Meeting]) -> Iterator[Way]:
    """Two sums under a condition and its negation."""
    by_path: dict[Path, Meeting] = {}
    for met in sums:
        if met.clear and len(met.sink.path) == 1:
            by_path.setdefault(met.sink.path, met)
    for path, met in by_path.items():
        other = by_path.get((negation(path[0]),))
        if other is not None and other.shift != met.shift:
            condition = place.task.marked(path[0], 1)
            image = plus(place.sample, choose(condition, met.shift.term, other.shift.term))
            paid = [place.pays(one.shift) for one in (met, other)]
            yield Way("cancel by branch", 0, image, TRUE if TRUE in paid else choose(condition, *paid))
