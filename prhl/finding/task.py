"""The input of the search: a claim with its programs, and the terms of which couplings and invariants are made.

Positions at which lists differ get names (`at k`), since couplings and invariants speak of them.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TypeGuard

from prhl.logic.build import choose, index, less, number, size
from prhl.logic.constants import constant
from prhl.logic.linear import NUMBERS, form
from prhl.logic.substitution import substitute
from prhl.logic.terms import (
    Apply,
    Constant,
    Hole,
    Logical,
    Related,
    Term,
    Variable,
    argument_terms,
    subterms,
    variables,
)
from prhl.logic.types import BOOL, INT, REAL, List, Tuple
from prhl.records import dataclass
from prhl.typed import core

POSITIONS = ("k", "j", "m", "p", "r")
MOST_FACTORS = 3  # by which distances are scaled
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
Site = core.Sample | core.Call | core.Joint


@dataclass(frozen=True)
class Task:
    """A claim as it is to be proved; `known` are the claims that it may rest on."""

    claim: core.TypedClaim
    left: core.TypedProgram
    right: core.TypedProgram
    programs: Mapping[str, core.TypedProgram]
    known: tuple[core.TypedClaim, ...] = ()
    shared_program: bool = False  # whether other claims speak of a program of this one
    words: frozenset[str] = frozenset()  # names that stand for something elsewhere in the file

    @property
    def worthwhile(self) -> bool:
        """Whether something may be missing that is sought here: a coupling, or an invariant of a loop."""
        claim = self.claim
        if claim.following or claim.assume:
            return False
        if claim.lacks:  # what is written cannot be read, but the claim may follow from another one
            return any([one.left == claim.left for one in self.known])
        missing = [_open(self.said(site).couple) for site in self.sites]
        return any(missing) or any(True for _ in loops(self.left.body))

    def said(self, site: int) -> core.Annotation:
        """What the user wrote at a site of run 1, or at its partner in run 2."""
        return self.claim.annotations.get(self.place(site), core.Annotation())

    def place(self, site: int) -> tuple[str, int]:
        """Where a coupling of a site is written: there, unless one stands at its partner in run 2."""
        mate, here = self.mates.get(site), (self.left.name, site)
        if mate is None or self.left is self.right:
            return here
        there = (self.right.name, mate.site)
        stands = [at for at in (here, there) if self.claim.annotations.get(at, core.Annotation()).couple is not None]
        return stands[0] if stands else here

    @property
    def private_form(self) -> bool:
        return self.claim.post is None

    @cached_property
    def shared(self) -> frozenset[str]:
        """The inputs that are one and the same in both runs, and carry no mark."""
        return frozenset([p.name for p in self.left.parameters if self.private_form and not p.private])

    @property
    def output(self) -> Logical | None:
        """The output `o` of `pointwise o`."""
        return None if self.claim.pointwise is None else self.claim.pointwise.output

    @cached_property
    def outputs(self) -> tuple[tuple[Term, Term], ...]:
        """The integers in that output, each with what it is at the end of the program."""
        pointwise = self.claim.pointwise
        shown = self.left.result if pointwise is None or pointwise.equals is None else pointwise.equals[0]
        if pointwise is None or shown is None:
            return ()
        output = pointwise.output
        if output.type == INT:
            return ((output, shown),)
        if not isinstance(output.type, Tuple) or not isinstance(shown, Apply) or shown.operator != "tuple":
            return ()
        fields = [(Apply("field", (output, number(at)), type_), at) for at, type_ in enumerate(output.type.items)]
        return tuple([(field, shown.arguments[at]) for field, at in fields if field.type == INT])

    @cached_property
    def bounds(self) -> tuple[Term, ...]:
        """Bounds on the differences of inputs that the relation states; 1 if it states none."""
        public = [bound for bound in _bounds(self.claim.relation) if not any([run for _, run in variables(bound)])]
        named_ = set(self.claim.relation_names)
        found = [bound for bound in public if {part for part in subterms(bound) if isinstance(part, Logical)} <= named_]
        return tuple(dict.fromkeys(found)) or (number(1),)

    @cached_property
    def distances(self) -> tuple[Term, ...]:
        """How far entries of lists that the program makes may be apart: the bounds, and these times a factor that some
        number is computed with: a half, of `-|below - above|/2`."""
        parts = dict.fromkeys([part for term in computed(self.left) for part in subterms(term)])
        numeric = [part for part in parts if isinstance(part, Apply) and part.type in NUMBERS]
        factors = {abs(many) for term in numeric for many in form(term).parts.values()} - {0, 1}
        scaled = [(form(bound) * factor).term for factor in sorted(factors)[:MOST_FACTORS] for bound in self.bounds]
        return tuple(dict.fromkeys([*self.bounds, *scaled]))

    @property
    def flags(self) -> tuple[Logical, ...]:
        """Truth values that the relation names: in which direction the inputs differ, for example."""
        return tuple([name for name in self.claim.relation_names if name.type == BOOL])

    @property
    def positions(self) -> tuple[Logical, ...]:
        return tuple([name for name in self.claim.relation_names if name.type == INT])

    @cached_property
    def others(self) -> tuple[Term, ...]:
        """Positions at which lists may differ that are computed from named ones: `k + 1` in `j != k + 1`."""
        names = set(self.claim.relation_names)
        asked = [part for part in subterms(self.claim.relation) if isinstance(part, Apply)]
        sides = [side for part in asked if part.operator in ("eq", "ne") for side in part.arguments if side.type == INT]
        computed_ = [side for side in sides if isinstance(side, Apply)]
        over = [(one, {part for part in subterms(one) if isinstance(part, Logical | Variable)}) for one in computed_]
        return tuple(dict.fromkeys([one for one, named_ in over if named_ and named_ <= names]))

    @cached_property
    def lists(self) -> tuple[core.Parameter, ...]:
        """The lists among the inputs that may differ between the runs."""
        private = [p for p in self.left.parameters if p.name not in self.shared]
        return tuple([p for p in private if isinstance(p.type, List)])

    @cached_property
    def marks(self) -> tuple[Term, ...]:
        """Numbers at which a round may pay: an entry that differs is the index of what it is counted in."""
        longer = any([isinstance(t, Related) and t.relation == "add_remove" for t in subterms(self.claim.relation)])
        found: list[Term] = list(self.positions) if len(self.positions) > 1 else []
        for given in self.lists:
            one, two = [Variable(given.name, run, given.type) for run in (1, 2)]
            if not isinstance(given.type, List) or given.type.item != INT:
                continue
            for at in self.positions:
                entries = [index(one, at), index(two, at)]
                found += [choose(less(size(two), size(one)), *entries)] if longer else entries
        found += [part for at in self.positions for part in self._groups(at, longer)]
        return tuple(dict.fromkeys([*found, *self._met]))

    def _groups(self, at: Logical, longer: bool) -> Iterator[Term]:
        """Which group the record at a position is in, where the program compares that of each record with a number of
        its own: `d[i] div 10 = b`, `group[i] = g`, `count(r in d if r.0 = b)`."""
        known = {p.name for p in self.left.parameters} | {position.name for position in self.positions}
        for of_record in dict.fromkeys(_compared(list(computed(self.left)), at)):
            leaves = {p.name for p in subterms(of_record) if isinstance(p, Variable)}
            if leaves | {p.name for p in subterms(of_record) if isinstance(p, Logical)} <= known:
                first, second = [self.marked(of_record, run) for run in (1, 2)]
                sizes = [[size(self.marked(part, run)) for part in _lists_in(of_record)] for run in (1, 2)]
                if longer and first != second:
                    yield choose(less(sizes[1][0], sizes[0][0]), first, second)
                else:
                    yield from (first, second)

    @property
    def _met(self) -> list[Term]:
        """The private integers that something is compared with, in either run: `x = j`, `x > j`."""
        asked = [part for term in computed(self.left) for part in subterms(term) if isinstance(part, Apply)]
        sides = [side for part in asked if part.operator in COMPARISONS for side in part.arguments]
        private = [given for given in self.left.parameters if given.type == INT and given.name not in self.shared]
        met = [given for given in private if Variable(given.name, 0, INT) in sides]
        return [Variable(given.name, run, INT) for given in met for run in (1, 2)]

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The integers above 1 in the budget."""
        parts = [t.value for given in self.claim.budget for t in subterms(given) if isinstance(t, Constant)]
        whole = [int(v) for v in parts if isinstance(v, Fraction) and v.denominator == 1 and v > 1]
        return tuple(sorted(set(whole)))

    @cached_property
    def constants(self) -> tuple[Fraction, ...]:
        """How far apart two numbers may be that the program cuts off."""
        return spans(list(computed(self.left)))

    @cached_property
    def cuts(self) -> tuple[tuple[str, Term], ...]:
        """Public numbers at which something is cut off, and by what: B in `max(0, min(B, x))`, c in `clip2(g, c)`."""
        found: dict[tuple[str, Term], None] = {}
        for part in [part for term in computed(self.left) for part in subterms(term)]:
            if isinstance(part, Apply) and part.operator in ("min", "max", "clip1", "clip2"):
                ends = part.arguments if part.operator in ("min", "max") else part.arguments[1:]
                public = [one for one in ends if isinstance(one, Variable) and one.name in self.shared]
                found |= {(part.operator, one): None for one in public if one.type == REAL}
        return tuple(found)

    @property
    def taken(self) -> frozenset[str]:
        """The names that stand for something already."""
        here = [*self.left.types, *self.right.types, *[name.name for name in self.claim.names]]
        return self.words.union(here)

    @cached_property
    def names(self) -> Mapping[str, Variable]:
        """What the walk calls the names of the claim."""
        return {name.name: Variable(f"{name.name}@", 0, name.type) for name in self.claim.names}

    def fixed(self, term: Term) -> Term:
        """The term with the names of the claim as the walk calls them."""
        return substitute(term, lambda leaf: self.names.get(leaf.name) if isinstance(leaf, Logical) else None)

    def marked(self, term: Term, run: int) -> Term:
        """A term of the program, in one run."""

        def leaf(given: object) -> Term | None:
            if isinstance(given, Variable) and given.run == 0 and given.name not in self.shared:
                return replace(given, run=run)  # type: ignore[arg-type]
            return None

        return substitute(term, leaf)

    def at_call(self, node: core.Call, term: Term) -> Term:
        """A term over the parameters of a program that is called, over the arguments that it is given."""
        given = dict(zip([p.name for p in self.programs[node.program].parameters], node.arguments, strict=True))
        return substitute(term, lambda leaf: given.get(leaf.name) if isinstance(leaf, Variable) else None)

    @cached_property
    def sites(self) -> dict[int, Site]:
        """What is drawn, called and joined in run 1, in the order of the text."""
        return {node.site: node for node in sites(self.left.body)}

    @cached_property
    def mates(self) -> dict[int, Site]:
        """What goes with it in run 2: the same, or what has its label, kind and family in another program."""
        if self.left is self.right:
            return self.sites
        others, found = list(sites(self.right.body)), {}
        for number_, node in self.sites.items():
            mate = next((other for other in others if self._fits(node, other)), None)
            if mate is not None:
                others.remove(mate)
                found[number_] = mate
        return found

    def drawn(self, node: Site) -> str:
        """What a coupling calls that which run 2 draws: of two programs by the name there, if a label says where, or
        will say so, since it stands in the `proof` block of the claim."""
        labelled = self.shared_program or self._label(self.left, node) is not None
        found = self.mates[node.site] if labelled else node
        assert isinstance(found, core.Sample | core.Call)
        return found.target

    def _fits(self, node: Site, other: Site) -> bool:
        if type(node) is not type(other) or self._label(self.left, node) != self._label(self.right, other):
            return False
        if isinstance(node, core.Sample) and isinstance(other, core.Sample):
            return node.distribution.name == other.distribution.name
        return True

    @staticmethod
    def _label(program: core.TypedProgram, node: Site) -> str | None:
        return program.sites[node.site].label


