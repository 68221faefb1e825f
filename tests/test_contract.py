"""The contract of the language, rule by rule: what it allows is accepted and laid out, what it forbids is refused."""

import dataclasses
import json
import re
from itertools import permutations
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from prhl import pipeline, report
from prhl.frontends.cli import main
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.parser import parse

# ---- running -------------------------------------------------------------------------------------


def run(*arguments: str, data: bytes | str | None = None) -> Result:
    result = CliRunner().invoke(main, list(arguments), input=data)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert "Traceback" not in result.output
    return result


def diagnostics(text: str) -> list[dict[str, Any]]:
    """What `prhl check` says of a text."""
    result = run("check", "--format", "json", "-", data=text)
    found = json.loads(result.stdout)["files"][0]["diagnostics"]
    assert result.exit_code == (2 if any([d["severity"] == "error" for d in found]) else 0), found
    return list(found)


def accepted(text: str) -> None:
    assert diagnostics(text) == []


def refused(text: str, *codes: str) -> None:
    found = diagnostics(text)
    assert found, "this is accepted"
    assert found[0]["code"] in codes, found


def tree(text: str) -> ast.File:
    return parse(Source("text.wl", text)).file


def formatted(text: str) -> str:
    return pipeline.reformat(Source("text.wl", text))


def comments(text: str) -> list[str]:
    return [comment.rstrip() for comment in re.findall(r"//[^\n]*", text)]


def keeps_its_meaning(text: str) -> None:
    """What `fmt` writes is the same tree with the same comments, and `fmt` has nothing to add to it."""
    once = formatted(text)
    assert tree(once) == tree(text)
    assert comments(once) == comments(text)
    assert formatted(once) == once
    assert [line for line in once.split("\n") if line != line.rstrip()] == []


# ---- programs that the contract allows -----------------------------------------------------------

RAND_RESP = """\
// Randomized response with two coins, CMU 15-316 lecture 18
program RandResp(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { o := x; } else { o :=$ Flip(1/2); }
  return o;
}

claim ln3 : RandResp satisfies dp(ln(3)) when any;
"""

NOISY_SUM = """\
// Releasing a noisy sum, BU CS 599
program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  i := 0;
  s := 0;
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : NoisySum satisfies dp(eps)
  when one_differs(d, 1) at k
  check size(d) in 1..3, d[_] in {0, 1}, eps in {1/2, ln(2)};
"""

ONE_TIME_PAD = """\
// Perfect secrecy, BU CS 599: the ciphertext says nothing about the message
program OneTimePad(m : private bits[n], n : int) : bits[n]
  requires n >= 1;
{
  key :=$ Uniform(bits(n)) couple key{2} = key{1} xor m{1} xor m{2};
  return m xor key;
}

claim secrecy : OneTimePad ~ OneTimePad : n{1} = n{2} ==> res{1} = res{2}
  check n in 1..4;
"""

NOISY_MAX = """\
// Report noisy max: couplings and invariants speak of the output o that is being proved
program NoisyMax(q : private list[real], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  i := 0; best := 0; max := 0;
  while (i < size(q))
    invariant ={i} && 0 <= i{1} && i{1} <= size(q{1}) && (i{1} > 0 ==> 0 <= best{1} && best{1} < i{1});
    invariant cost = (if 0 <= o && i{1} > o then eps else 0);
    invariant 0 < i{1} && i{1} <= o ==> best{1} != o && best{2} != o && max{2} <= max{1} + 1;
    invariant 0 <= o && i{1} > o && best{1} = o ==> best{2} = o && max{2} = max{1} + 1;
  {
    eta :=$ Laplace(2/eps)
      couple eta{2} = eta{1} + (if i{1} = o then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if i{1} = o then eps else 0);
    if (i = 0 || q[i] + eta > max) { max := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

claim private : NoisyMax satisfies dp(eps) when all_within(q, 1) pointwise o
  check size(q) = 3, q[_] in 0..2, eps = ln(2);
"""

STATEMENTS = [
    "x := 1;",
    "a := [1, 2]; a[0] := 5; a[1 - 1] := a[0] + a[1];",
    "a := [[1], [2, 3]]; a[1][0] := 7;",
    "x :=$ Flip(1/2);",
    "L: x :=$ Flip(1/2);",
    "x := 1; x :=$ Laplace(1, x); x := x + 1;",
    "if (true) { skip; }",
    "if (true) { skip; } else { x := 1; }",
    "if (true) { x := 1; } else if (false) { x := 2; } else if (true) { x := 3; } else { x := 4; } y := x;",
    "i := 0; while (i < 3) { i := i + 1; }",
    "i := 0; while (i < 3) invariant ={i}; invariant 0 <= i{1}; decreases 3 - i; decreases 4 - i; { i := i + 1; }",
    "i := 0; while (i < 3) decreases 3 - i; invariant ={i}; { i := i + 1; }",
    "i := 0; W: while (i < 3) invariant ={i}; { i := i + 1; }",
    "for i in 0 .. 3 { skip; } x := i;",
    "for i in 0..3 { skip; } i := 7;",
    "s := 0; F: for i in 0 .. 3 invariant ={s}; invariant i{1} <= 3; { s := s + i; }",
    "for i in 0 .. 3 { for j in i .. 3 { x := i * j; } } for i in 1 .. 2 { skip; }",
    "n := 3; for i in 0 .. n { n := n + 1; }",
    "joint { y :=$ Flip(1/2); } couple y{2} = y{1} cost ln(3);",
    "joint { y :=$ Flip(1/2); } couple y{2} = y{1};",
    "joint { t :=$ Flip(1/2); if (t) { y := 1; } else { y :=$ Uniform(0..3); } } couple y{2} = y{1} cost 1; leak y;",
    "joint { y :=$ Flip(1/2); } couple ?;",
    "x := 1; assert x{1} = x{2} && cost = 0 && slack = 0;",
    "assert true; assert forall i. exists j. i < j;",
    "leak 1; leak true; leak [1, 2]; leak (1, 0b01);",
    "skip; skip;",
    "if (true) { } else { } while (false) { }",
    "x :=$ Flip(1/2) couple x{2} = x{1};",
    "x :=$ Flip(1/2) couple x{2} = !x{1};",
    "x :=$ Flip(1/2) couple none;",
    "x :=$ Flip(1/2) couple ?;",
    "x :=$ Laplace(1) couple ? cost 1;",
    "x :=$ Laplace(1) couple x{2} = x{1} + 1 cost ?;",
    "x :=$ Laplace(1) couple x{2} = ?;",
    "i := 0; while (i < 3) invariant ?; { i := i + 1; }",
    "x := 1; y :=$ Laplace(1) couple y{2} = y{1} + x{1} - x{2} cost |x{1} - x{2}|;",
    "x := true; x :=$ Flip(1/2) couple x{2} = x{1};",
    "x :=$ DiscreteLaplace(1) couple x{2} = x{1} + 1/2;",
    "x :=$ Truncate(DiscreteLaplace(1), 0, 5) couple x{2} = 5/1 - x{1};",
    "x :=$ Uniform(0..3) couple x{2} = if x{1} = 3 then 0 else x{1} + 1;",
    "if (true) { x := 1; } else { x := 2; } leak x;",
    "if (true) { x := 1; } else if (false) { x :=$ Uniform(1..2); } else { joint { x := 3; }; } leak x;",
    "x := 1; while (x < 3) { y := x; leak y; x := y + 1; }",
    "x := [1][0]; assert [1][5] = 1 && 1/0 = 1;",
]  # fmt: skip

EXPRESSIONS = [
    "true || false", "12 + 0.25 + 1e3 + 1.5e-3 + 2E+2", "0b0101 xor 0b1100", "1 + 2 - 3 * 4", "1 / 3", "7 div 2 mod 3",
    "n ^ 0 + n ^ 64 + n^2^3", "- n - -n", "n = 1 && n != 2 && n < 3 && n <= 4 && n > 5 && n >= 6", "0 <= n < 10",
    "0 <= n < 10 <= 20 = 20", "b && b || !b ==> b <=> b", "b xor b", "if b then 1 else 2", "if b then 1 else 2.5",
    "if b then 1 else if b then 2 else 3", "[1, 2, 3]", "[]", "[[], [1]]", "d[0] + d[n]", "0b0101[2]",
    "d ++ [1, 2] ++ []", "(1, true, [2])", "(1, true).1", "((1, 2), 3).0.1", "size(d) + size(0b01)", "sum(d)",
    "count(d, 1)", "count([1, 2], 0.5)", "min(1, 2, 3) + max(d) + min(d) + max(1, n)", "abs(n) + |n| + |n - 1|",
    "exp(1) + ln(2) + sqrt(2)", "floor(1.5) + ceil(0.5)", "|n| > 1 || |n| < 2", "f(d) + f([1, 2]) + f([])", "((n))",
    "1 + if b then 1 else 2 + 3", "b && if b then b else !b", "- if b then 1 else 2", "sum([]) + 1",
    "[(1, [true]), (2, [])][n].1", "(if b then d else [])[0]", "-n^2 * -2 / 3 - -1", "b = (n = 1) = (n < 2)",
]  # fmt: skip

