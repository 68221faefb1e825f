"""Sums, counts and extremes of lists in proofs: what one would write is proved, and what is almost true is not."""

import random
import re
from fractions import Fraction

import pytest

from prhl.logic.build import absolute, at_most, both, equal, follows, index, less, number, plus, size, times, unequal
from prhl.logic.terms import Apply, Logical, Quantified, Term, Variable
from prhl.logic.types import INT, List
from prhl.pipeline import load
from prhl.proof import Proof, prove
from prhl.semantics.evaluate import Fault, evaluate
from prhl.solvers import Limits, Query
from prhl.solvers.by_z3 import Session
from prhl.source import Source

SAME = "size(d1) = size(d2)"
EVERY = "forall i. 0 <= i < size(d1)"
TWO = (
    f"exists j. exists k. {SAME} && 0 <= j < size(d1) && 0 <= k < size(d1) && j != k"
    f" && ({EVERY} && i != j && i != k ==> d1[i] = d2[i])"
)

# What is known of the inputs, and what follows, with d1 for d{1}: lists of integers, unless other inputs are named.
RELATIONS = {
    # one entry
    ("one_differs(d) at k && size(d1) > 0", "sum(d1) - sum(d2) = d1[k] - d2[k]"): "",
    ("one_differs(d, 3)", "|sum(d1) - sum(d2)| <= 3"): "",
    ("={c} && c1 >= 0 && one_differs(d, c)", "|sum(d1) - sum(d2)| <= c1"): "d : list[real], c : real",
    ("={v} && one_differs(d)", "|count(d1, v1) - count(d2, v2)| <= 1"): "d : list[int], v : int",
    ("one_differs(d, 2) && size(d1) > 0", "|max(d1) - max(d2)| <= 2 && |min(d1) - min(d2)| <= 2"): "",
    ("one_differs(d, 1) && size(d1) > 0", "|sum(d1)/size(d1) - sum(d2)/size(d2)| <= 1/size(d1)"): "",
    ("one_differs(d, 1)", "|floor(sum(d1)) - floor(sum(d2))| <= 2"): "d : list[real]",
    # an entry more
    ("add_remove(d) at k && size(d1) > size(d2)", "sum(d1) - sum(d2) = d1[k]"): "",
    ("add_remove(d) at k && size(d1) < size(d2)", "sum(d2) - sum(d1) = d2[k]"): "",
    ("add_remove(d) && size(d1) > size(d2)", "0 <= count(d1, 5) - count(d2, 5) <= 1"): "",
    ("add_remove(d)", "|size(d1) - size(d2)| = 1"): "",
    ("add_remove(d) && size(d1) > size(d2) && size(d2) > 0", "min(d1) <= min(d2) && max(d2) <= max(d1)"): "",
    (
        "add_remove(d) && (forall i. 0 <= i < size(d1) ==> |d1[i]| <= 4)"
        " && (forall i. 0 <= i < size(d2) ==> |d2[i]| <= 4)",
        "|sum(d1) - sum(d2)| <= 4",
    ): "",
    # two entries
    (TWO, "sum(d1) - sum(d2) = d1[j] - d2[j] + d1[k] - d2[k]"): "",
    (f"{TWO} && |d1[j] - d2[j]| <= 1 && |d1[k] - d2[k]| <= 1", "|sum(d1) - sum(d2)| <= 2"): "",
    (TWO, "|count(d1, 7) - count(d2, 7)| <= 2"): "",
    (f"{TWO} && d1[j] = d2[k] && d1[k] = d2[j]", "sum(d1) = sum(d2) && count(d1, 7) = count(d2, 7)"): "",
    # all entries
    ("={c} && all_within(d, c)", "|sum(d1) - sum(d2)| <= size(d1)*c1"): "d : list[real], c : real",
    ("={c, n} && n1 = size(d1) && all_within(d, c)", "|sum(d1) - sum(d2)| <= n1*c1"): (
        "d : list[real], c : real, n : int"
    ),
    ("={c} && all_within(d, c) && size(d1) > 0", "|max(d1) - max(d2)| <= c1 && |min(d1) - min(d2)| <= c1"): (
        "d : list[real], c : real"
    ),
    ("all_within(d, 1)", "|max(d1) - max(d2)| <= 1"): "",
    ("all_within(d, 1) && size(d1) > 0", "|sum(d1)/size(d1) - sum(d2)/size(d2)| <= 1"): "d : list[real]",
    (f"{SAME} && ({EVERY} ==> d1[i] <= d2[i])", "sum(d1) <= sum(d2)"): "",
    (f"{SAME} && size(d1) > 0 && ({EVERY} ==> d1[i] <= d2[i])", "max(d1) <= max(d2) && min(d1) <= min(d2)"): "",
    (f"{SAME} && ({EVERY} ==> d1[i] <= d2[i] + c1)", "sum(d1) <= sum(d2) + c1*size(d1)"): ("d : list[real], c : real"),
    (f"{SAME} && ({EVERY} ==> d1[i] = d2[i] + 2)", "sum(d1) = sum(d2) + 2*size(d2)"): "",
    (f"{SAME} && ({EVERY} ==> (d1[i] = 4 ==> d2[i] = 4))", "count(d1, 4) <= count(d2, 4)"): "",
    (f"{SAME} && ({EVERY} ==> (d1[i] = 4 <=> d2[i] = 4))", "count(d1, 4) = count(d2, 4)"): "",
    ("forall v. |count(d1, v) - count(d2, v)| <= 1", "|count(d1, x1) - count(d2, x1)| <= 1"): "d : list[int], x : int",
    # one list
    (f"({EVERY} ==> 2 <= d1[i] <= 5)", "2*size(d1) <= sum(d1) <= 5*size(d1)"): "",
    (f"({EVERY} ==> d1[i] < 5)", "sum(d1) <= 4*size(d1)"): "",
    (f"({EVERY} ==> lo1 <= d1[i] <= hi1)", "size(d1)*lo1 <= sum(d1) <= size(d1)*hi1"): (
        "d : list[real], lo : real, hi : real"
    ),
    (f"0 <= x1 < size(d1) && ({EVERY} ==> 0 <= d1[i])", "d1[x1] <= sum(d1)"): "d : list[int], x : int",
    ("size(d1) = 2", "sum(d1) = d1[0] + d1[1]"): "",
    ("size(d1) = 0", "sum(d1) = 0 && count(d1, 9) = 0"): "",
    ("any", "0 <= count(d1, 3) <= size(d1) && count(d1, 3) + count(d1, 4) <= size(d1)"): "",
    (f"({EVERY} ==> d1[i] != 3)", "count(d1, 3) = 0"): "",
    (f"({EVERY} ==> d1[i] = 3)", "count(d1, 3) = size(d1) && sum(d1) = 3*size(d1)"): "",
    ("0 <= x1 < size(d1) && d1[x1] = 3", "count(d1, 3) >= 1 && count(d1, 4) < size(d1)"): "d : list[int], x : int",
    ("0 <= x1 < size(d1)", "min(d1) <= d1[x1] <= max(d1)"): "d : list[int], x : int",
    ("size(d1) > 0", "size(d1)*min(d1) <= sum(d1) <= size(d1)*max(d1)"): "d : list[real]",
    ("any", "floor(x1) <= x1 < floor(x1) + 1 && ceil(x1) - 1 < x1 <= ceil(x1)"): "x : real",
    # lists that are built
    ("d1 = d2 ++ [3]", "sum(d1) = sum(d2) + 3 && count(d1, 3) = count(d2, 3) + 1"): "",
    ("d1 = [3, 4]", "sum(d1) = 7 && max(d1) = 4"): "",
    ("={d}", "sum(d1 ++ [x1]) - sum(d2 ++ [x2]) = x1 - x2"): "d : list[int], x : int",
    ("size(d1) > 0", "max(d1 ++ [x1]) = max(max(d1), x1) && min(d1 ++ [x1]) = min(min(d1), x1)"): (
        "d : list[int], x : int"
    ),
    ("any", "sum([x1, 2]) = x1 + 2 && max([1, 5, x1]) >= 5 && count([1, 2, 1], 1) = 2"): "x : int",
    # records
    ("one_differs(d)", "|count(d1, (4, true)) - count(d2, (4, true))| <= 1"): "d : list[(int, bool)]",
    ("add_remove(d)", "|count(d1, (4, true)) - count(d2, (4, true))| <= 1"): "d : list[(int, bool)]",
    (TWO, "|count(d1, (1, true)) - count(d2, (1, true))| <= 2"): "d : list[(int, bool)]",
    ("one_differs(d) at k && d1[k].0 != 4 && d2[k].0 != 4", "count(d1, (4, true)) = count(d2, (4, true))"): (
        "d : list[(int, bool)]"
    ),
    ("one_differs(d)", "|count(d1, true) - count(d2, true)| <= 1"): "d : list[bool]",
    ("one_differs(d)", "|count(d1, 0b01) - count(d2, 0b01)| <= 1"): "d : list[bits[2]]",
    ("one_differs(d)", "|count(d1, [1]) - count(d2, [1])| <= 1"): "d : list[list[int]]",
}

