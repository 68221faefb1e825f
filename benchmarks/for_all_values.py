"""Claims for all values of real numbers: inequalities with exp, ln and sqrt, their false neighbours, open parameters.

Each claim is judged by `pipeline.judge` in this process, after one of its kind, so that the seconds of a processor are
those above start-up; SymPy is loaded before. Inequalities are judged as they are annotated, without a search for proofs
or attacks, as are their false neighbours, of which none may be proved. Open claims are judged as `prhl verify` does.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.source import Source
from prhl.syntax.reader import read
from tests.inequalities import FALSE, FalseRow

EXAMPLES = Path(__file__).parent.parent / "examples"
BAR = 1.0  # seconds of a processor


@dataclass(frozen=True)
class Judged:
    name: str
    word: str
    expected: str
    seconds: float


def run() -> None:
    import sympy  # noqa: F401

    inequalities = [read(str(path)) for path in sorted((EXAMPLES / "inequalities").glob("*.wl"))]
    false = [Source(f"{row.name}.wl", program(row)) for row in FALSE]
    opened = [read(str(path)) for path in sorted((EXAMPLES / "open").glob("*.wl"))]
    list(judged(inequalities[:1], thorough=False))
    list(judged(opened[:1], thorough=True))
    print("\nfor all values            claims   proved  refuted  unknown   CPU s   above 1 s   slowest")
    _told("inequalities", judged(inequalities, thorough=False))
    _told("false neighbours", judged(false, thorough=False))
    found = list(judged(opened, thorough=True))
    _told("open parameters", found)
    for one in found:
        print(
            f"  {one.name:<44} {one.word:<9} {one.seconds:6.2f}{'' if one.word == one.expected else '  NOT EXPECTED'}"
        )


def program(row: FalseRow) -> str:
    """Noise at the price, within the budget: the proof owes the inequality."""
    names = ", ".join([f"{name} : real" for name in row.names.split()])
    requires = "".join([f"  requires {part.strip()};\n" for part in (*row.requires.split(";"), f"{row.price} > 0")])
    return (
        f"program P(q : private real, {names}) : real\n{requires}{{\n"
        f"  y :=$ Laplace(1/({row.price}), q) couple y{{2}} = y{{1}};\n  return y;\n}}\n"
        f"claim c : P satisfies dp({row.budget}) when |q{{1}} - q{{2}}| <= 1;\n"
    )


def judged(sources: Iterable[Source], thorough: bool) -> Iterable[Judged]:
    for source in sources:
        file = pipeline.load(source)
        for claim in file.claims:
            started = process_time()
            search = pipeline.SEARCH if thorough else None
            found = pipeline.judge(claim, Laboratory(file), search=search, find=thorough)
            seconds = process_time() - started
            yield Judged(f"{Path(source.name).stem}: {claim.name}", found.verdict.word, found.expected, seconds)


def _told(what: str, found: Iterable[Judged]) -> None:
    rows = list(found)
    counts = [sum([row.word == word for row in rows]) for word in ("proved", "refuted", "unknown")]
    slowest = max(rows, key=lambda row: row.seconds)
    total, late = sum([row.seconds for row in rows]), sum([row.seconds > BAR for row in rows])
    numbers = f"{len(rows):>6} {counts[0]:>8} {counts[1]:>8} {counts[2]:>8} {total:>8.1f} {late:>11}"
    print(f"{what:<25} {numbers}   {slowest.seconds:.2f}  {slowest.name}", flush=True)


if __name__ == "__main__":
    run()
