"""cited: a call rests on a claim about its program that is proved, or on equal arguments.

`y := Noisy(x)` with `couple by private`, for every claim that was proved before, and then for those that are assumed;
of calls of two programs, a quadruple about these, and in the other direction if it has no `within`;
`couple y{2} = y{1}` costs nothing where all arguments are equal. A claim with a budget is paid each time; or, where
that is too much, only where the arguments differ: `Respond(x[i])` for one person of many.
"""

from collections.abc import Iterator

from prhl.finding.ways.base import Place, Way
from prhl.logic.build import FALSE, TRUE, either, unequal
from prhl.logic.terms import Term, Variable
from prhl.typed import core


def ways(place: Place) -> Iterator[Way]:
    node, mate = place.node, place.mate
    if not isinstance(node, core.Call) or not isinstance(mate, core.Call):
        return
    for claim in place.task.known:
        pairs = [(claim.left, claim.right), *([(claim.right, claim.left)] if claim.post and not claim.budget else [])]
        if (node.program, mate.program) in pairs:
            paid, spared = (TRUE, _differ(place, node, mate)) if claim.budget else (FALSE, FALSE)
            yield Way(f"by {claim.name}", 1 if claim.assume else 0, paid=paid, claim=claim.name, spared=spared)
    if node.program == mate.program:
        yield Way("same arguments", 2, Variable(node.target, 1, place.task.left.types[node.target]))


def _differ(place: Place, node: core.Call, mate: core.Call) -> Term:
    """That some argument differs."""
    if node.program != mate.program:
        return TRUE
    marked = place.task.marked
    pairs = [(marked(one, 1), marked(two, 2)) for one, two in zip(node.arguments, mate.arguments, strict=True)]
    return either([unequal(one, two) for one, two in pairs if one != two])
