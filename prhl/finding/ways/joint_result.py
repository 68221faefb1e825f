"""joint result: what a joint block computes is equal in both runs, at the price of its channel.

`joint { ... y := ...; }` with `couple y{2} = y{1}`, for each variable of the block that is read after it, the last one
first.
"""

from collections.abc import Iterator, Sequence

from prhl.finding.sinks import read_after
from prhl.finding.ways.base import Place, Way
from prhl.logic.build import either, unequal
from prhl.logic.terms import Term, Variable, argument_terms, subterms
from prhl.typed import core


def ways(place: Place) -> Iterator[Way]:
    node = place.node
    if not isinstance(node, core.Joint):
        return
    types = place.task.left.types
    for late, name in enumerate(reversed(read_after(place.task.left, node))):
        yield Way(f"joint {name}", late, Variable(name, 1, types[name]), _read_differs(place, node))


def _read_differs(place: Place, node: core.Joint) -> Term:
    """When what the block reads differs between the runs."""
    made: set[str] = set()
    found: dict[Variable, None] = {}

    def reads(*terms: Term) -> None:
        for term in terms:
            for part in subterms(term):
                if isinstance(part, Variable) and part.name not in made and part.name not in place.task.shared:
                    found[part] = None

    def scan(statements: Sequence[core.Statement]) -> None:
        for statement in statements:
            match statement:
                case core.Assign(target, value):
                    reads(value)
                    made.add(target)
                case core.Sample(target, distribution):
                    reads(*[term for argument in distribution.arguments for term in argument_terms(argument)])
                    made.add(target)
                case core.If(condition, then, otherwise):
                    reads(condition)
                    scan(then)
                    scan(otherwise)
                case core.While(guard=guard, body=body):
                    reads(guard)
                    scan(body)
                case _:
                    pass

    scan(node.body)
    marked = place.task.marked
    return either([unequal(marked(one, 1), marked(one, 2)) for one in found])
