"""`prhl verify`, `prhl refute` and `prhl check`: files judged one after the other, and reports of that."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from prhl.frontends.answering import json_text
from prhl.frontends.command_files import given, rewrite
from prhl.frontends.options import (
    CACHE,
    CLAIM,
    CLUSTER,
    FILES,
    FIND,
    FORMATS,
    MANY,
    REPORT,
    RLIMIT,
    SECONDS,
    TIMEOUT,
    TWIN,
    WATCH,
    Pairs,
)
from prhl.frontends.terminal import COLOR, say, status_line, style_for, unwritable

if TYPE_CHECKING:
    from prhl.jobs import Asked, Executor
    from prhl.results import File, Report
    from prhl.source import Source
    from prhl.verdict_cache import VerdictCache

SEARCH = click.option(
    "--budget",
    type=Pairs(),
    metavar=Pairs.name,
    help="Pairs of inputs to try in search of an attack on a claim that is not proved, 0 for none; or a time limit, "
    "as in 5s. [default: 300, and a limit on their steps]",
)


@click.command()
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


@click.command()
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


@click.command()
@FILES
@REPORT
@WATCH
@COLOR
def check(files: tuple[str, ...], form: str, watch: bool) -> None:
    """Parse the files and check names and types, no more."""
    from prhl.jobs import Asked

    _report(files, Asked("check"), form, watch=watch)


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

    paths = given(files)
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
            rewrite(Path(path), new, encoded(source))
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
            return json_text(told)
        case "sarif":
            return json_text(sarif.as_sarif(told))
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
