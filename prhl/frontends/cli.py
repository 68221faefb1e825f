"""The command line. What a command needs is imported when it runs, so that `prhl --help` answers at once."""

import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from prhl import __version__
from prhl.frontends.configuration import configured
from prhl.frontends.grade import grade
from prhl.frontends.learn import learn
from prhl.frontends.release import export, run
from prhl.frontends.terminal import COLOR, Commands, Seconds, say, status_line, style_for, unwritable

if TYPE_CHECKING:
    from prhl.checks.laboratory import Effort
    from prhl.diagnostics import Rejected
    from prhl.jobs import Asked, Executor
    from prhl.measures.asked import Questions
    from prhl.results import File, Report
    from prhl.source import Source
    from prhl.verdict_cache import VerdictCache

SELDOM = 200_000, 50, 100  # when to look for cycles: little of what is made here is in any
FILES = click.argument("files", nargs=-1, metavar="PATH...")
FORMAT = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to report.")
FORMATS = ("text", "json", "sarif", "junit", "github")
REPORT = click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to report.")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="prhl")
@click.pass_context
def main(context: click.Context) -> None:
    """A verifier for probabilistic relational properties, differential privacy first.

    A PATH is a file, a folder (all .wl files below it), or - for standard input. Exit status: 0 all is as expected,
    1 it is not, 2 the input or the command line is wrong, 3 a fault of prhl itself.
    """
    gc.set_threshold(*SELDOM)
    context.default_map = configured(context)


CLAIM = click.option("--claim", help="Only this claim.")
WATCH = click.option("--watch", is_flag=True, help="Again, whenever one of the files changes; Ctrl-C ends it.")
CACHE = click.option("--cache", metavar="DIR", envvar="PRHL_CACHE", help="Keep verdicts there. [env: PRHL_CACHE]")
MANY = click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Processes, for files and claims.")


CLUSTER = click.option("--cluster", metavar="ADDRESS", help="The workers of this Dask scheduler, in place of --jobs.")
JOBS = click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Processes for the rows of a channel.")
SECONDS = click.option(
    "--seconds", type=Seconds(0.1), help="A time limit for one instance; without it only steps are counted."
)


TIMEOUT = click.option(
    "--timeout", type=Seconds(0.01), default=None, help="Seconds an obligation; none unless you say so."
)
RLIMIT = click.option(
    "--rlimit",
    type=click.IntRange(1, 2**32 - 1),
    default=5_000_000,
    show_default=True,
    help="The solver's own measure of effort for an obligation; unlike the clock it is the same on every machine.",
)


class Pairs(click.ParamType):  # type: ignore[type-arg]  # generic in some releases of click only
    """`200`, a number of pairs of inputs, or `5s`, a time limit."""

    name = "N|SECONDSs"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> "int | float":
        text = str(value)
        try:
            found = float(text[:-1]) if text.endswith("s") else int(text)
        except ValueError:
            found = -1
        if not 0 <= found < inf or (found == 0 and text.endswith("s")):
            self.fail(f"{text!r} is neither a number of pairs, such as 200, nor a time limit, such as 5s.", param, ctx)
        return found


SEARCH = click.option(
    "--budget",
    type=Pairs(),
    metavar=Pairs.name,
    help="Pairs of inputs to try in search of an attack on a claim that is not proved, 0 for none; or a time limit, "
    "as in 5s. [default: 300, and a limit on their steps]",
)
FIND = click.option(
    "--no-find", "find", is_flag=True, flag_value=False, default=True, help="Prove claims as they are annotated only."
)
TWIN = click.option("--twin", is_flag=True, help="Measure programs with continuous noise on their discrete twins.")


