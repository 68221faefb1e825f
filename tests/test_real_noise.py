"""Gumbel, UniformReal and lists of probabilities, and the tails of counts: drawn, cut off, measured and coupled."""

from fractions import Fraction
from math import exp, expm1

import pytest
from click.testing import CliRunner

from prhl.distributions import BY_NAME
from prhl.frontends.cli import main
from prhl.numbers.noise import UNIT
from tests.test_exact import row_of
from tests.test_two_programs import verify

F = Fraction


def below(name: str, values: tuple[Fraction, ...], x: Fraction) -> tuple[float, float]:
    low, high = BY_NAME[name].noise(values).up_to(x, 0)
    assert 0 <= low <= high <= UNIT
    assert high - low < 1 << 20
    return low / UNIT, high / UNIT


@pytest.mark.parametrize("x", [F(-3), F(-1, 2), F(0), F(1, 3), F(7)])
@pytest.mark.parametrize("values", [(F(1),), (F(5, 2), F(1, 3))])
def test_the_distribution_function_of_gumbel(values: tuple[Fraction, ...], x: Fraction) -> None:
    place = values[1] if len(values) > 1 else F(0)
    expected = exp(-exp(-(x - place) / values[0]))
    assert below("Gumbel", values, x)[0] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("x", "expected"), [(F(-1), 0), (F(1), 0), (F(3, 2), F(1, 6)), (F(4), 1), (F(9), 1)])
def test_the_distribution_function_of_an_interval(x: Fraction, expected: Fraction) -> None:
    low, high = below("UniformReal", (F(1), F(4)), x)
    assert low <= expected <= high or low == pytest.approx(float(expected))


@pytest.mark.parametrize("shift", [F(0), F(1, 7), F(1), F(5)])
def test_the_price_to_the_right_bounds_every_ratio(shift: Fraction) -> None:
    """ln of the density is -z - exp(-z); the bound is attained as z grows."""

    def log_density(z: float) -> float:
        return -z - exp(-z)

    losses = [log_density(z / 8) - log_density(z / 8 + float(shift)) for z in range(-60, 200)]
    assert max(losses) <= float(shift) + 1e-9
    assert max(losses) >= float(shift) - 1e-6
    moved_left = [log_density(z / 8) - log_density(z / 8 - 1) for z in range(-60, 0)]
    assert max(moved_left) > 100


@pytest.mark.parametrize(("end", "upper"), [(F(2), True), (F(-1), True), (F(0), False), (F(-2), False)])
def test_tails_of_gumbel(end: Fraction, upper: bool) -> None:
    found = BY_NAME["Gumbel"].tail((F(1), None), end, upper, False)
    exactly = -expm1(-exp(-end)) if upper else exp(-exp(-end))
    assert float(found) == pytest.approx(exactly)


@pytest.mark.parametrize("end", [F(-1), F(0), F(5, 2), F(3), F(6), F(9)])
@pytest.mark.parametrize("upper", [True, False])
@pytest.mark.parametrize("strict", [True, False])
def test_tails_of_coins(end: Fraction, upper: bool, strict: bool) -> None:
    masses = {x: F(w, 3**6) for x, w in BY_NAME["Binomial"].masses((6, F(1, 3)), 100).pairs}
    beyond = [x for x in masses if (x == end and not strict) or (x > end if upper else x < end)]
    expected = sum([masses[x] for x in beyond])
    assert BY_NAME["Binomial"].tail((F(6), F(1, 3)), end, upper, strict) == expected


def test_tails_of_poisson() -> None:
    found = BY_NAME["Poisson"].tail((F(2),), F(3), True, True)
    assert float(found) == pytest.approx(1 - exp(-2) * (1 + 2 + 2 + 8 / 6))
    assert BY_NAME["Poisson"].tail((F(2),), F(0), False, False) >= F(13533, 100000)


EXCEPTED = """
program Visits(x : private bool) : int {{
  n :=$ {noise} couple n{{2}} = n{{1}} except n{{1}} > 8 slack {slack};
  return if x && n > 8 then 1 else 0;
}}
claim c : Visits satisfies dp(0, {slack}) when any;
"""


@pytest.mark.parametrize(
    ("noise", "enough", "little"), [("Poisson(2)", "1/4000", "1/5000"), ("Binomial(9, 1/2)", "1/512", "1/513")]
)
def test_counts_up_to_bad(noise: str, enough: str, little: str) -> None:
    assert verify(EXCEPTED.format(noise=noise, slack=enough))["c"]["verdict"] == "proved"
    assert verify(EXCEPTED.format(noise=noise, slack=little))["c"]["verdict"] != "proved"


LARGER = """
program P(q : private list[int]) : bool {
  a :=$ Gumbel(2); b :=$ Gumbel(2);
  return q[0] + a >= q[1] + b;
}
claim c : P satisfies dp(EPS) when all_within(q, 1) check q in {[0, 0], [1, 0]} expect unknown;
"""


@pytest.mark.parametrize(("epsilon", "status"), [("27/100", "violated"), ("282/1000", "undecided")])
def test_noisy_max_by_gumbel_noise_is_the_exponential_mechanism(epsilon: str, status: str) -> None:
    """Scores 1 and 0 at eps = 1: the mass 1/(1 + exp(1/2)) against 1/2, a loss of ln((1 + exp(1/2))/2) = 0.28093."""
    (check,) = verify(LARGER.replace("EPS", epsilon))["c"]["checks"]
    assert check["status"] == status
    assert 0.27 < check["epsilon"]["low"] < 0.28093