# Almost the same, and false: of these d1 and d2.
WRONG = {
    ("one_differs(d)", "|sum(d1) - sum(d2)| <= 1"): "[0] and [5]",
    ("one_differs(d) && size(d1) > 0", "|max(d1) - max(d2)| <= 1"): "[0] and [5]",
    ("one_differs(d, 1)", "|count(d1, 0) - count(d2, 0)| <= 0"): "[0] and [1]",
    ("one_differs(d, 1) && size(d1) > 0", "|sum(d1)/size(d1) - sum(d2)/size(d2)| <= 1/(size(d1) + 1)"): "[0] and [1]",
    ("add_remove(d)", "|sum(d1) - sum(d2)| <= 1"): "[5] and []",
    ("add_remove(d) && size(d1) > size(d2) && size(d2) > 0", "max(d1) <= max(d2)"): "[0, 5] and [0]",
    ("add_remove(d) && size(d1) > size(d2)", "sum(d1) >= sum(d2)"): "[-1] and []",
    (
        "add_remove(d) && size(d1) > size(d2) && size(d2) > 0",
        "|sum(d1)/size(d1) - sum(d2)/size(d2)| <= 1",
    ): "[0, 5] and [0]",
    (TWO, "|count(d1, 7) - count(d2, 7)| <= 1"): "[7, 7] and [0, 0]",
    (f"{TWO} && |d1[j] - d2[j]| <= 1 && |d1[k] - d2[k]| <= 1", "|sum(d1) - sum(d2)| <= 1"): "[1, 1] and [0, 0]",
    (TWO, "sum(d1) - sum(d2) = d1[j] - d2[j]"): "[0, 1] and [0, 0], j = 0, k = 1",
    (TWO.replace(" && j != k", ""), "sum(d1) - sum(d2) = d1[j] - d2[j] + d1[k] - d2[k]"): "[1] and [0], j = k = 0",
    ("all_within(d, 1)", "|sum(d1) - sum(d2)| <= 1"): "[0, 0] and [1, 1]",
    ("all_within(d, 1)", "|count(d1, 0) - count(d2, 0)| <= 1"): "[0, 0] and [1, 1]",
    (f"{SAME} && ({EVERY} ==> d1[i] <= d2[i])", "sum(d2) <= sum(d1)"): "[0] and [1]",
    (f"({EVERY} ==> d1[i] <= d2[i])", "sum(d1) <= sum(d2)"): "[0] and [0, -1]",
    (f"({EVERY} ==> d1[i] <= 5)", "sum(d1) <= 5"): "[5, 5]",
    (f"({EVERY} ==> d1[i] < 5)", "sum(d1) < 5*size(d1)"): "[]",
    ("any", "count(d1, 3) + count(d1, d2[0]) <= size(d1)"): "[3] and [3]",
    ("any", "max(d1 ++ [3]) = 3"): "[4]",
    ("any", "max(d1) <= max(d1 ++ [3])"): "[], of whose maximum nothing is known",
    ("one_differs(d) at k", "sum(d1) - sum(d2) = d1[k] - d2[k]"): "[] and [], where d[0] is unspecified",
    ("size(d1) = 2", "sum(d1) = d1[0] + d1[2]"): "[1, 1]",
}


