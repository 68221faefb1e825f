"""Other tools on the same mechanisms: `dp-accounting` (Google) and `opendp` (Harvard), figure by figure.

What `prhl` says is exact, a bracket of seven digits, or a proved bound. Both others compute in floats and round up. For
each row the table holds how they may differ: they agree up to their own rounding, or one of them is looser by a factor
that is written down, and that docs/notions.md shows. Without one of them its columns are skipped.
"""

import importlib.util
import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from prhl.frontends.cli import main

ROOT = Path(__file__).parent.parent
FLOATS = 1e-9  # what floats lose, relatively
H = 1e-4  # the grid on which `dp-accounting` keeps losses

accounting = pytest.mark.skipif(
    importlib.util.find_spec("dp_accounting") is None, reason="dp-accounting is not installed: pip install prhl[peers]"
)
library = pytest.mark.skipif(
    importlib.util.find_spec("opendp") is None, reason="opendp is not installed: pip install prhl[peers]"
)

PROGRAMS = """
program Lap(x : private int) : real {
  z :=$ Laplace(2) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
program DLap(x : private int) : int {
  z :=$ DiscreteLaplace(2) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
program Four(x : private int) : list[int] {
  r := [];
  for i in 0 .. 4 invariant ={r} && cost <= i{1}/2; {
    y :=$ DLap(x) couple by pure;
    r := r ++ [y];
  }
  return r;
}
program Normal(x : private int) : real {
  z :=$ Gauss(2) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
program DNormal(x : private int) : int {
  z :=$ DiscreteGauss(2) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
program Respond(x : private bool) : bool {
  lie :=$ Flip(1/4) couple lie{2} = lie{1} xor x{1} xor x{2};
  return x xor lie;
}
program Eight(x : private bool) : list[bool] {
  r := [];
  for i in 0 .. 8 { lie :=$ Flip(1/4); r := r ++ [x xor lie]; }
  return r;
}
program Sampled(d : private list[int]) : int {
  s := 0;
  for i in 0 .. size(d) { kept :=$ Flip(1/10); s := s + (if kept then d[i] else 0); }
  z :=$ DiscreteLaplace(1);
  return s + z;
}
claim pure : DLap satisfies dp(1/2) when within(x, 1);
claim rho : Normal satisfies zcdp(1/8) when within(x, 1);
"""


# ---- what prhl says --------------------------------------------------------------------------


@cache
def measured(program: str, given: str, measure: str) -> tuple[float, float]:
    """A figure of an exact channel."""
    arguments = ["channel", "-", "--program", program, "--set", given, "--measure", measure, "--format", "json"]
    done = CliRunner().invoke(main, arguments, input=PROGRAMS)
    assert done.exit_code == 0, done.output
    (study,) = json.loads(done.stdout)["channels"]
    figure = study["measures"][measure]
    (found,) = [part for part in figure.values() if isinstance(part, dict) and "low" in part]
    return found["low"], found["high"]


def verdict(claim: str) -> str:
    done = CliRunner().invoke(main, ["verify", "-", "--format", "json", "--budget", "0"], input=PROGRAMS + claim)
    assert done.exit_code in (0, 1), done.output
    return str(json.loads(done.output)["files"][0]["claims"][-1]["verdict"])


@cache
def proved(claim: str, digits: int = 7) -> tuple[float, float]:
    """The smallest decimal for `?` at which the claim is proved, and the one before it."""
    low, high = 0, 10 * 10**digits
    while high - low > 1:
        middle = (low + high) // 2
        shown = f"{middle // 10**digits}.{middle % 10**digits:0{digits}}"
        low, high = (low, middle) if verdict(claim.replace("?", shown)) == "proved" else (middle, high)
    return low / 10**digits, high / 10**digits


# ---- what the others say ---------------------------------------------------------------------


def losses(name: str, parameter: float, **options: float) -> Any:
    from dp_accounting.pld import privacy_loss_distribution

    return getattr(privacy_loss_distribution, f"from_{name}")(parameter, value_discretization_interval=H, **options)


