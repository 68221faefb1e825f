"""Claims that follow from other claims: `from c`, `from c by k steps`, `from c sampled q`."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.frontends.cli import main
from prhl.source import Source
from prhl.verdict import ClaimResult

LAPLACE = """
program P(x : private real, eps : real, k : int) : real
  requires eps > 0;
  requires k >= 1;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
claim one : P satisfies dp(eps) when within(x, 1);
"""

ANY_SMALL = "claim small : P satisfies dp(eps) when exists c : real. 0 <= c <= 1 && within(x, c);\n"

GAUSS = """
program P(x : private real, rho : real, sigma : real, delta : real) : real
  requires sigma > 0 && 0 < delta < 1 && rho = 1/(2*sigma^2);
{
  z :=$ Gauss(sigma) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
claim one : P satisfies zcdp(rho) when within(x, 1);
"""

SLACK = """
program P(x : private int, eps : real, delta : real, k : int) : int
  requires eps > 0;
  requires delta >= 0;
  requires k >= 1;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
claim one : P satisfies dp(eps, delta) when within(x, 1);
"""

SUM = """
program P(d : private list[real], eps : real) : real
  requires eps > 0;
  requires forall i. 0 <= i < size(d) ==> 0 <= d[i] <= 2;
{
  z :=$ Laplace(2/eps) couple z{2} = z{1} + sum(d{1}) - sum(d{2});
  return sum(d) + z;
}
claim one : P satisfies dp(eps) when one_differs(d);
claim at_k : P satisfies dp(eps) when one_differs(d, 2) at k;
"""

MEAN = """
program P(q : private list[real], eps : real) : real
  requires eps > 0;
  requires size(q) = 2;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + (q{1}[0] + q{1}[1])/2 - (q{2}[0] + q{2}[1])/2;
  return (q[0] + q[1])/2 + z;
}
claim one : P satisfies dp(eps) when all_within(q, 1);
"""

BINS = """
program P(d : private list[bool], eps : real) : (int, int)
  requires eps > 0;
{
  a :=$ DiscreteLaplace(1/eps) couple a{2} = a{1} + count(d{1}, true) - count(d{2}, true);
  b :=$ DiscreteLaplace(1/eps) couple b{2} = b{1} + count(d{1}, false) - count(d{2}, false);
  return (count(d, true) + a, count(d, false) + b);
}
claim one : P satisfies dp(eps) when add_remove(d);
"""

COUNT = """
program Count(d : private list[bool], eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + count(d{1}, true) - count(d{2}, true);
  return count(d, true) + z;
}
claim one : Count satisfies dp(eps) when add_remove(d);
program P(d : private list[bool], eps : real, q : real) : int
  requires eps > 0 && 0 <= q <= 1;
{
  s := [];
  for i in 0 .. size(d) {
    b :=$ Flip(q);
    if (b) { s := s ++ [d[i]]; }
  }
  y :=$ Count(s, eps);
  return 2*y + 1;
}
"""


def judged(text: str) -> dict[str, ClaimResult]:
    report = pipeline.verify(Source("x.wl", text), search=None)
    assert {d.code for d in report.diagnostics} <= {"vacuous"}, [d.message for d in report.diagnostics]
    return {claim.name: claim for claim in report.claims}


def claimed(program: str, says: str) -> ClaimResult:
    return judged(f"{program}claim c : P satisfies {says};")["c"]


FOLLOWS = [
    (LAPLACE, "dp(eps) when within(x, 1) from one"),
    (LAPLACE, "dp(2*eps) when within(x, 1/2) from one"),
    (LAPLACE, "dp(eps, 1/10) when within(x, 1) from one"),
    (LAPLACE, "dp(eps) when |x{1} - x{2}| <= 1 && x{1} > 0 from one"),
    (LAPLACE, "zcdp(eps^2/2) when within(x, 1) from one"),
    (LAPLACE, "rdp(k + 1, eps) when within(x, 1) from one"),
    (LAPLACE, "rdp(k + 1, (k + 1)*eps^2/2) when within(x, 1) from one"),
    (LAPLACE, "dp(3*eps) when within(x, 3) from one by 3 steps"),
    (LAPLACE, "dp(k*eps) when within(x, k) from one by k steps"),
    (LAPLACE, "dp(k*eps) when within(x, k/2) from one by k steps"),
    (GAUSS, "zcdp(2*rho) when within(x, 1) from one"),
    (GAUSS, "zcdp(9*rho) when within(x, 3) from one by 3 steps"),
    (GAUSS, "rdp(3, 3*rho) when within(x, 1) from one"),
    (GAUSS, "dp(rho + 2*sqrt(rho*ln(1/delta)), delta) when within(x, 1) from one"),
    (SLACK, "dp(2*eps, delta*(1 + exp(eps))) when within(x, 2) from one by 2 steps"),
    (SLACK, "dp(3*eps, delta*(1 + exp(eps) + exp(2*eps))) when within(x, 3) from one by 3 steps"),
    (SLACK, "dp(k*eps, delta*(exp(k*eps) - 1)/(exp(eps) - 1)) when within(x, k) from one by k steps"),
    (SUM, "dp(eps) when one_differs(d, 1) from one"),
    (SUM, "dp(eps) when one_differs(d, 1) at k && d{1}[k] > 1 from at_k"),
    (SUM, "dp(eps) when one_differs(d) from at_k"),
    (SUM, "dp(2*eps) when some_differ(d, 2) from one by 2 steps"),
    (SUM, "dp(2*eps) when some_differ(d, 2, 1) from at_k by 2 steps"),
    (SUM, "dp(3*eps) when some_differ(d, 2) from one by 3 steps"),
    (SUM, "dp(2*eps) when exists c : real. c <= 1 && some_differ(d, 2, c) from one by 2 steps"),
    (SUM, "dp(eps) when exists c : real. c <= 1 && one_differs(d, c) at j from at_k"),
    (LAPLACE + ANY_SMALL, "dp(eps) when exists c : real. c <= 1/2 && within(x, c) from small"),
    (MEAN, "dp(2*eps) when all_within(q, 2) from one by 2 steps"),
    (BINS, "dp(2*eps) when one_differs(d) && d{1} != [] from one by 2 steps"),
    (BINS, "dp(2*eps) when one_differs(d) at k && size(d{1}) > 0 from one by 2 steps"),
    (COUNT, "dp(ln(1 + q*(exp(eps) - 1))) when add_remove(d) from one sampled q"),
    (COUNT, "dp(eps) when add_remove(d) at k && d{1} != [] from one sampled q"),
]

DOES_NOT = [
    (LAPLACE, "dp(eps/2) when within(x, 1) from one", "from-budget"),
    (LAPLACE, "dp(eps) when within(x, 2) from one", "from-relation"),
    (LAPLACE, "dp(eps) when any from one", "from-relation"),
    (LAPLACE, "noninterference when within(x, 1) from one", "from-budget"),
    (LAPLACE, "zcdp(eps^2/3) when within(x, 1) from one", "from-budget"),
    (LAPLACE, "rdp(k + 1, eps/2) when within(x, 1) from one", "from-budget"),
    (LAPLACE, "dp(2*eps) when within(x, 3) from one by 2 steps", "from-chain"),
    (LAPLACE, "dp(2*eps) when within(x, 3) from one by 3 steps", "from-budget"),
    (LAPLACE, "dp(k*eps) when within(x, k - 1) from one by k - 1 steps", "from-chain"),
    (LAPLACE, "zcdp(4*eps) when within(x, 2) from one by 2 steps", "not-supported"),
    (GAUSS, "zcdp(2*rho) when within(x, 2) from one by 2 steps", "from-budget"),
    (GAUSS, "dp(rho + sqrt(rho*ln(1/delta)), delta) when within(x, 1) from one", "from-budget"),
    (GAUSS, "dp(10) when within(x, 1) from one", "from-budget"),
    (GAUSS, "noninterference when within(x, 1) from one", "from-budget"),
    (SLACK, "dp(2*eps, 2*delta) when within(x, 2) from one by 2 steps", "from-budget"),
    (SLACK, "dp(k*eps, k*delta) when within(x, k) from one by k steps", "from-budget"),
    (SLACK, "zcdp(eps^2/2) when within(x, 1) from one", "from-budget"),
    (SUM, "dp(2*eps) when some_differ(d, 3) from one by 2 steps", "from-chain"),
    (SUM, "dp(2*eps) when add_remove(d) from one by 2 steps", "from-chain"),
    (LAPLACE + ANY_SMALL, "dp(2*eps) when within(x, 2) from small by 2 steps", "from-chain"),
    (LAPLACE + ANY_SMALL, "dp(eps) when exists c : real. c <= 2 && within(x, c) from small", "from-relation"),
    (MEAN, "dp(2*eps) when all_within(q, 3) from one by 2 steps", "from-chain"),
    (BINS, "dp(eps) when one_differs(d) && d{1} != [] from one by 2 steps", "from-budget"),
    (BINS, "dp(2*eps) when one_differs(d) from one by 2 steps", "from-chain"),  # the empty list is no step from itself
    (BINS, "dp(2*eps) when some_differ(d, 2) && d{1} != [] from one by 2 steps", "from-chain"),
    (BINS, "dp(3*eps) when one_differs(d) && d{1} != [] from one by 3 steps", "from-chain"),
    (COUNT, "dp(q*eps) when add_remove(d) from one sampled q", "from-budget"),
    (COUNT, "dp(eps) when one_differs(d) from one sampled q", "from-relation"),
    (COUNT, "dp(eps) when add_remove(d) from one sampled q/2", "from-shape"),
    (COUNT, "zcdp(eps^2) when add_remove(d) from one sampled q", "not-supported"),
]


@pytest.mark.parametrize(("program", "says"), FOLLOWS)
def test_what_follows(program: str, says: str) -> None:
    claim = claimed(program, says)
    assert (claim.verdict.word, claim.verdict.by) == ("proved", "theorem"), [
        (one.code, one.obligation.message) for one in claim.failed
    ]


@pytest.mark.parametrize(("program", "says", "code"), DOES_NOT)
def test_what_does_not(program: str, says: str, code: str) -> None:
    claim = claimed(program, says)
    assert claim.verdict.word != "proved"
    assert code in {one.code for one in claim.failed}


# ---- numbers ---------------------------------------------------------------------------------

BIT = """
program P(x : private bool) : bool {
  b :=$ Flip(1/4) couple b{2} = b{1} xor x{1} xor x{2};
  return x xor b;
}
claim one : P satisfies %s when any;
claim c : P satisfies %s when any from one;
"""


@pytest.mark.parametrize(
    ("given", "wanted", "least"),
    [
        ("dp(ln(3))", "dp({})", "1.098612288668"),
        ("dp(ln(3))", "zcdp({})", "0.603474480406"),
        ("zcdp(1)", "dp({}, 1/100)", "4.340379886821"),
        ("rdp(2, 1)", "dp({}, 1/100)", "4.218875824868"),
        ("zcdp(1)", "rdp(5/2, {})", "2.49999999999"),
        ("dp(ln(3))", "rdp(3/2, {})", "0.905211720609"),
        ("dp(ln(3))", "rdp(20, {})", "1.098612288668"),
    ],
)
def test_constants_are_compared_to_the_last_digit(given: str, wanted: str, least: str) -> None:
    """One more in the last place is enough, and what is printed is not."""
    more = str(Fraction(least) + Fraction(1, 10 ** len(least.partition(".")[2])))
    for budget, complete in ((more, True), (least, False)):
        claim = judged(BIT % (given, wanted.format(budget)))["c"]
        assert claim.proof.complete == complete, budget


# ---- what it rests on ------------------------------------------------------------------------


def test_what_is_not_proved_proves_nothing() -> None:
    text = LAPLACE.replace("within(x, 1)", "within(x, 2) expect unknown")
    claim = claimed(text, "dp(2*eps) when within(x, 1) from one")
    assert claim.verdict.word == "unknown"
    assert [one.code for one in claim.failed] == ["cited-claim"]
    assert "neither proved nor assumed" in claim.failed[0].obligation.message


def test_assumptions_are_listed_through_chains() -> None:
    text = LAPLACE.replace("within(x, 1)", "within(x, 1) assume")
    text += "claim two : P satisfies dp(2*eps) when within(x, 2) from one by 2 steps;"
    claim = claimed(text, "zcdp(2*eps^2) when within(x, 2) from two")
    assert (claim.verdict.word, claim.assumptions) == ("proved", ("one",))


def test_order_in_the_file_does_not_matter() -> None:
    first, second = LAPLACE.split("claim")[0], "claim" + LAPLACE.split("claim")[1]
    text = f"{first}claim c : P satisfies dp(2*eps) when within(x, 2) from one by 2 steps;\n{second}"
    assert judged(text)["c"].verdict.word == "proved"


def test_the_other_road_raises_the_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """A theorem that is wrong meets the channel of the claim."""
    from prhl.rules.following import groups

    added = "program P(x : private int) : bool requires 0 <= x <= 2; {"
    added += " b :=$ Flip(if x = 0 then 7/10 else if x = 1 then 3/10 else 1/10); return b; }"
    added += "claim one : P satisfies dp(ln(2), 1/10) when within(x, 1) check x in 0..2;"
    says = "dp(2*ln(2), 2/10) when within(x, 2) from one by 2 steps check x in 0..2"
    assert claimed(added, says).verdict.word == "refuted"
    assert claimed(added, says.replace("2/10", "3/10")).verdict.by == "theorem"
    monkeypatch.setattr(groups, "_owe_delta", lambda *_: None)
    assert "its exact channel breaks it" in claimed(added, says).alarm


# ---- mistakes --------------------------------------------------------------------------------

WRONG = [
    ("claim c : P satisfies dp(1) when any from nobody;", "unknown-claim"),
    ("claim c : P satisfies dp(1) when any from c;", "from-circle"),
    ("claim c : P satisfies dp(1) when any from e; claim e : P satisfies dp(1) when any from c;", "from-circle"),
    ("claim c : P ~ P : true ==> true from one;", "from-not-here"),
    ("claim c : P satisfies dp(1) when any from one assume;", "from-not-here"),
    ("claim c : P satisfies dp(1) when any pointwise o = 1 from one;", "from-not-here"),
    ("claim c : P satisfies dp(1) when any from one from one;", "duplicate-option"),
    ("claim q : P ~ P : true ==> true; claim c : P satisfies dp(1) when any from q;", "wrong-claim"),
    ("program Q(x : private real) : real { return x; } claim c : Q satisfies dp(1) when any from one;", "wrong-claim"),
    ("claim c : P satisfies dp(1) when any from one sampled 1/2;", "wrong-claim"),
    ("claim c : P satisfies dp(1) when any from one by x steps;", "private-in-budget"),
    ("claim c : P satisfies dp(1) when any from one by ? steps;", "hole-not-here"),
    ("claim c : P satisfies dp(1) when any from one by 1/2 steps;", "type-mismatch"),
    ("claim c : P satisfies dp(1) when any from one by 2;", "syntax"),
]


@pytest.mark.parametrize(("text", "code"), WRONG)
def test_mistakes(text: str, code: str) -> None:
    report = pipeline.verify(Source("x.wl", LAPLACE + text))
    assert [d.code for d in report.diagnostics] == [code]


# ---- inputs of all kinds ---------------------------------------------------------------------

KINDS = """
program P(x : private real, y : private int, l : private list[bool], t : private (int, bool), eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  w :=$ DiscreteLaplace(1/eps) couple w{2} = w{1} + y{1} - y{2};
  return x + z + y + w;
}
claim free : P satisfies dp(2*eps) when within(x, 1) && within(y, 3/2);
claim fixed : P satisfies dp(2*eps) when within(x, 1) && y{1} = y{2} && l{1} = l{2} && t{1} = t{2};
"""


@pytest.mark.parametrize(
    ("relation", "options", "follows"),
    [
        ("within(x, 2) && within(y, 2)", "from free by 2 steps", True),
        ("within(x, 2) && within(y, 3)", "from free by 2 steps", False),  # a step of an int is a whole one
        ("within(x, 2) && y{1} = y{2} && l{1} = l{2}", "from free by 2 steps", True),
        ("within(x, 2) && y{1} = y{2} && l{1} = l{2} && t{1} = t{2}", "from fixed by 2 steps", True),
        ("within(x, 2) && y{1} = y{2} && l{1} = l{2}", "from fixed by 2 steps", False),
    ],
)
def test_steps_of_several_parameters(relation: str, options: str, follows: bool) -> None:
    assert claimed(KINDS, f"dp(4*eps) when {relation} {options}").proof.complete == follows


# ---- shapes of samplers ----------------------------------------------------------------------

SHAPES = [
    ("if (b) { s := s ++ [d[i]]; }", "if (b) { s := s ++ [d[0]]; }"),
    ("if (b) { s := s ++ [d[i]]; }", "if (b) { s := s ++ [d[i]]; } else { s := s ++ [d[i]]; }"),
    ("if (b) { s := s ++ [d[i]]; }", "if (b) { s := s ++ [d[i]]; } leak b;"),
    ("if (b) { s := s ++ [d[i]]; }", "if (!b) { s := s ++ [d[i]]; }"),
    ("b :=$ Flip(q);", "b :=$ Flip(if d[i] then q else 0);"),
    ("b :=$ Flip(q);", "b :=$ Uniform({true, false});"),
    ("s := [];", "s := [true];"),
    ("0 .. size(d)", "1 .. size(d)"),
    ("0 .. size(d)", "0 .. size(d) - 1"),
    ("return 2*y + 1;", "return y + size(d);"),
    ("return 2*y + 1;", "return y + size(s);"),
    ("return 2*y + 1;", "return y + i;"),
    ("Count(s, eps)", "Count(d, eps)"),
    ("Count(s, eps)", "Count(s, eps*(size(d) + 1))"),
    ("y :=$ Count(s, eps);", "y :=$ Count(s, eps); y :=$ Count(s, eps);"),
]


@pytest.mark.parametrize(("old", "new"), SHAPES)
def test_no_other_shape_is_a_sample(old: str, new: str) -> None:
    assert COUNT.count(old) == 1
    claim = claimed(COUNT.replace(old, new), "dp(eps) when add_remove(d) from one sampled q")
    assert [one.code for one in claim.failed] == ["from-shape"]


# ---- some_differ -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relation", "left", "right", "holds"),
    [
        ("some_differ(d, 2)", "[0, 0, 0]", "[1, 5, 0]", True),
        ("some_differ(d, 2)", "[0, 0, 0]", "[1, 5, 1]", False),
        ("some_differ(d, 2)", "[0, 0]", "[0, 0, 0]", False),
        ("some_differ(d, 2)", "[]", "[]", True),
        ("some_differ(d, 1)", "[0, 0]", "[0, 0]", True),
        ("some_differ(d, 2, 1)", "[0, 0, 0]", "[1, -1, 0]", True),
        ("some_differ(d, 2, 1)", "[0, 0, 0]", "[1, 2, 0]", False),
    ],
)
def test_some_differ_means_the_same_on_both_roads(relation: str, left: str, right: str, holds: bool) -> None:
    """A program that shows everything is private just where its relation has nothing to relate."""
    show = f"program P(d : private list[int]) : bool {{ return d = {left}; }}"
    says = f"dp(0) when {relation} && d{{1}} = {left} && d{{2}} = {right}"
    claim = claimed(show, f"{says} check d in {{{left}, {right}}}")
    assert (claim.verdict.word == "proved") == (not holds or left == right)
    assert claim.proof.vacuous == (not holds)


# ---- reports ---------------------------------------------------------------------------------


def run(*arguments: str, text: str) -> str:
    return CliRunner().invoke(main, [*arguments, "-"], input=text).output


def test_reports() -> None:
    text = f"{SLACK}claim c : P satisfies dp(2*eps, delta*(1 + exp(eps))) when within(x, 2) from one by 2 steps;"
    told = run("verify", "--explain", text=text)
    assert "by group-privacy: from one by 2 steps" in told
    assert "valid: the budget is enough for what follows: delta*(1 + exp(eps)) <= delta*(1 + exp(eps))" in told
    spent = run("budget", "--claim", "c", text=text)
    assert "from one by 2 steps\n  epsilon: all of it is spent\n  delta: all of it is spent\n" in spent
    found = json.loads(run("verify", "--format", "json", text=text))["files"][0]["claims"][1]
    assert (found["verdict"], found["by"]) == ("proved", "theorem")
    assert {one["code"] for one in found["obligations"]} == {"budget-negative", "from-chain", "from-budget"}
    assert run("fmt", text=text).endswith("when within(x, 2) from one by 2 steps;\n")


@pytest.mark.parametrize("rule", ["weaker-claim", "other-notion", "group-privacy", "secret-sample"])
def test_theorems_are_explained(rule: str) -> None:
    assert f"[{rule}]" in CliRunner().invoke(main, ["explain", rule]).output
