"""`prhl channel`: which program, on which instances, and everything that is measured there."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from prhl.diagnostics import Diagnostic, Rejected, did_you_mean
from prhl.exact.channel import Channel, related_pairs
from prhl.measures.check import epsilon_figure
from prhl.measures.claims import Laboratory
from prhl.measures.closeness import smallest_epsilon, total_variation
from prhl.measures.curve import delta_curve
from prhl.measures.knowledge import (
    hyper_distribution,
    posterior_vulnerability,
    prior_vulnerability,
    uniform_prior,
)
from prhl.report.channels import Study
from prhl.source import NOWHERE, Source, Span
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.typed.claims import ClaimChecker
from prhl.typed.core import Check, TypedClaim, TypedFile

MOST_PAIRS = 2_000  # for the curve, which looks at every pair in full


def studies(laboratory: Laboratory, program: str | None, claim: str | None, settings: Sequence[str]) -> Iterator[Study]:
    """The channels of a program on the instances of a claim's checks, or on those that the settings give."""
    file = laboratory.file
    chosen, about = _chosen(file, program, claim)
    checks = list(chosen.checks) if chosen is not None else []
    if settings:
        stated = _stated(file, about, settings)
        checks = [_over(check, stated) for check in checks] or [stated]
    for check in checks or [Check((), NOWHERE)]:
        for _, compute in laboratory.channels(about, about, check):
            yield _study(file, about, compute(), chosen)


def _chosen(file: TypedFile, program: str | None, claim: str | None) -> tuple[TypedClaim | None, str]:
    """The claim whose checks and relation are used, if any, and the program."""
    if claim is not None:
        found = next((c for c in file.claims if c.name == claim), None)
        if found is None:
            raise _wrong(file, f"there is no claim `{claim}`", did_you_mean(claim, [c.name for c in file.claims]))
        if program not in (None, found.left, found.right):
            raise _wrong(file, f"`{claim}` is not about `{program}`", f"it is about {found.program}")
        return found, program or found.left
    if program is None:
        if len(file.programs) != 1:
            names = ", ".join(file.programs) or "none"
            raise _wrong(file, "say which program", f"--program NAME; there are: {names}")
        program = next(iter(file.programs))
    if program not in file.programs:
        raise _wrong(file, f"there is no program `{program}`", did_you_mean(program, file.programs))
    about = [c for c in file.claims if c.left == c.right == program]
    with_checks = [c for c in about if c.checks]
    return next(iter(with_checks or about), None), program


def _wrong(file: TypedFile, message: str, hint: str) -> Rejected:
    return Rejected(Source(file.source.name, ""), [Diagnostic("channel-choice", NOWHERE, message, hint)])


def _stated(file: TypedFile, program: str, settings: Sequence[str]) -> Check:
    """`--set` texts, read by the grammar as the items of a check."""
    head = f"claim c : {program} satisfies noninterference when any check "
    source = Source("--set", head + ", ".join(settings) + ";")
    found: list[Diagnostic] = []
    try:
        items = parse(source).file.items
    except Rejected as rejected:
        found = [_moved(d, len(head)) for d in rejected.diagnostics]
        raise Rejected(Source("--set", ", ".join(settings)), found) from None
    node = items[0]
    if len(items) != 1 or not isinstance(node, ast.Satisfies) or len(node.options) != 1:
        raise _wrong(file, "`--set` takes one item of a check", "as in `--set eps=1/2` or `--set 'd[_] in {0, 1}'`")
    option = node.options[0]
    assert isinstance(option, ast.Check)
    check = ClaimChecker(node, file.programs, {}, found.append).check_option(option)
    if found:
        raise Rejected(Source("--set", ", ".join(settings)), [_moved(d, len(head)) for d in found])
    return check


def _moved(diagnostic: Diagnostic, back: int) -> Diagnostic:
    start, end = max(0, diagnostic.span.start - back), max(0, diagnostic.span.end - back)
    return Diagnostic(diagnostic.code, Span(start, end), diagnostic.message, diagnostic.hint)


def _over(check: Check, stated: Check) -> Check:
    """The check with what was stated in place of its own items for the same parameter or part of it."""
    whole = {item.parameter for item in stated.items if not item.path}
    parts = {(item.parameter, item.path) for item in stated.items}
    kept = [i for i in check.items if i.parameter not in whole and (i.parameter, i.path) not in parts]
    return Check((*kept, *stated.items), check.span)


def _study(file: TypedFile, program: str, channel: Channel, claim: TypedClaim | None) -> Study:
    typed = file.programs[program]
    rows = channel.left
    pairs: list[tuple[int, int]]
    if claim is not None and claim.left == claim.right:
        found = related_pairs(claim.relation, claim.relation_names, channel)
        pairs = sorted({pair for i, j in found for pair in ((i, j), (j, i)) if i != j})
    else:
        pairs = [(i, j) for i in range(len(rows)) for j in range(len(rows)) if i != j]
    epsilon = smallest_epsilon(rows, rows, pairs) if pairs else None
    curve = delta_curve(rows, rows, pairs) if 0 < len(pairs) <= MOST_PAIRS else []
    prior = uniform_prior(len(rows)) if rows else []
    return Study(
        program,
        channel,
        typed.types,
        tuple([p.name for p in typed.parameters if p.private]),
        epsilon,
        None if epsilon is None else epsilon_figure(epsilon),
        max([total_variation(rows[i], rows[j]) for i, j in pairs]) if pairs else None,
        tuple(curve),
        tuple(hyper_distribution(rows, prior)) if rows else (),
        (prior_vulnerability(prior), posterior_vulnerability(rows, prior)) if rows else (Fraction(0), Fraction(0)),
    )
