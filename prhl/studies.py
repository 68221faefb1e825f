"""`prhl channel`: which program, on which instances, and everything that is measured there."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from prhl.checks.instance_check import Budget, budget_of
from prhl.checks.laboratory import Laboratory
from prhl.closeness.delta_curve import delta_curve
from prhl.closeness.epsilon_delta import Epsilon, smallest_delta, smallest_epsilon
from prhl.diagnostics import Diagnostic, NotComputed, Rejected, Stopped, did_you_mean, of_a_part
from prhl.exact import Channel, Row, RowFault, related_pairs
from prhl.measures.asked import Questions
from prhl.measures.bounds import log2_shown
from prhl.measures.delta_at import total_variation
from prhl.measures.knowledge import hyper_distribution
from prhl.measures.matrix import all_orders, matrix_of, uniform_prior
from prhl.measures.min_capacity import min_capacity
from prhl.measures.min_entropy import guessing
from prhl.measures.on_reals import NOTE, measured_on_reals
from prhl.measures.priors_and_gains import fitting_gain, fitting_prior
from prhl.measures.shelf import Subject, measured
from prhl.numbers import Exponential, Inexact
from prhl.numbers.figures import Figure
from prhl.report.channels import Study
from prhl.semantics.evaluate import Fault
from prhl.semantics.instances import Instance, Unbounded
from prhl.source import NOWHERE, Source
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.typed.claims import ClaimChecker
from prhl.typed.core import Check, TypedClaim, TypedFile, TypedProgram

MOST_PAIRS = 2_000  # for the curve, which looks at every pair in full
NO_QUESTIONS = Questions()
Answer = TypeVar("Answer")


@contextmanager
def measuring(source: Source, settings: Sequence[str]) -> Iterator[None]:
    """What stops the exact road, as a message; with `--set`, the instance is not in the text."""
    try:
        yield
    except Unbounded as stopped:
        placed = bool(stopped.span.end) and not settings
        text, span = (source, stopped.span) if placed else (Source(source.name, ""), NOWHERE)
        hint = stopped.hint + (", or give values by `--set`" if stopped.hint.startswith("write `check") else "")
        raise Rejected(text, [Diagnostic("open-instance", span, stopped.message, hint)]) from None
    except RowFault as row:
        said = Diagnostic(row.fault.code, row.fault.span, f"{row.fault.message}, for {row.given}")
        raise Stopped(Rejected(source, [said])) from None
    except (NotComputed, Fault) as stopped:
        said = Diagnostic("not-enumerable", stopped.span, stopped.message, stopped.hint)
        raise Stopped(Rejected(source, [said])) from None


def studies(
    laboratory: Laboratory,
    program: str | None,
    claim: str | None,
    settings: Sequence[str],
    questions: Questions = NO_QUESTIONS,
) -> Iterator[Study]:
    """The channels of a program on the instances of a claim's checks, or on those that the settings give; each once."""
    file = laboratory.file
    chosen, about = about_claim(file, program, claim)
    checks = list(chosen.checks) if chosen is not None else []
    if settings:
        given = stated(file, about, about, settings)
        checks = [over(check, given) for check in checks] or [given]
    found = False
    seen: list[Instance] = []
    for check in checks or [Check((), NOWHERE)]:
        for instance, compute in laboratory.channels(about, about, check):
            if instance in seen:
                continue
            seen.append(instance)
            channel = compute()
            if channel.left:
                found = True
                yield _study(file, about, channel, chosen, questions, laboratory.has_twin(about))
    if not found:
        message = f"no input of the instances is one that `{about}` takes"
        raise misfit(file, message, "name values that meet its `requires`, as in `--set eps=1/2`")


def about_claim(file: TypedFile, program: str | None, claim: str | None) -> tuple[TypedClaim | None, str]:
    """The claim whose checks and relation are used, if any, and the program."""
    if claim is not None:
        (found,) = file.called(claim)
        if program not in (None, found.left, found.right):
            raise misfit(file, f"`{claim}` is not about `{program}`", f"it is about {found.program}")
        return found, program or found.left
    if program is None:
        if len(file.programs) != 1:
            if not file.programs:
                raise misfit(file, "there is no program in this file", "give another file; `prhl learn` has some")
            raise misfit(file, "say which program", f"--program NAME; there are: {', '.join(file.programs)}")
        program = next(iter(file.programs))
    if program not in file.programs:
        raise misfit(file, f"there is no program `{program}`", did_you_mean(program, file.programs))
    about = [c for c in file.claims if c.left == c.right == program]
    with_checks = [c for c in about if c.checks]
    return next(iter(with_checks or about), None), program


def misfit(file: TypedFile, message: str, hint: str) -> Rejected:
    return Rejected(Source(file.source.name, ""), [Diagnostic("channel-choice", NOWHERE, message, hint)])


