"""Terms and exact numbers as formulas of LaTeX.

A formula has two forms. On a line of its own a quotient is a fraction and a case distinction a brace; inside of a line
or an exponent both are written out, so that the line can be broken. Brackets go by the levels of `logic/operators`.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple, assert_never

from prhl.logic.build import TRUE
from prhl.logic.operators import ADD, AND, COMPARE, LOOSE, MUL, NEG, OPERATORS, POW, TIGHT
from prhl.logic.terms import (
    AllBits,
    Apply,
    Between,
    Constant,
    Distribution,
    DistributionArgument,
    Ghost,
    Hole,
    Listed,
    Logical,
    Quantified,
    Related,
    Term,
    Variable,
    Weighted,
    conjuncts,
)
from prhl.logic.types import Bits, Function, List, Scalar, Size, Tuple, Type
from prhl.numbers import Number
from prhl.numbers.algebraic import Point
from prhl.numbers.digits import plain
from prhl.numbers.figures import Figure, decimal
from prhl.numbers.varying import Varying
from prhl.numbers.written_forms import express
from prhl.report.figure_text import LONGEST
from prhl.report.latex.letters import decimals, digits, name, plain_fraction, typed, word

LONG_EXPONENT = 60  # characters


class Form(NamedTuple):
    """LaTeX in mathematics, and how tightly it holds together."""

    text: str
    level: int


class Piece(NamedTuple):
    display: Form
    inline: Form


def display(piece: Piece) -> str:
    return piece.display.text


def inline(piece: Piece) -> str:
    return piece.inline.text


WIDEST = 64  # letters in a line of a paper, about


def wide(text: str, most: int = WIDEST) -> bool:
    """Whether a formula is too long for one line; a command counts as a letter."""
    return len(_COMMAND.sub("x", text).translate(_INVISIBLE)) > most


_COMMAND = re.compile(r"\\(prhlrun|mathsf|mathit|text|textsf|[,;!])|\\[A-Za-z]+")
_INVISIBLE = {ord(c): None for c in "{} _^&"}


# ---- pieces ----------------------------------------------------------------------------------


def _each(parts: Sequence[Piece], make: Callable[[Sequence[Form]], Form]) -> Piece:
    return Piece(make([part.display for part in parts]), make([part.inline for part in parts]))


def _alike(text: str, level: int = TIGHT) -> Piece:
    return Piece(Form(text, level), Form(text, level))


def _bracketed(text: str) -> str:
    tall = "\\frac" in text or "\\begin" in text
    return f"\\left({text}\\right)" if tall else f"({text})"


def _at(form: Form, level: int) -> str:
    return _bracketed(form.text) if form.level < level else form.text


def _sum(parts: Sequence[Form]) -> Form:
    text = _at(parts[0], ADD)
    for part in parts[1:]:
        shown = _at(part, MUL)
        text += f" - {shown[1:]}" if shown.startswith("-") else f" + {shown}"
    return Form(text, ADD)


def _product(parts: Sequence[Form]) -> Form:
    """Factors beside each other; a dot stands before digits, and brackets around a quotient in a line."""
    first = parts[0]
    sign = "-" if first.text.startswith("-") and first.level >= MUL else ""
    text = _at(Form(first.text.removeprefix(sign), first.level), MUL + 1)
    for part in parts[1:]:
        shown = _at(part, MUL + 1)
        if shown.startswith("-"):
            shown = _bracketed(shown)
        if shown[0].isdigit() or (shown.startswith("\\frac") and text[-1:] in "}0123456789"):
            text += f" \\cdot {shown}"
        elif sign and text == "1":
            text = shown
        else:
            text += shown if text.isdigit() else f"\\,{shown}"
    return Form(sign + text, MUL)


def _quotient(above: Piece, below: Piece) -> Piece:
    sign, top = ("-", above.display.text[1:]) if above.display.text.startswith("-") else ("", above.display.text)
    if sign and above.display.level == ADD:
        sign, top = "", above.display.text
    fraction = Form(f"{sign}\\frac{{{top}}}{{{below.display.text}}}", NEG if sign else POW)
    return Piece(fraction, Form(f"{_at(above.inline, MUL)}/{_at(below.inline, MUL + 1)}", MUL))


def _called(function: str, argument: Form) -> Form:
    """`\\ln 3`, `\\ln(1 + p)`."""
    if argument.level >= POW:
        return Form(f"{function} {argument.text}", POW)
    return Form(f"{function}{_bracketed(argument.text)}", POW)


class Formulas:
    """The algebra of formulas, for `express` and for terms alike."""

    def rational(self, found: Fraction) -> Piece:
        if found.denominator == 1:
            return _alike(plain_fraction(found), TIGHT if found >= 0 else NEG)
        above, below = [digits(plain(part)) for part in (abs(found.numerator), found.denominator)]
        fraction = Form(f"{'-' if found < 0 else ''}\\frac{{{above}}}{{{below}}}", NEG if found < 0 else POW)
        return Piece(fraction, Form(plain_fraction(found), MUL))

    def name(self, text: str, positive: bool = False) -> Piece:
        return _alike(name(text))

    def add(self, parts: Sequence[Piece]) -> Piece:
        return _each(parts, _sum)

    def mul(self, parts: Sequence[Piece]) -> Piece:
        return _each(parts, _product)

    def div(self, above: Piece, below: Piece) -> Piece:
        return _quotient(above, below)

    def power(self, base: Piece, exponent: Fraction) -> Piece:
        if exponent == Fraction(1, 2):
            return self.function("sqrt", base)
        return _each([base], lambda forms: Form(f"{_at(forms[0], TIGHT)}^{{{plain_fraction(exponent)}}}", POW))

    def function(self, name: str, argument: Piece) -> Piece:
        match name:
            case "exp":
                inside = argument.inline.text
                if len(inside) > LONG_EXPONENT:
                    return _each([argument], lambda forms: _called("\\exp", Form(forms[0].text, LOOSE)))
                return _alike(f"e^{{{inside}}}", POW)
            case "ln":
                return _each([argument], lambda forms: _called("\\ln", forms[0]))
            case "log2":
                return _each([argument], lambda forms: _called("\\log_2", forms[0]))
            case "sqrt":
                return _each([argument], lambda forms: Form(f"\\sqrt{{{forms[0].text}}}", TIGHT))
            case "theta":
                return _each([argument], lambda forms: Form(f"\\theta{_bracketed(forms[0].text)}", TIGHT))
            case _:
                raise AssertionError(name)


MATH = Formulas()


def cases(parts: Sequence[tuple[str, str]]) -> str:
    """A function piece by piece: what it is, and where, both in mathematics."""
    rows = [f"{shown} & \\text{{if }} {where}" for shown, where in parts]
    return "\\begin{cases}" + " \\\\[4pt] ".join(rows) + "\\end{cases}"


# ---- numbers and figures ---------------------------------------------------------------------


def number(value: Number | Varying | Point) -> Piece:
    return express(value, MATH)


def figure(found: Figure, longest: int = LONGEST) -> str:
    """`\\ln 3 \\le 1.098613`: exactly, if that is not too long, and in decimals rounded up; bounds as such."""
    if found.exact == "inf":
        return "\\infty"
    if found.exact is not None and found.value is None:
        return f"\\text{{{typed(found.exact)}}}"
    low, high = decimals(decimal(found.low)), decimals(decimal(found.high))
    if found.exact is None or found.value is None:
        if found.high is None:
            return f"\\ge {low}"
        return f"\\in [{low},\\, {high}]"
    if found.high is None:  # it depends on a parameter
        return inline(number(found.value))
    sign = "=" if found.low == found.high else "\\le"
    if len(found.exact) > longest:
        return high if sign == "=" else f"{sign} {high}"
    same = isinstance(found.value, int | Fraction) and Fraction(found.value).denominator == 1
    return inline(number(found.value)) + ("" if same else f" {sign} {high}")


# ---- terms -----------------------------------------------------------------------------------

# Signs between arguments, and patterns around them; levels are those of the table of operators.
SIGNS = {
    "ediv": " \\mathbin{\\mathrm{div}} ",
    "emod": " \\bmod ",
    "or": " \\lor ",
    "implies": " \\Rightarrow ",
    "iff": " \\Leftrightarrow ",
    "xor": " \\oplus ",
    "eq": " = ",
    "ne": " \\ne ",
    "lt": " < ",
    "le": " \\le ",
    "gt": " > ",
    "ge": " \\ge ",
    "concat": " \\mathbin{+\\!\\!+} ",
    "vadd": " + ",
    "vsub": " - ",
    "vscale": " \\cdot ",
}
PATTERNS = {
    "size": "\\lvert %s\\rvert",
    "sum": "\\operatorname{sum}(%s)",
    "count": "\\operatorname{count}(%s)",
    "mem": "\\operatorname{mem}(%s)",
    "sort": "\\operatorname{sort}(%s)",
    "l1": "\\ell_1(%s)",
    "l2": "\\ell_2(%s)",
    "distance1": "\\ell_1(%s)",
    "distance2": "\\ell_2(%s)^2",
    "norm2": "\\ell_2(%s)",
    "clip1": "\\operatorname{clip}_1(%s)",
    "clip2": "\\operatorname{clip}_2(%s)",
    "min": "\\min(%s)",
    "max": "\\max(%s)",
    "least": "\\min(%s)",
    "greatest": "\\max(%s)",
    "abs": "\\lvert %s\\rvert",
    "floor": "\\lfloor %s\\rfloor",
    "ceil": "\\lceil %s\\rceil",
    "list": "[%s]",
    "tuple": "(%s)",
    "distinct": "%s\\text{ are all different}",
}
ARITHMETIC = ("add", "mul", "div", "pow", "neg", "exp", "ln", "sqrt", "widen")
SPECIAL = ("not", "and", "ite", "index", "field", "store", "comprehension", "apply")


def term(found: Term) -> Piece:
    """A term; variables with the mark of their run."""
    match found:
        case Constant(value):
            if isinstance(value, bool):
                return _alike(word(str(value).lower()))
            if isinstance(value, str):
                return _alike(f"\\mathtt{{{value}}}")
            return MATH.rational(value)
        case Variable():
            return _alike(variable(found))
        case Logical():
            return _alike(name(found.name.rstrip("'")))
        case Ghost():
            return _alike(word(found.name))
        case Hole():
            return _alike("\\mathord{?}")
        case Related():
            return _alike(_related(found))
        case Quantified(kind, names, body):
            bound = ", ".join([name(one.name.rstrip("'")) for one in names])
            head = f"\\{kind} {bound}.\\; "
            return _each([term(body)], lambda forms: Form(head + forms[0].text, LOOSE))
        case Apply(operator, arguments):
            return _apply(found) if operator in SPECIAL else _usual(operator, [term(part) for part in arguments])
        case _:
            assert_never(found)


def variable(found: Variable) -> str:
    """`x\\langle1\\rangle`, by a command that a paper may define otherwise."""
    shown = word(found.name) if found.name in ("cost", "slack", "res") else name(found.name)
    return shown if found.run == 0 else f"\\prhlrun{{{shown}}}{{{found.run}}}"


def _related(found: Related) -> str:
    given = [part for part in (found.left and name(found.left.name), found.bound and inline(term(found.bound))) if part]
    given += [str(found.most)] if found.relation == "some_differ" else []
    at = "" if found.at is None else f"\\text{{ at }}{name(found.at.name)}"
    return word(found.relation) + (f"({', '.join(given)})" if given else "") + at


def _usual(operator: str, parts: list[Piece]) -> Piece:
    match operator:
        case "widen":
            return parts[0]
        case "add":
            return MATH.add(parts)
        case "mul":
            return MATH.mul(parts)
        case "div":
            return MATH.div(*parts)
        case "pow":
            return _each(parts, lambda forms: Form(f"{_at(forms[0], TIGHT)}^{{{forms[1].text}}}", POW))
        case "neg":
            return _each(parts, lambda forms: Form(f"-{_at(forms[0], MUL)}", NEG))
        case "exp" | "ln" | "sqrt":
            return MATH.function(operator, parts[0])
    row = OPERATORS[operator]
    if operator in PATTERNS:
        return _each(
            parts, lambda forms: Form(PATTERNS[operator] % (", ".join([f.text for f in forms]) or "\\,"), row.level)
        )
    return _each(parts, lambda forms: Form(SIGNS[operator].join([_at(f, row.level + 1) for f in forms]), row.level))


def _apply(found: Apply) -> Piece:
    parts = [term(part) for part in found.arguments]
    match found.operator:
        case "not":
            return _each(parts, lambda forms: Form(f"\\lnot {_at(forms[0], TIGHT)}", OPERATORS["not"].level))
        case "and":
            return _conjunction(found.arguments)
        case "ite":
            return _conditional(parts)
        case "index":
            return _each(parts, lambda forms: Form(f"{_at(forms[0], TIGHT)}[{forms[1].text}]", TIGHT))
        case "field":
            return _each(parts, lambda forms: Form(f"{_at(forms[0], TIGHT)}.{forms[1].text}", TIGHT))
        case "store":
            return _each(
                parts, lambda forms: Form(f"{_at(forms[0], TIGHT)}[{forms[1].text} \\mapsto {forms[2].text}]", TIGHT)
            )
        case "comprehension":
            kept = parts[:3] if found.arguments[3] == TRUE else parts
            return _each(kept, _elements)
        case "apply":
            return _each(parts, lambda forms: Form(f"{forms[0].text}({', '.join([f.text for f in forms[1:]])})", TIGHT))
        case other:
            raise AssertionError(other)


def _elements(forms: Sequence[Form]) -> Form:
    """`[e | x in a, g]`."""
    own, items, value, *guard = [form.text for form in forms]
    kept = ", ".join([f"{own} \\in {items}", *guard])
    return Form(f"[{value} \\mid {kept}]", TIGHT)


def _conjunction(arguments: Sequence[Term]) -> Piece:
    return _each(
        chained([part for argument in arguments for part in conjuncts(argument)]),
        lambda forms: Form(" \\land ".join([_at(form, AND + 1) for form in forms]), AND if len(forms) > 1 else COMPARE),
    )


def chained(formulas: Sequence[Term]) -> list[Piece]:
    """Formulas that hold together, `0 <= i` and `i < n` as one chain."""
    chains: list[tuple[list[Term], list[str]]] = []  # operands, and the signs between them
    for formula in formulas:
        match formula:
            case Apply("lt" | "le", (left, right)):
                if chains and chains[-1][1] and chains[-1][0][-1] == left:
                    chains[-1][0].append(right)
                else:
                    chains.append(([left, right], []))
                chains[-1][1].append(SIGNS[formula.operator])
            case _:
                chains.append(([formula], []))
    return [_chain([term(one) for one in operands], signs) for operands, signs in chains]


def _chain(operands: list[Piece], signs: list[str]) -> Piece:
    def joined(forms: Sequence[Form]) -> Form:
        shown = [_at(form, COMPARE + 1) for form in forms]
        return Form("".join(chain.from_iterable(zip(shown, [*signs, ""], strict=True))), COMPARE)

    return _each(operands, joined) if signs else operands[0]


THEN, ELSE = [f"\\allowbreak\\textsf{{ {word_} }}" for word_ in ("then", "else")]


def _conditional(parts: list[Piece]) -> Piece:
    arms, otherwise = list(zip(parts[:-1:2], parts[1:-1:2], strict=True)), parts[-1]
    rows = [f"{display(then)} & \\text{{if }} {inline(when)}" for when, then in arms]
    rows.append(f"{display(otherwise)} & \\text{{otherwise}}")
    brace = Form("\\begin{cases}" + " \\\\ ".join(rows) + "\\end{cases}", TIGHT)
    line = "".join([f"\\textsf{{if }}{inline(when)}{THEN}{inline(then)}{ELSE}" for when, then in arms])
    return Piece(brace, Form(line + inline(otherwise), LOOSE))


# ---- distributions and types -----------------------------------------------------------------


def distribution(found: Distribution) -> str:
    """`\\mathsf{Laplace}(1/\\varepsilon)`, in a line."""
    return f"{word(found.name)}({', '.join([_argument(one) for one in found.arguments])})"


def _argument(found: DistributionArgument) -> str:
    match found:
        case Listed(items):
            return f"\\{{{', '.join([inline(term(item)) for item in items])}\\}}"
        case Between(low, high):
            return f"\\{{{inline(term(low))}, \\dots, {inline(term(high))}\\}}"
        case AllBits(size):
            return f"\\{{0, 1\\}}^{{{inline(term(size))}}}"
        case Weighted(items):
            return f"\\{{{', '.join([f'{inline(term(v))} : {inline(term(p))}' for v, p in items])}\\}}"
        case Distribution():
            return distribution(found)
        case _:
            return inline(term(found))


def kind(found: Type) -> str:
    """A type as the set that it is."""
    match found:
        case Scalar("int"):
            return "\\mathbb{Z}"
        case Scalar("real"):
            return "\\mathbb{R}"
        case Scalar(other):
            return word(other)
        case Bits(size):
            return f"\\{{0, 1\\}}^{{{'*' if size is None else _size(size)}}}"
        case List(item):
            inside = kind(item)
            return f"{inside if isinstance(item, Scalar) else f'({inside})'}^{{*}}"
        case Tuple(items):
            return " \\times ".join(
                [f"({kind(one)})" if isinstance(one, Tuple | Function) else kind(one) for one in items]
            )
        case Function(argument, result):
            return f"{kind(argument)} \\to {kind(result)}"
        case _:
            assert_never(found)


def _size(found: Size) -> str:
    parts = [
        MATH.mul([MATH.rational(Fraction(c)), *[MATH.name(one) for one in monomial]])
        if c != 1 or not monomial
        else MATH.mul([MATH.name(one) for one in monomial])
        for monomial, c in found.terms
    ]
    return inline(MATH.add(parts)) if parts else "0"
