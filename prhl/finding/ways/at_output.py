"""at the output: of many draws the one at index `o` of `pointwise o` is moved, and the others stay.

`pointwise o` with `z{2} = z{1} + (if i{1} = o then q{1}[i{1}] - q{2}[i{1}] + 1 else 0)`, as noisy max needs it: if `o`
wins in run 1, it wins in run 2 as well. Paid once.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.finding.counters import counters, statements
from prhl.finding.sinks import mentions
from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import choose, equal, number, plus
from prhl.logic.constants import constant
from prhl.logic.linear import form
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Term, Variable, subterms
from prhl.logic.types import INT
from prhl.rules.loop import assigned
from prhl.typed import core


def ways(place: Place) -> Iterator[Way]:
    if not isinstance(place, Draw) or not place.moves:
        return
    for output, shown in place.task.outputs:
        yield from _constants(place, output)
        yield from _indexed(place, output, shown)
        yield from _measured(place, output, shown)


def _indexed(place: Draw, output: Term, shown: Term) -> Iterator[Way]:
    """The draw that belongs to the index; of several outputs that which is computed in the same loop comes first."""
    marked = place.task.marked
    here = any([mentions(shown, name) for loop in place.loops[-1:] for name in assigned(loop.body)])
    late = 0 if here or len(place.task.outputs) == 1 else 3
    for met in place.meetings:
        if met.sink.kind != "sum" or not met.clear:
            continue
        for at in dict.fromkeys(_indices(place, met.sink.term)):
            chosen = equal(marked(at, 1), output)
            for bound in place.task.bounds:
                for upward in (True, False):
                    by = met.shift + form(bound) * Fraction(1 if upward else -1)
                    image = plus(place.sample, choose(chosen, by.term, place.free.term))
                    rank = late + (0 if upward else 2)
                    yield Way(f"at the output, {'up' if upward else 'down'}", rank, image, chosen)


def _measured(place: Draw, output: Term, shown: Term) -> Iterator[Way]:
    """Behind the loops: what is read at the output is shown with noise, and cancels where that is what came out."""
    for met in place.meetings if not place.loops else ():
        if met.sink.kind == "sum" and met.clear and met.shift and shown in _indices(place, met.sink.term):
            chosen = equal(place.task.marked(shown, 1), output)
            by = met.shift.mapped(lambda part: _put(part, place.task.marked(shown, 2), output))
            by = by.mapped(lambda part: _put(part, place.task.marked(shown, 1), output))
            yield Way("what came out", 0, plus(place.sample, choose(chosen, by.term, place.free.term)), chosen)


def _put(term: Term, old: Term, new: Term) -> Term:
    return substitute(term, lambda leaf: new if leaf == old else None)


def _indices(place: Draw, term: Term) -> Iterator[Term]:
    """What is read at, in the sum or in the location of the noise; then the counter of the loop."""
    arguments = [one for one in place.node.distribution.arguments if isinstance(one, Term)]
    for part in [*subterms(term), *[inner for one in arguments[1:] for inner in subterms(one)]]:
        if isinstance(part, Apply) and part.operator == "index":
            yield part.arguments[1]
    for loop in place.loops[-1:]:
        for name in counters(loop):
            yield Variable(name, 0, INT)


def _constants(place: Draw, output: Term) -> Iterator[Way]:
    """Without a loop: the draw belongs to one of the numbers that may be returned, perhaps that of its own rank."""
    if place.loops:
        return
    draws = [node.site for node in place.task.sites.values()]
    for late, value in enumerate(_returned(place.task.left)):
        chosen = equal(output, number(value))
        for met in place.meetings:
            if met.sink.kind == "compared":
                for bound in place.task.bounds:
                    for upward in (True, False):
                        by = met.own + form(bound) * Fraction(1 if upward else -1)
                        image = plus(place.sample, choose(chosen, by.term, place.free.term))
                        rank = abs(late - draws.index(place.node.site)) + (0 if upward else 4)
                        yield Way(f"at output {value}, {'up' if upward else 'down'}", rank, image, chosen)


def _returned(program: core.TypedProgram) -> list[int]:
    """The integers that are assigned to what is returned."""
    result, found = program.result, []
    for statement in statements(program.body):
        match statement:
            case core.Assign(target, value) if result is not None and mentions(result, target) and value.type == INT:
                given = constant(value)
                found += [int(given)] if isinstance(given, Fraction) else []
            case _:
                pass
    return sorted(set(found))
