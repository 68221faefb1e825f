"""Loops out of step: what is found, what is written by hand, and what is refused."""

import pytest

from prhl import pipeline
from prhl.report import FileReport
from prhl.source import Source

SUM = """
program Sum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s := 0;
  LOOP for i in 0 .. size(d) { s := s + max(0, min(1, d[i])); }
  z :=$ NOISE;
  return s + z;
}
claim c : Sum satisfies CLAIM;
"""

LINES = """
  M: alone 1 when size(d{1}) > size(d{2}) && i{1} = k;
  alone 2 when size(d{2}) > size(d{1}) && i{2} = k;
  invariant size(d{1}) > size(d{2}) ==> i{2} = (if i{1} > k then i{1} - 1 else i{1});
  invariant size(d{2}) > size(d{1}) ==> i{1} = (if i{2} > k then i{2} - 1 else i{2});
  invariant |s{1} - s{2}| <= (if i{1} > k || i{2} > k then 1 else 0);
"""


def judged(text: str, find: bool = True) -> FileReport:
    return pipeline.verify(Source("t.wl", text), find=find)


def verdict(text: str, find: bool = True) -> str:
    return judged(text, find).claims[0].verdict.word


def summed(claim: str, noise: str = "Laplace(1/eps)", label: str = "") -> str:
    return SUM.replace("CLAIM", claim).replace("NOISE", noise).replace("LOOP", label)


def test_lines_are_found_unless_nothing_is_to_be_found() -> None:
    text = summed("dp(eps) when add_remove(d)")
    found = judged(text).claims[0]
    assert found.verdict.word == "proved"
    assert [edit.text.split(" when")[0].strip() for edit in found.evidence.proof.found[:2]] == ["alone 1", "alone 2"]
    assert verdict(text, find=False) == "unknown"


def test_too_little_noise_is_not_found() -> None:
    assert verdict(summed("dp(eps) when add_remove(d)", "Laplace(1/(2*eps))")) != "proved"


@pytest.mark.parametrize(
    ("claim", "noise"),
    [("dp(eps)", "Laplace(1/eps)"), ("zcdp(eps)", "Gauss(sqrt(1/(2*eps)))"), ("zcdp(eps^2/2)", "Gauss(1/eps)")],
)
def test_lines_by_label_in_each_currency(claim: str, noise: str) -> None:
    steps = f"proof {{ {LINES} N: couple z{{2}} = z{{1}} + s{{1}} - s{{2}}; }}"
    text = summed(f"{claim} when add_remove(d) at k {steps}", noise, "M:").replace("z :=$", "N: z :=$")
    assert verdict(text, find=False) == "proved"
    assert verdict(text.replace("max(0, min(1, d[i]))", "min(1, d[i])"), find=False) == "unknown"


ROUNDS = """
program Rounds(n : private int) : int
  requires 0 <= n;
{
  i := 0;
  x := 0;
  while (i < n)
    alone 1 when i{1} >= n{2};
    alone 2 when i{2} >= n{1};
    invariant ={x} && 0 <= i{1} && i{1} <= n{1} && 0 <= i{2} && i{2} <= n{2};
    invariant i{1} = i{2} || (i{1} > i{2} && i{2} = n{2}) || (i{2} > i{1} && i{1} = n{1});
    DECREASES
  {
    BODY
  }
  return x;
}
claim c : Rounds ~ Rounds : true ==> res{1} = res{2};
"""


@pytest.mark.parametrize(
    ("body", "decreases", "expected"),
    [
        ("i := i + 1;", "", "proved"),
        ("i := i + 1;", "decreases n - i;", "proved"),
        ("i := i + 1;", "decreases i;", "unknown"),
        ("y :=$ Uniform(0 .. 3) couple y{2} = y{1}; x := x + 0*y; i := i + 1;", "", "proved"),
        ("x :=$ Uniform(0 .. 3) couple x{2} = x{1}; i := i + 1;", "", "unknown"),
        ("y :=$ Flip(1/2) couple y{2} = y{1}; if (y) { i := i + 1; }", "", "unknown"),  # luck does not count here
        ("assert ={x}; i := i + 1;", "", "unknown"),
    ],
)
def test_more_rounds_in_one_run(body: str, decreases: str, expected: str) -> None:
    text = ROUNDS.replace("BODY", body).replace("DECREASES", decreases)
    assert verdict(text, find=False) == expected


def test_calls_are_not_counted_out_of_step() -> None:
    text = """
    program One(x : private int) : int { z :=$ DiscreteLaplace(1) couple z{2} = z{1} + x{1} - x{2}; return x + z; }
    program Many(x : private int) : int {
      i := 0;
      while (i < 2) alone 1 when false; invariant ={i} && 0 <= i{1} && i{1} <= 2 && cost <= i{1}; {
        y :=$ One(x) couple by one; i := i + 1;
      }
      return 0;
    }
    claim one : One satisfies dp(1) when within(x, 1);
    claim many : Many satisfies dp(100, 1/2) when within(x, 1) composed advanced(2, 1/2);
    """
    many = judged(text, find=False).claims[1]
    assert "not-supported" in {one.code for one in many.obligations if one.status != "valid"}


@pytest.mark.parametrize("line", ["alone 3 when true;", "alone when true;", "alone 1 true;", "alone 1 when cost = 0;"])
def test_lines_that_say_nothing(line: str) -> None:
    report = judged(ROUNDS.replace("DECREASES", line).replace("BODY", "i := i + 1;"))
    assert report.status == 2


RETRIED = """
program Retried(x : private int, lost : private int) : real {
  z :=$ Laplace(1);
  tries := 0;
  while (tries < lost) { wait :=$ Exponential(1); tries := tries + 1; }
  return SHOWN;
}
claim private : Retried satisfies dp(1) when within(x, 1);
"""


@pytest.mark.parametrize(
    ("shown", "word"), [("x + z", "proved"), ("x + z + max(0, tries)", "unknown"), ("x + z + tries", "unknown")]
)
def test_a_private_number_of_rounds_is_gone_through_by_each_run_alone(shown: str, word: str) -> None:
    (claim,) = pipeline.verify(Source("t.wl", RETRIED.replace("SHOWN", shown)), search=None, find=True).claims
    assert claim.verdict.word == word
    assert (word == "proved") == any(["alone 2 when" in edit.text for edit in claim.proof.found])