def proof_of(text: str) -> Proof:
    file = load(Source("lists.wl", text))
    (claim,) = file.claims
    return prove(claim, file.programs[claim.left], file.programs[claim.right], Session(Limits(3_000_000, 10)).answer)


def claimed(relation: str, conclusion: str, parameters: str) -> str:
    given = parameters or "d : list[int]"
    said, known = (re.sub(r"\b([a-z]+)([12])\b", r"\1{\2}", text) for text in (conclusion, relation))
    return f"program P({given}) {{ assert {said}; return 0; }}\nclaim c : P ~ P : {known} ==> true;"


@pytest.mark.parametrize(("relation", "conclusion"), RELATIONS)
def test_what_follows_is_proved(relation: str, conclusion: str) -> None:
    proof = proof_of(claimed(relation, conclusion, RELATIONS[relation, conclusion]))
    assert not proof.vacuous
    assert proof.complete, [(one.code, one.answer.reason) for one in proof.judged if not one.valid]


@pytest.mark.parametrize(("relation", "conclusion"), WRONG)
def test_what_does_not_follow_is_not_proved(relation: str, conclusion: str) -> None:
    proof = proof_of(claimed(relation, conclusion, ""))
    assert {one.code for one in proof.judged if not one.valid} == {"assertion"}


