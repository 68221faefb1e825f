"""The Python interface: `import prhl`, then `prhl.verify("sum.wl")`. What the command line says, as objects.

    >>> import prhl
    >>> report = prhl.verify(text='''
    ... program RandResp(x : private bool) : bool {
    ...   b :=$ Flip(1/2);
    ...   if (b) { o := x; } else { o :=$ Flip(1/2); }
    ...   return o;
    ... }
    ... claim ln3 : RandResp satisfies dp(ln(3)) when any;
    ... claim ln2 : RandResp satisfies dp(ln(2)) when any expect refuted;
    ... ''')
    >>> report.ok
    True
    >>> report.claims["ln2"].witness.probabilities
    ('3/4', '1/4')

Of one file or text bad input raises `Rejected`. Of several paths, or of a folder, there is a report all the same: its
files hold what is wrong with them, and `ok` is False.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from prhl import diagnostics as inner
from prhl.jobs import Asked, Executor, local, reports, sources
from prhl.report.as_json import diagnostic_json
from prhl.report.figure_text import figure_json
from prhl.report.messages import diagnostic_text
from prhl.report.style import marked
from prhl.results import (
    Account,
    Channel,
    Coupling,
    Figure,
    File,
    NotComputed,
    Number,
    OpenChannel,
    Rejected,
    Report,
    charges,
    diagnostic,
)
from prhl.source import Source
from prhl.syntax.reader import decode, is_folder, listed, read

if TYPE_CHECKING:
    from prhl.report.channels import Study

PathLike = str | os.PathLike[str]
Settings = Mapping[str, object] | Sequence[str]


def verify(
    *paths: PathLike,
    text: str | None = None,
    claim: str | None = None,
    find: bool = True,
    explain: bool = False,
    jobs: int = 1,
    cache: PathLike | None = None,
    budget: int | float | None = None,
    rlimit: int = 5_000_000,
    timeout: float | None = None,
    seconds: float | None = None,
    twin: bool = False,
    cluster: str | None = None,
    executor: Executor | None = None,
) -> Report:
    """Judge the claims of files and folders, or of a text: proved, refuted or unknown.

    `find=False` proves claims as they are annotated; `claim` judges one only. `jobs` processes share files and claims,
    `cache` is a folder in which verdicts are kept. `budget` bounds the search for attacks: an int is a number of pairs
    of inputs, a float a number of seconds. `rlimit` is the solver's effort for an obligation; `timeout` (an
    obligation) and `seconds` (an instance) are time limits, and none unless you set them. `cluster` is the address of a
    Dask scheduler whose workers share the work in place of `jobs` (`prhl.cluster.ClusterFailed` if they cannot); an
    `executor` is any other place for it.

        >>> shown = "program P(x : private bool) : bool { return x; } claim c : P satisfies dp(1) when any;"
        >>> report = prhl.verify(text=shown)
        >>> report.ok, report.claims["c"].verdict, report.claims["c"].expected
        (False, 'refuted', 'proved')
    """
    _fitting(rlimit=rlimit, budget=budget, timeout=timeout, seconds=seconds, jobs=jobs)
    _fitting(claim=claim, find=find, explain=explain, twin=twin, cluster=cluster)
    asked = Asked("verify", claim, find, explain, twin, timeout, rlimit, seconds, budget)
    with _executor(jobs, cluster, executor) as where:
        return _reported(paths, text, asked, where, cache)


def check(*paths: PathLike, text: str | None = None) -> Report:
    """Names and types only: a report without claims, or Rejected.

    >>> prhl.check(text="program P(x : bool) : bool { return y; }")
    Traceback (most recent call last):
    ...
    prhl.results.Rejected: <text>:1:37  error[unknown-name]: ...
    """
    return _reported(paths, text, Asked("check"), local(1), None)


def refute(
    *paths: PathLike,
    text: str | None = None,
    claim: str | None = None,
    budget: int | float | None = None,
    start: int = 0,
    jobs: int = 1,
    cache: PathLike | None = None,
    seconds: float | None = None,
    cluster: str | None = None,
    executor: Executor | None = None,
) -> Report:
    """Look for attacks on the claims, and for nothing else: the instances of `check`, then small inputs."""
    _fitting(claim=claim, budget=budget, start=start, seconds=seconds, jobs=jobs, cluster=cluster)
    asked = Asked("refute", claim, budget=budget, start=start, seconds=seconds)
    with _executor(jobs, cluster, executor) as where:
        return _reported(paths, text, asked, where, cache)


def format(path: PathLike | None = None, *, text: str | None = None) -> str:  # noqa: A001 - its name in `prhl`
    """The text in canonical layout, every comment kept. Nothing is written.

    >>> print(prhl.format(text="program P(x:bool):bool{return x;}"), end="")
    program P(x : bool) : bool {
      return x;
    }
    """
    from prhl import pipeline

    with _asking():
        return pipeline.reformat(_one(path, text))


# ---- numbers ---------------------------------------------------------------------------------


@overload
def channel(
    path: PathLike | None = None,
    program: str | None = None,
    claim: str | None = None,
    set: Settings = (),
    *,
    open: None = None,
    text: str | None = None,
    measures: Sequence[str] = (),
    prior: str | None = None,
    gain: str | None = None,
    jobs: int = 1,
    seconds: float | None = None,
    twin: bool = False,
) -> Channel: ...


@overload
def channel(
    path: PathLike | None = None,
    program: str | None = None,
    claim: str | None = None,
    set: Settings = (),
    *,
    open: Sequence[str],
    text: str | None = None,
    measures: Sequence[str] = (),
    prior: str | None = None,
    gain: str | None = None,
    jobs: int = 1,
    seconds: float | None = None,
    twin: bool = False,
) -> OpenChannel: ...


def channel(
    path: PathLike | None = None,
    program: str | None = None,
    claim: str | None = None,
    set: Settings = (),  # noqa: A002
    *,
    open: Sequence[str] | None = None,  # noqa: A002
    text: str | None = None,
    measures: Sequence[str] = (),
    prior: str | None = None,
    gain: str | None = None,
    jobs: int = 1,
    seconds: float | None = None,
    twin: bool = False,
) -> Channel | OpenChannel:
    """The exact channel of a program, on one instance; Rejected if there are several, which `channels` yields.

    >>> coin = prhl.channel(text='''
    ... program Coin(x : private bool, p : real) : bool
    ...   requires 0 < p && p < 1;
    ... {
    ...   b :=$ Flip(p);
    ...   return b xor x;
    ... }
    ... ''', set={"p": "1/4"})
    >>> coin.rows, coin.columns
    (({'x': False}, {'x': True}), (False, True))
    >>> coin.probability({"x": True}, True)
    Fraction(3, 4)
    >>> coin.epsilon.exact, coin.epsilon.high
    ('ln(3)', 1.098613)

    With `open`, names of public numbers, it is an `OpenChannel`: for every value of these at once.
    """
    options: dict[str, Any] = {"measures": measures, "prior": prior, "gain": gain}
    options |= {"jobs": jobs, "seconds": seconds, "twin": twin}
    found: Sequence[Channel | OpenChannel]
    if open is None:
        found = list(channels(path, program, claim, set, text=text, **options))
    else:
        found = _open_channels(path, text, program, claim, set, open, **options)
    if len(found) != 1:
        told = "; ".join([", ".join([f"{n} = {v}" for n, v in one.instance.items()]) for one in found[:4]])
        message = f"there are {len(found)} instances: {told}{'; ...' if len(found) > 4 else ''}" if found else "none"
        hint = "give one with `set`, or take `prhl.channels`"
        raise _public(inner.misasked(_one(path, text), "channel-choice", message, hint))
    return found[0]


def channels(
    path: PathLike | None = None,
    program: str | None = None,
    claim: str | None = None,
    set: Settings = (),  # noqa: A002
    *,
    text: str | None = None,
    measures: Sequence[str] = (),
    prior: str | None = None,
    gain: str | None = None,
    jobs: int = 1,
    seconds: float | None = None,
    twin: bool = False,
) -> Iterator[Channel]:
    """The channel of each instance, as `prhl channel` computes it; `set` as `--set`, or a dict from names to values."""
    from prhl import pipeline
    from prhl.measures.asked import questions

    _fitting(program=program, claim=claim, prior=prior, gain=gain, jobs=jobs, seconds=seconds, twin=twin)
    with _asking():
        source = _one(path, text)
        asked = questions(_listed(measures), prior, gain)
        effort = Asked("verify", seconds=seconds, twin=twin).effort(jobs)
        studies = pipeline.channels(source, program, claim, _settings(set), effort, asked)
        yield from [_channel(study) for study in studies]


def _open_channels(
    path: PathLike | None,
    text: str | None,
    program: str | None,
    claim: str | None,
    settings: Settings,
    names: Sequence[str],
    *,
    measures: Sequence[str],
    prior: str | None,
    gain: str | None,
    jobs: int,
    seconds: float | None,
    twin: bool,
) -> list[OpenChannel]:
    from prhl import pipeline
    from prhl.measures.asked import questions
    from prhl.report import open_channels as report
    from prhl.report.svg.open_curves import as_svg

    _fitting(program=program, claim=claim, prior=prior, gain=gain, jobs=jobs, seconds=seconds, twin=twin)
    with _asking():
        effort = Asked("verify", seconds=seconds, twin=twin).effort(jobs)
        asked = questions(_listed(measures), prior, gain)
        studies = pipeline.open_channels(
            _one(path, text), program, claim, _settings(settings), _listed(names), effort, asked
        )
        told = report.as_json(studies)["channels"]
        return [
            OpenChannel.of(data, report.as_text(study, marked), as_svg([study]))
            for data, study in zip(told, studies, strict=True)
        ]


def couple(
    path: PathLike | None = None,
    claim: str | None = None,
    set: Settings = (),  # noqa: A002
    inputs: Sequence[str] = (),
    epsilon: str | None = None,
    delta: str | None = None,
    *,
    text: str | None = None,
    jobs: int = 1,
    seconds: float | None = None,
    twin: bool = False,
) -> tuple[Coupling, ...]:
    """The optimal coupling of what two runs show, for each instance of a claim, as `prhl couple` computes it."""
    from prhl import pipeline
    from prhl.measures.asked import budget as read_budget
    from prhl.pairings import Wanted
    from prhl.report import couplings
    from prhl.report.svg.flow import as_svg

    _fitting(claim=claim, jobs=jobs, seconds=seconds, twin=twin)
    with _asking():
        source = _one(path, text)
        wanted = Wanted(tuple(_settings(set)), tuple(_listed(inputs)), *read_budget(epsilon, delta))
        effort = Asked("verify", seconds=seconds, twin=twin).effort(jobs)
        found = []
        for one in pipeline.couplings(source, claim, wanted, effort):
            (data,) = couplings.as_json([one])["couplings"]
            found.append(
                Coupling(
                    data["claim"],
                    data["program"],
                    data["instance"],
                    tuple(data["inputs"]),
                    tuple([(a, b, part) for a, b, part in data["parts"]]),
                    data["status"],
                    Figure.of(data["smallest_epsilon"]),
                    Figure.of(data["smallest_delta"]),
                    data,
                    couplings.as_text(one, marked),
                    as_svg([one]),
                )
            )
        return tuple(found)


def budget(
    path: PathLike | None = None,
    claim: str | None = None,
    *,
    text: str | None = None,
    find: bool = True,
    rlimit: int = 5_000_000,
    timeout: float | None = None,
    seconds: float | None = None,
    jobs: int = 1,
) -> tuple[Account, ...]:
    """Where the budget of each claim goes, or of the one that is named, as `prhl budget` computes it."""
    from prhl import pipeline
    from prhl.report import budget as report
    from prhl.report.svg.bars import as_svg
    from prhl.solvers import Limits

    _fitting(claim=claim, find=find, rlimit=rlimit, timeout=timeout, seconds=seconds, jobs=jobs)
    with _asking():
        source = _one(path, text)
        effort = Asked("verify", seconds=seconds).effort(jobs)
        found = []
        for one in pipeline.accounts(source, claim, effort, Limits(rlimit, timeout), find):
            (data,) = report.as_json(source, [one])["claims"]
            told, picture = report.as_text(source, one, marked), as_svg(source, [one])
            names = (data["name"], data["program"], data["proved"], charges(data), data["spent"])
            found.append(Account(*names, data, told, picture))
        return tuple(found)


# ---- use -------------------------------------------------------------------------------------


def run(
    path: PathLike | None = None,
    program: str | None = None,
    inputs: Mapping[str, Any] | None = None,
    n: int = 1,
    *,
    text: str | None = None,
    seed: str | None = None,
    twin: bool = False,
) -> list[Any]:
    """What `n` runs of a program show, drawn by exact samplers with random bits of the operating system.

    Inputs are ints, Fractions, Decimals, texts such as "1/3", and lists of these; floats are refused. A `seed` gives
    the same draws again, for tests and teaching, and never for a release. Continuous noise is NotComputed; `twin`
    runs the discrete twin, of which the claims of the file need not hold.

        >>> coin = "program Coin(x : private bool) : bool { b :=$ Flip(1/4); return b xor x; }"
        >>> prhl.run(text=coin, inputs={"x": True}, n=5, seed="1")
        [True, True, True, True, True]
    """
    from prhl import runs
    from prhl.semantics.observation import plain_all

    _fitting(program=program, n=n, seed=seed, twin=twin)
    with _asking():
        found = runs.run(_one(path, text), program, values=inputs, wanted=runs.Wanted(n, seed, twin=twin))
    return [plain_all(seen) for seen in found.outputs]


def export(
    path: PathLike | None = None,
    program: str | None = None,
    to: str = "python",
    *,
    text: str | None = None,
    claim: str | None = None,
    twin: bool = False,
    unproved: bool = False,
    grid: str | None = None,
) -> str:
    """A program as the text of a Python module, as `prhl export` writes it; NotComputed if nothing is proved of it."""
    from prhl.exporting import exported

    _fitting(program=program, claim=claim, twin=twin, unproved=unproved, grid=grid)
    if to not in ("python", "opendp"):
        raise ValueError(f"to is {to!r}, and is to be 'python' or 'opendp'")
    with _asking():
        return exported(_one(path, text), program, to, claim, twin, unproved, grid).text


# ---- what they share -------------------------------------------------------------------------


LEAST = {"rlimit": 1, "budget": 0, "start": 0, "timeout": 0.01, "seconds": 0.1, "jobs": 1, "n": 0}
WHOLE = ("rlimit", "start", "jobs", "n")
FLAGS = ("find", "explain", "twin", "unproved")


def _fitting(**given: object) -> None:
    """TypeError or ValueError for what the command line would refuse, too: limits, yes or no, and else texts."""
    for name, value in given.items():
        if value is None and name not in (*WHOLE, *FLAGS):
            continue
        number = name in LEAST
        kind: Any = bool if name in FLAGS else int if name in WHOLE else int | float if number else str
        if not isinstance(value, kind) or (number and isinstance(value, bool)):
            wanted = {bool: "True or False", int: "a whole number", str: "a text"}.get(kind, "a number")
            raise TypeError(f"{name} is {value!r}, and is to be {wanted}")
        if number and not LEAST[name] <= value < (2**32 if name == "rlimit" else inf):
            raise ValueError(f"{name} is {value}, and is to be {LEAST[name]} or more, within reason")


@contextmanager
def _executor(jobs: int, cluster: str | None, given: Executor | None) -> Iterator[Executor]:
    if cluster is None or given is not None:
        yield given or local(jobs)
        return
    from prhl.cluster import connected

    with connected(cluster) as there:
        yield there


def _reported(
    paths: Sequence[PathLike], text: str | None, asked: Asked, executor: Executor, cache: PathLike | None
) -> Report:
    from prhl.verdict_cache import VerdictCache

    if (text is None) == (not paths):
        raise TypeError("give paths, or a text")
    names = [os.fspath(path) for path in paths]
    with _asking():
        given: list[Source | inner.Rejected] = [_text(text)] if text is not None else sources(listed(names))
        keeper = None if cache is None else VerdictCache(Path(cache))
        report = Report(tuple(reports(given, asked, executor, keeper)))
    if keeper is not None and keeper.unwritten:
        warnings.warn(f"{cache} cannot be written: {keeper.unwritten}; verdicts are not kept", stacklevel=3)
    single = text is not None or (len(names) == 1 and not is_folder(names[0]))
    if single and report.status == 2:
        (file,) = report.files
        raise Rejected(file.file, file.diagnostics, file.text)
    return report


@contextmanager
def _asking() -> Iterator[None]:
    """What is raised inside of the tool, as its users see it."""
    try:
        yield
    except inner.Rejected as rejected:
        raise _public(rejected) from None
    except inner.Stopped as stopped:
        raise _public(stopped.rejected, NotComputed) from None


def _public(rejected: inner.Rejected, kind: Callable[..., Rejected] = Rejected) -> Rejected:
    source = rejected.source
    told = tuple([diagnostic(diagnostic_json(source, one)) for one in rejected.diagnostics])
    return kind(source.name, told, "\n".join([diagnostic_text(source, one) for one in rejected.diagnostics]))


def _one(path: PathLike | None, text: str | None) -> Source:
    if (path is None) == (text is None):
        raise TypeError("give a path, or a text")
    return _text(text) if path is None else read(os.fspath(path))


def _text(text: str | None) -> Source:
    if text is not None and not isinstance(text, str):
        raise TypeError(f"a text is a str, and not {type(text).__name__}; bytes are to be decoded")
    return decode("<text>", (text or "").encode("utf-8", errors="surrogatepass"))


def _listed(given: Sequence[str]) -> Sequence[str]:
    """One name stands for itself, and not for its letters."""
    return [given] if isinstance(given, str) else given


def _settings(given: Settings) -> list[str]:
    """`eps=1/2` as it is, or from a dict, in which a set holds several values."""
    from prhl.results import notation

    if isinstance(given, str):
        return [given]
    if not isinstance(given, Mapping):
        return list(given)
    return [
        f"{name} in {{{', '.join(sorted(map(notation, value)))}}}"  # in an order that is the same every time
        if isinstance(value, set | frozenset)
        else f"{name} = {notation(value)}"
        for name, value in given.items()
    ]


def _channel(study: Study) -> Channel:
    from prhl.numbers import Exact
    from prhl.numbers.figures import figure
    from prhl.report import channels as report
    from prhl.report.svg import as_svg
    from prhl.semantics.observation import plain, plain_all

    (data,) = report.as_json([study])["channels"]
    outputs = study.channel.outputs

    def number(value: Exact) -> Number:
        if isinstance(value, int | Fraction):
            return Fraction(value)
        found = Figure.of(figure_json(figure(value)))
        assert found is not None
        return found

    return Channel(
        data["program"],
        data["instance"],
        tuple([{n: plain(row[n]) for n in study.secrets} for row in study.channel.instance.left]),
        tuple([plain_all(seen) for seen in outputs]),
        tuple([tuple([number(row.probability(seen)) for seen in outputs]) for row in study.channel.left]),
        Figure.of(data["epsilon"]),
        data,
        report.as_text(study, marked),
        as_svg([study]),
    )


__all__ = [
    "Account",
    "Channel",
    "Coupling",
    "File",
    "NotComputed",
    "OpenChannel",
    "Rejected",
    "Report",
    "budget",
    "channel",
    "channels",
    "check",
    "couple",
    "export",
    "format",
    "refute",
    "run",
    "verify",
]
