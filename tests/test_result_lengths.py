"""Lengths of what a program returns: what its text says of them, and that no run returns anything else."""

from fractions import Fraction

import pytest

from prhl import pipeline
from prhl.logic.show import show
from prhl.logic.terms import Apply, Variable
from prhl.logic.types import INT
from prhl.rules.result_lengths import lengths
from prhl.running.interpreter import Interpreter
from prhl.sampling.seeded_bits import seeded
from prhl.semantics.evaluate import evaluate
from prhl.semantics.flat import flatten
from prhl.source import Source

LOOP = "out := []; for i in 0 .. n { c :=$ Flip(1/2); %s } return out;"

PROGRAMS = {
    "return [1, 2] ++ [n];": "2 + 1",
    "return [x + 1 for x in d];": "size(d)",
    "return [x for x in d if x > 0];": "",
    "a := d; a[0] := 7; return sort(a) ++ d;": "size(d) + size(d)",
    "a :=$ Permutation(n + 1); return a;": "n + 1",
    "a :=$ Each(Flip(1/2), size(d) - n); return a;": "max(size(d) - n, 0)",
    "k :=$ Uniform(bits(n)); return k xor m;": "n",
    "k :=$ Uniform(0 .. n); return d ++ [k];": "size(d) + 1",
    "k :=$ Uniform(0 .. n); a :=$ Each(Flip(1/2), k); return a;": "",
    LOOP % "out := out ++ [c, c];": "2*max(n, 0)",
    LOOP % "if (c) { out := out ++ [c]; } else { out := [!c] ++ out; }": "max(n, 0)",
    LOOP % "if (c) { out := out ++ [c]; }": "",
    LOOP % "if (c) { out := [!x for x in out]; }": "0",
    LOOP % "out := out ++ out;": "",
    LOOP % "out := [c];": "",
    LOOP % "for j in 0 .. n { out := out ++ [c]; }": "max(n, 0)*max(n, 0)",
    LOOP % "row :=$ Each(Flip(1/2), 2); out := out ++ row;": "max(2, 0)*max(n, 0)",
    "out := []; i := 1; while (i < n) { out := out ++ [i]; i := i + 1; } return out;": "max(n - 1, 0)",
    "out := []; i := 1; while (i < n) { out := out ++ [i]; i := i + 2; } return out;": "",
    "out := []; i := 1; while (i != n) { out := out ++ [i]; i := i + 1; } return out;": "",
    "out := []; i := 0; while (i < n && size(out) < 2) { out := out ++ [i]; i := i + 1; } return out;": "",
    "a :=$ Twice(d, n); return a;": "size(d) + max(n, 0)",
    "a :=$ Twice(d ++ [1], 2); b :=$ Twice(a, 1); return b;": "size(d) + 1 + max(2, 0) + max(1, 0)",
}

INPUTS = "d : list[int], m : bits[n], n : int"
TWICE = "program Twice(d : list[int], n : int) { a := d; for i in 0 .. n { a := a ++ [i]; } return a; }"


@pytest.mark.parametrize("body", PROGRAMS)
def test_what_the_text_says_and_what_runs_return(body: str) -> None:
    text = f"{TWICE} program P({INPUTS}) {{ {body} }} program Size({INPUTS}) {{ a :=$ P(d, m, n); return size(a); }}"
    file = pipeline.load(Source("a.wl", text))
    program = file.programs["P"]
    result, given = Variable("res", 0, INT), {p.name: Variable(p.name, 0, p.type) for p in program.parameters}
    said = lengths(program, file.programs.__getitem__, result, given)
    assert [show(part) for part in said] == ([f"size(res) = {PROGRAMS[body]}"] if PROGRAMS[body] else [])
    run = Interpreter(flatten(file.programs["Size"], file.programs), seeded("lengths")).run
    for n in range(3) if said else ():
        inputs = {"d": (Fraction(4),) * 3, "m": "0" * n, "n": Fraction(n)}
        (length,) = [part.arguments[1] for part in said if isinstance(part, Apply)]
        expected = evaluate(length, {(name, 0): value for name, value in inputs.items()})
        assert [run(inputs) for _ in range(5)] == [(expected,)] * 5


def test_lengths_inside_of_tuples() -> None:
    file = pipeline.load(Source("a.wl", "program P(n : int) { a :=$ Permutation(n); b := (a, n, [1]); return b; }"))
    program = file.programs["P"]
    result = Variable("res", 0, program.result_type)  # type: ignore[arg-type]
    said = lengths(program, None, result, {"n": Variable("n", 2, program.parameters[0].type)})
    assert [show(part) for part in said] == ["size(res.0) = n{2}", "size(res.2) = 1"]