def _open(couple: core.Couple | None) -> bool:
    """Whether it is missing, or its price."""
    if couple is None or isinstance(couple, core.CoupleHole):
        return True
    return isinstance(couple, core.CoupleMap) and isinstance(couple.cost, Hole)


def _compared(given: Sequence[Term], at: Logical) -> Iterator[Term]:
    """The integers that are computed of each record, in a loop or a comprehension, and compared for equality with a
    variable of the program; of the record at a position."""
    for part in [part for term in given for part in subterms(term)]:
        match part:
            case Apply("comprehension", (Logical() as own, Variable() as items, _, guard)):
                entry = index(items, at)
                there = substitute(guard, lambda leaf, own=own, entry=entry: entry if leaf == own else None)  # type: ignore[misc]
            case Apply("eq"):
                read = [one for one in subterms(part) if isinstance(one, Apply) and one.operator == "index"]
                there = part
                for position in [one.arguments[1] for one in read if isinstance(one.arguments[1], Variable)]:
                    there = substitute(there, lambda leaf, its=position: at if leaf == its else None)  # type: ignore[misc]
            case _:
                continue
        for asked in [one for one in subterms(there) if isinstance(one, Apply) and one.operator == "eq"]:
            for one, other in (asked.arguments, asked.arguments[::-1]):
                if isinstance(other, Variable) and one.type == INT and _lists_in(one):
                    yield one


