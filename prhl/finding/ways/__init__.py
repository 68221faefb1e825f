"""The shelf of ways to couple a site: one way a file, with when it is offered, its image, and when it pays."""

from collections.abc import Callable, Iterator

from prhl.finding.task import Site, Task
from prhl.finding.ways import (
    answered,
    apart,
    at_output,
    bias,
    cancel,
    cited,
    colliding,
    demanded,
    excepted,
    hit,
    joint_result,
    list_of_draws,
    mirror,
    same,
    turn,
    up_to_delta,
)
from prhl.finding.ways.base import WRITTEN, Draw, Place, Way
from prhl.typed import core

SHELF: tuple[Callable[[Place], Iterator[Way]], ...] = (
    same.ways,
    cancel.ways,
    list_of_draws.ways,
    hit.ways,
    bias.ways,
    at_output.ways,
    turn.ways,
    mirror.ways,
    demanded.ways,
    answered.ways,
    up_to_delta.ways,
    excepted.ways,
    colliding.ways,
    cited.ways,
    joint_result.ways,
    apart.ways,
)


def ways(task: Task, node: Site, mate: Site) -> list[Way]:
    """The ways to couple a site, each once, the most promising first."""
    place = Place(task, node, mate)
    if isinstance(node, core.Sample) and isinstance(mate, core.Sample):
        place = Draw(task, node, mate)
    found: dict[object, Way] = {}
    for offered in SHELF:
        for way in offered(place):
            key = (way.image, way.claim, way.lossy, way.excepted)
            if key not in found or way.rank < found[key].rank:
                found[key] = way
    return sorted(found.values(), key=lambda way: way.rank)


__all__ = ["SHELF", "WRITTEN", "Way", "ways"]
