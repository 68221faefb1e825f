"""Claims about programs whose output has one law for all inputs, which is all that has to be shown.

A one-time pad has one law for all messages: no epsilon is needed, and no delta. How many inputs there are, and which of
them are related, does not matter then. So no pair is formed: the claim holds for all pairs of inputs if it holds for a
row and itself.
"""

from collections.abc import Iterator

from prhl.checks.instance_check import CheckResult, compares_results, of_one_law
from prhl.checks.laboratory import Laboratory
from prhl.diagnostics import NotComputed
from prhl.exact import Law, law_of_all
from prhl.logic.terms import variables
from prhl.semantics.all_inputs import all_inputs
from prhl.semantics.evaluate import Fault
from prhl.semantics.instances import Inputs, size_names, text
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.typed.core import TypedClaim, TypedProgram

STEPS = 1_000  # for the law of a program
MOST = 64  # choices of public parameters


def by_one_law(laboratory: Laboratory, claim: TypedClaim) -> list[CheckResult] | None:
    """A result for each choice of the public parameters that the law depends on; None if it depends on more, or is not
    found, or if the claim is not true of it."""
    effort, programs = laboratory.effort, laboratory.file.programs
    if effort.twin or (claim.post is not None and not compares_results(claim.post)):
        return None
    if laboratory.is_continuous(claim.left) or laboratory.is_continuous(claim.right):
        return None
    for names in _looked_at(programs[claim.left], claim):
        try:
            found = list(_results(laboratory, claim, names))
        except (NotComputed, OutOfSteps, Fault):
            continue
        return found if found and all([one.status in ("tight", "loose") for one in found]) else None
    return None


def _looked_at(program: TypedProgram, claim: TypedClaim) -> Iterator[frozenset[str]]:
    """The parameters whose values are taken one by one: those that lengths of bits and the budget mention; or all that
    are public. Two runs must share them."""
    lengths = {name for p in program.parameters for name in size_names(p.type)}
    few = frozenset(lengths | {name for term in claim.budget for name, _ in variables(term)})
    public = frozenset([p.name for p in program.parameters if not p.private])
    if claim.post is not None:  # in which nothing is equal but by its precondition
        if not few:
            yield few
    elif few <= public:
        yield from dict.fromkeys([few, public])


def _results(laboratory: Laboratory, claim: TypedClaim, names: frozenset[str]) -> Iterator[CheckResult]:
    programs = laboratory.file.programs
    given = all_inputs(programs[claim.left], only=names) if names else [{}]
    if len(given) > MOST:
        raise NotComputed("many public parameters")
    for known in given:
        law = _law(laboratory, claim.left, claim, known)
        if claim.right != claim.left and _law(laboratory, claim.right, claim, known) != law:
            raise NotComputed("two laws")
        types = {p.name: p.type for p in programs[claim.left].parameters}
        yield of_one_law(claim, known, {name: text(value, types[name]) for name, value in known.items()})


def _law(laboratory: Laboratory, name: str, claim: TypedClaim, known: Inputs) -> Law:
    return law_of_all(laboratory.flat(name), known, claim.post is not None, Meter(STEPS))
