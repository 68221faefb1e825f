"""What the theorems share: the claim that is to follow, the one that it follows from, and the state of the inputs."""

from collections.abc import Mapping
from dataclasses import replace

from prhl.logic.build import at_most, both, either, number
from prhl.logic.relations import unfold
from prhl.logic.substitution import substitute
from prhl.logic.terms import Ghost, Logical, Quantified, Related, Term, Variable, conjuncts
from prhl.logic.types import INT
from prhl.records import dataclass
from prhl.rules.call import Citation
from prhl.rules.context import Context
from prhl.rules.numeric_facts import know_at_most
from prhl.rules.state import State
from prhl.source import Span
from prhl.typed import core

Inputs = Mapping[int, Mapping[str, Term]]
"""The values of parameters, by run and name; what stands without a mark is read in run 1."""

ZERO = number(0)


@dataclass
class Case:
    """One claim and the claim that it follows from."""

    context: Context
    state: State
    claim: core.TypedClaim
    program: core.TypedProgram
    cited: Citation

    @property
    def following(self) -> core.Following:
        assert isinstance(self.claim.following, core.Following)
        return self.claim.following

    @property
    def place(self) -> Span:
        return self.following.span

    @property
    def budget(self) -> tuple[Term, ...]:
        """What this claim promises, at the inputs."""
        return tuple([self.state.formula(part) for part in self.claim.budget])

    @property
    def given(self) -> tuple[Term, ...]:
        """What the other one promises, at the same inputs."""
        return tuple([self.state.formula(part) for part in self.cited.claim.budget])

    @property
    def names(self) -> dict[str, Term]:
        """What stands for the names that the relation of this claim binds."""
        return {n.name: Variable(f"{n.name}@", 0, n.type, n.span) for n in self.claim.relation_names}

    def know(self, formula: Term, named: Mapping[str, Term]) -> None:
        """A part of this claim's relation, with values for further names."""
        self.state.know(self.state.formula(instantiated(unfold(formula), {**self.names, **named})))

    def owe_budget(self, amount: Term, budget: Term, message: str, hint: str = "") -> None:
        """That the budget is at least what the theorem gives."""
        self.owe_budgets([(amount, budget)], message, hint)

    def owe_budgets(self, ways: list[tuple[Term, Term]], message: str, hint: str = "") -> None:
        """That one of the amounts is within its budget."""
        for amount, budget in ways:
            know_at_most(self.state, amount, budget)
        goal = either([at_most(amount, budget) for amount, budget in ways])
        other = self.cited.claim.span
        self.context.owe(self.state, "from-budget", goal, self.place, message, hint, other, "claim")


def put(term: Term, inputs: Inputs, run: int = 1) -> Term:
    """A term over the parameters of a program, at these values."""

    def leaf(given: Variable | Logical | Ghost) -> Term | None:
        return inputs[given.run or run].get(given.name) if isinstance(given, Variable) else None

    return substitute(unfold(term), leaf)


def related(claim: core.TypedClaim, named: Mapping[str, Term], inputs: Inputs, both_orders: bool = True) -> Term:
    """That the claim speaks of these inputs, in one order or the other, unless only its own counts; `named`: what
    stands for the names that its relation binds, or there are some such things."""
    relation = unfold(claim.relation)
    if all([name.name in named for name in claim.relation_names]):
        relation = instantiated(relation, named)
    else:
        relation = Quantified("exists", claim.relation_names, relation, relation.span)
    orders = (inputs, {1: inputs[2], 2: inputs[1]})[: 2 if both_orders else 1]
    return either(list(dict.fromkeys([put(relation, order) for order in orders])))


def instantiated(relation: Term, named: Mapping[str, Term]) -> Term:
    """The relation, with values for the names that it binds."""
    return substitute(relation, lambda leaf: named.get(leaf.name) if isinstance(leaf, Logical) else None)


def positioned(claim: core.TypedClaim, at: Mapping[str, Term]) -> tuple[core.TypedClaim, dict[str, Term]]:
    """The claim with a name for where each of these lists differs, and what stands for the names of positions."""
    parts: list[Term] = []
    named: dict[str, Term] = {}
    for part in conjuncts(claim.relation):
        match part:
            case Related("one_differs" | "add_remove", Variable(subject), _, _, place) if subject in at:
                name = place or Logical(f"at {subject}", INT)
                claim = claim if place else replace(claim, names=(*claim.names, name))
                part, named[name.name] = replace(part, at=name), at[subject]
            case _:
                pass
        parts.append(part)
    return replace(claim, relation=both(parts)), named


def positions_of(case: Case) -> dict[str, Term]:
    """Where the lists of this claim differ, by a name that the claim gives it or one of its own."""
    found: dict[str, Term] = {}
    for part in conjuncts(case.claim.relation):
        match part:
            case Related("one_differs" | "add_remove", Variable(subject), _, _, Logical() as place):
                found[subject] = case.names[place.name]
            case Related("one_differs" | "add_remove", Variable(subject), _, _, None):
                found[subject] = case.context.names.fresh("at", 1, INT)
                spelled, named = positioned(replace(case.claim, relation=part, names=()), found)
                case.know(spelled.relation, named)
            case _:
                pass
    return found
