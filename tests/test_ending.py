"""Loops that end with probability 1, by luck too, and calls that rest on no claim."""

import json
from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.frontends.cli import main
from prhl.proof import Proof
from prhl.rules.walk import Walk
from prhl.solvers import Limits
from prhl.source import Source

LIMITS = Limits(2_000_000, 5)


@pytest.fixture(autouse=True)
def rounds_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """No loop is unrolled here, which takes its time where the guard is always true."""
    monkeypatch.setattr(Walk, "unrolled", lambda *_: None)


def proofs_of(text: str) -> dict[str, Proof]:
    return {claim.name: proof for claim, proof in pipeline.proofs(Source("t.wl", text), limits=LIMITS)}


def failed(proof: Proof) -> set[str]:
    return {one.code for one in proof.judged if not one.valid}


# ---- loops of one run ------------------------------------------------------------------------


def waiting(before: str, guard: str, body: str, said: str = "") -> str:
    """A program that does nothing against one that goes round by itself; its parameters are there for the loop."""
    head = "(n : int, p : real, q : real, lo : real, hi : real, d : list[real], k : bits[n])"
    known = "requires n >= 1 && 0 < p && p < 1 && 1/10 <= q && q < 1 && lo < hi && size(d) >= 2;"
    return f"""
program Zero{head} : int {known} {{ return 0; }}
program Loop{head} : int {known} {{
  {before}
  while ({guard}) {said}
  {{ {body} }}
  return 0;
}}
claim same : Zero ~ Loop : true ==> res{{1}} = res{{2}};
"""