# ---- in programs -----------------------------------------------------------------------------

PROGRAMS = {
    "an entry is changed": """
program P(d : list[int], i : int, v : int) : int requires 0 <= i && i < size(d);
{ a := d; a[i] := v; assert sum(a{1}) = sum(d{1}) - d{1}[i{1}] + v{1}; return sum(a); }
claim c : P ~ P : ={d} && ={i} ==> res{1} - res{2} = v{1} - v{2};""",
    "the same entry is changed twice": """
program P(d : list[int], i : int) : int requires 0 <= i && i < size(d);
{ a := d; a[i] := a[i] + 2; a[i] := a[i] + 3; return sum(a); }
claim c : P ~ P : ={d} ==> res{1} = sum(d{1}) + 5;""",
    "a record is changed": """
program P(d : list[(int, bool)], i : int, v : int) : int requires 0 <= i && i < size(d);
{ a := d; a[i] := (v, a[i].1); return count(a, (4, true)); }
claim c : P ~ P : ={d} ==> |res{1} - res{2}| <= 2 && |res{1} - count(d{1}, (4, true))| <= 1;""",
    "an entry grows": """
program P(d : list[int], i : int) : int requires 0 <= i && i < size(d);
{ a := d; a[i] := a[i] + 1; return max(a); }
claim c : P ~ P : ={d} ==> max(d{1}) <= res{1} && res{1} <= max(d{1}) + 1;""",
    "in one branch": """
program P(d : list[int], b : bool) : int
{ r := d; if (b) { r := r ++ [1]; } else { r := r ++ [2]; } return sum(r); }
claim c : P ~ P : ={d} ==> |res{1} - res{2}| <= 1 && sum(d{1}) < res{1};""",
    "a loop adds up what it appends": """
program P(d : list[int]) : int
{
  r := []; s := 0;
  for i in 0 .. size(d) invariant sum(r{1}) = s{1} && sum(r{2}) = s{2}; { s := s + d[i]; r := r ++ [d[i]]; }
  return sum(r) - s;
}
claim c : P ~ P : ={d} ==> res{1} = 0;""",
    "a loop copies": """
program P(d : list[int]) : int
{
  r := [];
  for i in 0 .. size(d)
    invariant size(r{1}) = i{1} && size(r{2}) = i{2} && (forall j. 0 <= j < i{1} ==> r{1}[j] = d{1}[j]);
  { r := r ++ [d[i]]; }
  return sum(r);
}
claim c : P ~ P : ={d} ==> res{1} = sum(d{1});""",
    "a histogram that a loop counts": """
program P(d : private list[int], n : int) : int requires n >= 0; requires size(d) = n;
{
  h := [0, 0, 0];
  for i in 0 .. n invariant size(h{1}) = 3 && size(h{2}) = 3 && sum(h{1}) = i{1} && sum(h{2}) = i{1};
  { b := d[i] mod 3; h[b] := h[b] + 1; }
  return sum(h);
}
claim c : P satisfies noninterference when any;""",
    "clipped": """
program P(d : private list[real], eps : real) : real requires eps > 0;
{
  r := [];
  for i in 0 .. size(d)
    invariant size(r{1}) = i{1} && size(r{2}) = i{2} && cost = 0;
    invariant forall j. 0 <= j < i{1} && j != k ==> r{1}[j] = r{2}[j];
    invariant forall j. 0 <= j < i{1} ==> 0 <= r{1}[j] <= 1 && 0 <= r{2}[j] <= 1;
  { r := r ++ [min(1, max(0, d[i]))]; }
  s := sum(r);
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}
claim c : P satisfies dp(eps) when one_differs(d) at k;""",
    "clipped in place": """
program P(d : private list[real], eps : real) : real requires eps > 0;
{
  r := d;
  for i in 0 .. size(d)
    invariant size(r{1}) = size(d{1}) && size(r{2}) = size(d{2}) && cost = 0;
    invariant forall j. 0 <= j < size(r{1}) && j != k ==> r{1}[j] = r{2}[j];
    invariant forall j. 0 <= j < i{1} ==> 0 <= r{1}[j] <= 1 && 0 <= r{2}[j] <= 1;
  { r[i] := min(1, max(0, r[i])); }
  s := sum(r);
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}
claim c : P satisfies dp(eps) when one_differs(d) at k;""",
    "rows": """
program P(d : private list[list[real]], n : int, eps : real) : list[real]
  requires eps > 0; requires n >= 0; requires size(d) = n;
{
  r := [];
  for i in 0 .. n invariant ={r} && cost <= i{1}*eps;
  {
    s := sum(d[i]);
    z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2} cost eps;
    r := r ++ [s + z];
  }
  return r;
}
claim c : P satisfies dp(n*eps)
  when size(d{1}) = size(d{2}) && (forall i. 0 <= i < size(d{1}) ==> |sum(d{1}[i]) - sum(d{2}[i])| <= 1);""",
}