@main.command()
@FILES
@click.option(
    "--format",
    "form",
    type=click.Choice([*FORMATS, "latex"]),
    default="text",
    help="How to report; with --explain, latex is a proof for a paper.",
)
@MANY
@CLUSTER
@CLAIM
@SECONDS
@TWIN
@TIMEOUT
@RLIMIT
@SEARCH
@FIND
@CACHE
@WATCH
@COLOR
@click.option("--write", is_flag=True, help="Put what was found into the files, so that --no-find proves the same.")
@click.option("--explain", "told", is_flag=True, help="Tell each proof, step by step.")
@click.option("--dump-smt", "dump", metavar="DIR", help="Write what the solver is asked there, as SMT-LIB 2 files.")
def verify(
    files: tuple[str, ...],
    form: str,
    jobs: int,
    cluster: str | None,
    claim: str | None,
    seconds: float | None,
    twin: bool,
    timeout: float | None,
    rlimit: int,
    budget: int | float | None,
    find: bool,
    cache: str | None,
    watch: bool,
    write: bool,
    told: bool,
    dump: str | None,
) -> None:
    """Judge the claims of the files: proved, refuted or unknown.

    Couplings and invariants that a claim lacks are looked for; a proof that was found is shown. With --write it is
    put into the file, and of standard input the text with it goes to standard output, the report to standard error.
    """
    from prhl.jobs import Asked

    if write and (not find or claim is not None):
        say(f"--write writes what is found: not with {'--claim' if find else '--no-find'}", err=True)
        sys.exit(2)
    limits = (timeout, rlimit, seconds, budget)
    kept = {"dump": dump is not None, "latex": form == "latex", "write": write}
    asked = Asked("verify", claim, find, told, twin, *limits, **kept)
    _report(files, asked, form, jobs, cluster, cache, watch, None if dump is None else _folder(dump))


@main.command()
@FILES
@CLAIM
@click.option(
    "--budget",
    type=Pairs(),
    metavar=Pairs.name,
    help="Pairs of inputs to try for each claim, or a time limit, as in 60s. [default: 2400, with a limit on steps]",
)
@click.option("--from", "start", type=click.IntRange(0), default=0, help="Leave out so many pairs: go on from there.")
@REPORT
@MANY
@CLUSTER
@SECONDS
@CACHE
@WATCH
@COLOR
def refute(
    files: tuple[str, ...],
    claim: str | None,
    budget: float | None,
    start: int,
    form: str,
    jobs: int,
    cluster: str | None,
    seconds: float | None,
    cache: str | None,
    watch: bool,
) -> None:
    """Look for attacks on the claims: inputs, parameters and an event that break them. Nothing is proved.

    First the instances of `check`, then small inputs, the cheapest first, in an order that is the same every time.
    Status 1 if a claim is refuted that does not say `expect refuted`, or if one that does is not.
    """
    from prhl.jobs import Asked

    asked = Asked("refute", claim, budget=budget, start=start, seconds=seconds)
    _report(files, asked, form, jobs, cluster, cache, watch)


@main.command(context_settings={"ignore_unknown_options": True})  # -:12 is standard input
@click.argument("place", metavar="FILE[:LINE]")
@click.option("--claim", help="For this claim only.")
@FORMAT
@TIMEOUT
@RLIMIT
@FIND
@COLOR
def goals(place: str, claim: str | None, form: str, timeout: float | None, rlimit: int, find: bool) -> None:
    """What is known and what is owed at a line, for each claim that comes there; without a line, all through the file.

    Before a statement: the facts, with where they were said, what the variables are, and the cost so far. And every
    obligation that has its place on the line. Status 2 if there is no such line, or if no claim comes there.
    """
    from prhl import pipeline
    from prhl.report import goals as report
    from prhl.solvers import Limits
    from prhl.syntax.reader import read

    file, colon, number = place.rpartition(":")
    line: int | None = None
    if not colon or Path(place).exists():
        file = place
    elif not file or not number.isascii() or not number.isdigit() or len(number) > 9:
        say(f"`{place}` is not a file and a line, such as svt.wl:12", err=True)
        sys.exit(2)
    else:
        line = int(number)
    with _answering(file):
        source = read(file)
        found = pipeline.goals(source, line, claim, Limits(rlimit, timeout), find)
        if form == "json":
            told = [report.as_json(source, at, there) for at, there in found.items()]
            whole = {"file": source.name, "lines": [{k: v for k, v in one.items() if k != "file"} for one in told]}
            say(_json_text(whole if line is None else told[0]), nl=False)
        else:
            style = style_for(sys.stdout)
            say("\n".join([report.as_text(source, at, there, style) for at, there in found.items()]), nl=False)