ENDS = {
    "a coin": ("c := false;", "!c", "c :=$ Flip(1/2);"),
    "a coin that is public": ("c := false;", "!c", "c :=$ Flip(p);"),
    "a coin that must be false": ("c := true;", "c", "c :=$ Flip(p);"),
    "one of two coins": ("c := false; b := true;", "!c", "b := !b; c :=$ Flip(if b then p else 1/3);"),
    "a coin by way of a variable": ("c := false;", "!c", "t := p/2; c :=$ Flip(t);"),
    "a coin with a bound": (
        "c := false; x := q;",
        "!c",
        "c :=$ Flip(x); x := (x + 1)/2;",
        "invariant 1/10 <= x{2} && x{2} < 1;",
    ),
    "a coin with a public bound": (
        "c := false; x := p;",
        "!c",
        "c :=$ Flip(x); x := (x + 1)/2;",
        "invariant p{2} <= x{2} && x{2} < 1;",
    ),
    "a die": ("x := 7;", "x > 5", "x :=$ Uniform(0..7);"),
    "a die by coins": (
        "r := 7;",
        "r >= 6",
        "a :=$ Flip(1/2); b :=$ Flip(1/2); c :=$ Flip(p);"
        "r := (if a then 4 else 0) + (if b then 2 else 0) + (if c then 1 else 0);",
    ),
    "a number that is met": ("x := 0; y := 1;", "x != y", "x :=$ Uniform(1..n); y :=$ Uniform({0, n});"),
    "another number": ("x := 0; y := 0;", "x = y", "y := y + 1; x :=$ Uniform(0..y);", "invariant 0 <= y{2};"),
    "a range with a bound": (
        "x := 1; m := n;",
        "x > 0",
        "x :=$ Uniform(0..m); m := if m > 1 then m - 1 else n;",
        "invariant 1 <= m{2} && m{2} <= n{2};",
    ),
    "an entry": ("x := 2;", "x = 2", "x :=$ Choice({0 @ p/2, 1 @ 1/2 - p/2, 2 @ 1/2});"),
    "another key": ("x := k;", "x = k", "x :=$ Uniform(bits(n));", "invariant size(x{2}) = n{2};"),
    "discrete noise": ("z := 0;", "z < 10", "z :=$ DiscreteLaplace(1/p, n);"),
    "one number of discrete noise": ("z := 0;", "z != n + 3", "z :=$ DiscreteGauss(2);"),
    "noise above its centre": (
        "z := 0; s := 1; go := true;",
        "go",
        "z :=$ Laplace(s, s); go := z < s; s := s + 1;",
        "invariant s{2} >= 1;",
    ),
    "noise between two numbers": ("r := hi + 1;", "r <= lo || hi <= r", "z :=$ Laplace(1/p); r := n + z;"),
    "Gaussian noise": ("z := 0;", "z <= hi", "z :=$ Gauss(q);"),
    "no failures": ("z := 1;", "z > 0", "z :=$ Geometric(p);"),
    "few failures": (
        "z := 1; x := q;",
        "z > 0",
        "z :=$ Geometric(x); x := (x + 1)/2;",
        "invariant 1/10 <= x{2} && x{2} < 1;",
    ),
    "a short time": ("z := hi + 1;", "z >= 1/2", "z :=$ Exponential(p);"),
    "a score": ("i := 1;", "i != 0", "i :=$ ExpMech(p, d);"),
    "truncated noise": ("z := 0;", "z < n", "z :=$ Truncate(DiscreteLaplace(1), 0, n);"),
    "clamped noise": ("z := lo;", "z != hi", "z :=$ Clamp(Laplace(1), lo, hi);"),
    "two tosses": ("a := true; b := true;", "a = b", "a :=$ Flip(p); b :=$ Flip(p);"),
    "steps": ("i := 0;", "i < n", "c :=$ Flip(1/3); if (c) { i := i + 1; }"),
    "a walk": (
        "i := 1;",
        "0 < i && i < n",
        "c :=$ Flip(p); if (c) { i := i - 1; } else { i := i + 1; }",
        "invariant 0 <= i{2} && i{2} <= max(n{2}, 1);",
    ),
    "a walk with a variant": (
        "i := n;",
        "i > 0",
        "c :=$ Flip(p); if (c) { i := i div 2; } else { i := n; }",
        "invariant 0 <= i{2} && i{2} <= n{2}; decreases i;",
    ),
    "two variants": (
        "i := n; j := n;",
        "i > 0",
        "c :=$ Flip(p); if (j > 0) { if (c) { j := j - 1; } } else { i := i - 1; j := n; }",
        "invariant 0 <= i{2} && i{2} <= n{2} && 0 <= j{2} && j{2} <= n{2}; decreases i; decreases j;",
    ),
    "luck in every round of another loop": (
        "i := 0;",
        "i < n",
        "c := false; while (!c) { c :=$ Flip(1/2); } i := i + 1;",
    ),
    "luck after another loop": (
        "c := false;",
        "!c",
        "i := 0; while (i < n) { b :=$ Flip(p); i := i + 1; } c :=$ Flip(1/2);",
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_it_ends(name: str) -> None:
    proof = proofs_of(waiting(*ENDS[name]))["same"]
    assert proof.complete, [
        (one.code, one.obligation.message, one.obligation.hint) for one in proof.judged if not one.valid
    ]


# Each goes on for ever with a probability above 0, for some inputs.
HANGS = {
    "a coin that fades": ("c := false; x := p;", "!c", "c :=$ Flip(x); x := x/2;", "invariant 0 < x{2} && x{2} < 1;"),
    "a coin that may be 0": ("c := false;", "!c", "c :=$ Flip((n - 1)/n);"),
    "a coin that is 0 at last": ("c := false; b := true;", "!c", "c :=$ Flip(if b then p else 0); b := false;"),
    "a number that is never drawn": ("x := 0;", "x != n", "x :=$ Uniform(0..5);"),
    "no other number": ("x := 0;", "x = 0", "x :=$ Uniform({0});"),
    "a number that runs away": ("x := 0; y := n;", "x != y", "x :=$ Uniform(0..9); y := y + 1;"),
    "one number of noise": ("z := lo;", "z != hi", "z :=$ Laplace(1);"),
    "noise in an empty interval": ("z := lo;", "z <= hi || z >= lo", "z :=$ Laplace(1);"),
    "noise that must rise": ("z := lo; i := 0;", "z < i", "z :=$ Laplace(1, -1); i := i + 1;"),
    "noise at a growing scale": (
        "z := 5; s := 1;",
        "z != 0",
        "z :=$ DiscreteLaplace(s); s := 2*s;",
        "invariant s{2} >= 1;",
    ),
    "no time at all": ("z := 1;", "z > lo", "z :=$ Exponential(p);"),
    "a certain success": ("z := 0;", "z != 1", "z :=$ Geometric(1);"),
    "beyond the clamp": ("z := lo;", "z <= hi", "z :=$ Clamp(Laplace(1), lo, hi);"),
    "outside of the truncation": ("z := 0;", "z <= n", "z :=$ Truncate(DiscreteLaplace(1), 0, n);"),
    "no draw at all": ("i := n;", "i > 0", "i := i + 1;"),
    "luck of another branch": ("c := false; b := true;", "!c", "if (n > 1) { c :=$ Flip(p); } else { b :=$ Flip(p); }"),
    "luck in an endless loop": ("c := false;", "!c", "while (true) { skip; } c :=$ Flip(1/2);"),
    "a walk upwards": ("i := n;", "i > 0", "c :=$ Flip(1/3); i := if c then i - 1 else i + 1;", "decreases i;"),
    "a walk below zero": ("i := n;", "i != 0", "c :=$ Flip(1/3); i := if c then i - 1 else i;"),
    "a variant below zero": ("i := 0; c := true;", "c", "b :=$ Flip(p); if (b) { i := i - 1; }", "decreases i;"),
}


@pytest.mark.parametrize("name", HANGS)
def test_what_may_hang_is_not_proved(name: str) -> None:
    proof = proofs_of(waiting(*HANGS[name]))["same"]
    assert "terminates" in failed(proof)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no draw at all", "add `decreases e;`"),
        ("a coin that fades", "a lucky outcome of `c` would do, but nothing shows that its chance stays above"),
        ("a walk upwards", "with luck a round makes `i` smaller, but nothing bounds it from above"),
        ("no other number", "or with one that only some outcome of `x` makes smaller"),
    ],
)
def test_what_to_try(name: str, words: str) -> None:
    proof = proofs_of(waiting(*HANGS[name]))["same"]
    assert [words in one.obligation.hint for one in proof.judged if one.code == "terminates" and not one.valid] == [
        True
    ]


