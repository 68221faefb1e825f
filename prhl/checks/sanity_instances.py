"""Small instances of the tool's own choosing, where a claim names none, so that every proof is compared with figures.

They have small values of every type, and a small limit of steps. There are none with continuous noise, or with
parameters that are functions, since these cannot be enumerated.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from prhl.checks.instance_check import CheckResult
from prhl.checks.laboratory import Effort, Laboratory
from prhl.logic.build import number
from prhl.logic.terms import Apply, Constant, Listed, Term
from prhl.logic.types import INT, REAL, List, Tuple, Type
from prhl.semantics.twin import first_continuous
from prhl.typed.core import Check, CheckItem, Step, TypedClaim

STEPS = 1_000_000  # of an instance, and of all instances of a claim
MOST = 12  # instances

_LN2 = Apply("ln", (Constant(Fraction(2), REAL),), REAL)
_PUBLIC: dict[Type, tuple[Term, ...]] = {INT: (number(1), number(2)), REAL: (_LN2, number(Fraction(1, 2)))}
_PRIVATE: dict[Type, tuple[Term, ...]] = {INT: (number(0), number(1)), REAL: (number(0), number(1))}


def own_checks(laboratory: Laboratory, claim: TypedClaim) -> Iterator[CheckResult]:
    """What small instances say; nothing where there is nothing to enumerate."""
    programs = laboratory.file.programs
    short = quick(laboratory)
    if any([first_continuous(short.flat(name).body) for name in {claim.left, claim.right}]):
        return
    items: list[CheckItem] = []
    for parameter in {p.name: p for n in (claim.right, claim.left) for p in programs[n].parameters}.values():
        items += _small(parameter.name, parameter.type, (), parameter.private, claim)
    spent = 0
    for done, result in enumerate(short.results(claim, Check(tuple(items), claim.span))):
        if result.status in ("tight", "loose", "violated"):
            yield result
        spent += result.steps
        if done >= MOST or spent > STEPS or result.status == "not enumerable":
            return


def quick(laboratory: Laboratory, steps: int = STEPS, states: int = 50_000) -> Laboratory:
    """The limits of channels that no `check` names: small ones."""
    limits = laboratory.effort.limits
    short = replace(limits, steps=min(steps, limits.steps), states=min(states, limits.states))
    return Laboratory(laboratory.file, Effort(short), None if laboratory.effort.twin else laboratory)


def _small(name: str, type_: Type, path: tuple[Step, ...], private: bool, claim: TypedClaim) -> list[CheckItem]:
    match type_:
        case List(item):
            sizes = CheckItem(name, (*path, "size"), Listed((number(1), number(2)), INT), claim.span)
            return [sizes, *_small(name, item, (*path, "each"), private, claim)]
        case Tuple(parts):
            return [i for at, part in enumerate(parts) for i in _small(name, part, (*path, at), private, claim)]
        case _:
            values = (_PRIVATE if private else _PUBLIC).get(type_)
            return [] if values is None else [CheckItem(name, path, Listed(values, type_), claim.span)]
