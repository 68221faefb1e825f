"""Whether a text with more annotations says the same as before: the same claim about the same programs.

What proposes annotations edits the text, and the edited text is read like any other. A proof of what is read then
counts for the claim as it was only if the two differ in nothing but annotations: couplings, invariants and variants,
names for the positions at which lists differ, `joint` around statements, going by one output at a time, and `from` a
claim that is the same to the word.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from prhl.logic.terms import Apply, Related, Term
from prhl.source import NOWHERE
from prhl.typed import core


def restates(now: core.TypedFile, before: core.TypedFile, name: str) -> bool:
    """Whether the claim of this name is proved of the file before if it is proved of the file now."""
    mine, theirs = [{one.name: one for one in file.claims} for file in (now, before)]
    if name not in mine or name not in theirs or not _same_programs(now.programs, before.programs):
        return False
    if _asserted(mine[name], now) != _asserted(theirs[name], before):
        return False
    cited = [other in theirs and _to_the_word(mine[other]) == _to_the_word(theirs[other]) for other in mine[name].cites]
    return all(cited) and _same_claim(mine[name], theirs[name])


def keeps(now: core.TypedFile, before: core.TypedFile) -> bool:
    """Whether every claim of the file before is one of the file now, to the word and about the same programs: then
    what was judged there may be cited here. There may be more claims."""
    mine, theirs = [{one.name: one for one in file.claims} for file in (now, before)]
    if not mine.keys() >= theirs.keys() or not _same_programs(now.programs, before.programs):
        return False
    said = [_to_the_word(mine[name]) == _to_the_word(one) for name, one in theirs.items()]
    return all(said) and all([_asserted(mine[name], now) == _asserted(theirs[name], before) for name in theirs])


def all_restated(now: core.TypedFile, before: core.TypedFile) -> bool:
    """Whether every claim of the file before is one of the file now, in the same words but for annotations; there may
    be more claims."""
    mine, theirs = [{one.name: one for one in file.claims} for file in (now, before)]
    if [name for name in mine if name in theirs] != list(theirs) or not _same_programs(now.programs, before.programs):
        return False
    pairs = [(mine[name], theirs[name]) for name in theirs]
    return all(
        [
            one.expect == other.expect
            and len(one.checks) == len(other.checks)
            and _asserted(one, now) == _asserted(other, before)
            and _same_claim(one, other)
            for one, other in pairs
        ]
    )


def _same_programs(now: Mapping[str, core.TypedProgram], before: Mapping[str, core.TypedProgram]) -> bool:
    return list(now) == list(before) and all([_program(now[name]) == _program(before[name]) for name in now])


def _program(program: core.TypedProgram) -> Any:
    parameters = [(one.name, one.type, one.private) for one in program.parameters]
    return (
        parameters,
        program.requires,
        dict(program.locals),
        _block(program.body),
        program.result,
        program.result_type,
        program.leaks,
    )


def _block(statements: Sequence[core.Statement]) -> list[Any]:
    """The statements without their places and numbers; a joint block is its statements."""
    out: list[Any] = []
    for statement in statements:
        match statement:
            case core.Assign(target, value):
                out.append(("assign", target, value))
            case core.Sample(target, distribution):
                out.append(("sample", target, distribution))
            case core.Call(target, program, arguments):
                out.append(("call", target, program, arguments))
            case core.If(condition, then, otherwise):
                out.append(("if", condition, _block(then), _block(otherwise)))
            case core.While(guard, body, counter):
                out.append(("while", guard, _block(body), counter))
            case core.Joint(body):
                out += _block(body)
            case core.Leak(value):
                out.append(("leak", value))
            case core.Assert():
                out.append(("assert",))
    return out


def _same_claim(now: core.TypedClaim, before: core.TypedClaim) -> bool:
    """Of positions that have a name now: `at k` is any position where the lists may differ."""
    if _said(now) != _said(before) or _unnamed(now.relation, before.relation) != before.relation:
        return False
    if before.following is not None and _placeless(now.following) != _placeless(before.following):
        return False
    return _outputs(now, before)


def _asserted(claim: core.TypedClaim, file: core.TypedFile) -> list[Any]:
    """What is asserted is owed by the proof, and not the proposer's to change; of each program in its order."""
    sites = [(name, site) for name in (claim.left, claim.right) for site in file.programs[name].sites]
    sites = [one for one in sites if one[1].kind == "assert"]
    return [claim.annotations.get((name, site.number), core.Annotation()).formula for name, site in sites]


def _to_the_word(claim: core.TypedClaim) -> Any:
    """Of a claim that is cited: it was judged as it was, so no part of it may be another."""
    return _said(claim), claim.relation, _placeless(claim.pointwise), _placeless(claim.following)


def _said(claim: core.TypedClaim) -> Any:
    composed = _placeless(claim.composed)
    return (claim.left, claim.right, claim.post, claim.notion, claim.budget, claim.assume, composed)


def _unnamed(now: Term, before: Term) -> Term:
    match now, before:
        case Related(), Related(at=None):
            return replace(now, at=None)
        case Apply(arguments=arguments), Apply(arguments=others) if len(arguments) == len(others):
            parts = [_unnamed(one, two) for one, two in zip(arguments, others, strict=True)]
            return replace(now, arguments=tuple(parts))
        case _:
            return now


def _outputs(now: core.TypedClaim, before: core.TypedClaim) -> bool:
    """All at once, or one at a time; where it is one at a time now, the rule asks what that needs."""
    if before.pointwise is None:
        return now.pointwise is None or now.pointwise.region is None
    return bool(_placeless(now.pointwise) == _placeless(before.pointwise))


def _placeless(part: Any) -> Any:
    return None if part is None else replace(part, span=NOWHERE)
