"""A student's file, checked: what is wrong with it first, or that it is right."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.diagnostics import Diagnostic, Rejected
from prhl.found_proofs import Grounds, enough
from prhl.proof import Attempt as Tried
from prhl.records import dataclass
from prhl.report.attempts import attempt_lines
from prhl.report.claim_text import check_lines, claim_lines, failed_lines
from prhl.report.messages import diagnostic_text
from prhl.report.style import Style, plain
from prhl.solvers import Limits
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.nesting import deep
from prhl.syntax.parser import parse
from prhl.teaching.attacks import attempted
from prhl.teaching.comparing import Compared, compared
from prhl.teaching.exercise import Asked, Attack, Claimed, Exercise, Part, answers_of
from prhl.teaching.numbers import verdict_on
from prhl.teaching.typical_mistakes import recognised
from prhl.typed import TypedFile
from prhl.verdict import ClaimResult, Proved, Refuted

State = Literal["solved", "wrong", "open", "changed", "unreadable"]


@dataclass(frozen=True, slots=True)
class PartResult:
    part: Part
    passed: bool
    lines: tuple[str, ...] = ()  # why not
    failed: tuple[str, ...] = ()  # the codes of the obligations that fail, the first one first

    @property
    def earned(self) -> int:
        return self.part.points if self.passed else 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of a file; `lines` say what matters now."""

    exercise: Exercise
    state: State
    lines: tuple[str, ...] = ()
    parts: tuple[PartResult, ...] = ()
    mistake: str = ""  # the name of the mistake that was recognised

    @property
    def solved(self) -> bool:
        return self.state == "solved"

    @property
    def earned(self) -> int:
        return sum([part.earned for part in self.parts])


@dataclass(frozen=True, slots=True)
class Care:
    """How hard to look, and how to say it."""

    limits: Limits | None = None
    hidden: bool = False  # measure the instances that only graders measure
    style: Style = plain


def check(exercise: Exercise, source: Source, care: Care | None = None) -> Attempt:
    """Everything that can be wrong, the first thing first: the text, the fixed parts, the holes, the answers."""
    care = care or Care()
    try:
        with deep(source):
            return _checked(exercise, source, care)
    except Rejected as rejected:
        texts = [diagnostic_text(rejected.source, one, care.style) for one in rejected.diagnostics]
        return Attempt(exercise, "unreadable", tuple(texts), untouched(exercise))


def _checked(exercise: Exercise, source: Source, care: Care) -> Attempt:
    tree = parse(source).file
    found = compared(parse(exercise.start).file, tree)
    if found.changes:
        return Attempt(exercise, "changed", _changed(source, found, care.style), untouched(exercise))
    if found.open:
        return Attempt(exercise, "open", _open(source, found, care.style), untouched(exercise))
    results = [_judged(part, source, tree, care) for part in exercise.parts]
    if all([result.passed for result in results]):
        return Attempt(exercise, "solved", parts=tuple(results))
    wrong = [result for result in results if not result.passed]
    settled = _read(results) - _read(wrong)
    mistake = recognised(exercise, found, [result.failed for result in wrong], settled)
    said = () if mistake is None else (mistake.says, "")
    return Attempt(exercise, "wrong", (*said, *wrong[0].lines), tuple(results), mistake.name if mistake else "")


def _read(results: Sequence[PartResult]) -> set[str]:
    return {name for result in results for name in answers_of(result.part)}


def untouched(exercise: Exercise) -> tuple[PartResult, ...]:
    """No points for any part."""
    return tuple([PartResult(part, passed=False) for part in exercise.parts])


def _changed(source: Source, found: Compared, style: Style) -> tuple[str, ...]:
    first = found.changes[0]
    hint = "put it back as it was; `prhl learn reset` brings the whole file back"
    message = f"{first.message}, but only the holes `?` are yours to fill"
    return (diagnostic_text(source, Diagnostic("fixed-part", first.span, message, hint), style),)


def _open(source: Source, found: Compared, style: Style) -> tuple[str, ...]:
    many = len(found.open)
    message = "here is a hole to fill" if many == 1 else f"here is the first of {many} holes to fill"
    span = found.open[0]
    hint = "write your answer in its place; `prhl learn hint` helps"
    return (diagnostic_text(source, Diagnostic("open-hole", span, message, hint, severity="warning"), style),)