# ---- who needs it ----------------------------------------------------------------------------

COIN = """
program Wait(x : private int) : bool {
  c := false;
  while (!c) invariant ={c} && cost = 0; { c :=$ Flip(P) couple c{2} = c{1}; LEAK }
  return c;
}
"""

USES = {
    "privacy": "claim it : Wait satisfies noninterference when any;",
    "an exact quadruple": "claim it : Wait ~ Wait : true ==> res{1} = res{2};",
    "a quadruple that leaks": "claim it : Wait ~ Wait : true ==> res{1} = res{2} within (0, 0);",
    "a callee of one run": (
        "program Calls(x : private int) : int { if (x > 0) { y :=$ Wait(x) couple none; } return 0; }"
        "claim it : Calls satisfies noninterference when any;"
    ),
    "a callee under `within`": (
        "claim near : Wait ~ Wait : true ==> res{1} = res{2} within (0, 0);"
        "program Calls(x : private int) : bool { y :=$ Wait(x) couple by near; return y; }"
        "claim it : Calls satisfies noninterference when any;"
    ),
}


@pytest.mark.parametrize("use", USES)
def test_all_who_need_an_end_take_it(use: str) -> None:
    text = COIN.replace("LEAK", "leak 1;" if "leaks" in use else "") + USES[use]
    assert proofs_of(text.replace("P)", "1/2)"))["it"].complete
    never = proofs_of(text.replace("P)", "0)"))["it"]
    assert failed(never) == {"terminates"}


