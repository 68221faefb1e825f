"""Bad input of every kind: each is refused with the right status, code and place, and never with a traceback.

In the texts a § stands where the first message must point; it is taken out before the text is read.
"""

import json
import os
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from prhl import pipeline
from prhl.frontends.cli import main
from prhl.source import Source

PRHL = Path(sys.executable).with_name("prhl")
MARK = "§"


# ---- running -------------------------------------------------------------------------------------


def run(*arguments: str, data: bytes | str | None = None) -> Result:
    """The command in this process; only the tool's own exit may end it."""
    result = CliRunner().invoke(main, list(arguments), input=data)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert "Traceback" not in result.output
    return result


def diagnostics(result: Result) -> list[dict[str, Any]]:
    return list(json.loads(result.stdout)["files"][0]["diagnostics"])


def at_mark(text: str) -> tuple[str, int, int]:
    """The text without its mark, and the mark's line and column."""
    assert text.count(MARK) == 1
    before = text[: text.index(MARK)]
    return text.replace(MARK, ""), before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def refused(text: str, code: str) -> None:
    """The text is refused by `check` and `verify` at its mark; `fmt` may like it, but never breaks over it."""
    clean, line, column = at_mark(text)
    result = run("check", "--format", "json", "-", data=clean)
    found = diagnostics(result)
    assert result.exit_code == 2, found
    first = found[0]
    assert first["severity"] == "error"
    assert first["code"] in code.split("|"), first
    assert (first["line"], first["column"]) == (line, column), first
    told = run("check", "-", data=clean)
    assert told.exit_code == 2
    assert f"<stdin>:{line}:{column}  error[{first['code']}]" in told.stdout
    judged = run("verify", "--format", "json", "-", data=clean)
    assert judged.exit_code == 2
    assert json.loads(judged.stdout)["files"][0]["claims"] == []
    assert run("fmt", "-", data=clean).exit_code in (0, 2)


def accepted(text: str | bytes) -> None:
    """The text is a valid program for `check`, and `fmt` can lay it out."""
    result = run("check", "--format", "json", "-", data=text)
    assert (result.exit_code, [d for d in diagnostics(result) if d["severity"] == "error"]) == (0, [])
    assert run("fmt", "-", data=text).exit_code == 0


