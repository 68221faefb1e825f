"""Which inputs of an instance are related: made from the relation where it is a ready-made one, else tried."""

from collections.abc import Iterable, Iterator

from prhl.exact.instance_channel import Channel
from prhl.logic.terms import Apply, Logical, Quantified, Related, Term, free_names, subterms, variables
from prhl.semantics.evaluate import Fault, Undecidable, Value, evaluate
from prhl.semantics.instances import Instance
from prhl.semantics.limits import Exploded, Limits
from prhl.semantics.neighbours import neighbours
from prhl.source import Span

RELATING, QUANTIFIED = 5, 50  # steps for trying a relation on two inputs; one with a quantifier
MOST_PAIRS = 2_000_000  # of related inputs
SMALLER = "take a smaller instance"


def related_pairs(relation: Term, names: tuple[Logical, ...], channel: Channel) -> list[tuple[int, int]]:
    """The pairs of left and right inputs that the relation holds of, in order; Exploded if there are too many.

    A ready-made relation makes its pairs (`neighbours`), alone or as one of several conditions; other formulas are
    tried on all pairs.
    """
    instance = channel.instance
    made = _made(relation, instance)
    if relating(relation, names, channel) > Limits().steps:
        count = len(instance.left) * len(instance.right)
        raise Exploded(f"the relation would be tried on {count:,} pairs of inputs", SMALLER, relation.span)
    if made is not None and _alone(made[0], relation, names):
        return _counted(made[1], relation.span)
    whole = Quantified("exists", names, relation, relation.span) if names else relation
    bare = {name for name, run in variables(whole) if run == 0} - instance.public.keys()
    shared = {(name, 0): value for name, value in instance.public.items()}
    lefts, rights = [
        [{(name, run): value for name, value in row.items()} for row in rows]
        for run, rows in ((1, instance.left), (2, instance.right))
    ]
    every = range(len(rights))
    candidates: Iterable[Iterable[int]] = made[1] if made is not None else (every for _ in lefts)
    pairs = []
    for i, (first, others) in enumerate(zip(lefts, candidates, strict=True)):
        for j in others:
            memory = both_runs(shared | first | rights[j], bare)
            if memory is not None and evaluate(whole, memory):
                pairs.append((i, j))
    return pairs


def relating(relation: Term, names: tuple[Logical, ...], channel: Channel) -> int:
    """Steps that it takes to find the related pairs of inputs."""
    instance = channel.instance
    made = _made(relation, instance)
    inputs = RELATING * (len(instance.left) + len(instance.right))
    if made is not None and _alone(made[0], relation, names):
        return inputs
    quantified = bool(names) or any([isinstance(term, Quantified) for term in subterms(relation)])
    tried = len(instance.left) * len(instance.right) if made is None else sum([len(others) for others in made[1]])
    return inputs + (QUANTIFIED if quantified else RELATING) * tried


def _alone(made: Related, relation: Term, names: tuple[Logical, ...]) -> bool:
    """Whether the relation is nothing but a ready-made one: the position that it names is one of those it has."""
    return made is relation and (not names or names == (made.at,))


def _made(relation: Term, instance: Instance) -> tuple[Related, Iterator[list[int]]] | None:
    """The first condition that makes its pairs, and for each left input the right ones that it relates to it."""
    conditions = relation.arguments if isinstance(relation, Apply) and relation.operator == "and" else (relation,)
    for one in conditions:
        if not isinstance(one, Related):
            continue
        try:
            bound = None if one.bound is None else _public(one.bound, instance)
        except (Fault, Undecidable):
            continue
        sides = [
            [None if side is None else row[side.name] for row in rows]
            for side, rows in ((one.left, instance.left), (one.right, instance.right))
        ]
        found = neighbours(one, bound, sides[0], sides[1])
        if found is not None:
            return one, found
    return None


def _public(bound: Term, instance: Instance) -> Value:
    """The bound, if it is one for all pairs."""
    shared = all([run == 0 and name in instance.public for name, run in variables(bound)])
    if not shared or free_names(bound):  # a name that the claim binds has a value for each pair
        raise Undecidable("a bound that depends on the inputs", bound.span)
    return evaluate(bound, {(name, 0): value for name, value in instance.public.items()})


def _counted(made: Iterator[list[int]], span: Span) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for i, others in enumerate(made):
        pairs += [(i, j) for j in others]
        if len(pairs) > MOST_PAIRS:
            raise Exploded(f"more than {MOST_PAIRS:,} pairs of inputs are related", SMALLER, span)
    return pairs


def both_runs(memory: dict[tuple[str, int], Value], bare: set[str]) -> dict[tuple[str, int], Value] | None:
    """With what names without a run stand for: the value in both runs, or in the one that has it. None if there are
    two: then nothing is said of these inputs."""
    for name in bare:
        values = [memory[name, run] for run in (1, 2) if (name, run) in memory]
        if values[0] != values[-1]:
            return None
        memory[name, 0] = values[0]
    return memory