def _lists_in(term: Term) -> list[Variable]:
    """The lists of which a term reads entries."""
    read = [part.arguments[0] for part in subterms(term) if isinstance(part, Apply) and part.operator == "index"]
    return [one for one in read if isinstance(one, Variable)]


def fresh(taken: Collection[str], *wanted: str) -> str:
    """The first of these names that stands for nothing yet, or the first of them with a number."""
    return next(n for n in (*wanted, *[f"{wanted[0]}{n}" for n in range(1, len(taken) + 2)]) if n not in taken)


def named(claim: core.TypedClaim, task: Task) -> core.TypedClaim:
    """The claim with a name for every position at which lists differ."""
    names = list(claim.names)
    taken = set(task.taken)

    def go(term: Term) -> Term:
        match term:
            case Related(relation="one_differs" | "add_remove", at=None):
                free = fresh(taken, *POSITIONS)
                position = Logical(free, INT, term.span)
                taken.add(free)
                names.append(position)
                return replace(term, at=position)
            case Apply("and", arguments):
                return replace(term, arguments=tuple([go(one) for one in arguments]))
            case _:
                return term

    return replace(claim, relation=go(claim.relation), names=tuple(names))


def sites(statements: Sequence[core.Statement]) -> Iterator[Site]:
    for statement in statements:
        match statement:
            case core.Sample() | core.Call() | core.Joint():
                yield statement
            case core.If(_, then, otherwise):
                yield from sites(then)
                yield from sites(otherwise)
            case core.While(body=body):
                yield from sites(body)
            case _:
                pass


