"""hit, miss: a comparison comes out the same in both runs, and is paid for on one of its sides only.

`if (q + nu >= thr)` with `nu{2} = nu{1} + (if q{1} + nu{1} >= thr{1} then q{1} - q{2} + 1 else 0)`: where run 1 hits,
run 2 is moved so that it hits as well; where it misses, the invariants must see to it that run 2 misses. `miss` is the
other way round, and `cancel test` pays on both sides.
"""

from collections.abc import Iterator

from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import both, choose, negation, plus


def ways(place: Place) -> Iterator[Way]:
    if not isinstance(place, Draw) or not place.moves:
        return
    marked = place.task.marked
    later = any([met.sink.kind == "compared" and not met.clear for met in place.meetings])
    for met in place.meetings:
        if met.sink.kind != "compared" or not met.clear or not (met.shift or place.centred):
            continue
        assert met.sink.guard is not None
        guard = both([*place.around(met.sink), marked(met.sink.guard, 1)])
        shift, free = met.shift.term, place.free.term
        yield Way("hit", 2, plus(place.sample, choose(guard, shift, free)), guard)
        yield Way("miss", 5, plus(place.sample, choose(guard, free, shift)), negation(guard))
        yield Way("cancel test", 6 if later or place.loops else 1, place.moved(met.shift), place.pays(met.shift))
