"""From the grammar's rules to the nodes of the tree: one method for each rule, the children in, the node out."""

from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from lark import Token

from prhl.diagnostics import Diagnostic
from prhl.source import NOWHERE, Span
from prhl.syntax import ast

LONGEST_LITERAL = 10_000  # digits


class Refused(Exception):
    """A token that the grammar takes and the contract does not."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic


def _refuse(code: str, span: Span, message: str, hint: str = "") -> NoReturn:
    raise Refused(Diagnostic(code, span, message, hint))


Children = list[Any]  # tokens and nodes, in the order of the text

_GREEK = str.maketrans({"ε": "eps", "ϵ": "eps", "δ": "delta"})
_ASCII = {"≠": "!=", "≤": "<=", "≥": ">="}


def _place(child: Any) -> Span:
    return Span(child.start_pos or 0, child.end_pos or 0) if isinstance(child, Token) else child.span


def _span(children: Sequence[Any]) -> Span:
    return Span(_place(children[0]).start, _place(children[-1]).end) if children else NOWHERE


def _name(token: Token) -> ast.Name:
    text = str(token)
    if not text.isascii():
        text = text.translate(_GREEK)
        for letter in text:
            if not (letter.isalpha() or letter == "_" or letter in "0123456789"):
                _refuse("bad-name", _place(token), f"`{letter}` cannot be part of a name", "use letters, digits and _")
    return ast.Name(text, _place(token))


def _tokens(children: Children, kind: str) -> list[Token]:
    return [c for c in children if isinstance(c, Token) and c.type == kind]


def _nodes(children: Children) -> list[Any]:
    return [c for c in children if not isinstance(c, Token)]


def _pick(children: Children, *kinds: type) -> list[Any]:
    return [c for c in children if isinstance(c, kinds)]


def _first(children: Children, *kinds: type) -> Any:
    return next((c for c in children if isinstance(c, kinds)), None)


class _Price(NamedTuple):
    """`cost e`, `except G` or `slack d` of a coupling."""

    word: str
    amount: ast.Formula

    @property
    def span(self) -> Span:
        return self.amount.span


def _prices(clauses: list[_Price]) -> tuple[ast.Formula | None, ast.Formula | None]:
    """The cost and the slack, where they are stated."""
    said = {clause.word: clause.amount for clause in clauses}
    return said.get("cost"), said.get("slack")


class Builder:
    """Called by lark for each rule, innermost first."""

    def start(self, c: Children) -> ast.File:
        return ast.File(tuple(c), _span(c))

    # programs

    def program(self, c: Children) -> ast.Program:
        return ast.Program(
            _name(c[1]),
            tuple(_pick(c, ast.Parameter)),
            _first(c, *_TYPES),
            tuple(_pick(c, ast.Requires)),
            c[-1],
            _span(c),
        )

    def parameter(self, c: Children) -> ast.Parameter:
        visibility = str(c[2]) if isinstance(c[2], Token) else None
        return ast.Parameter(_name(c[0]), visibility, c[-1], _span(c))  # type: ignore[arg-type]  # the grammar's two words

    def requires(self, c: Children) -> ast.Requires:
        return ast.Requires(c[1], _span(c))

    def simple_type(self, c: Children) -> ast.SimpleType:
        return ast.SimpleType(str(c[0]), _span(c))  # type: ignore[arg-type]  # the grammar's three words

    def bits_type(self, c: Children) -> ast.BitsType:
        return ast.BitsType(c[2], _span(c))

    def list_type(self, c: Children) -> ast.ListType:
        return ast.ListType(c[2], _span(c))

    def tuple_type(self, c: Children) -> ast.TupleType:
        return ast.TupleType(tuple(_nodes(c)), _span(c))

    def function_type(self, c: Children) -> ast.FunctionType:
        return ast.FunctionType(c[0], c[2], _span(c))

    # statements

    def block(self, c: Children) -> ast.Block:
        return ast.Block(tuple(c[1:-1]), _span(c))

    def assign(self, c: Children) -> ast.Assign:
        nodes = _nodes(c)
        return ast.Assign(_name(c[0]), tuple(nodes[:-1]), nodes[-1], _span(c))

    def sample(self, c: Children) -> ast.Sample:
        label, rest = _labelled(c)
        couple = rest[3] if not isinstance(rest[3], Token) else None
        return ast.Sample(label, _name(rest[0]), rest[2], couple, _span(c))

    def label(self, c: Children) -> ast.Name:
        return _name(c[0])

    # `if` and its like are words of Python, hence the aliases below
    def if_(self, c: Children) -> ast.If:
        nodes = _nodes(c)
        otherwise = nodes.pop() if len(nodes) % 2 else None
        return ast.If(tuple(zip(nodes[::2], nodes[1::2], strict=True)), otherwise, _span(c))

    def while_(self, c: Children) -> ast.While:
        label, rest = _labelled(c)
        nodes = _nodes(rest)
        return ast.While(label, nodes[0], tuple(nodes[1:-1]), nodes[-1], _span(c))

    def for_(self, c: Children) -> ast.For:
        label, rest = _labelled(c)
        nodes = _nodes(rest)
        return ast.For(label, _name(rest[1]), nodes[0], nodes[1], tuple(nodes[2:-1]), nodes[-1], _span(c))

    def joint(self, c: Children) -> ast.Joint:
        label, rest = _labelled(c)
        couple = rest[2] if not isinstance(rest[2], Token) else None
        return ast.Joint(label, rest[1], couple, _span(c))

    def assert_(self, c: Children) -> ast.Assert:
        return ast.Assert(c[1], _span(c))

    def leak(self, c: Children) -> ast.Leak:
        return ast.Leak(c[1], _span(c))

    def return_(self, c: Children) -> ast.Return:
        return ast.Return(c[1], _span(c))

    def skip(self, c: Children) -> ast.Skip:
        return ast.Skip(_span(c))

    # annotations

    def invariant(self, c: Children) -> ast.Invariant:
        return ast.Invariant(c[1], _span(c))

    def decreases(self, c: Children) -> ast.Decreases:
        return ast.Decreases(c[1], _span(c))

    def alone(self, c: Children) -> ast.Alone:
        return ast.Alone(int(c[1]), c[3], _span(c))

    def couple_map(self, c: Children) -> ast.CoupleMap:
        excepted = next((clause.amount for clause in c[5:] if clause.word == "except"), None)
        return ast.CoupleMap(_name(c[1]), _run(c[2]), c[4], *_prices(c[5:]), excepted, _span(c))

    def couple_none(self, c: Children) -> ast.CoupleNone:
        return ast.CoupleNone(_span(c))

    def couple_by(self, c: Children) -> ast.CoupleBy:
        return ast.CoupleBy(_name(c[2]), _span(c))

    def couple_hole(self, c: Children) -> ast.CoupleHole:
        return ast.CoupleHole(*_prices(c[2:]), _span(c))

    def cost(self, c: Children) -> _Price:
        return _Price("cost", c[1])

    def slack(self, c: Children) -> _Price:
        return _Price("slack", c[1])

    def except_(self, c: Children) -> _Price:
        return _Price("except", c[1])

    # claims

    def quadruple(self, c: Children) -> ast.Quadruple:
        return ast.Quadruple(
            _name(c[1]),
            _name(c[3]),
            _name(c[5]),
            c[7],
            c[9],
            _first(c, ast.Within),
            tuple(_pick(c, *_OPTIONS)),
            _span(c),
        )

    def satisfies(self, c: Children) -> ast.Satisfies:
        return ast.Satisfies(_name(c[1]), _name(c[3]), c[5], c[7], tuple(_pick(c, *_OPTIONS)), _span(c))

    def answer(self, c: Children) -> ast.Answer:
        return ast.Answer(_name(c[1]), c[3], _span(c))

    def notion(self, c: Children) -> ast.Notion:
        return ast.Notion(_name(c[0]), tuple(_nodes(c)), _span(c))

    def within(self, c: Children) -> ast.Within:
        return ast.Within(c[2], c[4] if len(c) > 4 else None, _span(c))

    def pointwise(self, c: Children) -> ast.Pointwise:
        region = c[3] if len(c) > 3 and c[2].type == "IN" else None
        equals = c[3] if len(c) > 3 and region is None else None
        return ast.Pointwise(_name(c[1]), region, equals, _span(c))

    def proof(self, c: Children) -> ast.Proof:
        return ast.Proof(tuple(c[2:-1]), _span(c))

    def proof_step(self, c: Children) -> ast.ProofStep:
        label, rest = _labelled(c)
        return ast.ProofStep(label, rest[0], _span(c))

    def check(self, c: Children) -> ast.Check:
        return ast.Check(tuple(_nodes(c)), _span(c))

    def check_item(self, c: Children) -> ast.CheckItem:
        return ast.CheckItem(c[0], "in" if c[1].type == "IN" else "=", c[2], _span(c))

    def expect(self, c: Children) -> ast.Expect:
        return ast.Expect(str(c[1]), _span(c))  # type: ignore[arg-type]  # the grammar's three words

    def assume(self, c: Children) -> ast.Assume:
        return ast.Assume(_span(c))

    def from_(self, c: Children) -> ast.From:
        given = c[3] if len(c) > 3 else None
        sampled = given is not None and c[2] == "sampled"
        return ast.From(_name(c[1]), None if sampled else given, given if sampled else None, _span(c))

    def chain(self, c: Children) -> ast.Chain:
        via = tuple(_pick(c, ast.Between)) if len(c) > 4 else None
        return ast.Chain(_name(c[1]), _name(c[3]), via, _span(c))

    def between(self, c: Children) -> ast.Between:
        return ast.Between(_name(c[0]), c[2], _span(c))

    def composed(self, c: Children) -> ast.Composed:
        return ast.Composed(_name(c[1]), tuple(_nodes(c)), _span(c))

    # formulas

    def _connective(self, operator: str, c: Children) -> ast.Connective:
        return ast.Connective(operator, tuple(c[::2]), _span(c))

    def equivalence(self, c: Children) -> ast.Connective:
        return self._connective("<=>", c)

    def implication(self, c: Children) -> ast.Connective:
        return self._connective("==>", c)

    def disjunction(self, c: Children) -> ast.Connective:
        return self._connective("||", c)

    def conjunction(self, c: Children) -> ast.Connective:
        return self._connective("&&", c)

    def not_(self, c: Children) -> ast.Not:
        return ast.Not(c[1], _span(c))

    def comparison(self, c: Children) -> ast.Comparison:
        operators = tuple([_ASCII.get(str(t), str(t)) for t in c[1::2]])
        return ast.Comparison(operators, tuple(c[::2]), _span(c))

    def _chain(self, c: Children) -> ast.Arithmetic:
        return ast.Arithmetic(tuple([str(t) for t in c[1::2]]), tuple(c[::2]), _span(c))

    exclusive = sum = product = _chain

    def negative(self, c: Children) -> ast.Negative:
        return ast.Negative(c[1], _span(c))

    def power(self, c: Children) -> ast.Power:
        return ast.Power(c[0], tuple([self.number([t]) for t in c[2::2]]), _span(c))

    def access(self, c: Children) -> ast.Access:
        steps = [ast.Field(_digits(s[1:], s), _place(s)) if isinstance(s, Token) else s for s in c[1:]]
        return ast.Access(c[0], tuple(steps), _span(c))

    def index(self, c: Children) -> ast.Index:
        return ast.Index(c[1], _span(c))

    def variable(self, c: Children) -> ast.Variable:
        return ast.Variable(_name(c[0]).text, _run(c[1]) if len(c) > 1 else 0, _span(c))

    def call(self, c: Children) -> ast.Call:
        at = _name(c[-1]) if isinstance(c[-1], Token) and c[-1].type == "NAME" else None
        return ast.Call(_name(c[0]), tuple(_nodes(c)), at, _span(c))

    def number(self, c: Children) -> ast.Number:
        text = str(c[0])
        mantissa, _, exponent = text.lower().partition("e")
        size = len(mantissa.replace(".", "")) + (_digits(exponent.lstrip("+-"), c[0]) if exponent else 0)
        if size > LONGEST_LITERAL:
            _refuse("long-literal", _place(c[0]), f"a literal of more than {LONGEST_LITERAL:,} digits")
        return ast.Number(text, _place(c[0]))

    def bits(self, c: Children) -> ast.Bits:
        if len(c[0]) - 2 > LONGEST_LITERAL:
            _refuse("long-literal", _place(c[0]), f"a literal of more than {LONGEST_LITERAL:,} digits")
        return ast.Bits(str(c[0])[2:], _place(c[0]))

    def boolean(self, c: Children) -> ast.Boolean:
        return ast.Boolean(c[0] == "true", _place(c[0]))

    def hole(self, c: Children) -> ast.Hole:
        return ast.Hole(_span(c))

    def paren(self, c: Children) -> ast.Paren:
        return ast.Paren(c[1], _span(c))

    def tuple(self, c: Children) -> ast.TupleOf:
        return ast.TupleOf(tuple(_nodes(c)), _span(c))

    def list(self, c: Children) -> ast.ListOf:
        return ast.ListOf(tuple(_nodes(c)), _span(c))

    def bars(self, c: Children) -> ast.Bars:
        return ast.Bars(c[1], _span(c))

    def same(self, c: Children) -> ast.Same:
        return ast.Same(tuple([_name(t) for t in _tokens(c, "NAME")]), _span(c))

    def conditional(self, c: Children) -> ast.Conditional:
        arms: tuple[tuple[Any, Any], ...] = ((c[1], c[3]),)
        otherwise = c[5]
        if isinstance(otherwise, ast.Conditional):
            arms, otherwise = arms + otherwise.arms, otherwise.otherwise
        return ast.Conditional(arms, otherwise, _span(c))

    def quantifier(self, c: Children) -> ast.Quantifier:
        kind = "forall" if c[0].type == "FORALL" else "exists"
        return ast.Quantifier(kind, tuple(_pick(c, ast.Binder)), c[-1], _span(c))  # type: ignore[arg-type]  # one of two

    def binder(self, c: Children) -> ast.Binder:
        return ast.Binder(_name(c[0]), c[2] if len(c) > 2 else None, _span(c))

    def elements(self, c: Children) -> ast.Elements:
        return ast.Elements(_name(c[0]), c[2], c[4] if len(c) > 4 else None, _span(c))

    def comprehension(self, c: Children) -> ast.Comprehension:
        function = _name(c[0]) if c[0].type == "NAME" else None
        *value, elements = _nodes(c)
        return ast.Comprehension(function, value[0] if value else None, elements, _span(c))

    # sets

    def set(self, c: Children) -> ast.SetOf:
        power = c[-1] if not isinstance(c[-1], Token) else None
        return ast.SetOf(tuple(_pick(c, ast.Element)), power, _span(c))

    def element(self, c: Children) -> ast.Element:
        return ast.Element(c[0], c[2] if len(c) > 2 else None, _span(c))

    def range(self, c: Children) -> ast.Range:
        return ast.Range(c[0], c[2], _span(c))


for _rule in ("if", "while", "for", "assert", "return", "not", "from", "except"):
    setattr(Builder, _rule, getattr(Builder, _rule + "_"))

_TYPES = (ast.SimpleType, ast.BitsType, ast.ListType, ast.TupleType, ast.FunctionType)
_OPTIONS = (ast.Pointwise, ast.Proof, ast.Check, ast.Expect, ast.Assume, ast.From, ast.Chain, ast.Composed)


def _labelled(c: Children) -> tuple[ast.Name | None, Children]:
    return (c[0], c[1:]) if isinstance(c[0], ast.Name) else (None, c)


def _run(token: Token) -> ast.Run:
    return 1 if "1" in token else 2


def _digits(text: str, token: Token) -> int:
    """A short run of digits as a number; longer ones (fields, exponents) mean nothing here."""
    if len(text) > 6:
        _refuse("long-literal", _place(token), "this number is far too large here")
    return int(text)
