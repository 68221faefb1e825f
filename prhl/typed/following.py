"""`from CLAIM`: which claim another one may follow from, and what it says of the way there."""

from typing import TYPE_CHECKING

from prhl.diagnostics import did_you_mean
from prhl.logic.constants import undefined
from prhl.logic.terms import Term
from prhl.logic.types import INT, REAL, Type
from prhl.syntax import ast
from prhl.typed import core
from prhl.typed.inference import mentioned

if TYPE_CHECKING:
    from prhl.typed.claims import ClaimChecker

OTHERWISE = ((ast.Pointwise, "pointwise"), (ast.Proof, "proof"), (ast.Assume, "assume"))


def following(checker: "ClaimChecker") -> core.Following | None:
    """The option, with its numbers resolved; what is wrong with it is reported."""
    node = next((o for o in checker.claim.options if isinstance(o, ast.From)), None)
    if node is None:
        return None
    _fits(checker, node)
    _named(checker, node)
    steps = None if node.steps is None else _number(checker, node.steps, INT, "a number of steps")
    rate = None if node.rate is None else _number(checker, node.rate, REAL, "a sampling rate")
    return core.Following(node.claim.text, steps, rate, node.span)


def _fits(checker: "ClaimChecker", node: ast.From) -> None:
    if isinstance(checker.claim, ast.Quadruple):
        message = "`from` is for claims of the form `P satisfies ...`"
        checker.error("from-not-here", node.span, message, "prove the quadruple by couplings, or state a notion")
    for kind, word in OTHERWISE:
        if any([isinstance(option, kind) for option in checker.claim.options]):
            message = f"a claim that follows from another one has no `{word}`"
            checker.error("from-not-here", node.span, message, f"leave `{word}` out, or `from`")


def _named(checker: "ClaimChecker", node: ast.From) -> None:
    name = node.claim
    cited = checker.claims.get(name.text)
    if cited is None:
        hint = did_you_mean(name.text, checker.claims)
        checker.error("unknown-claim", name.span, f"there is no claim `{name.text}`", hint)
        return
    if isinstance(cited, ast.Quadruple):
        message = f"`{name.text}` is a quadruple, and claims follow from claims `P satisfies ...`"
        checker.error("wrong-claim", name.span, message, "state it as a notion of privacy")
        return
    about, mine = cited.program.text, checker.left.name
    if node.rate is None and about != mine:
        message = f"`{name.text}` is about `{about}`, and this claim is about `{mine}`"
        checker.error("wrong-claim", name.span, message, f"cite a claim about `{mine}`")
    elif node.rate is not None and about not in [site.callee for site in checker.left.sites]:
        message = f"`{name.text}` is about `{about}`, which `{mine}` does not call"
        checker.error("wrong-claim", name.span, message, "cite a claim about the program that is given the sample")
    else:
        _straight(checker, node)


def _straight(checker: "ClaimChecker", node: ast.From) -> None:
    """No claim follows from itself; a circle is told at the first of its claims."""
    path: list[ast.Claim] = []
    at: ast.Claim | None = checker.claim
    while at is not None and at not in path:
        path.append(at)
        named = next((o.claim.text for o in at.options if isinstance(o, ast.From)), None)
        at = None if named is None else checker.claims.get(named)
    if at is checker.claim and min([one.span.start for one in path]) == at.span.start:
        circle = " from ".join([f"`{one.name.text}`" for one in (*path, at)])
        hint = "prove one of them by couplings"
        checker.error("from-circle", node.span, f"a claim does not follow from itself: {circle}", hint)


def _number(checker: "ClaimChecker", node: ast.Formula, wanted: Type, what: str) -> Term:
    """A number that both runs know, as a budget is."""
    if isinstance(ast.strip(node), ast.Hole):
        return checker.error("hole-not-here", node.span, f"{what} cannot be a hole", "write the number")
    private = {p.name for p in checker.left.parameters if p.private}
    for name in sorted(mentioned(node) & private):
        message = f"{what} speaks of public parameters; `{name}` is private"
        return checker.error("private-in-budget", node.span, message, "make it a public parameter")
    term = checker.elaborate.expect(checker.elaborate.term(node, checker.budget_scope()), wanted, what)
    for part, code, message in undefined(term):
        checker.error(code, part.span, message)
    return term
