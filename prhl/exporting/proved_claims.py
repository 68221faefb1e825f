"""What is proved of a program, told in a module that is made of it, with a fingerprint of the text and the proof."""

import json
from hashlib import sha256

from prhl import pipeline
from prhl.diagnostics import Diagnostic, Rejected, Stopped, misasked
from prhl.records import dataclass
from prhl.report import FileReport
from prhl.source import NOWHERE, Source
from prhl.typed.core import TypedClaim
from prhl.verdict import ClaimResult
from prhl.versions import identity, versions


@dataclass(frozen=True)
class Told:
    """A claim with how it ended and what identifies its proof."""

    claim: TypedClaim
    text: str
    verdict: str
    by: str | None
    fingerprint: str

    @property
    def proved(self) -> bool:
        return self.verdict == "proved"


def told_claims(source: Source, program: str) -> list[Told]:
    """All claims about the program, judged anew; Rejected if the text is wrong, Stopped if the tool is."""
    report = pipeline.verify(source, find=True)
    if report.fault is not None or any([one.alarm for one in report.claims]):
        said = Diagnostic("not-run", NOWHERE, report.fault or "the two roads contradict each other")
        raise Stopped(Rejected(source, [said]))
    if report.file is None:
        raise Rejected(source, report.diagnostics)
    claims = {claim.name: claim for claim in report.file.claims}
    return [
        _told(source, report, one, claims[one.name])
        for one in report.claims
        if claims[one.name].left == claims[one.name].right == program
    ]


def _told(source: Source, report: FileReport, result: ClaimResult, claim: TypedClaim) -> Told:
    """A claim that rests on assumptions, or holds of nothing, is not proved here."""
    word: str = result.verdict.word
    if word == "proved" and (result.assumptions or result.proof.vacuous):
        word = "assumed" if result.assumptions else "vacuous"
    found = [[edit.span.start, edit.span.end, edit.text] for edit in result.proof.found]
    about = [identity(), source.text, claim.name, word, result.verdict.by, found]
    digest = sha256(json.dumps(about).encode("utf-8", errors="surrogatepass")).hexdigest()
    return Told(claim, source.slice(claim.span), word, result.verdict.by, digest)


def docstring(source: Source, program: str, told: list[Told], head: str) -> str:
    """What the module says of itself."""
    proved = [one for one in told if one.proved]
    lines = [head, ""]
    if not proved:
        lines += [
            "NOTHING IS PROVED OF THIS MODULE, WHICH WAS EXPORTED WITH --unproved. IT MAY RELEASE PRIVATE DATA AS",
            "THEY ARE, AND RUN-TIME ERRORS ARE NOT RULED OUT.",
            "",
        ]
    for one in told:
        by = f" by {one.by}" if one.proved else ""
        lines += [f"{one.verdict.upper() if not one.proved else 'Proved'}{by}:", ""]
        lines += [f"    {line}" for line in one.text.splitlines()] + ([] if one.proved else [""])
        if one.proved:
            lines += ["", f"    fingerprint {one.fingerprint}", ""]
    known = ", ".join([f"{name} {version}" for name, version in versions().items() if version])
    lines += [
        f"Written by `prhl export` ({known}) from the program below; the fingerprint is of text, verdict, proof and",
        "versions. All randomness comes from the operating system, and no float decides anything. Not promised: that",
        "the time a draw takes says nothing of what is drawn, or that a caller who asks twice spends once.",
        "",
        *[f"    {line}".rstrip() for line in source.text.splitlines()],
    ]
    return "\n".join(lines).replace("\\", "\\\\").replace('"""', "'''")


def unproved(source: Source, program: str, told: list[Told]) -> Stopped:
    """Why it is not exported."""
    ended = ", ".join([f"`{one.claim.name}` is {one.verdict}" for one in told])
    message = f"nothing is proved of `{program}`: {ended or 'there is no claim about it'}"
    hint = "prove a claim about it (`prhl verify`); `--unproved` exports it all the same, and says so in capitals"
    return Stopped(misasked(source, "not-run", message, hint))
