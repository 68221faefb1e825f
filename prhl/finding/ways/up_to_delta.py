"""up to delta: a sum comes out equal in both runs, at the claim's epsilon and delta.

`out := x + z` with Gaussian or truncated noise under `dp(eps, delta)`: `z{2} = z{1} + x{1} - x{2} cost eps slack
delta`. Outside of loops only, since the delta is spent at once.
"""

from collections.abc import Iterator

from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import TRUE, number


def ways(place: Place) -> Iterator[Way]:
    claim = place.task.claim
    if not isinstance(place, Draw) or place.loops or claim.post is not None:
        return
    if len(claim.spends) < 2 or claim.spends[1] == number(0):
        return
    for met in place.meetings:
        if met.sink.kind == "sum" and met.clear:
            yield Way("cancel up to delta", 2, place.moved(met.shift), TRUE, lossy=True)
