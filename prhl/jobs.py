"""Files and claims as jobs: judged here, in other processes, or taken from what is kept.

A job is a text with what is asked of it, and its answer is plain JSON: both travel to other processes, and what comes
back is the same wherever it was made. An `Executor` says where; `reports` puts the answers together in the order of
the files, whatever the order in which they come.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol

from prhl.diagnostics import Diagnostic, Rejected, Related
from prhl.records import dataclass
from prhl.report import FileReport, latex
from prhl.report.as_json import diagnostic_json
from prhl.report.as_text import laid_out
from prhl.report.style import marked
from prhl.results import Claim, Claims, File, Written, diagnostic
from prhl.source import Edit, Source, Span
from prhl.syntax.nesting import deep
from prhl.syntax.reader import read

if TYPE_CHECKING:
    from prhl.checks.laboratory import Effort
    from prhl.search.looking import Shards
    from prhl.search.search_budget import Budget
    from prhl.verdict import ClaimResult

Json = dict[str, Any]
Show = Callable[[str], None]
"""Who is told, now and then, how far it is."""

REFUTING = 8  # times as many pairs and steps, where nothing else is asked for than an attack
THERE = "\x04"  # stands for the one place of a claim's lines that names the file
FEW = 8  # files for each process: with fewer, claims are spread, too


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of every file. What of this may change an answer is all but `dump`."""

    command: Literal["verify", "check", "refute"]
    claim: str | None = None
    find: bool = True
    explain: bool = False
    twin: bool = False
    timeout: float | None = None  # seconds for an obligation
    rlimit: int = 5_000_000
    seconds: float | None = None  # for an instance
    budget: int | float | None = None  # pairs, if it is whole, or seconds; None is the usual one
    start: int = 0
    dump: bool = False  # keep what the solver is asked
    latex: bool = False  # write claims for a paper
    write: bool = False  # say what goes into the file

    @property
    def clocked(self) -> bool:
        """Whether a clock may decide how something ends."""
        return self.timeout is not None or self.seconds is not None or isinstance(self.budget, float)

    def effort(self, jobs: int = 1, show: Show | None = None) -> "Effort":
        from prhl.checks.laboratory import Effort
        from prhl.semantics.limits import Limits

        def rows(done: int, total: int) -> None:
            if show is not None and total > 1:
                show(f"{done} of {total} rows" if done < total else "")

        return Effort(Limits(seconds=self.seconds), possible(jobs), None if show is None else rows, self.twin)

    def search(self, jobs: int = 1, show: Show | None = None) -> "Budget":
        """How much to look for attacks; a whole number is one of pairs, which has no other limit."""
        from prhl.search.search_budget import Budget

        def pairs(done: int) -> None:
            if show is not None and done % 10 == 0:
                show(f"{done} pairs of inputs tried" if done else "")

        usual = Budget(start=self.start, jobs=possible(jobs), progress=None if show is None else pairs)
        match self.budget:
            case None:
                wider = REFUTING if self.command == "refute" else 1
                return replace(usual, pairs=wider * (usual.pairs or 0), steps=wider * (usual.steps or 0))
            case int():
                return replace(usual, pairs=self.budget, steps=None)
            case _:
                return replace(usual, pairs=None, steps=None, seconds=self.budget)


@dataclass(frozen=True, slots=True)
class Job:
    """A text, what is asked of it, and of which of its claims; `jobs` processes may share the work."""

    source: Source
    asked: Asked
    claims: tuple[str, ...] = ()
    width: int = 0  # of the longest name that is printed beside these
    jobs: int = 1


