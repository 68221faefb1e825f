"""`from CLAIM`: which claim another one may follow from, and what it says of the way there.

`from Q1, Q2 via (x = e, ..)` is a chain: two claims that meet in a program between the two of this one.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from prhl.diagnostics import Diagnostic, did_you_mean
from prhl.logic.constants import undefined
from prhl.logic.terms import Term
from prhl.logic.types import INT, REAL, Type
from prhl.notions import BY_NAME, DivergenceNotion
from prhl.syntax import ast
from prhl.syntax.trees import middle, sides
from prhl.typed import core
from prhl.typed.expressions import Report
from prhl.typed.inference import mentioned

if TYPE_CHECKING:
    from prhl.typed.claims import ClaimChecker

OTHERWISE = ((ast.Pointwise, "pointwise"), (ast.Proof, "proof"), (ast.Assume, "assume"))


def following(checker: "ClaimChecker") -> core.Following | core.Chain | None:
    """The option, with its numbers resolved; what is wrong with it is reported."""
    node = next((o for o in checker.claim.options if isinstance(o, ast.From | ast.Chain)), None)
    if node is None:
        return None
    if isinstance(node, ast.Chain):
        return _chain(checker, node)
    if isinstance(checker.claim, ast.Quadruple):
        message = "`from` one claim is for claims of the form `P satisfies ...`"
        hint = "a quadruple follows from two claims that meet: `from Q1, Q2 via (x = e)`"
        checker.error("from-not-here", node.span, message, hint)
    _alone(checker, node)
    _named(checker, node)
    steps = None if node.steps is None else _number(checker, node.steps, INT, "a number of steps")
    rate = None if node.rate is None else _number(checker, node.rate, REAL, "a sampling rate")
    return core.Following(node.claim.text, steps, rate, node.span)


def _alone(checker: "ClaimChecker", node: ast.From | ast.Chain) -> None:
    """There is no second way to prove it beside this one."""
    for kind, word in OTHERWISE:
        if any([isinstance(option, kind) for option in checker.claim.options]):
            message = f"a claim that follows from another one has no `{word}`"
            checker.error("from-not-here", node.span, message, f"leave `{word}` out, or `from`")


def _known(checker: "ClaimChecker", name: ast.Name) -> ast.Claim | None:
    """The claim of this name, which is reported if there is none."""
    cited = checker.claims.get(name.text)
    if cited is None:
        hint = did_you_mean(name.text, checker.claims)
        checker.error("unknown-claim", name.span, f"there is no claim `{name.text}`", hint)
    return cited


def _named(checker: "ClaimChecker", node: ast.From) -> None:
    name = node.claim
    cited = _known(checker, name)
    if cited is None:
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


# ---- chains ----------------------------------------------------------------------------------


def _chain(checker: "ClaimChecker", node: ast.Chain) -> core.Chain | None:
    _alone(checker, node)
    if not isinstance(checker.claim, ast.Quadruple):
        message = "a chain of two claims is for quadruples, `A ~ C : ...`"
        checker.error("from-not-here", node.span, message, "cite one claim, or state a quadruple")
        return None
    cited = [_known(checker, name) for name in (node.first, node.second)]
    if cited[0] is None or cited[1] is None:
        return None
    for name, one in zip((node.first, node.second), cited, strict=True):
        if isinstance(one, ast.Satisfies) and isinstance(BY_NAME.get(one.notion.name.text), DivergenceNotion):
            message = f"`{name.text}` bounds a divergence, and a chain adds epsilons and deltas"
            checker.error("wrong-claim", name.span, message, "cite a claim of `dp`, or one that follows from it")
            return None
    ends = checker.left.name, checker.right.name
    met = middle(ends, sides(cited[0]), sides(cited[1]))
    if met is None:
        shown = [f"`{' ~ '.join(sides(one))}`" for one in cited if one is not None]
        message = f"{shown[0]} and {shown[1]} do not lead from `{ends[0]}` to `{ends[1]}`"
        hint = "the first claim leads from the program of run 1 to another one, the second from there to that of run 2"
        checker.error("wrong-claim", node.span, message, hint)
        return None
    program, *mirrored = met
    names = node.first.text, node.second.text
    return core.Chain(names, (mirrored[0], mirrored[1]), program, _via(checker, node, program), node.span)


def _via(checker: "ClaimChecker", node: ast.Chain, program: str) -> tuple[tuple[str, Term], ...]:
    """The inputs of the program in the middle, each named once, over the inputs of both runs.

    They are expressions as in a program, since it is owed that they have values: a quantifier has none to owe.
    """
    given: dict[str, Term] = {}
    wanted = {p.name: p.type for p in checker.programs[program].parameters}
    scope = replace(checker.input_scope({}), what="an input in the middle of a chain", formula=False)
    for one in node.via or ():
        name = one.name.text
        if name not in wanted:
            hint = did_you_mean(name, wanted, f"`{program}` has no parameters" if not wanted else "")
            checker.error("unknown-name", one.name.span, f"`{name}` is not a parameter of `{program}`", hint)
        elif name in given:
            checker.error("duplicate-name", one.name.span, f"`{name}` is given twice", "give one value")
        else:
            given[name] = checker.elaborate.expect(
                checker.elaborate.term(one.value, scope), wanted[name], f"the input `{name}` of `{program}`"
            )
    if missing := [name for name in wanted if name not in given]:
        message = f"nothing is said of the input `{missing[0]}` of `{program}`, in which the two claims meet"
        checker.error("via-missing", node.span, message, f"name it: `via ({missing[0]} = {missing[0]}{{1}})`")
    return tuple([(name, given[name]) for name in wanted if name in given])


# ---- circles ---------------------------------------------------------------------------------


def circles(claims: Sequence[core.TypedClaim], report: Report) -> None:
    """No claim rests on itself, by `from` or by calls; a circle is told at the first of its claims."""
    by_name = {claim.name: claim for claim in claims}
    for claim in claims:
        path = _back(claim, by_name)
        if path and min([one.span.start for one in path]) == claim.span.start:
            circle = " from ".join([f"`{one.name}`" for one in path])
            place = next((one.following.span for one in path if one.following is not None), claim.span)
            hint = "prove one of them by couplings"
            report(Diagnostic("from-circle", place, f"a claim does not follow from itself: {circle}", hint))


def _back(claim: core.TypedClaim, by_name: dict[str, core.TypedClaim]) -> list[core.TypedClaim]:
    """The shortest way from a claim by what is cited to itself."""
    paths, seen = [[claim]], set()
    while paths:
        path = paths.pop(0)
        for name in path[-1].cites:
            if name == claim.name:
                return [*path, claim]
            if name in by_name and name not in seen:
                seen.add(name)
                paths.append([*path, by_name[name]])
    return []


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