def renyi(order: float, event: str) -> float:
    import dp_accounting
    from dp_accounting import rdp

    accountant = rdp.RdpAccountant([order])
    accountant.compose(getattr(dp_accounting, event)(2.0))
    return float(accountant._rdp[0])


def converted() -> float:
    """The least epsilon over many orders, of Gaussian noise."""
    import dp_accounting
    from dp_accounting import rdp

    accountant = rdp.RdpAccountant()
    accountant.compose(dp_accounting.GaussianDpEvent(2.0))
    return float(accountant.get_epsilon(1e-5))


def opendp() -> Any:
    import opendp.prelude as dp

    dp.enable_features("contrib", "honest-but-curious")
    return dp


def noise(kind: str, whole: bool) -> Any:
    dp = opendp()
    domain = dp.atom_domain(T=int) if whole else dp.atom_domain(T=float, nan=False)
    metric = dp.absolute_distance(T=int if whole else float)
    return getattr(dp.m, f"make_{kind}")(domain, metric, scale=2.0)


def profile(whole: bool) -> Any:
    """Of Gaussian noise, by way of zCDP."""
    return opendp().c.make_zCDP_to_approxDP(noise("gaussian", whole)).map(1 if whole else 1.0)


def amplified() -> float:
    dp = opendp()
    rows = dp.vector_domain(dp.atom_domain(bounds=(0, 1)), size=100)
    total = dp.t.make_sum(rows, dp.symmetric_distance()) >> dp.m.then_laplace(scale=1.0)
    return float(dp.c.make_population_amplification(total, population_size=1000).map(2))


# ---- the table -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A figure of ours, as a bracket; theirs, and how far they may differ."""

    name: str
    ours: Callable[[], tuple[float, float]]
    google: Callable[[], float] | None = None
    harvard: Callable[[], float] | None = None
    grid: float = 0.0  # that `dp-accounting` may round up by
    looser: float = 1.0  # times that `opendp` is larger