@main.command()
@click.argument("file")
@click.option("--claim", help="For this claim only.")
@click.option("--format", "form", type=click.Choice(["text", "json", "svg"]), default="text", help="As what.")
@click.option("--out", metavar="FILE", help="Write there, not to standard output.")
@click.option("--smallest", is_flag=True, help="The smallest budget of a family with which each claim is proved.")
@JOBS
@SECONDS
@TIMEOUT
@RLIMIT
@FIND
@COLOR
def budget(
    file: str,
    claim: str | None,
    form: str,
    out: str | None,
    smallest: bool,
    jobs: int,
    seconds: float | None,
    timeout: float | None,
    rlimit: int,
    find: bool,
) -> None:
    """Where the budget of each claim goes: what every statement charges, by which rule, and what is left.

    Parts of the budget are shown by the solver, for all inputs. Beside them stands what is measured on the instances of
    the claim's checks. Status 1 if a claim is not proved.

    With --smallest: the smallest of eps/8, eps/4, eps/2, eps, 2*eps, n*eps and so on with which a claim is proved, by
    the couplings that are there or are found. Status 1 if there is none for a claim.
    """
    from prhl import pipeline
    from prhl.report import budget as report
    from prhl.solvers import Limits
    from prhl.syntax.reader import read

    with _answering(file):
        source = read(file)
        if smallest:
            if form == "svg":
                say("--smallest has no picture: --format text or json", err=True)
                sys.exit(2)
            least = pipeline.smallest(source, claim, _effort(jobs, seconds, False), Limits(rlimit, timeout), find)
            style = style_for(None if out else sys.stdout)
            text = "\n\n".join([report.smallest_text(source, one, style) for one in least]) + "\n"
            _deliver(_json_text(report.smallest_json(source, least)) if form == "json" else text, out, file)
            sys.exit(0 if all([one.budget is not None for one in least]) else 1)
        found = pipeline.accounts(source, claim, _effort(jobs, seconds, False), Limits(rlimit, timeout), find)
        if form == "json":
            text = _json_text(report.as_json(source, found))
        elif form == "text":
            style = style_for(None if out else sys.stdout)
            text = "\n\n".join([report.as_text(source, account, style) for account in found]) + "\n"
        else:
            from prhl.report.svg.bars import as_svg

            text = as_svg(source, found)
        _deliver(text, out, file)
        sys.exit(0 if all([account.proof.complete for account in found]) else 1)


@main.command()
@click.argument("file")
@click.option("--program", help="Which program; needed if the file has several.")
@click.option("--claim", help="Take the instances and the relation of this claim.")
@click.option("--set", "settings", multiple=True, metavar="ITEM", help="As in a check: eps=1/2, 'd[_] in {0, 1}'.")
@click.option("--open", "opened", multiple=True, metavar="NAME", help="Leave this public number open: every p at once.")
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="As renyi=2, zcdp, epsilon-at=1/1000; all; may be given again.",
)
@click.option("--prior", metavar="P,..", help="Of the inputs, in their order: 1/2,1/4,1/4. Uniform if not given.")
@click.option("--gain", metavar="TABLE", help="For g-leakage: 1,0;0,1 or a file, a row for each guess.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "csv", "svg", "latex"]), default="text", help="As what."
)
@click.option("--out", metavar="FILE", help="Write there, not to standard output.")
@JOBS
@SECONDS
@TWIN
@COLOR
def channel(
    file: str,
    program: str | None,
    claim: str | None,
    settings: tuple[str, ...],
    opened: tuple[str, ...],
    measures: tuple[str, ...],
    prior: str | None,
    gain: str | None,
    form: str,
    out: str | None,
    jobs: int,
    seconds: float | None,
    twin: bool,
) -> None:
    """Compute the exact channel of a program and its figures.

    The instances are those of the claim's checks (of the first claim with checks, if none is named), or those
    that --set gives; inputs of finite type that are not named range over everything. Status 1 if the
    channel cannot be computed. With --open the matrix has the open parameter in it, and figures come piece by piece.
    """
    from prhl import pipeline
    from prhl.measures.asked import questions
    from prhl.report import channels
    from prhl.syntax.reader import read

    with _answering(file):
        asked = questions(measures, prior, gain)
        if opened:
            effort = _effort(jobs, seconds, twin)
            _deliver(_open_channels(file, program, claim, settings, opened, effort, asked, form, out), out, file)
            return
        studies = pipeline.channels(read(file), program, claim, settings, _effort(jobs, seconds, twin), asked)
        if form == "text":
            style = style_for(None if out else sys.stdout)
            text = "\n\n".join([channels.as_text(study, style) for study in studies]) + "\n"
        elif form == "json":
            text = _json_text(channels.as_json(studies))
        elif form == "csv":
            text = channels.as_csv(studies)
        elif form == "latex":
            from prhl.report.latex import channels_as_latex

            text = channels_as_latex(studies)
        else:
            from prhl.report.svg import as_svg

            text = as_svg(studies)
        _deliver(text, out, file)