def work(job: Job, show: Show | None = None, shards: "Shards | None" = None) -> Json:
    """The answer to a job; a fault of the tool is one, too, and does not stop the others. `shards` are those who look
    for attacks, if it is not this process."""
    try:
        report = _report(job, show, shards)
    except NotHere:
        raise
    except Exception as error:
        report = FileReport(job.source, (), fault=fault_text(error))
    width = max([job.width, *[len(claim.name) for claim in report.claims]])
    with deep(job.source):
        answer = _answer(report, [_claim(job, report, claim, width) for claim in report.claims], _written(job, report))
        return _together_laid_out(job.source, answer)


def _answer(report: FileReport, claims: Sequence[Json] = (), written: Json | None = None) -> Json:
    """What a report says, without what follows from the file and its name; warnings of claims stay with these."""
    own = len(report.diagnostics) - sum([len(one["warnings"]) for one in claims])
    return {
        "diagnostics": [asdict(one) for one in report.diagnostics[:own]],
        "placed": bool(report.source.text),
        "fault": report.fault,
        "summary": report.summary,
        "names": list(report.names),
        "clocked": report.clocked,
        "claims": {one["data"]["name"]: one for one in claims},
        "written": written,
    }


def _report(job: Job, show: Show | None, shards: "Shards | None") -> FileReport:
    from prhl import pipeline

    asked = job.asked
    match asked.command:
        case "check":
            return pipeline.checked(job.source)
        case "refute":
            search = replace(asked.search(job.jobs, show), shards=shards)
            return pipeline.refute(job.source, search, job.claims, asked.effort(job.jobs, show))
        case "verify":
            from prhl.found_proofs import Keep
            from prhl.solvers import Limits

            keep = Keep(questions=asked.dump, steps=asked.explain)
            search_ = None if asked.budget == 0 else asked.search(job.jobs, show)
            limits, effort = Limits(asked.rlimit, asked.timeout), asked.effort(job.jobs, show)
            told = None if show is None else partial(_tell, show, job.source.name)
            return pipeline.verify(job.source, effort, limits, keep, search_, asked.find, job.claims, told)


def _tell(show: Show, file: str, claim: str, asked: int) -> None:
    """The file, the claim, the obligation that it is at."""
    show(f"{file}: {claim}" + (f", obligation {asked}" if asked else ""))


def _claim(job: Job, report: FileReport, claim: "ClaimResult", width: int) -> Json:
    from prhl.report.as_json import claim_json
    from prhl.report.claim_text import claim_lines
    from prhl.report.scripts import scripts
    from prhl.report.written import found_in

    source, verify = job.source, job.asked.command == "verify"
    return {
        "data": claim_json(source, claim),
        "lines": [line.replace(_again(source), THERE) for line in claim_lines(source, claim, width, marked)],
        "warnings": [asdict(one) for one in claim.warnings] if verify else [],
        "scripts": list(scripts(source, "", claim.name, claim.program, claim.proof)) if job.asked.dump else [],
        "latex": _latex(report, claim) if job.asked.latex else [],
        "edits": [asdict(edit) for edit in found_in([claim]).get(claim.name, ())],
        "proposed": [[asdict(span), text] for span, text in claim.proof.proposed],
    }


def _latex(report: FileReport, claim: "ClaimResult") -> list[str]:
    from prhl.report.latex.written_proofs import claim_latex

    assert report.file is not None
    return claim_latex(report.source, claim, report.file)


def _together_laid_out(source: Source, answer: Json) -> Json:
    """What was found for all the claims, laid out as it is written into one text."""
    edits = {name: tuple([_edit(edit) for edit in one["edits"]]) for name, one in answer["claims"].items()}
    if not any(edits.values()):
        return answer
    from prhl.report.as_json import found_json
    from prhl.report.written import laid_out

    names = [name for name in answer["names"] if edits.get(name)]
    laid = laid_out(source, {name: edits[name] for name in names})
    claims = {**answer["claims"]}
    for name in names:
        one = claims[name]
        proposed = [(Span(**span), text) for span, text in one["proposed"]]
        claims[name] = {**one, "data": {**one["data"], **found_json(source, proposed, laid[name])}}
    return {**answer, "claims": claims}


