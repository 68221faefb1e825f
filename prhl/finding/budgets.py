"""Budgets that people write: multiples of what a claim speaks of, the smaller ones first.

Each replaces the text of the budget, and counts only if the whole text is read and proved with it.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from prhl.finding.effort import Effort
from prhl.logic.build import at_most
from prhl.logic.show import show
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Term, Variable, variables
from prhl.logic.types import INT, REAL
from prhl.proof import Judged
from prhl.solvers import Limits, Query
from prhl.solvers.by_z3 import Session
from prhl.source import Edit, Source, edited
from prhl.typed import core

PARTS = tuple([Fraction(c) for c in ("1/8", "1/4", "1/3", "1/2", "2/3", "3/4", "1", "3/2", "2", "5/2")])
MULTIPLES = (*PARTS, *[Fraction(c) for c in (3, 4, 5, 6, 7, 8, 9, 10, 12, 16)])
FEW = tuple([Fraction(c) for c in ("1/2", "1", "2", "3", "4")])
CONSTANTS = (
    *("1/10", "1/4", "1/2", "ln(2)", "1", "ln(3)", "ln(4)", "ln(5)", "ln(6)", "2", "ln(8)", "ln(9)", "ln(10)"),
    *("3", "4", "5", "6", "8", "10"),
)
LIMITS = Limits(rlimit=500_000)
BESIDE = 800_000  # steps of the solver in all, for a budget that is told beside an attempt
ASKED_FOR = 50_000_000  # and where somebody asks for the smallest one


def adjustable(claim: core.TypedClaim) -> bool:
    """Whether the claim states a budget that is spent, so that another one may be put in its place."""
    stated = bool(claim.spends) and any([part is claim.spends[0] for part in claim.budget])
    return stated and claim.composed is None and claim.following is None


def family(claim: core.TypedClaim, program: core.TypedProgram) -> Iterator[str]:
    """0, parts and multiples of the numbers that the budget speaks of, by whole numbers of the program as well, and
    multiples of the budget as it is; constants, if it speaks of nothing."""
    yield "0"
    reals, counts = _units(claim, program)
    if not reals:
        yield from CONSTANTS
    for count in counts:
        for c in FEW:
            yield from [scaled(c, [unit], (count,)) for unit in reals]
    for c in MULTIPLES:
        yield from [scaled(c, [unit]) for unit in reals]
    for count in counts:
        for c in FEW:
            yield from [scaled(c, [count, unit]) for unit in reals]
    if reals != [show(claim.spends[0])]:
        for c in MULTIPLES:
            yield f"{c}*({show(claim.spends[0])})" if c != 1 else show(claim.spends[0])


def beyond(claim: core.TypedClaim, program: core.TypedProgram) -> str:
    """At least as much as each of the family, as long as what it is made of is not negative: where this is not enough,
    none of them is."""
    reals, counts = _units(claim, program)
    parts = [f"{MULTIPLES[-1]}*({show(claim.spends[0])})", *([] if reals else CONSTANTS[-1:])]
    parts += [scaled(MULTIPLES[-1], [unit]) for unit in reals]
    return " + ".join([*parts, *[scaled(FEW[-1], [count, unit]) for count in counts for unit in reals]])


def _units(claim: core.TypedClaim, program: core.TypedProgram) -> tuple[list[str], list[str]]:
    """The numbers that the budget speaks of, and the whole numbers of the program."""
    named = {name for name, _ in variables(claim.spends[0])}
    public = [one for one in program.parameters if not one.private]
    reals = [one.name for one in public if one.type == REAL and one.name in named]
    return reals, [one.name for one in public if one.type == INT]


def scaled(c: Fraction, factors: Sequence[str], divisors: Sequence[str] = ()) -> str:
    """`3*n*eps/2`, as people write it."""
    above = [str(c.numerator), *factors] if c.numerator != 1 else list(factors)
    below = [*([str(c.denominator)] if c.denominator != 1 else []), *divisors]
    under = "" if not below else f"/{below[0]}" if len(below) == 1 else f"/({'*'.join(below)})"
    return "*".join(above) + under


def with_budget(source: Source, claim: core.TypedClaim, budget: str) -> Source:
    """The text with another budget for the claim; what else a notion is given stays."""
    return Source(source.name, edited(source.text, [Edit(claim.spends[0].span, budget)]))


def would_do(spent: Sequence[Judged], claim: core.TypedClaim, effort: Effort) -> bool:
    """Whether what is spent is within the budget of the claim, for all that the solver is sure of."""
    return all(_follows(one, _left(one), _limit(one, claim), effort) for one in spent)


def at_most_as_much(spent: Sequence[Judged], claim: core.TypedClaim, other: core.TypedClaim, effort: Effort) -> bool:
    """Whether the budget of the claim is at most that of the other, for all that the solver is sure of."""
    return all(_follows(one, _limit(one, claim), _limit(one, other), effort) for one in spent)


def _follows(one: Judged, less: Term | None, more: Term, effort: Effort) -> bool:
    if less is None:
        return False
    facts = tuple([fact.formula for fact in one.obligation.facts])
    session = Session(LIMITS)
    answer = session.answer(Query(facts, at_most(less, more)))
    effort.ask(session.used)
    return answer.status == "valid"


def _left(one: Judged) -> Term | None:
    """What is spent, where that is owed to be within a budget."""
    match one.obligation.goal:
        case Apply("le", (spent, _)):
            return spent
        case _:
            return None


def _limit(one: Judged, claim: core.TypedClaim) -> Term:
    values = dict(one.obligation.view)
    return substitute(
        claim.spends[0], lambda leaf: values.get((leaf.name, leaf.run or 1)) if isinstance(leaf, Variable) else None
    )