def _open_channels(
    file: str,
    program: str | None,
    claim: str | None,
    settings: tuple[str, ...],
    opened: tuple[str, ...],
    effort: "Effort | None",
    asked: "Questions",
    form: str,
    out: str | None,
) -> str:
    from prhl import pipeline
    from prhl.diagnostics import misasked
    from prhl.report import open_channels
    from prhl.syntax.reader import read

    source = read(file)
    if form == "csv":
        raise misasked(source, "channel-choice", "with `--open` there is no `--format csv`", "take json")
    studies = pipeline.open_channels(source, program, claim, settings, opened, effort, asked)
    if form == "json":
        return _json_text(open_channels.as_json(studies))
    if form == "latex":
        from prhl.report.latex import open_channels_as_latex

        return open_channels_as_latex(studies)
    if form == "svg":
        from prhl.report.svg.open_curves import as_svg

        return as_svg(studies)
    style = style_for(None if out else sys.stdout)
    return "\n\n".join([open_channels.as_text(study, style) for study in studies]) + "\n"


@main.command()
@click.argument("file")
@click.option("--claim", help="Which claim; needed if the file has several.")
@click.option("--set", "settings", multiple=True, metavar="ITEM", help="As in a check: eps=1/2, 'd[_] in {0, 1}'.")
@click.option("--inputs", multiple=True, metavar="FORMULA", help="Which two inputs, as 'x{1} = 0 && x{2} = 1'.")
@click.option("--epsilon", metavar="E", help="In place of the claim's: 1/2, ln(2).")
@click.option("--delta", metavar="D", help="In place of the claim's: 1/1000.")
@click.option("--format", "form", type=click.Choice(["text", "json", "csv", "svg"]), default="text", help="As what.")
@click.option("--svg", "picture", metavar="FILE", help="Draw it there, too.")
@click.option("--out", metavar="FILE", help="Write there, not to standard output.")
@JOBS
@SECONDS
@TWIN
@COLOR
def couple(
    file: str,
    claim: str | None,
    settings: tuple[str, ...],
    inputs: tuple[str, ...],
    epsilon: str | None,
    delta: str | None,
    form: str,
    picture: str | None,
    out: str | None,
    jobs: int,
    seconds: float | None,
    twin: bool,
) -> None:
    """Couple the outputs of two runs as well as it can be done.

    For each instance of a claim, and for two inputs that it relates: the two distributions, the coupling that
    keeps to the postcondition as far as the budget allows, what it costs, and, if the budget is too small, the
    event that shows it. The inputs are those that --inputs describes; of several the two that are furthest apart.
    """
    from prhl import pipeline
    from prhl.measures.asked import budget
    from prhl.pairings import Wanted
    from prhl.report import couplings
    from prhl.report.svg.flow import as_svg
    from prhl.syntax.reader import read

    with _answering(file):
        wanted = Wanted(settings, inputs, *budget(epsilon, delta))
        found = pipeline.couplings(read(file), claim, wanted, _effort(jobs, seconds, twin))
        if form == "text":
            style = style_for(None if out else sys.stdout)
            text = "\n\n".join([couplings.as_text(pairing, style) for pairing in found]) + "\n"
        elif form == "json":
            text = _json_text(couplings.as_json(found))
        else:
            text = couplings.as_csv(found) if form == "csv" else as_svg(found)
        if picture is not None:
            _deliver(as_svg(found), picture, file)
        _deliver(text, out, file)


