"""`prhl run`: inputs read and refused, draws beside the exact law, twins, and what is said of all that."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import prhl
from prhl.frontends.cli import main

ROOT = Path(__file__).parent.parent
COUNT = str(ROOT / "examples/releases/count.wl")
GIVEN = ("--input", "d=[1, 0, 1]", "--set", "eps=1")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["run", *arguments])


def test_one_draw_is_a_number_and_says_where_its_randomness_is_from() -> None:
    done = run(COUNT, *GIVEN)
    assert done.exit_code == 0, done.output
    head, drawn = done.output.splitlines()
    assert head.endswith("random bits of the operating system")
    int(drawn)


def test_a_seed_gives_the_same_draws_and_is_said() -> None:
    first, second = run(COUNT, *GIVEN, "-n", "50", "--seed", "x"), run(COUNT, *GIVEN, "-n", "50", "--seed", "x")
    assert first.output == second.output
    assert "never for a release" in first.output
    assert first.output != run(COUNT, *GIVEN, "-n", "50", "--seed", "y").output.replace("seed y", "seed x")


def test_without_a_seed_draws_differ() -> None:
    assert len({tuple(prhl.run(COUNT, inputs={"d": [1], "eps": "1/9"}, n=20)) for _ in range(3)}) == 3


def test_the_exact_law_beside_what_was_drawn() -> None:
    told = json.loads(run(COUNT, *GIVEN, "-n", "2000", "--seed", "1", "--compare", "--json").output)
    beside = told["compare"]
    assert told["randomness"] == "seed"
    assert len(told["outputs"]) == 2000
    assert sum([cell["count"] for cell in beside["outputs"]]) == 2000
    assert float(beside["tail"][0]) > 0.001
    (two,) = [cell for cell in beside["outputs"] if cell["output"] == 2]
    assert abs(two["probability"]["low"] - 0.462117) < 0.00001
    text = run(COUNT, *GIVEN, "-n", "2000", "--seed", "1", "--compare").output
    assert "chi-square" in text
    assert "0.46211" in text


def test_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "drawn.svg"
    done = run(COUNT, *GIVEN, "-n", "300", "--seed", "1", "--compare", "--format", "svg", "--out", str(out))
    assert done.exit_code == 0, done.output
    assert out.read_text(encoding="utf-8").count("<rect") > 5


def test_inputs_from_json_and_csv(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("name,smokes\nann,1\nbob,0\ncy,1\n", encoding="utf-8")
    (tmp_path / "all.json").write_text('{"d": [1, 0, 1], "eps": 0.1}', encoding="utf-8")
    (tmp_path / "d.json").write_text("[1, 0, 1]", encoding="utf-8")
    seed = ("--seed", "1", "-n", "9", "--json")
    plain = json.loads(run(COUNT, "--input", "d=[1, 0, 1]", "--set", "eps=1/10", *seed).output)
    for given in (
        ("--input", f"d=@{tmp_path}/people.csv:smokes", "--set", "eps=1/10"),
        ("--input", f"@{tmp_path}/all.json"),
        ("--input", f"d=@{tmp_path}/d.json", "--set", "eps=0.1"),
    ):
        assert json.loads(run(COUNT, *given, *seed).output) == plain


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--set", "eps=1"), "`d : list[int]` has no value"),
        (("--input", "d=[1]", "--input", "esp=1"), "--input:1:8  error[unknown-name]: `esp` is not a parameter"),
        (("--input", "d=[1]", "--set", "eps=0"), "`requires eps > 0` does not hold"),
        (("--input", "d=[2]", "--set", "eps=1"), "does not hold of these inputs"),
        (("--input", "d=[1/2]", "--set", "eps=1"), "must be list[int]"),
        (("--input", "x=1", *GIVEN), "x"),
        (("--input", "d=@nowhere.csv", "--set", "eps=1"), "cannot be read"),
        (("--input", "d in {[1], [0]}", "--set", "eps=1"), "one value"),
        (("--input", "d=[1", "--set", "eps=1"), "error"),
    ],
)
def test_inputs_that_do_not_fit_are_refused(given: tuple[str, ...], said: str) -> None:
    done = run(COUNT, *given)
    assert done.exit_code == 2
    assert said in done.output


@pytest.mark.parametrize("value", [0.5, True, None, "a", [1], float("nan")])
def test_numbers_are_exact_or_refused(value: object) -> None:
    with pytest.raises(prhl.Rejected, match="eps"):
        prhl.run(COUNT, inputs={"d": [1], "eps": value})


def test_continuous_noise_is_refused_and_the_twin_offered() -> None:
    sums = str(ROOT / "examples/mechanisms/noisy_sum.wl")
    done = run(sums, "--program", "NoisySum", "--input", "d=[1]", "--set", "eps=1")
    assert done.exit_code == 1
    assert "Mironov" in done.output
    assert "--twin" in done.output


ON_A_GRID = """program P(x : private int, eps : real) : real requires eps > 0; {
  z :=$ Laplace(1/eps, 1/2) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
claim private : P satisfies dp(eps) when within(x, 1);
"""


def test_what_a_claim_says_of_a_labelled_draw_is_left_out_on_a_grid(tmp_path: Path) -> None:
    """It is about z, and what is drawn is the number of steps; the label stays, whatever stands around it."""
    path = tmp_path / "p.wl"
    labelled = ON_A_GRID.replace("  z :=$ ", "  L: z // noise\n    :=$ ").replace(
        " couple z{2} = z{1} + x{1} - x{2}", ""
    )
    path.write_text(labelled.replace("within(x, 1);", "within(x, 1) proof { L: couple z{2} = z{1} + x{1} - x{2}; };"))
    told = json.loads(run(str(path), "--set", "x=3", "--set", "eps=1", "--grid", "1/10", "--json").output)
    assert told["twin"]["claims"] == [{"claim": "private", "verdict": "proved"}]
    assert "L: z_steps :=$ " in told["twin"]["text"]


def test_noise_on_a_stated_grid(tmp_path: Path) -> None:
    """Integers plus noise in thousandths: the shift of 1 is a shift by 1000 steps, at the price of 1000/(1000/eps)."""
    path = tmp_path / "p.wl"
    path.write_text(ON_A_GRID)
    found = run(str(path), "--set", "x=3", "--set", "eps=1", "--grid", "1/1000", "--seed", "7", "--json")
    told = json.loads(found.output)
    assert told["twin"]["grid"] == "1/1000"
    assert told["twin"]["claims"] == [{"claim": "private", "verdict": "proved"}]
    assert "DiscreteLaplace(1000*(1/eps)); z := z_steps*(1/1000) + (1/2);" in told["twin"]["text"]
    assert (Fraction(told["outputs"][0]) * 1000).denominator == 1
    path.write_text(ON_A_GRID.replace("x : private int", "x : private real"))
    off = run(str(path), "--set", "x=1/3", "--set", "eps=1", "--grid", "1/1000")
    assert "private: NOT PROVED of that" in off.output
    for wrong in ("0", "-1/2", "x", "1/0"):
        refused = run(str(path), "--set", "x=3", "--set", "eps=1", "--grid", wrong)
        assert refused.exit_code == 2
        assert "no step of a grid" in refused.output


@pytest.mark.search
def test_what_is_proved_of_the_twin_and_what_is_not() -> None:
    """Integer noise on a sum of reals gives the fraction of the sum away: the twin is refuted."""
    sums = str(ROOT / "examples/mechanisms/noisy_sum.wl")
    good = run(sums, "--program", "NoisySumInt", "--input", "d=[1, 0]", "--set", "eps=1", "--twin")
    assert "proved of the twin" in good.output
    assert "NOT PROVED" not in good.output
    bad = run(sums, "--program", "NoisySum", "--input", "d=[1/2]", "--set", "eps=1", "--twin")
    assert bad.exit_code == 0, bad.output
    assert "NOT PROVED of the twin (refuted)" in bad.output


def test_a_run_that_fails_says_where() -> None:
    text = "program P(x : int) : int { y :=$ Uniform(1..x); return 6 div (y - 1); }"
    with pytest.raises(prhl.NotComputed, match="division by zero"):
        prhl.run(text=text, inputs={"x": 1})
    with pytest.raises(prhl.NotComputed, match="empty"):
        prhl.run(text=text, inputs={"x": 0})


def test_leaks_are_part_of_what_is_drawn() -> None:
    text = "program P(x : bool) : bool { leak x; b :=$ Flip(1); return b; }"
    assert prhl.run(text=text, inputs={"x": False}) == [(False, True)]
