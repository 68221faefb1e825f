"""The wrong mechanisms of the field, with the annotations of the right ones: none is proved.

Each is the right program of `examples/` with the one mistake that was published or measured; its noise stays
continuous or unbounded, so that only the proof road could say anything for it.
"""

from pathlib import Path

import pytest

from prhl import pipeline
from prhl.solvers import Limits
from prhl.source import Source

EXAMPLES = Path(__file__).parent.parent / "examples"

# name: file, claim, what is put in place of what
WRONG: dict[str, tuple[str, str, list[tuple[str, str]]]] = {
    "noisy max, half the noise": ("mechanisms/noisy_max.wl", "private", [("Laplace(2/eps)", "Laplace(1/eps)")]),
    "noisy max with exponential noise, half the noise": (
        "mechanisms/noisy_max_exponential.wl", "private", [("Exponential(2/eps)", "Exponential(1/eps)")],
    ),
    "partial sum, half the noise": ("mechanisms/noisy_sum.wl", "private", [("Laplace(1/eps)", "Laplace(1/(2*eps))")]),
    "smart sum without the block's noise": (
        "mechanisms/smart_sum.wl", "private", [("next := block + q[i] + z;", "next := block + q[i];")],
    ),
    "sparse vector without query noise": (
        "mechanisms/svt.wl", "private", [("if (q[i] + eta >= bar)", "if (q[i] >= bar)")],
    ),
    "sparse vector without cut-off": (
        "mechanisms/svt.wl", "private", [("while (i < size(q) && hits < N)", "while (i < size(q))")],
    ),
    "sparse vector without cut-off, invariant weakened": (
        "mechanisms/svt.wl",
        "private",
        [("while (i < size(q) && hits < N)", "while (i < size(q))"), ("0 <= hits{1} && hits{1} <= N", "0 <= hits{1}")],
    ),
    "sparse vector whose noise ignores the number of hits": (
        "mechanisms/svt.wl",
        "private",
        [("Laplace(2/eps)", "Laplace(4/eps)"), ("Laplace(4*N/eps)", "Laplace(4/(3*eps))")],
    ),
    "sparse vector releasing the value with the same noise": (
        "mechanisms/gap_svt.wl", "private", [("q[i] + eta - bar)", "q[i] + eta)")],
    ),
    "numeric sparse vector without fresh noise": (
        "mechanisms/numeric_svt.wl", "private", [("out ++ [(true, q[i] + z)]", "out ++ [(true, q[i])]")],
    ),
    "sparse vector for monotone queries, on queries that are not": (
        "mechanisms/svt.wl", "private", [("Laplace(4*N/eps)", "Laplace(2*N/eps)")],
    ),
    "histogram with scale eps": ("mechanisms/histogram.wl", "private", [("Laplace(1/eps)", "Laplace(eps)")]),
    "histogram, a record replaced, claimed at eps": (
        "mechanisms/histogram_replace.wl", "private", [("dp(2*eps)", "dp(eps)")],
    ),
    "running sum claimed at eps": ("mechanisms/noisy_running_sum.wl", "private", [("dp(n*eps)", "dp(eps)")]),
    "prefix sums under all_within claimed at eps": ("mechanisms/prefix_sums.wl", "all", [("dp(n*eps)", "dp(eps)")]),
    "randomized response claimed at half": (
        "mechanisms/randomized_response_eps.wl", "private", [("dp(eps) when", "dp(eps/2) when")],
    ),
    "Laplace mechanism on a function twice as sensitive": (
        "mechanisms/laplace_mechanism.wl", "private", [("- f(d{2})| <= 1", "- f(d{2})| <= 2")],
    ),
    "pad with a key that is used twice": (
        "quadruples/one_time_pad.wl",
        "secrecy",
        [
            (": bits[n]\n  requires", ": (bits[n], bits[n])\n  requires"),
            ("return m xor key;", "return (m xor key, key);"),
        ],
    ),
}  # fmt: skip


def mutated(name: str) -> tuple[str, str]:
    file, claim, changes = WRONG[name]
    text = (EXAMPLES / file).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text, claim


@pytest.mark.parametrize("name", WRONG)
def test_it_is_not_proved(name: str) -> None:
    text, wanted = mutated(name)
    report = pipeline.verify(Source(name, text), limits=Limits(2_000_000, 5))
    claim = next(c for c in report.claims if c.name == wanted)
    assert claim.verdict.word != "proved"
    assert claim.failed
    assert not claim.alarm