def _written(job: Job, report: FileReport) -> Json | None:
    """What goes into the file: judged again without finding, and without claims that would lose by it."""
    asked = job.asked
    if not asked.write or report.status > 1:
        return None
    from prhl import pipeline
    from prhl.report.written import written
    from prhl.solvers import Limits

    search = None if asked.budget == 0 else asked.search(job.jobs)
    limits, effort = Limits(asked.rlimit, asked.timeout), asked.effort(job.jobs)
    try:
        found = written(report, lambda source: pipeline.verify(source, effort, limits, search=search))
    except Exception as error:
        return {"edits": [], "claims": [], "left": {}, "fault": fault_text(error)}
    edits = [asdict(edit) for edit in found.edits]
    return {"edits": edits, "claims": list(found.claims), "left": dict(found.left), "fault": None}


def _edit(data: Json) -> Edit:
    return Edit(Span(**data["span"]), data["text"])


def _again(source: Source) -> str:
    """How the report for people says where a search goes on."""
    return f"`prhl refute {'-' if source.name == '<stdin>' else source.title} "


def fault_text(error: BaseException) -> str:
    """What is said of a mistake of the tool."""
    import os
    import traceback
    from pathlib import Path

    if os.environ.get("PRHL_DEBUG"):
        traceback.print_exception(error)
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = f" ({Path(last[0].filename).name}:{last[0].lineno})" if last else ""
    return f"{type(error).__name__}: {error}{where}"


# ---- where jobs are done ---------------------------------------------------------------------


class NotHere(Exception):
    """An executor cannot do what it is asked: no fault of a job, which has no answer then. `status` is that of the
    command line: 2 if it was not there from the start, 3 if it went away."""

    status = 2


class Executor(Protocol):
    """Where jobs are done. Each has one answer, and they may come in any order."""

    @property
    def jobs(self) -> int:
        """How many are done at a time."""
        ...

    def answers(self, jobs: Sequence[Job], show: Show | None = None) -> Iterator[tuple[int, Json]]:
        """The answers, each with the number of its job."""
        ...

    def alone(self, job: Job, show: Show | None = None) -> Json:
        """The answer to a job beside which there are no others, or too few."""
        ...


@dataclass(frozen=True, slots=True)
class Here:
    """In this process, one after the other."""

    jobs: int = 1

    def answers(self, jobs: Sequence[Job], show: Show | None = None) -> Iterator[tuple[int, Json]]:
        for at, job in enumerate(jobs):
            yield at, self.alone(job, show)

    def alone(self, job: Job, show: Show | None = None) -> Json:
        return work(job, show)


@dataclass(frozen=True, slots=True)
class Processes:
    """In several processes of this machine."""

    jobs: int

    def answers(self, jobs: Sequence[Job], show: Show | None = None) -> Iterator[tuple[int, Json]]:
        """A job whose process dies is done once more, alone: if that dies, too, this is its answer."""
        from concurrent.futures.process import BrokenProcessPool

        left = dict(enumerate(jobs))
        try:
            for at, found in _together(list(jobs), self.jobs):
                del left[at]
                yield at, found
        except BrokenProcessPool:
            for at, job in left.items():
                try:
                    yield at, next(_together([job], 1))[1]
                except BrokenProcessPool:
                    yield at, died(job)

    def alone(self, job: Job, show: Show | None = None) -> Json:
        """Its rows and pairs are spread."""
        return work(replace(job, jobs=self.jobs), show)


def died(job: Job) -> Json:
    """The answer of a process that gives none."""
    said = "the process that worked on it was ended, perhaps for want of memory"
    return _answer(FileReport(job.source, (), fault=said))


