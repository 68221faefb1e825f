"""The wrong mechanisms of the field: what the search finds without annotation and `check`, and in how many CPU seconds.

The peers' figures were recorded once on a machine like the one this was written on (two cores): CheckDP with z3 as its
only solver, StatDP, EasyCrypt. Read the last column as a ratio; the peers are not run here. `at` says for which values
of the parameter the first attack succeeds, and `loss` is the largest epsilon that was found.
"""

from pathlib import Path
from time import process_time

from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.search.near_misses import lost
from prhl.syntax.reader import read
from prhl.verdict import ClaimResult

ATTACKS = Path(__file__).parent.parent / "examples" / "attacks"

# what is wrong, file, the claim on integers and the one on reals, the peer's seconds, and whose they are
WRONG = (
    ("noisy max, value", "noisy_max", "value", "value_reals", 150.0, "CheckDP, not finished"),
    ("the same, one-sided noise", "noisy_max", "one_sided", "one_sided_reals", 150.0, "CheckDP, not finished"),
    ("noisy max, half the noise", "noisy_max", "half_noise", "half_noise_reals", None, ""),
    ("partial sum, half the noise", "sums", "half_noise", "half_noise_reals", 3.5, "CheckDP"),
    ("smart sum, no block noise", "smart_sum", "integers", "reals", 50.6, "CheckDP"),
    ("SVT, no query noise", "svt_no_query_noise", "integers", "reals", 31.0, "CheckDP"),
    ("SVT, no cut-off", "svt_no_cutoff", "integers", "reals", 150.0, "CheckDP, not finished"),
    ("SVT, noise ignores N", "svt_noise_ignores_n", "integers", "reals", 104.0, "CheckDP, another solver"),
    ("SVT, same noise released", "svt_same_noise_value", "integers", "reals", 5821.0, "StatDP, missed"),
    ("gap SVT, value", "gap_svt_value", "integers", "reals", None, ""),
    ("histogram, scale eps", "sums", "wrong_scale", "wrong_scale_reals", None, ""),
    ("running sum at eps", "sums", "running_sum", "running_sum_reals", None, ""),
    ("randomized response, ln(2)", "randomized_response", "one", None, None, ""),
    ("the same, n people", "randomized_response", "many", None, None, ""),
    ("two-time pad", "pads", "two_time", None, 67.0, "EasyCrypt"),
    ("xor with a biased key", "pads", "biased", None, None, ""),
)


def run() -> None:
    print(
        "\nwrong mechanisms             noise     verdict  pairs   CPU s   loss  at                        peer / CPU"
    )
    for what, file, integers, reals, peer, whose in WRONG:
        for noise, claim in (("integers", integers), ("reals", reals)):
            if claim is not None:
                print(_line(what, noise, ATTACKS / f"{file}.wl", claim, peer, whose), flush=True)


def judged(path: Path, name: str) -> tuple[ClaimResult, float]:
    """The claim by `verify`, in this process, and the CPU seconds that it took."""
    started = process_time()
    file = pipeline.load(read(str(path)))
    claim = next(c for c in file.claims if c.name == name)
    result = pipeline.judge(claim, Laboratory(file), search=pipeline.SEARCH)
    return result, process_time() - started


def _line(what: str, noise: str, path: Path, name: str, peer: float | None, whose: str) -> str:
    result, seconds = judged(path, name)
    hunt = result.evidence.hunt
    pairs, at, loss = 0, "", ""
    if hunt is not None:
        pairs, at = hunt.pairs + hunt.nearby, hunt.everywhere.removeprefix("violated for ")
        best = hunt.largest or hunt.found
        figure = None if best is None else lost(best)[1]
        loss = "" if figure is None else "inf" if figure.low is None else f"{float(figure.low):.2f}"
    ratio = f"{peer / seconds:6.0f}  ({whose})" if peer else ""
    word = result.verdict.word
    return f"{what:<28} {noise:<9} {word:<8} {pairs:>5} {seconds:>7.2f} {loss:>6}  {at:<24}  {ratio}".rstrip()


if __name__ == "__main__":
    run()
