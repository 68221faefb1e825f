"""cited: a call rests on a claim about its program that is proved, or on equal arguments.

`y := Noisy(x)` with `couple by private`, for every claim that was proved before, and then for those that are assumed;
`couple y{2} = y{1}` costs nothing where all arguments are equal. A claim with a budget is paid each time.
"""

from collections.abc import Iterator

from prhl.finding.ways.base import Place, Way
from prhl.logic.build import FALSE, TRUE
from prhl.logic.terms import Variable
from prhl.typed import core


def ways(place: Place) -> Iterator[Way]:
    node, mate = place.node, place.mate
    if not isinstance(node, core.Call) or not isinstance(mate, core.Call):
        return
    for claim in place.task.known:
        if claim.left == node.program and claim.right == mate.program:
            paid = TRUE if claim.budget else FALSE
            yield Way(f"by {claim.name}", 1 if claim.assume else 0, paid=paid, claim=claim.name)
    if node.program == mate.program:
        yield Way("same arguments", 2, Variable(node.target, 1, place.task.left.types[node.target]))