# The value that gets noise of this scale, and the relation under which that costs eps.
MECHANISMS = {
    ("sum(d)", "c/eps", "one_differs(d, c)"): "requires c > 0;",
    ("sum(d)", "n*c/eps", "all_within(d, c)"): "requires c > 0; requires n >= 1; requires size(d) = n;",
    ("sum(d)/n", "c/(n*eps)", "one_differs(d, c)"): "requires c > 0; requires n >= 1; requires size(d) = n;",
    ("sum(d)/size(d)", "c/(n*eps)", "one_differs(d, c)"): "requires c > 0; requires n >= 1; requires size(d) = n;",
    ("sum(d)/n", "c/(n*eps)", "one_differs(d)"): (
        "requires c > 0; requires n >= 1; requires size(d) = n; requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= c;"
    ),
    ("sum(d)", "c/eps", "add_remove(d)"): "requires c > 0; requires forall j. 0 <= j < size(d) ==> -c <= d[j] <= c;",
    ("sum(d)/n", "c/eps", "all_within(d, c)"): "requires c > 0; requires n >= 1; requires size(d) = n;",
    ("max(d)", "c/eps", "all_within(d, c)"): "requires c > 0; requires size(d) >= 1;",
    ("max(d) - min(d)", "c/eps", "one_differs(d, c)"): "requires c > 0; requires size(d) >= 1;",
    ("count(d, c)/n", "1/(n*eps)", "one_differs(d)"): "requires n >= 1; requires size(d) = n;",
    ("count(d, 1) - count(d, 0)", "2/eps", "one_differs(d)"): "",
    ("count(d, 0) + count(d, 1) + count(d, 2)", "1/eps", "one_differs(d)"): "",
    ("count(d, 0) + 2*count(d, 1) + 3*count(d, 2)", "3/eps", "add_remove(d)"): "",
    ("max(count(d, 0), count(d, 1))", "1/eps", "one_differs(d)"): "",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_are_proved(name: str) -> None:
    proof = proof_of(PROGRAMS[name])
    assert proof.complete, [(one.code, one.answer.reason) for one in proof.judged if not one.valid]


def mechanism(value: str, scale: str, relation: str, required: str) -> str:
    return f"""
program P(d : private list[real], c : real, n : int, eps : real) : real requires eps > 0; {required}
{{ s := {value}; z :=$ Laplace({scale}) couple z{{2}} = z{{1}} + s{{1}} - s{{2}}; return s + z; }}
claim c : P satisfies dp(eps) when {relation};"""


@pytest.mark.parametrize(("value", "scale", "relation"), MECHANISMS)
def test_mechanisms_are_proved(value: str, scale: str, relation: str) -> None:
    required = MECHANISMS[value, scale, relation]
    proof = proof_of(mechanism(value, scale, relation, required))
    assert proof.complete, [(one.code, one.answer.reason) for one in proof.judged if not one.valid]


@pytest.mark.parametrize(("value", "scale", "relation"), MECHANISMS)
def test_less_noise_is_not_proved(value: str, scale: str, relation: str) -> None:
    proof = proof_of(mechanism(value, f"9/10*({scale})", relation, MECHANISMS[value, scale, relation]))
    assert {one.code for one in proof.judged if not one.valid} == {"budget"}


# ---- random claims ---------------------------------------------------------------------------

A, B = Variable("a", 0, List(INT)), Variable("b", 0, List(INT))
J, K, C = Variable("j", 0, INT), Variable("k", 0, INT), Variable("c", 0, INT)
T = Logical("t", INT)


class Claims:
    """Facts close to the premises of the laws, and conclusions close to theirs."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def question(self) -> tuple[list[Term], Term]:
        pick = self.random.choice
        inside = both([at_most(number(0), T), less(T, size(A)), *[unequal(T, p) for p in pick([(), (K,), (J, K)])]])
        gap = plus(index(A, T), index(B, T), -1)
        said = pick(
            [
                equal(index(A, T), index(B, T)),
                at_most(index(A, T), index(B, T)),
                at_most(absolute(gap), C),
                at_most(index(A, T), plus(index(B, T), C)),
                both([at_most(number(-1), index(A, T)), at_most(index(A, T), number(2))]),
                equal(index(A, T), C),
            ]
        )
        facts: list[Term] = [
            equal(size(A), size(B)),
            Quantified("forall", (T,), follows(inside, said)),
            less(number(0), size(A)),
            *[both([at_most(number(0), p), less(p, size(A))]) for p in (J, K)],
            pick([unequal(J, K), equal(J, K)]),
            at_most(absolute(plus(index(A, K), index(B, K), -1)), C),
        ]
        self.random.shuffle(facts)
        return facts[: pick([5, 6, 7, 7, 7])], self.goal()

    def goal(self) -> Term:
        pick = self.random.choice
        measure = pick(["sum", "sum", "count", "least", "greatest"])
        extra = (C,) if measure == "count" else ()
        one, two = (Apply(measure, (items, *extra), INT) for items in (A, B))
        difference = plus(one, two, -1)
        at_k, at_j = (plus(index(A, p), index(B, p), -1) for p in (K, J))
        return pick(
            [
                at_most(difference, pick([C, number(0), number(1), times(size(A), C), at_k])),
                at_most(number(0), difference),
                equal(difference, pick([number(0), at_k, plus(at_k, at_j), times(size(A), C)])),
                at_most(one, pick([times(size(A), number(2)), times(size(A), number(1)), plus(size(A), number(-1))])),
                at_most(times(size(A), number(-1)), one),
                equal(one, pick([times(size(A), C), size(A), C])),
                at_most(index(A, K), one),
            ]
        )

    def memory(self) -> dict[tuple[str, int], object]:
        pick = self.random.choice
        items = [pick([-1, 0, 1, 2]) for _ in range(pick([1, 1, 2, 3]))]
        j, k, c = self.random.randrange(len(items)), self.random.randrange(len(items)), pick([0, 1, 1, 2])
        other = list(items)
        way = pick(["two", "one", "all", "below"])
        for p in (j, k) if way == "two" else (k,):
            other[p] = pick([-1, 0, 1, 2, 4])
        if way == "all":
            other = [element + pick([-c, 0, c, 1]) for element in items]
        elif way == "below":
            other = [element + c for element in items]
        elif self.random.random() < 0.2:
            items = [c] * len(items)
        found = {"a": tuple(items), "b": tuple(other), "j": j, "k": k, "c": c}
        return {(name, 0): value for name, value in found.items()}


def true_of(term: Term, memory: dict[tuple[str, int], object]) -> bool | None:
    try:
        return bool(evaluate(term, memory))
    except Fault:
        return None


@pytest.mark.parametrize("seed", range(6))
def test_what_is_proved_of_random_lists_is_true(seed: int) -> None:
    claims = Claims(seed)
    memories = [claims.memory() for _ in range(1500)]
    valid = 0
    for _ in range(25):
        facts, goal = claims.question()
        if Session(Limits(300_000, 3)).answer(Query(tuple(facts), goal)).status == "valid":
            valid += 1
            for memory in memories:
                if true_of(both(facts), memory):
                    assert true_of(goal, memory) is not False, (facts, goal, memory)
    assert valid >= 2, "a test of nothing"


# ---- there are few laws ----------------------------------------------------------------------


def test_questions_stay_small() -> None:
    """Nine functions of lists and twelve positions: still a few hundred assertions, and each law once."""
    lists = [Variable(name, 0, List(INT)) for name in "abc"]
    positions = [Variable(f"k{n}@", 0, INT) for n in range(12)]
    functions = [Apply(o, (items,), INT) for o in ("sum", "least", "greatest") for items in lists]
    every = both([at_most(number(0), T), less(T, size(A)), *[unequal(T, p) for p in positions]])
    facts = [Quantified("forall", (T,), follows(every, equal(index(A, T), index(items, T)))) for items in lists[1:]]
    total = functions[0]
    for one in functions[1:]:
        total = plus(total, one)
    answer = Session(Limits(100_000, 5), keep=True).answer(Query(tuple(facts), equal(total, number(Fraction(7)))))
    assert answer.asked is not None
    laws = [one for words, group in answer.asked.groups if "sums" in words for one in group]
    assert len(laws) < 40
    assert sum([len(group) for _, group in answer.asked.groups]) < 400