DISTRIBUTIONS = [
    "Flip(1/2)", "Flip(0)", "Flip(1)", "Flip(p)", "Uniform({1, 2, 3})", "Uniform({true})", "Uniform({1, 2.5})",
    "Uniform({(1, true), (2, false)})", "Uniform({[0, 8], [1, 7]})", "Uniform(0..5)", "Uniform(3..3)",
    "Uniform(-3 .. n)", "Uniform(if n > 0 then 1 else 2 .. 5)", "Uniform(bits(n))", "Uniform(bits(3))",
    "Uniform(bits(0))", "Uniform({0,1}^n)", "Uniform({0, 1}^(n + 1))", "Uniform({0,1}^3)", "Uniform({0b00, 0b11})",
    "Choice({1 @ 1/2, 2 @ 1/2})", "Choice({true @ p, false @ 1 - p})", "Choice({1 @ 1})",
    "Choice({[] @ 1/4, [1] @ 3/4})",
    "Choice({0 @ 0.1, 1 @ 0.2, 2 @ 0.7})", "Laplace(1)", "Laplace(1/p)", "Laplace(2, 5)", "Laplace(1, 0.5)",
    "DiscreteLaplace(1)", "DiscreteLaplace(0.5, n)", "Gauss(1)", "Gauss(0.5, 1)", "DiscreteGauss(1)",
    "DiscreteGauss(3/2, -2)", "Geometric(1/2)", "Geometric(1)", "Exponential(2)", "ExpMech(1, [1, 2, 3])",
    "ExpMech(p, d)", "Truncate(DiscreteLaplace(1), 0, 5)", "Truncate(Laplace(1), -1/2, 1)",
    "Clamp(DiscreteGauss(1), 0, n)", "Clamp(Truncate(Laplace(1), 0, 5), 1, 2)", "Truncate(Geometric(1/2), 0, 3)",
    "(Laplace(1))",
]  # fmt: skip

RELATIONS = [
    "any", "one_differs(d)", "one_differs(d, 1)", "one_differs(d, eps) at k", "add_remove(d)", "add_remove(d) at k",
    "all_within(d, 1)", "within(x, 1)", "within(y, 0.5)", "within(x, 1) && within(y, 3)", "any && within(x, 1)",
    "one_differs(d) at k && within(x, n)", "one_differs(d) || add_remove(d)", "x{1} = x{2} + 1", "|x{1} - x{2}| <= 1",
    "={x, d}", "exists k. 0 <= k < size(d{1}) && d{1}[k] = d{2}[k]", "exists j. exists k. j < k", "exists j, k. j < k",
    "exists z : real. y{1} = y{2} + z", "(exists j. j > 0) && (exists k. k > 0)",
    "exists j. within(x, j) && exists k. within(x, k)", "exists k. k > 0 && one_differs(d) at j && (exists m. m > k)",
    "forall i. 0 <= i < size(d{1}) ==> d{1}[i] = d{2}[i]", "forall i : int, z : real. z = z", "n > 0 && n{1} = n{2}",
    "true", "!any", "(one_differs(d, 1) at k)", "x{1} = x{2} ==> y{1} = y{2}", "x{1} = x{2} <=> y{1} = y{2}",
    "exists p : list[(int, bool)]. p[0].1", "g(y{1}) = g(y{2}) && within(x, g(n))",
]  # fmt: skip

NOTIONS = [
    "dp(1)", "dp(eps)", "dp(eps, delta)", "dp(n*eps, 1e-6)", "zcdp(eps^2/2)", "zcdp(1/2)", "rdp(2, eps)",
    "rdp(1.5, 1)", "noninterference", "dp(ln(3))", "dp(max(eps, 1), exp(-n))", "dp(0)", "dp(if n > 1 then 1 else 2)",
]  # fmt: skip

OPTIONS = [
    "pointwise o", "pointwise o in 0..3", "pointwise o in {1, 2}", "pointwise o in -n .. n", "pointwise o = n",
    "pointwise o = res + n", "pointwise o = (res, n > 0)", "pointwise o = [res] ++ []", "check", "check x in 0..1",
    "check x = 1", "check size(d) = 2", "check size(d) in 1..3, d[_] in {0, 1}, eps in {1/2, ln(2)}",
    "check d in {[0, 8], [1, 7]}", "check d in {[], [1]}",
    "check x in {0}, n = 1, eps = ln(2), delta = 0 check x in {1}", "check d[0] in {1}, d[1] = 2.5",
    "check size(d) = n, n in 1..2", "expect proved", "expect refuted", "expect unknown", "assume",
    "check check expect unknown assume", "expect refuted check x in 0..1 pointwise o",
    "assume expect proved pointwise o check", "proof { }", "check size(d) = 2 expect proved", "check x in {-1, 0, 1}",
    "check y in 0..3", "check y in {1, 0.5}, d[_] in -1..1",
]  # fmt: skip

QUADRUPLES = [
    "A ~ A : true ==> true", "A ~ B : x{1} = x{2} ==> res{1} = res{2}",
    "A ~ B : n{1} = n{2} ==> y{1} = z{2} && res{1} <= res{2} within (1, 0)", "A ~ A : ={x, n} ==> ={res}",
    "A ~ A : ={n} ==> res{1} = n ==> res{2} = n within (n, 0.5)", "A ~ A : true ==> true within (1)",
    "A ~ A : (x{1} = 0 ==> x{2} = 0) ==> res{1} = 0 ==> res{2} = 0", "A ~ A : within(x, 1) ==> |res{1} - res{2}| <= 1",
    "A ~ A : exists k. x{1} = k ==> res{1} = res{2}",
    "A ~ A : true ==> true within (1, 0) check x in 0..1 expect unknown",
    "A ~ B : true ==> true check x in 0..1, m = 3", "A ~ A : any ==> true", "A ~ A : true <=> true ==> true",
    "A ~ A : if x{1} = 0 then true else false ==> true", "A ~ A : x{1} > 0 ==> exists j. res{1} = j",
    "A ~ B : x{1} = x{2} && n{1} = n{2} ==> x + n > 0", "A ~ B : m{2} = 0 ==> m{2} = 1",
    "A ~ A : true ==> true within (n{1} + 1, 0)", "A ~ A : true ==> res{1} = 0 assume expect proved",
]  # fmt: skip

HEAD = (
    "program P(x : private int, d : private list[real], y : private real, n : int, eps : real, delta : real,\n"
    "  g : real -> real) : int { return n; }\n"
)
PAIR = (
    "program A(x : private int, n : int) : int { y := x; return y; }\n"
    "program B(x : private int, n : int, m : int) : int { z := 2; return z + x; }\n"
)

