"""Whether a claim of zcdp or rdp is true of two rows, by the sum of p^alpha q^(1 - alpha), enclosed by arb.

Nothing here knows how the tool measures divergences. zcdp is looked at for some orders only: it is called broken where
it is, and never said to hold.
"""

from fractions import Fraction
from typing import Any

from flint import arb

from prhl.syntax import ast
from tests import below, brute
from tests.brute import Beyond

NOTIONS = ("zcdp", "rdp")
ORDERS = tuple([Fraction(n, 8) for n in (9, 12, 16, 32, 128, 512)])


def judged(first: Any, second: Any, claim: ast.Satisfies, memory: dict[Any, Any]) -> bool | None:
    """Of one ordered pair of rows; None where that is left open."""
    with below.precise():
        given = [enclosed(node, memory) for node in claim.notion.arguments]
        if claim.notion.name.text == "rdp":
            order, budget = given
            if not order > 1:
                raise Beyond("an order that is not above 1")
            return _within(first, second, order, budget)
        orders = [below.ball(order) for order in ORDERS]
        found = [_within(first, second, order, order * given[0]) for order in orders]
        return False if False in found else None


def _within(first: Any, second: Any, order: arb, budget: arb) -> bool | None:
    """Whether the divergence of this order is surely within the budget, or surely above it."""
    whole = arb(0)
    for seen, p in first.masses.items():
        q = second.masses.get(seen, Fraction(0)) + second.missing
        if p and not q:
            return False
        if p:
            whole += (order * below.ball(p).log() + (1 - order) * below.ball(q).log()).exp()
    if not whole > 0:
        return None
    divergence = whole.log() / (order - 1)
    if divergence > budget:
        return False
    known = not (first.missing or second.missing or first.coarse or second.coarse)
    return True if known and divergence <= budget else None


def enclosed(node: Any, memory: dict[Any, Any]) -> arb:
    """A budget, whatever it is made of."""
    match node:
        case ast.Paren(operand):
            return enclosed(operand, memory)
        case ast.Negative(operand):
            return -enclosed(operand, memory)
        case ast.Power(base, (exponent,)):
            return enclosed(base, memory) ** int(exponent.text)
        case ast.Arithmetic(operators, operands):
            total = enclosed(operands[0], memory)
            for operator, operand in zip(operators, operands[1:], strict=True):
                total = _applied(operator, total, enclosed(operand, memory))
            return total
        case ast.Call(function, (argument,)) if function.text in ("ln", "sqrt", "exp"):
            inside = enclosed(argument, memory)
            return {"ln": inside.log, "sqrt": inside.sqrt, "exp": inside.exp}[function.text]()
        case ast.Conditional(arms, otherwise):
            taken = [value for condition, value in arms if brute.value_of(condition, memory)]
            return enclosed((*taken, otherwise)[0], memory)
        case _:
            return below.ball(brute.value_of(node, memory))


def _applied(operator: str, left: arb, right: arb) -> arb:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
        case _:
            raise Beyond(operator)