def command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, ended if it hangs."""
    done = subprocess.run(
        [str(PRHL), *arguments],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        **{"timeout": 60} | options,
    )
    assert "Traceback" not in done.stdout + done.stderr
    return done


# ---- a table of programs -------------------------------------------------------------------------

PARAMETERS = "n : int, b : bool, r : real, d : list[int], t : (int, bool), m : bits[3], f : list[real] -> real"


def statement(text: str) -> str:
    """The statement on the third line of a program."""
    return f"program P({PARAMETERS}) {{\n  y := 1;\n  {text}\n  return y;\n}}\n"


STATEMENTS: list[tuple[str, str]] = [
    # guards and bounds
    ("type-mismatch", "if (§1) { skip; }"),
    ("type-mismatch", "if (§n) { skip; }"),
    ("type-mismatch", "if (b) { skip; } else if (§r) { skip; }"),
    ("type-mismatch", "while (§n) { skip; }"),
    ("type-mismatch", "while (§d) { skip; }"),
    ("type-mismatch", "for i in §0.5 .. 3 { skip; }"),
    ("type-mismatch", "for i in 0 .. §r { skip; }"),
    ("type-mismatch", "for i in §b .. 3 { skip; }"),
    # indices and fields
    ("type-mismatch", "x := d[§r];"),
    ("type-mismatch", "x := d[§b];"),
    ("type-mismatch", "x := d[§0.0];"),
    ("type-mismatch", "x := §n[0];"),
    ("type-mismatch", "x := §t[0];"),
    ("type-mismatch", "x := §1[0];"),
    ("type-mismatch", "x := §1 .0;"),
    ("type-mismatch", "x := §d.0;"),
    ("no-such-field", "x := t§.2;"),
    ("type-mismatch", "a := [1]; a[§true] := 1;"),
    ("type-mismatch", "a := [1]; a[§0.5] := 1;"),
    ("local-type", "a := [1]; §a[0] := true;"),
    ("local-type", "a := []; §a := a[0];"),
    ("local-type", "a := []; w := b; §w := a[0];"),
    ("local-type", "a := [[]]; a := a ++ [d]; w := [b]; §w := a[0];"),
    ("type-mismatch|local-type", "a := 0b01; §a[0] := true;"),
    ("type-mismatch|local-type", "§y[0] := 1;"),
    # operators
    ("type-mismatch", "x := n + §b;"),
    ("type-mismatch", "x := d + §1;"),
    ("type-mismatch", "x := -§b;"),
    ("type-mismatch", "x := !§n;"),
    ("type-mismatch", "x := §n && b;"),
    ("type-mismatch", "x := b || §1;"),
    ("type-mismatch", "x := b ==> §1;"),
    ("type-mismatch", "x := §1 <=> b;"),
    ("type-mismatch", "x := §n xor n;"),
    ("type-mismatch", "x := m xor §b;"),
    ("type-mismatch", "x := m xor §0b01;"),
    ("type-mismatch", "x := d ++ §1;"),
    ("type-mismatch", "x := d ++ §[true];"),
    ("type-mismatch", "x := [1, §true];"),
    ("type-mismatch", "x := if §n then 1 else 2;"),
    ("type-mismatch", "x := if b then 1 else §true;"),
    ("type-mismatch", "x := §b < 1;"),
    # tuples of different lengths
    ("type-mismatch", "x := (1, 2) = §(1, 2, 3);"),
    ("type-mismatch", "x := (1, 2, 3) = §(1, 2);"),
    ("type-mismatch", "x := [(1, 2), §(1, 2, 3)];"),
    ("type-mismatch", "x := [(1, 2)] ++ §[(1, 2, 3)];"),
    ("type-mismatch", "x := if b then (1, 2) else §(1, 2, 3);"),
    ("type-mismatch", "x :=$ Uniform({(1, 2), §(1, 2, 3)});"),
    ("type-mismatch", "x :=$ Choice({(1, 2) @ 1/2, §(1, 2, 3) @ 1/2});"),
    ("type-mismatch", "assert t{1} = §(1, true, 3);"),
    ("local-type", "a := [(1, 2)]; §a[0] := (1, 2, 3);"),
    # the sum of an empty list is a number, and nothing else
    ("type-mismatch", "if (§sum([])) { skip; }"),
    ("type-mismatch", "x := §sum([]) && true;"),
    ("type-mismatch", "x := [sum([]), §true];"),
    ("type-mismatch", "x := §sum([])[0];"),
    ("type-mismatch", "x := size(§sum([]));"),
    ("type-mismatch", "x :=$ ExpMech(1, §sum([]));"),
    ("type-mismatch", "x := n = §b;"),
    ("type-mismatch", "x := d = §[true];"),
    ("type-mismatch", "x := §f = f;"),
    ("type-mismatch", "x := §r div 2;"),
    ("type-mismatch", "x := 7 mod §2.0;"),
    ("type-mismatch", "x := §b ^ 2;"),
    ("type-mismatch", "x := |§b|;"),
    ("exponent", "x := n^§65;"),
    ("exponent", "x := n^§1.5;"),
    ("exponent", "x := n^§-1;"),
    ("exponent", "x := n^§n;"),
    ("exponent", "x := 10^§(10^9);"),
    # functions
    ("function-type", "x := §f;"),
    ("type-mismatch", "x := f(§1);"),
    ("wrong-arity", "x := §f(d, d);"),
    ("wrong-arity", "x := §f();"),
    ("not-a-function", "x := §n(1);"),
    ("type-mismatch", "x := size(§n);"),
    ("wrong-arity", "x := §size();"),
    ("wrong-arity", "x := §size(d, d);"),
    ("type-mismatch", "x := sum(§n);"),
    ("type-mismatch", "x := sum(§[true]);"),
    ("wrong-arity", "x := §count(d);"),
    ("type-mismatch", "x := count(d, §true);"),
    ("wrong-arity", "x := §min(1);"),
    ("type-mismatch", "x := max(§b, 1);"),
    ("type-mismatch", "x := abs(§b);"),
    ("type-mismatch", "x := ln(§b);"),
    ("type-mismatch", "x := floor(§d);"),
    ("unknown-function", "x := §foo(1);"),
    ("unknown-name", "x := §zzz;"),
    # values, sets, distributions and programs in each other's places
    ("syntax|set-as-value", "x := §{1, 2};"),
    ("syntax|set-as-value", "x := 1§..2;"),
    ("set-as-value", "x := §bits(3);"),
    ("set-as-value", "x := size(§{1});"),
    ("distribution-as-value", "x := §Flip(1/2);"),
    ("distribution-as-value", "x := §Flip;"),
    ("distribution-as-value", "x := §P(1);"),
    ("value-as-distribution", "x :=$ §5;"),
    ("value-as-distribution", "x :=$ §n;"),
    ("value-as-distribution", "x :=$ §size(d);"),
    ("value-as-distribution", "x :=$ §Laplace(1) + 1;"),
    ("unknown-distribution", "x :=$ §Foo(1);"),
    # arguments of distributions
    ("type-mismatch", "x :=$ Flip(§b);"),
    ("wrong-arity", "x :=$ §Flip();"),
    ("wrong-arity", "x :=$ §Flip(1/2, 1/2);"),
    ("set-as-value", "x :=$ Flip(§{1});"),
    ("value-as-set", "x :=$ Uniform(§d);"),
    ("value-as-set", "x :=$ Uniform(§5);"),
    ("type-mismatch", "x :=$ Uniform({2, §true});"),
    ("type-mismatch", "x :=$ Uniform({1, §true});"),
    ("type-mismatch", "x :=$ Uniform(0..§r);"),
    ("type-mismatch", "x :=$ Uniform(bits(§r));"),
    ("set-power", "x :=$ Uniform(§{0,1,2}^n);"),
    ("weights-not-here", "x :=$ Uniform({§1 @ 1/2});"),
    ("type-mismatch", "x :=$ Choice({1 @ §b});"),
    ("type-mismatch", "x :=$ Choice({1 @ 1/2, §true @ 1/2});"),
    ("weights", "x :=$ Choice({§1, 2});"),
    ("weights", "x :=$ Choice(§{});"),
    ("weights", "x :=$ Choice(§1..3);"),
    ("type-mismatch", "x :=$ Laplace(§b);"),
    ("type-mismatch", "x :=$ Laplace(1, §b);"),
    ("type-mismatch", "x :=$ DiscreteLaplace(1, §0.5);"),
    ("type-mismatch", "x :=$ DiscreteGauss(1, §r);"),
    ("type-mismatch", "x :=$ Gauss(§[1]);"),
    ("type-mismatch", "x :=$ Geometric(§d);"),
    ("type-mismatch", "x :=$ Exponential(§b);"),
    ("type-mismatch", "x :=$ ExpMech(1, §2);"),
    ("type-mismatch", "x :=$ ExpMech(1, §[true]);"),
    ("value-as-distribution", "x :=$ Truncate(§1, 2, 3);"),
    ("wrong-arity", "x :=$ §Truncate(Laplace(1), 2);"),
    ("type-mismatch", "x :=$ Truncate(§Flip(1/2), 0, 1);"),
    ("type-mismatch", "x :=$ Truncate(DiscreteLaplace(1), §0.5, 3);"),
    ("type-mismatch", "x :=$ Clamp(Laplace(1), §b, 2);"),
    # wrong for constants alone
    ("not-a-probability", "x :=$ Flip(§3/2);"),
    ("not-a-probability", "x :=$ Flip(§-1/2);"),
    ("not-a-probability", "x :=$ Flip(§2^64);"),
    ("not-a-probability", "x :=$ Flip(§1 + 1/10 - 2/20 + 0.1);"),
    ("not-a-probability", "x :=$ Flip(§exp(1));"),
    ("not-a-probability", "x :=$ Geometric(§exp(1/10^60));"),
    ("scale-not-positive", "x :=$ Laplace(§ln(1/2));"),
    ("scale-not-positive", "x :=$ Laplace(§sqrt(2) - ln(5));"),
    ("weights-not-one", "x :=$ Choice(§{1 @ exp(-1), 2 @ 1 - exp(-2)});"),
    ("empty-set", "x :=$ Truncate(§Uniform(1..3), 5, 7);"),
    ("empty-set", "x :=$ Truncate(§Exponential(1), -9, -exp(1));"),
    ("scale-not-positive", "x :=$ Laplace(§0);"),
    ("scale-not-positive", "x :=$ Laplace(§-1);"),
    ("scale-not-positive", "x :=$ Laplace(§1 - 1.0);"),
    ("scale-not-positive", "x :=$ Gauss(§0);"),
    ("scale-not-positive", "x :=$ DiscreteLaplace(§0);"),
    ("scale-not-positive", "x :=$ DiscreteGauss(§0);"),
    ("scale-not-positive", "x :=$ Exponential(§0);"),
    ("scale-not-positive|not-a-probability", "x :=$ Geometric(§0);"),
    ("not-a-probability", "x :=$ Geometric(§2);"),
    ("weights-not-one", "x :=$ Choice(§{1 @ 1/2, 2 @ 1/3});"),
    ("weights-not-one", "x :=$ Choice(§{1 @ 1/3, 2 @ 1/3, 3 @ 0.333333});"),
    ("not-a-probability", "x :=$ Choice({1 @ §3/2, 2 @ -1/2});"),
    ("repeated-element", "x :=$ Uniform(§{1, 1});"),
    ("repeated-element", "x :=$ Uniform(§{n, 1/2, 0.5});"),
    ("empty-set", "x :=$ Uniform(§{});"),
    ("empty-set", "x :=$ Uniform(§5..3);"),
    ("empty-set", "x :=$ Uniform(bits(§-1));"),
    ("empty-set", "x :=$ ExpMech(1, §[]);"),
    ("empty-set", "x :=$ Truncate(Laplace(1), §3, 1);"),
    ("empty-set", "x :=$ Clamp(Laplace(1), §3, 1);"),
    ("scale-not-positive", "x :=$ Truncate(Laplace(§0), 1, 3);"),
    ("division-by-zero", "x :=$ Laplace(§1/0);"),
    ("division-by-zero", "x := §1/0;"),
    ("division-by-zero", "x := §1 div 0;"),
    ("division-by-zero", "x := §1 mod 0;"),
    ("division-by-zero", "x := §n / (2 - 2);"),
    ("division-by-zero", "leak §1/0;"),
    ("division-by-zero", "if (§1/0 > 1) { skip; }"),
    ("division-by-zero", "for i in 0 .. §1 div 0 { skip; }"),
    ("division-by-zero", "a := [1]; a[§1 div 0] := 2;"),
    ("index-out-of-range", "x := §[1, 2][2];"),
    ("index-out-of-range", "x := §d[-1];"),
    ("index-out-of-range", "x := §0b01[2];"),
    ("index-out-of-range", "x := §[][0];"),
    ("index-out-of-range", "x := §[1, 2][" + "9" * 5000 + "];"),
    ("index-out-of-range", "x := §([1, 2] ++ [3])[3];"),
    ("index-out-of-range", "a := [1, 2]; §a[-1] := 5;"),
    ("not-positive", "x := §ln(0);"),
    ("not-positive", "x := §sqrt(-1);"),
    # literals
    ("long-literal", "x := §1e999999999;"),
    ("long-literal", "x :=$ Flip(§1e999999999);"),
    ("long-literal", "x := §1e-99999;"),
    ("long-literal", "x := §" + "7" * 10_001 + ";"),
    ("long-literal", "x := §" + "7" * 100_000 + ";"),
    ("long-literal", "x := §0b" + "1" * 10_001 + ";"),
    ("long-literal|no-such-field", "x := t§." + "1" * 5000 + ";"),
    ("no-strings", 'x := §"a";'),
    ("bad-number", "x := 0b1§2;"),
    ("bad-number", "x := §.5;"),
    ("bad-name", "§x² := 1;"),
    # names and ghosts
    ("mark-in-program", "x := §n{1};"),
    ("mark-in-program", "x := §={n};"),
    ("quantifier-in-program", "x := §forall i. true;"),
    ("quantifier-in-program", "if (§exists i. true) { skip; }"),
    ("ghost-not-here", "x := §cost;"),
    ("ghost-not-here", "leak §slack;"),
    ("ghost-not-here|res-not-here|unknown-name", "x := §res;"),
    ("name-taken", "§cost := 1;"),
    ("name-taken", "§slack :=$ Flip(1/2);"),
    ("name-taken", "§res := 1;"),
    ("name-taken", "for §cost in 0..1 { skip; }"),
    ("relation-not-here", "x := §within(n, 1);"),
    # parameters and counters are read-only
    ("assigned-parameter", "§n := 1;"),
    ("assigned-parameter", "§n :=$ Flip(1/2);"),
    ("assigned-parameter", "§d[0] := 1;"),
    ("assigned-parameter", "for §n in 0..2 { skip; }"),
    ("assigned-parameter", "joint { §n := 1; } couple n{2} = n{1};"),
    ("assigned-counter", "for i in 0..3 { §i := 1; }"),
    ("assigned-counter", "for i in 0..3 { if (b) { §i :=$ Uniform(1..2); } }"),
    ("assigned-counter", "for i in 0..3 { for §i in 0..2 { skip; } }"),
    # one type for each local
    ("local-type", "§y := true;"),
    ("local-type", "z := [1]; §z := [true];"),
    ("local-type", "z := (1, 2); §z := (1, 2, 3);"),
    ("local-type", "z := 0b01; §z := 0b011;"),
    # holes
    ("hole-not-here", "x := §?;"),
    ("hole-not-here", "leak §?;"),
    ("hole-not-here", "x := 1 + §?;"),
    ("hole-not-here", "assert §?;"),
    ("hole-not-here", "while (b) decreases §?; { skip; }"),
    ("hole-not-here", "while (b) invariant y{1} + §? = 0; { skip; }"),
    ("hole-not-here", "x :=$ Laplace(1) couple x{2} = x{1} + §?;"),
    # assertions, invariants, variants
    ("type-mismatch", "assert §n;"),
    ("missing-run-mark", "assert §y = 1;"),
    ("unknown-name", "assert §zzz{1} = 1;"),
    ("bad-run-mark", "assert y§{3} = 1;"),
    ("mark-on-expression", "assert d[0]§{1} = 1;"),
    ("at-not-here", "assert one_differs(d) at §k;"),
    ("type-mismatch", "assert one_differs(§n);"),
    ("type-mismatch", "assert within(§d, 1);"),
    ("wrong-arity", "assert §within(n);"),
    ("relation-subject", "assert one_differs(§d{1});"),
    ("type-mismatch", "while (b) invariant §n; { skip; }"),
    ("type-mismatch", "while (b) invariant §1 + 1; { skip; }"),
    ("missing-run-mark", "while (b) invariant §y = 1; { skip; }"),
    ("res-not-here", "while (b) invariant §res{1} = 1; { skip; }"),
    ("ghost-mark", "while (b) invariant §cost{1} = 1; { skip; }"),
    ("bad-run-mark", "while (b) invariant y§{3} = 1; { skip; }"),
    ("unknown-name", "while (b) invariant §k = 0; { skip; }"),
    ("unknown-name", "while (b) invariant ={§zz}; { skip; }"),
    ("name-taken", "while (b) invariant forall §n. n = 0; { skip; }"),
    ("duplicate-name", "while (b) invariant forall i, §i. i = 0; { skip; }"),
    ("unknown-type", "while (b) invariant forall i : §foo. i = 0; { skip; }"),
    ("mark-on-logical", "while (b) invariant forall i. §i{1} = 0; { skip; }"),
    ("type-mismatch", "while (b) decreases §r; { skip; }"),
    ("type-mismatch", "while (b) decreases §b; { skip; }"),
    ("mark-in-program", "while (b) decreases §y{1}; { skip; }"),
    ("ghost-not-here", "while (b) decreases §cost; { skip; }"),
    # couplings and costs
    ("couple-target", "x :=$ Flip(1/2) couple §y{2} = y{1};"),
    ("couple-target", "x :=$ Flip(1/2) couple §x{1} = x{2};"),
    ("couple-mentions-image", "x :=$ Flip(1/2) couple x{2} = §x{2};"),
    ("couple-without-mark", "x :=$ Flip(1/2) couple §x = x{1};"),
    ("bad-run-mark", "x :=$ Flip(1/2) couple x§{3} = x{1};"),
    ("type-mismatch", "x :=$ Flip(1/2) couple x{2} = §1;"),
    ("type-mismatch", "x :=$ Laplace(1) couple x{2} = §true;"),
    ("type-mismatch", "x :=$ Uniform(bits(3)) couple x{2} = §0b01;"),
    ("missing-run-mark", "x :=$ Laplace(1) couple x{2} = §x;"),
    ("type-mismatch", "x :=$ Laplace(1) couple x{2} = x{1} cost §b;"),
    ("ghost-not-here", "x :=$ Laplace(1) couple x{2} = x{1} + §cost;"),
    ("res-not-here", "x :=$ Laplace(1) couple x{2} = x{1} + §res{1};"),
    ("unknown-name", "x :=$ Laplace(1) couple x{2} = x{1} + §o;"),
    ("couple-by-claim", "x :=$ Laplace(1) couple by §c;"),
    ("syntax", "x :=$ Laplace(1) couple by§;"),
    ("syntax", "x :=$ Laplace(1) couple§;"),
    ("cost-not-here", "x :=$ Laplace(1) §cost 1;"),
    ("cost-not-here", "x :=$ Laplace(1) couple none §cost 1;"),
    # joint blocks
    ("leak-in-joint", "joint { §leak 1; };"),
    ("joint-in-joint", "joint { §joint { skip; }; };"),
    ("joint-target", "joint { x := 1; } couple §z{2} = z{1};"),
    ("joint-couple", "joint { x := 1; } couple x{2} = §x{1} + 1;"),
    ("couple-target", "joint { x := 1; } couple §x{1} = x{2};"),
    ("return-not-last", "joint { §return 1; };"),
    # order and shape of statements
    ("return-not-last", "§return 1;"),
    ("return-not-last", "if (b) { §return 1; }"),
    ("return-not-last", "while (b) { §return 1; }"),
    ("duplicate-name", "L: x :=$ Flip(1/2); §L: z :=$ Flip(1/2);"),
    ("duplicate-name", "L: x :=$ Flip(1/2); if (b) { §L: while (b) { skip; } }"),
    ("assign-with-equals", "x §= 1;"),
    ("sampling-sign", "x §<$ Flip(1/2);"),
    ("no-declaration", "§int x := 1;"),
    ("compound-assign", "y §+= 1;"),
    ("call-as-statement", "§print(1);"),
    ("double-equals", "x := n §== 1;"),
    ("misspelt-word", "§whlie (b) { skip; }"),
    ("misspelt-word", "while (b) §invariants ={b}; { skip; }"),
    ("misspelt-word", "if (b) { skip; } §esle { skip; }"),
    ("misspelt-word", "§retrun n;"),
    ("misspelt-word", "§assume n > 0;"),
    ("unclosed-bracket", "if (b) §{ x := 1; else { x := 2; }"),
    ("reserved-word", "§joint := 1;"),
    ("no-declaration", "x : §int := 1;"),
    ("no-declaration", "x : §list[int] := [];"),
    ("label-place", "L: x §:= 1;"),
    ("annotation-place", "x :=$ Flip(1/2); §couple x{2} = x{1};"),
    ("annotation-place", "while (b) { §invariant ={b}; skip; }"),
    ("annotation-place", "if (b) §invariant ={b}; { skip; }"),
    ("annotation-place", "x := n §couple x{2} = x{1};"),
    ("annotation-place", "if (b) { §couple x{2} = x{1}; x :=$ Flip(1/2); }"),
    ("misspelt-word", "while (b) §variant n; { skip; }"),
    ("annotation-place", "§requires n > 0;"),
    ("conditional", "x := b §? 1 : 2;"),
    ("conditional", "x := 1 §if b else 2;"),
    ("conditional", "x := if (b) §{ 1 } else { 2 };"),
    ("missing-semicolon", "x := §n // 2;\n  z := 1;"),
    ("bad-run-mark", "x :=$ Flip(1/2) couple x§(2) = x(1);"),
    ("in-formula", "assert forall i §in 0..3. i > 0;"),
    ("in-formula", "assert n §∈ {1};"),
    ("named-argument", "x :=$ Laplace(§scale = 1);"),
    ("logical-word", "x := b §and b;"),
    ("single-ampersand", "x := b §& b;"),
    ("guard-without-parens", "if §b { skip; }"),
    ("braces", "if (b) §y := 1;"),
    ("semicolon-after-block", "if (b) { skip; }§;"),
    ("empty-statement", "skip;§;"),
    ("missing-semicolon", "x := §1\n  z := 2;"),
    ("syntax", "x := 1 §2;"),
    ("reserved-word", "x := §leak;"),
    ("reserved-word", "x := 1 + §while;"),
    ("ascii-sign", "x := n §− 1;"),
    ("modulo", "x := n §% 2;"),
    ("power", "x := n §** 2;"),
    ("syntax", "x := n §$ 2;"),
    ("syntax", "x := n §\\ 2;"),
    ("syntax", "§\u200b x := 1;"),
]  # fmt: skip

CURES: list[tuple[str, str]] = [  # of what is wrong, and what is proposed that would work
    ("program P(x : int) { while x > 0 { skip; } return x; }", "`while (x > 0) { ... }`"),
    ("program P() { z :=$ Laplace(1, 2, 3); return z; }", "write `Laplace(scale)` or `Laplace(scale, loc)`"),
    ("program P() { return 1; } claim c : P satisfies dp when any;", "write `dp(eps)` or `dp(eps, delta)`"),
    ("program P() { return 1; } claim c : Q satisfies dp(1) when any;", "known are P"),
    ("program P(n : int) { return 1; } claim c : P satisfies dp(1) when any check zz = 1;", "it has n"),
    ("program P(n : int) { y := n; return y; } claim c : P satisfies dp(1) when within(y, 1);", "known are n"),
    ("program P() { return 1; } claim c : P ~ P : true ==> result{1} = 1;", "did you mean `res`?"),
    ("program P(n : int) { return 1; } claim c : P satisfies dp(1) when one_differs(n);", "`within(x, 1)`"),
    ("program P(d : list[int]) { return 1; } claim c : P satisfies dp(1) when within(d, 1);", "`one_differs(d, 1)`"),
    ("program P(d : list[int]) { return 1; } claim c : P satisfies dp(1) when add_remove;", "write `add_remove(d)`"),
    ("program P(n : int) { return pow(n, 2); }", "functions are size, sum, "),
    ("program P(n : int) { while (n > 0) variant n; { skip; } return n; }", "did you mean `decreases`?"),
]


@pytest.mark.parametrize(("text", "hint"), CURES)
def test_the_cure_that_is_proposed(text: str, hint: str) -> None:
    (first, *_) = diagnostics(run("check", "--format", "json", "-", data=text))
    assert hint in first["hint"]


UNASSIGNED: list[str] = [
    "leak §x; x := 1;",
    "x := §x + 1;",
    "if (b) { x := 1; } leak §x;",
    "if (b) { skip; } else { x := 1; } leak §x;",
    "if (b) { x := 1; } else if (n = 1) { x := 2; } leak §x;",
    "if (b) { x := 1; } else if (n = 1) { skip; } else { x := 3; } leak §x;",
    "if (b) { x := 1; } else { leak §x; }",
    "if (b) { x := 1; } else if (§x = 1) { skip; }",
    "while (b) { x := 1; } leak §x;",
    "while (§x = 1) { x := 1; }",
    "while (b) { leak §x; x := 1; }",
    "while (b) { if (b) { x := 1; } leak §x; }",
    "for i in 0..3 { x := i; } leak §x;",
    "for i in 0..§i { skip; }",
    "leak §i; for i in 0..3 { skip; }",
    "for j in 0..3 { for i in 0..3 { x := 1; } leak §x; }",
    "if (b) { x :=$ Flip(1/2); } leak §x;",
    "if (b) { joint { x := 1; }; } leak §x;",
    "joint { if (b) { x := 1; } } couple x{2} = x{1}; leak §x;",
    "z :=$ Laplace(§x); x := 1;",
    "z :=$ Uniform({1, §x}); x := 2;",
    "z :=$ Truncate(Laplace(1), 0, §x); x := 2;",
    "a := [1]; a[§x] := 1; x := 0;",
    "a := [1]; a[0] := §x; x := 0;",
    "§a[0] := 1;",
    "if (b) { a := [1]; } §a[0] := 1;",
    "z := [§x]; x := 1;",
    "z := (if b then §x else 1); x := 1;",
    "assert §x{1} = 1; x := 1;",
    "while (b) invariant §x{2} = 1; { x := 1; }",
    "while (b) invariant ={§x}; { x := 1; }",
    "while (b) decreases §x; { x := 1; }",
    "z :=$ Laplace(1) couple z{2} = z{1} + §x{1}; x := 1;",
    "z :=$ Laplace(1) couple z{2} = z{1} cost §x{1}; x := 1;",
    "joint { z := 1; } couple z{2} = z{1} cost §x{1}; x := 1;",
]

TWO = "program P(x : private int, d : private list[real], n : int, eps : real, f : real -> real) : int\n{ return n; }\n"
REAL = "program Q() : real { return 1/2; }\n"
MAYBE = "program U(b : bool) { if (b) { y := 1; } return b; }\n"
COIN = "program C() { L: x :=$ Flip(1/2); M: while (x) { x :=$ Flip(1/2); } return x; }\n"


def chained(value: str) -> str:
    """A claim that follows by way of a program that is given this truth value."""
    programs = "program A(x : int) { return 0; }\nprogram B(b : bool) { return 0; }\n"
    ends = "claim p : A ~ B : true ==> ={res};\nclaim q : B ~ A : true ==> ={res};\n"
    return programs + ends + f"claim c : A ~ A : true ==> ={{res}} from p, q via (b = {value});"


def calls(caller: str, callee: str) -> str:
    return f"program {caller}() {{ z :=$ {callee}(); return 1; }}\n"


CALLEE = "program A(n : int, s : private int) { x :=$ Laplace(1, s); return x; }\n" + (
    "claim a : A satisfies dp(1) when within(s, 1);\n"
)

FILES: list[tuple[str, str]] = [
    # budgets and notions
    ("type-mismatch", TWO + "claim c : P satisfies dp(§true) when any;"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1, §[1]) when any;"),
    ("private-in-budget", TWO + "claim c : P satisfies dp(§x) when any;"),
    ("private-in-budget", TWO + "claim c : P satisfies dp(§size(d)) when any;"),
    ("unknown-name", TWO + "claim c : P satisfies dp(§zz) when any;"),
    ("hole-not-here", TWO + "claim c : P satisfies dp(§?) when any;"),
    ("mark-in-program", TWO + "claim c : P satisfies dp(§n{1}) when any;"),
    ("quantifier-in-program", TWO + "claim c : P satisfies dp(§forall i. true) when any;"),
    ("wrong-arity", TWO + "claim c : P satisfies §dp when any;"),
    ("wrong-arity", TWO + "claim c : P satisfies §dp(1, 2, 3) when any;"),
    ("wrong-arity", TWO + "claim c : P satisfies §rdp(2) when any;"),
    ("wrong-arity", TWO + "claim c : P satisfies §noninterference(1) when any;"),
    ("syntax", TWO + "claim c : P satisfies dp(§) when any;"),
    ("renyi-order", TWO + "claim c : P satisfies rdp(§1, 1) when any;"),
    ("impossible-budget", TWO + "claim c : P satisfies dp(§-1) when any;"),
    ("impossible-budget", TWO + "claim c : P satisfies dp(§ln(1/2)) when any;"),
    ("impossible-budget", TWO + "claim c : P satisfies dp(1, §2) when any;"),
    ("impossible-budget", TWO + "claim c : P satisfies dp(eps, §-1/1000) when any;"),
    ("impossible-budget", TWO + "claim c : P satisfies dp(1, §exp(1/1000)) when any;"),
    ("impossible-budget", TWO + "claim c : P satisfies zcdp(§-1) when any;"),
    ("impossible-budget", TWO + "claim c : P satisfies rdp(2, §-1) when any;"),
    ("unknown-notion", TWO + "claim c : P satisfies §privacy(1) when any;"),
    ("unknown-notion", TWO + "claim c : P satisfies §eps-dp when any;"),
    ("unknown-notion", TWO + "claim c : P satisfies §dp eps when any;"),
    ("unknown-notion", TWO + "claim c : P satisfies §(eps, 0)-dp when any;"),
    ("missing-when", TWO + "claim c : P satisfies noninterference §for any;"),
    ("logical-word", TWO + "claim c : P satisfies dp(1) when x{1} < 2§, x{2} < 2;"),
    ("syntax", TWO + "claim c : P satisfies dp(1) when any pointwise o§, check;"),
    ("wrong-arity", TWO + "claim c : P satisfies dp(1) when §one_differs;"),
    ("element-type", "program Q(d : list§<real>) : int { return 1; }"),
    ("element-type", "program Q(d : real§[]) : int { return 1; }"),
    ("division-by-zero", TWO + "claim c : P satisfies dp(§1/0) when any;"),
    # relations
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when §1;"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when §x{1};"),
    ("missing-run-mark", TWO + "claim c : P satisfies dp(1) when §x = 0;"),
    ("unknown-name", TWO + "claim c : P satisfies dp(1) when §zz{1} = 0;"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when one_differs(§x);"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when within(x, §true);"),
    ("unknown-name", TWO + "claim c : P satisfies dp(1) when within(§zz, 1);"),
    ("at-not-here", TWO + "claim c : P satisfies dp(1) when all_within(d, 1) at §k;"),
    ("at-not-here", TWO + "claim c : P satisfies dp(1) when !(one_differs(d) at §k);"),
    ("at-not-here", TWO + "claim c : P satisfies dp(1) when one_differs(d) at §k || any;"),
    ("name-taken", TWO + "claim c : P satisfies dp(1) when one_differs(d) at §n;"),
    ("duplicate-name", TWO + "claim c : P satisfies dp(1) when one_differs(d) at k && add_remove(d) at §k;"),
    ("duplicate-name", TWO + "claim c : P satisfies dp(1) when exists j. (exists §j. j > 0);"),
    ("duplicate-name", TWO + "claim c : P satisfies dp(1) when exists o. o > 0 pointwise §o;"),
    ("ghost-not-here", TWO + "claim c : P satisfies dp(1) when §cost = 0;"),
    ("res-not-here", TWO + "claim c : P satisfies dp(1) when §res{1} = 0;"),
    ("hole-not-here", TWO + "claim c : P satisfies dp(1) when §?;"),
    ("bad-run-mark", TWO + "claim c : P satisfies dp(1) when x§{0} = 0;"),
    # options
    ("duplicate-option", TWO + "claim c : P satisfies dp(1) when any pointwise o §pointwise u;"),
    ("duplicate-option", TWO + "claim c : P satisfies dp(1) when any expect proved §expect refuted;"),
    ("duplicate-option", TWO + "claim c : P satisfies dp(1) when any assume §assume;"),
    ("syntax", TWO + "claim c : P satisfies dp(1) when any expect §maybe;"),
    ("name-taken", TWO + "claim c : P satisfies dp(1) when any pointwise §n;"),
    ("name-taken", TWO + "claim c : P satisfies dp(1) when any pointwise §cost;"),
    ("pointwise-real", REAL + "claim c : Q satisfies dp(1) when any §pointwise o;"),
    ("pointwise-real", TWO + "claim c : P satisfies dp(1) when any §pointwise o = eps;"),
    ("mark-in-program", TWO + "claim c : P satisfies dp(1) when any pointwise o = §n{1};"),
    ("unknown-name", TWO + "claim c : P satisfies dp(1) when any pointwise o = §zz;"),
    ("value-as-set", TWO + "claim c : P satisfies dp(1) when any pointwise o in §5;"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when any pointwise o in {§true};"),
    ("type-mismatch", COIN + "claim c : C satisfies dp(1) when any pointwise o in §0..3;"),
    ("type-mismatch", COIN + "claim c : C satisfies dp(1) when any pointwise o in §bits(3);"),
    ("no-result", "program N() { skip; }\nclaim c : N satisfies dp(1) when any §pointwise o;"),
    # checks
    ("unknown-name", TWO + "claim c : P satisfies dp(1) when any check §zz in 1..2;"),
    ("check-target", TWO + "claim c : P satisfies dp(1) when any check §x{1} in 1..2;"),
    ("syntax", TWO + "claim c : P satisfies dp(1) when any check x §+ 1 in 1..2;"),
    ("check-target", TWO + "claim c : P satisfies dp(1) when any check §if true then x else x in 1..2;"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when any check x in {§true};"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when any check x in {0, §0.5};"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when any check x = §true;"),
    ("value-as-set", TWO + "claim c : P satisfies dp(1) when any check x in §5;"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when any check §size(x) = 1;"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when any check size(d) = §1.5;"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when any check d[_] in {§true};"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when any check d in {§1};"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when any check d in §0..2;"),
    ("type-mismatch", TWO + "claim c : P satisfies dp(1) when any check x in §bits(2);"),
    ("type-mismatch", MAYBE + "claim c : U satisfies dp(1) when any check b in §0..1;"),
    ("check-target", TWO + "claim c : P satisfies dp(1) when any check d§[n] in {1};"),
    ("check-target", TWO + "claim c : P satisfies dp(1) when any check §f in {1};"),
    ("duplicate-name", TWO + "claim c : P satisfies dp(1) when any check x in 0..1, §x in 2..3;"),
    ("hole-not-here", TWO + "claim c : P satisfies dp(1) when any check n in {§?};"),
    # proofs
    ("unknown-label", COIN + "claim c : C satisfies dp(1) when any proof { §K: couple none; };"),
    ("proof-label", COIN + "claim c : C satisfies dp(1) when any proof { §couple none; };"),
    ("proof-kind", COIN + "claim c : C satisfies dp(1) when any proof { L: §invariant true; };"),
    ("proof-kind", COIN + "claim c : C satisfies dp(1) when any proof { M: §couple none; };"),
    ("duplicate-name", COIN + "claim c : C satisfies dp(1) when any proof { L: couple none; L: §couple none; };"),
    ("unknown-name", COIN + "claim c : C satisfies dp(1) when any proof { M: invariant §nope{1}; };"),
    ("couple-target", COIN + "claim c : C satisfies dp(1) when any proof { L: couple §y{2} = x{1}; };"),
    ("couple-by-claim", COIN + "claim c : C satisfies dp(1) when any proof { L: couple by §c; };"),
    # quadruples
    ("type-mismatch", TWO + "claim c : P ~ P : true ==> §1;"),
    ("type-mismatch", TWO + "claim c : P ~ P : §1 ==> true;"),
    ("missing-run-mark", TWO + "claim c : P ~ P : true ==> §res = 1;"),
    ("res-not-here", TWO + "claim c : P ~ P : §res{1} = 1 ==> true;"),
    ("unknown-name", TWO + "claim c : P ~ P : true ==> §zz{1} = 1;"),
    ("hole-not-here", TWO + "claim c : P ~ P : true ==> §?;"),
    ("type-mismatch", TWO + "claim c : P ~ P : true ==> true within (§true);"),
    ("type-mismatch", TWO + "claim c : P ~ P : true ==> true within (1, §true);"),
    ("syntax", TWO + "claim c : P ~ P : true ==> true within (1, 2§, 3);"),
    ("hole-not-here", TWO + "claim c : P ~ P : true ==> true within (§?, 0);"),
    ("res-not-here", TWO + "claim c : P ~ P : true ==> true within (§res{1}, 0);"),
    ("type-mismatch", TWO + REAL + "claim c : P ~ Q : true ==> res{2} = §true;"),
    ("missing-run-mark", TWO + REAL + "claim c : P ~ Q : §x = 0 ==> true;"),
    ("unknown-name", TWO + REAL + "claim c : P ~ Q : true ==> §x{2} = 0;"),
    ("unassigned", MAYBE + "claim c : U ~ U : true ==> §y{1} = 0;"),
    ("unassigned", MAYBE + "claim c : U satisfies dp(1) when any pointwise o = §y;"),
    ("no-result", "program N() { skip; }\nclaim c : N ~ N : true ==> §res{1} = res{2};"),
    ("missing-entails", TWO + "claim c : P ~ P : true§;"),
    ("syntax", TWO + "claim c : P ~ P : if true then true §==> true else true ==> true;"),
    # names of programs and claims
    ("unknown-program", TWO + "claim c : §Z satisfies dp(1) when any;"),
    ("unknown-program", TWO + "claim c : P ~ §Z : true ==> true;"),
    ("unknown-program", "claim c : §P satisfies dp(1) when any;"),
    ("duplicate-name", TWO + "program §P() { skip; }"),
    ("duplicate-name", TWO + "claim c : P satisfies dp(1) when any;\nclaim §c : P ~ P : true ==> true;"),
    ("duplicate-name", "program P(x : int, y : bool, §x : int) { return x; }"),
    ("name-taken", "program §Flip() { return 1; }"),
    ("name-taken", "program §lapLACE() { return 1; }"),
    ("name-taken", "program P(§res : int) { return 1; }"),
    # calls
    ("recursion", "program Z() {\n  z :=$ §Z();\n  return z;\n}"),
    ("recursion", "program Z() { if (true) { while (true) { joint { z :=$ §Z(); }; } } return 1; }"),
    ("recursion", calls("Y", "Z") + calls("Z", "§Y")),
    ("recursion", calls("X", "Y") + calls("Y", "Z") + calls("Z", "§X")),
    ("wrong-arity", CALLEE + "program Z() { z :=$ §A(1); return z; }"),
    ("type-mismatch", CALLEE + "program Z() { z :=$ A(1, §true); return z; }"),
    ("type-mismatch", CALLEE + "program Z() { z :=$ A(1, §0.5); return z; }"),
    ("set-as-value", CALLEE + "program Z() { z :=$ A(§{1}, 2); return z; }"),
    ("unassigned", CALLEE + "program Z() { z :=$ A(1, §w); w := 1; return z; }"),
    ("unknown-claim", CALLEE + "program Z() { z :=$ A(1, 2) couple by §b; return z; }"),
    ("wrong-claim", CALLEE + "program Z() { z :=$ A(1, 2) couple by §q; return z; }\n"
                    "program B() { return 1; }\nclaim q : B satisfies dp(1) when any;"),
    ("couple-by-claim", CALLEE + "program Z() { z :=$ A(1, 2) §couple z{2} = z{1} + 1; return z; }"),
    ("distribution-as-value", CALLEE + "program Z() { z := §A(1, 2); return z; }"),
    ("no-result", "program N() { skip; }\nprogram Z() { z :=$ §N(); return 1; }"),
    ("leak-in-joint", "program K() { leak 1; return 1; }\n"
                      "program Z() { joint { §z :=$ K(); } couple z{2} = z{1}; return z; }"),
    # inputs in the middle of a chain are values, and exist or not
    ("quantifier-in-program", chained("§forall i. 1 / i > 0")),
    ("relation-not-here", chained("§within(x, 1)")),
    ("hole-not-here", chained("§?")),
    ("type-mismatch", chained("§0")),
    # results, types, requires
    ("type-mismatch", "program P() : int { return §true; }"),
    ("type-mismatch", "program P() : int { return §0.5; }"),
    ("type-mismatch", "program P() : list[int] { return §[0.5]; }"),
    ("type-mismatch", "program P() : bits[3] { return §0b01; }"),
    ("no-return", "program P() : int §{ skip; }"),
    ("unassigned", "program P(b : bool) { if (b) { x := 1; } return §x; }"),
    ("type-mismatch", "program P(x : int) requires §x; { return x; }"),
    ("mark-in-program", "program P(x : int) requires §x{1} > 0; { return x; }"),
    ("unknown-name", "program P(x : int) requires §y > 0; { y := 1; return x; }"),
    ("hole-not-here", "program P(x : int) requires §?; { return x; }"),
    ("ghost-not-here", "program P(x : int) requires §cost > 0; { return x; }"),
    ("relation-not-here", "program P(x : int) requires §within(x, 1); { return x; }"),
    ("unknown-type", "program P(x : §integer) { return x; }"),
    ("unknown-type", "program P(x : list[§string]) { return x; }"),
    ("parameter-type", "program P(x§) { return x; }"),
    ("type-mismatch", "program P(n : real, m : bits[§n]) { return m; }"),
    ("type-mismatch", "program P(m : bits[§1/2]) { return m; }"),
    ("unknown-name", "program P(m : bits[§k]) { return m; }"),
    ("negative-size", "program P(m : bits[§-1]) { return m; }"),
    ("type-mismatch", "program P(x : bits[" + "9" * 5000 + "]) { y := §x + 1; return y; }"),
    ("function-type", "program P(§f : private real -> real) { return 1; }"),
    ("function-type", "program P(f : §list[real -> real]) { return 1; }"),
    ("function-type", "program P(f : real -> real) { return §f; }"),
    ("function-type", "program P(f : real -> real) { §leak f; return 1; }"),
    # broken shapes of whole files
    ("syntax", "§hello"),
    ("unclosed-bracket|syntax", "program P() { return 1; }\n§}"),
    ("unclosed-bracket", "program P() §{\n  return 1;\n"),
    ("unclosed-bracket", "program P() {\n  x := §(1 + 2;\n"),
    ("reserved-word", "program §if() { return 1; }"),
    ("reserved-word", "program P(§while : int) { return 1; }"),
    ("reserved-word", "program P() { return 1; }\nclaim §claim : P satisfies dp(1) when any;"),
    ("comment-style", "§# a comment\nprogram P() { return 1; }"),
    ("comment-style|syntax", "§/* a comment */\nprogram P() { return 1; }"),
    ("missing-when", TWO + "claim c : P satisfies dp(1)§;"),
    ("claim-name", TWO + "claim §P satisfies dp(1) when any;"),
    ("missing-semicolon", TWO + "claim c : P satisfies dp(1) when an§y\nclaim e : P satisfies dp(1) when any;"),
    ("syntax", "\n§\ufeffprogram P() { return 1; }"),
    ("syntax", "program P() { return 1; }\n§\x1a"),
    ("syntax", "program P() { return 1; }\n\n\n  §@"),
]  # fmt: skip


def named(cases: list[tuple[str, str]]) -> list[Any]:
    """Each case with a short name: its code and the text around its mark."""
    out = []
    for number, (code, text) in enumerate(cases):
        at = text.index(MARK)
        near = re.sub(r"[^ -~]+", "_", text[max(0, at - 25) : at + 15])
        out.append(pytest.param(code, text, id=f"{number:03}-{code.split('|')[0]}-{near}"))
    return out


@pytest.mark.parametrize(("code", "text"), named([(code, statement(text)) for code, text in STATEMENTS]))
def test_a_bad_statement(code: str, text: str) -> None:
    refused(text, code)


@pytest.mark.parametrize(("code", "text"), named([("unassigned", statement(text)) for text in UNASSIGNED]))
def test_a_name_that_may_have_no_value(code: str, text: str) -> None:
    refused(text, code)


@pytest.mark.parametrize(("code", "text"), named(FILES))
def test_a_bad_file(code: str, text: str) -> None:
    refused(text, code)


@pytest.mark.parametrize(("code", "text"), named([(code, statement(text)) for code, text in STATEMENTS[::9]]))
@pytest.mark.parametrize("ends", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_places_do_not_depend_on_line_ends(code: str, text: str, ends: str) -> None:
    clean, line, column = at_mark(text)
    found = diagnostics(run("check", "--format", "json", "-", data=clean.replace("\n", ends).encode()))
    assert (found[0]["line"], found[0]["column"]) == (line, column)
    marked = diagnostics(run("check", "--format", "json", "-", data=b"\xef\xbb\xbf" + clean.encode()))
    assert (marked[0]["line"], marked[0]["column"]) == (line, column)


def test_a_set_of_two_types_is_one_mistake() -> None:
    """`1` and `true` are not the same element."""
    found = diagnostics(run("check", "--format", "json", "-", data=statement("x :=$ Uniform({1, true});")))
    assert [d["code"] for d in found] == ["type-mismatch"]


def test_every_mistake_is_told_once_and_in_order() -> None:
    text = "program P() {\n  x := a1;\n  y := true + 1;\n  y := true + 1;\n  z := b1;\n  return z;\n}\n"
    found = diagnostics(run("check", "--format", "json", "-", data=text))
    assert [(d["code"], d["line"]) for d in found] == [
        ("unknown-name", 2),
        ("type-mismatch", 3),
        ("type-mismatch", 4),
        ("unknown-name", 5),
    ]


def test_huge_constants_are_left_alone() -> None:
    """Whatever is said of them, it is said at once."""
    for text in ("x :=$ Flip(9^64^64^64^64);", "x :=$ Flip(1/9^64^64^64^64);", "x := 2^64^64^64^64^64^64;"):
        assert run("check", "-", data=statement(text)).exit_code in (0, 2)


# ---- files that are no texts ---------------------------------------------------------------------

GOOD = "program P() {\n  return 1;\n}\n"


@pytest.mark.parametrize("text", ["", " ", "\n\n\n", "// only a comment", "// one\n\n// two\n", "\ufeff", "\t\r\n\x0c"])
def test_nothing_in_it(text: str) -> None:
    for name in ("check", "verify"):
        result = run(name, "--format", "json", "-", data=text)
        assert result.exit_code == 0
        assert [(d["code"], d["severity"]) for d in diagnostics(result)] == [("empty-file", "warning")]
        assert "warning[empty-file]" in run(name, "-", data=text).stdout
    laid_out = run("fmt", "-", data=text)
    assert laid_out.exit_code == 0
    assert re.findall("//.*", laid_out.stdout) == re.findall("//.*", text)


BYTES: list[tuple[str, bytes, str, int]] = [
    ("nul", b"program P() {\n  return 1;\0\n}\n", "nul-byte", 2),
    ("nul-in-comment", b"// a\n// b\n// \0\n", "nul-byte", 3),
    ("nul-only", b"\0", "nul-byte", 1),
    ("nuls", b"\0" * 100_000, "nul-byte", 1),
    ("nul-cr", b"program P() {\r  return 1;\0\r}\r", "nul-byte", 2),
    ("invalid", b"program P() {\n  return 1;\n}\n// \xff\n", "not-utf8", 4),
    ("invalid-first", b"\xff", "not-utf8", 1),
    ("invalid-cr", b"program P() {\r  return 1;\r}\r// \xff\r", "not-utf8", 4),
    ("invalid-crlf", b"program P() {\r\n  return 1;\r\n}\r\n// \xff\r\n", "not-utf8", 4),
    ("invalid-after-bom", b"\xef\xbb\xbf// \xc3\xa9\n\xff", "not-utf8", 2),
    ("invalid-after-bom-letter", b"\xef\xbb\xbf\xc3\xa9\xff", "not-utf8", 1),
    ("latin-1", "program P() {\n  // café\n  return 1;\n}\n".encode("latin-1"), "not-utf8", 2),
    ("cut-short", b"program P() { return 1; } // \xe2\x89", "not-utf8", 1),
    ("half-a-bom", b"\xef\xbb", "not-utf8", 1),
    ("surrogate", b"// \xed\xa0\x80\n", "not-utf8", 1),
    ("overlong", b"// \xc0\xaf\n", "not-utf8", 1),
    ("utf-16", GOOD.encode("utf-16"), "not-utf8", 1),
    ("utf-16-le", GOOD.encode("utf-16-le"), "nul-byte", 1),
    ("utf-16-be", GOOD.encode("utf-16-be"), "nul-byte", 1),
    ("utf-32", GOOD.encode("utf-32"), "not-utf8", 1),
    ("gzip", bytes.fromhex("1f8b0800000000000003"), "not-utf8", 1),
]  # fmt: skip


@pytest.mark.parametrize(("data", "code", "line"), [pytest.param(*case[1:], id=case[0]) for case in BYTES])
def test_bytes_that_are_no_text(tmp_path: Path, data: bytes, code: str, line: int) -> None:
    path = tmp_path / "bad.wl"
    path.write_bytes(data)
    for source, given in ((str(path), None), ("-", data)):
        result = run("verify", "--format", "json", source, data=given)
        first = diagnostics(result)[0]
        assert (result.exit_code, first["code"], first["line"]) == (2, code, line), first
        assert run("fmt", source, data=given).exit_code == 2
    assert f"line {line}" in run("check", str(path)).stdout
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xef\xbb\xbf" + GOOD.encode(), id="byte-order-mark"),
        pytest.param(GOOD.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(GOOD.replace("\n", "\r").encode(), id="CR"),
        pytest.param(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode(), id="byte-order-mark-CRLF"),
        pytest.param(b"program P() {\r\n  // a\r  return 1;\n}", id="mixed"),
        pytest.param(GOOD.rstrip().encode(), id="no-last-line-end"),
        pytest.param("program Π() {\n  // ∀ε\n  λ := 1;\n  return λ;\n}\n".encode(), id="letters"),
    ],
)
def test_texts_as_editors_save_them(data: bytes) -> None:
    accepted(data)


def test_a_comment_ends_with_its_line_whatever_ends_it() -> None:
    for ends in ("\n", "\r\n", "\r"):
        refused_at = diagnostics(
            run("check", "--format", "json", "-", data=f"// one{ends}program P() {{ return zz; }}".encode())
        )
        assert [(d["code"], d["line"], d["column"]) for d in refused_at] == [("unknown-name", 2, 22)]


# ---- paths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["check", "verify", "fmt"])
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda at: at, id="folder"),
        pytest.param(lambda at: at / "missing.wl", id="missing"),
        pytest.param(lambda at: at / "missing" / "file.wl", id="in-a-missing-folder"),
        pytest.param(lambda at: at / ("x" * 5000), id="too-long-a-name"),
        pytest.param(lambda at: at / "nul\0.wl", id="nul-in-the-name"),
        pytest.param(lambda at: Path("/proc/self/mem"), id="unreadable-special-file"),
        pytest.param(lambda at: a_socket(at), id="socket"),
        pytest.param(lambda at: a_loop(at), id="link-to-itself"),
        pytest.param(lambda at: a_file(at) / "x.wl", id="below-a-file"),
    ],
)
def test_paths_that_cannot_be_read(tmp_path: Path, name: str, make: Callable[[Path], Path]) -> None:
    path = str(make(tmp_path))
    result = run(name, path)
    assert result.exit_code == 2
    assert "error[unreadable]" in result.output
    if name != "fmt":
        first = diagnostics(run(name, "--format", "json", path))[0]
        assert (first["code"], first["line"], first["column"]) == ("unreadable", 1, 1)


def a_socket(at: Path) -> Path:
    path = at / "s"
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind(os.path.relpath(path))
    return path


def a_loop(at: Path) -> Path:
    path = at / "loop.wl"
    path.symlink_to(path)
    return path


def a_file(at: Path) -> Path:
    path = at / "file.wl"
    path.write_text(GOOD)
    return path


def test_a_file_without_end() -> None:
    done = command("check", "--format", "json", "/dev/zero")
    assert done.returncode == 2
    assert json.loads(done.stdout)["files"][0]["diagnostics"][0]["code"] == "too-large"


def test_an_empty_device() -> None:
    assert run("check", "/dev/null").exit_code == 0


def test_standard_input_that_is_closed() -> None:
    for name in ("check", "verify", "fmt"):
        done = command(name, "-", preexec_fn=lambda: os.close(0))
        assert done.returncode == 2, done


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.wl"
    Path(os.fsdecode(path)).write_text("program P() { return zz; }")
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    for form in ("text", "json"):
        done = command("check", "--format", form, os.fsdecode(path), env=environment)
        assert done.returncode == 2
        assert "unknown-name" in done.stdout


def test_a_terminal_without_mathematics() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = command("check", "-", input="program P() { λ := é; return λ; }", env=environment, encoding="utf-8")
    assert done.returncode == 2
    assert "unknown-name" in done.stdout


def test_a_file_that_cannot_be_written_keeps_its_text(tmp_path: Path) -> None:
    """`fmt` on a full disk: told, and nothing is lost."""
    path = tmp_path / "full.wl"
    path.write_text("program P() {return 1;}")
    done = command("fmt", str(path), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
    assert path.read_text() == "program P() {return 1;}"
    assert done.returncode == 3, done


def test_the_first_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad.wl").write_text("program")
    (tmp_path / "good.wl").write_text("program P() {return 1;}")
    paths = [str(tmp_path / name) for name in ("missing.wl", "bad.wl", "good.wl")]
    result = run("check", "--format", "json", *paths)
    assert result.exit_code == 2
    files = json.loads(result.stdout)["files"]
    assert [f["file"] for f in files] == paths
    assert [len(f["diagnostics"]) for f in files] == [1, 1, 0]
    assert run("fmt", *paths).exit_code == 2
    assert (tmp_path / "good.wl").read_text() == "program P() {\n  return 1;\n}\n"
    assert (tmp_path / "bad.wl").read_text() == "program"


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify"],
        ["check"],
        ["fmt"],
        ["frobnicate"],
        ["verify", "--format", "xml", "-"],
        ["verify", "--frobnicate", "-"],
        ["explain", "no-such-code"],
        ["explain", "a", "b"],
    ],
    ids=" ".join,
)
def test_wrong_command_lines(arguments: list[str]) -> None:
    assert run(*arguments, data="").exit_code == 2


# ---- sizes ---------------------------------------------------------------------------------------


def test_just_below_4_megabytes() -> None:
    text = "// " + "x" * 70 + "\n"
    text = (text * 60_000)[: 3_999_998 - len(GOOD)].rstrip("\n") + "\n" + GOOD
    assert 3_999_000 < len(text) < 4_000_000
    result = run("check", "--format", "json", "-", data=text)
    assert (result.exit_code, diagnostics(result)) == (0, [])


@pytest.mark.parametrize("size", [4 * 1024 * 1024 + 1, 40_000_000])
def test_above_4_megabytes(tmp_path: Path, size: int) -> None:
    path = tmp_path / "large.wl"
    path.write_bytes(b"// comment\n" * (size // 11 + 1))
    for name in ("check", "verify"):
        result = run(name, "--format", "json", str(path))
        assert (result.exit_code, diagnostics(result)[0]["code"]) == (2, "too-large")
    assert run("fmt", str(path)).exit_code == 2
    assert run("check", "-", data=path.read_bytes()).exit_code == 2


@pytest.mark.parametrize(
    "literal",
    ["7" * 10_000, "0." + "3" * 9_999, "0b" + "10" * 5_000, "1e9999", "1e-9999", "1.5e500"],
    ids=["int", "decimal", "bits", "large", "small", "middle"],
)
def test_long_literals(literal: str) -> None:
    accepted(statement(f"x := {literal};"))


def test_long_names_and_lines() -> None:
    name = "x" * 1_000_000
    accepted(statement(f"{name} := 1; leak {name} + {name};"))
    refused(statement(f"{name} := 1; leak §{name}y;"), "unknown-name")


# ---- nesting -------------------------------------------------------------------------------------

NESTED: dict[str, tuple[str, str, str]] = {
    "parentheses": ("x := {};", "(", "n|)"),
    "lists": ("x := {};", "[", "n|]"),
    "tuples": ("x := {};", "(1, ", "n|)"),
    "indices": ("x := {};", "d[", "0|]"),
    "calls": ("x := {};", "abs(", "n|)"),
    "not": ("x := {};", "!", "b|"),
    "not in signs": ("x := {};", "¬", "b|"),
    "minus": ("x := {};", "-", "n|"),
    "minus with blanks": ("x := {};", "- ", "n|"),
    "bars": ("x := {};", "| ", "n| |"),
    "quantifiers": ("assert {};", "forall i. ", "true|"),
    "quantifiers in signs": ("assert {};", "∃ i. ", "true|"),
    "conditions": ("x := {};", "if ", "b| then b else b"),
    "branches": ("x := {};", "if b then ", "1| else 2"),
    "sets": ("x :=$ Uniform({});", "{{", "1|}}"),
    "loops": ("{}", "while (b) {{ ", "skip;| }}"),
    "conditionals": ("{}", "if (b) {{ ", "skip;| }}"),
    "joint blocks": ("{}", "joint {{ ", "skip;| }};"),
    "truncations": ("x :=$ {};", "Truncate(", "Laplace(1)|, 0, 1)"),
    "unclosed parentheses": ("x := {};", "(", "|"),
    "unclosed braces": ("x := {};", "{{", "|"),
    "closing parentheses": ("x := {};", ")", "|"),
}


def nested(kind: str, levels: int) -> str:
    frame, opening, rest = [part.replace("{{", "{").replace("}}", "}") for part in NESTED[kind]]
    middle, closing = rest.split("|", 1) if kind != "bars" else ("n", " |")
    return statement(frame.replace("{}", opening * levels + middle + closing * levels))


@pytest.mark.parametrize("kind", NESTED)
def test_100_000_levels(kind: str) -> None:
    text = nested(kind, 100_000)
    for name in ("check", "verify"):
        result = run(name, "--format", "json", "-", data=text)
        first = diagnostics(result)[0]
        assert result.exit_code == 2
        assert first["code"] in (("too-deep",) if kind != "closing parentheses" else ("unclosed-bracket", "syntax"))
        assert first["line"] == 3
    assert run("fmt", "-", data=text).exit_code == 2


def test_100_000_arrows() -> None:
    text = "program P(\n  f : " + "real -> " * 100_000 + "real) { return 1; }"
    for name in ("check", "fmt"):
        assert run(name, "-", data=text).exit_code == 2
    assert diagnostics(run("check", "--format", "json", "-", data=text))[0]["line"] == 2


COUNTED = [kind for kind in NESTED if not kind.startswith(("un", "closing", "bars"))]
ONE_EACH = [kind for kind in COUNTED if kind not in ("sets", "joint blocks", "tuples", "truncations")]


@pytest.mark.parametrize("kind", ONE_EACH)
def test_500_levels_with_the_block_of_the_program(kind: str) -> None:
    accepted(nested(kind, 499))


def test_500_levels_without_a_program() -> None:
    accepted(TWO + "claim c : P satisfies dp(1) when " + "(" * 500 + "true" + ")" * 500 + ";")
    accepted(TWO + "claim c : P satisfies dp(1) when " + "!" * 500 + "true;")
    accepted(TWO + "claim c : P satisfies dp(1) when " + "forall i. " * 500 + "true;")
    accepted(TWO + "claim c : P satisfies dp(" + "-" * 498 + "(1)) when any;")


@pytest.mark.parametrize("kind", COUNTED)
def test_502_levels(kind: str) -> None:
    result = run("check", "--format", "json", "-", data=nested(kind, 501))
    first = diagnostics(result)[0]
    assert (result.exit_code, first["code"], first["line"]) == (2, "too-deep", 3)
    assert run("fmt", "-", data=nested(kind, 501)).exit_code == 2


def test_501_levels_without_a_program() -> None:
    refused(TWO + "claim c : P satisfies dp(1) when " + "(" * 500 + "§(true)" + ")" * 500 + ";", "too-deep")
    refused(TWO + "claim c : P satisfies dp(1) when " + "!" * 500 + "§!true;", "too-deep")


def test_a_minus_between_two_operands_is_no_level() -> None:
    accepted(statement("x := " + "n - (" * 400 + "1" + ")" * 400 + ";"))


def test_siblings_do_not_add_up() -> None:
    deep = "(" * 400 + "1" + ")" * 400
    accepted(statement("x := " + " + ".join([deep] * 50) + ";"))
    accepted(statement(f"x := {deep}; " * 50))
    accepted(statement("if (b) { skip; } " * 2000))
    accepted(statement("x := [" + ", ".join(["if b then -1 else -(2)"] * 2000) + "];"))
    accepted(statement("assert " + " && ".join(["(forall i. !(i = -1))"] * 2000) + ";"))
    accepted(statement("assert " + " && ".join(["(|n{1} - n{2}| <= |-1|)"] * 300) + ";"))
    accepted(statement("assert " + " && ".join(["(|n⟨1⟩| <= |n⟨2⟩|)"] * 300) + ";"))
    accepted(statement("x := " + " + ".join(["(if b then |n| else |t.0|)"] * 300) + ";"))


# ---- chains --------------------------------------------------------------------------------------

CHAINS = ["n +", "n -", "n *", "n /", "n div", "n mod", "b &&", "b ||", "b ==>", "b <=>", "n =", "n <", "b xor", "d ++"]


@pytest.mark.parametrize("link", CHAINS)
def test_long_chains(link: str) -> None:
    operand, sign = link.split()
    many = 100_000 if sign in ("+", "&&") else 20_000
    source = Source("chain.wl", statement("x := " + f" {sign} ".join([operand] * many) + ";"))
    pipeline.load(source)
    assert pipeline.reformat(source).count(sign if sign != "=" else "= ") >= many - 1


def test_a_long_chain_where_constants_are_looked_at() -> None:
    for frame in ("x := d[{}];", "x :=$ Flip({});"):
        pipeline.load(Source("chain.wl", statement(frame.format(" div ".join(["1"] * 100_000)))))


def test_a_chain_through_the_command_line() -> None:
    text = statement("x := " + " + ".join(["n"] * 100_000) + ";")
    done = command("check", "-", input=text)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_chain_of_2_000_cases() -> None:
    accepted(statement("if (b) { skip; }" + " else if (n = 1) { y := 2; }" * 2_000 + " else { y := 3; }"))
    accepted(statement("x := " + "if b then 1 else " * 2_000 + "2;"))


def test_a_chain_of_cases_with_comments_in_it() -> None:
    accepted(statement("x := " + "if b then 1\n  else // and\n  " * 600 + "2;"))


def test_a_chain_of_20_000_cases() -> None:
    accepted(statement("x := " + "if b then 1 else " * 20_000 + "2;"))


def test_many_of_everything() -> None:
    accepted(statement(" ".join([f"x{i} := {i};" for i in range(2_000)])))
    accepted(statement("x := [" + ", ".join(["1"] * 20_000) + "];"))
    accepted("".join([calls(f"P{i}", f"P{i + 1}") for i in range(1_000)]) + "program P1000() { return 1; }")
    accepted(TWO + "\n".join([f"claim c{i} : P satisfies dp(1) when any;" for i in range(1_000)]))
    accepted(TWO + "claim c : P satisfies dp(1) when " + " && ".join(["true"] * 20_000) + ";")
    accepted("program P(" + ", ".join([f"x{i} : int" for i in range(5_000)]) + ") { return 1; }")


def test_2_000_mistakes() -> None:
    found = diagnostics(
        run("check", "--format", "json", "-", data=statement("x := " + " + ".join(["qq"] * 2_000) + ";"))
    )
    assert len(found) == 2_000
    assert run("check", "-", data=statement("x := " + " + ".join(["qq"] * 2_000) + ";")).exit_code == 2


# ---- small texts that grow -----------------------------------------------------------------------


GROWING: dict[str, tuple[tuple[int, ...], str]] = {
    "doubled pairs": ((2,), "x0 := (1, 1); " + " ".join([f"x{i + 1} := (x{i}, x{i});" for i in range(40)])),
    "endless pairs": ((2,), "while (b) { x := (x, x); }"),
    "endless lists": ((2,), "while (b) { x := [x]; }"),
    "endless lists from a list": ((2,), "z := [[]]; while (b) { z := [z]; }"),
    "a list that holds itself": ((2,), "x := []; z := x = [x];"),
    "a list that is joined to itself": ((2,), "x := []; z := x ++ [x];"),
    "two lists that hold each other": ((2,), "x := []; z := []; v := x = [z]; w := z = [x];"),
    "long product": ((0,), "x :=$ Flip(" + "1/3*" * 5_000 + "1);"),
    "powers of powers": ((0, 2), "x :=$ Flip(9" + "^64" * 20_000 + ");"),
    "nested powers": ((0, 2), "x :=$ Flip(" + "(" * 60 + "2" + ")^64" * 60 + ");"),
    "harmonic sum": ((0, 2), "x :=$ Flip(" + " + ".join([f"1/{2 * i + 3}" for i in range(5_000)]) + ");"),
}


@pytest.mark.parametrize("name", GROWING)
def test_small_texts_that_grow(name: str) -> None:
    """Types and numbers that double at each step must not stop the checker."""
    statuses, body = GROWING[name]
    done = command("check", "-", input=statement(body), timeout=30)
    assert done.returncode in statuses, done


def test_a_length_that_is_a_large_polynomial() -> None:
    names = [f"n{i}" for i in range(12)]
    factor = "(" + " + ".join(names) + ")"
    size = "*".join(["(" + "*".join([factor] * 4) + ")"] * 4)
    text = f"program P({', '.join([f'{name} : int' for name in names])}, m : bits[{size}]) {{ return m; }}"
    done = command("check", "-", input=text, timeout=30)
    assert done.returncode in (0, 2)


# ---- noise ---------------------------------------------------------------------------------------

SEED = (
    "program P(d : private list[real], eps : real) : real\n  requires eps > 0;\n{\n  s := 0;\n"
    "  F: for i in 0 .. size(d) invariant ={s} && cost = 0; { s := s + d[i]; }\n"
    "  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2} cost eps;\n"
    "  if (z > 0) { leak (z, [1, 2]); } else { skip; }\n  return s + z;\n}\n"
    "claim c : P satisfies dp(eps) when one_differs(d, 1) at k check size(d) in 1..2, d[_] in {0, 1};\n"
)


def test_every_beginning_of_a_file() -> None:
    for end in range(0, len(SEED), 3):
        assert run("check", "-", data=SEED[:end]).exit_code in (0, 2), SEED[:end]


def test_every_letter_left_out() -> None:
    for at in range(0, len(SEED), 2):
        text = SEED[:at] + SEED[at + 1 :]
        assert run("check", "-", data=text).exit_code in (0, 2), text
        assert run("fmt", "-", data=text).exit_code in (0, 2), text


@pytest.mark.parametrize(
    "extra", ["(", ")", "{", "}", "?", "=", "{1}", ";", "if", "//", '"', "1", "|", ".0", "~", "==>", "\\", "é"]
)
def test_every_place_with_something_more(extra: str) -> None:
    for at in range(0, len(SEED), 5):
        text = SEED[:at] + extra + SEED[at:]
        assert run("check", "-", data=text).exit_code in (0, 2), text
        assert run("fmt", "-", data=text).exit_code in (0, 2), text


@pytest.mark.parametrize(
    "budget", ["dp(0)", "dp(1, 0)", "dp(1, 1)", "dp(-1, 9/10)", "dp(-eps)", "zcdp(0)", "rdp(2, 0)"]
)
def test_budgets_that_may_be_meant_are_accepted(budget: str) -> None:
    pipeline.load(Source("a.wl", TWO + f"claim c : P satisfies {budget} when any;"))


@pytest.mark.parametrize("noise", ["Flip(exp(-1))", "Choice({1 @ exp(-1), 2 @ 1 - exp(-1)})", "Laplace(ln(2))"])
def test_irrational_constants_that_are_right_are_accepted(noise: str) -> None:
    pipeline.load(Source("a.wl", f"program P() {{ x :=$ {noise}; return x; }}"))


def test_the_advice_for_an_assigned_parameter_helps() -> None:
    """As it is given, it is a copy under a name that is free."""
    text = "program P(x : int, my_x : int) {{ {copy} {name} := {name} + 1; return {name}; }}"
    result = run("check", "-", data=text.format(copy="", name="x"))
    assert result.exit_code == 2
    copy = re.search(r"`(\w+) := x;`", result.output)
    assert copy is not None
    assert copy[1] not in ("x", "my_x")
    assert run("check", "-", data=text.format(copy=f"{copy[1]} := x;", name=copy[1])).exit_code == 0