WHOLE = {
    "first look 1": RAND_RESP,
    "first look 2": NOISY_SUM,
    "first look 3": ONE_TIME_PAD,
    "first look 4": NOISY_MAX,
    "all of it": RAND_RESP + NOISY_SUM + ONE_TIME_PAD.replace("secrecy", "s") + NOISY_MAX.replace("private :", "p :"),
    "claim before program": "claim c : P satisfies dp(1) when any; program P() { return 1; }",
    "callee after caller": "program P() { x :=$ Q(); return x; } program Q() { return 1; }",
    "claim and program of one name": "program P() { return 1; } claim P : P satisfies dp(1) when any;",
    "no result": "program P(x : private int) { leak x; } claim c : P satisfies noninterference when any;",
    "an empty program": "program P() { }",
    "visibility": "program P(a : public int, b : private int, c : int) : int { return a + b + c; }",
    "types": (
        "program P(a : bool, b : int, c : real, d : bits[3], e : list[list[int]], f : (int, (bool, real)), "
        "g : list[real] -> real, h : (int, bool) -> list[bits[b]]) : (bool, list[int]) { return (a, e[0]); }"
    ),
    "parameters in types": "program P(m : bits[n], k : list[bits[2*n + 1]], n : int) : bits[n] { return m; }",
    "a length over two parameters": "program P(a : int, m : bits[a*b + a - 1], b : int) { return m; }",
    "requires": (
        "program P(d : list[int], n : int) requires n >= 0; requires size(d) = n;\n"
        "requires forall i. 0 <= i < n ==> d[i] >= 0; requires exists i. d[i] = 0; { return n; }"
    ),
    "labels everywhere": (
        "program P() { A: x :=$ Flip(1/2); B: while (x) { C: for i in 0..3 { D: x :=$ Flip(1/2); } } "
        "E: joint { y :=$ Flip(1/2); } couple y{2} = y{1}; return y; }\n"
        "claim c : P satisfies dp(1) when any proof { A: couple x{2} = x{1}; B: invariant ={x}; decreases 1; "
        "C: invariant true; invariant ={i}; D: couple none; E: couple y{2} = y{1} cost 1; };"
    ),
    "labels of two programs": (
        "program P() { L: x :=$ Laplace(1); return x; } program Q() { L: x :=$ Laplace(1); return x; }\n"
        "claim c : P ~ Q : true ==> res{1} = res{2} proof { L: couple x{2} = x{1}; };"
    ),
    "two proofs": (
        "program P() { L: x :=$ Laplace(1); M: y :=$ Laplace(1); return x + y; }\n"
        "claim c : P satisfies dp(1) when any proof { L: couple none; } check proof { M: couple ?; } expect unknown;"
    ),
    "a proof over the program's own annotation": (
        "program P() { L: x :=$ Laplace(1) couple none; return x; }\n"
        "claim c : P satisfies dp(1) when any; claim e : P satisfies dp(1) when any proof { L: couple x{2} = x{1}; };"
    ),
    "composition": (
        "program A(n : int, s : private int) { x :=$ Laplace(1, s); return x; }\n"
        "claim a : A satisfies dp(1) when within(s, 1);\n"
        "program B(s : private int) { y :=$ A(1, s) couple by a; z :=$ A(2, s) couple none; w :=$ A(3, s) couple ?; "
        "v :=$ A(4, s); return y + z + w + v; }\nclaim b : B satisfies dp(2) when within(s, 1);"
    ),
    "composition by a quadruple": (
        "program A(s : private int) { return s; } claim a : A ~ A : ={s} ==> ={res};\n"
        "program B(s : private int) { y :=$ A(s) couple by a; return y; }"
    ),
    "functions handed on": (
        "program A(f : list[real] -> real, d : private list[real]) : real { z :=$ Laplace(1, f(d)); return z; }\n"
        "program B(g : list[real] -> real, e : private list[real]) : real { z :=$ A(g, e); return z; }"
    ),
    "lengths handed on": (
        "program A(n : int) { k :=$ Uniform(bits(n)); return k; }\n"
        "program B(m : bits[n + 1], n : int) { k :=$ A(n + 1); return k xor m; }"
    ),
    "pointwise in annotations": (
        "program P(d : private list[int]) : int { x :=$ DiscreteLaplace(1) couple x{2} = (if o = 1 then x{1} else o) "
        "cost (if o = 0 then 1 else 0); return x; } claim c : P satisfies dp(1) when any pointwise o;"
    ),
    "names of the relation in annotations": (
        "program P(d : private list[int]) { i := 0; while (i < 3) invariant i{1} <= k ==> j = l; { i := i + 1; } "
        "x :=$ Laplace(1) couple x{2} = x{1} + k cost j; assert j <= k && l = k; return x; }\n"
        "claim c : P satisfies dp(1) when one_differs(d) at k && exists j. j > 0 && (exists l. l = k + j);"
    ),
    "public parameters with and without marks": (
        "program P(n : int, s : private int) { i := 0; while (i < n) invariant n = n{1} && n{1} = n{2} && i{1} <= n; "
        "{ i := i + 1; } x :=$ Laplace(1) couple x{2} = x{1} + n; return x; } "
        "claim c : P satisfies dp(n) when s{1} <= n;"
    ),
    "a bound name like a local": "program P() { i := 0; assert forall i. i = i; return i; }",
    "an older value": "program P() { x := 1; x :=$ Laplace(x) couple x{2} = x{1}; return x; }",
    "comments": (
        "// a\nprogram P() // b\n{ // c\n  // d\n  x // e\n    := // f\n  1; // g\n\n  // h\n  return x; } // i\n// j"
    ),
}

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").rglob("*.wl"))


def in_program(body: str) -> str:
    head = "program P(n : int, b : bool, p : real, d : list[real], f : list[real] -> real)"
    return f"{head} {{\n  {body}\n  return 0;\n}}\n"


def in_claim(text: str) -> str:
    return f"{HEAD}claim c : P satisfies {text};\n"


ACCEPTED: dict[str, str] = (
    WHOLE
    | {f"statement {s}": in_program(s).replace("n : int, ", "") for s in STATEMENTS}
    | {f"expression {e}": in_program(f"x := {e}; leak {e};") for e in EXPRESSIONS}
    | {f"distribution {d}": in_program(f"x :=$ {d};") for d in DISTRIBUTIONS}
    | {f"relation {r}": in_claim(f"dp(eps) when {r}") for r in RELATIONS}
    | {f"notion {n}": in_claim(f"{n} when any") for n in NOTIONS}
    | {f"option {o}": in_claim(f"dp(eps) when any {o}") for o in OPTIONS}
    | {f"quadruple {q}": f"{PAIR}claim c : {q};\n" for q in QUADRUPLES}
)

each_accepted = pytest.mark.parametrize("text", [pytest.param(t, id=name[:70]) for name, t in ACCEPTED.items()])


@each_accepted
def test_what_the_contract_allows(text: str) -> None:
    accepted(text)


@each_accepted
def test_fmt_keeps_the_meaning(text: str) -> None:
    keeps_its_meaning(text)
    keeps_its_meaning(text.replace("\n", " ") if "//" not in text else text.replace("\n", "\n\n\n"))
    accepted(formatted(text))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_fmt_keeps_the_examples(path: Path) -> None:
    keeps_its_meaning(path.read_text(encoding="utf-8"))


# ---- comments ------------------------------------------------------------------------------------

STYLES = {
    "behind": " // {}\n",
    "own line": "\n// {}\n",
    "apart": "\n\n\n// {}\n\n\n",
    "three": " // {} a\n// {} b\n\n// {} c\n",
    "bare": " //\n//{}\n",
}


def boundaries(text: str) -> list[int]:
    return [token.start_pos or 0 for token in parse(Source("text.wl", text)).tokens] + [len(text)]


@each_accepted
@pytest.mark.parametrize("style", STYLES)
def test_a_comment_at_every_boundary(text: str, style: str) -> None:
    text = re.sub(r"//[^\n]*", "", text)
    last, pieces = 0, []
    for number, at in enumerate(boundaries(text)):
        pieces += [text[last:at], STYLES[style].replace("{}", f"comment {number}")]
        last = at
    commented = "".join(pieces) + text[last:]
    assert tree(commented) == tree(text)
    keeps_its_meaning(commented)


@pytest.mark.parametrize("name", ["first look 1", "first look 3", "labels everywhere", "types", "composition"])
@pytest.mark.parametrize("style", ["behind", "apart"])
def test_one_comment_at_each_boundary(name: str, style: str) -> None:
    text = re.sub(r"//[^\n]*", "", WHOLE[name])
    for at in boundaries(text):
        commented = text[:at] + STYLES[style].replace("{}", "here") + text[at:]
        keeps_its_meaning(commented)


def test_comments_stay_with_their_neighbours() -> None:
    text = (
        "program P() {\n  // before x\n  x := 1;  // behind x\n\n  // before y\n  y := 2;\n  return y;  // the end\n}\n"
    )
    assert formatted(text) == text


def test_a_comment_behind_a_bracket_does_not_break_it() -> None:
    text = (
        "program P(x : private real) : real {\n  z :=$ Laplace(1)  // why\n    couple z{2} = z{1} + x{1} - x{2};\n"
        "  y := [1, 2]  // one\n    ++ [3];\n  return x + z;\n}\n"
    )
    assert formatted(text) == text


def test_a_comment_before_the_end_of_a_block_stands_in_it() -> None:
    text = "program P(x : bool) {\n  while (x) {\n    skip;\n\n    // last\n  }\n  // the end\n}\n"
    assert formatted(text) == text
    assert formatted("program P() {\n// alone\n\n}\n") == "program P() {\n  // alone\n}\n"


# ---- precedence ----------------------------------------------------------------------------------


def plain(node: Any) -> Any:
    """A tree without parentheses, with chains taken apart as the contract reads them."""
    match node:
        case ast.Paren(operand):
            return plain(operand)
        case ast.Arithmetic(operators, operands):
            total = plain(operands[0])
            for operator, operand in zip(operators, operands[1:], strict=True):
                total = (operator, total, plain(operand))
            return total
        case ast.Connective("==>", operands):
            total = plain(operands[-1])
            for operand in reversed(operands[:-1]):
                total = ("==>", plain(operand), total)
            return total
        case ast.Connective(operator, operands):
            total = plain(operands[0])
            for operand in operands[1:]:
                total = (operator, total, plain(operand))
            return total
        case ast.Comparison(operators, operands):
            pairs = zip(operators, operands, operands[1:], strict=False)
            return ("compare", *[(operator, plain(left), plain(right)) for operator, left, right in pairs])
        case ast.Conditional(arms, otherwise):
            total = plain(otherwise)
            for condition, value in reversed(arms):
                total = ("if", plain(condition), plain(value), total)
            return total
        case ast.Power(base, exponents):
            total = plain(base)
            for exponent in exponents:
                total = ("^", total, exponent.text)
            return total
        case ast.Access(base, steps):
            total = plain(base)
            for step in steps:
                total = ("step", total, plain(step))
            return total
        case tuple():
            return tuple([plain(part) for part in node])
        case _ if dataclasses.is_dataclass(node):
            parts = [plain(getattr(node, field.name)) for field in dataclasses.fields(node) if field.name != "span"]
            return (type(node).__name__, *parts)
        case _:
            return node


