"""The search finds every wrong mechanism of the field without being told where to look, and no right one.

`PRHL_EXAMPLES` of a thousand and more, as `make fuzz` sets it, makes the search for attacks on what is right a long
one.
"""

import json
import os
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from prhl import pipeline
from prhl.checks.instance_check import CheckResult
from prhl.checks.laboratory import Laboratory
from prhl.frontends.cli import main
from prhl.report.claim_text import witness_lines
from prhl.report.search import found_lines, search_json
from prhl.search.hunt import Hunt, Hunter, hunt
from prhl.search.search_budget import Budget
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.syntax.reader import read
from prhl.verdict import ClaimResult, Refuted, Unknown
from tests.test_traps import header_of, source_of, without_checks

pytestmark = pytest.mark.search

ROOT = Path(__file__).parent.parent
ENOUGH = Budget(pairs=60)
LONG = int(os.environ.get("PRHL_EXAMPLES", "0")) >= 1_000
AGAINST = Budget(pairs=1_000) if LONG else Budget(pairs=10, steps=2_000_000)


@cache
def written(folder: str) -> list[tuple[str, str, str]]:
    """The claims of a folder of examples: file, name, and what is expected."""
    found = []
    for path in sorted((ROOT / "examples" / folder).rglob("*.wl")):
        name = str(path.relative_to(ROOT))
        claims = [item for item in parse(read(str(path))).file.items if isinstance(item, ast.Satisfies | ast.Quadruple)]
        found += [(name, claim.name.text, _expected(claim)) for claim in claims]
    return found


def _expected(claim: ast.Claim) -> str:
    return next((one.verdict for one in claim.options if isinstance(one, ast.Expect)), "proved")


def claims_of(folder: str, *expected: str) -> list[tuple[str, str]]:
    """The files of examples with the claims that are expected so."""
    return [(file, name) for file, name, expect in written(folder) if expect in expected]


def searched(name: str, claim: str, budget: Budget) -> ClaimResult:
    """A claim of an example, without its checks and its proof."""
    report = pipeline.refute(without_checks(read(str(ROOT / name))), budget, [claim])
    (result,) = report.claims
    return result


def attacked(text: str, budget: Budget = ENOUGH) -> ClaimResult:
    report = pipeline.refute(Source("attack.wl", text), budget)
    assert not report.diagnostics
    return report.claims[0]


def hunt_of(result: ClaimResult) -> Hunt:
    assert result.evidence.hunt is not None
    return result.evidence.hunt


# ---- what is wrong is found ------------------------------------------------------------------

WRONG = claims_of("wrong", "refuted") + claims_of("attacks", "refuted")
AT_ONCE = {"two_sided", "small_counts_kept_back", "ends"}  # refuted by their channels, open or whole, before any search
LATER = {"stops", "chooses", "half"}  # more inputs, or functions, are tried before they are found


@cache
def attack_on(name: str, claim: str) -> ClaimResult:
    return searched(name, claim, Budget() if claim in LATER else ENOUGH)


@pytest.mark.parametrize(("name", "claim"), WRONG, ids=[f"{Path(n).stem}-{c}" for n, c in WRONG])
def test_wrong_mechanism_is_refuted_without_a_check(name: str, claim: str) -> None:
    result = attack_on(name, claim)
    assert isinstance(result.verdict, Refuted), hunt_of(result)
    assert result.as_expected
    if claim in AT_ONCE:
        assert result.evidence.hunt is None
        assert result.verdict.witness in [check.witness for check in result.evidence.checks]
        return
    told = hunt_of(result)
    assert told.found is not None
    assert told.found.witness == result.verdict.witness
    assert told.pairs <= 60 or claim in LATER
    if told.largest is not None:
        assert loss_of(told.largest) > loss_of(told.found)


def loss_of(found: CheckResult) -> Fraction:
    if found.divergence is not None:
        figure = found.divergence[1]
    else:
        figure = found.delta if found.violation is not None and found.violation.delta else found.epsilon
    assert figure is not None
    return Fraction(10**9) if figure.low is None else figure.low


