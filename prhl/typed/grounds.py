"""Which claims a claim may rest on: those that it cites, and those that it might cite if somebody proposed that.

It might cite claims about programs that its own call, claims before it about the same program from which it might
follow, and, if it is a quadruple, two claims before it that meet in another program. Nobody may rest on a claim that
rests on it, so that what closes a circle is left out.
"""

from collections.abc import Iterator, Mapping, Sequence

from prhl.syntax.trees import middle
from prhl.typed import core

MOST, NEAR = 8, 12  # pairs of claims that a quadruple may follow from, among so many of the last about its programs


def grounds(programs: Mapping[str, core.TypedProgram], claims: Sequence[core.TypedClaim]) -> dict[str, tuple[str, ...]]:
    """By the name of the claim, in an order that the file determines."""
    found = {claim.name: dict.fromkeys(claim.cites) for claim in claims}
    about: dict[tuple[str, str], list[str]] = {}
    for claim in claims:
        about.setdefault((claim.left, claim.right), []).append(claim.name)
    called = {name: _called(program.body) for name, program in programs.items()}
    before: dict[str, list[core.TypedClaim]] = {name: [] for name in programs}  # by program
    for claim in claims:
        may = _by_calls(claim, called, about)
        near = {one.span.start: one for side in (claim.left, claim.right) for one in before[side][-NEAR:]}
        known = [near[at] for at in sorted(near)]
        may += [one.name for one in known if _may_follow(claim, one)]
        may += [name for pair in chains(claim, known) for name in (pair[0].name, pair[1].name)]
        for side in {claim.left, claim.right}:
            before[side].append(claim)
        for name in may:
            if not _rests(name, claim.name, found):
                found[claim.name].setdefault(name)
    return {name: tuple(cited) for name, cited in found.items()}


def chains(
    claim: core.TypedClaim, known: Sequence[core.TypedClaim]
) -> list[tuple[core.TypedClaim, core.TypedClaim, str]]:
    """Pairs of claims that lead from its first program to its second, and where they meet; inequalities in their own
    direction. The last ones first, and not more than a few."""
    if claim.post is None or claim.following is not None or claim.assume or claim.pointwise is not None:
        return []
    exact = not claim.budget
    usable = [one for one in known if not one.notion.figure and not (exact and one.budget)]
    mine = [one for one in usable if {claim.left, claim.right} & {one.left, one.right}][-NEAR:]
    ends = claim.left, claim.right
    about = dict.fromkeys([(one.left, one.right) for one in mine])
    meeting = {(one, two): met for one in about for two in about if (met := middle(ends, one, two)) is not None}
    found = []
    for first in reversed(mine) if meeting else ():
        for second in reversed(mine):
            met = meeting.get(((first.left, first.right), (second.left, second.right)))
            if met is None or (met[1] and first.budget) or (met[2] and second.budget):
                continue
            found.append((first, second, met[0]))
            if len(found) == MOST:
                return found
    return found


def _may_follow(claim: core.TypedClaim, other: core.TypedClaim) -> bool:
    """Whether somebody might propose that it follows from another one about its program; not of what is meant to be
    false, so that few claims have to be judged together."""
    open_ = claim.following is None and claim.composed is None and claim.pointwise is None and not claim.assume
    both = (claim.left, claim.right) == (other.left, other.right) and claim.post is None and other.post is None
    return open_ and both and claim.expect != "refuted" and other.expect != "refuted"


def _by_calls(
    claim: core.TypedClaim, called: Mapping[str, dict[str, None]], about: Mapping[tuple[str, str], list[str]]
) -> list[str]:
    """The claims about programs that its own call, in run 1 and in run 2 or the other way around."""
    pairs = [(one, two) for one in called[claim.left] for two in called[claim.right]]
    both = dict.fromkeys([pair for one, two in pairs for pair in ((one, two), (two, one))])
    return [name for pair in both for name in about.get(pair, ())]


def _rests(name: str, on: str, found: Mapping[str, dict[str, None]]) -> bool:
    """Whether a claim is another one, or rests on it."""
    todo, seen = [name], {name}
    while todo:
        at = todo.pop()
        if at == on:
            return True
        new = [one for one in found.get(at, ()) if one not in seen]
        seen.update(new)
        todo += new
    return False


def _called(statements: tuple[core.Statement, ...]) -> dict[str, None]:
    """The programs that are called there, in the order of the text."""
    return dict.fromkeys(_calls(statements))


def _calls(statements: tuple[core.Statement, ...]) -> Iterator[str]:
    for statement in statements:
        match statement:
            case core.Call(program=name):
                yield name
            case core.If(_, then, otherwise):
                yield from _calls((*then, *otherwise))
            case core.While(body=body) | core.Joint(body=body):
                yield from _calls(body)
            case _:
                pass
