"""From a `check` to finite instances: one choice of public parameters and sizes, and all private inputs in it.

In a quadruple nothing is equal except by its precondition. There an instance is one choice of those public parameters
and sizes that the precondition makes equal in both runs; of the others every stated value is among the rows, so that
runs which differ in them are compared, too.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from prhl.diagnostics import NotComputed
from prhl.logic.build import number
from prhl.logic.constants import constant
from prhl.logic.terms import (
    AllBits,
    Apply,
    Between,
    Listed,
    Quantified,
    Related,
    Set,
    Term,
    Variable,
    conjuncts,
    variables,
)
from prhl.logic.types import BOOL, INT, Bits, Function, List, Tuple, Type
from prhl.records import dataclass
from prhl.semantics.evaluate import Fault, Undecidable, Value, evaluate
from prhl.semantics.flat import FlatProgram
from prhl.semantics.observation import observed, shown
from prhl.source import Span
from prhl.typed import core

MOST_INPUTS = 50_000
MOST_INSTANCES = 1_000
MOST_SHOWN = 6  # values of a parameter in the name of an instance

Inputs = dict[str, Value]
Items = Mapping[tuple[str, tuple[core.Step, ...]], core.CheckItem]


@dataclass(frozen=True)
class Instance:
    """What is fixed, as it is shown; the inputs of the left and of the right program."""

    label: dict[str, str]
    public: Inputs
    left: list[Inputs]
    right: list[Inputs]


class Unbounded(NotComputed):
    """The `check` leaves something open, or has too many inputs."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What a claim makes equal in both runs: parameters, and the sizes of lists."""

    values: frozenset[str]
    sizes: frozenset[str]


def shared_by(
    claim: core.TypedClaim, left: core.TypedProgram | FlatProgram, right: core.TypedProgram | FlatProgram
) -> Shared:
    """Parameters that only one run has count as shared: each of their values is an instance."""
    first, second = [{p.name for p in program.parameters} for program in (left, right)]
    public = {p.name for program in (left, right) for p in program.parameters if not p.private}
    if claim.post is None:
        return Shared(frozenset(public), frozenset(first))
    said = [claim.relation, claim.post, *claim.budget]
    values = (first ^ second) | {name for term in said for name, run in variables(term) if run == 0}
    sizes = set(values)
    for part in conjuncts(claim.relation):
        match part:
            case Apply("eq", (Variable(name, one), Variable(other, two))) if name == other and {one, two} == {1, 2}:
                values.add(name)
                sizes.add(name)
            case Apply("eq", (Apply("size", (Variable(name, one),)), Apply("size", (Variable(other, two),)))) if (
                name == other and {one, two} == {1, 2}
            ):
                sizes.add(name)
            case Related("one_differs" | "all_within" | "some_differ", Variable(name)):
                sizes.add(name)
            case _:
                pass
    return Shared(frozenset(values & public), frozenset(sizes))


def instances(
    left: core.TypedProgram,
    right: core.TypedProgram,
    check: core.Check,
    opened: Mapping[str, Value] | None = None,
    shared: Shared | None = None,
) -> Iterator[Instance]:
    """Those that a `check` names; parameters that are `opened` have the one value that is given.

    All public parameters and sizes are the same in both runs unless `shared` says which ones are.
    """
    items: Items = {(item.parameter, item.path): item for item in check.items}
    items = {**_required([left, right], items, check.span), **items}
    types = {p.name: p.type for p in left.parameters}
    for p in right.parameters:
        if types.get(p.name, p.type) != p.type:
            message = f"`{p.name}` is {types[p.name]} in `{left.name}` and {p.type} in `{right.name}`"
            raise Unbounded(message, "give the parameters of two programs different names, or one type", check.span)
    public = {p.name: p for q in (left, right) for p in q.parameters if not p.private}
    private = {p.name: p for q in (left, right) for p in q.parameters if p.private}
    made = 0
    known = dict(opened or {})
    waiting = [p for p in public.values() if p.name not in known]
    fixed = waiting if shared is None else _fixed([p for p in waiting if p.name in shared.values], items, known)
    names = {p.name for p in fixed} | known.keys()
    sized = [n for n in private if shared is None or (n in shared.sizes and _mentioned(items, n, ("size",)) <= names)]
    for chosen in _publics(fixed, items, known, check.span):
        for sizes in _sizes(sized, items, chosen):
            made += 1
            if made > MOST_INSTANCES:
                message = f"this `check` has more than {MOST_INSTANCES:,} instances"
                raise Unbounded(message, "name fewer values", check.span)
            sides = [
                list(_side(program, chosen, sizes, items, check.span))
                for program in {left.name: left, right.name: right}.values()
            ]
            rows = [row for side in sides for row in side]
            label = {name: text(value, public[name].type) for name, value in chosen.items()}
            for name, p in public.items():
                if name not in chosen and rows:
                    label[name] = _several([text(row[name], p.type) for row in rows if name in row])
            label |= {f"size({name})": str(size) for name, size in sizes.items()}
            for name in private:
                if name not in sizes and (name, ("size",)) in items and rows:
                    label[f"size({name})"] = _several([str(len(row[name])) for row in rows if name in row])
            yield Instance(label, chosen, sides[0], sides[-1])


