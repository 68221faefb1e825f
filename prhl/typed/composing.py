"""`composed THEOREM(...)`: which claims may have it, and what its numbers are."""

from typing import TYPE_CHECKING

from prhl.diagnostics import did_you_mean
from prhl.notions import BY_NAME, DP
from prhl.syntax import ast
from prhl.typed import core

if TYPE_CHECKING:
    from prhl.typed.claims import ClaimChecker

THEOREMS = {"advanced": ("k", "d")}
OTHERWISE = ((ast.Pointwise, "pointwise"), (ast.From, "from"), (ast.Chain, "from"), (ast.Assume, "assume"))


def composed(checker: "ClaimChecker") -> core.Composed | None:
    """The option, with its numbers resolved; what is wrong with it is reported."""
    node = next((o for o in checker.claim.options if isinstance(o, ast.Composed)), None)
    if node is None:
        return None
    _fits(checker, node)
    name = node.theorem.text
    if name not in THEOREMS:
        hint = did_you_mean(name, THEOREMS, "write `composed advanced(k, d)`")
        checker.error("unknown-theorem", node.theorem.span, f"there is no composition theorem `{name}`", hint)
        return None
    if len(node.arguments) != len(THEOREMS[name]):
        message = "`advanced` is given the number of calls and a failure probability"
        checker.error("wrong-arity", node.span, message, "write `composed advanced(k, d)`")
        return None
    uses, failure = [checker.budget(argument) for argument in node.arguments]
    return core.Composed(uses, failure, node.span)


def _fits(checker: "ClaimChecker", node: ast.Composed) -> None:
    claim = checker.claim
    if isinstance(claim, ast.Quadruple) or BY_NAME.get(claim.notion.name.text) != DP:
        message = "`composed` is for claims `P satisfies dp(eps, delta)`"
        checker.error("composed-not-here", node.span, message, "claim `dp(eps, delta)`, or leave `composed` out")
    for kind, word in OTHERWISE:
        if any([isinstance(option, kind) for option in claim.options]):
            message = f"a claim that is `composed` has no `{word}`"
            checker.error("composed-not-here", node.span, message, f"leave `{word}` out, or `composed`")
