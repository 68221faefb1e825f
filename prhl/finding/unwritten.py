"""Auxiliary claims that are proposed: about a program that is called, or about one step of group privacy.

`Noisy(x, eps)` is called, and no claim about it is proved: `claim noisy_private : Noisy satisfies dp(eps) when
within(x, 1);` is stated beside the claim. It is judged like any other, and calls may rest on it. Of a claim about
several entries that differ it is the same claim about one.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import count, islice

from prhl.finding.conclusions import share
from prhl.finding.task import Task, fresh, sites
from prhl.logic.linear import NUMBERS, monomial
from prhl.logic.show import show
from prhl.logic.substitution import put_in, substitute
from prhl.logic.terms import Quantified, Related, Term, Variable, conjuncts, subterms
from prhl.logic.types import BOOL, REAL, List
from prhl.source import Edit, Span
from prhl.typed import core

MOST = 4  # that are tried, for one program


def lemmas(task: Task, file: core.TypedFile) -> Iterator[tuple[str, Edit]]:
    """The name of a claim, and the claim as an edit of the text, the most promising first."""
    claim = task.claim
    if claim.post is not None or len(claim.budget) != 1 or not claim.notion.spent(claim.budget):
        return
    for about, said in islice(_said(task), MOST):
        name = _fresh(f"{about.lower()}_private", file)
        text = f"claim {name} : {about} satisfies {claim.notion.name}({said[0]}) when {said[1]}; "
        yield name, Edit(Span(claim.span.start, claim.span.start), text)


def _fresh(wanted: str, file: core.TypedFile) -> str:
    taken = {one.name for one in file.claims} | set(file.programs)
    names = [wanted, *[f"{wanted}_{n}" for n in islice(count(2), len(taken) + 1)]]
    return next(name for name in names if name not in taken)


def _said(task: Task) -> Iterator[tuple[str, tuple[str, str]]]:
    """A program, and the budget and the relation of a claim about it."""
    claim = task.claim
    several = [one for one in conjuncts(claim.relation) if isinstance(one, Related) and one.relation == "some_differ"]
    known = any([_is_step(other, claim) for other in task.known])
    if not known and len(several) == len(conjuncts(claim.relation)) == 1 and several[0].left is not None:
        bound = "" if several[0].bound is None else f", {show(several[0].bound)}"
        one = f"one_differs({several[0].left.name}{bound})"
        yield claim.left, (show(monomial(share(claim.budget[0], several[0].most)).term), one)
    about = {other.left for other in task.known}
    for call in [one for one in _calls(task, task.left).values() if one.program not in about]:
        relation = _relation(task, call)
        for budget in dict.fromkeys(_budgets(task, call)):
            yield call.program, (budget, relation)


def _calls(task: Task, program: core.TypedProgram) -> dict[str, core.Call]:
    """The programs that it calls, and those that these call before them, each by its first call."""
    found: dict[str, core.Call] = {}
    for node in sites(program.body):
        if isinstance(node, core.Call):
            for name, call in (*_calls(task, task.programs[node.program]).items(), (node.program, node)):
                found.setdefault(name, call)
    return found


def _is_step(other: core.TypedClaim, claim: core.TypedClaim) -> bool:
    relations = {part.relation for part in conjuncts(other.relation) if isinstance(part, Related)}
    return other.left == claim.left and relations == {"one_differs"}


def _budgets(task: Task, call: core.Call) -> Iterator[str]:
    """In terms of the callee: each of its public numbers, and what the budget of the claim is a multiple of."""
    callee = task.programs[call.program]
    public = [one.name for one in callee.parameters if not one.private and one.type == REAL]
    yield from public
    if not public:
        budget = task.claim.budget[0]
        if not any([isinstance(part, Variable) for part in subterms(budget)]):
            yield show(budget)
            yield from [show(monomial(share(budget, parts)).term) for parts in task.numbers]
    yield from [f"2*{name}" for name in public]


def _relation(task: Task, call: core.Call) -> str:
    """What is related of the arguments: as the inputs are, or by the bound of the relation."""
    bound = show(task.bounds[0])
    found, told = _carried_over(task, call)
    for parameter, given in zip(task.programs[call.program].parameters, call.arguments, strict=True):
        if not parameter.private or parameter.type == BOOL or parameter.name in told:
            continue
        match _related(task, given):
            case Related(relation=relation, bound=most) if relation not in ("any", "some_differ"):
                found.append(f"{relation}({parameter.name}{'' if most is None else ', ' + show(most)})")
            case _ if parameter.type in NUMBERS:
                found.append(f"within({parameter.name}, {bound})")
            case _ if isinstance(parameter.type, List) and parameter.type.item in NUMBERS:
                found.append(f"one_differs({parameter.name}, {bound})")
            case _ if isinstance(parameter.type, List):
                found.append(f"one_differs({parameter.name})")
            case _:
                pass
    return " && ".join(found) or "any"


def _carried_over(task: Task, call: core.Call) -> tuple[list[str], set[str]]:
    """Formulas of the relation that speak of arguments only, `forall j. |u((d{1}, j)) - u((d{2}, j))| <= 1`, in the
    names of the callee; and of which private parameters these are."""
    callee = task.programs[call.program]
    given = [one.name if isinstance(one, Variable) else None for one in call.arguments]
    names = dict(zip(given, callee.parameters, strict=True))
    found, told = [], set[str]()
    for part in conjuncts(task.claim.relation):
        spoken = {leaf.name for leaf in subterms(part) if isinstance(leaf, Variable)}
        related = any([isinstance(one, Related) for one in subterms(part)])
        private = {names[name].name for name in spoken if name in names and names[name].private}
        if related or not private or not spoken <= names.keys():
            continue
        there = substitute(
            part, lambda leaf: replace(leaf, name=names[leaf.name].name) if isinstance(leaf, Variable) else None
        )
        found.append(show(_apart_from(there, callee.types)))
        told |= private
    return found, told


def _apart_from(term: Term, taken: Collection[str]) -> Term:
    """With other names for what is bound in front, where these stand for something."""
    if not isinstance(term, Quantified):
        return term
    body, bound = term.body, []
    for name in term.variables:
        other = replace(name, name=fresh(taken, name.name))
        body = put_in(body, name.name, other)
        bound.append(other)
    return replace(term, variables=tuple(bound), body=_apart_from(body, taken))


def _related(task: Task, given: Term) -> Related | None:
    for part in conjuncts(task.claim.relation):
        if isinstance(part, Related) and part.left is not None and replace(part.left, run=0) == given:
            return part
    return None