@main.command()
@FILES
@REPORT
@WATCH
@COLOR
def check(files: tuple[str, ...], form: str, watch: bool) -> None:
    """Parse the files and check names and types, no more."""
    from prhl.jobs import Asked

    _report(files, Asked("check"), form, watch=watch)


@main.command()
@FILES
@click.option("--check", "only_check", is_flag=True, help="Write nothing; status 1 if a file would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Write nothing; show what would change.")
@COLOR
def fmt(files: tuple[str, ...], only_check: bool, show_diff: bool) -> None:
    """Rewrite the files in canonical layout. Every comment is kept."""
    from prhl import pipeline
    from prhl.diagnostics import Rejected
    from prhl.report import FileReport
    from prhl.report.as_text import as_text
    from prhl.source import Source
    from prhl.syntax.reader import listed, read

    status = 0
    for path in listed(_given(files)):
        try:
            source = read(path)
            text = pipeline.reformat(source)
        except Rejected as rejected:
            _complain(rejected)
            status = max(status, 2)
            continue
        except Exception as error:
            say(as_text(FileReport(Source(path, ""), (), fault=_fault(error)), style_for(sys.stderr)), err=True)
            status = 3
            continue
        changed = text != source.text or not source.plain
        if show_diff:
            _show_diff(source, text)
        if only_check or show_diff:
            if changed and only_check:
                say(f"{source.name} would change", err=True)
            status = max(status, int(changed))
        elif path == "-":
            say(text, nl=False, raw=True)
        elif changed:
            try:
                _rewrite(Path(path), text.encode("utf-8"))
                say(f"{source.name} rewritten", err=True)
            except OSError as error:
                status = max(status, unwritable(source.name, error))
    sys.exit(status)


@main.command()
@click.argument("code", required=False, metavar="[NAME]")
def explain(code: str | None) -> None:
    """What a message means, with an example and its cure, or what a rule or a coupling says and why it is sound.

    NAME is a code such as `injective`, or the name of a rule such as `loop-in-step`. Without it: the list of all.
    """
    from prhl import explanations, manual
    from prhl.diagnostics import did_you_mean

    codes, pages = explanations.all_explanations(), manual.all_pages()
    if code is None:
        width = max([len(name) for name in (*codes, *pages)])
        for name, entry in sorted(codes.items()):
            say(f"{name:<{width}}  {entry.title}")
        say("\nrules and couplings:")
        for name, page in pages.items():
            say(f"{name:<{width}}  {page.title[:1].upper()}{page.title[1:]}")
        return
    name = code.strip("[]")
    if name in codes:
        say(explanations.as_text(codes[name]), nl=False)
    elif name in pages:
        say(manual.as_text(pages[name]), nl=False)
    else:
        hint = did_you_mean(code, [*codes, *pages], "`prhl explain` lists the codes")
        say(f"there is no message with the code `{code}`: {hint}", err=True)
        sys.exit(2)


@main.command()
def lsp() -> None:
    """Serve an editor: the Language Server Protocol on standard input and output. Needs the extra `lsp`.

    Messages while you type, verdicts when you save, hover, goals at the cursor, quick fixes, completion, rename.
    """
    try:
        from prhl.frontends.language_server.server import serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        say("prhl lsp needs pygls, version 2 or later: python -m pip install 'prhl[lsp]'", err=True)
        sys.exit(2)
    serve()


# ---- what the commands share -----------------------------------------------------------------


def _effort(jobs: int, seconds: float | None, twin: bool) -> "Effort":
    """What may be spent, with a line of progress on stderr when somebody looks at it."""
    from prhl.jobs import Asked

    return Asked("verify", seconds=seconds, twin=twin).effort(jobs, status_line())


