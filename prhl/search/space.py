"""The inputs that are tried: related pairs with their parameters, the cheapest first, the same in every run.

A candidate is a choice of public parameters and an input for each run. Candidates come in the order of a price: small
numbers, short lists and lists with few changes cost little, and so do inputs as far apart as the relation allows. What
`requires` or the relation excludes is left out before anything is computed.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod

from prhl.diagnostics import NotComputed
from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Constant, Quantified, Related, Term, Variable, conjuncts, subterms, variables
from prhl.logic.types import INT, REAL, Bits, Function, List, Tuple, Type
from prhl.numbers import Inexact, Number
from prhl.records import dataclass
from prhl.search.tiers import Tiers, dearer, either, mapped, together
from prhl.search.values import EQUAL, FREE, Bond, Habit, Pair, pairs, singles
from prhl.semantics.evaluate import Fault, Undecidable, Value, evaluate
from prhl.semantics.instances import Inputs, Instance, bounds, has_lengths, size_names, text
from prhl.typed import core
from prhl.typed.core import Parameter, TypedClaim, TypedProgram

REJECTED = 2_000  # inputs that are left out between two counts
MOST_REJECTED = 400_000  # in a row,
VAIN = 20_000  # and before the first that is not
IDLE = 64  # prices in a row at which there is nothing
MOST_SEEDS = 4
LARGEST_SEED = 1_000

Reason = (NotComputed, Fault, KeyError)


@dataclass(frozen=True)
class Candidate:
    """Two related inputs; `public` is what they share by name."""

    left: Inputs
    right: Inputs
    public: Inputs

    @property
    def key(self) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
        return tuple(self.left.values()), tuple(self.right.values())


class Space:
    """The candidates of a claim."""

    def __init__(self, claim: TypedClaim, left: TypedProgram, right: TypedProgram) -> None:
        self.claim, self.left, self.right = claim, left, right
        self.private_form = claim.post is None
        self.relation = claim.relation
        if claim.relation_names:
            self.relation = Quantified("exists", claim.relation_names, claim.relation, claim.relation.span)
        self.reason = _unsearchable(left, right)
        said = [term for term in (claim.relation, claim.post, *claim.budget) if term is not None]
        self.bare = {name for term in said for name, run in variables(term) if run == 0}
        self.known: dict[object, Tiers[Pair]] = {}
        self.trouble = ""  # why the relation or `requires` could not be tested, if that happened

    # ---- candidates --------------------------------------------------------------------------

    def candidates(self) -> Iterator[Candidate | None]:
        """Every candidate once; None where many were left out, so that somebody may count them."""
        if self.reason:
            return
        seen: set[object] = set()
        rejected = 0
        for choice in self._choices():
            found = None if choice is None else self.candidate(*choice)
            keys = () if found is None else (found.key, found.key[::-1] if self.private_form else found.key)
            if found is None or not seen.isdisjoint(keys):
                rejected += 1
                if rejected % REJECTED == 0:
                    yield None
                if rejected > (MOST_REJECTED if seen else VAIN):
                    return
                continue
            rejected = 0
            seen.add(found.key)
            yield found

    def candidate(self, left: Mapping[str, Value], right: Mapping[str, Value]) -> Candidate | None:
        """The two inputs, completed by what `requires` determines, if the claim speaks of them."""
        try:
            first, second = _completed(self.left, left), _completed(self.right, right)
            if self.private_form and first == second:
                return None
            public = self._shared(first, second)
            if self.private_form and not all([_same(second[name], value) for name, value in public.items()]):
                return None  # what `requires` determines differs between the runs
            memory = {(name, 0): value for name, value in public.items()}
            memory |= {(name, 1): value for name, value in first.items()}
            memory |= {(name, 2): value for name, value in second.items()}
            if not self.bare <= public.keys() or not _meets(self.left, first) or not _meets(self.right, second):
                return None
            return Candidate(first, second, public) if evaluate(self.relation, memory) else None
        except Undecidable as undecided:
            self.trouble = undecided.message
            return None
        except Reason:
            return None

    def _shared(self, first: Inputs, second: Inputs) -> Inputs:
        if self.private_form:
            return {p.name: first[p.name] for p in self.left.parameters if not p.private}
        alone = {name: value for name, value in {**first, **second}.items() if (name in first) != (name in second)}
        return {name: v for name, v in first.items() if name in second and _same(second[name], v)} | alone

    def instance(self, candidate: Candidate) -> Instance:
        """What is measured: runs of one program have both inputs as rows."""
        label = {}
        for program, run, inputs in ((self.left, 1, candidate.left), (self.right, 2, candidate.right)):
            for p in program.parameters:
                name = p.name if p.name in candidate.public else f"{p.name}{{{run}}}"
                label[name] = text(inputs[p.name], p.type)
        if self.left is not self.right:
            return Instance(label, candidate.public, [candidate.left], [candidate.right])
        rows = [candidate.left] if candidate.left == candidate.right else [candidate.left, candidate.right]
        return Instance(label, candidate.public, rows, rows)

    # ---- choices, before anything is tested --------------------------------------------------

    def _choices(self) -> Iterator[tuple[Inputs, Inputs] | None]:
        """First what other things depend on, then the rest, together at each price; None where there is no rest."""
        slots = list({p.name: p for q in (self.left, self.right) for p in q.parameters}.values())
        determined = {p.name for q in (self.left, self.right) for p in q.parameters if _determined(q, p) is not None}
        slots = [p for p in slots if p.name not in determined]
        sizing = set().union(*[size_names(p.type) for p in slots])
        first = [p for p in slots if p.name in sizing or not (p.private or size_names(p.type))]
        later = [p for p in slots if p not in first]
        heads = together([self._slot(p, {}, {}) for p in first])
        price = idle = 0
        while heads.last is None or price <= 200:
            idle = 0 if heads.at(price) else idle + 1
            if idle > IDLE and (idle > price or not later):
                return  # there are no others, or none at all
            for share in range(price + 1):
                for head in heads.at(share):
                    left, right = _sides(first, head)
                    rest = together([self._slot(p, left, right) for p in later]) if later else together([])
                    if not rest.at(price - share):
                        yield None
                    for tail in rest.at(price - share):
                        more = _sides(later, tail)
                        yield {**left, **more[0]}, {**right, **more[1]}
            price += 1

    def _slot(self, parameter: Parameter, left: Inputs, right: Inputs) -> Tiers[Pair]:
        """Values of a parameter in both runs, at what is chosen already."""
        name, type_ = parameter.name, parameter.type
        sizes = (_sizes(type_, left), _sizes(type_, right))
        bond = self._bond(parameter, left)
        key = (name, bond, sizes)
        if key not in self.known:
            self.known[key] = self._pairs(parameter, bond, left, right)
        return self.known[key]

    def _pairs(self, parameter: Parameter, bond: Bond, left: Inputs, right: Inputs) -> Tiers[Pair]:
        name, type_ = parameter.name, parameter.type
        sides = [p for q in (self.left, self.right) for p in q.parameters if p.name == name]
        habit = self._habit(parameter)
        if self.left is not self.right and len(sides) < 2:
            chosen = left if any([p.name == name for p in self.left.parameters]) else right
            return mapped(singles(type_, lambda bits: _length(bits, chosen), habit), lambda value: (value, value))
        both = pairs(type_, bond, lambda bits, run: _length(bits, left if run == 1 else right), habit)
        if not self.private_form and bond == FREE and not parameter.private:
            equal = pairs(type_, EQUAL, lambda bits, _: _length(bits, left), habit)
            return either(equal, dearer(both, 2))
        if not self.private_form and bond == FREE:
            equal = pairs(type_, EQUAL, lambda bits, _: _length(bits, left), habit)
            return either(both, dearer(equal, 1))
        return both

    def _bond(self, parameter: Parameter, public: Inputs) -> Bond:
        if self.private_form and not parameter.private:
            return EQUAL
        for part in conjuncts(self.claim.relation):
            match part:
                case Related(kind, Variable(name), _, bound) if name == parameter.name and kind != "any":
                    return Bond(kind, self._bound(bound, public))
                case Apply("l1" | "l2", (one, two, bound)) if {_list(one), _list(two)} == {
                    (parameter.name, 1),
                    (parameter.name, 2),
                }:  # no entries are further apart than the lists
                    return Bond("all_within", self._bound(bound, public))
                case Apply("eq", (Variable(name, run), Variable(other, against))) if (
                    name == other == parameter.name and {run, against} == {1, 2}
                ):
                    return EQUAL
                case _:
                    pass
        return FREE

    def _bound(self, bound: Term | None, public: Inputs) -> Number | None:
        if bound is None:
            return None
        try:
            found: Number = evaluate(bound, {(name, run): v for name, v in public.items() for run in (0, 1, 2)})
        except Reason:
            return None
        return found

    def _habit(self, parameter: Parameter) -> Habit:
        programs = [q for q in (self.left, self.right) if any([p.name == parameter.name for p in q.parameters])]
        own = [f for q in programs for f in _about(q, parameter.name)]
        ends = [bounds(q, Variable(parameter.name, 0, parameter.type)) for q in programs]  # of whole numbers
        loose = 0 if parameter.type == INT else 1
        low = max([end - loose for end, _ in ends if end is not None], default=None)
        high = min([end + loose for _, end in ends if end is not None], default=None)

        def allowed(value: Value) -> bool:
            if (low is not None and value < low) or (high is not None and value > high):
                return False  # most are, where a number is bounded
            try:
                return all([evaluate(formula, {(parameter.name, 0): value}) for formula in own])
            except Reason:
                return False

        shortest = 0
        if isinstance(parameter.type, List):
            size = Apply("size", (Variable(parameter.name, 0, parameter.type),), INT)
            shortest = max([bounds(q, size)[0] or 0 for q in programs])
        seeds = tuple(dict.fromkeys([n for q in programs for n in _seeds(q)]))[:MOST_SEEDS]
        public = not parameter.private and self.private_form
        return Habit(allowed if own else lambda _: True, seeds, min(shortest, 64), public or not parameter.private)


# ---- what the programs say of their inputs ---------------------------------------------------


def _list(term: Term) -> tuple[str, int] | None:
    """A variable and its run; integers may be read as reals."""
    match term:
        case Variable(name, run):
            return name, run
        case Apply("widen", (inner,)):
            return _list(inner)
        case _:
            return None


def _unsearchable(left: TypedProgram, right: TypedProgram) -> str:
    parameters = {p.name: p for q in (left, right) for p in q.parameters}
    for p in parameters.values():
        if _has_function(p.type):
            return f"`{p.name}` is a function, and functions are not searched"
        if any([o.type != p.type for q in (left, right) for o in q.parameters if o.name == p.name]):
            return f"`{p.name}` has another type in `{left.name}` than in `{right.name}`"
    return ""


def _has_function(type_: Type) -> bool:
    match type_:
        case Function():
            return True
        case List(item):
            return _has_function(item)
        case Tuple(items):
            return any([_has_function(item) for item in items])
        case _:
            return False


def _sides(slots: list[Parameter], chosen: tuple[Pair, ...]) -> tuple[Inputs, Inputs]:
    names = [p.name for p in slots]
    return (
        {name: pair[0] for name, pair in zip(names, chosen, strict=True)},
        {name: pair[1] for name, pair in zip(names, chosen, strict=True)},
    )


def _completed(program: TypedProgram, given: Mapping[str, Value]) -> Inputs:
    """The inputs of a program in their order, with what follows from the others."""
    found = dict(given)
    for p in program.parameters:
        term = _determined(program, p)
        if term is not None:
            found[p.name] = evaluate(term, {(name, 0): value for name, value in given.items()})
    return {p.name: found[p.name] for p in program.parameters}


def _determined(program: TypedProgram, parameter: Parameter) -> Term | None:
    """What a public number must be, by `requires n = size(d)` or the like."""
    if parameter.private or parameter.type not in (INT, REAL):
        return None
    if any([parameter.name in size_names(p.type) for p in program.parameters]):
        return None
    private = {p.name for p in program.parameters if p.private}
    for part in [part for formula in program.requires for part in conjuncts(formula)]:
        match part:
            case Apply("eq", (one, other)):
                for this, term in ((one, other), (other, one)):
                    names = {name for name, _ in variables(term)}
                    if isinstance(this, Variable) and this.name == parameter.name and names and names <= private:
                        return term
            case _:
                pass
    return None


def _meets(program: TypedProgram, inputs: Inputs) -> bool:
    memory = {(name, 0): value for name, value in inputs.items()}
    return has_lengths(program, inputs) and all([evaluate(formula, memory) for formula in program.requires])


def _about(program: TypedProgram, name: str) -> list[Term]:
    """What `requires` says of one parameter alone."""
    parts = [part for formula in program.requires for part in conjuncts(formula)]
    return [part for part in parts if {n for n, _ in variables(part)} == {name}]


def _same(one: Value, other: Value) -> bool:
    try:
        return bool(one == other)
    except Inexact:
        return False


def _length(bits: Bits, chosen: Inputs) -> int | None:
    if bits.size is None or not {n for monomial, _ in bits.size.terms for n in monomial} <= chosen.keys():
        return None
    length: int = sum([c * prod([chosen[n] for n in monomial]) for monomial, c in bits.size.terms])
    return length


def _sizes(type_: Type, chosen: Inputs) -> tuple[Value, ...]:
    return tuple([chosen.get(name) for name in sorted(size_names(type_))])


def _seeds(program: TypedProgram) -> list[Number]:
    """The ends at which the program clips, then the whole numbers that it compares or computes with."""
    ends: set[Fraction] = set()
    found: set[int] = set()
    for term in (*program.requires, *_terms(program.body), *([] if program.result is None else [program.result])):
        for part in subterms(term):
            if isinstance(part, Apply) and part.operator in ("min", "max"):
                ends |= {value for one in part.arguments if isinstance(value := constant(one), Fraction)}
            if isinstance(part, Constant) and isinstance(part.value, Fraction) and part.value.denominator == 1:
                found.add(int(part.value))
    whole = [Fraction(n) for n in found if 2 <= abs(n) <= LARGEST_SEED]
    in_order = [sorted(some, key=lambda n: (abs(n), n)) for some in (ends, whole)]
    return [int(n) if n.denominator == 1 else n for some in in_order for n in dict.fromkeys(some) if n]


def _terms(body: tuple[core.Statement, ...]) -> Iterator[Term]:
    for statement in body:
        match statement:
            case core.Assign(_, value) | core.Leak(value):
                yield value
            case core.If(condition, then, otherwise):
                yield condition
                yield from _terms((*then, *otherwise))
            case core.While(guard, inner):
                yield guard
                yield from _terms(inner)
            case core.Joint(inner):
                yield from _terms(inner)
            case _:
                pass