def test_a_guard_may_agree_by_the_coupling_alone() -> None:
    """Run 1 draws everything that it can, also where the image depends on it."""
    text = """
program Cards(x : private bool) : bool {
  card := 2;
  while (card = 2)
    invariant (card{1} = 2 <=> card{2} = 2) && (card{1} = 2 ==> cost = 0) && cost <= ln(2);
    invariant card{1} != 2 ==> (if x{1} = x{2} then card{2} = card{1} else card{1} + card{2} = 1);
    invariant card{1} != 2 ==> 0 <= card{1} && card{1} <= 1;
  {
    card :=$ Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4})
      couple card{2} = (if x{1} = x{2} || card{1} = 2 then card{1} else 1 - card{1});
  }
  return if card = 0 then x else !x;
}
claim private : Cards satisfies dp(ln(2)) when any;
claim less : Cards satisfies dp(ln(3/2)) when any;
"""
    proofs = proofs_of(text)
    assert proofs["private"].complete
    assert not proofs["less"].complete


def test_blocks_in_a_loop_come_out_as_they_like() -> None:
    text = """
program Wait(x : private int) : bool {
  b := false;
  c := false;
  while (!GUARD)
    invariant ={b, c} && cost = 0;
  {
    joint { b :=$ Flip(1/2); } couple b{2} = b{1} cost 0;
    c :=$ Flip(1/2) couple c{2} = c{1};
  }
  return c;
}
claim it : Wait satisfies noninterference when any;
"""
    assert proofs_of(text.replace("GUARD", "c"))["it"].complete
    assert failed(proofs_of(text.replace("GUARD", "b"))["it"]) == {"terminates"}


def test_the_steps_of_a_proof_tell_it() -> None:
    text = waiting(*ENDS["a coin"])
    done = CliRunner().invoke(main, ["verify", "--explain", "-"], input=text)
    assert "so the loop ends" in done.output, done.output


# ---- loops at random -------------------------------------------------------------------------

State = dict[str, int]
Step = Callable[[State], list[State]]
Truth = Callable[[State], bool]


def condition(random: Random, depth: int = 2) -> tuple[str, Truth]:
    kind = random.randrange(6 if depth else 4)
    if kind < 2:
        name, value = random.choice("ab"), bool(kind)
        return (name if value else f"!{name}"), lambda s: bool(s[name]) == value
    if kind < 4:
        name, bound = random.choice("ij"), random.randrange(3)
        if kind == 2:
            return f"{name} <= {bound}", lambda s: s[name] <= bound
        return "i != j", lambda s: s["i"] != s["j"]
    (one, first), (two, second) = condition(random, depth - 1), condition(random, depth - 1)
    if kind == 4:
        return f"({one} && {two})", lambda s: first(s) and second(s)
    return f"({one} || {two})", lambda s: first(s) or second(s)


def each(name: str, values: Callable[[State], list[int]]) -> Step:
    return lambda s: [{**s, name: value} for value in dict.fromkeys(values(s))]


def statement(random: Random, depth: int) -> tuple[str, Step]:
    """Its text, and where it may lead with a probability above 0."""
    name, other, most = random.choice("ij"), random.choice("ij"), random.randrange(4)
    match random.randrange(9 if depth else 7):
        case 0:
            return f"{name} := ({other} + {most}) mod 4;", each(name, lambda s: [(s[other] + most) % 4])
        case 1:
            return f"{name} := max({name} - 1, 0);", each(name, lambda s: [max(s[name] - 1, 0)])
        case 2:
            bit = random.choice("ab")
            return f"{bit} :=$ Flip(1/({name} + 2));", each(bit, lambda s: [0, 1])
        case 3:
            bit = random.choice("ab")
            return f"{bit} :=$ Flip({name}/3);", each(
                bit, lambda s: [1] if s[name] == 3 else [0, 1] if s[name] else [0]
            )
        case 4:
            return f"{name} :=$ Uniform(0..{other});", each(name, lambda s: list(range(s[other] + 1)))
        case 5:
            text = (
                f"z :=$ DiscreteLaplace(1 + {other}); {name} := if z < 0 then 0 else if z > {most} then {most} else z;"
            )
            return text, each(name, lambda s: list(range(most + 1)))
        case 6:
            text = f"{name} :=$ Choice({{{other} @ 1/2, {most} @ 1/2}});"
            return text, each(name, lambda s: [s[other], most])
        case kind:
            guard, holds = condition(random, 1)
            (then, yes), (otherwise, no) = block(random, depth - 1), block(random, depth - 1)
            if kind == 7:
                return f"if ({guard}) {{ {then} }}", lambda s: yes(s) if holds(s) else [s]
            return f"if ({guard}) {{ {then} }} else {{ {otherwise} }}", lambda s: yes(s) if holds(s) else no(s)