def test_every_row_of_the_table_is_there() -> None:
    attacks = {Path(name).stem for name, _ in claims_of("attacks", "refuted")}
    assert attacks >= {
        "noisy_max",
        "sums",
        "smart_sum",
        "svt_no_query_noise",
        "svt_no_cutoff",
        "svt_noise_ignores_n",
        "svt_same_noise_value",
        "gap_svt_value",
        "randomized_response",
        "pads",
    }


@pytest.mark.parametrize("name", [name for name, _ in claims_of("attacks", "refuted")])
def test_attacks_have_neither_annotation_nor_check(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    if "with no annotation" in text:
        body = "\n".join([line for line in text.splitlines() if not line.startswith("//")])
        for word in ("check", "couple", "invariant", "decreases", "assert", "pointwise", "proof"):
            assert word not in body


@pytest.mark.parametrize(
    ("name", "claim", "least", "most"),
    [
        ("svt_noise_ignores_n", "integers", "1.7", "1.75"),
        ("svt_noise_ignores_n", "reals", "1.6", "1.75"),
        ("noisy_max", "half_noise", "1.9", "2"),
        ("noisy_max", "half_noise_reals", "1.7", "2"),
    ],
)
def test_the_largest_loss_comes_near_the_truth(name: str, claim: str, least: str, most: str) -> None:
    """At eps = 1: (1 + 6*N)/4 for the fourth of Lyu, Su and Li with N = 1, 2 for half the noise."""
    largest = hunt_of(attack_on(f"examples/attacks/{name}.wl", claim)).largest
    assert largest is not None
    assert largest.epsilon is not None
    assert largest.epsilon.low is not None
    assert largest.epsilon.high is not None
    assert Fraction(least) < largest.epsilon.low
    assert largest.epsilon.high <= Fraction(most) + Fraction(1, 10**5)
    assert largest.witness is not None
    assert largest.witness.inputs[0]["eps"] == "1"


@pytest.mark.parametrize(
    ("name", "claim", "values"),
    [
        ("sums", "wrong_scale", "violated for eps < 1 only"),
        ("sums", "half_noise", "violated for every eps > 0"),
        ("svt_no_cutoff", "integers", "violated for every eps > 0"),
        ("svt_noise_ignores_n", "integers", "violated for every eps > 0"),
    ],
)
def test_an_attack_says_for_which_eps_it_succeeds(name: str, claim: str, values: str) -> None:
    assert hunt_of(attack_on(f"examples/attacks/{name}.wl", claim)).everywhere == values


NOISY_MAX = """
program P(a : private int, b : private int, eps : real) : bool
  requires eps > 0;
{
  x :=$ DiscreteLaplace(16/(9*eps));
  y :=$ DiscreteLaplace(16/(9*eps));
  return a + x >= b + y;
}
claim c : P satisfies dp(eps) when within(a, 1) && within(b, 1);
"""


def test_gaps_are_found_where_nothing_else_helps() -> None:
    """Two answers and nearly enough noise: only answers that are far apart lose more than eps."""
    result = attacked(NOISY_MAX)
    assert isinstance(result.verdict, Refuted)
    first, second = result.verdict.witness.inputs
    assert abs(int(first["a"]) - int(first["b"])) >= 5
    assert abs(int(second["a"]) - int(second["b"])) >= 5


OTHERS = {
    "a delta": ("dp(eps/2, 1/100)", "within(x, 1)"),
    "a relation that is too wide": ("dp(eps)", "within(x, 2)"),
    "an order": ("rdp(2, eps/4)", "within(x, 1)"),
    "concentrated": ("zcdp(eps/10)", "within(x, 1)"),
    "nothing shall be seen": ("noninterference", "within(x, 1)"),
    "no relation": ("dp(eps)", "any"),
    "a formula": ("dp(eps)", "x{1} <= x{2} && x{2} <= x{1} + 3"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_every_kind_of_claim_is_searched(name: str) -> None:
    notion, relation = OTHERS[name]
    text = (
        "program P(x : private int, eps : real) : int requires eps > 0; { z :=$ DiscreteLaplace(1/eps); return x + z; }"
    )
    assert attacked(f"{text} claim c : P satisfies {notion} when {relation};").verdict.word == "refuted"


def test_constants_of_the_program_are_tried() -> None:
    text = "program P(x : private int) : bool { return x > 100; }\nclaim c : P satisfies dp(1) when within(x, 1);"
    result = attacked(text)
    assert isinstance(result.verdict, Refuted)
    assert {given["x"] for given in result.verdict.witness.inputs} == {"100", "101"}


def test_two_programs_are_searched() -> None:
    text = """
    program A(x : private int) : int requires x >= 0; { u :=$ Uniform(0 .. x); return u; }
    program B(y : private int) : int requires y >= 0; { u :=$ Uniform(0 .. y); return u; }
    claim c : A ~ B : x{1} <= y{2} ==> res{1} <= res{2};
    claim d : A ~ B : x{1} <= y{2} + 1 ==> res{1} <= res{2};
    """
    report = pipeline.refute(Source("two.wl", text), Budget(pairs=40))
    assert [claim.verdict.word for claim in report.claims] == ["unknown", "refuted"]


# ---- what is right is left alone -------------------------------------------------------------

RIGHT = [pair for folder in ("mechanisms", "course", "quadruples", "thesis", "wrong", "attacks")
         for pair in claims_of(folder, "proved", "unknown")]  # fmt: skip


@pytest.mark.parametrize(("name", "claim"), RIGHT, ids=[f"{Path(n).parent.name}/{Path(n).stem}-{c}" for n, c in RIGHT])
def test_right_mechanism_is_not_refuted(name: str, claim: str) -> None:
    result = searched(name, claim, AGAINST)
    assert isinstance(result.verdict, Unknown), result.verdict
    assert result.as_expected


TRUE_TRAPS = [
    path.name
    for path in sorted((ROOT / "tests" / "traps").glob("*.wl"))
    if header_of(path.name).truth.startswith("the claim holds")
]


@pytest.mark.parametrize("name", TRUE_TRAPS)
def test_a_wrong_annotation_refutes_nothing(name: str) -> None:
    for claim in pipeline.refute(without_checks(source_of(name)), AGAINST).claims:
        assert claim.verdict.word == "unknown"


def test_a_public_size_is_part_of_what_is_equal() -> None:
    """If the sizes differ the public parameter does, too, and nothing is claimed."""
    text = "program P(d : private list[int], n : int) : int requires size(d) = n; { return n; }\n"
    text += "claim c : P satisfies dp(0) when add_remove(d);"
    result = attacked(text, Budget(pairs=40))
    assert result.verdict.word == "unknown"
    assert "no two inputs" in hunt_of(result).reason


def test_an_error_refutes_nothing() -> None:
    text = "program P(x : private int) : int { return 1 div x; }\nclaim c : P satisfies dp(0) when within(x, 1);"
    result = attacked(text.replace("return 1 div x", "y := 1 div x; return y - y"))
    assert result.verdict.word == "unknown"
    assert any(["division by zero, for x = 0" in note for note in hunt_of(result).notes])


def test_an_attack_that_is_not_confirmed_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prhl.checks.laboratory.confirmed", lambda *_: False)
    result = attacked("program P(x : private bool) : bool { return x; } claim c : P satisfies dp(1) when any;")
    assert result.verdict.word == "unknown"
    assert any(["could not confirm" in note for note in hunt_of(result).notes])


def test_a_twin_is_a_hint_and_no_refutation() -> None:
    text = """
    program P(x : private real, y : private real) : bool {
      u :=$ Gauss(1);
      v :=$ Gauss(1/100);
      return exp(x + u) * exp(v) >= y * y * u;
    }
    claim c : P satisfies dp(0) when within(x, 1) && within(y, 1);
    """
    result = attacked(text, Budget(pairs=20))
    assert result.verdict.word == "unknown"
    assert hunt_of(result).reason


# ---- the hunt itself -------------------------------------------------------------------------

SUM = """
program P(d : private list[int], eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps);
  return sum(d) + z;
}
claim c : P satisfies dp(eps) when one_differs(d, 1);
"""


def test_a_hunt_ends_after_its_pairs_and_goes_on_from_there() -> None:
    file = pipeline.load(Source("sum.wl", SUM))

    def keys(budget: Budget) -> list[Any]:
        hunter = Hunter(file.claims[0], Laboratory(file), budget)
        found = (candidate.key for candidate in hunter.systematic() if candidate is not None)
        return list(islice(found, budget.pairs))

    whole = keys(Budget(pairs=30))
    assert len(whole) == 30
    assert keys(Budget(pairs=10, start=20)) == whole[20:]
    told = hunt_of(attacked(SUM, Budget(pairs=10, start=20)))
    assert (told.start, told.pairs, told.next) == (20, 10, 30)


def test_several_processes_find_the_same() -> None:
    wrong = SUM.replace("one_differs(d, 1)", "one_differs(d, 2)")
    alone, many = attacked(wrong), attacked(wrong, Budget(pairs=60, jobs=2))
    assert isinstance(alone.verdict, Refuted)
    assert isinstance(many.verdict, Refuted)
    assert alone.verdict.witness == many.verdict.witness
    right = hunt_of(attacked(SUM, Budget(pairs=20, jobs=2)))
    assert right.pairs == 20
    assert right.found is None


def test_no_time_is_no_search() -> None:
    assert hunt_of(attacked(SUM, Budget(seconds=0.0001, pairs=None))).pairs <= 2


def test_a_finite_space_is_searched_to_its_end() -> None:
    text = "program P(x : private bool) : bool { y :=$ Flip(1/2); return x xor y; }\n"
    told = hunt_of(attacked(text + "claim c : P satisfies dp(0) when any;"))
    assert told.exhausted
    assert told.pairs == 1


def test_countermodels_come_first() -> None:
    """The prover says that inputs far away are the trouble; nobody else would look there so soon."""
    text = """
    program P(x : private int) : bool { b := false; if (3000 < x + x) { b := x < 1502; } return b; }
    claim c : P satisfies dp(1) when within(x, 1);
    """
    model = {("x", 1): "1501", ("x", 2): "1502"}
    file = pipeline.load(Source("far.wl", text))
    found = hunt(file.claims[0], Laboratory(file), Budget(pairs=1), [model])
    assert found.found is not None
    assert (found.pairs, found.nearby >= 1) == (0, True)


def test_verify_searches_what_it_cannot_prove() -> None:
    wrong = SUM.replace("1/eps", "1/(2*eps)")
    (claim,) = pipeline.verify(Source("sum.wl", wrong), search=ENOUGH).claims
    assert claim.verdict.word == "refuted"
    assert claim.verdict.by == "enumeration"
    (claim,) = pipeline.verify(Source("sum.wl", wrong), search=None).claims
    assert claim.verdict.word == "unknown"
    assert claim.evidence.hunt is None


def test_a_refutation_overrides_an_assumption() -> None:
    assumed = SUM.replace("1/eps", "1/(2*eps)").replace("one_differs(d, 1)", "one_differs(d, 1) assume")
    (claim,) = pipeline.verify(Source("sum.wl", assumed), search=ENOUGH).claims
    assert claim.verdict.word == "refuted"
    (claim,) = pipeline.verify(Source("sum.wl", assumed.replace("1/(2*eps)", "1/eps")), search=ENOUGH).claims
    assert claim.assumed


# ---- the command line ------------------------------------------------------------------------


def refute(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["refute", *arguments], input=text)


COINS = """
program P(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { y := x; } else { y :=$ Flip(1/2); }
  return y;
}
claim ln3 : P satisfies dp(ln(3)) when any;
claim ln2 : P satisfies dp(ln(2)) when any %s;
"""


def test_refute_says_what_was_found_and_what_was_not() -> None:
    done = refute("-", text=COINS % "expect refuted")
    assert done.exit_code == 0, done.output
    assert "no attack among 1 pair of inputs: no others are tried" in done.output
    assert "and 3/4 > exp(ln(2)) * 1/4 = 1/2" in done.output
    assert "found by search" in done.output


def test_the_status_says_if_something_is_refuted_that_should_not_be() -> None:
    assert refute("-", text=COINS % "").exit_code == 1
    assert refute("--claim", "ln3", "-", text=COINS % "").exit_code == 0
    assert refute("--claim", "ln3", "-", text=(COINS % "").replace("any;", "any expect refuted;", 1)).exit_code == 1
    assert refute("--claim", "ln4", "-", text=COINS % "").exit_code == 2
    assert refute("nowhere.wl").exit_code == 2


def test_the_report_tells_how_to_go_on() -> None:
    done = refute("--budget", "5", "--from", "3", "-", text=SUM)
    assert done.exit_code == 0, done.output
    assert ", from the 4th on: d up to" in done.output
    assert "`prhl refute - --claim c --budget 3000 --from 8`" in done.output


def test_the_report_for_machines_tells_of_the_search() -> None:
    wrong = (SUM + "claim d : P satisfies dp(eps/2) when one_differs(d, 1);").replace(
        "one_differs(d, 1);\nclaim", "one_differs(d, 1);\n\nclaim"
    )
    done = refute("--format", "json", "--budget", "3", "-", text=wrong)
    right, broken = json.loads(done.stdout)["files"][0]["claims"]
    assert right["verdict"] == "unknown"
    assert right["witness"] is None
    assert right["search"]["pairs"] == right["search"]["next"] > 0
    assert right["search"]["covered"].startswith("d up to ")
    assert broken["verdict"] == "refuted"
    assert broken["by"] == "enumeration"
    assert broken["witness"]["inputs"]
    assert broken["search"]["values"] == "violated for every eps > 0"


def test_the_largest_loss_is_told_with_its_inputs() -> None:
    result = attack_on("examples/attacks/svt_noise_ignores_n.wl", "integers")
    lines = "\n".join(found_lines(result))
    assert "the largest loss found: epsilon >= 1.7" in lines
    assert "on these inputs the claim is violated for every eps > 0" in lines
    told = search_json(hunt_of(result))
    assert told["largest"]["epsilon"]["low"] > 1.7
    assert len(told["largest"]["witness"]["inputs"]) == 2


def test_verify_takes_a_budget() -> None:
    def verdict(*options: str) -> str:
        done = CliRunner().invoke(main, ["verify", "--format", "json", *options, "-"], input=SUM.replace("1/eps", "1"))
        return str(json.loads(done.stdout)["files"][0]["claims"][0]["verdict"])

    assert verdict("--budget", "0") == "unknown"
    assert verdict("--budget", "20") == "refuted"


def test_a_search_needs_no_solver() -> None:
    code = (
        "import sys\n"
        "from prhl.frontends.cli import main\n"
        "try:\n    main(['refute', 'examples/attacks/randomized_response.wl'])\n"
        "except SystemExit as stop:\n    assert stop.code in (0, None), stop.code\n"
        "assert 'z3' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_probabilities_too_long_to_be_read_are_told_in_decimals() -> None:
    result = attacked("""
        program TwoStep(x : private int) : (int, int) {
          a :=$ DiscreteLaplace(1, x);
          if (a > 5) { b :=$ DiscreteLaplace(1, x); } else { b := 0; }
          return (a, b);
        }
        claim one : TwoStep satisfies dp(1) when within(x, 1) expect refuted;
    """)
    assert isinstance(result.verdict, Refuted)
    witness = result.verdict.witness
    told = "\n".join(witness_lines(witness))
    assert max(map(len, witness.probabilities)) > 100  # as they are
    assert "digits" not in told
    assert f"and {witness.decimals[0]} > exp(1) * {witness.decimals[1]}, which is at most 0.000" in told