def formula(text: str) -> Any:
    item = tree(f"program P() {{ assert {text}; }}").items[0]
    assert isinstance(item, ast.Program)
    statement = item.body.statements[0]
    assert isinstance(statement, ast.Assert)
    return plain(statement.formula)


ALIKE = [
    ("a && b || c", "(a && b) || c"),
    ("a || b && c", "a || (b && c)"),
    ("a || b ==> c", "(a || b) ==> c"),
    ("a ==> b || c", "a ==> (b || c)"),
    ("a ==> b ==> c", "a ==> (b ==> c)"),
    ("a ==> b <=> c", "(a ==> b) <=> c"),
    ("a <=> b ==> c", "a <=> (b ==> c)"),
    ("!a && b", "(!a) && b"),
    ("!a = b", "!(a = b)"),
    ("!a < b", "!(a < b)"),
    ("!a xor b", "!(a xor b)"),
    ("!!a && b", "(!(!a)) && b"),
    ("a xor b = c", "(a xor b) = c"),
    ("a = b xor c", "a = (b xor c)"),
    ("a + b xor c", "(a + b) xor c"),
    ("a xor b ++ c", "a xor (b ++ c)"),
    ("a + b = c - d", "(a + b) = (c - d)"),
    ("a < b && b < c", "(a < b) && (b < c)"),
    ("a + b * c", "a + (b * c)"),
    ("a * b + c", "(a * b) + c"),
    ("a - b - c", "(a - b) - c"),
    ("a - b + c", "(a - b) + c"),
    ("a ++ b ++ c", "(a ++ b) ++ c"),
    ("a / b / c", "(a / b) / c"),
    ("a / b * c", "(a / b) * c"),
    ("a * b div c", "(a * b) div c"),
    ("a div b mod c", "(a div b) mod c"),
    ("a mod b * c", "(a mod b) * c"),
    ("a xor b xor c", "(a xor b) xor c"),
    ("-a * b", "(-a) * b"),
    ("a * -b", "a * (-b)"),
    ("a - -b", "a - (-b)"),
    ("-a + b", "(-a) + b"),
    ("-a ^ 2", "-(a ^ 2)"),
    ("a ^ 2 * b", "(a ^ 2) * b"),
    ("a * b ^ 2", "a * (b ^ 2)"),
    ("a ^ 2 ^ 3", "(a ^ 2) ^ 3"),
    ("a[i] ^ 2", "(a[i]) ^ 2"),
    ("a.0 ^ 2", "(a.0) ^ 2"),
    ("-a[i]", "-(a[i])"),
    ("-a.0", "-(a.0)"),
    ("a[i].0[j]", "((a[i]).0)[j]"),
    ("x{1}[i{2}].0", "((x{1})[i{2}]).0"),
    ("-x{1}", "-(x{1})"),
    ("if a then b else c && d", "if a then b else (c && d)"),
    ("if a then b else c ==> d <=> e", "if a then b else ((c ==> d) <=> e)"),
    ("if a then b else c + d", "if a then b else (c + d)"),
    ("if a && b then c else d", "if (a && b) then c else d"),
    ("if a then b else if c then d else e", "if a then b else (if c then d else e)"),
    ("if a then if b then c else d else e", "if a then (if b then c else d) else e"),
    ("1 + if a then 2 else 3 + 4", "1 + (if a then 2 else (3 + 4))"),
    ("- if a then 2 else 3 * 4", "-(if a then 2 else (3 * 4))"),
    ("! if a then b else c && d", "!(if a then b else (c && d))"),
    ("forall i. a && b ==> c <=> d", "forall i. ((a && b) ==> c) <=> d"),
    ("forall i. a ==> exists j. b || c", "forall i. (a ==> (exists j. (b || c)))"),
    ("a && forall i. b || c", "a && (forall i. (b || c))"),
    ("a ==> exists i. b ==> c", "a ==> (exists i. (b ==> c))"),
    ("a = if b then c else d = e", "a = (if b then c else (d = e))"),
    ("|a + b| * c", "(|a + b|) * c"),
    ("|a| - |b|", "(|a|) - (|b|)"),
    ("|a| > 1 || |b| > 1", "((|a|) > 1) || ((|b|) > 1)"),
    ("-|a|", "-(|a|)"),
    ("|-a|", "|(-a)|"),
    ("={x} && ={y, z}", "(={x}) && (={y, z})"),
    ("f(a) ^ 2", "(f(a)) ^ 2"),
    ("f(a)[0].1", "((f(a))[0]).1"),
    ("[a, b][0]", "([a, b])[0]"),
    ("(a, b).0", "((a, b)).0"),
    ("0b01[0]", "(0b01)[0]"),
]  # fmt: skip

UNLIKE = [
    ("a && b || c", "a && (b || c)"),
    ("a ==> b ==> c", "(a ==> b) ==> c"),
    ("a - b - c", "a - (b - c)"),
    ("a div b div c", "a div (b div c)"),
    ("-a ^ 2", "(-a) ^ 2"),
    ("!a = b", "(!a) = b"),
    ("a = b = c", "(a = b) = c"),
    ("a < b < c", "(a < b) < c"),
    ("forall i. a && b", "(forall i. a) && b"),
    ("if a then b else c && d", "(if a then b else c) && d"),
]  # fmt: skip


@pytest.mark.parametrize(("bare", "bracketed"), ALIKE)
def test_precedence(bare: str, bracketed: str) -> None:
    assert formula(bare) == formula(bracketed)
    keeps_its_meaning(f"program P() {{ assert {bare}; }}")
    keeps_its_meaning(f"program P() {{ assert {bracketed}; }}")


@pytest.mark.parametrize(("bare", "bracketed"), UNLIKE)
def test_parentheses_mean_something(bare: str, bracketed: str) -> None:
    assert formula(bare) != formula(bracketed)


@pytest.mark.parametrize(
    ("chain", "pairs"), [("a < b <= c = d", "a < b && b <= c && c = d"), ("0 <= i < n", "0 <= i && i < n")]
)
def test_chains_of_comparisons_mean_the_conjunction(chain: str, pairs: str) -> None:
    assert [part[1:] for part in formula(chain)[1:]] == [
        part[1:] for part in [p for piece in pairs.split(" && ") for p in formula(piece)[1:]]
    ]


VALUES = [
    ("2 + 3 * 4", "14"), ("10 - 3 - 2", "5"), ("8 / 4 / 2", "1"), ("8 / 4 * 2", "4"), ("8 div 4 * 2", "4"),
    ("100 div 5 div 4", "5"), ("100 div 5 div 4 div 2", "2"), ("7 mod 4 mod 2", "1"), ("100 mod 7 div 2", "1"),
    ("-7 div 2", "-4"), ("-7 mod 2", "1"), ("7 div -2", "-3"), ("7 mod -2", "1"), ("-7 div -2", "4"),
    ("-7 mod -2", "1"), ("-2 ^ 2", "-4"), ("(-2) ^ 2", "4"), ("2 ^ 3 ^ 2", "64"), ("2 ^ 0", "1"), ("- -3", "3"),
    ("0.1 + 0.2", "3/10"), ("1e3", "1000"), ("2.5e-1", "1/4"), ("1E+2", "100"), ("1/3 + 1/3 + 1/3", "1"),
    ("|2 - 5|", "3"), ("abs(-3/2)", "1.5"), ("floor(-3/2)", "-2"), ("ceil(-3/2)", "-1"), ("floor(7/2)", "3"),
    ("min(3, 1, 2)", "1"), ("max([3, 1, 2])", "3"), ("sum([1, 2, 3])", "6"), ("count([1, 2, 1], 1)", "2"),
    ("size([1, 2] ++ [3])", "3"), ("size(0b0101)", "4"), ("[4, 5, 6][1]", "5"), ("(4, (5, 6)).1.0", "5"),
    ("sum([])", "0"), ("if 1 < 2 then 3 else 4", "3"), ("if 1 < 2 < 2 then 3 else 4", "4"), ("exp(0) + ln(1)", "1"),
    ("if true xor true xor true then 1 else 2", "1"), ("if false ==> false ==> false then 1 else 2", "1"),
    ("if (false ==> false) ==> false then 1 else 2", "2"), ("if 0b0101[1] then 1 else 2", "1"),
    ("if 0b01 xor 0b11 = 0b10 then 1 else 2", "1"), ("if !true = false then 1 else 2", "1"),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "value"), VALUES)
def test_constants_have_exact_values(expression: str, value: str) -> None:
    """A set that lists an element twice is refused, and only such a set."""
    refused(in_program(f"x :=$ Uniform({{{expression}, {value}}});"), "repeated-element")
    accepted(in_program(f"x :=$ Uniform({{{expression}, {value} + 1}});"))


# ---- spelling ------------------------------------------------------------------------------------

