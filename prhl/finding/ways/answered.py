"""answered: of a few values run 2 draws the one with which it answers as run 1 did.

`card :=$ Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4})` of which 0 is the truth, 1 a lie and 2 means to draw again. What is
returned, and whether the loops around it go on, is worked out for every value; where answers are the same for equal
inputs that is the identity. `unanswered`: that no value of run 2 answers like this.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.finding.folding import folded, opposite
from prhl.finding.sinks import clear, outcome
from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import FALSE, TRUE, both, choose, either, equal, negation, number, unequal
from prhl.logic.substitution import substitute
from prhl.logic.terms import Between, Constant, Distribution, Listed, Term, Weighted
from prhl.logic.types import BOOL

FEW = 6


def ways(place: Place) -> Iterator[Way]:
    if isinstance(place, Draw) and (table := _table(place)):
        image = _image(place, table)
        if image != place.sample:
            yield Way("answered", 1, image, unequal(image, place.sample))


def unanswered(place: Draw) -> Term | None:
    """Where the table has no answer; None without a table."""
    table = _table(place)
    if not table:
        return None
    bad = [both([equal(place.sample, a), negation(either(list(row.values())))]) for a, row in table.items()]
    return folded(either(bad))


Table = dict[Term, dict[Term, Term]]
"""For each value of run 1, and each of run 2, when their answers are the same."""


def _table(place: Draw) -> Table:
    first, second = _values(place.node.distribution), _values(place.mate.distribution)
    seen = [(loop.guard, loop.guard) for loop in place.loops[-1:]] if place.mate is place.node else []
    results = outcome(place.task.left, place.node), outcome(place.task.right, place.mate)
    if results[0] is not None and results[1] is not None:
        seen.append((results[0], results[1]))
    if not first or not second or not seen or not all([clear(one) and clear(two) for one, two in seen]):
        return {}
    table: Table = {}
    for a in first:
        table[a] = {}
        for b in second:
            pairs = [(_with(place, one, a, 1), _with(place, two, b, 2)) for one, two in seen]
            same = folded(both([equal(one, two) for one, two in pairs]))
            if same != FALSE:
                table[a][b] = same
    return table


def _with(place: Draw, term: Term, value: Term, run: int) -> Term:
    own = place.own if run == 1 else place.their
    return place.task.marked(folded(substitute(term, lambda leaf: value if leaf == own else None)), run)


def _image(place: Draw, table: Table) -> Term:
    """By the value of run 1; itself where that will do, and where nothing does."""
    kept = {row.get(a, FALSE) for a, row in table.items()} - {TRUE, FALSE}
    if len(kept) == 1:  # as of inputs that are equal or not
        (alike,) = kept
        apart = opposite(alike)
        others = {a: {b: TRUE if same == apart else same for b, same in row.items()} for a, row in table.items()}
        return choose(alike, place.sample, _chain(place, others, alike))
    return _chain(place, table, FALSE)


def _chain(place: Draw, table: Table, not_here: Term) -> Term:
    image: Term = place.sample
    for a, row in reversed(table.items()):
        found: Term = a
        for b, same in reversed(row.items()):
            if b != a and same != not_here:
                found = b if same == TRUE else choose(same, b, found)
        if row.get(a, not_here) != not_here:
            found = a if row[a] == TRUE else choose(row[a], a, found)
        if found != a:
            image = choose(equal(place.sample, a), found, image)
    return image


def _values(distribution: Distribution) -> list[Term]:
    """What may be drawn, if that is a few constants; coins have ways of their own."""
    if distribution.type == BOOL:
        return []
    match distribution.arguments[0]:
        case Weighted(items):
            found = [value for value, _ in items]
        case Listed(items):
            found = list(items)
        case Between(Constant(Fraction() as low), Constant(Fraction() as high)) if high - low < FEW:
            found = [number(low + n) for n in range(int(high - low) + 1)]
        case _:
            return []
    return found if len(found) <= FEW and all([isinstance(one, Constant) for one in found]) else []
