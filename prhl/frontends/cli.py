"""The command line. What a command needs is imported when it runs, so that `prhl --help` answers at once."""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from prhl import __version__
from prhl.frontends.grade import grade
from prhl.frontends.learn import learn
from prhl.frontends.terminal import Commands, say, style_for, unwritable

if TYPE_CHECKING:
    from prhl.checks.laboratory import Effort
    from prhl.diagnostics import Rejected
    from prhl.report import FileReport
    from prhl.search.search_budget import Budget
    from prhl.source import Source

FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")
FORMAT = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to report.")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="prhl")
def main() -> None:
    """A verifier for probabilistic relational properties, differential privacy first.

    A FILE of - is standard input. Exit status: 0 all is as expected, 1 it is not, 2 the input or the
    command line is wrong, 3 a fault of prhl itself.
    """


JOBS = click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Processes for the rows of a channel.")
SECONDS = click.option(
    "--seconds", type=click.FloatRange(0.1), help="A time limit for one instance; without it only steps are counted."
)


TIMEOUT = click.option(
    "--timeout", type=click.FloatRange(0.01), default=None, help="Seconds an obligation; none unless you say so."
)
RLIMIT = click.option(
    "--rlimit",
    type=click.IntRange(1, 2**32 - 1),
    default=5_000_000,
    show_default=True,
    help="The solver's own measure of effort for an obligation; unlike the clock it is the same on every machine.",
)


REFUTING = 8  # times as many pairs and steps, where nothing else is asked for than an attack


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
    help="Pairs of inputs to try in search of an attack on a claim that is not proved, 0 for none; or a time limit, "
    "as in 5s. [default: 300, and a limit on their steps]",
)
TWIN = click.option("--twin", is_flag=True, help="Measure programs with continuous noise on their discrete twins.")


@main.command()
@FILES
@FORMAT
@JOBS
@SECONDS
@TWIN
@TIMEOUT
@RLIMIT
@SEARCH
@click.option("--explain", "told", is_flag=True, help="Tell each proof, step by step.")
@click.option("--dump-smt", "dump", metavar="DIR", help="Write what the solver is asked there, as SMT-LIB 2 files.")
def verify(
    files: tuple[str, ...],
    form: str,
    jobs: int,
    seconds: float | None,
    twin: bool,
    timeout: float | None,
    rlimit: int,
    budget: int | float | None,
    told: bool,
    dump: str | None,
) -> None:
    """Judge the claims of the files: proved, refuted or unknown."""
    from prhl import pipeline
    from prhl.solvers import Limits

    effort = _effort(jobs, seconds, twin)
    search = None if budget == 0 else _search(budget, 0, jobs)
    keep = pipeline.Keep(questions=dump is not None, steps=told)
    folder = None if dump is None else _folder(dump)
    stems = _stems(files)

    def work(source: "Source", path: str) -> "FileReport":
        report = pipeline.verify(source, effort, Limits(rlimit, timeout), keep, search)
        if folder is not None:
            _dump(report, folder, stems[path])
        return report

    _report(files, form, work)


@main.command()
@FILES
@click.option("--claim", help="Only this claim.")
@click.option(
    "--budget",
    type=Pairs(),
    help="Pairs of inputs to try for each claim, or a time limit, as in 60s. [default: 2400, with a limit on steps]",
)
@click.option("--from", "start", type=click.IntRange(0), default=0, help="Leave out so many pairs: go on from there.")
@FORMAT
@JOBS
@SECONDS
def refute(
    files: tuple[str, ...],
    claim: str | None,
    budget: float | None,
    start: int,
    form: str,
    jobs: int,
    seconds: float | None,
) -> None:
    """Look for attacks on the claims: inputs, parameters and an event that break them. Nothing is proved.

    First the instances of `check`, then small inputs, the cheapest first, in an order that is the same every time.
    Status 1 if a claim is refuted that does not say `expect refuted`, or if one that does is not.
    """
    from prhl import pipeline

    effort, search = _effort(jobs, seconds, twin=False), _search(budget, start, jobs, REFUTING)
    _report(files, form, lambda source, _: pipeline.refute(source, search, claim, effort))


@main.command(context_settings={"ignore_unknown_options": True})  # -:12 is standard input
@click.argument("place", metavar="FILE[:LINE]")
@click.option("--claim", help="For this claim only.")
@FORMAT
@TIMEOUT
@RLIMIT
def goals(place: str, claim: str | None, form: str, timeout: float | None, rlimit: int) -> None:
    """What is known and what is owed at a line, for each claim that comes there; without a line, all through the file.

    Before a statement: the facts, with where they were said, what the variables are, and the cost so far. And every
    obligation that has its place on the line. Status 2 if there is no such line, or if no claim comes there.
    """
    from prhl import pipeline
    from prhl.diagnostics import Rejected
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
    try:
        source = read(file)
        found = pipeline.goals(source, line, claim, Limits(rlimit, timeout))
        if form == "json":
            told = [report.as_json(source, at, there) for at, there in found.items()]
            whole = {"file": source.name, "lines": [{k: v for k, v in one.items() if k != "file"} for one in told]}
            say(_json_text(whole if line is None else told[0]), nl=False)
        else:
            style = style_for(sys.stdout)
            say("\n".join([report.as_text(source, at, there, style) for at, there in found.items()]), nl=False)
    except Rejected as rejected:
        _complain(rejected)
        sys.exit(2)
    except Exception as error:
        say(f"{file}  fault: {_fault(error)}", err=True)
        sys.exit(3)