def stated(file: TypedFile, left: str, right: str, settings: Sequence[str], flag: str = "--set") -> Check:
    """Texts of an option, read by the grammar as the items of a check."""
    head = f"claim c : {left} satisfies noninterference when any check "
    if left != right:
        head = f"claim c : {left} ~ {right} : true ==> true check "
    given = ", ".join(settings)
    source = Source(flag, f"{head}{given};")
    found: list[Diagnostic] = []
    try:
        items = parse(source).file.items
    except Rejected as rejected:
        found = [of_a_part(d, len(head), len(given)) for d in rejected.diagnostics]
        raise Rejected(Source(flag, given), found) from None
    node = items[0]
    if len(items) != 1 or not isinstance(node, ast.Claim) or len(node.options) != 1:
        raise misfit(file, f"`{flag}` takes one item of a check", f"as in `{flag} eps=1/2`")
    option = node.options[0]
    assert isinstance(option, ast.Check)
    check = ClaimChecker(node, file.programs, {}, found.append).check_option(option)
    if found:
        raise Rejected(Source(flag, given), [of_a_part(d, len(head), len(given)) for d in found])
    return check


def over(check: Check, given: Check) -> Check:
    """The check with what was stated in place of its own items for the same parameter or part of it."""
    whole = {item.parameter for item in given.items if not item.path}
    parts = {(item.parameter, item.path) for item in given.items}
    kept = [i for i in check.items if i.parameter not in whole and (i.parameter, i.path) not in parts]
    return Check((*kept, *given.items), check.span)


def _study(
    file: TypedFile, program: str, channel: Channel, claim: TypedClaim | None, questions: Questions, twin: bool
) -> Study:
    typed = file.programs[program]
    rows = channel.left
    if claim is not None and claim.left == claim.right:
        found = related_pairs(claim.relation, claim.relation_names, channel)
        pairs = tuple(sorted({pair for i, j in found for pair in ((i, j), (j, i)) if i != j}))
    else:
        pairs = all_orders(len(rows))
    subject = _subject(channel, pairs, questions)
    epsilon = smallest_epsilon(rows, rows, pairs) if pairs else None
    if any([row.has_reals for row in rows]):
        return _on_reals(typed, channel, pairs, epsilon, questions, claim)
    return Study(
        program,
        channel,
        typed.types,
        tuple([p.name for p in typed.parameters if p.private]),
        epsilon,
        None if epsilon is None else epsilon.figure,
        _decided(lambda: total_variation(subject.matrix, pairs).figure) if pairs else None,
        tuple(delta_curve(rows, rows, pairs)) if 0 < len(pairs) <= MOST_PAIRS else (),
        tuple(_decided(lambda: hyper_distribution(subject.matrix, subject.prior)) or ()),
        _decided(lambda: guessing(subject.matrix, subject.prior)),
        _decided(lambda: min_capacity(subject.matrix).shown(log2_shown)),
        questions.prior,
        tuple([measured(asked, subject) for asked in questions.measures]),
        _claimed(claim, channel),
        twin,
        delta_there=_delta_there(rows, pairs, _claimed(claim, channel)),
    )


def _on_reals(
    program: TypedProgram,
    channel: Channel,
    pairs: tuple[tuple[int, int], ...],
    epsilon: Epsilon | None,
    questions: Questions,
    claim: TypedClaim | None,
) -> Study:
    """The part of a study that densities answer."""
    rows = channel.left
    return Study(
        program.name,
        channel,
        program.types,
        tuple([p.name for p in program.parameters if p.private]),
        epsilon,
        None if epsilon is None else epsilon.figure,
        _decided(lambda: smallest_delta(rows, rows, pairs, Exponential(0)).figure) if pairs else None,
        (),
        (),
        None,
        None,
        questions.prior,
        tuple([measured_on_reals(asked, rows, pairs) for asked in questions.measures]),
        _claimed(claim, channel),
        note=NOTE,
        delta_there=_delta_there(rows, pairs, _claimed(claim, channel)),
    )


def _delta_there(rows: Sequence[Row], pairs: Sequence[tuple[int, int]], claimed: Budget | None) -> Figure | None:
    """The smallest delta at the epsilon of a claim that has a delta."""
    if claimed is None or claimed.delta == 0 or not pairs:
        return None
    return _decided(lambda: smallest_delta(rows, rows, pairs, Exponential(claimed.epsilon)).figure)


def _decided(work: Callable[[], Answer]) -> Answer | None:
    """None where two numbers cannot be told apart."""
    try:
        return work()
    except Inexact:
        return None


def _subject(channel: Channel, pairs: tuple[tuple[int, int], ...], questions: Questions) -> Subject:
    """What the measures look at; a prior or a table that does not fit this instance is Rejected."""
    size = len(channel.left)
    label = ", ".join([f"{name} = {value}" for name, value in channel.instance.label.items()])
    where = f"the channel at {label}" if label else "the channel"
    prior = uniform_prior(size) if questions.prior is None else fitting_prior(questions.prior, size, where)
    gain = None if questions.gain is None else fitting_gain(questions.gain, size, where)
    return Subject(matrix_of(channel.left, channel.outputs), pairs, prior, gain)


def _claimed(claim: TypedClaim | None, channel: Channel) -> Budget | None:
    """What the claim promises of this instance, where that is an epsilon and a delta of the whole observation."""
    if claim is None or claim.left != claim.right or claim.post is not None or claim.notion.figure:
        return None
    try:
        return budget_of(claim, channel.instance.public)
    except (NotComputed, Fault):
        return None
