"""A claim as the walk needs it: names fixed, relations spelled out, inputs and what is known of them.

A name that the relation or `pointwise` binds is one fixed but arbitrary value; it becomes a variable `k@` that no
program can touch. Budgets, regions and relations speak of the inputs, which nothing changes.
"""

from dataclasses import replace
from itertools import product

from prhl.logic.build import either, negation, number
from prhl.logic.relations import unfold
from prhl.logic.sets import member
from prhl.logic.substitution import substitute, substitute_set
from prhl.logic.terms import Apply, Ghost, Logical, Set, Term, Variable, conjuncts, variables
from prhl.logic.types import BOOL, Function
from prhl.notions import Currency
from prhl.records import dataclass
from prhl.rules.context import Reading
from prhl.rules.lengths import by_type
from prhl.rules.state import Fact, Run, State
from prhl.source import NOWHERE
from prhl.typed import core


@dataclass(frozen=True)
class Prepared:
    """One direction of a claim."""

    claim: core.TypedClaim
    left: core.TypedProgram
    right: core.TypedProgram
    relation: Term
    budget: tuple[Term, ...]  # epsilon and delta; rho, or what the divergence may be, and 0
    post: Term | None
    output: Variable | None  # of pointwise
    region: Set | None
    equals: tuple[Term, Term] | None
    annotations: dict[tuple[str, int], core.Annotation]

    @property
    def private_form(self) -> bool:
        return self.claim.post is None

    @property
    def exact(self) -> bool:
        """A quadruple without `within`."""
        return not self.private_form and not self.claim.budget

    def reading(self) -> Reading:
        return Reading(
            self.annotations,
            terminating=self.private_form or self.exact,
            compares_leaks=self.private_form,
            epsilon=self.budget[0],
            delta=self.budget[1] if self.output is None else number(0),
            currency=self.currency,
            uses=self.claim.composed is not None,
        )

    @property
    def currency(self) -> Currency | None:
        return self.claim.notion.currency(self.claim.budget)

    def swapped(self) -> "Prepared":
        """The other direction: the marks change places in the relation, and nowhere else."""
        return replace(self, relation=swap(self.relation))


def prepare(claim: core.TypedClaim, left: core.TypedProgram, right: core.TypedProgram) -> Prepared:
    names = {n.name: Variable(f"{n.name}@", 0, n.type, n.span) for n in claim.names}

    def fixed(term: Term) -> Term:
        return substitute(unfold(term), lambda leaf: names.get(leaf.name) if isinstance(leaf, Logical) else None)

    def couple(given: core.Couple | None) -> core.Couple | None:
        match given:
            case core.CoupleMap(image, cost, slack=slack, excepted=excepted):
                prices = [None if said is None else fixed(said) for said in (cost, slack, excepted)]
                return replace(given, image=fixed(image), cost=prices[0], slack=prices[1], excepted=prices[2])
            case _:
                return given

    annotations = {
        at: core.Annotation(
            couple(a.couple),
            tuple([fixed(i) for i in a.invariants]),
            a.variants,
            None if a.formula is None else fixed(a.formula),
            tuple([(run, fixed(when)) for run, when in a.alone]),
        )
        for at, a in claim.annotations.items()
    }
    pointwise = claim.pointwise
    budget = (*claim.notion.spent(claim.budget), number(0), number(0))[:2]
    return Prepared(
        claim,
        left,
        right,
        fixed(claim.relation),
        budget,
        None if claim.post is None else fixed(claim.post),
        None if pointwise is None else names[pointwise.output.name],
        None if pointwise is None else pointwise.region,
        None if pointwise is None else pointwise.equals,
        annotations,
    )


def swap(term: Term) -> Term:
    """The formula with the two runs in each other's place."""

    def other(leaf: Variable | Logical | Ghost) -> Term | None:
        if isinstance(leaf, Variable) and leaf.run != 0:
            return replace(leaf, run=2 if leaf.run == 1 else 1)
        return None

    return substitute(term, other)