def _judged(part: Part, source: Source, tree: ast.File, care: Care) -> PartResult:
    match part:
        case Claimed():
            return _claim(part, source, tree, care)
        case Asked(answer, value):
            right, said = verdict_on(_answer(tree, answer), value, source)
            return PartResult(part, right, () if right else tuple(said))
        case Attack():
            done = attempted(part, source, tree)
            return PartResult(part, done.broken, () if done.broken else done.lines)


def _answer(tree: ast.File, name: str) -> ast.Answer:
    return next(one for one in tree.items if isinstance(one, ast.Answer) and one.name.text == name)


def _claim(part: Claimed, source: Source, tree: ast.File, care: Care) -> PartResult:
    if care.hidden and part.hidden:
        return _hidden(part, source, tree, care)
    file = pipeline.load(source)
    result, enough = _result(file, part.claim, care)
    if _as_wanted(part, result):
        return PartResult(part, passed=True)
    if part.verdict == "refuted":
        return PartResult(part, passed=False, lines=tuple(_not_refuted(source, result, care.style)))
    lines = claim_lines(source, result, len(result.name), care.style)
    if isinstance(result.verdict, Proved):
        lines = [
            f"  `{result.name}` is true, but this does not prove it yet:",
            *failed_lines(source, result, care.style),
        ]
    lines += _helped(source, result, enough)
    return PartResult(part, passed=False, lines=tuple(lines), failed=tuple([one.code for one in result.failed]))


def _hidden(part: Claimed, source: Source, tree: ast.File, care: Care) -> PartResult:
    """Judged with the hidden instances, and told without them: what a student sees is what the file alone shows."""
    if _as_wanted(part, _result(pipeline.load(_with_checks(part, source, tree)), part.claim, care)[0]):
        return PartResult(part, passed=True)
    open_ = _claim(part, source, tree, replace(care, hidden=False))
    if not open_.passed:
        return open_
    said = f"  `{part.claim}` is right as far as the file shows; on an instance that is not shown it is not"
    return PartResult(part, passed=False, lines=(said,))


def _helped(source: Source, result: ClaimResult, enough: str | None) -> list[str]:
    """How far the student's own couplings come; nothing is looked for."""
    if not any([not one.valid and not one.obligation.missing for one in result.proof.judged]):
        return []
    own = Tried(result.proof, enough)
    return [f"    {text}" for text in attempt_lines(source, own)]


def _not_refuted(source: Source, result: ClaimResult, style: Style) -> list[str]:
    """Obligations that fail would mislead here: the claim is meant to be false."""
    measured = [line for one in result.checks for line in check_lines(source, one, 0, style)]
    return [f"  `{result.name}` is meant to be false, and it was not refuted{':' if measured else ''}", *measured]


def _result(file: TypedFile, name: str, care: Care) -> tuple[ClaimResult, str | None]:
    """The claim, judged after those that it rests on, and the budget that would do if that is all that it lacks; nobody
    searches for attacks."""
    laboratory = Laboratory(file)
    judged: dict[str, ClaimResult] = {}
    for claim in file.cited_first():
        judged[claim.name] = pipeline.judge(claim, laboratory, care.limits, judged)
        if claim.name == name:
            break
    proof, claim = judged[name].proof, file.called(name)[0]
    return judged[name], enough(claim, Grounds(laboratory, care.limits, judged), proof) if proof.short else None


def _as_wanted(part: Claimed, result: ClaimResult) -> bool:
    if result.alarm or result.assumptions:
        return False
    if part.verdict == "refuted":
        return isinstance(result.verdict, Refuted)
    return isinstance(result.verdict, Proved) and (part.by == "any" or result.verdict.by == "coupling")


def _with_checks(part: Claimed, source: Source, tree: ast.File) -> Source:
    """The text with the hidden instances as `check` options of the claim."""
    claim = next(one for one in tree.items if isinstance(one, ast.Claim) and one.name.text == part.claim)
    end = claim.span.end - 1  # its semicolon
    added = "".join([f" check {instance}" for instance in part.hidden])
    return Source(source.name, source.text[:end] + added + source.text[end:])