SPELLINGS = [
    (
        "program P(ε : real, δ : real, d : private list[real]) requires ε > 0 ∧ δ ≥ 0; { i := 0; "
        "while (i < 3 ∧ ¬(i = 5) ∨ i ≠ 7) invariant ∀ j. 0 ≤ j ⇒ ∃ k. k = j; invariant i⟨1⟩ = i⟨2⟩; { i := i + 1; } "
        "for j ∈ 0 .. 3 { x :=$ Laplace(1/ε) couple x⟨2⟩ = x⟨1⟩ cost ε; } return 0; } "
        "claim c : P satisfies dp(ε, δ) when one_differs(d) pointwise o ∈ 0..3 check ε ∈ {1};",
        "program P(eps : real, delta : real, d : private list[real]) requires eps > 0 && delta >= 0; { i := 0; "
        "while (i < 3 && !(i = 5) || i != 7) invariant forall j. 0 <= j ==> exists k. k = j; "
        "invariant i{1} = i{2}; { i := i + 1; } "
        "for j in 0 .. 3 { x :=$ Laplace(1/eps) couple x{2} = x{1} cost eps; } return 0; } "
        "claim c : P satisfies dp(eps, delta) when one_differs(d) pointwise o in 0..3 check eps in {1};",
    ),
    (
        "program P(x : int, ε : real) { return x; } claim c : P ~ P : x⟨1⟩ = x⟨2⟩ ∧ ε⟨1⟩ = ε⟨2⟩ ⇒ ¬(res⟨1⟩ ≠ res⟨2⟩) ⇒ "
        "true within (ε, 0) proof { };",
        "program P(x : int, eps : real) { return x; } claim c : P ~ P : x{1} = x{2} && eps{1} = eps{2} ==> "
        "!(res{1} != res{2}) ==> true within (eps, 0) proof { };",
    ),
    ("program P() { assert ∀i,j:int.i≤j∨j≤i; }", "program P() { assert forall i, j : int. i <= j || j <= i; }"),
    ("program P(x:int) { assert x⟨ 1 ⟩=x { 2 }; }", "program P(x : int) { assert x{1} = x{2}; }"),
    ("program P(x:int) { assert = { x }; }", "program P(x : int) { assert ={x}; }"),
]  # fmt: skip


@pytest.mark.parametrize(("mathematical", "ascii_text"), SPELLINGS)
def test_mathematical_spellings(mathematical: str, ascii_text: str) -> None:
    assert tree(mathematical) == tree(ascii_text)
    assert formatted(mathematical) == formatted(ascii_text)
    assert formatted(mathematical).isascii()
    keeps_its_meaning(mathematical)
    assert [d["code"] for d in diagnostics(mathematical)] == [d["code"] for d in diagnostics(ascii_text)]


CASES = [str.lower, str.upper, str.swapcase]


def respelled(text: str, case: Any) -> str:
    return re.sub(r"\b[A-Z]\w*(?=\()", lambda found: case(found[0]), text)


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_distributions_in_any_case(name: str) -> None:
    for case in CASES:
        accepted(in_program(f"x :=$ {respelled(name, case)};"))


def test_the_formatter_writes_distributions_as_the_contract_does() -> None:
    for name in DISTRIBUTIONS:
        for case in CASES:
            other = in_program(f"x :=$ {respelled(name, case)};")
            assert formatted(other) == formatted(in_program(f"x :=$ {name};"))


def test_a_function_may_be_called_like_a_distribution() -> None:
    """Only distributions are respelled."""
    for body in (
        "x := gauss(1); leak gauss(x);",
        "x :=$ laplace(gauss(1), gauss(2));",
        "x :=$ truncate(LAPLACE(gauss(1)), gauss(0), gauss(1));",
        "x :=$ Laplace(1) couple x{2} = x{1} + gauss(1) cost gauss(1);",
        "gauss: flip :=$ flip(gauss(1)); leak flip;",
    ):
        text = f"program P(gauss : real -> real) {{ {body} return 1; }}"
        accepted(text)
        accepted(formatted(text))
        assert formatted(text).count("gauss") == text.count("gauss")


# ---- names ---------------------------------------------------------------------------------------

SOFT = [
    "check", "private", "public", "cost", "size", "max", "min", "sum", "abs", "exp", "ln", "list", "bits", "in", "int",
    "bool", "real", "requires", "within", "when", "satisfies", "pointwise", "proof", "expect", "proved", "unknown",
    "assume", "at", "none", "by", "any", "one_differs", "dp", "noninterference", "iffy", "format", "programs", "truex",
    "forall_", "_", "_x", "x1", "X", "λ", "é", "invariant", "decreases", "couple", "div", "mod", "xor",
    "from", "steps", "sampled", "some_differ",
]  # fmt: skip
LOCALS = [name for name in SOFT if name != "cost"]
IN_CHECKS = [name for name in SOFT if name not in ("check", "pointwise", "proof", "expect", "assume", "from")]
RESERVED = ["program", "claim", "if", "while", "for", "joint", "assert", "leak", "return", "skip"]


@pytest.mark.parametrize("name", SOFT)
def test_words_as_names_of_programs_claims_and_labels(name: str) -> None:
    accepted(f"program {name}() {{ return 1; }} claim c : {name} satisfies dp(1) when any;")
    accepted(f"program {name}() {{ return 1; }} program Z() {{ x :=$ {name}(); return x; }}")
    accepted(f"program P() {{ return 1; }} claim {name} : P satisfies dp(1) when any;")
    accepted(f"program P() {{ {name}: x :=$ Flip(1/2); return x; }}")
    keeps_its_meaning(f"program {name}() {{ {name}: x :=$ {name}(); }} claim {name} : {name} ~ {name} : true ==> true;")


@pytest.mark.parametrize("name", LOCALS)
def test_words_as_names_of_locals(name: str) -> None:
    accepted(f"program P() {{ {name} := 1; {name} := {name} + 1; leak ({name}, [{name}]); return {name}; }}")
    accepted(f"program P() {{ {name} := [1]; {name}[0] := {name}[0] + size({name}); return {name}; }}")
    accepted(f"program P() {{ for {name} in 0..3 {{ leak {name}; }} assert {name}{{1}} = {name}{{2}}; return 1; }}")
    accepted(f"program P() {{ {name} :=$ Laplace(1) couple {name}{{2}} = {name}{{1}} + 1; return {name}; }}")
    accepted(f"program P() {{ assert forall {name}. {name} = {name}; return 1; }}")


@pytest.mark.parametrize("name", IN_CHECKS)
def test_words_as_names_of_parameters(name: str) -> None:
    head = f"program P({name} : private int) {{ y := {name}; return y; }} claim c : P satisfies dp(1) when "
    accepted(head + f"within({name}, 1) check {name} in 0..1;")
    accepted(head + f"{name}{{1}} = {name}{{2}} + 1;")
    accepted(
        f"program P(d : private list[int]) {{ return 1; }} claim c : P satisfies dp(1) when add_remove(d) at k{name};"
    )


@pytest.mark.parametrize("name", RESERVED)
def test_words_that_start_statements_and_items_are_no_names(name: str) -> None:
    for text in (
        f"program {name}() {{ return 1; }}",
        f"program P({name} : int) {{ return 1; }}",
        f"program P() {{ {name} := 1; return 1; }}",
        f"program P() {{ return {name}; }}",
        f"program P() {{ return 1; }} claim {name} : P satisfies dp(1) when any;",
        f"program P() {{ {name}: x :=$ Flip(1/2); return x; }}",
    ):
        assert [d["severity"] for d in diagnostics(text)] == ["error"], text


@pytest.mark.parametrize("name", ["cost", "slack", "res"])
def test_a_local_is_not_called_like_a_ghost(name: str) -> None:
    refused(f"program P() {{ {name} := 1; return 1; }}", "name-taken")
    refused(f"program P() {{ {name} :=$ Flip(1/2); return 1; }}", "name-taken")


@pytest.mark.parametrize(
    "name", ["Flip", "UNIFORM", "choice", "laplace", "discretegauss", "ExpMech", "Truncate", "clamp"]
)
def test_a_program_is_not_called_like_a_distribution(name: str) -> None:
    refused(f"program {name}() {{ return 1; }}", "name-taken")


def test_a_name_before_a_parenthesis_is_a_function() -> None:
    accepted("program P(d : list[int]) { size := size(d); max := max(size, 1); sum := sum(d) + size; return sum; }")
    accepted("program P(size : int, d : list[int]) requires size(d) = size; { return size; }")


# ---- types ---------------------------------------------------------------------------------------


def types(body: str, head: str = "c : bool, n : int") -> dict[str, str]:
    """The types of the locals of a program."""
    file = pipeline.load(Source("text.wl", f"program P({head}) {{ {body} }}"))
    return {name: str(type_) for name, type_ in file.programs["P"].locals.items()}


