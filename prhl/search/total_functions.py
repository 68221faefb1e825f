"""Functions that are tried where a program is given one: total functions, each a formula or a table with a default.

R37. An attack names a function for every function parameter. Each is a formula over its argument that has a value at
every argument, so that it stands in the program in place of the parameter, and what is left is a program that is
measured as any other. The claim speaks of such inputs only if every `requires` and the relation hold of them. What
they say for all arguments is decided for all arguments, or there is no attack: a name that is only compared with
constants takes these values and one that is none of them (`by_cases`), and a name that does not occur takes any.
PITFALL: `forall y. f(y + 1) = f(y)` compares y + 1 with the entries of a table: that it holds at those proves nothing.
PITFALL: a function that does not read its argument is still given one: `f(1 div x)` is an error at x = 0 whatever f is.

Tables prove nothing: however many of them the claim survives, there are others.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from typing import assert_never

from prhl.logic.build import FALSE, TRUE, both, choose, either, equal, index, less, number, size
from prhl.logic.operators import OPERATORS
from prhl.logic.show import show
from prhl.logic.substitution import substitute
from prhl.logic.terms import (
    AllBits,
    Apply,
    Between,
    Constant,
    Distribution,
    DistributionArgument,
    Hole,
    Listed,
    Logical,
    Quantified,
    Related,
    Term,
    Variable,
    Weighted,
    subterms,
)
from prhl.logic.types import BOOL, INT, REAL, Bits, Function, List, Scalar, Tuple, Type
from prhl.records import dataclass
from prhl.typed import core
from prhl.typed.core import TypedClaim, TypedFile, TypedProgram

FAR = 8  # between two numbers that some attacks need
MOST_OF_ONE = 10  # functions for a parameter
MOST_CHOICES = 24  # of functions for all parameters together
MOST_CASES = 64  # of a quantifier

X = "x"


@dataclass(frozen=True, slots=True)
class Total:
    """x -> body."""

    argument: Logical
    body: Term

    def at(self, term: Term) -> Term:
        return substitute(self.body, lambda leaf: term if leaf == self.argument else None)

    def __str__(self) -> str:
        return f"({X} -> {show(self.body)})"


Chosen = Mapping[str, Total]
"""By the name of the parameter."""


def function_parameters(*programs: TypedProgram) -> dict[str, Function]:
    """With their types; of two programs that have one name for functions of two types, there are none."""
    pairs = {(p.name, p.type): p.type for q in programs for p in q.parameters if isinstance(p.type, Function)}
    found = {name: type_ for (name, _), type_ in pairs.items()}
    return found if len(found) == len(pairs) else {}


def choices(functions: Mapping[str, Function]) -> list[Chosen]:
    """Functions for all of them at once, the plainest first; none if there is a type of which none is known."""
    known = [list(islice(_totals(type_), MOST_OF_ONE)) for type_ in functions.values()]
    places = sorted(product(*[range(len(each)) for each in known]), key=lambda at: (sum(at), at))
    return [
        dict(zip(functions, [each[n] for each, n in zip(known, at, strict=True)], strict=True))
        for at in places[:MOST_CHOICES]
    ]


# ---- the functions ---------------------------------------------------------------------------


def _totals(type_: Function) -> Iterator[Total]:
    at = Logical(X, type_.argument)
    seen: set[Term] = set()
    for body in _bodies(at, type_.result):
        if body not in seen:
            seen.add(body)
            yield Total(at, body)


def _bodies(at: Term, result: Type) -> Iterator[Term]:
    """Formulas of a type over an argument."""
    features = [one for one in _features(at) if one.type == INT or result == REAL]
    match result:
        case _ if result in (INT, REAL):
            yield from [_as(one, result) for one in _numbers(at, features)]
            yield _as(number(0), result)
        case _ if result == BOOL:
            yield from [less(number(0), one) for one in features]
            yield TRUE
            yield FALSE
        case List():
            yield from [part for part in _parts(at) if part.type == result]
            yield Apply("list", (), result)
        case Tuple(items):
            parts = [list(_bodies(at, item)) for item in items]
            yield from [Apply("tuple", together, result) for together in zip(*parts, strict=False)]
        case _:
            return


def _parts(at: Term) -> Iterator[Term]:
    yield at
    if isinstance(at.type, Tuple):
        for n, item in enumerate(at.type.items):
            yield from _parts(Apply("field", (at, number(n)), item))


def _features(at: Term) -> Iterator[Term]:
    """Numbers that an argument has, each everywhere."""
    for part in _parts(at):
        match part.type:
            case Scalar() if part.type in (INT, REAL):
                yield part
            case Scalar():
                yield choose(part, number(1), number(0))
            case List(item) if item in (INT, REAL):
                first = index(part, number(0))
                yield choose(less(number(0), size(part)), first, _number(0, item))
                yield Apply("sum", (part,), item)
                yield size(part)
            case List() | Bits():
                yield size(part)
            case _:
                pass


def _numbers(at: Term, features: list[Term]) -> Iterator[Term]:
    """Features, and tables by a number that the argument is or has, the last first, as of `f((d, t))` by t: a feature
    at 0 and the opposite or nothing elsewhere, 1 at 0; and a large multiple of that number."""
    keys = [one for one in _parts(at) if one in features][::-1]
    at_zero = [(key, equal(key, _number(0, key.type))) for key in keys]
    for other in features:
        yield other
        yield from [choose(zero, other, _negated(other)) for key, zero in at_zero[:1] if key != other]
    for key, zero in at_zero:
        yield Apply("mul", (_number(FAR, key.type), key), key.type)
        yield choose(zero, number(1), number(0))
        for other in [one for one in features if one != key]:
            yield choose(zero, other, _negated(other))
            yield choose(zero, other, _number(0, other.type))


def _negated(term: Term) -> Term:
    return Apply("neg", (term,), term.type)


def _as(term: Term, type_: Type) -> Term:
    return term if term.type == type_ else Apply("widen", (term,), type_)


def _number(value: int, type_: Type) -> Constant:
    return Constant(Fraction(value), type_)


# ---- programs and claims with functions in place of parameters --------------------------------


def specialised(file: TypedFile, claim: TypedClaim, chosen: Chosen) -> tuple[TypedFile, TypedClaim]:
    """The claim about programs that have no function parameters any more."""
    made = _Specialiser(file)
    left, right = [made.program(name, chosen) for name in (claim.left, claim.right)]
    put = _putting(chosen)
    about = replace(
        claim,
        left=left,
        right=right,
        relation=by_cases(put(claim.relation)),
        post=None if claim.post is None else by_cases(put(claim.post)),
        budget=tuple([put(term) for term in claim.budget]),
        checks=(),
    )
    return replace(file, programs={**file.programs, **made.programs}), about


class _Specialiser:
    """Programs with functions in them, and those that they call with functions."""

    def __init__(self, file: TypedFile) -> None:
        self.file = file
        self.programs: dict[str, TypedProgram] = {}
        self.known: dict[object, str] = {}

    def program(self, name: str, chosen: Chosen) -> str:
        given = self.file.programs[name]
        own = {key: chosen[key] for key in function_parameters(given)}
        if not own:
            return name
        key = (name, tuple(own.items()))
        if key not in self.known:
            self.known[key] = f"{name} with functions {len(self.known)}"
            put, formula = _putting(own, safe=True), _putting(own)
            self.programs[self.known[key]] = replace(
                given,
                name=self.known[key],
                parameters=tuple([p for p in given.parameters if p.name not in own]),
                requires=tuple([by_cases(formula(term)) for term in given.requires]),
                body=self.block(given.body, own, put),
                result=None if given.result is None else put(given.result),
            )
        return self.known[key]

    def block(
        self, statements: tuple[core.Statement, ...], own: Chosen, put: Callable[[Term], Term]
    ) -> tuple[core.Statement, ...]:
        return tuple([self.statement(one, own, put) for one in statements])

    def statement(self, one: core.Statement, own: Chosen, put: Callable[[Term], Term]) -> core.Statement:
        match one:
            case core.Assign() | core.Leak():
                return replace(one, value=put(one.value))
            case core.Sample(distribution=distribution):
                return replace(one, distribution=_in_distribution(distribution, put))
            case core.If(condition, then, otherwise):
                return replace(
                    one,
                    condition=put(condition),
                    then=self.block(then, own, put),
                    otherwise=self.block(otherwise, own, put),
                )
            case core.While(guard, body):
                return replace(one, guard=put(guard), body=self.block(body, own, put))
            case core.Joint(body):
                return replace(one, body=self.block(body, own, put))
            case core.Call():
                return self.call(one, own, put)
            case core.Assert():
                return one
            case _:
                assert_never(one)

    def call(self, one: core.Call, own: Chosen, put: Callable[[Term], Term]) -> core.Call:
        callee = self.file.programs[one.program]
        pairs = list(zip(callee.parameters, one.arguments, strict=True))
        handed = {p.name: own[a.name] for p, a in pairs if isinstance(p.type, Function) and isinstance(a, Variable)}
        arguments = tuple([put(a) for p, a in pairs if p.name not in handed])
        return replace(one, program=self.program(one.program, handed), arguments=arguments)


def _putting(chosen: Chosen, safe: bool = False) -> Callable[[Term], Term]:
    """Puts functions into terms. If `safe`, as in programs, errors stay: what may be one is never dropped."""

    def put(term: Term) -> Term:
        match term:
            case Apply("apply", (Variable(name), argument)) if name in chosen:
                given = put(argument)
                value = _simplified(chosen[name].at(given))
                return _beside(value, given) if safe and _may_fail(given) else value
            case Apply("add" | "field") if safe and any([_may_fail(one) for one in term.arguments]):
                return replace(term, arguments=tuple([put(one) for one in term.arguments]))
            case Apply("eq" | "ne" as sign, (Variable(name, type=Function()), Variable(other, type=Function()))):
                if name != other:
                    return Hole(BOOL, term.span)
                return TRUE if sign == "eq" else FALSE  # it is one function in both runs
            case Apply(arguments=arguments):
                return _plain(replace(term, arguments=tuple([put(one) for one in arguments])))
            case Quantified(body=body):
                return replace(term, body=put(body))
            case Related(bound=bound) if bound is not None:
                return replace(term, bound=put(bound))
            case _:
                return term

    return put


def _may_fail(term: Term) -> bool:
    """Whether its value may be a run-time error."""
    return any([isinstance(one, Apply) and OPERATORS[one.operator].owed is not None for one in subterms(term)])


def _beside(value: Term, other: Term) -> Term:
    """The value, where the other one is computed too."""
    both_of_them = Apply("tuple", (value, other), Tuple((value.type, other.type)))
    return Apply("field", (both_of_them, number(0)), value.type)


def _in_distribution(distribution: Distribution, put: Callable[[Term], Term]) -> Distribution:
    def changed(one: DistributionArgument) -> DistributionArgument:
        match one:
            case Distribution():
                return _in_distribution(one, put)
            case Listed(items):
                return replace(one, items=tuple([put(item) for item in items]))
            case Between(low, high):
                return replace(one, low=put(low), high=put(high))
            case AllBits(bits):
                return replace(one, size=put(bits))
            case Weighted(items):
                return replace(one, items=tuple([(put(v), put(w)) for v, w in items]))
            case _:
                return put(one)

    return replace(distribution, arguments=tuple([changed(one) for one in distribution.arguments]))


def _simplified(term: Term) -> Term:
    """A body at its argument; there are no quantifiers in it."""
    if not isinstance(term, Apply):
        return term
    return _plain(replace(term, arguments=tuple([_simplified(one) for one in term.arguments])))


def _plain(term: Term) -> Term:
    """A field of a tuple that is written out, a choice by a condition that is known, and a number less itself."""
    match term:
        case Apply("field", (Apply("tuple", parts), Constant(Fraction() as at))):
            return parts[int(at)]
        case Apply("eq", (Constant(one), Constant(other))):
            return TRUE if one == other else FALSE
        case Apply("ne", (Constant(one), Constant(other))):
            return FALSE if one == other else TRUE
        case Apply("add", (one, Apply("neg", (other,)))) if one == other:
            return _number(0, term.type)
        case Apply("ite", (condition, yes, *rest)) if condition in (TRUE, FALSE):
            if condition == TRUE:
                return yes
            return rest[0] if len(rest) == 1 else _plain(replace(term, arguments=tuple(rest)))
        case _:
            return term


# ---- quantifiers that are a few cases ----------------------------------------------------------


def by_cases(formula: Term) -> Term:
    """The formula, with those quantifiers gone whose names do not occur, or are only compared with constants.

    Why it is right. Of such a name nothing matters but which of the constants it is, if any; there are infinitely many
    numbers, so that one is none of them. All types have values, but for bit strings of a negative length.
    """
    match formula:
        case Apply(arguments=arguments):
            return replace(formula, arguments=tuple([by_cases(one) for one in arguments]))
        case Quantified(kind, names, body):
            body = by_cases(body)
            left = []
            for name in names:
                values = _compared(name, body)
                if values is None or len(values) > MOST_CASES:
                    left.append(name)
                    continue
                cases = [_case(body, name, value) for value in (*values, None)] if values else [body]
                body = both(cases) if kind == "forall" else either(cases)
            return replace(formula, variables=tuple(left), body=body) if left else body
        case _:
            return formula


def _compared(name: Logical, body: Term) -> tuple[Constant, ...] | None:
    """The constants that a name is compared with; None if it is used otherwise, or if its type may have no value."""
    found: dict[Constant, None] = {}
    if not _occurs(name, body):
        return None if isinstance(name.type, Bits | Tuple) else ()
    if name.type not in (INT, REAL):
        return None

    def look(term: Term) -> bool:
        """Whether the name is used in this way only."""
        match term:
            case Logical(used):
                return used != name.name
            case Apply("eq" | "ne", (Logical(used), Constant() as value)) if used == name.name:
                found[value] = None
                return True
            case Apply(arguments=arguments):
                return all([look(one) for one in arguments])
            case Quantified(variables=bound, body=inner):
                return not any([one.name == name.name for one in bound]) and look(inner)
            case Related():
                return not _occurs(name, term)
            case _:
                return True

    return tuple(found) if look(body) else None


def _occurs(name: Logical, term: Term) -> bool:
    return any([isinstance(one, Logical) and one.name == name.name for one in subterms(term)])


def _case(body: Term, name: Logical, value: Constant | None) -> Term:
    """The formula where the name has the value, or none that it is compared with."""
    match body:
        case Apply("eq" | "ne" as sign, (Logical(used), Constant(other))) if used == name.name:
            same = value is not None and value.value == other
            return TRUE if same == (sign == "eq") else FALSE
        case Apply(arguments=arguments):
            return _plain(replace(body, arguments=tuple([_case(one, name, value) for one in arguments])))
        case Quantified(body=inner):
            return replace(body, body=_case(inner, name, value))
        case _:
            return body
