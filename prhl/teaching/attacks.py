"""An attack that a student proposes: two inputs and an event, and whether they break a claim.

The event becomes a program of its own, which runs the claim's program and says whether its result is in the event. The
claim is broken there exactly if `P(first input) [event] > exp(eps) P(second input) [event] + delta`, and that is a
quadruple about the new program, judged by the exact road like any other.
"""

from collections.abc import Mapping
from fractions import Fraction

from prhl import pipeline
from prhl.checks.instance_check import NOTHING_RELATED, CheckResult
from prhl.checks.laboratory import Laboratory
from prhl.diagnostics import Diagnostic, NotComputed, Rejected
from prhl.exact import Row, RowFault, related_pairs
from prhl.numbers.figures import figure
from prhl.records import dataclass
from prhl.report.figure_text import figure_text
from prhl.semantics.evaluate import Fault
from prhl.source import Source, Span
from prhl.syntax import ast
from prhl.syntax.trees import nodes
from prhl.teaching.exercise import Attack
from prhl.typed import TypedClaim, TypedFile

PROGRAM, CLAIM, RESULT = "TheEvent", "the_attack", "the_result"
NEGLIGIBLE = Fraction(1, 2**64)  # windows of infinite noise leave out less


@dataclass(frozen=True, slots=True)
class Attempted:
    broken: bool
    lines: tuple[str, ...] = ()


def attempted(part: Attack, source: Source, tree: ast.File) -> Attempted:
    """Whether the claim is broken there, or why not; Rejected if the answers are not what was asked for."""
    answers = {one.name.text: one for one in tree.items if isinstance(one, ast.Answer)}
    claim = next(one for one in tree.items if isinstance(one, ast.Satisfies) and one.name.text == part.attack)
    program = next(one for one in tree.items if isinstance(one, ast.Program) and one.name.text == claim.program.text)
    _speaks_of_the_result(answers[part.event], source)
    values = {name: source.slice(one.value.span) for name, one in answers.items()}
    runs = [_given(run, values) for run in (part.run1, part.run2)]
    event = _renamed(answers[part.event].value, source)
    staged = _staged(part, source, claim, program, runs, values, event)
    try:
        file = pipeline.load(staged)
    except Rejected as rejected:
        raise Rejected(source, [_blamed(one, staged, source, answers, part) for one in rejected.diagnostics]) from None
    result = _measured(Laboratory(file), next(one for one in file.claims if one.name == CLAIM))
    if result.witness is not None:
        return Attempted(broken=True)
    return Attempted(False, tuple(_why_not(part, result, file, runs)))


def _blamed(
    found: Diagnostic, staged: Source, source: Source, answers: Mapping[str, ast.Answer], part: Attack
) -> Diagnostic:
    """What is wrong with the staged text, told of the answer that it comes from."""
    if found.span.end <= len(source.text):
        return found
    inputs = [answers[name] for run in (part.run1, part.run2) for name in run.values() if name in answers]
    told = staged.slice(found.span)
    one = next((one for one in inputs if source.slice(one.value.span) == told), answers[part.event])
    message = found.message.replace(RESULT, "res")
    return Diagnostic(found.code, one.value.span, message, found.hint, severity=found.severity)


def _speaks_of_the_result(answer: ast.Answer, source: Source) -> None:
    """An event is about what is seen; one that mentioned the input would be two events."""
    bound = {node.name.text for node in nodes(answer.value) if isinstance(node, ast.Binder)}
    for node in nodes(answer.value):
        if isinstance(node, ast.Variable) and (node.name not in {"res", *bound} or node.run):
            message = "an event speaks of the result alone, under the name `res`"
            hint = "write for example `res >= 2`, or `res = true`"
            raise Rejected(source, [Diagnostic("not-an-event", node.span, message, hint)])


def _renamed(event: ast.Formula, source: Source) -> str:
    """The event's text, where `res` is a variable of the new program."""
    text, at = "", event.span.start
    for node in nodes(event):
        if isinstance(node, ast.Variable) and node.name == "res":
            text += source.text[at : node.span.start] + RESULT
            at = node.span.end
    return text + source.text[at : event.span.end]