def block(random: Random, depth: int) -> tuple[str, Step]:
    parts = [statement(random, depth) for _ in range(random.randrange(1, 4))]

    def walk(state: State) -> list[State]:
        states = [state]
        for _, step in parts:
            found = [after for before in states for after in step(before)]
            states = list({tuple(one.values()): one for one in found}.values())
        return states

    return " ".join([text for text, _ in parts]), walk


def everywhere() -> Iterator[State]:
    for a, b, i, j in product(range(2), range(2), range(4), range(4)):
        yield {"a": a, "b": b, "i": i, "j": j}


def ends(holds: Truth, walk: Step) -> bool:
    """From everywhere the end can be reached, which is enough where there are finitely many states."""
    done = {tuple(s.values()) for s in everywhere() if not holds(s)}
    while more := {
        tuple(s.values())
        for s in everywhere()
        if tuple(s.values()) not in done and any([tuple(t.values()) in done for t in walk(s)])
    }:
        done |= more
    return len(done) == 64


def random_loop(seed: int) -> tuple[str, bool]:
    random = Random(seed)
    (guard, holds), (body, walk) = condition(random), block(random, 2)
    variant = random.choice(["", "", "decreases i;", "decreases i + j;", "decreases 3 - i; decreases j;"])
    head = "(a0 : bool, b0 : bool, i0 : int, j0 : int) : int requires 0 <= i0 && i0 <= 3 && 0 <= j0 && j0 <= 3;"
    text = f"""
program Zero{head} {{ return 0; }}
program Loop{head} {{
  a := a0; b := b0; i := i0; j := j0;
  while ({guard}) invariant 0 <= i{{2}} && i{{2}} <= 3 && 0 <= j{{2}} && j{{2}} <= 3; {variant} {{ {body} }}
  return 0;
}}
claim same : Zero ~ Loop : true ==> res{{1}} = res{{2}};
"""
    return text, ends(holds, walk)


def some(wanted: bool, many: int) -> list[str]:
    """The first loops at random that end, or that do not."""
    found = [random_loop(seed) for seed in range(20 * many)]
    return [text for text, good in found if good is wanted][:many]


def test_no_loop_at_random_that_may_hang_is_proved() -> None:
    for text in some(False, 15):
        assert not proofs_of(text)["same"].complete, text


def test_many_loops_at_random_that_end_are_proved() -> None:
    shown = [proofs_of(text)["same"].complete for text in some(True, 20)]
    assert len(shown) == 20
    assert sum(shown) > 10


# ---- calls -----------------------------------------------------------------------------------

CALLS = """
program Mean(d : list[real], n : int) : real
  requires n >= 1 && size(d) = n;
{
  s := 0;
  i := 0;
  while (i < n) invariant ={i} && 0 <= i{1} && i{1} <= n; { s := s + d[i]; i := i + 1; }
  return s/n;
}
program Calls(d : private list[real], n : int, x : int) : int
  requires n >= 1 && size(d) = n;
{
  y :=$ Mean(d, n) couple none;
  return x;
}
program Same(d : private list[real], n : int, x : int) : int requires n >= 1 && size(d) = n; { return x; }
claim none : Calls satisfies noninterference when any;
claim dropped : Calls ~ Same : x{1} = x{2} ==> res{1} = res{2};
claim added : Same ~ Calls : x{1} = x{2} ==> res{1} = res{2};
claim near : Same ~ Calls : x{1} = x{2} ==> res{1} = res{2} within (0, 0);
"""


