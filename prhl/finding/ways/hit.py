"""hit, miss: a comparison comes out the same in both runs, and is paid for on one of its sides only.

`if (q + nu >= thr)` with `nu{2} = nu{1} + (if q{1} + nu{1} >= thr{1} then q{1} - q{2} + 1 else 0)`: where run 1 hits,
run 2 is moved so that it hits as well; where it misses, the invariants must see to it that run 2 misses. `miss` is the
other way round, and `cancel test` pays on both sides. `hit either`: of two comparisons each moves it where it succeeds,
`q + nu >= high || q + nu <= low`.
"""

from collections.abc import Iterator
from itertools import pairwise

from prhl.finding.ways.base import Draw, Meeting, Place, Way
from prhl.logic.build import both, choose, either, negation, plus
from prhl.logic.terms import Apply, Term


def ways(place: Place) -> Iterator[Way]:
    if not isinstance(place, Draw) or not place.moves:
        return
    compared = [met for met in place.meetings if met.sink.kind == "compared"]
    later = any([not met.clear for met in compared])
    tests = [met for met in compared if met.clear and (met.shift or place.centred)]
    free = place.free.term
    for met in tests:
        guard, shift = _guard(place, met), met.shift.term
        yield Way("hit", 2, plus(place.sample, choose(guard, shift, free)), guard)
        yield Way("miss", 5, plus(place.sample, choose(guard, free, shift)), negation(guard))
        yield Way("cancel test", 6 if later or place.loops else 1, place.moved(met.shift), place.pays(met.shift))
    for one, two in pairwise(tests):
        if _below(one) != _below(two):
            first, second = _guard(place, one), _guard(place, two)
            image = choose(first, one.shift.term, choose(second, two.shift.term, free))
            yield Way("hit either", 2, plus(place.sample, image), either([first, second]))


def _below(met: Meeting) -> bool:
    """Whether the test succeeds for small samples."""
    return (isinstance(met.sink.guard, Apply) and met.sink.guard.operator in ("lt", "le")) == met.upward


def _guard(place: Draw, met: Meeting) -> Term:
    """The test, with the branches around it, in run 1."""
    assert met.sink.guard is not None
    return both([*place.around(met.sink), place.task.marked(met.sink.guard, 1)])
