"""Gaussian noise in proofs: the delta that is charged is the true one, from above, and nothing is forgotten."""

import json
from fractions import Fraction
from math import erfc, exp, sqrt

import pytest
from click.testing import CliRunner

from prhl.couplings.gauss import lines
from prhl.couplings.known_numbers import Known
from prhl.frontends.cli import main
from prhl.logic.build import number
from prhl.numbers import ln
from prhl.numbers import sqrt as sqrt_of
from prhl.numbers.gaussian import continuous_delta, discrete_delta


def verdicts(text: str) -> dict[str, dict[str, object]]:
    done = CliRunner().invoke(main, ["verify", "--format", "json", "-"], input=text)
    assert done.exit_code in (0, 1), done.output
    return {claim["name"]: claim for claim in json.loads(done.output)["files"][0]["claims"]}


@pytest.mark.parametrize("shift", [1, 2, 5])
@pytest.mark.parametrize("sigma", [Fraction(1, 2), Fraction(2), Fraction(10, 3)])
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 3), Fraction(1), Fraction(3)])
def test_the_discrete_delta_is_that_of_all_half_lines(shift: int, sigma: Fraction, epsilon: Fraction) -> None:
    """In floats, over every event: only good to some digits, but written from the definition."""
    reach = int(40 * sigma) + shift + 5
    masses = {x: exp(-x * x / (2 * float(sigma) ** 2)) for x in range(-reach, reach + 1)}
    total = sum(masses.values())
    least = sum(
        max(0.0, masses.get(x, 0.0) - exp(float(epsilon)) * masses.get(x - shift, 0.0)) / total
        for x in range(-reach, reach + 1)
    )
    found = float(discrete_delta(shift, sigma, epsilon))
    assert found == pytest.approx(least, rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("shift", [Fraction(1, 2), Fraction(1), Fraction(4)])
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1), Fraction(5, 2)])
def test_the_continuous_delta_is_the_formula(shift: Fraction, epsilon: Fraction) -> None:
    s, sigma, eps = float(shift), 2.0, float(epsilon)

    def phi(x: float) -> float:
        return erfc(-x / sqrt(2)) / 2

    expected = phi(s / (2 * sigma) - eps * sigma / s) - exp(eps) * phi(-s / (2 * sigma) - eps * sigma / s)
    assert float(continuous_delta(shift, 2, epsilon)) == pytest.approx(expected, rel=1e-9)


def test_the_delta_grows_with_the_shift_and_falls_with_epsilon() -> None:
    for sigma in (Fraction(1), Fraction(7, 2)):
        deltas = [discrete_delta(shift, sigma, 1) for shift in range(8)]
        assert deltas == sorted(deltas)
        assert deltas[0] == 0
        falling = [discrete_delta(2, sigma, epsilon) for epsilon in (0, ln(2), 1, ln(3), 2)]
        assert falling == sorted(falling, reverse=True)
    assert [continuous_delta(Fraction(n, 3), 2, 1) for n in range(4)] == sorted(
        [continuous_delta(Fraction(n, 3), 2, 1) for n in range(4)]
    )


@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(4)])
@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(1, 10), Fraction(1, 1000)])
def test_the_lines_for_symbols_hold_of_numbers(epsilon: Fraction, delta: Fraction) -> None:
    """Wherever a line says that a delta is enough, the least delta is not above it, for reals and for integers."""
    told = [0, 0]
    for sigma in [Fraction(n, 4) for n in (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 640)]:
        given = [number(one) for one in (1, sigma, epsilon, delta)]
        for at, line in enumerate(lines(*given)):
            if Known().evaluator.known(line) is True:
                told[at] += 1
                assert continuous_delta(Fraction(1), sigma, epsilon) <= delta
                assert discrete_delta(1, sigma, epsilon) <= delta
    assert told[1] > 0
    assert (told[0] > 0) == (epsilon <= 1)


TEXT = """
program One(x : private int) : int {{
  z :=$ DiscreteGauss(2) couple z{{2}} = z{{1}} + x{{1}} - x{{2}} cost {cost};
  return x + z;
}}
claim c : One satisfies dp({eps}, {delta}) when within(x, 1) check x in 0..1;
"""


