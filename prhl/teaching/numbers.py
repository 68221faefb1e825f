"""Answers that are numbers: exact ones, compared exactly."""

from fractions import Fraction
from typing import Any

from prhl.diagnostics import Diagnostic, Rejected
from prhl.measures.asked import evaluated, number
from prhl.numbers import Inexact, Number, balls, enclosure
from prhl.report.messages import diagnostic_text
from prhl.source import Source
from prhl.syntax import ast

NEAR = Fraction(1, 100)  # of the right value: then a rounded answer is no wrong one, but not exact
SAME = Fraction(1, 10**300)
PRECISION = 4096  # bits


def verdict_on(answer: ast.Answer, value: str, source: Source) -> tuple[bool, list[str]]:
    """Whether the answer is the value, and what to say if not; Rejected if it is no number."""
    given = evaluated(answer.value, source, answer.name.text)
    wanted = number(value, "value")
    if _equal(given, wanted):
        return True, []
    name = answer.name.text
    message = f"`{name}` is something else"
    hint = "`prhl learn hint` helps"
    if _near(given, wanted):
        message = f"`{name}` is near to that, but not exactly that"
        hint = "give the exact value: a fraction such as 3/4, or with `ln` or `exp`, and no rounded decimals"
    told = Diagnostic("wrong-number", answer.value.span, message, hint)
    return False, [diagnostic_text(source, told)]


def same_number(mine: Any, theirs: Any) -> bool:
    """Whether two trees are numbers, and the same."""
    if not (isinstance(mine, ast.Formula) and isinstance(theirs, ast.Formula)):
        return False
    try:
        return _equal(*[evaluated(one, Source("", ""), "") for one in (mine, theirs)])
    except Rejected:
        return False


def _equal(first: Number, second: Number) -> bool:
    """Equal, or, where nobody can tell them apart (sqrt(2)/2 and 1/sqrt(2)), the same in hundreds of digits."""
    try:
        return bool(first == second) or not (first < second or second < first)
    except Inexact:
        return _within(first, second, SAME)


def _near(first: Number, second: Number) -> bool:
    return _within(first, second, NEAR)


def _within(first: Number, second: Number, share: Fraction) -> bool:
    """Whether certified bounds put two numbers so close together, as a share of the second one."""
    try:
        low, high = balls.enclose(lambda: enclosure(first) - enclosure(second), PRECISION)
        least, most = balls.enclose(lambda: enclosure(second), PRECISION)
    except ArithmeticError:  # too large for any bound
        return False
    return max(abs(low), abs(high)) <= share * min(abs(least), abs(most))