def _required(programs: list[core.TypedProgram], items: Items, span: Span) -> Items:
    """What `requires` bounds by constants, as if the `check` named it: whole numbers, sizes of lists and entries."""
    found: dict[tuple[str, tuple[core.Step, ...]], core.CheckItem] = {}

    def add(name: str, path: tuple[core.Step, ...], limits: list[Bounds]) -> None:
        lows, highs = [[end for end in ends if end is not None] for ends in zip(*limits, strict=True)]
        if len(lows) == len(highs) == len(limits):
            values = Between(number(min(lows)), number(max(highs)), INT, span)
            found[name, path] = core.CheckItem(name, path, values, span)

    for p in {p.name: p for program in programs for p in program.parameters}.values():
        if (p.name, ()) in items:
            continue
        variable = Variable(p.name, 0, p.type)
        users = [q for q in programs if any([p.name == other.name for other in q.parameters])]
        if p.type == INT:
            add(p.name, (), [bounds(q, variable) for q in users])
        elif isinstance(p.type, List):
            sizes = [bounds(q, Apply("size", (variable,), INT)) for q in users]
            add(p.name, ("size",), [(0 if low is None else low, high) for low, high in sizes])
            if p.type.item == INT:
                add(p.name, ("each",), [entry_bounds(q, variable) for q in users])
    return found


def _fixed(parameters: list[core.Parameter], items: Items, known: Inputs) -> list[core.Parameter]:
    """Those of the parameters whose values mention no others."""
    while True:
        names = {p.name for p in parameters} | known.keys()
        kept = [p for p in parameters if _needs(p, items) <= names]
        if len(kept) == len(parameters):
            return parameters
        parameters = kept


def _side(
    program: core.TypedProgram, shared: Inputs, sizes: dict[str, int], items: Items, span: Span
) -> Iterator[Inputs]:
    """The inputs of one run: every choice of what the runs do not share, and all private inputs in it."""
    own = [p for p in program.parameters if not p.private and p.name not in shared]
    lists = [p.name for p in program.parameters if p.private and p.name not in sizes]
    made = 0
    for chosen in _publics(own, items, shared, span):
        for more in _sizes(lists, items, chosen):
            rows = _rows(program, chosen, {**sizes, **more}, items, span)
            made += len(rows)
            _afford(made, span)
            yield from rows


def _several(values: list[str]) -> str:
    """`1, 2 or 3`."""
    found = list(dict.fromkeys(values))
    if len(found) > MOST_SHOWN:
        return f"{', '.join(found[: MOST_SHOWN - 1])} or one of {len(found) - MOST_SHOWN + 1} more"
    return " or ".join([part for part in (", ".join(found[:-1]), *found[-1:]) if part])


Bounds = tuple[int | None, int | None]


def bounds(program: core.TypedProgram, what: Term) -> Bounds:
    """The constant bounds that `requires` sets on a number."""
    return _bounds([part for formula in program.requires for part in conjuncts(formula)], what)


def entry_bounds(program: core.TypedProgram, list_: Variable) -> Bounds:
    """The constant bounds that `requires` sets on all entries of a list of whole numbers:
    `forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 3`. One that has other premises may leave entries out."""
    found: list[Bounds] = []
    size = Apply("size", (list_,), INT)
    for part in [part for formula in program.requires for part in conjuncts(formula)]:
        match part:
            case Quantified("forall", (index,), Apply("implies", (premise, body))) if index.type == INT:
                inside = [Apply("le", (number(0), index), BOOL), Apply("lt", (index, size), BOOL)]
                inside += [Apply("ge", (index, number(0)), BOOL), Apply("gt", (size, index), BOOL)]
                if all([one in inside for one in conjuncts(premise)]):
                    found.append(_bounds(conjuncts(body), Apply("index", (list_, index), INT)))
    lows, highs = [[end for end in ends if end is not None] for ends in zip(*found, strict=True)] or ([], [])
    return max(lows, default=None), min(highs, default=None)


