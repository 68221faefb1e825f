"""joint result: what a joint block computes is equal in both runs, at the price of its channel.

`joint { ... y := ...; }` with `couple y{2} = y{1}`, for each variable of the block that is read after it, the last one
first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from prhl.finding.sinks import read_after
from prhl.finding.ways.base import Place, Way
from prhl.logic.build import either, unequal
from prhl.logic.terms import Term, Variable, argument_terms, subterms
from prhl.rules.block_reads import copied
from prhl.typed import core


def ways(place: Place) -> Iterator[Way]:
    node = place.node
    if not isinstance(node, core.Joint):
        return
    types = place.task.left.types
    for late, name in enumerate(reversed(read_after(place.task.left, node))):
        result = Variable(name, 1, types[name])
        yield Way(f"joint {name}", late, result, _read_differs(place, node, replace(result, run=0)))


def _read_differs(place: Place, node: core.Joint, result: Variable) -> Term:
    """When what the block reads differs between the runs, what its result may keep from before among it."""
    found: dict[Term, None] = {}
    _, node, copies = copied(place.task.left, node)

    def reads(made: frozenset[str], *terms: Term) -> None:
        for term in terms:
            for part in subterms(term):
                if isinstance(part, Variable) and part.name not in made and part.name not in place.task.shared:
                    found[copies.get(part.name, part)] = None

    def scan(statements: Sequence[core.Statement], made: frozenset[str]) -> frozenset[str]:
        """What has surely a value of its own behind the statements."""
        for statement in statements:
            match statement:
                case core.Assign(target, value):
                    reads(made, value)
                    made |= {target}
                case core.Sample(target, distribution):
                    reads(made, *[term for argument in distribution.arguments for term in argument_terms(argument)])
                    made |= {target}
                case core.If(condition, then, otherwise):
                    reads(made, condition)
                    made = scan(then, made) & scan(otherwise, made)
                case core.While(guard=guard, body=body):
                    reads(made, guard)
                    scan(body, made)
                case _:
                    pass
        return made

    reads(scan(node.body, frozenset()), result)
    marked = place.task.marked
    return either([unequal(marked(one, 1), marked(one, 2)) for one in found])