def _given(files: tuple[str, ...]) -> tuple[str, ...]:
    """The paths of the command line, or those of the configuration."""
    found = files or tuple(configured(click.get_current_context()).get("paths", ()))
    if not found:
        raise click.UsageError("Missing argument 'PATH...': a file, a folder, or - for standard input.")
    return found


def _report(
    files: tuple[str, ...],
    asked: "Asked",
    form: str,
    jobs: int = 1,
    cluster: str | None = None,
    cache: str | None = None,
    watch: bool = False,
    dump: Path | None = None,
) -> None:
    """Every file, in its order; with `watch` again and again."""
    from prhl.jobs import NotHere, local

    paths = _given(files)
    if watch and "-" in paths:
        raise click.UsageError("--watch waits for files to change, and standard input does not.")
    try:
        if cluster is None:
            _reported(paths, asked, form, local(jobs), cache, watch, dump)
        else:
            from prhl.cluster import connected

            with connected(cluster) as there:
                _reported(paths, asked, form, there, cache, watch, dump)
    except NotHere as error:
        say(f"--cluster: {error}", err=True)
        sys.exit(error.status)


def _reported(
    paths: tuple[str, ...],
    asked: "Asked",
    form: str,
    executor: "Executor",
    cache: str | None,
    watch: bool,
    dump: Path | None,
) -> None:
    if not watch:
        sys.exit(_once(paths, asked, form, executor, cache, dump))
    from prhl.frontends.watching_files import changed, stamps

    try:
        while True:
            if sys.stdout.isatty():
                click.clear()
            before = stamps(paths)
            _once(paths, asked, form, executor, cache, dump)
            say("waiting for a file to change; Ctrl-C ends this", err=True)
            changed(paths, before)
    except KeyboardInterrupt:
        say(err=True)


def _keeper(cache: str) -> "VerdictCache":
    from prhl.verdict_cache import VerdictCache

    return VerdictCache(_folder(cache))


def _once(
    paths: tuple[str, ...], asked: "Asked", form: str, executor: "Executor", cache: str | None, dump: Path | None
) -> int:
    from prhl.diagnostics import Rejected
    from prhl.jobs import reports, sources
    from prhl.report.style import restyled
    from prhl.results import Report
    from prhl.syntax.reader import listed

    keeper = None if cache is None else _keeper(cache)
    names = listed(paths)
    given = sources(names)
    found: list[File] = []
    statuses = [0]
    show = status_line()
    aside = asked.write and "-" in names  # standard output is for the text
    for path, source, file in zip(names, given, reports(given, asked, executor, keeper, show), strict=True):
        found.append(file)
        if show is not None and form in ("text", "latex"):
            show("")
        if form == "text":
            say(restyled(file.marked, style_for(sys.stderr if aside else sys.stdout)), err=aside)
        elif form == "latex":
            if file.messages:
                say(restyled(file.messages, style_for(sys.stderr)), err=True)
            say(file.latex, nl=False, err=aside)
        if asked.write and not isinstance(source, Rejected):
            statuses.append(_write(file, source, path))
    report = Report(tuple(found))
    if form == "text":
        if report.closing:
            say(report.closing, err=aside)
    elif form != "latex":
        say(_written(report, form), nl=False, err=aside)
    if dump is not None:
        _dump(names, report, dump)
    if keeper is not None and keeper.unwritten:
        say(f"{cache}  cannot be written: {keeper.unwritten}; verdicts are not kept", err=True)
    return max(report.status, *statuses)


def _write(file: "File", source: "Source", path: str) -> int:
    """What was found, into the file; the status of that."""
    from prhl.diagnostics import counted
    from prhl.syntax.reader import encoded

    found = file.written
    if file.status > 1 or found is None:  # the file was not read, or cannot be trusted
        return 0
    if found.fault is not None:
        say(f"{source.title}  fault: {found.fault}", err=True)
        return 3
    try:
        for name, why in found.left.items():
            say(f"{source.title}  what was found for `{name}` is not written: {why}", err=True)
        new = encoded(source, found.edits)
        if path == "-":
            say(new.decode("utf-8"), nl=False, raw=True)
        elif found.edits:
            _rewrite(Path(path), new, encoded(source))
            lines = counted(sum([edit.text.count("\n") for edit in found.edits]), "line")
            say(f"{source.title}  written: {', '.join(found.claims)} ({lines} more)", err=True)
    except OSError as error:
        return unwritable(source.title, error)
    return 0