def _together(jobs: list[Job], many: int) -> Iterator[tuple[int, Json]]:
    import multiprocessing
    import threading
    from concurrent.futures import ProcessPoolExecutor, as_completed

    # a fork has the modules already, and asks nothing of the caller's script; with threads about it is not safe
    method = "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"
    if method == "fork":
        import prhl.solvers.by_z3
        import prhl.verdict  # noqa: F401
    pool = ProcessPoolExecutor(many, multiprocessing.get_context(method), initializer=_prepare)
    try:
        asked = {pool.submit(_do, job): at for at, job in enumerate(jobs)}
        for future in as_completed(asked):
            yield asked[future], future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _do(job: Job) -> Json:
    return work(job)


def _prepare() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # who is interrupted says so once, in the parent


def local(jobs: int) -> Executor:
    """Processes of this machine, where there are any."""
    return Here() if possible(jobs) == 1 else Processes(jobs)


def possible(jobs: int) -> int:
    """As many processes as are asked for, and one where there are no others: in a browser."""
    return 1 if sys.platform == "emscripten" else jobs


# ---- files in, reports out -------------------------------------------------------------------


class Keeper(Protocol):
    """Keeps answers, by text and by what was asked."""

    def get(self, source: Source, asked: Asked) -> Json | None: ...

    def put(self, source: Source, asked: Asked, answer: Json) -> None: ...


@dataclass
class _Waiting:
    """A file whose answers are not all there."""

    source: Source
    jobs: set[int]
    kept: Json | None
    parts: int
    answer: Json | None = None


def reports(
    sources: Sequence[Source | Rejected],
    asked: Asked,
    executor: Executor | None = None,
    keeper: Keeper | None = None,
    show: Show | None = None,
) -> Iterator[File]:
    """One for each source, in their order; each as soon as it and those before it are there."""
    executor = executor or Here()
    jobs: list[Job] = []
    files: list[File | _Waiting] = []
    for source in sources:
        if isinstance(source, Rejected):
            files.append(_file(source.source, _answer(FileReport(source.source, source.diagnostics))))
            continue
        kept = None if keeper is None or asked.write else keeper.get(source, asked)
        if kept is not None and _complete(kept, asked):
            files.append(_file(source, kept, kept))
            continue
        new = _jobs(source, asked, executor, len(sources), kept)
        files.append(_Waiting(source, set(range(len(jobs), len(jobs) + len(new))), kept, len(new)))
        jobs += new
    owner = {job: file for file in files if isinstance(file, _Waiting) for job in file.jobs}
    shown = 0
    few = len(jobs) == 1 or (asked.command == "refute" and len(jobs) < executor.jobs)
    answers = _one_by_one(jobs, executor, show) if few else executor.answers(jobs, show)
    for done in range(len(jobs) + 1):
        while shown < len(files):
            file = files[shown]
            if isinstance(file, _Waiting):
                if file.jobs:
                    break
                file = _finished(file, asked, keeper)
            yield file
            shown += 1
        if done < len(jobs):
            at, answer = next(answers)
            waiting = owner[at]
            waiting.jobs.discard(at)
            waiting.answer = answer if waiting.answer is None else _joined(waiting.answer, answer)
            if show is not None:
                last = f"{done + 1} of {len(jobs)} jobs done, the last of {waiting.source.name}"
                show(last if done + 1 < len(jobs) else "")


def _one_by_one(jobs: Sequence[Job], executor: Executor, show: Show | None) -> Iterator[tuple[int, Json]]:
    for at, job in enumerate(jobs):
        yield at, executor.alone(job, show)


def _jobs(source: Source, asked: Asked, executor: Executor, files: int, kept: Json | None) -> list[Job]:
    """One for the file, or one for each group of claims that do not rest on each other."""
    whole = (asked.claim,) if asked.claim is not None else ()
    if kept is not None:
        width = max([len(name) for name in kept["names"]])
        return [Job(source, asked, whole or tuple([n for n in kept["names"] if n not in kept["claims"]]), width)]
    alone = executor.jobs == 1 or files >= FEW * executor.jobs
    if asked.command == "check" or asked.claim is not None or asked.write or alone:
        return [Job(source, asked, whole)]
    from prhl import pipeline

    groups = pipeline.groups(source, asked.find)
    if asked.command == "refute":  # nothing rests on anything there
        groups = [(name,) for group in groups for name in group]
    width = max([len(name) for group in groups for name in group], default=0)
    return [Job(source, asked, group, width) for group in groups] or [Job(source, asked)]


