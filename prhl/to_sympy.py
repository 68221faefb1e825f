"""Exact figures that have travelled, as SymPy's expressions: a text of a report, read by the parser of the language.

Every node is made by SymPy's own functions (`numbers.as_sympy`); no text reaches SymPy.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from prhl.diagnostics import Rejected
from prhl.numbers.as_sympy import SymPy
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.parser import parse

FUNCTIONS = ("exp", "ln", "log2", "sqrt", "theta")


def expression(text: str) -> Any:
    """A `sympy.Expr`, in which names are real symbols; ValueError if the text is no expression over numbers."""
    return _Reader().read(text)


def matrix(rows: Sequence[Sequence[str]]) -> Any:
    """A `sympy.Matrix`."""
    reader = _Reader()
    return reader.algebra.sympy.Matrix([[reader.read(one) for one in row] for row in rows])


def latex(made: Callable[[], Any]) -> str | None:
    """What SymPy writes for a notebook; None where there is no closed form."""
    try:
        found = made()
    except ValueError:
        return None
    return f"${SymPy().sympy.latex(found)}$"


class _Reader:
    def __init__(self) -> None:
        self.algebra = SymPy()

    def read(self, text: str) -> Any:
        if text == "inf":
            return self.algebra.sympy.oo
        try:
            (item,) = parse(Source("figure", f"answer x = {text};")).file.items
        except Rejected:
            raise ValueError(f"not a number in closed form: {text}") from None
        assert isinstance(item, ast.Answer)
        return self._of(item.value, text)

    def _of(self, node: Any, text: str) -> Any:
        algebra = self.algebra
        match node:
            case ast.Number(digits):
                return algebra.rational(Fraction(digits))
            case ast.Paren(inside):
                return self._of(inside, text)
            case ast.Negative(inside):
                return -self._of(inside, text)
            case ast.Power(base, exponents):
                return reduce(lambda x, e: algebra.power(x, Fraction(e.text)), exponents, self._of(base, text))
            case ast.Arithmetic(operators, operands):
                values = [self._of(operand, text) for operand in operands]
                pairs = zip(operators, values[1:], strict=True)
                return reduce(lambda x, one: self._applied(x, one[0], one[1], text), pairs, values[0])
            case ast.Variable(name, 0):
                return algebra.name(name)
            case ast.Call(function, (argument,)) if function.text in FUNCTIONS:
                return algebra.function(function.text, self._of(argument, text))
            case _:
                raise ValueError(f"not a number in closed form: {text}")

    def _applied(self, left: Any, operator: str, right: Any, text: str) -> Any:
        match operator:
            case "+":
                return self.algebra.add((left, right))
            case "-":
                return left - right
            case "*":
                return self.algebra.mul((left, right))
            case "/":
                return self.algebra.div(left, right)
            case _:
                raise ValueError(f"not a number in closed form: {text}")