INFERRED = [
    ("x := 1;", "int"),
    ("x := 1; x := 0.5;", "real"),
    ("x := 0.5; x := 1;", "real"),
    ("x := 0; while (c) { x := x + 1/2; }", "real"),
    ("x := [1]; x := [0.5];", "list[real]"),
    ("x := [[1]]; x := [[0.5]];", "list[list[real]]"),
    ("x := (1, 2); x := (0.5, 2);", "(real, int)"),
    ("x := (1, 2); x := (0.5, 2); x := (1, 2.5);", "(real, real)"),
    ("x := [(1, [2])]; x := [(0.5, [2.5])];", "list[(real, list[real])]"),
    ("x := []; x := x ++ [0.5];", "list[real]"),
    ("x := []; x := x ++ [1]; x := x ++ [0.5];", "list[real]"),
    ("x := []; while (c) { x := x ++ [(true, 1)]; }", "list[(bool, int)]"),
    ("x := []; if (c) { x := [[]]; } x := x ++ [[true]];", "list[list[bool]]"),
    ("x := [0, 0]; x[0] := 0.5;", "list[real]"),
    ("x := []; x[0] := true;", "list[bool]"),
    ("x := [[], []]; x[0][0] := 0.5;", "list[list[real]]"),
    ("x := if c then 1 else 0.5;", "real"),
    ("x := if c then [] else [true];", "list[bool]"),
    ("x := 1 / 2;", "real"),
    ("x := 7 div 2;", "int"),
    ("x := 2 * n - 1;", "int"),
    ("x := n ^ 2;", "int"),
    ("x := sum([1, 2]);", "int"),
    ("x := max(1, 0.5);", "real"),
    ("x := floor(1/2) + ceil(0.5);", "int"),
    ("x := exp(0);", "real"),
    ("x := size([true]) + count([true], true);", "int"),
    ("x := 0 <= n < 3;", "bool"),
    ("x := 0b01;", "bits[2]"),
    ("x := 0b01[0];", "bool"),
    ("x := (1, true).1;", "bool"),
    ("x :=$ Flip(1/2);", "bool"),
    ("x :=$ Uniform(0..3);", "int"),
    ("x :=$ Uniform({1, 0.5});", "real"),
    ("x :=$ Uniform({(1, true)});", "(int, bool)"),
    ("x :=$ Uniform(bits(n));", "bits[n]"),
    ("x :=$ Uniform({0,1}^(n + 2));", "bits[n + 2]"),
    ("x :=$ Choice({[] @ 1/2, [1] @ 1/2});", "list[int]"),
    ("x :=$ Laplace(1);", "real"),
    ("x :=$ DiscreteLaplace(1);", "int"),
    ("x :=$ Gauss(1);", "real"),
    ("x :=$ DiscreteGauss(1);", "int"),
    ("x :=$ Geometric(1/2);", "int"),
    ("x :=$ Exponential(1);", "real"),
    ("x :=$ ExpMech(1, [1, 2]);", "int"),
    ("x :=$ Truncate(DiscreteLaplace(1), 0, 1);", "int"),
    ("x :=$ Clamp(Laplace(1), 0, 1);", "real"),
    ("x :=$ DiscreteLaplace(1); x :=$ Laplace(1);", "real"),
    ("z := 1; y := z; x := y; z := 0.5;", "real"),
    ("for i in 0 .. n { skip; } x := i;", "int"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "type_"), INFERRED)
def test_locals_have_the_smallest_type(body: str, type_: str) -> None:
    assert types(body)["x"] == type_


FROM_USES = [
    "x := []; y := x ++ [true]; leak y;",
    "x := []; y := x = [true]; leak y;",
    "x := []; y := if c then x else [true]; leak y;",
    "x := []; y :=$ Q(x); leak y;",
    "x := []; y := [x, [true]]; leak y;",
    "x := []; y := count(x, true); leak y;",
]


@pytest.mark.parametrize("body", FROM_USES)
def test_locals_are_inferred_from_all_their_uses(body: str) -> None:
    accepted(f"program Q(l : list[bool]) {{ return 1; }} program P(c : bool) {{ {body} return 1; }}")


def test_a_result_says_what_an_empty_list_holds() -> None:
    accepted("program P() : list[bool] { x := []; return x; }")
    accepted("program P() : list[(bool, int)] { return []; }")
    accepted("program P() : (list[bool], int) { x := []; return (x, 1); }")
    accepted("program P() : list[list[bool]] { x := []; return [x]; }")


WIDENED = [
    "program P() : real { return 1; }",
    "program P() : list[real] { return [1]; }",
    "program P() : (real, list[real]) { return (1, [1, 2]); }",
    "program P() : list[(real, bool)] { x := [(1, true)]; return x; }",
    "program Q(x : real, l : list[real], t : (real, int)) { return x; } "
    "program P() { y :=$ Q(1, [1], (1, 2)); return y; }",
    "program P(f : list[real] -> real, g : (real, real) -> int) { return f([1, 2]) + g((1, 2)); }",
    "program P() { return [1] = [0.5] && (1, [2]) = (0.5, [2.5]); }",
    "program P() { x := [0.5]; x := x ++ [1]; x[0] := 1; return x; }",
    "program P() { x :=$ Laplace(1, 2); y :=$ ExpMech(1, [1, 2]); z :=$ Clamp(Laplace(1), 0, 1); return (x, y, z); }",
    "program P(y : private real, d : private list[real]) { return 1; } "
    "claim c : P satisfies dp(1) when within(y, 1) check y in {0, 1/2} check y = 1, d in {[1, 2], [0.5]};",
]  # fmt: skip


@pytest.mark.parametrize("text", WIDENED)
def test_int_widens_to_real(text: str) -> None:
    accepted(text)


NARROWED = [
    "program P() : int { return 0.5; }",
    "program P() : list[int] { return [1, 0.5]; }",
    "program P() : (int, int) { x := (1, 2); x := (1, 0.5); return x; }",
    "program Q(x : int) { return x; } program P() { y :=$ Q(1.0); return y; }",
    "program Q(x : list[int]) { return x; } program P() { y :=$ Q([1/1]); return y; }",
    "program P(d : list[int]) { return d[4/2]; }",
    "program P() { for i in 0 .. 4/2 { skip; } return 1; }",
    "program P() { x :=$ Uniform(0 .. 4/2); return x; }",
    "program P() { x :=$ DiscreteLaplace(1, 1.0); return x; }",
    "program P() { return 4/2 div 2; }",
    "program P(m : bits[4/2]) { return m; }",
    "program P() { i := 0; while (i < 3) decreases 3 - i/1; { i := i + 1; } return i; }",
]  # fmt: skip


@pytest.mark.parametrize("text", NARROWED)
def test_a_real_is_no_int(text: str) -> None:
    refused(text, "type-mismatch")


def test_parameters_in_types_whatever_their_order() -> None:
    for order in permutations(["m : private bits[n]", "n : int", "k : list[bits[n + n]]"]):
        accepted(f"program P({', '.join(order)}) : bits[n] {{ return m; }}")
    accepted("program P(m : bits[size(d)], d : list[bool]) { return m; }")
    accepted("program P(m : bits[n], n : (int)) { return m; }")
    refused("program P(m : bits[x]) { x := 1; return m; }", "unknown-name")


def test_lengths_of_bit_strings() -> None:
    accepted("program P(a : bits[n], b : bits[n], n : int) : bits[n] { return a xor b; }")
    accepted("program P(a : bits[n + 1], b : bits[1 + n], n : int) { return a xor b; }")
    refused("program P(a : bits[n + 1], b : bits[n], n : int) { return a xor b; }", "type-mismatch")
    refused("program P(a : bits[3]) : bits[4] { return a; }", "type-mismatch")
    refused("program P() { return 0b01 = 0b011; }", "type-mismatch")


def test_the_counter_of_a_loop_is_an_int() -> None:
    """`for` reads as a `while` over the same local, and a local has one type."""
    file = "program P() { i := 0.5; for i in 0 .. 3 { skip; } return i; }"
    if not diagnostics(file):
        loops = [s for s in pipeline.load(Source("text.wl", file)).programs["P"].body if type(s).__name__ == "While"]
        counter = loops[0].guard.arguments[0]  # type: ignore[union-attr]
        assert str(counter.type) == "real", "a local that is real elsewhere is read as an int here"


# ---- rules of programs ---------------------------------------------------------------------------

