"""The obligations of a claim as SMT-LIB scripts: what z3 was asked, under a header that says what it is for."""

import re
from collections.abc import Iterator

from prhl.proof import Judged, Proof
from prhl.source import Source


def scripts(source: Source, stem: str, claim: str, program: str, proof: Proof) -> Iterator[tuple[str, str]]:
    """The name and the text of each, numbered in the order in which they are owed."""
    width = max(2, len(str(len(proof.judged))))
    for number, judged in enumerate(proof.judged, start=1):
        name = f"{safe(stem)}.{safe(claim)}.{number:0{width}}-{judged.code}.smt2"
        yield name, _script(proof.text(source), f"{claim}, of {program}", judged)


def safe(name: str) -> str:
    """For every file system; other letters are told by their numbers."""
    return re.sub(r"[^A-Za-z0-9_.-]", lambda found: f"-{ord(found[0]):x}-", name)


def _script(source: Source, claim: str, judged: Judged) -> str:
    from prhl.solvers.smtlib import script

    obligation, answer = judged.obligation, judged.answer
    line, column = source.position(obligation.place.start)
    header = [
        ("file", source.name),
        ("claim", claim),
        ("line", f"{line}, column {column}"),
        ("code", judged.code),
        ("fails if", obligation.message + (f" ({obligation.direction})" if obligation.direction else "")),
        ("status", answer.status + (f": {answer.reason}" if answer.reason else "")),
    ]
    asked = answer.asked
    if asked is None:
        why = "something is missing" if obligation.missing else "it cannot be said"
        header.append(("z3", f"was not asked: {why}"))
    elif not asked.found:
        header.append(("z3", "was not asked: this is true as it stands; below is what would have been asked"))
    else:
        header.append(("z3", asked.found))
    header += [("step", step) for step in answer.steps]
    lines = [f"; {key + ':':<9} {' '.join(text.split())}" for key, text in header]
    return "\n".join([*lines, "" if asked is None else script(asked)])