def _bounds(parts: list[Term], what: Term) -> Bounds:
    low: int | None = None
    high: int | None = None
    for part in parts:
        match part:
            case Apply("le" | "lt" | "ge" | "gt" | "eq" as sign, (left, right)):
                pass
            case _:
                continue
        for this, other, flip in ((left, right, False), (right, left, True)):
            value = constant(other)
            if this != what or not isinstance(value, Fraction):
                continue
            strict = sign in ("lt", "gt")
            if sign == "eq" or (sign in ("le", "lt")) != flip:
                top = -(-value // 1) - 1 if strict else value // 1
                high = top if high is None else min(high, top)
            if sign == "eq" or (sign in ("ge", "gt")) != flip:
                bottom = value // 1 + 1 if strict else -(-value // 1)
                low = bottom if low is None else max(low, bottom)
    return low, high


def text(value: Value, type_: Type) -> str:
    """A value as a user would write it."""
    return shown(observed(value, type_))


def _publics(parameters: list[core.Parameter], items: Items, chosen: Inputs, span: Span) -> Iterator[Inputs]:
    """Every choice of the public parameters; those whose values mention others come after them."""
    if not parameters:
        yield dict(chosen)
        return
    for parameter in parameters:
        if _needs(parameter, items) <= chosen.keys():
            break
    else:
        names = ", ".join([p.name for p in parameters])
        raise Unbounded(f"the values of {names} depend on each other", "give one of them plain values", span)
    rest = [p for p in parameters if p is not parameter]
    for value in _values(parameter.name, parameter.type, (), items, chosen, span):
        yield from _publics(rest, items, {**chosen, parameter.name: value}, span)


def _needs(parameter: core.Parameter, items: Items) -> set[str]:
    """The parameters that must be known before this one."""
    needed = size_names(parameter.type)
    for name, path in items:
        if name == parameter.name:
            needed |= _mentioned(items, name, path)
    return needed


def _mentioned(items: Items, name: str, path: tuple[core.Step, ...]) -> set[str]:
    """The parameters that the stated values of another one mention."""
    item = items.get((name, path))
    return set() if item is None else {n for term in _terms(item.values) for n, _ in variables(term)}


def size_names(type_: Type) -> set[str]:
    match type_:
        case Bits(size) if size is not None:
            return {name for monomial, _ in size.terms for name in monomial}
        case List(item):
            return size_names(item)
        case Tuple(parts):
            return set().union(*[size_names(part) for part in parts])
        case _:
            return set()


def has_lengths(program: core.TypedProgram, inputs: Inputs) -> bool:
    """Whether all bit strings are as long as the types of the parameters say."""
    return all([_has_lengths(inputs[p.name], p.type, inputs) for p in program.parameters])


def _has_lengths(value: Value, type_: Type, inputs: Inputs) -> bool:
    match type_:
        case Bits(size) if size is not None:
            stated: int = sum([c * prod([inputs[n] for n in monomial]) for monomial, c in size.terms])
            return bool(len(value) == stated)
        case List(item):
            return all([_has_lengths(one, item, inputs) for one in value])
        case Tuple(parts):
            return all([_has_lengths(one, part, inputs) for one, part in zip(value, parts, strict=True)])
        case _:
            return True


def _terms(values: Set | tuple[Term]) -> tuple[Term, ...]:
    match values:
        case Listed(parts):
            return parts
        case Between(low, high):
            return (low, high)
        case AllBits(size):
            return (size,)
        case _:
            return values


def _sizes(lists: list[str], items: Items, public: Inputs) -> Iterator[dict[str, int]]:
    """Every choice of the sizes that the check names."""
    named = [name for name in lists if (name, ("size",)) in items]
    choices = [_listed(items[name, ("size",)].values, public) for name in named]
    for chosen in product(*choices):
        yield dict(zip(named, chosen, strict=True))


def _rows(program: core.TypedProgram, public: Inputs, sizes: dict[str, int], items: Items, span: Span) -> list[Inputs]:
    """All inputs of a program that have the lengths of its types and meet its `requires`."""
    private = [p for p in program.parameters if p.private]
    domains = [_values(p.name, p.type, (), items, public, span, sizes.get(p.name)) for p in private]
    fixed = {p.name: public[p.name] for p in program.parameters if not p.private}
    _afford(prod([len(d) for d in domains]), span)
    rows = []
    for chosen in product(*domains):
        values = fixed | dict(zip([p.name for p in private], chosen, strict=True))
        row = {p.name: values[p.name] for p in program.parameters}
        memory = {(name, 0): value for name, value in row.items()}
        if has_lengths(program, row) and all([evaluate(formula, memory) for formula in program.requires]):
            rows.append(row)
    return rows


def _afford(count: int, span: Span) -> None:
    if count > MOST_INPUTS:
        shown_count = f"{count:,}" if count < 10**12 else f"about 10^{len(str(count)) - 1}"
        raise Unbounded(
            f"this instance has {shown_count} inputs; at most {MOST_INPUTS:,} are enumerated",
            "take smaller sizes or sets",
            span,
        )


def _values(
    name: str,
    type_: Type,
    path: tuple[core.Step, ...],
    items: Items,
    public: Inputs,
    span: Span,
    size: int | None = None,
) -> list[Value]:
    """The values of one parameter, or of a part of it."""
    item = items.get((name, path))
    if item is not None:
        return _listed(item.values, public)
    match type_:
        case List(inner):
            sizes = [size] if size is not None else None
            if sizes is None:
                stated = items.get((name, (*path, "size")))
                if stated is None:
                    raise Unbounded(
                        f"the size of `{name}` is not stated",
                        f"write `check size({name}) = 2, {name}[_] in {{0, 1}}`",
                        span,
                    )
                sizes = _listed(stated.values, public)
            return [v for n in sizes for v in _lists(name, inner, path, n, items, public, span)]
        case Tuple(parts):
            fields = [_values(name, part, (*path, at), items, public, span) for at, part in enumerate(parts)]
            _afford(prod([len(f) for f in fields]), span)
            return list(product(*fields))
        case Bits(length) if length is not None:
            if private := sorted(size_names(type_) - public.keys()):
                message = f"the length of `{name}` depends on `{private[0]}`, which is private"
                raise Unbounded(message, f"name the values of `{name}`", span)
            bits = sum([c * prod([public[n] for n in monomial]) for monomial, c in length.terms])
            _afford(2 ** max(0, min(bits, 1000)), span)
            return [format(n, f"0{bits}b") if bits else "" for n in range(2**bits)] if bits >= 0 else []
        case Function():
            raise Unbounded(f"`{name}` is a function; functions are not enumerated", "check a concrete program", span)
        case _ if type_ == BOOL:
            return [False, True]
        case _:
            part = name + "".join(["[_]" if s == "each" else f".{s}" for s in path])
            few = "{0, 1}" if type_ == INT else "{1/2, 1}"
            raise Unbounded(f"the values of `{part}` are not stated", f"write `check {part} in {few}`", span)


def _lists(
    name: str, inner: Type, path: tuple[core.Step, ...], size: int, items: Items, public: Inputs, span: Span
) -> list[Value]:
    if size < 0:
        return []
    places: list[list[Value]] = []
    every: list[Value] | None = None
    for at in range(min(size, 1000)):
        if (name, (*path, at)) in items:
            places.append(_values(name, inner, (*path, at), items, public, span))
        else:
            every = _values(name, inner, (*path, "each"), items, public, span) if every is None else every
            places.append(every)
    _afford(prod([len(p) for p in places]) if size <= 1000 else 10**1000, span)
    return list(product(*places))


def _listed(values: Set | tuple[Term], public: Inputs) -> list[Any]:
    """The elements of a set, each once."""
    memory = {(name, 0): value for name, value in public.items()}
    for term in _terms(values):
        if unknown := sorted({name for name, _ in variables(term)} - public.keys()):
            message = f"the values depend on `{unknown[0]}`, which an instance does not fix"
            raise Unbounded(message, "give plain values", term.span)
    match values:
        case Listed(parts):
            found = [_evaluated(part, memory) for part in parts]
        case Between(low, high):
            first, last = _evaluated(low, memory), _evaluated(high, memory)
            _afford(last - first + 1, values.span)
            found = list(range(first, last + 1))
        case AllBits(size):
            bits = _evaluated(size, memory)
            _afford(2 ** max(0, min(bits, 1000)), values.span)
            found = [format(n, f"0{bits}b") if bits else "" for n in range(2**bits)] if bits >= 0 else []
        case _:
            found = [_evaluated(values[0], memory)]
    return list(dict.fromkeys(found))


def _evaluated(term: Term, memory: Mapping[tuple[str, int], Value]) -> Value:
    try:
        return evaluate(term, memory)
    except (Fault, Undecidable) as reason:
        raise Unbounded(reason.message, "", reason.span) from None