LAWS = [
    ("u :=$ UniformReal(0, 4); return u < 1", F(1, 4)),
    ("u :=$ UniformReal(0, 1); v :=$ UniformReal(0, 1); return u + v < 1/2", F(1, 8)),
    ("u :=$ Truncate(UniformReal(0, 4), 1, 9); return u < 2", F(1, 3)),
    ("u :=$ Clamp(UniformReal(0, 4), 1, 2); return u >= 2", F(1, 2)),
    ("u :=$ Clamp(UniformReal(0, 4), 1, 9); return u <= 1", F(1, 4)),
]


@pytest.mark.parametrize(("body", "expected"), LAWS)
def test_laws_of_intervals(body: str, expected: Fraction) -> None:
    row = row_of(f"program P(n : int) : bool {{ {body}; }}", n=0)
    assert row[("true",),] == expected if (("true",),) in row else expected in row.values()


def test_an_index_has_the_mass_of_its_entry() -> None:
    row = row_of("program P(w : list[real]) : int { i :=$ Choice(w); return i; }", w=(F(1, 6), F(0), F(5, 6)))
    assert sorted(row.values()) == [F(1, 6), F(5, 6)]
    whole = row_of("program P(n : int) : int { i :=$ Clamp(Choice([1/6, 1/3, 1/2]), 1, 5); return i; }", n=0)
    assert sorted(whole.values()) == [F(1, 2), F(1, 2)]


@pytest.mark.parametrize(
    ("noise", "code"),
    [
        ("Gumbel(p)", "scale-not-positive"),
        ("UniformReal(p, q)", "empty-set"),
        ("Truncate(UniformReal(0, 1), q, 2)", "empty-set"),
        ("Choice(w)", "weights-not-one"),
        ("Choice(w)", "not-a-probability"),
        ("Choice([p, q])", "weights-not-one"),
        ("Choice([p, 1 - p])", "not-a-probability"),
        ("Truncate(Choice([0, 1]), 0, 0)", "empty-set"),
    ],
)
def test_what_does_not_exist(noise: str, code: str) -> None:
    type_ = "int" if "Choice" in noise else "real"
    text = f"""
    program P(p : real, q : real, w : list[real]) : {type_} {{ z :=$ {noise} couple z{{2}} = z{{1}}; return z; }}
    claim c : P satisfies dp(0) when any;
    """
    claim = verify(text)["c"]
    assert claim["verdict"] != "proved"
    assert code in [owed["code"] for owed in claim["obligations"]]


@pytest.mark.parametrize(
    ("noise", "code"),
    [
        ("Gumbel(0)", "scale-not-positive"),
        ("UniformReal(2, 2)", "empty-set"),
        ("Choice([1/2])", "weights-not-one"),
        ("Choice(3)", "weights"),
    ],
)
def test_what_is_refused(noise: str, code: str, tmp_path: object) -> None:
    path = f"{tmp_path}/a.wl"
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"program P(n : int) : real {{ z :=$ {noise}; return z; }}\n")
    result = CliRunner().invoke(main, ["check", path])
    assert result.exit_code == 2
    assert code in result.output


MOVED = """
program P(x : private int) : real {{
  z :=$ {noise} couple z{{2}} = {image};
  return x + z;
}}
claim c : P ~ P : x{{1}} = x{{2}} + 1 ==> res{{1}} = res{{2}} {within};
"""


@pytest.mark.parametrize(
    ("noise", "image", "within", "verdict"),
    [
        ("Gumbel(1)", "z{1} + 1", "within (1, 0)", "proved"),
        ("Gumbel(1, x)", "z{1} + 1", "within (2, 0)", "proved"),
        ("Gumbel(1, x)", "z{1} + 1", "within (1, 0)", "unknown"),
        ("Gumbel(2)", "z{1} + 1", "within (1/2, 0)", "proved"),
        ("Gumbel(2)", "z{1} + 1", "within (1/3, 0)", "unknown"),
        ("UniformReal(x, x + 1)", "z{1} + 1", "", "unknown"),
        ("UniformReal(-x, 1 - x)", "z{1} + 1", "", "proved"),
        ("UniformReal(-x, 1 - 2*x)", "z{1} + 1", "", "unknown"),
    ],
)
def test_noise_that_is_moved(noise: str, image: str, within: str, verdict: str) -> None:
    found = verify(MOVED.format(noise=noise, image=image, within=within))["c"]["verdict"]
    assert found == verdict or (verdict == "unknown" and found == "refuted")


def test_noise_without_a_twin_stays(tmp_path: object) -> None:
    path = f"{tmp_path}/a.wl"
    with open(path, "w", encoding="utf-8") as file:
        file.write("program P(x : private bool) : bool { z :=$ Gumbel(1); y :=$ Laplace(1); return z < y; }\n")
        file.write("claim c : P satisfies dp(1) when any check expect unknown;\n")
    result = CliRunner().invoke(main, ["verify", "--twin", path])
    assert result.exit_code in (0, 1), result.output