def computed(program: core.TypedProgram) -> Iterator[Term]:
    """What is assigned and asked, what is drawn from, and what is returned."""
    yield from terms(program.body)
    for node in sites(program.body):
        if isinstance(node, core.Sample):
            yield from [term for argument in node.distribution.arguments for term in argument_terms(argument)]
    if program.result is not None:
        yield program.result


def terms(statements: Sequence[core.Statement]) -> Iterator[Term]:
    """What is assigned, and what is asked."""
    for statement in statements:
        match statement:
            case core.Assign(_, value):
                yield value
            case core.If(condition, then, otherwise):
                yield condition
                yield from terms((*then, *otherwise))
            case core.While(guard=guard, body=body):
                yield guard
                yield from terms(body)
            case core.Joint(body):
                yield from terms(body)
            case _:
                pass


def spans(given: Sequence[Term]) -> tuple[Fraction, ...]:
    """The positive numbers at which something is cut off in these terms, and how far such numbers are apart: 3, 5 and 8
    in `max(-3, min(5, x))`."""
    found: set[Fraction] = set()
    cuts = [part for term in given for part in subterms(term) if _cuts(part)]
    for cut in cuts:
        values = [constant(end) for one in subterms(cut) if _cuts(one) for end in one.arguments]
        ends = [value for value in values if isinstance(value, Fraction)]
        found |= {abs(value) for value in ends} | {max(ends) - min(ends) if ends else Fraction(0)}
    return tuple(sorted(found - {Fraction(0)}))


def _cuts(term: Term) -> TypeGuard[Apply]:
    return isinstance(term, Apply) and term.operator in ("min", "max", "ite")


def loops(statements: Sequence[core.Statement]) -> Iterator[core.While]:
    for statement in statements:
        match statement:
            case core.If(_, then, otherwise):
                yield from loops(then)
                yield from loops(otherwise)
            case core.While(body=body):
                yield statement
                yield from loops(body)
            case _:
                pass


def _bounds(relation: Term) -> Iterator[Term]:
    for part in subterms(relation):
        match part:
            case Related(bound=bound) if bound is not None:
                yield bound
            case Apply("l1" | "l2", (_, _, bound)):
                yield bound
            case Apply("le" | "lt", (smaller, bound)):
                apart = any([isinstance(t, Apply) and t.operator == "abs" for t in subterms(smaller)])
                if apart or bound == number(1):
                    yield bound
            case _:
                pass
