"""What the checker hands on: programs and claims in which every name is resolved and every type known.

The statements are fewer than those of the syntax: `for` has become `while`, `else if` a nested `if`,
a list update an assignment, and what carries annotations is a numbered *site*. Annotations are
resolved for each claim, since the names in them (`k`, `o`) are the claim's.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from prhl.diagnostics import Diagnostic, did_you_mean, misasked
from prhl.logic.terms import Distribution, Logical, Set, Term
from prhl.logic.types import Type
from prhl.notions import Notion
from prhl.records import dataclass
from prhl.source import Source, Span
from prhl.syntax import ast

# ---- programs --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: Type
    private: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    target: str
    value: Term
    span: Span


@dataclass(frozen=True, slots=True)
class Sample:
    target: str
    distribution: Distribution
    site: int
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    target: str
    program: str
    arguments: tuple[Term, ...]
    site: int
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    condition: Term
    then: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Counter:
    """Where a loop comes from `for i in a .. b`: the variable, its first value, and the local that holds b."""

    variable: str
    low: Term
    bound: str


@dataclass(frozen=True, slots=True)
class While:
    guard: Term
    body: tuple["Statement", ...]
    counter: Counter | None
    site: int
    span: Span


@dataclass(frozen=True, slots=True)
class Joint:
    body: tuple["Statement", ...]
    site: int
    span: Span


@dataclass(frozen=True, slots=True)
class Assert:
    site: int
    span: Span


@dataclass(frozen=True, slots=True)
class Leak:
    value: Term
    span: Span


Statement = Assign | Sample | Call | If | While | Joint | Assert | Leak


@dataclass(frozen=True, slots=True)
class Site:
    """A statement that may carry annotations, with those that stand in the program."""

    number: int
    kind: Literal["sample", "call", "loop", "joint", "assert"]
    label: str | None
    target: str | None  # what is sampled
    target_type: Type | None
    callee: str | None
    couple: ast.Couple | None
    annotations: tuple[ast.LoopAnnotation, ...]
    formula: ast.Formula | None  # of an assert
    assigned: frozenset[str]  # the locals that surely have a value here
    computed: frozenset[str]  # what a joint block assigns
    span: Span


@dataclass(frozen=True, slots=True)
class TypedProgram:
    name: str
    parameters: tuple[Parameter, ...]
    requires: tuple[Term, ...]
    locals: Mapping[str, Type]
    body: tuple[Statement, ...]
    result: Term | None
    result_type: Type | None
    sites: tuple[Site, ...]
    assigned: frozenset[str]  # at the end
    leaks: bool  # itself, or a program that it calls
    span: Span

    @property
    def types(self) -> dict[str, Type]:
        """The types of parameters and locals."""
        return {**{p.name: p.type for p in self.parameters}, **self.locals}


# ---- claims ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CoupleMap:
    """Run 2 draws `image` of what run 1 drew; `cost` is the stated price, None where the tool works it out.

    With a `slack` that holds only up to this much mass; where `excepted` is true of the sample, nothing is said.
    """

    image: Term
    cost: Term | None
    span: Span
    slack: Term | None = None
    excepted: Term | None = None

    @property
    def lossy(self) -> bool:
        """Whether it holds up to some mass only."""
        return self.slack is not None or self.excepted is not None


@dataclass(frozen=True, slots=True)
class CoupleNone:
    span: Span


@dataclass(frozen=True, slots=True)
class CoupleBy:
    claim: str
    span: Span


@dataclass(frozen=True, slots=True)
class CoupleHole:
    """A missing coupling, with its stated price."""

    cost: Term | None
    span: Span


Couple = CoupleMap | CoupleNone | CoupleBy | CoupleHole


@dataclass(frozen=True, slots=True)
class Annotation:
    """What one claim says at one site."""

    couple: Couple | None = None
    invariants: tuple[Term, ...] = ()
    variants: tuple[Term, ...] = ()
    formula: Term | None = None
    alone: tuple[tuple[int, Term], ...] = ()  # of a loop: where which run goes a round by itself


@dataclass(frozen=True, slots=True)
class Pointwise:
    """One output at a time: `output` stands for the result, or for `equals` over the final state."""

    output: Logical
    region: Set | None
    equals: tuple[Term, Term] | None  # in run 1 and in run 2
    span: Span


Step = Literal["size", "each"] | int
"""Into a parameter: its size, every position `[_]`, or one position or field."""


@dataclass(frozen=True, slots=True)
class CheckItem:
    parameter: str
    path: tuple[Step, ...]
    values: Set | tuple[Term]
    span: Span


@dataclass(frozen=True, slots=True)
class Check:
    items: tuple[CheckItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Lack:
    """An annotation of the program that this claim cannot read."""

    span: Span
    message: str


Expected = Literal["proved", "refuted", "unknown"]


@dataclass(frozen=True, slots=True)
class Following:
    """`from CLAIM`, in so many steps, or for a program that calls that of the claim on a sample of so much."""

    claim: str
    steps: Term | None
    rate: Term | None
    span: Span

    @property
    def claims(self) -> tuple[str, ...]:
        return (self.claim,)


@dataclass(frozen=True, slots=True)
class Chain:
    """`from Q1, Q2 via (x = e, ..)`: by way of another program, whose inputs are terms over those of both runs."""

    claims: tuple[str, str]
    mirrored: tuple[bool, bool]  # which of the two are read from run 2 to run 1
    program: str
    via: tuple[tuple[str, Term], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Composed:
    """`composed advanced(uses, failure)`: so many calls, up to that probability."""

    uses: Term
    failure: Term
    span: Span


@dataclass(frozen=True, slots=True)
class TypedClaim:
    """`left` and `right` are the two programs; in the privacy form they are one, and `post` is None."""

    name: str
    left: str
    right: str
    relation: Term
    post: Term | None
    notion: Notion  # of a quadruple: `within`
    budget: tuple[Term, ...]  # the notion's arguments; of a quadruple: epsilon and delta, or nothing
    names: tuple[Logical, ...]  # what the relation and `pointwise` bind
    pointwise: Pointwise | None
    annotations: Mapping[tuple[str, int], Annotation]  # by program and site
    lacks: tuple[Lack, ...]
    checks: tuple[Check, ...]
    expect: Expected
    assume: bool
    span: Span
    following: Following | Chain | None = None
    composed: Composed | None = None

    @property
    def relation_names(self) -> tuple[Logical, ...]:
        """The names that the relation binds; the output of `pointwise` is not among them."""
        output = None if self.pointwise is None else self.pointwise.output.name
        return tuple([name for name in self.names if name.name != output])

    @property
    def cites(self) -> tuple[str, ...]:
        """The claims that it rests on: by `from`, or by the calls of its programs."""
        if self.following is not None:
            return tuple(dict.fromkeys(self.following.claims))
        couples = [a.couple for a in self.annotations.values()]
        return tuple(dict.fromkeys([c.claim for c in couples if isinstance(c, CoupleBy)]))

    @property
    def spends(self) -> tuple[Term, ...]:
        """What `cost` and `slack` may come to; where uses of a mechanism are counted, their number."""
        return self.notion.spent(self.budget) if self.composed is None else (self.composed.uses,)

    @property
    def program(self) -> str:
        return self.left if self.left == self.right else f"{self.left} ~ {self.right}"


@dataclass(frozen=True, slots=True)
class TypedFile:
    source: Source
    programs: Mapping[str, TypedProgram]
    claims: tuple[TypedClaim, ...]
    warnings: tuple[Diagnostic, ...] = ()
    grounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # which claims each may rest on

    def called(self, name: str | None) -> tuple[TypedClaim, ...]:
        """All claims, or the one of this name, or Rejected."""
        found = tuple([claim for claim in self.claims if name in (None, claim.name)])
        if name is not None and not found:
            names = [claim.name for claim in self.claims]
            hint = did_you_mean(name, names, f"the claims are {', '.join(names)}" if names else "")
            raise misasked(self.source, "no-such-claim", f"there is no claim `{name}`", hint)
        return found

    def cited_first(self, find: bool = False) -> list[TypedClaim]:
        """The claims in an order in which those that calls rest on come before, or with `find` may rest on; programs do
        not call themselves."""
        order: dict[str, TypedClaim] = {}
        by_name = {claim.name: claim for claim in self.claims}

        def add(claim: TypedClaim) -> None:
            if claim.name not in order:
                for name in self.may_cite(claim) if find else claim.cites:
                    add(by_name[name])
                order[claim.name] = claim

        for claim in self.claims:
            add(claim)
        return list(order.values())

    def shared(self, claim: TypedClaim) -> bool:
        """Whether other claims speak of a program of this one."""
        mine = {claim.left, claim.right}
        return any([mine & {other.left, other.right} for other in self.claims if other.name != claim.name])

    @property
    def words(self) -> frozenset[str]:
        """The names of programs, of what is in them, and of claims."""
        within = [name for one in self.programs.values() for name in (*one.types, *[s.label or "" for s in one.sites])]
        return frozenset([*self.programs, *within, *[claim.name for claim in self.claims]])

    def may_cite(self, claim: TypedClaim) -> tuple[str, ...]:
        """The claims that it rests on, and those that it might."""
        return self.grounds.get(claim.name, claim.cites)