def _given(run: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    return {parameter: values.get(text, text) for parameter, text in run.items()}


def _staged(
    part: Attack,
    source: Source,
    claim: ast.Satisfies,
    program: ast.Program,
    runs: list[dict[str, str]],
    values: Mapping[str, str],
    event: str,
) -> Source:
    """The file with the event as a program, and the inequality as a claim about it."""

    def text(span: Span) -> str:
        return source.slice(span)

    head = ", ".join([text(one.span) for one in program.parameters])
    requires = " ".join([text(one.span) for one in program.requires])
    passed = ", ".join([one.name.text for one in program.parameters])
    inputs = [f"{name}{{{run}}} = ({value})" for run, given in enumerate(runs, 1) for name, value in given.items()]
    budget = ", ".join([text(one.span) for one in claim.notion.arguments])
    public = _given(part.public, values)
    instance = [f"{name} in {{({runs[0][name]}), ({runs[1][name]})}}" for name in runs[0]]
    instance += [f"{name} = ({value})" for name, value in public.items()]
    staged = (
        f"program {PROGRAM}({head}) : bool {requires}\n"
        f"{{ {RESULT} :=$ {program.name.text}({passed}); return ({event}); }}\n"
        f"claim {CLAIM} : {PROGRAM} ~ {PROGRAM} : ({text(claim.relation.span)}) && {' && '.join(inputs)}\n"
        f"  ==> (res{{1}} ==> res{{2}}) within ({budget}) check {', '.join(instance)};\n"
    )
    return Source(source.name, source.text + "\n" + staged)


def _measured(laboratory: Laboratory, claim: TypedClaim) -> CheckResult:
    return next(iter(laboratory.checks(claim)))


def _why_not(part: Attack, result: CheckResult, file: TypedFile, runs: list[dict[str, str]]) -> list[str]:
    shown = [", ".join([f"{name} = {value}" for name, value in run.items()]) for run in runs]
    if result.reason == NOTHING_RELATED:
        return [
            f"The claim `{part.attack}` does not speak of these two inputs: they are not related.",
            f"  run 1  {shown[0]}",
            f"  run 2  {shown[1]}",
        ]
    if result.status not in ("tight", "loose") and not _negligible(result):
        return [f"This attack could not be measured: {result.reason or result.status}."]
    first, second = _chances(file)
    chosen = runs != [dict(part.run1), dict(part.run2)]  # by the student, and not by the exercise
    return [
        f"This event does not break the claim `{part.attack}`.",
        f"  run 1  {shown[0]}: the event has probability {first}",
        f"  run 2  {shown[1]}: the event has probability {second}",
        "  The claim allows that: look for an event that is too likely in run 1"
        + (", or exchange the two runs." if chosen else "."),
        *([f"  Known by {result.reason}; what is rarer is not seen."] if result.reason else []),
    ]


def _negligible(result: CheckResult) -> bool:
    """Whether only what lies outside of a window might break the claim."""
    return result.delta is not None and result.delta.high is not None and result.delta.high < NEGLIGIBLE


def _chances(file: TypedFile) -> tuple[str, str]:
    """The probabilities of the event in the two runs, as they are written."""
    claim = next(one for one in file.claims if one.name == CLAIM)
    laboratory = Laboratory(file)
    machines = laboratory.machines_of(claim, None)
    try:
        for _, compute in laboratory.channels(PROGRAM, PROGRAM, claim.checks[0], machines):
            channel = compute()
            left, right = related_pairs(claim.relation, claim.relation_names, channel)[0]
            return _chance(channel.left[left]), _chance(channel.right[right])
    except (NotComputed, Fault, RowFault):
        pass
    return "that is not known", "that is not known"


def _chance(row: Row) -> str:
    return figure_text(figure(sum([row.probability(seen) for seen in row.weights if seen[-1] == "true"], Fraction(0))))