FORBIDDEN = {
    "parameters are read-only": ("assigned-parameter", "program P(x : int) { x := 1; return x; }"),
    "entries of parameters too": ("assigned-parameter", "program P(d : list[int]) { d[0] := 1; return d; }"),
    "private functions": ("function-type", "program P(f : private real -> real) { return 1; }"),
    "two programs of one name": ("duplicate-name", "program P() { return 1; } program P() { return 1; }"),
    "two parameters of one name": ("duplicate-name", "program P(x : int, x : int) { return 1; }"),
    "eps is ε": ("duplicate-name", "program P(eps : real, ε : real) { return 1; }"),
    "two claims of one name": ("duplicate-name", in_claim("dp(1) when any") + "claim c : P ~ P : true ==> true;"),
    "two labels of one name": ("duplicate-name", "program P() { L: x :=$ Flip(1/2); L: y :=$ Flip(1/2); return x; }"),
    "return comes last": ("return-not-last", "program P() { return 1; skip; }"),
    "the counter is not assigned": ("assigned-counter", "program P() { for i in 0..3 { i := i + 1; } return 1; }"),
    "ghosts are not read": ("ghost-not-here", "program P() { return cost; }"),
    "ghosts are not written": ("name-taken", "program P() { slack := 1; return 1; }"),
    "requires speaks of one run": ("mark-in-program", "program P(x : int) requires x{1} > 0; { return x; }"),
    "requires speaks of parameters": ("unknown-name", "program P() requires y > 0; { y := 1; return y; }"),
    "constants": ("not-a-probability", "program P() { x :=$ Flip(3/2); return x; }"),
    "an older value in a coupling": ("couple-mentions-image", in_program("x := 1; x :=$ Gauss(1) couple x{2} = x{2};")),
    "variables set later in a coupling": ("unassigned", in_program("x :=$ Laplace(1) couple x{2} = y{1}; y := 1;")),
    "unmarked locals in formulas": ("missing-run-mark", in_program("x := 1; assert x = 1;")),
    "unmarked private parameters": ("missing-run-mark", in_claim("dp(1) when x = 1")),
    "bars in bars": ("nested-bars", in_program("x := |1 - |n||;")),
    "private budgets": ("private-in-budget", in_claim("dp(x) when any")),
    "lengths of private lists in budgets": ("private-in-budget", in_claim("dp(size(d)) when any")),
    "pointwise over reals": ("pointwise-real", in_claim("dp(1) when any pointwise o = y")),
    "pointwise over lists of reals": ("pointwise-real", in_claim("dp(1) when any pointwise o = d")),
    "at elsewhere": ("at-not-here", in_claim("dp(1) when all_within(d, 1) at k")),
    "claims about other programs": (
        "wrong-claim",
        "program A() { return 1; } program B() { return 1; } claim a : A satisfies dp(1) when any; "
        "program P() { x :=$ B() couple by a; return x; }",
    ),
    "implications of PRE outside parentheses": (
        "type-mismatch",
        "program P(x : int) { return x; } claim c : P ~ P : x{1} ==> true ==> true;",
    ),
    "exponents": ("exponent", in_program("x := n ^ 65;")),
    "variable exponents": ("exponent", in_program("x := 2 ^ n;")),
    "samples in entries": ("syntax|sample-into-element", in_program("a := [1]; a[0] :=$ Flip(1/2);")),
    "block comments": ("comment-style", "/* no */ program P() { return 1; }"),
    "names that start with a digit": ("bad-number", in_program("x := 1x;")),
    "a hole in a part of an invariant": ("hole-not-here", in_program("while (b) invariant ? && true; { skip; }")),
    "a hole for a variant": ("hole-not-here", in_program("while (b) decreases ?; { skip; }")),
    "a hole for a relation": ("hole-not-here", in_claim("dp(1) when ?")),
    "a leak in a joint block": ("leak-in-joint", in_program("joint { leak 1; };")),
    "another leak in a joint block": (
        "leak-in-joint",
        "program L() { leak 1; return 1; } program P() { joint { x :=$ L(); } couple x{2} = x{1}; return x; }",
    ),
}  # fmt: skip


@pytest.mark.parametrize("rule", FORBIDDEN)
def test_what_the_contract_forbids(rule: str) -> None:
    code, text = FORBIDDEN[rule]
    refused(text, *code.split("|"))


@pytest.mark.parametrize(
    "order", list(permutations(["pointwise o", "check x in 0..1", "expect unknown", "assume"])), ids=" ".join
)
def test_options_in_any_order(order: tuple[str, ...]) -> None:
    accepted(in_claim(f"dp(eps) when any {' '.join(order)}"))


def test_where_a_precondition_ends() -> None:
    def halves(text: str) -> tuple[Any, Any]:
        item = tree(f"claim c : A ~ B : {text};").items[0]
        assert isinstance(item, ast.Quadruple)
        return plain(item.pre), plain(item.post)

    assert halves("a ==> b ==> c") == (formula("a"), formula("b ==> c"))
    assert halves("(a ==> b) ==> c") == (formula("a ==> b"), formula("c"))
    assert halves("f[a ==> b] ==> c ==> d") == (formula("f[a ==> b]"), formula("c ==> d"))
    assert halves("f(a ==> b, ={x}) ==> c") == (formula("f(a ==> b, ={x})"), formula("c"))
    assert halves("a <=> b ==> c <=> d") == (formula("a <=> b"), formula("c <=> d"))
    assert halves("x{1} = x{2} && ={y} ==> (a ==> b) ==> c") == (
        formula("x{1} = x{2} && ={y}"),
        formula("(a ==> b) ==> c"),
    )
    assert halves("forall i. a ==> b") == (formula("forall i. a"), formula("b"))
    assert halves("a ⇒ b ==> c") == (formula("a"), formula("b ==> c"))
    item = tree("claim c : A ~ B : a ==> b within (1, 2) check;").items[0]
    assert isinstance(item, ast.Quadruple)
    assert item.within is not None
    assert plain(item.post) == formula("b")


# ---- annotations under each claim ----------------------------------------------------------------

LOOP = (
    "program P(d : private list[int]) {\n  i := 0;\n  W: while (i < 3)\n    invariant %s;\n"
    "  { i := i + 1; }\n  return i;\n}\n"
)
AT_K = "claim a : P satisfies dp(1) when one_differs(d) at k;\n"
AT_O = "claim b : P satisfies dp(1) when any pointwise o;\n"
PLAIN = "claim e : P satisfies dp(1) when any;\n"


def test_a_name_that_the_claim_binds() -> None:
    accepted(LOOP % "i{1} <= k" + AT_K)
    accepted(LOOP % "i{1} <= o" + AT_O)


def test_a_name_that_no_claim_binds() -> None:
    for claims in ("", PLAIN, AT_O, PLAIN + AT_O):
        found = diagnostics(LOOP % "i{1} <= k" + claims)
        assert [(d["code"], d["line"], d["column"]) for d in found] == [("unknown-name", 4, 23)]


def test_a_name_that_only_this_claim_lacks() -> None:
    text = LOOP % "i{1} <= k" + AT_K + PLAIN
    accepted(text)
    result = run("verify", "--format", "json", "-", data=text)
    claims = {claim["name"]: claim for claim in json.loads(result.stdout)["files"][0]["claims"]}
    assert result.exit_code == 1
    assert claims["e"]["verdict"] == "unknown"
    told = run("verify", "-", data=text).stdout
    assert "line 4" in told
    assert "`k`" in told


def test_the_machine_is_told_which_annotation_is_lacking() -> None:
    result = run("verify", "--format", "json", "-", data=LOOP % "i{1} <= k" + AT_K + PLAIN)
    claim = json.loads(result.stdout)["files"][0]["claims"][1]
    assert (claim["name"], claim["verdict"]) == ("e", "unknown")
    assert [o["line"] for o in claim["obligations"] if "k" in o["message"]] == [4]


def test_two_names_of_two_claims_in_one_place() -> None:
    """Each name is bound by some claim, so neither is an error; each claim lacks one."""
    text = LOOP % "i{1} <= k; invariant i{1} <= o" + AT_K + AT_O
    accepted(text)
    result = run("verify", "--format", "json", "-", data=text)
    assert [c["verdict"] for c in json.loads(result.stdout)["files"][0]["claims"]] == ["unknown", "unknown"]


def test_a_proof_does_not_hide_a_name_that_no_claim_binds() -> None:
    text = LOOP % "i{1} <= zzz" + PLAIN.replace(";", " proof { W: invariant true; };")
    refused(text, "unknown-name")


def test_a_mistake_is_told_by_a_claim_that_binds_the_name() -> None:
    refused(LOOP % "k = true" + PLAIN + AT_K, "type-mismatch")


def test_annotations_of_a_proof_are_read_under_their_claim() -> None:
    accepted(LOOP % "true" + AT_K.replace(";", " proof { W: invariant i{1} <= k; };"))
    refused(LOOP % "true" + PLAIN.replace(";", " proof { W: invariant i{1} <= k; };"), "unknown-name")


# ---- reports and statuses ------------------------------------------------------------------------

SCHEMA = json.loads((Path(report.__file__).parent / "report.schema.json").read_text(encoding="utf-8"))


def well_formed(found: Any) -> None:
    """The report is what the published schema says, and no key is there that it does not name."""
    jsonschema.validate(found, SCHEMA, jsonschema.Draft202012Validator)


ASSUMED = "program P(x : private int) { return x; } claim c : P satisfies dp(1) when any assume;"
NEVER = "program P() { return 1; } claim c : P satisfies dp(1) when any expect refuted;"
WRONG = "program P() { return zz; }"


QUAD = PAIR + "claim c : A ~ B : true ==> true;"


@pytest.mark.parametrize(
    "text", [RAND_RESP, ONE_TIME_PAD, QUAD, WHOLE["composition"], ASSUMED, NEVER, WRONG, "program", "// x", ""]
)
@pytest.mark.parametrize("name", ["verify", "check"])
def test_the_report_for_machines(name: str, text: str) -> None:
    report = json.loads(run(name, "--format", "json", "-", data=text).stdout)
    well_formed(report)
    assert len(report["files"]) == 1