def test_calls_that_rest_on_no_claim() -> None:
    """The callee is looked at by itself, with those parts of its invariants that speak of one run."""
    proofs = proofs_of(CALLS)
    assert {name: proof.complete for name, proof in proofs.items()} == dict.fromkeys(proofs, True)


def test_what_a_claim_binds_is_left_out_of_a_callee() -> None:
    text = """
program Sum(d : private list[real], n : int) : real
  requires size(d) = n;
{
  s := 0;
  i := 0;
  while (i < n)
    invariant ={i} && 0 <= i{1} && i{1} <= n && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}
claim near : Sum satisfies dp(1) when one_differs(d, 1) at k;
program Calls(d : private list[real]) : int { y :=$ Sum(d, size(d)) couple none; return 0; }
claim it : Calls satisfies noninterference when any;
"""
    assert all([proof.complete for proof in proofs_of(text).values()])


def test_a_callee_is_looked_at_once() -> None:
    text = CALLS.replace("y :=$", "z :=$ Mean(d, n) couple none; y :=$")
    proof = proofs_of(text)["none"]
    assert proof.complete
    assert len([one for one in proof.judged if one.code == "division-by-zero"]) == 1


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (" && i{1} <= n", "", None),
        ("0 <= i{1}", "true", "index-out-of-range"),
        ("n >= 1 && size(d) = n;\n{\n  s", "size(d) = n;\n{\n  s", "division-by-zero"),
        ("Mean(d, n)", "Mean(d, n - 1)", "callee-requires"),
        ("return s/n", "leak n; return s/n", "leaks-equal"),
        ("i := i + 1;", "skip;", "terminates"),
    ],
)
def test_what_a_call_alone_owes(old: str, new: str, code: str | None) -> None:
    text = CALLS.replace(old, new)
    assert text != CALLS
    proof = proofs_of(text)["none"]
    assert code in failed(proof) if code else proof.complete


def test_the_result_of_a_call_alone_is_anything() -> None:
    text = CALLS.replace("return x;", "return if y > 0 then x else 0;", 1)
    assert "results-equal" in failed(proofs_of(text)["none"])


def test_a_quadruple_with_calls_can_be_cited() -> None:
    text = """
program Noisy(s : private real, eps : real) : real requires eps > 0; {
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}
claim one : Noisy satisfies dp(eps) when within(s, 1);
program Twice(s : private real, eps : real) : real requires eps > 0; {
  a :=$ Noisy(s, eps) couple by one;
  b :=$ Noisy(s, eps) couple by one;
  return a + b;
}
claim two : Twice ~ Twice : eps{1} = eps{2} && within(s, 1) ==> res{1} = res{2} within (2*eps, 0);
program Outer(s : private real, eps : real) : real requires eps > 0; {
  y :=$ Twice(s, eps) couple by two;
  return y;
}
claim three : Outer satisfies dp(2*eps) when within(s, 1);
claim less : Outer satisfies dp(eps) when within(s, 1);
"""
    proofs = proofs_of(text)
    assert [name for name, proof in proofs.items() if not proof.complete] == ["less"]


def test_the_report_names_the_callee() -> None:
    text = CALLS.replace("n >= 1 && size(d) = n;\n{\n  s", "size(d) = n;\n{\n  s")
    done = CliRunner().invoke(main, ["verify", "--format", "json", "-"], input=text)
    claim = json.loads(done.output)["files"][0]["claims"][0]
    assert [o["code"] for o in claim["obligations"] if o["status"] != "valid"] == ["division-by-zero"]
    told = CliRunner().invoke(main, ["verify", "-"], input=text).output
    assert "(`Mean` by itself)" in told
    explained = CliRunner().invoke(main, ["verify", "--explain", "-"], input=CALLS).output
    assert "by call-alone" in explained