@pytest.mark.parametrize(
    ("cost", "eps", "delta", "verdict"),
    [
        ("1", "1", "0.0072488", "proved"),
        ("1", "1", "0.0072487", "refuted"),
        ("1", "2", "0.0072488", "proved"),
        ("2", "1", "1/2", "unknown"),  # the step costs more than the claim has
        ("ln(3)", "ln(3)", "0.005", "proved"),
        ("0", "1", "0.2", "proved"),
        ("0", "1", "0.19", "unknown"),  # true, but not at this cost
        ("-1", "1", "1", "unknown"),
    ],
)
def test_one_answer(cost: str, eps: str, delta: str, verdict: str) -> None:
    claim = verdicts(TEXT.format(cost=cost, eps=eps, delta=delta))["c"]
    assert claim["verdict"] == verdict


def test_answers_in_a_loop_spend_what_an_invariant_counts() -> None:
    text = """
program Repeat(x : private int, n : int) : list[int]
  requires 0 <= n && n <= 10;
{
  r := [];
  for i in 0 .. n
    invariant ={r} && cost = i{1} && slack <= i{1}*0.0073;
  {
    z :=$ DiscreteGauss(2) couple z{2} = z{1} + x{1} - x{2} cost 1;
    r := r ++ [x + z];
  }
  return r;
}
claim all : Repeat satisfies dp(n, 0.073) when within(x, 1);
claim less : Repeat satisfies dp(n, 0.07) when within(x, 1);
claim symbolic : Repeat satisfies dp(n, n*0.0073) when within(x, 1);
"""
    found = verdicts(text)
    assert found["all"]["verdict"] == "proved"
    assert found["less"]["verdict"] == "unknown"
    # at the head of a later round less is spent than n rounds cost, and i <= n is known
    assert found["symbolic"]["verdict"] == "proved"


def test_bounds_are_found_among_what_is_known() -> None:
    text = """
program Sum(d : private list[real]) : real
{
  s := 0;
  for i in 0 .. size(d)
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
  {
    s := s + d[i];
  }
  z :=$ Gauss(3) couple z{2} = z{1} + s{1} - s{2} cost 1;
  return s + z;
}
claim two : Sum satisfies dp(1, 0.071) when one_differs(d, 2) at k;
claim one : Sum satisfies dp(1, 0.071) when one_differs(d, 3) at k;
claim half : Sum satisfies dp(1, 0.000000002) when one_differs(d, 1/2) at k;
claim open : Sum satisfies dp(1, 1) when one_differs(d) at k;
"""
    found = verdicts(text)
    assert {name: claim["verdict"] for name, claim in found.items()} == {
        "two": "proved",
        "one": "unknown",
        "half": "proved",
        "open": "unknown",
    }


def test_calls_charge_a_delta() -> None:
    text = """
program Once(x : private int) : int {
  z :=$ DiscreteGauss(2) couple z{2} = z{1} + x{1} - x{2} cost 1;
  return x + z;
}
claim once : Once satisfies dp(1, 0.00725) when within(x, 1);
program Twice(x : private int) : (int, int) {
  a :=$ Once(x) couple by once;
  b :=$ Once(x) couple by once;
  return (a, b);
}
claim twice : Twice satisfies dp(2, 0.0145) when within(x, 1);
claim less : Twice satisfies dp(2, 0.0144) when within(x, 1);
"""
    found = verdicts(text)
    assert found["twice"]["verdict"] == "proved"
    assert found["less"]["verdict"] == "unknown"


def test_tiny_and_huge_deltas_are_no_burden() -> None:
    assert discrete_delta(1, Fraction(1000), 1) == Fraction(1, 10**40)
    assert continuous_delta(Fraction(1, 1000), 2, 5) == Fraction(1, 10**40)
    assert continuous_delta(Fraction(1), Fraction(1, 100), 1) == 1
    for work in (lambda: discrete_delta(1, Fraction(10**6), 1), lambda: discrete_delta(1, 2, Fraction(10**40))):
        with pytest.raises(ArithmeticError):
            work()
    text = """
program Wide(x : private int) : int {
  z :=$ DiscreteGauss(1000) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
claim wide : Wide satisfies dp(1, 1/100) when within(x, 1);
"""
    assert verdicts(text)["wide"]["verdict"] == "proved"


def test_an_irrational_sigma_on_an_edge_is_priced_tightly() -> None:
    """eps sigma^2/s - s/2 is the integer 1, which no enclosure can tell."""
    found = float(discrete_delta(1, sqrt_of(3), Fraction(1, 2)))
    assert found == pytest.approx(0.0718, abs=1e-4)
