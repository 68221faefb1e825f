"""afforded: no more than the budget pays for.

Of draws behind the loop, how far they are moved, one by one and together: `|a{1} - a{2}| + |b{1} - b{2}| <= 1` before
two draws from `Laplace(1/eps)` and a budget of eps. Of draws in it, how often they are paid for.
"""

from collections.abc import Iterator

from prhl.finding.atoms.base import Atom, Head
from prhl.finding.distances import at_distance, distance_price, reach
from prhl.logic.build import absolute, at_most, number, total
from prhl.logic.linear import monomial
from prhl.logic.terms import Apply, Constant, Term, Variable
from prhl.logic.types import INT, REAL
from prhl.typed import core


def atoms(head: Head) -> Iterator[Atom]:
    moved = [(shift, most) for node, shift in head.later if (most := reach(head.task, node.distribution)) is not None]
    if len(moved) > 1:
        shares = [monomial(Apply("div", (absolute(shift), most), REAL)).term for shift, most in moved]
        yield Atom(at_most(total(shares), number(1)), "afforded")
    yield from [Atom(at_most(absolute(shift), most), "afforded") for shift, most in moved]
    for ghost in head.ghosts:
        for most in dict.fromkeys(_payments(head, ghost)):
            yield Atom(at_most(Variable(ghost, 1, INT), most), "afforded", ghost, most)


def _payments(head: Head, ghost: str) -> Iterator[Term]:
    """How often the budget pays for noise that is moved as far as the inputs are apart."""
    site = ghost.removeprefix("#")
    node = head.task.sites.get(int(site)) if site.isdigit() else None
    price = distance_price(head.task, node.distribution) if isinstance(node, core.Sample) else None
    for bound in head.task.bounds if price is not None and head.task.claim.spends else ():
        assert price is not None
        unit = at_distance(price, bound)
        if not monomial(unit).coefficient:
            continue
        often = monomial(Apply("div", (head.task.claim.spends[0], unit), REAL)).term
        if often.type == INT and isinstance(often, Constant | Variable):
            yield often
