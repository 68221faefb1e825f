"""Exact numbers and matrices as SymPy's expressions, built from the numbers themselves and never read from a text.

SymPy is imported when the first of these is asked for, and decides nothing here.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from prhl.numbers.logs import Number
from prhl.numbers.varying import Varying
from prhl.numbers.written_forms import express


def to_sympy(value: Number | Varying) -> Any:
    """A `sympy.Expr` that is equal to the number; a parameter that is left open is a real symbol, or a positive one."""
    return express(value, SymPy())


def infinite() -> Any:
    """What an infinite epsilon is."""
    import sympy

    return sympy.oo


def matrix_to_sympy(rows: Sequence[Sequence[Number | Varying]]) -> Any:
    """A `sympy.Matrix` of these entries."""
    import sympy

    return sympy.Matrix([[to_sympy(entry) for entry in row] for row in rows])


class SymPy:
    """The algebra of SymPy's expressions."""

    def __init__(self) -> None:
        import sympy

        self.sympy = sympy

    def rational(self, value: Fraction) -> Any:
        return self.sympy.Rational(value.numerator, value.denominator)

    def name(self, text: str, positive: bool = False) -> Any:
        return self.sympy.Symbol(text, positive=True) if positive else self.sympy.Symbol(text, real=True)

    def add(self, parts: Sequence[Any]) -> Any:
        return self.sympy.Add(*parts)

    def mul(self, parts: Sequence[Any]) -> Any:
        return reduce(lambda one, other: one * other, parts)

    def div(self, above: Any, below: Any) -> Any:
        return above / below

    def power(self, base: Any, exponent: Fraction) -> Any:
        return base ** self.rational(exponent)

    def function(self, name: str, argument: Any) -> Any:
        match name:
            case "exp":
                return self.sympy.exp(argument)
            case "ln":
                return self.sympy.log(argument)
            case "log2":
                return self.sympy.log(argument) / self.sympy.log(2)
            case "sqrt":
                return self.sympy.sqrt(argument)
            case "theta":
                x = self.sympy.Dummy("x", integer=True)
                # a sum over all integers, written so that SymPy can evaluate it
                return 1 + 2 * self.sympy.Sum(self.sympy.exp(-argument * x**2), (x, 1, self.sympy.oo))
            case _:
                raise AssertionError(name)