def _joined(one: Json, other: Json) -> Json:
    """Two parts of the answer for one file."""
    return {
        **one,
        "fault": one["fault"] or other["fault"],
        "names": one["names"] or other["names"],
        "clocked": one["clocked"] or other["clocked"],
        "claims": {**one["claims"], **other["claims"]},
    }


def _complete(answer: Json, asked: Asked) -> bool:
    """Whether it tells all that is asked."""
    wanted = answer["names"] if asked.claim is None else [asked.claim]
    return asked.command == "check" or not answer["names"] or all([name in answer["claims"] for name in wanted])


def _finished(file: _Waiting, asked: Asked, keeper: Keeper | None) -> File:
    assert file.answer is not None
    whole = file.answer if file.kept is None else _joined(file.kept, file.answer)
    if file.parts > 1 or file.kept is not None:
        whole = _together_laid_out(file.source, whole)
    if keeper is not None and not asked.write:
        keeper.put(file.source, asked, whole)
    return _file(file.source, whole, file.kept)


def _file(source: Source, answer: Json, kept: Json | None = None) -> File:
    """The answer, and what was kept of an earlier one."""
    old = {} if kept is None else kept["claims"]
    claims, lines, warnings, scripts, paper = [], [], [], [], []
    for name in [name for name in answer["names"] if name in answer["claims"]]:
        cached = name in old
        told = answer["claims"][name]
        first, *rest = [line.replace(THERE, _again(source)) for line in told["lines"]]
        said = [first + ("  cached" if cached else ""), *rest]
        claims.append((source.name, Claim.of({**told["data"], "cached": cached}, said)))
        lines += said
        warnings += [_diagnostic(one) for one in told["warnings"]]
        scripts += [(name, text) for name, text in told["scripts"]]
        paper += [told["latex"]] if told["latex"] else []
    own = [_diagnostic(one) for one in answer["diagnostics"]]
    text = source if answer["placed"] else Source(source.name, "")
    report = FileReport(text, (*own, *warnings), fault=answer["fault"], summary=answer["summary"])
    told_ = [diagnostic(diagnostic_json(text, one)) for one in report.diagnostics]
    if report.fault is not None:
        told_.append(diagnostic(diagnostic_json(Source("", ""), Diagnostic("fault", Span(0, 0), report.fault))))
    return File(
        source.name,
        tuple(told_),
        Claims(claims),
        report.fault,
        laid_out(report, lines, marked),
        tuple(scripts),
        latex.laid_out(source.name, paper),
        laid_out(report, (), marked) if told_ else "",
        _of_written(answer["written"]),
    )


def _of_written(data: Json | None) -> Written | None:
    if data is None:
        return None
    edits = tuple([_edit(edit) for edit in data["edits"]])
    return Written(edits, tuple(data["claims"]), data["left"], data["fault"])


def _diagnostic(data: Json) -> Diagnostic:
    related = tuple([Related(Span(**one["span"]), one["label"]) for one in data["related"]])
    code, span, severity = data["code"], Span(**data["span"]), data["severity"]
    return Diagnostic(code, span, data["message"], data["hint"], data["label"], related, severity)


def sources(paths: Sequence[str]) -> list[Source | Rejected]:
    """What is read at each path, or why it is not."""
    found: list[Source | Rejected] = []
    for path in paths:
        try:
            found.append(read(path))
        except Rejected as rejected:
            found.append(rejected)
    return found
