"""Exact numbers and their order: rationals, logarithms of rationals, and certified decimals of both."""

from prhl.numbers.exponential import Exponential
from prhl.numbers.logs import Inexact, Log, Number, divide, exp, is_rational, ln, sign, sqrt

__all__ = ["Exponential", "Inexact", "Log", "Number", "divide", "exp", "is_rational", "ln", "sign", "sqrt"]
