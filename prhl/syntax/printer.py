"""Syntax tree to text in the canonical layout (`prhl fmt`).

The printer writes the tokens of a parsed file in their order and adds or removes none; so the
n-th token written is the n-th token read, and each comment goes where it stood between two of them.
Parentheses are added only where a tree that no parser made would otherwise mean something else.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, assert_never

from prhl.syntax import ast
from prhl.syntax.layout import Comment, Doc, Line, NewLine, Piece, Text, group, join, nest, render
from prhl.syntax.parser import Parsed

T = TypeVar("T")

_SPACE = Text(" ")
_LINE = Line()
_SOFT = Line(soft=True)


def format_file(parsed: Parsed, spelling: Mapping[str, str] | None = None) -> str:
    """The file in canonical layout, with every comment.

    `spelling` says how the distributions are written, by their names in lower case.
    """
    printer = _Printer(*_comments(parsed), spelling or {})
    doc = printer.file(parsed.file)
    if printer.index != len(parsed.tokens):
        raise AssertionError("the printer wrote other tokens than were read")
    text = render(doc)
    return "" if text == "\n" else text


def show(node: ast.Formula | ast.Argument | ast.Type) -> str:
    """One expression or type on one line, for messages."""
    printer = _Printer()
    doc = printer.type(node) if isinstance(node, ast.Type) else printer.argument(node)
    return " ".join(render(join(doc)).split())


def print_file(file: ast.File) -> str:
    """A tree that was not read from a text, as text."""
    return render(_Printer().file(file))


_GAP = re.compile(r"//[^\n]*|\n")


def _comments(parsed: Parsed) -> tuple[dict[int, list[Piece]], dict[int, list[Piece]], set[int]]:
    """The comments before and behind each token, and the tokens that have an empty line before them."""
    before: dict[int, list[Piece]] = defaultdict(list)
    behind: dict[int, list[Piece]] = defaultdict(list)
    spaced: set[int] = set()
    text, end = parsed.source.text, 0
    ends = [(t.start_pos, t.end_pos) for t in parsed.tokens] + [(len(text), len(text))]
    for index, (start, next_end) in enumerate(ends):
        lines = 0 if index else 1  # at the top of the file a comment has a line of its own
        for piece in _GAP.findall(text, end, start or 0):
            if piece == "\n":
                lines += 1
            elif lines == 0:
                behind[index - 1].append(Comment(piece.rstrip(), own=False))
            else:
                first = not before[index]
                if first and lines > 1:
                    spaced.add(index)
                before[index].append(Comment(piece.rstrip(), own=True, blank=lines > 1 and not first))
                lines = 0
        if lines > 1:
            if before[index]:
                before[index].append(NewLine(blank=True))
            else:
                spaced.add(index)
        end = next_end or 0
    return before, behind, spaced


# How tightly a node binds; an operand must bind tighter than the chain it stands in.
_LEVELS = {"<=>": 1, "==>": 2, "||": 3, "&&": 4}
_NOT, _COMPARE, _UNARY, _POWER, _ACCESS, _ATOM = 5, 6, 10, 11, 12, 13
_ARITHMETIC = {"xor": 7, "+": 8, "-": 8, "++": 8, "*": 9, "/": 9, "div": 9, "mod": 9}


def _level(node: ast.Formula) -> int:
    match node:
        case ast.Conditional() | ast.Quantifier():
            return 0
        case ast.Connective(operator):
            return _LEVELS[operator]
        case ast.Not():
            return _NOT
        case ast.Comparison():
            return _COMPARE
        case ast.Arithmetic(operators):
            return _ARITHMETIC[operators[0]]
        case ast.Negative():
            return _UNARY
        case ast.Power():
            return _POWER
        case ast.Access():
            return _ACCESS
        case _:
            return _ATOM


def _open(node: ast.Formula) -> bool:
    """Whether the node ends in a form that would swallow whatever comes after it."""
    while True:
        match node:
            case ast.Conditional() | ast.Quantifier():
                return True
            case ast.Connective(_, operands) | ast.Comparison(_, operands) | ast.Arithmetic(_, operands):
                node = operands[-1]
            case ast.Not(operand) | ast.Negative(operand):
                node = operand
            case _:
                return False


def _implies(node: ast.Formula) -> bool:
    """Whether an implication stands in the node outside brackets."""
    match node:
        case ast.Connective("==>"):
            return True
        case ast.Connective(_, operands) | ast.Comparison(_, operands) | ast.Arithmetic(_, operands):
            return any([_implies(operand) for operand in operands])
        case ast.Not(operand) | ast.Negative(operand):
            return _implies(operand)
        case ast.Conditional(arms, otherwise):
            return any([_implies(part) for arm in arms for part in arm]) or _implies(otherwise)
        case ast.Quantifier(_, _, body):
            return _implies(body)
        case _:
            return False


class _Printer:
    def __init__(
        self,
        before: dict[int, list[Piece]] | None = None,
        behind: dict[int, list[Piece]] | None = None,
        spaced: set[int] | None = None,
        spelling: Mapping[str, str] | None = None,
    ) -> None:
        self.spelling = spelling or {}
        self.before = before or {}
        self.behind = behind or {}
        self.spaced = spaced or set()
        self.index = 0  # of the next token

    # ---- tokens ------------------------------------------------------------------------------

    def token(self, text: str) -> Piece:
        """The next token with the comments around it."""
        at, self.index = self.index, self.index + 1
        before, behind = self.before.get(at), self.behind.get(at)
        if before or behind:
            return join(*(before or ()), Text(text), *(behind or ()))
        return Text(text)

    def leading(self) -> list[Piece]:
        """The comments above the next token, for those who lay out what comes below them on its own."""
        return self.before.pop(self.index, [])

    def line(self) -> NewLine:
        """A new line before the next token, with an empty one where the author left one."""
        return NewLine(blank=self.index in self.spaced)

    def tokens(self, *texts: str) -> Doc:
        return join(*[self.token(text) for text in texts])

    def name(self, name: ast.Name) -> Piece:
        return self.token(name.text)

    def listed(self, items: Sequence[T], show: Callable[[T], Piece]) -> Doc:
        """Items with commas between; if they do not fit each on a line of its own, plain numbers many on a line."""
        parts: list[Piece] = []
        fill = all([_plain(item) for item in items])
        for position, item in enumerate(items):
            if position:
                parts.append(self.token(","))
                parts.append(group(_LINE, show(item)) if fill else join(_LINE, show(item)))
            else:
                parts.append(show(item))
        return join(*parts)

    def bracketed(self, opening: str, items: Sequence[T], show: Callable[[T], Piece], closing: str) -> Doc:
        first = self.token(opening)
        inside = self.listed(items, show)
        return group(first, nest(_SOFT, inside), _SOFT, self.token(closing))

    # ---- items -------------------------------------------------------------------------------

    def file(self, file: ast.File) -> Doc:
        parts: list[Piece] = []
        previous: ast.Item | None = None
        for item in file.items:
            if previous is not None:
                apart = isinstance(previous, ast.Program) or isinstance(item, ast.Program)
                parts.append(NewLine(blank=apart or self.index in self.spaced))
            parts += [*self.leading(), self.item(item)]
            previous = item
        if last := self.before.get(self.index):
            parts += [self.line(), *last] if parts else last
        return join(*parts)

    def item(self, item: ast.Item) -> Doc:
        match item:
            case ast.Program():
                return self.program(item)
            case ast.Quadruple() | ast.Satisfies():
                return self.claim(item)
            case ast.Answer(name, value):
                head = [self.token("answer"), _SPACE, self.name(name), _SPACE, self.token("="), _SPACE]
                return join(*head, self.formula(value), self.token(";"))
            case _:
                assert_never(item)

    def program(self, program: ast.Program) -> Doc:
        head = [self.token("program"), _SPACE, self.name(program.name)]
        head.append(self.bracketed("(", program.parameters, self.parameter, ")"))
        if program.result is not None:
            head += [_SPACE, self.token(":"), _SPACE, self.type(program.result)]
        lines: list[Piece] = []
        for requires in program.requires:
            lines += [self.line(), self.token("requires"), _SPACE, self.formula(requires.formula), self.token(";")]
        return join(*head, nest(*lines), self.line() if lines else _SPACE, self.block(program.body))

    def parameter(self, parameter: ast.Parameter) -> Doc:
        parts = [self.name(parameter.name), _SPACE, self.token(":"), _SPACE]
        if parameter.visibility:
            parts += [self.token(parameter.visibility), _SPACE]
        return join(*parts, self.type(parameter.type))

    def type(self, node: ast.Type) -> Piece:
        match node:
            case ast.SimpleType(name):
                return self.token(name)
            case ast.BitsType(size):
                return join(self.tokens("bits", "["), self.formula(size), self.token("]"))
            case ast.ListType(item):
                return join(self.tokens("list", "["), self.type(item), self.token("]"))
            case ast.TupleType(items):
                return self.bracketed("(", items, self.type, ")")
            case ast.FunctionType(argument, result):
                left = self.type(argument)
                return join(left, _SPACE, self.token("->"), _SPACE, self.type(result))
            case _:
                assert_never(node)

    def claim(self, claim: ast.Claim) -> Doc:
        head = [self.token("claim"), _SPACE, self.name(claim.name), _SPACE, self.token(":"), _SPACE]
        if isinstance(claim, ast.Quadruple):
            head += [self.name(claim.left), _SPACE, self.token("~"), _SPACE, self.name(claim.right), _SPACE]
            head += [self.token(":"), _SPACE]
            # the first ==> outside brackets ends the precondition
            pre = self.operand(claim.pre, _ATOM if _implies(claim.pre) else 0)
            arrow = self.token("==>")
            head.append(group(pre, nest(_LINE, arrow, _SPACE, self.formula(claim.post))))
            options: list[Piece] = []
            if claim.within is not None:
                options += [_LINE, self.within(claim.within)]
        else:
            head += [self.name(claim.program), _SPACE, self.token("satisfies"), _SPACE]
            head.append(self.notion(claim.notion))
            when = self.token("when")
            head.append(group(nest(_LINE, when, _SPACE, self.formula(claim.relation))))
            options = []
        for option in claim.options:
            options += [_LINE, self.option(option)]
        return join(group(*head, nest(*options)), self.token(";"))

    def within(self, within: ast.Within) -> Doc:
        parts = [self.token("within"), _SPACE, self.token("("), self.formula(within.epsilon)]
        if within.delta is not None:
            parts += [self.token(","), _SPACE, self.formula(within.delta)]
        return join(*parts, self.token(")"))

    def notion(self, notion: ast.Notion) -> Doc:
        name = self.name(notion.name)
        return join(name, self.bracketed("(", notion.arguments, self.formula, ")")) if notion.arguments else join(name)

    def option(self, option: ast.Option) -> Piece:
        match option:
            case ast.Pointwise(name, region, equals):
                parts = [self.token("pointwise"), _SPACE, self.name(name)]
                if region is not None:
                    parts += [_SPACE, self.token("in"), _SPACE, self.argument(region)]
                elif equals is not None:
                    parts += [_SPACE, self.token("="), _SPACE, self.formula(equals)]
                return join(*parts)
            case ast.Proof(steps):
                first = join(self.token("proof"), _SPACE, self.token("{"))
                inside: list[Piece] = []
                for step in steps:
                    inside += [self.line() if inside else NewLine(), self.proof_step(step)]
                return join(first, nest(*inside), NewLine(), self.token("}"))
            case ast.Check(items):
                word = self.token("check")
                return group(word, _SPACE, nest(self.listed(items, self.check_item))) if items else word
            case ast.Expect(verdict):
                return join(self.token("expect"), _SPACE, self.token(verdict))
            case ast.Assume():
                return self.token("assume")
            case ast.From(claim, steps, rate):
                parts = [self.token("from"), _SPACE, self.name(claim)]
                if steps is not None:
                    parts += [_SPACE, self.token("by"), _SPACE, self.formula(steps), _SPACE, self.token("steps")]
                if rate is not None:
                    parts += [_SPACE, self.token("sampled"), _SPACE, self.formula(rate)]
                return join(*parts)
            case ast.Chain(one, other, via):
                named = join(self.token("from"), _SPACE, self.name(one), self.token(","), _SPACE, self.name(other))
                if via is None:
                    return named
                named = join(named, _SPACE, self.token("via"), _SPACE)
                return join(named, self.bracketed("(", via, self.between, ")"))
            case ast.Composed(theorem, arguments):
                named = join(self.token("composed"), _SPACE, self.name(theorem))
                return join(named, self.bracketed("(", arguments, self.formula, ")"))
            case _:
                assert_never(option)

    def proof_step(self, step: ast.ProofStep) -> Doc:
        label = self.label(step.label)
        match step.annotation:
            case ast.Invariant() | ast.Decreases() | ast.Alone() as annotation:
                return join(label, self.annotation(annotation), self.token(";"))
            case couple:
                return group(label, nest(self.couple(couple)), self.token(";"))

    def check_item(self, item: ast.CheckItem) -> Doc:
        target = self.operand(item.target, _ACCESS, last=item.relation == "in")  # `=` would go on an open end
        return join(target, _SPACE, self.token(item.relation), _SPACE, self.argument(item.value))

    def between(self, given: ast.Between) -> Doc:
        return join(self.name(given.name), _SPACE, self.token("="), _SPACE, self.formula(given.value))

    # ---- statements --------------------------------------------------------------------------

    def block(self, block: ast.Block) -> Doc:
        first = self.token("{")
        inside: list[Piece] = []
        for statement in block.statements:
            inside.append(self.line() if inside else NewLine())
            inside += [*self.leading(), self.statement(statement)]
        line = self.line() if inside else NewLine()
        if last := [piece for piece in self.leading() if isinstance(piece, Comment)]:
            inside += [line, *last]
        return join(first, nest(*inside), NewLine(), self.token("}"))

    def short_block(self, block: ast.Block) -> Doc:
        """`{ x := 1; y := 2; }` on the line of its `if`, if the whole `if` fits."""
        parts: list[Piece] = [self.token("{")]
        for statement in block.statements:
            parts += [nest(_LINE, self.statement(statement))]
        return join(*parts, _LINE, self.token("}"))

    def label(self, label: ast.Name | None) -> Doc:
        return join() if label is None else join(self.name(label), self.token(":"), _SPACE)

    def statement(self, statement: ast.Statement) -> Doc:
        match statement:
            case ast.Assign(target, indices, value):
                parts: list[Piece] = [self.name(target)]
                for index in indices:
                    parts += [self.token("["), self.formula(index), self.token("]")]
                parts += [_SPACE, self.token(":="), _SPACE]
                return join(group(*parts, self.formula(value)), self.token(";"))
            case ast.Sample(label, target, source, couple):
                parts = [self.label(label), self.name(target), _SPACE, self.token(":=$"), _SPACE]
                parts.append(self.distribution(source))
                if couple is not None:
                    parts.append(nest(_LINE, self.couple(couple)))
                return join(group(*parts), self.token(";"))
            case ast.If():
                return self.conditional_statement(statement)
            case ast.While(label, guard, annotations, body):
                head = [self.label(label), self.token("while"), _SPACE, self.token("(")]
                head += [self.formula(guard), self.token(")")]
                return self.loop(head, annotations, body)
            case ast.For(label, variable, low, high, annotations, body):
                head = [self.label(label), self.token("for"), _SPACE, self.name(variable), _SPACE, self.token("in")]
                head += [_SPACE, self.formula(low), _SPACE, self.token(".."), _SPACE, self.formula(high)]
                return self.loop(head, annotations, body)
            case ast.Joint(label, body, couple):
                parts = [self.label(label), self.token("joint"), _SPACE, self.block(body)]
                if couple is not None:
                    parts.append(group(_SPACE, nest(self.couple(couple))))
                return join(*parts, self.token(";"))
            case ast.Assert(formula):
                return join(group(self.token("assert"), _SPACE, self.formula(formula)), self.token(";"))
            case ast.Leak(value):
                return join(group(self.token("leak"), _SPACE, self.formula(value)), self.token(";"))
            case ast.Return(value):
                return join(group(self.token("return"), _SPACE, self.formula(value)), self.token(";"))
            case ast.Skip():
                return self.tokens("skip", ";")
            case _:
                assert_never(statement)

    def distribution(self, node: ast.Argument) -> Piece:
        """What is sampled: a distribution has its proper spelling, inside others too."""
        if isinstance(node, ast.Paren):
            return join(self.token("("), nest(self.distribution(node.operand)), self.token(")"))
        if not isinstance(node, ast.Call) or node.at is not None or node.function.text.lower() not in self.spelling:
            return self.argument(node)
        name = self.token(self.spelling[node.function.text.lower()])
        inner = len(node.arguments) == 3  # Truncate and Clamp of another distribution
        first = iter([self.distribution] if inner else [])
        return join(name, self.arguments(node.arguments, lambda argument: next(first, self.argument)(argument)))

    def conditional_statement(self, statement: ast.If) -> Doc:
        blocks = [block for _, block in statement.arms]
        if statement.otherwise is not None:
            blocks.append(statement.otherwise)
        short = len(statement.arms) == 1 and all([_short(block) for block in blocks])
        show = self.short_block if short else self.block
        parts: list[Piece] = []
        for condition, block in statement.arms:
            if parts:
                parts += [_SPACE, self.token("else"), _SPACE]
            parts += [self.token("if"), _SPACE, self.token("("), self.formula(condition), self.token(")"), _SPACE]
            parts.append(show(block))
        if statement.otherwise is not None:
            parts += [_SPACE, self.token("else"), _SPACE, show(statement.otherwise)]
        return group(*parts)

    def loop(self, head: list[Piece], annotations: tuple[ast.LoopAnnotation, ...], body: ast.Block) -> Doc:
        lines: list[Piece] = []
        for annotation in annotations:
            lines += [NewLine(), *self.leading(), self.annotation(annotation), self.token(";")]
        return join(group(*head), nest(*lines), NewLine() if lines else _SPACE, self.block(body))

    def annotation(self, annotation: ast.LoopAnnotation) -> Doc:
        match annotation:
            case ast.Invariant(formula):
                return group(self.token("invariant"), _SPACE, self.formula(formula))
            case ast.Decreases(variant):
                return group(self.token("decreases"), _SPACE, self.formula(variant))
            case ast.Alone(run, formula):
                who = [self.token("alone"), _SPACE, self.token(str(run)), _SPACE, self.token("when")]
                return group(*who, _SPACE, self.formula(formula))
            case _:
                assert_never(annotation)

    def couple(self, couple: ast.Couple) -> Doc:
        word = [self.token("couple"), _SPACE]
        match couple:
            case ast.CoupleMap(target, run, image, cost, slack, excepted):
                parts = [self.name(target), self.token(f"{{{run}}}"), _SPACE, self.token("="), _SPACE]
                return join(*word, *parts, self.formula(image), self.prices(cost, slack, excepted))
            case ast.CoupleNone():
                return join(*word, self.token("none"))
            case ast.CoupleBy(claim):
                return join(*word, self.token("by"), _SPACE, self.name(claim))
            case ast.CoupleHole(cost, slack):
                return join(*word, self.token("?"), self.prices(cost, slack))
            case _:
                assert_never(couple)

    def prices(self, cost: ast.Formula | None, slack: ast.Formula | None, excepted: ast.Formula | None = None) -> Doc:
        parts: list[Piece] = []
        for word, price in (("cost", cost), ("except", excepted), ("slack", slack)):
            if price is not None:
                parts += [_LINE, self.token(word), _SPACE, self.formula(price)]
        return join(*parts)

    # ---- formulas ----------------------------------------------------------------------------

    def operand(self, node: ast.Formula, level: int, last: bool = True) -> Piece:
        """A node where only tighter ones may stand; parentheses go around the others."""
        if (_level(node) < level and not (last and _level(node) == 0)) or (_open(node) and not last):
            return join(self.token("("), self.formula(node), self.token(")"))
        return self.formula(node)

    def chain(self, operators: Sequence[str], operands: Sequence[ast.Formula], level: int) -> Doc:
        parts: list[Piece] = [self.operand(operands[0], level + 1, last=False)]
        tight = not {"div", "mod"} & set(operators)  # a mod 2*3 would read like another grouping
        for position, operator in enumerate(operators, start=1):
            last = position == len(operators)
            if operator in ("*", "/") and tight:
                parts += [self.token(operator), self.operand(operands[position], level + 1, last)]
            else:
                sign = self.token(operator)
                parts.append(nest(_LINE, sign, _SPACE, self.operand(operands[position], level + 1, last)))
        return group(*parts)

    def formula(self, node: ast.Formula) -> Piece:
        match node:
            case ast.Boolean(value):
                return self.token("true" if value else "false")
            case ast.Number(text):
                return self.token(text)
            case ast.Bits(text):
                return self.token("0b" + text)
            case ast.Hole():
                return self.token("?")
            case ast.Variable(name, 0):
                return self.token(name)
            case ast.Variable(name, run):
                return self.tokens(name, f"{{{run}}}")
            case ast.Call(function, arguments, at):
                call = join(self.name(function), self.arguments(arguments))
                return call if at is None else join(call, _SPACE, self.token("at"), _SPACE, self.name(at))
            case ast.Paren(operand):
                return join(self.token("("), nest(self.formula(operand)), self.token(")"))
            case ast.Bars(operand):
                return join(self.token("|"), nest(self.formula(operand)), self.token("|"))
            case ast.TupleOf(items):
                return self.bracketed("(", items, self.formula, ")")
            case ast.ListOf(items):
                return self.bracketed("[", items, self.formula, "]")
            case ast.Same(names):
                return self.bracketed("={", names, self.name, "}")
            case ast.Access(base, steps):
                parts = [self.operand(base, _ATOM, last=False)]
                if isinstance(base, ast.Number) and isinstance(steps[0], ast.Field):
                    parts.append(_SPACE)  # 1.0 would be another number
                for step in steps:
                    if isinstance(step, ast.Index):
                        parts += [self.token("["), self.formula(step.index), self.token("]")]
                    else:
                        parts.append(self.token(f".{step.position}"))
                return join(*parts)
            case ast.Power(base, exponents):
                parts = [self.operand(base, _ACCESS, last=False)]
                for exponent in exponents:
                    parts += [self.token("^"), self.token(exponent.text)]
                return join(*parts)
            case ast.Negative(operand):
                return join(self.token("-"), self.operand(operand, _UNARY))
            case ast.Not(operand):
                return join(self.token("!"), self.operand(operand, _NOT))
            case ast.Arithmetic(operators, operands):
                return self.chain(operators, operands, _level(node))
            case ast.Comparison(operators, operands):
                return self.chain(operators, operands, _COMPARE)
            case ast.Connective(operator, operands):
                return self.chain([operator] * (len(operands) - 1), operands, _level(node))
            case ast.Conditional(arms, otherwise):
                parts = []
                for condition, chosen in arms:
                    if parts:
                        parts += [_LINE, self.token("else"), _SPACE]
                    parts += [self.token("if"), _SPACE, self.formula(condition)]
                    parts.append(nest(_LINE, self.token("then"), _SPACE, self.formula(chosen)))
                return group(*parts, nest(_LINE, self.token("else"), _SPACE, self.formula(otherwise)))
            case ast.Quantifier(kind, binders, body):
                head = [self.token(kind), _SPACE, self.listed(binders, self.binder), self.token(".")]
                return group(*head, nest(_LINE, self.formula(body)))
            case ast.Comprehension(function, value, elements):
                return self.comprehension(function, value, elements)
            case _:
                assert_never(node)

    def comprehension(self, function: ast.Name | None, value: ast.Formula | None, elements: ast.Elements) -> Doc:
        head = [] if function is None else [self.name(function)]
        head.append(self.token("[" if function is None else "("))
        parts: list[Piece] = []
        if value is not None:
            parts += [self.formula(value), _LINE, self.token("for"), _SPACE]
        parts += [self.name(elements.name), _SPACE, self.token("in"), _SPACE, self.formula(elements.items)]
        if elements.guard is not None:
            parts += [_LINE, self.token("if"), _SPACE, self.formula(elements.guard)]
        return group(*head, nest(*parts), self.token("]" if function is None else ")"))

    def binder(self, binder: ast.Binder) -> Doc:
        name = self.name(binder.name)
        if binder.type is None:
            return join(name)
        return join(name, _SPACE, self.token(":"), _SPACE, self.type(binder.type))

    # ---- sets --------------------------------------------------------------------------------

    def arguments(self, arguments: Sequence[ast.Argument], show: Callable[[ast.Argument], Piece] | None = None) -> Doc:
        """A lone set or list keeps its brackets next to the parentheses: `Choice({` ... `})`."""
        if len(arguments) == 1 and isinstance(arguments[0], ast.SetOf | ast.ListOf):
            return join(self.token("("), self.argument(arguments[0]), self.token(")"))
        return self.bracketed("(", arguments, show or self.argument, ")")

    def argument(self, node: ast.Argument) -> Piece:
        match node:
            case ast.SetOf(elements, power):
                braces = self.bracketed("{", elements, self.element, "}")
                return braces if power is None else join(braces, self.token("^"), self.operand(power, _ACCESS))
            case ast.Range(low, high):
                wide = min(_level(low), _level(high)) < _POWER
                space = (_SPACE,) if wide else ()
                left = self.formula(low)
                return join(left, *space, self.token(".."), *space, self.formula(high))
            case _:
                return self.formula(node)

    def element(self, element: ast.Element) -> Doc:
        value = self.formula(element.value)
        if element.weight is None:
            return join(value)
        return join(value, _SPACE, self.token("@"), _SPACE, self.formula(element.weight))


def _plain(item: object) -> bool:
    """Items of long tables."""
    match item:
        case ast.Number() | ast.Boolean() | ast.Bits() | None:
            return True
        case ast.Negative(operand):
            return _plain(operand)
        case ast.Element(value, weight):
            return _plain(value) and _plain(weight)
        case _:
            return False


def _short(block: ast.Block) -> bool:
    """Blocks that read well on one line."""
    simple = (ast.Assign, ast.Skip, ast.Leak)
    return 1 <= len(block.statements) <= 2 and all(
        [isinstance(s, simple) or (isinstance(s, ast.Sample) and s.couple is None) for s in block.statements]
    )
