"""Terms with other terms for their variables."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from prhl.logic.terms import (
    AllBits,
    Apply,
    Between,
    Distribution,
    DistributionArgument,
    Ghost,
    Listed,
    Logical,
    Quantified,
    Related,
    Set,
    Term,
    Variable,
    Weighted,
    free_names,
)

Leaf = Callable[[Variable | Logical | Ghost], Term | None]
"""What stands for a leaf; None leaves it as it is. It is not asked about names that are bound around the leaf."""


def substitute(term: Term, leaf: Leaf, bound: frozenset[str] = frozenset()) -> Term:
    """The term with its free leaves replaced at once.

    What is put in must not mention a name that is bound where it goes; terms of the proof road have no free
    logical names, so that theirs cannot be caught. A name for a term stays unless something in the term changes.
    """
    return _put(term, leaf, bound, {})


def _put(term: Term, leaf: Leaf, bound: frozenset[str], done: dict[Variable, Term]) -> Term:
    """`done`: what became of the names for terms; nothing is bound in these from outside."""
    match term:
        case Logical(name):
            return term if name in bound else leaf(term) or term
        case Variable(means=meant) if meant is not None:
            if term not in done:
                put = leaf(term) or _put(meant, leaf, frozenset(), done)
                done[term] = term if put == meant else put
            return done[term]
        case Variable() | Ghost():
            return leaf(term) or term
        case Apply("comprehension", (Logical(name) as own, items, *inside), type_, span):
            parts = [_put(items, leaf, bound, done), *[_put(part, leaf, bound | {name}, done) for part in inside]]
            return Apply("comprehension", (own, *parts), type_, span)
        case Apply(operator, arguments, type_, span):
            return Apply(operator, tuple([_put(a, leaf, bound, done) for a in arguments]), type_, span)
        case Quantified(_, names, body):
            return replace(term, body=_put(body, leaf, bound | {v.name for v in names}, done))
        case Related():
            raise AssertionError("relations are unfolded before anything is put into them")
        case _:
            return term


def put_in(term: Term, name: str, value: Term) -> Term:
    """The term with a value for a logical name that is free in it; names that are bound in it make way.

    PITFALL: the value may mention logical names itself, and what is bound in the term must not catch them.
    """
    taken = free_names(value) | {name}
    return substitute(_making_way(term, taken), lambda leaf: value if _is_logical(leaf, name) else None)


def under_another_name(term: Apply, taken: set[str]) -> Apply:
    """A comprehension with a name of its own that is not taken."""
    own, items, *inside = term.arguments
    assert isinstance(own, Logical)
    if own.name not in taken:
        return term
    other = replace(own, name=_unlike(own.name, taken | set().union(*[free_names(part) for part in inside])))
    return replace(term, arguments=(other, items, *[put_in(part, own.name, other) for part in inside]))


def _is_logical(leaf: Variable | Logical | Ghost, name: str) -> bool:
    return isinstance(leaf, Logical) and leaf.name == name


def _making_way(term: Term, taken: set[str]) -> Term:
    """The term with other names for those that are bound in it and taken outside."""
    match term:
        case Apply("comprehension", (Logical() as own, items, *inside), type_, span):
            parts = [_making_way(part, taken) for part in (items, *inside)]
            return under_another_name(Apply("comprehension", (own, *parts), type_, span), taken)
        case Apply(operator, arguments, type_, span):
            return Apply(operator, tuple([_making_way(a, taken) for a in arguments]), type_, span)
        case Quantified(_, names, body):
            body = _making_way(body, taken)
            others: list[Logical] = []
            for bound in names:
                if bound.name in taken:
                    other = replace(bound, name=_unlike(bound.name, taken | free_names(body)))
                    body = put_in(body, bound.name, other)
                    bound = other
                others.append(bound)
            return replace(term, variables=tuple(others), body=body)
        case _:
            return term


def _unlike(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "'"
    return name


def substitute_set(set_: Set, leaf: Leaf) -> Set:
    found = _argument(set_, lambda term: substitute(term, leaf))
    assert isinstance(found, Listed | Between | AllBits)
    return found


def substitute_distribution(distribution: Distribution, leaf: Leaf) -> Distribution:
    return _distribution(distribution, lambda term: substitute(term, leaf))


def rename(term: Term, names: Mapping[str, str]) -> Term:
    """The term with the variables of one run renamed."""
    return substitute(term, _renaming(names))


def rename_distribution(distribution: Distribution, names: Mapping[str, str]) -> Distribution:
    return substitute_distribution(distribution, _renaming(names))


def _renaming(names: Mapping[str, str]) -> Leaf:
    def renamed(leaf: Variable | Logical | Ghost) -> Term | None:
        if isinstance(leaf, Variable) and leaf.run == 0 and leaf.name in names:
            return replace(leaf, name=names[leaf.name])
        return None

    return renamed


def _distribution(distribution: Distribution, change: Callable[[Term], Term]) -> Distribution:
    return replace(distribution, arguments=tuple([_argument(a, change) for a in distribution.arguments]))


def _argument(argument: DistributionArgument, change: Callable[[Term], Term]) -> DistributionArgument:
    match argument:
        case Distribution():
            return _distribution(argument, change)
        case Listed(items):
            return replace(argument, items=tuple([change(item) for item in items]))
        case Between(low, high):
            return replace(argument, low=change(low), high=change(high))
        case AllBits(size):
            return replace(argument, size=change(size))
        case Weighted(items):
            return replace(argument, items=tuple([(change(v), change(w)) for v, w in items]))
        case _:
            return change(argument)