def test_what_the_report_says_of_a_claim() -> None:
    text = PAIR + "claim c : A ~ B : true ==> true expect unknown;\nclaim e : A satisfies dp(1) when any assume;"
    claims = json.loads(run("verify", "--format", "json", "-", data=text).stdout)["files"][0]["claims"]
    assert [(c["name"], c["expected"]) for c in claims] == [("c", "unknown"), ("e", "proved")]
    assert "A" in claims[0]["program"]
    assert "B" in claims[0]["program"]
    assert claims[1]["program"] == "A"


def test_an_assumption_counts_as_expected() -> None:
    result = run(
        "verify", "--format", "json", "-", data=ASSUMED.replace("x : private int", "").replace("return x", "return 1")
    )
    claim = json.loads(result.stdout)["files"][0]["claims"][0]
    assert result.exit_code == 0
    assert (claim["verdict"], claim["by"], claim["witness"]) == ("unknown", "assumption", None)


def test_the_default_is_proved() -> None:
    for option, expected in (("", "proved"), ("expect refuted", "refuted"), ("expect unknown", "unknown")):
        text = f"program P() {{ return 1; }} claim c : P satisfies dp(1) when any {option};"
        report = json.loads(run("verify", "--format", "json", "-", data=text).stdout)
        assert report["files"][0]["claims"][0]["expected"] == expected


STATUSES = {
    "good.wl": (0, "program P() { return 1; }"),
    "empty.wl": (0, ""),
    "assumed.wl": (0, ASSUMED.replace("x : private int", "").replace("return x", "return 1")),
    "never.wl": (1, NEVER),
    "wrong.wl": (2, WRONG),
    "broken.wl": (2, "program"),
    "missing.wl": (2, None),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, (_, text) in STATUSES.items():
        if text is not None:
            (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("names", list(permutations(STATUSES, 1)) + list(permutations(STATUSES, 2)), ids=" ".join)
def test_the_worst_status_wins(folder: Path, names: tuple[str, ...]) -> None:
    paths = [str(folder / name) for name in names]
    for form in ("text", "json"):
        result = run("verify", "--format", form, *paths)
        assert result.exit_code == max([STATUSES[name][0] for name in names])
    report = json.loads(result.stdout)
    well_formed(report)
    assert [file["file"] for file in report["files"]] == paths


def test_a_fault_is_worst_and_stops_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_on_good(source: Source, *settings: Any, **options: Any) -> Any:
        if source.name.endswith("good.wl"):
            raise KeyError("a bug of ours")
        return verify(source, *settings, **options)

    verify = pipeline.verify
    monkeypatch.setattr(pipeline, "verify", break_on_good)
    paths = [str(folder / name) for name in ("good.wl", "wrong.wl", "never.wl")]
    result = run("verify", "--format", "json", *paths)
    assert result.exit_code == 3
    report = json.loads(result.stdout)
    well_formed(report)
    assert [len(file["claims"]) for file in report["files"]] == [0, 0, 1]
    assert run("verify", *paths).exit_code == 3


def test_check_has_no_opinion_on_claims(folder: Path) -> None:
    assert run("check", str(folder / "never.wl")).exit_code == 0
    assert "no claims" not in run("check", str(folder / "never.wl")).output


# ---- prhl fmt ------------------------------------------------------------------------------------

UGLY = "program   P( ){x:=1;return x;}"
NEAT = "program P() {\n  x := 1;\n  return x;\n}\n"


def test_fmt_rewrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "p.wl"
    path.write_text(UGLY)
    assert run("fmt", str(path)).exit_code == 0
    assert path.read_text() == NEAT
    before = path.stat().st_mtime_ns
    assert run("fmt", str(path)).exit_code == 0
    assert path.stat().st_mtime_ns == before


def test_fmt_of_standard_input() -> None:
    result = run("fmt", "-", data=UGLY)
    assert (result.exit_code, result.stdout) == (0, NEAT)
    assert run("fmt", "-", data=NEAT).stdout == NEAT
    assert run("fmt", "-", data="").stdout == ""
    broken = run("fmt", "-", data="program")
    assert (broken.exit_code, broken.stdout) == (2, "")


def test_fmt_check_writes_nothing(tmp_path: Path) -> None:
    ugly, neat, broken = tmp_path / "ugly.wl", tmp_path / "neat.wl", tmp_path / "broken.wl"
    ugly.write_text(UGLY)
    neat.write_text(NEAT)
    broken.write_text("program")
    result = run("fmt", "--check", str(ugly))
    assert result.exit_code == 1
    assert "ugly.wl" in result.output
    assert run("fmt", "--check", str(neat)).exit_code == 0
    assert run("fmt", "--check", str(broken)).exit_code == 2
    assert run("fmt", "--check", str(neat), str(ugly)).exit_code == 1
    assert run("fmt", "--check", str(broken), str(ugly)).exit_code == 2
    assert run("fmt", "--check", "-", data=UGLY).exit_code == 1
    assert run("fmt", "--check", "-", data=NEAT).exit_code == 0
    assert (ugly.read_text(), neat.read_text(), broken.read_text()) == (UGLY, NEAT, "program")


@pytest.mark.parametrize("text", ["program  P() {return 1;}", "// a\u2028b\nprogram  P() {return 1;} // \f c\n"])
def test_a_diff_can_be_applied(tmp_path: Path, text: str) -> None:
    """Whatever ends its last line, and whatever other ends of lines its comments hold."""
    path = tmp_path / "a.wl"
    path.write_text(text, encoding="utf-8", newline="\n")
    told = run("fmt", "--diff", str(path)).stdout
    assert told.count("\\ No newline at end of file\n") == (not text.endswith("\n"))
    assert text.split("\n")[0] in told
    assert told.endswith("\n")
    assert {line[:1] for line in told[:-1].split("\n")} <= set(" +-@\\")


def test_fmt_diff_writes_nothing_and_shows_what_would_change(tmp_path: Path) -> None:
    path = tmp_path / "ugly.wl"
    path.write_text("// a comment\n" + NEAT.replace("x := 1", "x:=1"))
    result = run("fmt", "--diff", str(path))
    assert "-  x:=1;\n+  x := 1;\n" in result.stdout
    assert "\n // a comment\n" in result.stdout
    assert "x:=1" in path.read_text()
    both = run("fmt", "--diff", "--check", str(path))
    assert both.exit_code == 1
    assert "+  x := 1;" in both.stdout
    path.write_text(NEAT)
    quiet = run("fmt", "--diff", str(path))
    assert (quiet.exit_code, quiet.stdout) == (0, "")


@pytest.mark.parametrize("ends", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_fmt_reads_any_line_ends(tmp_path: Path, ends: str) -> None:
    path = tmp_path / "p.wl"
    path.write_bytes(("// one\nprogram P( ) { // two\nreturn 1; // three\n}".replace("\n", ends)).encode())
    assert run("fmt", str(path)).exit_code == 0
    assert path.read_bytes() == b"// one\nprogram P() {  // two\n  return 1;  // three\n}\n"


def test_fmt_takes_wrong_types_as_they_are() -> None:
    for text in ("x := 1[0];", "x := 1 .0;", "x := 1.5[0].2;", "x :=$ Uniform({0,1}^if b then 1 else 2);"):
        assert run("fmt", "-", data=in_program(text)).exit_code == 0
        keeps_its_meaning(in_program(text))
    for low in ("if b then 1 else 2", "1 + if b then 1 else 2", "forall i. b", "- if b then 1 else 2"):
        keeps_its_meaning(in_program(f"x :=$ Uniform({low} .. 5);"))
        keeps_its_meaning(in_program(f"for i in {low} .. 5 {{ skip; }}"))
    keeps_its_meaning(in_claim("dp(1) when any check if true then x else x in 1..3"))


def test_fmt_breaks_long_lines_without_changing_them() -> None:
    long = "a_rather_long_name_for_a_variable"
    for sign in ("+", "*", "&&", "||", "==>", "<=>", "xor", "++", "="):
        keeps_its_meaning(f"program P() {{ x := {f' {sign} '.join([long] * 12)}; }}")
    for shape in ("[%s]", "(%s)", "f(%s)", "={%s}"):
        keeps_its_meaning(f"program P() {{ assert {shape % ', '.join([long] * 12)}; }}")
    keeps_its_meaning(f"program P({', '.join([f'{long}{i} : list[(int, bool)]' for i in range(9)])}) {{ }}")
    keeps_its_meaning(f"program P() {{ x := {'if c then ' + long + ' else ' * 1}{long}{' + ' + long}; }}")
    keeps_its_meaning(f"program P() {{ x := {''.join([f'if {long} then {long} else ' for _ in range(9)])}{long}; }}")
    keeps_its_meaning(
        f"program P() {{ if ({long}) {{ {long} := {long}; }} else {{ {long} := {long}; {long} := {long}; }} }}"
    )
    relation, items, shift = (
        " && ".join([long + "{1}"] * 6),
        ", ".join([long + " in {0, 1}"] * 6),
        " + ".join([long] * 6),
    )
    keeps_its_meaning(
        f"claim c : P satisfies dp({long}) when {relation} check {items} pointwise o in {{{', '.join([long] * 6)}}} "
        f"proof {{ L: couple x{{2}} = {shift} cost {long}; M: invariant {relation}; }} expect unknown;"
    )