@main.command()
@click.argument("file")
@click.option("--claim", help="For this claim only.")
@click.option("--format", "form", type=click.Choice(["text", "json", "svg"]), default="text", help="As what.")
@click.option("--out", metavar="FILE", help="Write there, not to standard output.")
@JOBS
@SECONDS
@TIMEOUT
@RLIMIT
def budget(
    file: str,
    claim: str | None,
    form: str,
    out: str | None,
    jobs: int,
    seconds: float | None,
    timeout: float | None,
    rlimit: int,
) -> None:
    """Where the budget of each claim goes: what every statement charges, by which rule, and what is left.

    Parts of the budget are shown by the solver, for all inputs. Beside them stands what is measured on the instances of
    the claim's checks. Status 1 if a claim is not proved.
    """
    from prhl import pipeline
    from prhl.diagnostics import Rejected
    from prhl.report import budget as report
    from prhl.solvers import Limits
    from prhl.syntax.reader import read

    try:
        source = read(file)
        found = pipeline.accounts(source, claim, _effort(jobs, seconds, False), Limits(rlimit, timeout))
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
    except Rejected as rejected:
        _complain(rejected)
        sys.exit(2)
    except Exception as error:
        say(f"{file}  fault: {_fault(error)}", err=True)
        sys.exit(3)