ROWS = [
    Row(
        "epsilon of Laplace(2)",
        lambda: measured("Lap", "x in 0..1", "epsilon"),
        None,  # its tails are cut off, so that no epsilon is enough
        lambda: noise("laplace", False).map(1.0),
    ),
    Row(
        "epsilon of DiscreteLaplace(2)",
        lambda: measured("DLap", "x in 0..1", "epsilon"),
        lambda: losses("discrete_laplace_mechanism", 0.5).get_epsilon_for_delta(0.0),
        lambda: noise("laplace", True).map(1),
        grid=H,
    ),
    Row(
        "epsilon of 4 DiscreteLaplace(2)",
        lambda: measured("Four", "x in 0..1", "epsilon"),
        lambda: (
            losses("discrete_laplace_mechanism", 0.5).self_compose(4, tail_mass_truncation=0).get_epsilon_for_delta(0.0)
        ),
        lambda: opendp().c.make_composition([noise("laplace", True)] * 4).map(1),
        grid=4 * H,
    ),
    Row(
        "delta at 1 of 4 DiscreteLaplace(2)",
        lambda: measured("Four", "x in 0..1", "delta-at=1"),
        lambda: losses("discrete_laplace_mechanism", 0.5).self_compose(4).get_delta_for_epsilon(1.0),
        grid=4 * H,
    ),
    Row(
        "epsilon of randomized response, 3/4",
        lambda: measured("Respond", "x in {false, true}", "epsilon"),
        lambda: losses("randomized_response", 0.5, num_buckets=2).get_epsilon_for_delta(0.0),
        lambda: opendp().m.make_randomized_response_bool(0.75).map(1),
        grid=H,
    ),
    Row(
        "epsilon of 8 responses at delta 1/10",
        lambda: measured("Eight", "x in {false, true}", "epsilon-at=1/10"),
        lambda: losses("randomized_response", 0.5, num_buckets=2).self_compose(8).get_epsilon_for_delta(0.1),
        lambda: opendp().c.make_composition([opendp().m.make_randomized_response_bool(0.75)] * 8).map(1),
        grid=8 * H,
        looser=1.35,
    ),
    Row(
        "delta at 1 of Gauss(2)",
        lambda: measured("Normal", "x in {0, 1}", "delta-at=1"),
        lambda: losses("gaussian_mechanism", 2.0).get_delta_for_epsilon(1.0),
        lambda: profile(False).delta(1.0),
        looser=2.64,
        grid=H,
    ),
    Row(
        "delta at 1 of DiscreteGauss(2)",
        lambda: measured("DNormal", "x in 0..1", "delta-at=1"),
        lambda: losses("discrete_gaussian_mechanism", 2.0).get_delta_for_epsilon(1.0),
        lambda: profile(True).delta(1.0),
        looser=2.49,
        grid=H,
    ),
    Row(
        "epsilon of Gauss(2) at delta 1/100000",
        lambda: proved("claim c : Normal satisfies dp(?, 1/100000) when within(x, 1);"),
        lambda: losses("gaussian_mechanism", 2.0).get_epsilon_for_delta(1e-5),
        lambda: profile(False).epsilon(1e-5),
        looser=1.09,
        grid=H,
    ),
    Row(
        "epsilon of zcdp(1/8) at delta 1/100000",
        lambda: proved("claim c : Normal satisfies dp(?, 1/100000) when within(x, 1) from rho;"),
        converted,
        lambda: profile(False).epsilon(1e-5),
        grid=1e-6,  # their orders are on a grid
    ),
    Row(
        "rho of Gauss(2)",
        lambda: proved("claim c : Normal satisfies zcdp(?) when within(x, 1);", 3),
        None,
        lambda: noise("gaussian", False).map(1.0),
    ),
    Row(
        "rho of Laplace(2)",
        lambda: proved("claim c : Lap satisfies zcdp(?) when within(x, 1);", 3),
        None,
        lambda: opendp().c.make_pureDP_to_zCDP(noise("laplace", False)).map(1.0),
    ),
    Row(
        "order 3 of Gauss(2)",
        lambda: proved("claim c : Normal satisfies rdp(3, ?) when within(x, 1);", 3),
        lambda: renyi(3.0, "GaussianDpEvent"),
    ),
    Row(
        "order 2 of Laplace(2)",
        lambda: proved("claim c : Lap satisfies rdp(2, ?) when within(x, 1);"),
        lambda: renyi(2.0, "LaplaceDpEvent"),
    ),
    Row(
        "epsilon of DiscreteLaplace(1), sampled 1/10",
        lambda: measured("Sampled", "d in {[], [1]}", "epsilon"),
        lambda: losses("discrete_laplace_mechanism", 1.0, sampling_prob=0.1).get_epsilon_for_delta(0.0),
        amplified,
        grid=H,
    ),
]


def having(column: str) -> pytest.MarkDecorator:
    rows = [row for row in ROWS if getattr(row, column) is not None]
    return pytest.mark.parametrize("row", rows, ids=lambda row: row.name.replace(" ", "-"))


@accounting
@having("google")
def test_dp_accounting(row: Row) -> None:
    assert row.google is not None
    (low, high), theirs = row.ours(), row.google()
    assert low * (1 - FLOATS) <= theirs <= high * (1 + FLOATS) + row.grid


@library
@having("harvard")
def test_opendp(row: Row) -> None:
    assert row.harvard is not None
    (low, high), theirs = row.ours(), row.harvard()
    assert low * (1 - FLOATS) <= theirs <= high * row.looser * (1 + FLOATS)
    if row.looser > 1:  # and not by less than is said, in two digits
        assert theirs >= low * (row.looser - 0.02)


@accounting
@library
def test_the_table_of_the_document() -> None:
    text = (ROOT / "docs" / "notions.md").read_text(encoding="utf-8")
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if re.match(r"\| .* \|", line)
    ]
    told = {cells[0]: cells[1:4] for cells in lines if len(cells) == 5}
    for row in ROWS:
        theirs = [None if found is None else found() for found in (row.google, row.harvard)]
        expected = [row.ours()[1], *theirs]
        for cell, number in zip(told[row.name], expected, strict=True):
            assert (cell == "") == (number is None), (row.name, cell, number)
            assert number is None or math.isclose(float(cell), number, rel_tol=2e-6), (row.name, cell, number)