def _written(report: "Report", form: str) -> str:
    """For machines."""
    from prhl.report import github, junit, sarif

    told = report.as_dict()
    match form:
        case "json":
            return _json_text(told)
        case "sarif":
            return _json_text(sarif.as_sarif(told))
        case "junit":
            return junit.as_junit(told)
        case _:
            return github.as_github(told)


def _folder(name: str) -> Path:
    """The folder, made if it is not there; status 2 if it cannot be."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        say(f"{name}  cannot be made: {error.strerror}", err=True)
        sys.exit(2)
    return folder


def _stems(files: Sequence[str]) -> dict[str, str]:
    """What each file is called among the others: by its name, or by its whole path if two have the same name."""
    stems = {path: "stdin" if path == "-" else Path(path).stem for path in files}
    names = list(stems.values())
    return {
        path: stem if names.count(stem) == 1 else "-".join([p for p in Path(path).with_suffix("").parts if p != "/"])
        for path, stem in stems.items()
    }


def _dump(names: Sequence[str], report: "Report", folder: Path) -> None:
    """What the solver was asked for each obligation; other files in the folder stay as they are."""
    from prhl.report.scripts import safe

    stems = _stems(names)
    try:
        for path, file in zip(names, report.files, strict=True):
            for name, text in file.scripts:
                (folder / f"{safe(stems[path])}{name}").write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        sys.exit(unwritable(str(error.filename or folder), error))


def _json_text(value: object) -> str:
    import json

    return json.dumps(value, indent=2) + "\n"


@contextmanager
def _answering(file: str) -> Iterator[None]:
    """Status 2 for what is wrong with the input, 1 for what could not be computed of it, 3 for a fault of the tool."""
    from prhl.diagnostics import Rejected, Stopped
    from prhl.syntax.nesting import room

    try:
        with room():
            yield
    except Stopped as stopped:
        _complain(stopped.rejected)
        sys.exit(1)
    except Rejected as rejected:
        _complain(rejected)
        sys.exit(2)
    except Exception as error:
        say(f"{file}  fault: {_fault(error)}", err=True)
        sys.exit(3)


def _deliver(text: str, out: str | None, file: str) -> None:
    """The text to a file, or to standard output; status 2 if it cannot be written there."""
    if out is None or out == "-":
        say(text, nl=False)
        return
    path = Path(out)
    try:
        if file != "-" and path.exists() and path.samefile(file):
            say(f"{out}  is the program itself and is not written over", err=True)
            sys.exit(2)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        sys.exit(unwritable(out, error))


def _fault(error: Exception) -> str:
    from prhl.jobs import fault_text

    return fault_text(error)


def _complain(rejected: "Rejected") -> None:
    from prhl.report.messages import diagnostic_text

    for diagnostic in rejected.diagnostics:
        say(diagnostic_text(rejected.source, diagnostic, style_for(sys.stderr)), err=True)


def _rewrite(path: Path, new: bytes, old: bytes | None = None) -> None:
    """The new text in place of the old one, at once; if that fails, the old one stays. OSError if the file is not to be
    written, or is no longer what it was."""
    import errno
    import shutil
    import stat

    path = path.resolve()
    if not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise OSError(errno.EACCES, "it is read-only")
    if old is not None and path.read_bytes() != old:
        raise OSError(errno.EBUSY, "it was changed in the meantime")
    fresh = path.with_name(path.name + ".prhl-new")
    try:
        fresh.write_bytes(new)
        shutil.copymode(path, fresh)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _show_diff(source: "Source", text: str) -> None:
    import difflib
    import io

    before, after = list(io.StringIO(source.text)), list(io.StringIO(text))  # other ends of lines are characters here
    lines = difflib.unified_diff(before, after, source.name, f"{source.name} (formatted)")
    ended = [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]
    say("".join(ended), nl=False, raw=not sys.stdout.isatty())


main.add_command(learn)
main.add_command(grade)
main.add_command(run)
main.add_command(export)