@main.command()
@click.argument("file")
@click.option("--program", help="Which program; needed if the file has several.")
@click.option("--claim", help="Take the instances and the relation of this claim.")
@click.option("--set", "settings", multiple=True, metavar="ITEM", help="As in a check: eps=1/2, 'd[_] in {0, 1}'.")
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="As renyi=2, zcdp, epsilon-at=1/1000; all; may be given again.",
)
@click.option("--prior", metavar="P,..", help="Of the inputs, in their order: 1/2,1/4,1/4. Uniform if not given.")
@click.option("--gain", metavar="TABLE", help="For g-leakage: 1,0;0,1 or a file, a row for each guess.")
@click.option("--format", "form", type=click.Choice(["text", "json", "csv", "svg"]), default="text", help="As what.")
@click.option("--out", metavar="FILE", help="Write there, not to standard output.")
@JOBS
@SECONDS
@TWIN
def channel(
    file: str,
    program: str | None,
    claim: str | None,
    settings: tuple[str, ...],
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
    channel cannot be computed.
    """
    from prhl import pipeline
    from prhl.diagnostics import Rejected
    from prhl.measures.asked import questions
    from prhl.report import channels
    from prhl.syntax.reader import read

    try:
        asked = questions(measures, prior, gain)
        studies = pipeline.channels(read(file), program, claim, settings, _effort(jobs, seconds, twin), asked)
        if form == "text":
            style = style_for(None if out else sys.stdout)
            text = "\n\n".join([channels.as_text(study, style) for study in studies]) + "\n"
        elif form == "json":
            text = _json_text(channels.as_json(studies))
        elif form == "csv":
            text = channels.as_csv(studies)
        else:
            from prhl.report.svg import as_svg

            text = as_svg(studies)
        _deliver(text, out, file)
    except pipeline.Stopped as stopped:
        _complain(stopped.rejected)
        sys.exit(1)
    except Rejected as rejected:
        _complain(rejected)
        sys.exit(2)
    except Exception as error:
        say(f"{file}  fault: {_fault(error)}", err=True)
        sys.exit(3)


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
    from prhl.diagnostics import Rejected
    from prhl.measures.asked import budget
    from prhl.pairings import Wanted
    from prhl.report import couplings
    from prhl.report.svg.flow import as_svg
    from prhl.syntax.reader import read

    try:
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
    except pipeline.Stopped as stopped:
        _complain(stopped.rejected)
        sys.exit(1)
    except Rejected as rejected:
        _complain(rejected)
        sys.exit(2)
    except Exception as error:
        say(f"{file}  fault: {_fault(error)}", err=True)
        sys.exit(3)


@main.command()
@FILES
@FORMAT
def check(files: tuple[str, ...], form: str) -> None:
    """Parse the files and check names and types, no more."""
    from prhl import pipeline

    _report(files, form, lambda source, _: pipeline.checked(source))


@main.command()
@FILES
@click.option("--check", "only_check", is_flag=True, help="Write nothing; status 1 if a file would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Write nothing; show what would change.")
def fmt(files: tuple[str, ...], only_check: bool, show_diff: bool) -> None:
    """Rewrite the files in canonical layout. Every comment is kept."""
    from prhl import pipeline
    from prhl.diagnostics import Rejected
    from prhl.report import FileReport
    from prhl.report.as_text import as_text
    from prhl.source import Source
    from prhl.syntax.reader import read

    status = 0
    for path in files:
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
                _rewrite(Path(path), text)
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


# ---- what the commands share -----------------------------------------------------------------


def _effort(jobs: int, seconds: float | None, twin: bool) -> "Effort":
    """What may be spent, with a line of progress on stderr when somebody looks at it."""
    from prhl.checks.laboratory import Effort
    from prhl.semantics.limits import Limits

    def show(done: int, total: int) -> None:
        if total > 1:
            end = "\r\033[K" if done == total else f"\r  {done} of {total} rows"
            say(end, err=True, nl=False, raw=True)

    return Effort(Limits(seconds=seconds), jobs, show if sys.stderr.isatty() else None, twin)


def _search(asked: float | None, start: int, jobs: int, wider: int = 1) -> "Budget":
    """How much to look for attacks, with a line of progress on stderr when somebody looks at it.

    A whole number is one of pairs, which has no other limit; what is not whole is of seconds.
    """
    from prhl.search.search_budget import Budget

    def show(done: int) -> None:
        if done % 10 == 0:
            end = f"\r  {done} pairs of inputs tried" if done else "\r\033[K"
            say(end, err=True, nl=False, raw=True)

    default = Budget(start=start, jobs=jobs, progress=show if sys.stderr.isatty() else None)
    match asked:
        case None:
            return replace(default, pairs=wider * (default.pairs or 0), steps=wider * (default.steps or 0))
        case int():
            return replace(default, pairs=asked, steps=None)
        case _:
            return replace(default, pairs=None, steps=None, seconds=asked)


def _report(files: tuple[str, ...], form: str, work: "Callable[[Source, str], FileReport]") -> None:
    from prhl.report import overall
    from prhl.report.as_json import as_json
    from prhl.report.as_text import as_text

    reports = []
    for path in files:
        report = _guarded(path, work)
        reports.append(report)
        if form == "text":
            say(as_text(report, style_for(sys.stdout)))
    if form == "json":
        say(_json_text(as_json(reports)), nl=False)
    sys.exit(overall(reports))


def _guarded(path: str, work: "Callable[[Source, str], FileReport]") -> "FileReport":
    """The report on one file; a fault of the tool is reported too and does not stop the others."""
    from prhl.diagnostics import Rejected
    from prhl.report import FileReport
    from prhl.source import Source
    from prhl.syntax.reader import read

    try:
        return work(read(path), path)
    except Rejected as rejected:
        return FileReport(rejected.source, rejected.diagnostics)
    except Exception as error:
        return FileReport(Source(path, ""), (), fault=_fault(error))


def _folder(name: str) -> Path:
    """The folder, made if it is not there; status 2 if it cannot be."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        say(f"{name}  cannot be made: {error.strerror}", err=True)
        sys.exit(2)
    return folder


def _stems(files: tuple[str, ...]) -> dict[str, str]:
    """What each file is called among the others: by its name, or by its whole path if two have the same name."""
    stems = {path: "stdin" if path == "-" else Path(path).stem for path in files}
    names = list(stems.values())
    return {
        path: stem if names.count(stem) == 1 else "-".join([p for p in Path(path).with_suffix("").parts if p != "/"])
        for path, stem in stems.items()
    }


def _dump(report: "FileReport", folder: Path, stem: str) -> None:
    """What the solver was asked for each obligation; other files in the folder stay as they are."""
    from prhl.report.scripts import scripts

    try:
        for claim in report.claims:
            for name, text in scripts(report.source, stem, claim.name, claim.program, claim.proof):
                (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        sys.exit(unwritable(str(error.filename or folder), error))


def _json_text(value: object) -> str:
    import json

    return json.dumps(value, indent=2) + "\n"


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
    import traceback

    if os.environ.get("PRHL_DEBUG"):
        traceback.print_exception(error)
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = f" ({Path(last[0].filename).name}:{last[0].lineno})" if last else ""
    return f"{type(error).__name__}: {error}{where}"


def _complain(rejected: "Rejected") -> None:
    from prhl.report.messages import diagnostic_text

    for diagnostic in rejected.diagnostics:
        say(diagnostic_text(rejected.source, diagnostic, style_for(sys.stderr)), err=True)


def _rewrite(path: Path, text: str) -> None:
    """The new text in place of the old one; if that fails, the old one stays."""
    import shutil

    fresh = path.with_name(path.name + ".prhl-fmt")
    try:
        fresh.write_text(text, encoding="utf-8", newline="\n")
        shutil.copymode(path, fresh)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _show_diff(source: "Source", text: str) -> None:
    import difflib

    before, after = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    say(
        "".join(difflib.unified_diff(before, after, source.name, f"{source.name} (formatted)")),
        nl=False,
        raw=not sys.stdout.isatty(),
    )


main.add_command(learn)
main.add_command(grade)