def start(prepared: Prepared) -> State:
    """The inputs of both runs, with what types, `requires` and the relation say of them."""
    state = State({})
    runs: tuple[tuple[Run, core.TypedProgram], ...] = ((1, prepared.left), (2, prepared.right))
    for run, program in runs:
        for parameter in program.parameters:
            shared = prepared.private_form and not parameter.private
            state.values[parameter.name, run] = Variable(parameter.name, 0 if shared else run, parameter.type)
    for part in conjuncts(prepared.relation):
        _unite(state, part)
    for run, program in runs:
        for fact in known_of_inputs(state, program, run):
            _once(state, fact)
    whole = prepared.claim.relation.span
    for part in conjuncts(prepared.relation):
        _once(state, Fact(state.formula(part), part.span if whole == NOWHERE else whole, "relation"))
    return state


def _unite(state: State, part: Term) -> None:
    """Functions that the relation says to be equal, by themselves and under no condition, are one from here on."""
    match part:
        case Apply("eq", (Variable(type=Function()) as one, Variable(type=Function()) as other)):
            kept, left = state.formula(one), state.formula(other)
            for key in [key for key, value in state.values.items() if value == left]:
                state.values[key] = kept
        case _:
            pass


def known_of_inputs(state: State, program: core.TypedProgram, run: Run) -> list[Fact]:
    """What types and `requires` say of the inputs of one run."""
    found = []
    for parameter in program.parameters:
        for fact in by_type(state.values[parameter.name, run], parameter.type, run):
            found.append(Fact(state.formula(fact), parameter.span, "type"))
    for formula in program.requires:
        for part in conjuncts(formula):
            found.append(Fact(state.read(part, run), part.span, "requires"))
    return found


def _once(state: State, fact: Fact) -> None:
    if fact not in state.facts:
        state.facts = (*state.facts, fact)


def unmarked(prepared: Prepared) -> list[str]:
    """The parameters that stand without a mark in a quadruple: that they are equal in both runs is owed."""
    if prepared.private_form:
        return []
    terms = [prepared.relation, *prepared.budget, *([] if prepared.post is None else [prepared.post])]
    for annotation in prepared.annotations.values():
        terms += [*annotation.invariants, *[when for _, when in annotation.alone]]
        terms += [*([] if annotation.formula is None else [annotation.formula])]
        if isinstance(annotation.couple, core.CoupleMap):
            said = annotation.couple
            terms += [said.image, *[one for one in (said.cost, said.slack, said.excepted) if one is not None]]
    if prepared.region is not None and prepared.output is not None:
        terms.append(member(prepared.output, prepared.region))
    if isinstance(prepared.claim.following, core.Chain):
        terms += [value for _, value in prepared.claim.following.via]
    both_have = {p.name for p in prepared.left.parameters} & {p.name for p in prepared.right.parameters}
    return sorted({name for term in terms for name, run in variables(term) if run == 0 and name in both_have})


def symmetric(prepared: Prepared, state: State) -> Term:
    """That the relation also holds with the runs swapped, for the same names or for flipped truth values."""
    swapped = swap(prepared.relation)
    named = [n for n in prepared.claim.relation_names if n.type == BOOL]
    ways = []
    for flips in product((False, True), repeat=min(len(named), 4)):
        flipped = {f"{n.name}@" for n, flip in zip(named, flips, strict=False) if flip}

        def witness(leaf: Variable | Logical | Ghost, flipped: set[str] = flipped) -> Term | None:
            return negation(leaf) if isinstance(leaf, Variable) and leaf.name in flipped else None

        ways.append(state.formula(substitute(swapped, witness)))
    return either(ways)


def region(prepared: Prepared, state: State) -> Set | None:
    """The region of `pointwise o in S` at the inputs."""
    if prepared.region is None:
        return None

    def leaf(given: Variable | Logical | Ghost) -> Term | None:
        return state.formula(given)

    return substitute_set(prepared.region, leaf)
