"""at the output: of many draws the one at the index that is looked at is moved, and the others stay.

`pointwise o` with `z{2} = z{1} + (if i{1} = o then q{1}[i{1}] - q{2}[i{1}] + 1 else 0)`, as noisy max needs it: if `o`
wins in run 1, it wins in run 2 as well. Paid once.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.finding.counters import counters
from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import choose, equal, plus
from prhl.logic.linear import form
from prhl.logic.terms import Apply, Term, Variable, subterms
from prhl.logic.types import INT


def ways(place: Place) -> Iterator[Way]:
    output = place.task.output
    if not isinstance(place, Draw) or not place.moves or output is None or output.type != INT:
        return
    marked = place.task.marked
    for met in place.meetings:
        if met.sink.kind != "sum" or not met.clear:
            continue
        for at in dict.fromkeys(_indices(place, met.sink.term)):
            chosen = equal(marked(at, 1), output)
            for bound in place.task.bounds:
                for upward in (True, False):
                    by = met.shift + form(bound) * Fraction(1 if upward else -1)
                    image = plus(place.sample, choose(chosen, by.term, place.free.term))
                    yield Way(f"at the output, {'up' if upward else 'down'}", 0 if upward else 2, image, chosen)


def _indices(place: Draw, term: Term) -> Iterator[Term]:
    """What is read at, in the sum or in the location of the noise; then the counter of the loop."""
    arguments = [one for one in place.node.distribution.arguments if isinstance(one, Term)]
    for part in [*subterms(term), *[inner for one in arguments[1:] for inner in subterms(one)]]:
        if isinstance(part, Apply) and part.operator == "index":
            yield part.arguments[1]
    for loop in place.loops[-1:]:
        for name in counters(loop):
            yield Variable(name, 0, INT)
