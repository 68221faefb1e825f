"""The syntax tree: what the user wrote, with its places; the classes carry the names of the grammar's rules.

Chains of infix operators are flat tuples, however long, so that no pass over the tree has to
recurse deeper than the nesting that a person wrote. Equality ignores places.
"""

from typing import Literal

from prhl.records import dataclass
from prhl.source import Span, here

Run = Literal[0, 1, 2]  # 0: no run mark


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    span: Span = here()


# ---- expressions and formulas ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Boolean:
    value: bool
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Number:
    text: str
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Bits:
    text: str  # the digits after 0b
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Hole:
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    run: Run = 0
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Call:
    function: Name
    arguments: tuple["Argument", ...]
    at: Name | None = None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Paren:
    operand: "Formula"
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Bars:
    operand: "Formula"
    span: Span = here()


@dataclass(frozen=True, slots=True)
class TupleOf:
    items: tuple["Formula", ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class ListOf:
    items: tuple["Formula", ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Same:
    """`={x, y}`: the variables are equal in both runs."""

    names: tuple[Name, ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Field:
    position: int
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Index:
    index: "Formula"
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Access:
    """`a[i].0`: a base and the steps into it."""

    base: "Formula"
    steps: tuple[Index | Field, ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Power:
    """`e ^ 2 ^ 3`, read from the left; exponents are literals."""

    base: "Formula"
    exponents: tuple[Number, ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Negative:
    operand: "Formula"
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Not:
    operand: "Formula"
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A chain of one precedence, read from the left: `+ - ++`, or `* / div mod`, or `xor`."""

    operators: tuple[str, ...]
    operands: tuple["Formula", ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Comparison:
    """`a <= b < c`: the conjunction of its neighbours."""

    operators: tuple[str, ...]
    operands: tuple["Formula", ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Connective:
    """A chain of one of `&& || ==> <=>`; `==>` is read from the right."""

    operator: str
    operands: tuple["Formula", ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Conditional:
    """`if c then a else if d then b else e`: the arms in order, then the rest."""

    arms: tuple[tuple["Formula", "Formula"], ...]
    otherwise: "Formula"
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Binder:
    name: Name
    type: "Type | None" = None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Quantifier:
    kind: Literal["forall", "exists"]
    binders: tuple[Binder, ...]
    body: "Formula"
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Elements:
    """`x in a if g`: the elements of a list that meet a condition."""

    name: Name
    items: "Formula"
    guard: "Formula | None" = None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Comprehension:
    """`[e for x in a if g]`, `sum(e for x in a if g)`, or `count(x in a if g)`, which has no value for each."""

    function: Name | None
    value: "Formula | None"
    elements: Elements
    span: Span = here()


Formula = (
    Boolean | Number | Bits | Hole | Variable | Call | Paren | Bars | TupleOf | ListOf | Same | Access
    | Power | Negative | Not | Arithmetic | Comparison | Connective | Conditional | Quantifier
    | Comprehension
)  # fmt: skip


def strip(node: Formula) -> Formula:
    """The node without the parentheses around it."""
    while isinstance(node, Paren):
        node = node.operand
    return node


# ---- sets ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Element:
    value: Formula
    weight: Formula | None = None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class SetOf:
    """`{a, b}`, `{a @ p, b @ r}` or `{0, 1}^n`."""

    elements: tuple[Element, ...]
    power: Formula | None = None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Range:
    low: Formula
    high: Formula
    span: Span = here()


Argument = Formula | SetOf | Range

# ---- types -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SimpleType:
    name: Literal["bool", "int", "real"]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class BitsType:
    size: Formula
    span: Span = here()


@dataclass(frozen=True, slots=True)
class ListType:
    item: "Type"
    span: Span = here()


@dataclass(frozen=True, slots=True)
class TupleType:
    """`(a, b)`; one type in parentheses is that type, kept as it was written."""

    items: tuple["Type", ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class FunctionType:
    argument: "Type"
    result: "Type"
    span: Span = here()


Type = SimpleType | BitsType | ListType | TupleType | FunctionType

# ---- annotations -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CoupleMap:
    target: Name
    run: Run
    image: Formula
    cost: Formula | None = None
    slack: Formula | None = None
    excepted: Formula | None = None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class CoupleNone:
    span: Span = here()


@dataclass(frozen=True, slots=True)
class CoupleBy:
    claim: Name
    span: Span = here()


@dataclass(frozen=True, slots=True)
class CoupleHole:
    cost: Formula | None = None
    slack: Formula | None = None
    span: Span = here()


Couple = CoupleMap | CoupleNone | CoupleBy | CoupleHole


@dataclass(frozen=True, slots=True)
class Invariant:
    formula: Formula
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Decreases:
    variant: Formula
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Alone:
    """`alone 1 when F`: where F holds at the head, this run goes one round while the other waits."""

    run: int
    formula: Formula
    span: Span = here()


LoopAnnotation = Invariant | Decreases | Alone

# ---- statements ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assign:
    target: Name
    indices: tuple[Formula, ...]
    value: Formula
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Sample:
    label: Name | None
    target: Name
    source: Formula
    couple: Couple | None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Block:
    statements: tuple["Statement", ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class If:
    arms: tuple[tuple[Formula, Block], ...]
    otherwise: Block | None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class While:
    label: Name | None
    guard: Formula
    annotations: tuple[LoopAnnotation, ...]
    body: Block
    span: Span = here()


@dataclass(frozen=True, slots=True)
class For:
    label: Name | None
    variable: Name
    low: Formula
    high: Formula
    annotations: tuple[LoopAnnotation, ...]
    body: Block
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Joint:
    label: Name | None
    body: Block
    couple: Couple | None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Assert:
    formula: Formula
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Leak:
    value: Formula
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Return:
    value: Formula
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Skip:
    span: Span = here()


Statement = Assign | Sample | If | While | For | Joint | Assert | Leak | Return | Skip

# ---- items -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parameter:
    name: Name
    visibility: Literal["private", "public"] | None
    type: Type
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Requires:
    formula: Formula
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Program:
    name: Name
    parameters: tuple[Parameter, ...]
    result: Type | None
    requires: tuple[Requires, ...]
    body: Block
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Pointwise:
    name: Name
    region: Argument | None = None
    equals: Formula | None = None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class ProofStep:
    label: Name | None
    annotation: Couple | LoopAnnotation
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Proof:
    steps: tuple[ProofStep, ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class CheckItem:
    target: Formula
    relation: Literal["in", "="]
    value: Argument
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Check:
    items: tuple[CheckItem, ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Expect:
    verdict: Literal["proved", "refuted", "unknown"]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Assume:
    span: Span = here()


@dataclass(frozen=True, slots=True)
class From:
    """The claim follows from another one, `by steps steps` or for a program that is `sampled rate`."""

    claim: Name
    steps: Formula | None = None
    rate: Formula | None = None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Between:
    """`x = e`: the value of a parameter of the program in the middle of a chain."""

    name: Name
    value: Formula
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Chain:
    """The claim follows from two others that meet in a third program, at the inputs that stand after `via`."""

    first: Name
    second: Name
    via: tuple[Between, ...] | None = None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Composed:
    """The budget is that of a composition theorem, over the claims that the calls cite."""

    theorem: Name
    arguments: tuple[Formula, ...]
    span: Span = here()


Option = Pointwise | Proof | Check | Expect | Assume | From | Chain | Composed


@dataclass(frozen=True, slots=True)
class Within:
    epsilon: Formula
    delta: Formula | None = None
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Quadruple:
    name: Name
    left: Name
    right: Name
    pre: Formula
    post: Formula
    within: Within | None
    options: tuple[Option, ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Notion:
    name: Name
    arguments: tuple[Formula, ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Satisfies:
    name: Name
    program: Name
    notion: Notion
    relation: Formula
    options: tuple[Option, ...]
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Answer:
    """`answer NAME = e;`: a place for what a reader finds out; elsewhere the name stands for it."""

    name: Name
    value: Formula
    span: Span = here()


Claim = Quadruple | Satisfies
Item = Program | Quadruple | Satisfies | Answer


@dataclass(frozen=True, slots=True)
class File:
    items: tuple[Item, ...]
    span: Span = here()
