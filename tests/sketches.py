"""Mechanisms with their proofs, as sketches with random parameters; tests/agreement.py makes files of them.

A sketch is right as it stands, or wrong in a way that a careless prover would not see. What is close to a truth is said
by its promises: claims whose budget is filled in later.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from tests import brute
from tests.brute import Log


@dataclass(frozen=True)
class Parameter:
    """As it is declared, as `check` gives it values, and these values."""

    name: str
    type: str
    check: str
    values: tuple[Any, ...]
    sized: bool = False

    @property
    def declared(self) -> str:
        return f"{self.name} : {self.type}"


@dataclass
class Promise:
    """A claim to be: `about` is `P satisfies dp(%s) when ...` or `A ~ B : ... ==> ...`, the budget to be filled in."""

    about: str
    budgets: tuple[str, ...] = ()  # texts to choose from, in place of what is near the truth
    options: str = ""
    name: str = ""


@dataclass
class Sketch:
    parameters: list[Parameter]
    programs: str
    promises: list[Promise]
    unbounded: bool = False  # noise of infinite support: `check` says little, and budgets are not computed


def fill(text: str, **values: Any) -> str:
    """`$name` is replaced by its value; the longest names first."""
    for name in sorted(values, key=len, reverse=True):
        text = text.replace(f"${name}", str(values[name]))
    return text


# ---- parameters ------------------------------------------------------------------------------


def truth_value(name: str, kind: str = "private") -> Parameter:
    return Parameter(name, f"{kind} bool", "", (False, True))


def whole(name: str, low: int, high: int, kind: str = "private") -> Parameter:
    return Parameter(name, f"{kind} int", f"{name} in {low} .. {high}", tuple(range(low, high + 1)))


def lists(name: str, type_: str, sizes: tuple[int, ...], values: tuple[Any, ...], mixed: bool = False) -> Parameter:
    """Lists of some sizes; `mixed` puts all sizes into one instance."""
    found = tuple([list(items) for size in sizes for items in product(values, repeat=size)])
    if mixed:
        shown = ", ".join([_written(items) for items in found])
        return Parameter(name, f"private list[{type_}]", f"{name} in {{{shown}}}", found)
    shown = ", ".join([_written(value) for value in values])
    each = f", {name}[_] in {{{shown}}}" if type_ != "bool" and any(sizes) else ""
    check = f"size({name}) in {{{', '.join(map(str, sizes))}}}{each}"
    return Parameter(name, f"private list[{type_}]", check, found, sized=True)


def budget(name: str, *bases: int) -> Parameter:
    """A public epsilon whose values are logarithms."""
    shown = ", ".join([f"ln({base})" for base in bases])
    return Parameter(name, "real", f"{name} in {{{shown}}}", tuple([Log(1, base) for base in bases]))


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join([_written(item) for item in value])}]"
    return str(value)


# ---- sketches: mechanisms with their proofs --------------------------------------------------

Maker = Callable[[Random], Sketch]
SKETCHES: list[Maker] = []


def sketch(make: Maker) -> Maker:
    SKETCHES.append(make)
    return make


def chance(random: Random) -> Fraction:
    return Fraction(*random.choice([(1, 2), (1, 3), (2, 3), (3, 4), (1, 4), (3, 5), (9, 10), (1, 10)]))


def odds(p: Fraction) -> Fraction:
    """The larger of p/(1-p) and its inverse."""
    return max(p / (1 - p), (1 - p) / p)


def maybe(random: Random, text: str, share: float = 0.5) -> str:
    return text if random.random() < share else ""


@sketch
def randomized_response(random: Random) -> Sketch:
    p = chance(random)
    cost = maybe(random, f"cost (if x{{1}} = x{{2}} then 0 else ln({odds(p)}))")
    image = random.choice(["b{1} xor x{1} xor x{2}", "(if x{1} = x{2} then b{1} else !b{1})"])
    result = random.choice(["b xor x", "if b then !x else x", "!(b xor x)"])
    text = "program P(x : private bool) : bool { b :=$ Flip($p) couple b{2} = $image $cost; return $result; }"
    about = random.choice(["P satisfies dp(%s) when any", "P ~ P : true ==> res{1} = res{2} within (%s)"])
    programs = fill(text, p=p, image=image, cost=cost, result=result)
    return Sketch([truth_value("x")], programs, [Promise(about), Promise(about)])


@sketch
def secret_coin(random: Random) -> Sketch:
    """The coin itself depends on the secret."""
    p, q = chance(random), chance(random)
    worst = max(p / q, q / p, (1 - p) / (1 - q), (1 - q) / (1 - p))
    cost = maybe(random, f"cost (if x{{1}} = x{{2}} then 0 else ln({worst}))")
    text = """program P(x : private int) : $type requires 0 <= x && x <= 2;
    { r :=$ Flip(if x = 1 then $p else $q) couple r{2} = r{1} $cost; return $result; }"""
    type_, result = random.choice([("bool", "r"), ("int", "if r then 1 else 0"), ("(bool, int)", "(r, 3)")])
    programs = fill(text, p=p, q=q, cost=cost, type=type_, result=result)
    relation = random.choice(["any", "within(x, 1)", "x{1} <= x{2}", "x{1} = 1 && x{2} != 1", "x{1} < x{2}"])
    return Sketch([whole("x", 0, 2)], programs, [Promise(f"P satisfies dp(%s) when {relation}") for _ in range(2)])


@sketch
def one_of_many(random: Random) -> Sketch:
    """Randomized response among m answers, by the distance from the truth or directly."""
    m = random.choice([3, 4])
    p = Fraction(*random.choice([(1, 2), (3, 4), (2, 5), (1, 10)]))
    q = (1 - p) / (m - 1)
    worst = max(p / q, q / p)
    cost = maybe(random, f"cost (if x{{1}} = x{{2}} then 0 else ln({worst}))")
    if random.random() < 0.5:
        weights = ", ".join([f"{n} @ {p if n == 0 else q}" for n in range(m)])
        body = f"y :=$ Choice({{{weights}}}) couple y{{2}} = (y{{1}} + x{{1}} - x{{2}}) mod {m} {cost};"
        result = f"(x + y) mod {m}"
    else:
        weights = ", ".join([f"{n} @ (if x = {n} then {p} else {q})" for n in range(m)])
        body = f"y :=$ Choice({{{weights}}}) couple y{{2}} = y{{1}} {cost};"
        result = "y"
    text = "program P(x : private int) : int requires 0 <= x && x <= $last; { $body return $result; }"
    programs = fill(text, last=m - 1, body=body, result=result)
    relation = random.choice(["any", "within(x, 1)", "x{1} < x{2}"])
    return Sketch([whole("x", 0, m - 1)], programs, [Promise(f"P satisfies dp(%s) when {relation}") for _ in range(2)])


@sketch
def pad(random: Random) -> Sketch:
    """A uniform key added modulo m, or drawn from a listed set and turned."""
    m = random.choice([2, 3, 5])
    key = random.choice([f"0 .. {m - 1}", "{" + ", ".join(map(str, range(m))) + "}"])
    image = random.choice(
        [
            f"(k{{1}} + x{{1}} - x{{2}}) mod {m}",
            f"(x{{1}} + k{{1}} + {m} - x{{2}}) mod {m}",
            f"(if k{{1}} + x{{1}} - x{{2}} < 0 then k{{1}} + x{{1}} - x{{2}} + {m} "
            f"else if k{{1}} + x{{1}} - x{{2}} >= {m} then k{{1}} + x{{1}} - x{{2}} - {m} "
            "else k{1} + x{1} - x{2})",
        ]
    )
    text = """program P(x : private int) : int requires 0 <= x && x < $m;
    { k :=$ Uniform($key) couple k{2} = $image; return (x + k) mod $m; }"""
    programs = fill(text, m=m, key=key, image=image)
    about = random.choice(
        ["P satisfies noninterference when any", "P ~ P : true ==> res{1} = res{2}", "P satisfies dp(%s) when any"]
    )
    return Sketch([whole("x", 0, m - 1)], programs, [Promise(about, ("0", "0", "ln(2)"))])


@sketch
def pad_any_modulus(random: Random) -> Sketch:
    text = """program P(x : private int, m : int) : int requires m >= 1; requires 0 <= x && x < m;
    { k :=$ Uniform(0 .. m - 1) couple k{2} = (k{1} + x{1} - x{2}) mod m{1}; return $result; }"""
    programs = fill(text, result=random.choice(["(x + k) mod m", "(k + x) mod m", "(x + k + 1) mod m"]))
    about = random.choice(["P ~ P : m{1} = m{2} ==> res{1} = res{2}", "P satisfies dp(%s) when any"])
    domain = [whole("x", 0, 2), whole("m", 1, 3, "public")]
    return Sketch(domain, programs, [Promise(about, ("0", "0", "ln(2)"))])


@sketch
def bits_pad(random: Random) -> Sketch:
    """One key for one message, or for two."""
    n = random.choice([1, 2])
    key = random.choice([f"bits({n})", f"{{0, 1}}^{n}"])
    values = tuple(brute.all_bits(n))
    if random.random() < 0.6:
        text = """program P(a : private bits[$n]) : bits[$n]
        { k :=$ Uniform($key) couple k{2} = k{1} xor a{1} xor a{2}; return a xor k; }"""
        about = ["P satisfies noninterference when any", "P ~ P : true ==> res{1} = res{2}"]
        domain = [Parameter("a", f"private bits[{n}]", "", values)]
    else:
        text = """program P(a : private bits[$n], b : private bits[$n]) : (bits[$n], bits[$n])
        { k :=$ Uniform($key) couple k{2} = k{1} xor a{1} xor a{2}; return (a xor k, b xor k); }"""
        about = [
            "P satisfies noninterference when a{1} xor b{1} = a{2} xor b{2}",
            "P ~ P : a{1} xor b{1} = a{2} xor b{2} ==> res{1} = res{2}",
            "P satisfies dp(%s) when any",
        ]
        domain = [Parameter(name, f"private bits[{n}]", "", values) for name in "ab"]
    return Sketch(domain, fill(text, n=n, key=key), [Promise(random.choice(about), ("0", "1"))])


@sketch
def bits_any_length(random: Random) -> Sketch:
    text = """program P(a : private bits[n], n : int) : bits[n] requires n >= $least;
    { k :=$ Uniform(bits(n)) couple k{2} = k{1} xor a{1} xor a{2}; return a xor k; }"""
    values = tuple([bits for n in (0, 1, 2) for bits in brute.all_bits(n)])
    domain = [Parameter("a", "private bits[n]", "", values), whole("n", 0, 2, "public")]
    about = random.choice(["P satisfies noninterference when any", "P ~ P : n{1} = n{2} ==> res{1} = res{2}"])
    return Sketch(domain, fill(text, least=random.choice([0, 1])), [Promise(about)])


@sketch
def two_coins(random: Random) -> Sketch:
    """The classical two coins, as one joint step or without annotation."""
    p, q = chance(random), chance(random)
    rows = [p * x + (1 - p) * q for x in (0, 1)]
    worst = max(rows[1] / rows[0], (1 - rows[0]) / (1 - rows[1])) if rows[0] > 0 and rows[1] < 1 else Fraction(1)
    cost = maybe(random, f"cost ln({worst})", 0.7)
    coins = "b :=$ Flip($p); if (b) { r := x; } else { r :=$ Flip($q); }"
    block = random.choice([f"joint {{ {coins} }} couple r{{2}} = r{{1}} {cost};", coins])
    second = maybe(random, f"joint {{ {coins.replace('r ', 's ')} }} couple s{{2}} = s{{1}};", 0.3)
    result = "(r, s)" if second else "r"
    text = f"program P(x : private bool) {{ {block} {second} return {result}; }}"
    about = "P satisfies dp(%s) when any"
    return Sketch([truth_value("x")], fill(text, p=p, q=q), [Promise(about), Promise(about)])


@sketch
def joint_of_numbers(random: Random) -> Sketch:
    """A joint block that reads a number of a known range, and old values of its own variables."""
    m = random.choice([2, 3])
    text = """program P(x : private int, w : private bool) : int requires 0 <= x && x <= 2;
    {
      y := $old;
      joint { u :=$ Uniform(0 .. $m); if ($guard) { y := $new; } } couple y{2} = y{1} $cost;
      return $result;
    }"""
    programs = fill(
        text,
        old=random.choice(["0", "x", "if w then 1 else 0"]),
        m=m,
        guard=random.choice(["u > 0", "u <= x", "u = x", "w || u = 0", "u >= x && w"]),
        new=random.choice(["u", "x", "min(u, x)", "1 - y", "u - x"]),
        result=random.choice(["y", "y", "y", "u", "y + u", "y + x - x"]),
        cost=maybe(random, f"cost ln({random.choice([2, 3, 4, m + 1, 8])})"),
    )
    relation = random.choice(["any", "within(x, 1) && w{1} = w{2}", "x{1} = x{2}", "w{1} = w{2}"])
    about = f"P satisfies dp(%s) when {relation}"
    return Sketch([whole("x", 0, 2), truth_value("w")], programs, [Promise(about), Promise(about)])


@sketch
def survey(random: Random) -> Sketch:
    """Everybody answers by randomized response; one person may differ, or everybody."""
    p = random.choice([Fraction(1, 4), Fraction(2, 3), Fraction(3, 4)])
    one = random.random() < 0.6
    price = f"ln({odds(p)})"
    charge = f"(if d{{1}}[i{{1}}] = d{{2}}[i{{1}}] then 0 else {price})"
    spent = f"(if i{{1}} > k then {price} else 0)" if one else f"i{{1}}*{price}"
    sign = random.choice(["<=", "<="]) if one else "<="
    body = """b :=$ Flip($p) couple b{2} = b{1} xor d{1}[i{1}] xor d{2}[i{1}] $cost; $release"""
    release, start, result = random.choice(
        [
            ("out := out ++ [b xor d[i]];", "out := [];", "out"),
            ("out[i] := b xor d[i];", "out := d;", "out"),
            ("c := c + (if b xor d[i] then 1 else 0);", "c := 0;", "c"),
            ("leak b xor d[i];", "c := 0;", "c"),
        ]
    )
    equal = "={out}" if result == "out" and "[i]" not in release.split(":=")[0] else "={c}" if result == "c" else ""
    if release.startswith("out[i]"):
        equal = (
            "size(out{1}) = size(d{1}) && size(out{2}) = size(d{1}) && "
            "(forall j. 0 <= j && j < i{1} ==> out{1}[j] = out{2}[j])"
        )
    if random.random() < 0.5:
        loop = "for i in 0 .. size(d) invariant $equal; invariant cost $sign $spent; { $body }"
    else:
        loop = """i := 0; while (i < size(d)) invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) && $equal;
        invariant cost $sign $spent; decreases size(d) - i; { $body i := i + 1; }"""
    text = "program P(d : private list[bool]) { $start $loop return $result; }"
    cost = maybe(random, f"cost {charge}")
    text = fill(text, loop=loop)
    text = fill(text, body=body)
    programs = fill(
        text, start=start, equal=equal, sign=sign, spent=spent, p=p, cost=cost, release=release, result=result
    )
    if not one:
        programs = programs.replace("private list[bool])", "private list[bool], n : int) requires size(d) = n; ")
        domain = [lists("d", "bool", (0, 1, 2), (False, True)), whole("n", 0, 2, "public")]
        budgets = (f"n*{price}", f"n*{price}", f"n*{price}/2", f"{price}", f"2*{price}")
        return Sketch(domain, programs, [Promise("P satisfies dp(%s) when any", budgets)])
    domain = [lists("d", "bool", (1, 2), (False, True), mixed=random.random() < 0.5)]
    about = "P satisfies dp(%s) when one_differs(d) at k"
    return Sketch(domain, programs, [Promise(about), Promise(about, (price, f"2*{price}", f"{price}/2"))])


@sketch
def rounds(random: Random) -> Sketch:
    """The same secret is answered n times: the costs add up."""
    p = random.choice([Fraction(1, 4), Fraction(2, 3)])
    price = f"ln({odds(p)})"
    text = """program P(x : private bool, n : int) : int requires 0 <= n && n <= $most;
    {
      c := 0;
      for i in $low .. n invariant ={c}; invariant cost <= i{1}*$price;
      { b :=$ Flip($p) couple b{2} = b{1} xor x{1} xor x{2} $cost; c := c + (if b xor x then 1 else 0); }
      return c;
    }"""
    cost = maybe(random, f"cost {price}")
    most = random.choice([2, 3])
    programs = fill(text, p=p, price=price, cost=cost, most=most, low=random.choice([0, 0, 0, 1, 2]))
    budgets = (f"n*{price}", f"n*{price}", f"{most}*{price}", f"n*{price}/2", price)
    domain = [truth_value("x"), whole("n", 0, most, "public")]
    return Sketch(domain, programs, [Promise("P satisfies dp(%s) when any", budgets) for _ in range(2)])


@sketch
def one_output_at_a_time(random: Random) -> Sketch:
    """A transposition that depends on the output: the sample that gives o goes to the one that gives o in run 2."""
    m = random.choice([2, 3, 4])
    if random.random() < 0.5:
        source = f"Uniform(0 .. {m - 1})"
    else:
        weights = [random.choice([1, 2, 3]) for _ in range(m)]
        parts = ", ".join([f"{n} @ {Fraction(w, sum(weights))}" for n, w in enumerate(weights)])
        source = f"Choice({{{parts}}})"
    text = """program P(x : private int) : int requires 0 <= x && x < $m;
    {
      u :=$ $source couple u{2} = (if u{1} = (o - x{1}) mod $m then (o - x{2}) mod $m
        else if u{1} = (o - x{2}) mod $m then (o - x{1}) mod $m else u{1});
      $extra
      return (x + u) mod $m;
    }"""
    extra = random.choice(["", "", "t :=$ Flip(1/3) couple t{2} = t{1}; leak t;", "leak (x + u) mod $m;"])
    programs = fill(fill(text, extra=extra), m=m, source=source)
    region = random.choice(["", "", f" in 0 .. {m - 1}", f" in 0 .. {m}", f" in 1 .. {m - 1}"])
    relation = random.choice(["any", "within(x, 1)", "x{1} < x{2}"])
    about = f"P satisfies dp(%s) when {relation}"
    options = f"pointwise o{region}"
    return Sketch([whole("x", 0, m - 1)], programs, [Promise(about, options=options) for _ in range(2)])


@sketch
def pattern_at_a_time(random: Random) -> Sketch:
    """`pointwise o = e`: the pattern is fixed, the rest is coupled to be equal."""
    p = chance(random)
    text = """program P(x : private int) requires 0 <= x && x <= 2;
    {
      u :=$ Uniform(0 .. 2) couple u{2} = (if u{1} = (o - x{1}) mod 3 then (o - x{2}) mod 3
        else if u{1} = (o - x{2}) mod 3 then (o - x{1}) mod 3 else u{1});
      c := (u + x) mod 3;
      v :=$ Flip($p) couple v{2} = v{1};
      return $result;
    }"""
    pattern = random.choice(["c", "c", "(u + x) mod 3", "u", "c div 2"])
    programs = fill(text, p=p, result=random.choice(["(c, v)", "(v, c)", "[c]", "v", "(c, u)"]))
    options = f"pointwise o = {pattern}"
    return Sketch([whole("x", 0, 2)], programs, [Promise("P satisfies dp(%s) when any", options=options)])


def _noise(random: Random) -> tuple[str, str, str]:
    """Two-sided integer noise, its price of a shift by 1, and the ratio of one step."""
    base = random.choice([2, 3, 4])
    return f"DiscreteLaplace(1/ln({base}))", f"ln({base})", str(base)


@sketch
def noisy_number(random: Random) -> Sketch:
    """A number with noise: released, or compared with a threshold."""
    continuous = random.random() < 0.4
    source, price, _ = _noise(random)
    source = source.replace("Discrete", "") if continuous else source
    type_ = "real" if continuous else "int"
    shift = random.choice(["x{1} - x{2}", "x{1} - x{2}", "0", "1"])
    cost = maybe(random, f"cost |x{{1}} - x{{2}}|*{price}", 0.3)
    result, out = random.choice([("x + z", type_), ("x + z >= 2", "bool"), ("(x + z > 1, x + z > 2)", "(bool, bool)")])
    text = "program P(x : private int) : $out { z :=$ $source couple z{2} = z{1} + $shift $cost; return $result; }"
    programs = fill(text, out=out, source=source, shift=shift, cost=cost, result=result)
    relation, factor = random.choice([("within(x, 1)", 1), ("within(x, 2)", 2), ("x{1} <= x{2} && within(x, 1)", 1)])
    budgets = (f"{factor}*{price}", f"{factor}*{price}", f"{factor}*{price}/2", f"{factor}*{price} - 1/100")
    domain = [whole("x", 0, 3)]
    return Sketch(domain, programs, [Promise(f"P satisfies dp(%s) when {relation}", budgets)], unbounded=True)


@sketch
def one_sided_noise(random: Random) -> Sketch:
    """Geometric and exponential noise can be moved up only."""
    base = random.choice([2, 3])
    source, type_ = random.choice(
        [(f"Geometric({Fraction(base - 1, base)})", "int"), (f"Exponential(1/ln({base}))", "real")]
    )
    text = "program P(x : private int) : $out { z :=$ $source couple z{2} = z{1} + $shift; return $result; }"
    result, out = random.choice([("x + z", type_), ("x + z >= 3", "bool")])
    programs = fill(text, out=out, source=source, shift=random.choice(["x{1} - x{2}", "1"]), result=result)
    about = random.choice(
        [
            "P satisfies dp(%s) when within(x, 1)",
            "P ~ P : x{2} <= x{1} && within(x, 1) ==> res{1} = res{2} within (%s)",
            "P ~ P : x{2} <= x{1} && within(x, 1) ==> res{1} = res{2} within (%s)",
            "P ~ P : within(x, 1) ==> res{1} = res{2} within (%s)",
        ]
    )
    budgets = (f"ln({base})", f"ln({base})", f"ln({base})/2", f"2*ln({base})")
    return Sketch([whole("x", 0, 2)], programs, [Promise(about, budgets)], unbounded=True)


@sketch
def histogram(random: Random) -> Sketch:
    """Noise in every bin, of which only one costs."""
    continuous = random.random() < 0.4
    kind, type_ = ("Laplace", "real") if continuous else ("DiscreteLaplace", "int")
    text = """program P(h : private list[int], eps : real) : list[$type] requires eps > 0;
    {
      out := [];
      for i in 0 .. size(h) invariant ={out}; invariant cost <= (if i{1} > k then eps else 0);
      { z :=$ $kind($scale) couple z{2} = z{1} + h{1}[i{1}] - h{2}[i{1}]; out := out ++ [h[i] + z]; }
      return out;
    }"""
    programs = fill(text, type=type_, kind=kind, scale=random.choice(["1/eps", "1/eps", "2/eps", "1/(2*eps)"]))
    about = "P satisfies dp(%s) when one_differs(h, 1) at k"
    domain = [lists("h", "int", (1, 2), (0, 1)), budget("eps", 4, 16)]
    return Sketch(domain, programs, [Promise(about, ("eps", "eps", "2*eps", "eps/2"))], unbounded=True)


@sketch
def above_threshold(random: Random) -> Sketch:
    """The first answer above a noisy threshold: a hit is moved, a miss is free."""
    text = """program P(q : private list[int], T : int, eps : real) : list[bool] requires eps > 0;
    {
      rho :=$ DiscreteLaplace($first) couple rho{2} = rho{1} + 1;
      bar := T + rho; i := 0; hit := false; out := [];
      while (i < size(q) && !hit)
        invariant ={i, hit, out} && 0 <= i{1} && i{1} <= size(q{1}) && bar{2} = bar{1} + 1;
        invariant cost = (if hit{1} then eps else eps/2);
        decreases size(q) - i;
      {
        eta :=$ DiscreteLaplace($second)
          couple eta{2} = eta{1} + (if q{1}[i{1}] + eta{1} >= bar{1} then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
          cost (if q{1}[i{1}] + eta{1} >= bar{1} then eps/2 else 0);
        hit := q[i] + eta >= bar; out := out ++ [hit]; i := i + 1;
      }
      return out;
    }"""
    programs = fill(
        text, first=random.choice(["2/eps", "2/eps", "1/eps"]), second=random.choice(["4/eps", "4/eps", "2/eps"])
    )
    domain = [lists("q", "int", (1, 2), (0, 1)), whole("T", 0, 0, "public"), budget("eps", 256)]
    budgets = ("eps", "eps", "eps/2", "3*eps/4")
    return Sketch(domain, programs, [Promise("P satisfies dp(%s) when all_within(q, 1)", budgets)], unbounded=True)


@sketch
def noisy_max(random: Random) -> Sketch:
    """The index of the largest noisy score, one output at a time."""
    kind = random.choice(["DiscreteLaplace", "DiscreteLaplace", "Geometric"])
    source = "DiscreteLaplace(2/eps)" if kind == "DiscreteLaplace" else "Geometric(1 - exp(-eps/2))"
    text = """program P(q : private list[int], eps : real) : int requires eps > 0; requires size(q) >= 1;
    {
      i := 0; best := 0; top := 0;
      while (i < size(q))
        invariant ={i} && 0 <= i{1} && i{1} <= size(q{1});
        invariant i{1} > 0 ==> 0 <= best{1} && best{1} < i{1};
        invariant cost = (if 0 <= o && i{1} > o then eps else 0);
        invariant 0 < i{1} && i{1} <= o ==> best{1} != o && best{2} != o && top{2} <= top{1} + 1;
        invariant 0 <= o && i{1} > o && best{1} = o ==> best{2} = o && top{2} = top{1} + 1;
        decreases size(q) - i;
      {
        eta :=$ $source couple eta{2} = eta{1} + (if i{1} = o then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
          cost (if i{1} = o then eps else 0);
        if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
        i := i + 1;
      }
      return best;
    }"""
    domain = [lists("q", "int", (1, 2), (0, 1, 2)), budget("eps", 16)]
    about = Promise("P satisfies dp(%s) when all_within(q, 1)", ("eps", "eps", "eps/2"), "pointwise o")
    return Sketch(domain, fill(text, source=source), [about], unbounded=True)


@sketch
def noisy_max_of_coins(random: Random) -> Sketch:
    """Noise from a small table: the larger of two scores, with ties to the first."""
    weights = random.choice([(1, 2, 1), (1, 1, 1), (1, 3, 9), (4, 2, 1)])
    parts = ", ".join([f"{n} @ {Fraction(w, sum(weights))}" for n, w in enumerate(weights)])
    text = """program P(q : private (bool, bool)) : bool
    {
      a :=$ Choice({$parts}) couple a{2} = $first;
      b :=$ Choice({$parts}) couple b{2} = $second;
      return a + (if q.0 then 1 else 0) >= b + (if q.1 then 1 else 0);
    }"""
    moves = ["a{1}", "(if o then 2 - a{1} else a{1})", "(a{1} + (if q{1}.0 = q{2}.0 then 0 else 1)) mod 3"]
    programs = fill(text, parts=parts, first=random.choice(moves), second=random.choice(moves).replace("a{", "b{"))
    values = tuple(product((False, True), repeat=2))
    domain = [Parameter("q", "private (bool, bool)", "", values)]
    relation = random.choice(["any", "q{1}.0 = q{2}.0", "q{1}.1 = q{2}.1 && (q{1}.0 ==> q{2}.0)"])
    about = f"P satisfies dp(%s) when {relation}"
    return Sketch(domain, programs, [Promise(about, options="pointwise o"), Promise(about, options="pointwise o")])


@sketch
def add_or_remove(random: Random) -> Sketch:
    """The noisy size or sum of a list of which one element may be missing."""
    text = """program P(d : private list[int]) : int
    { s := $query; z :=$ DiscreteLaplace(1/ln(2)) couple z{2} = z{1} + s{1} - s{2}; return s + z; }"""
    programs = fill(text, query=random.choice(["size(d)", "sum(d)", "min(1, size(d))", "2*size(d)", "count(d, 1)"]))
    domain = [lists("d", "int", (0, 1, 2), (0, 1), mixed=True)]
    relation = random.choice(["add_remove(d)", "add_remove(d) at k", "one_differs(d, 1)", "one_differs(d)"])
    budgets = ("ln(2)", "ln(2)", "2*ln(2)", "ln(2)/2")
    return Sketch(domain, programs, [Promise(f"P satisfies dp(%s) when {relation}", budgets)], unbounded=True)


@sketch
def counted_by_hand(random: Random) -> Sketch:
    """A sum by a loop with an invariant about the position that differs, then one noisy release."""
    base = random.choice([2, 4])
    text = """program P(d : private list[int]) : int
    {
      s := 0;
      for i in 0 .. size(d) invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0); { s := s + d[i]; }
      z :=$ DiscreteLaplace(1/ln($base)) couple z{2} = z{1} + s{1} - s{2} $cost;
      return s + z;
    }"""
    programs = fill(text, base=base, cost=maybe(random, f"cost ln({base})"))
    domain = [lists("d", "int", (1, 2), (0, 1))]
    budgets = (f"ln({base})", f"ln({base})", f"ln({base})/2", f"2*ln({base})")
    about = "P satisfies dp(%s) when one_differs(d, 1) at k"
    return Sketch(domain, programs, [Promise(about, budgets)], unbounded=True)


@sketch
def until_heads(random: Random) -> Sketch:
    """A loop that a coin ends, cut off after some rounds, or with a variant that is none."""
    p = random.choice([Fraction(1, 2), Fraction(1, 4)])
    text = """program P(x : private bool) : int
    {
      n := 0; go := true;
      while (go && n < $most) invariant ={n, go} && 0 <= n{1} && n{1} <= $most; invariant cost <= n{1}*$price;
        decreases $most - n;
      { b :=$ Flip($p) couple b{2} = $image $cost; go := $go; n := n + 1; }
      return n;
    }"""
    secret = random.random() < 0.5
    programs = fill(
        text,
        most=random.choice([1, 2, 3]),
        p=p,
        price=f"ln({odds(p)})" if secret else "0",
        image="b{1} xor x{1} xor x{2}" if secret else "b{1}",
        cost=maybe(random, f"cost ln({odds(p)})" if secret else "cost 0"),
        go="b xor x" if secret else random.choice(["b", "!b"]),
    )
    about = "P satisfies dp(%s) when any"
    return Sketch([truth_value("x")], programs, [Promise(about), Promise(about)])


@sketch
def branches(random: Random) -> Sketch:
    """Branches on what is equal, on a secret, and on what was drawn."""
    p, q = chance(random), chance(random)
    guard = random.choice(["w", "x", "r", "r && w", "x || w"])
    then = random.choice(
        [
            "b :=$ Flip($p) couple b{2} = b{1} xor x{1} xor x{2}; y := b xor x;",
            "b :=$ Flip($p) couple none; y := true;",
            "b :=$ Flip($p) couple b{2} = b{1}; y := b;",
            "y := x;",
            "y := true;",
            "if (x) { y := w; } else { y := w; }",
        ]
    )
    other = random.choice(
        [
            "y := true;",
            "y := r;",
            "b :=$ Flip($q) couple b{2} = b{1}; y := b;",
            "b :=$ Flip($q) couple b{2} = !b{1}; y := !b;",
            "b :=$ Flip($q) couple none; y := w;",
        ]
    )
    text = """program P(x : private bool, w : bool) : (bool, bool)
    {
      r :=$ Flip(if x then $p else $q) couple r{2} = r{1};
      if ($guard) { $then } else { $other }
      $after
      return $result;
    }"""
    text = fill(text, guard=guard, then=then, other=other, after=maybe(random, "leak w;", 0.3))
    programs = fill(text, p=p, q=q, result=random.choice(["(r, y)", "(y, w)", "(y, y)"]))
    about = random.choice(["P satisfies dp(%s) when any", "P satisfies dp(%s) when x{1} ==> x{2}"])
    return Sketch([truth_value("x"), truth_value("w", "public")], programs, [Promise(about), Promise(about)])


@sketch
def two_programs(random: Random) -> Sketch:
    """Quadruples between programs that draw the same in different ways."""
    m = random.choice([2, 3])
    p = chance(random)
    pairs = [
        # eager against lazy
        (
            f"k :=$ Uniform(0 .. {m}) couple none; if (w) {{ r := k; }} else {{ r := 0; }} return r;",
            f"if (w) {{ k :=$ Uniform(0 .. {m}); r := k; }} else {{ r := 0; }} return r;",
        ),
        # the same noise, moved
        (
            f"L: u :=$ Uniform(0 .. {m}); return u + x;",
            f"L: u :=$ Uniform(1 .. {m + 1}); return u - 1 + x;",
        ),
        (
            f"L: u :=$ Uniform(0 .. {m}); return u;",
            f"L: u :=$ Uniform(0 .. {m}); return u + x;",
        ),
        # one coin against another
        (
            f"L: b :=$ Flip({p}); return if b then 1 else 0;",
            f"L: b :=$ Flip({1 - p}); return if b then 0 else 1;",
        ),
        (
            f"L: b :=$ Flip({p}); return if b then x else 0;",
            f"L: b :=$ Flip({chance(random)}); return if b then x else 0;",
        ),
        # one draw against two
        (
            "a :=$ Flip(1/2); return if a then 1 else 0;",
            f"a :=$ Flip({p}); b :=$ Flip(1/2); return if a xor b then 1 else 0;",
        ),
    ]
    one, other = random.choice(pairs)
    text = "program A(x : int, w : bool) : int requires 0 <= x && x <= 1; { $one } "
    text += "program B(x : int, w : bool) : int requires 0 <= x && x <= 1; { $other }"
    if "L: u" in one:
        image = random.choice(["u{1} + 1", "u{1}", f"({m} - u{{1}})"])
        proof = f"proof {{ L: couple u{{2}} = {image}; }}"
    elif "L: b" in one:
        image = random.choice(["b{1}", "!b{1}"])
        cost = maybe(random, f" cost ln({odds(p)})", 0.3)
        proof = f"proof {{ L: couple b{{2}} = {image}{cost}; }}"
    else:
        proof = ""
    pre = random.choice(["={x, w}", "={x, w}", "x{1} <= x{2} && ={w}", "x{1} = 0", "true", "w{1} && w{2} && ={x}"])
    post = random.choice(
        [
            "res{1} = res{2}",
            "res{1} = res{2}",
            "res{1} <= res{2}",
            "(res{1} = 0 ==> res{2} = 0)",
            "(res{1} >= 1 ==> res{2} >= 1)",
            "res{1} <= res{2} + x{1}",
            "(res{1} = 0 <=> res{2} = 0)",
        ]
    )
    if post == "res{1} <= res{2} + x{1}":
        post = "res{1} <= res{2} + 1"
    within = random.choice(["", "", " within (%s)"])
    about = f"A ~ B : {pre} ==> {post}{within}"
    domain = [whole("x", 0, 1, "public"), truth_value("w", "public")]
    return Sketch(domain, fill(text, one=one, other=other), [Promise(about, options=proof)])


@sketch
def final_variables(random: Random) -> Sketch:
    """A quadruple whose postcondition speaks of variables that are not returned."""
    m = random.choice([2, 3])
    text = """program P(x : private int) : int requires 0 <= x && x <= 1;
    {
      u :=$ Uniform(0 .. $m) couple u{2} = $image;
      c := u + x;
      if (u = $m) { d := 0; } else { d := u; }
      return d;
    }"""
    image = random.choice(["u{1}", f"{m} - u{{1}}", f"(u{{1}} + x{{1}} - x{{2}}) mod {m + 1}"])
    programs = fill(text, m=m, image=image)
    posts = [
        "c{1} = c{2}",
        "c{1} <= c{2}",
        "c{1} <= c{2} && res{1} = res{2}",
        "u{1} + c{2} = u{2} + c{1}",
        "(u{1} = 0 ==> d{2} = 0)",
        "|c{1} - c{2}| <= 1",
        "d{1} = d{2}",
        "(c{1}, d{1}) = (c{2}, d{2})",
        "u{1} != u{2}",
    ]
    pre = random.choice(["x{1} <= x{2}", "={x}", "true", "x{1} < x{2}"])
    about = f"P ~ P : {pre} ==> {random.choice(posts)}{random.choice(['', '', ' within (%s)'])}"
    return Sketch([whole("x", 0, 1)], programs, [Promise(about), Promise(about)])


@sketch
def nothing_private(random: Random) -> Sketch:
    """Programs without noise: what they return depends on the secret, or does not."""
    expression = random.choice(
        ["x - x", "x*0", "x mod 2", "(x + w) mod 1", "max(x, 2)", "min(x, 0) + w", "x div 3", "w"]
    )
    text = """program P(x : private int, w : int) : int requires 0 <= x && x <= 2; requires 0 <= w && w <= 1;
    { if (x > $n) { y := $one; } else { y := $other; } return y + $expression; }"""
    one, other = random.choice([("w", "w"), ("w + w", "2*w"), ("x", "0"), ("1 - w", "w")])
    programs = fill(text, n=random.choice([0, 1, 2]), one=one, other=other, expression=expression)
    relation = random.choice(["any", "x{1} mod 2 = x{2} mod 2", "within(x, 1)", "x{1} > 0 && x{2} > 0"])
    domain = [whole("x", 0, 2), whole("w", 0, 1, "public")]
    return Sketch(domain, programs, [Promise(f"P satisfies noninterference when {relation}")])


@sketch
def with_delta(random: Random) -> Sketch:
    """Sometimes the secret itself comes out: epsilon and delta."""
    p, q = Fraction(1, random.choice([4, 10])), random.choice([Fraction(1, 4), Fraction(2, 3)])
    text = """program P(x : private bool) : (bool, bool)
    {
      bad :=$ Flip($p) couple bad{2} = bad{1};
      b :=$ Flip($q) couple b{2} = b{1} xor x{1} xor x{2};
      return (bad, if bad then x else b xor x);
    }"""
    eps = f"ln({odds(q)})"
    budgets = (f"{eps}, {p}", f"{eps}, {p / 2}", f"{eps}, {2 * p}", f"0, {p}", "0, 1", f"{eps}/2, {p}", eps)
    return Sketch([truth_value("x")], fill(text, p=p, q=q), [Promise("P satisfies dp(%s) when any", budgets)] * 2)


@sketch
def called(random: Random) -> Sketch:
    """A program that calls another and rests on a claim about it."""
    p = random.choice([Fraction(1, 4), Fraction(2, 3)])
    price = f"ln({odds(p)})"
    leak = maybe(random, "leak w;", 0.2)
    text = """program Q(x : private bool, w : bool) : bool
    { $leak b :=$ Flip($p) couple b{2} = b{1} xor x{1} xor x{2}; return b xor x; }
    program P(x : private bool, y : private bool, w : bool) : $type { $body }"""
    body, type_, times = random.choice(
        [
            ("a :=$ Q(x, w) couple by q; return a;", "bool", 1),
            ("a :=$ Q(x, w) couple by q; b :=$ Q(x, a) couple by q; return (a, b);", "(bool, bool)", 2),
            ("a :=$ Q(x, w) couple by q; b :=$ Q(y, w) couple by q; return (a, b);", "(bool, bool)", 2),
            ("a :=$ Q(x, x) couple by q; return a;", "bool", 1),
            ("a :=$ Q(x && y, w) couple by q; return a;", "bool", 1),
            ("if (w) { a :=$ Q(x, w) couple by q; } else { a := w; } return a;", "bool", 1),
            ("if (x) { a :=$ Q(x, w) couple by q; } else { a :=$ Q(y, w) couple by q; } return a;", "bool", 1),
            (
                "c := 0; for i in 0 .. 2 invariant ={c}; invariant cost <= i{1}*$price; "
                "{ a :=$ Q(x, w) couple by q; c := c + (if a then 1 else 0); } return c;",
                "int",
                2,
            ),
            ("joint { a :=$ Q(x, w); b :=$ Q(x, w); c := a && b; } couple c{2} = c{1}; return c;", "bool", 2),
        ]
    )
    leak = "" if "joint" in body else leak  # a joint block may not call what leaks
    programs = fill(fill(text, body=body), leak=leak, p=p, price=price, type=type_)
    cited = random.choice(
        [
            f"Q satisfies dp({price}) when any",
            f"Q satisfies dp({price}) when any",
            f"Q satisfies dp({price}) when x{{1}} && !x{{2}}",
            f"Q ~ Q : w{{1}} = w{{2}} ==> res{{1}} = res{{2}} within ({price})",
            f"Q ~ Q : true ==> (res{{1}} ==> res{{2}}) within ({price})",
            f"Q satisfies dp({price}/2) when any",
            "Q satisfies dp(0) when x{1} = x{2}",
        ]
    )
    about = random.choice(["P satisfies dp(%s) when any", "P satisfies dp(%s) when y{1} = y{2}"])
    if random.random() < 0.2:
        about = "P ~ P : w{1} = w{2} ==> res{1} = res{2} within (%s)"
    budgets = (f"{times}*{price}", f"{times}*{price}", price, f"{times}*{price}/2")
    domain = [truth_value("x"), truth_value("y"), truth_value("w", "public")]
    return Sketch(domain, programs, [Promise(about, budgets), Promise(cited, name="q")])


@sketch
def best_of_scores(random: Random) -> Sketch:
    """The exponential mechanism: scores move by at most 1, all the same way or not."""
    m = random.choice([2, 2, 3])
    scores = random.choice(["q", "q", "q ++ [0]", "[q[0], 1 - q[0]]", "[q[0] + 1, q[0]]"])
    text = """program P(q : private list[int], eps : real) : int requires eps >= 0; requires size(q) = $m;
    { r :=$ ExpMech($budget, $scores) couple r{2} = r{1} $cost; return r; }"""
    given = random.choice(["eps", "eps", "2*eps", "-eps"])
    cost = maybe(random, f"cost {random.choice(['eps', 'eps/2', '2*eps'])}", 0.4)
    programs = fill(text, m=m, budget=given, scores=scores, cost=cost)
    relation = random.choice(
        [
            "all_within(q, 1)",
            "one_differs(q, 1)",
            "size(q{1}) = size(q{2}) && (forall j. 0 <= j && j < size(q{1}) ==> 0 <= q{2}[j] - q{1}[j] <= 1)",
        ]
    )
    budgets = ("eps", "eps", "eps/2", "2*eps", "3*eps/2")
    domain = [lists("q", "int", (m,), (0, 1)), budget("eps", 4, 16)]
    return Sketch(domain, programs, [Promise(f"P satisfies dp(%s) when {relation}", budgets)])


@sketch
def clamped(random: Random) -> Sketch:
    """Noise around the secret, cut at both ends."""
    base = random.choice([2, 3])
    cut = random.choice(["Clamp", "Clamp", "Truncate"])
    noise = random.choice([f"DiscreteLaplace(1/ln({base}), x)", f"DiscreteLaplace(1/ln({base}))", "Geometric(1/2)"])
    high = random.choice(["2", "2", "x + 1", "n"])
    image = random.choice(["z{1}", "z{1}", "z{1} + x{1} - x{2}", "2 - z{1}"])
    text = """program P(x : private int, n : int) : int requires 0 <= x && x <= 2; requires 1 <= n && n <= 2;
    { z :=$ $cut($noise, 0, $high) couple z{2} = $image $cost; return $result; }"""
    cost = maybe(random, f"cost ln({base})", 0.3)
    result = random.choice(["z", "z", "min(z, n)", "x + z"])
    programs = fill(text, cut=cut, noise=noise, high=high, image=image, cost=cost, result=result)
    relation = random.choice(["within(x, 1)", "any", "x{1} <= x{2}"])
    domain = [whole("x", 0, 2), whole("n", 1, 2, "public")]
    return Sketch(domain, programs, [Promise(f"P satisfies dp(%s) when {relation}") for _ in range(2)])


@sketch
def totals(random: Random) -> Sketch:
    """Sums, counts, least and greatest elements of lists that differ in one element."""
    query = random.choice(
        [
            "sum(d)",
            "count(d, 1)",
            "count(d, 0) - count(d, 1)",
            "max(d)",
            "min(d)",
            "sum(d ++ [1])",
            "sum(d) - d[0]",
            "max(d) + min(d)",
            "sum(d) div 2",
            "count(d, d[0])",
        ]
    )
    base = random.choice([2, 4])
    text = """program P(d : private list[int]) : int requires size(d) >= 1;
    { s := $query; z :=$ DiscreteLaplace(1/ln($base)) couple z{2} = z{1} + s{1} - s{2}; return s + z; }"""
    relation = random.choice(
        ["one_differs(d, 1)", "one_differs(d, 1) at k", "one_differs(d)", "add_remove(d)", "all_within(d, 1)"]
    )
    domain = [lists("d", "int", (1, 2), (0, 1, 2), mixed=True)]
    budgets = (f"ln({base})", f"ln({base})", f"2*ln({base})", f"ln({base})/2")
    about = f"P satisfies dp(%s) when {relation}"
    return Sketch(domain, fill(text, query=query, base=base), [Promise(about, budgets)], unbounded=True)


# ---- sketches of what goes wrong -------------------------------------------------------------


def chain(name: str, table: list[str]) -> str:
    """`if u = 0 then a else if u = 1 then b else c`."""
    arms = [f"if {name} = {n} then {value} else " for n, value in enumerate(table[:-1])]
    return f"({''.join(arms)}{table[-1]})"


def weights_of(random: Random, size: int) -> list[Fraction]:
    """Random probabilities, some of them 0."""
    while True:
        found = [random.choice([0, 1, 1, 2, 3]) for _ in range(size)]
        if sum(found):
            return [Fraction(weight, sum(found)) for weight in found]


@sketch
def tables(random: Random) -> Sketch:
    """Random results for a secret and a sample, and a coupling that makes them equal where it can, injective or not."""
    size = random.choice([2, 3, 3, 4])
    results = [[random.randrange(random.choice([2, 2, 3])) for _ in range(size)] for _ in range(2)]
    kind = random.randrange(4)
    if kind == 0:
        source = f"Uniform(0 .. {size - 1})"
    elif kind == 1:
        source = f"Uniform({{{', '.join(map(str, random.sample(range(size), size)))}}})"
    else:
        entries = [f"{n} @ {weight}" for n, weight in enumerate(weights_of(random, size))]
        if kind == 3:  # the weights depend on the secret
            pairs = zip(weights_of(random, size), weights_of(random, size), strict=True)
            entries = [f"{n} @ (if x then {p} else {q})" for n, (p, q) in enumerate(pairs)]
        if random.random() < 0.2:  # an entry that stands twice
            half = [weight / 2 for weight in weights_of(random, size)]
            entries = [f"{n} @ {weight}" for n, weight in [*enumerate(half), *enumerate(half)]]
        source = f"Choice({{{', '.join(entries)}}})"

    def image(one: list[int], other: list[int]) -> str:
        fits = [[v for v in range(size) if other[v] == one[u]] or list(range(size)) for u in range(size)]
        best = [random.choice(choices) for choices in fits]
        for _ in range(20):
            if len(set(best)) == size or random.random() < 0.05:
                break
            best = [random.choice(choices) for choices in fits]
        return chain("u{1}", [str(v) for v in best])

    same = "if x{1} = x{2} then u{1} else "
    couple = f"({same}if x{{1}} then {image(results[1], results[0])} else {image(results[0], results[1])})"
    result = f"if x then {chain('u', list(map(str, results[1])))} else {chain('u', list(map(str, results[0])))}"
    programs = f"program P(x : private bool) : int {{ u :=$ {source} couple u{{2}} = {couple}; return {result}; }}"
    about = random.choice(
        [
            "P satisfies dp(%s) when any",
            "P satisfies dp(%s) when any",
            "P satisfies dp(%s) when x{1} && !x{2}",
            "P ~ P : x{1} && !x{2} ==> res{1} = res{2} within (%s)",
            "P ~ P : !x{1} && x{2} ==> res{1} = res{2}",
            "P ~ P : !x{1} && x{2} ==> res{1} <= res{2}",
        ]
    )
    options = random.choice(["", "", "pointwise o"]) if "satisfies" in about else ""
    return Sketch([truth_value("x")], programs, [Promise(about, options=options) for _ in range(2)])


@sketch
def secret_noise(random: Random) -> Sketch:
    """Noise whose width, or centre, is a secret."""
    source, type_ = random.choice(
        [
            ("Uniform(0 .. $n)", "int"),
            ("Uniform(-$n .. $n)", "int"),
            ("DiscreteLaplace(1/ln(if x then 2 else 8))", "int"),
            ("DiscreteLaplace((if x then 1 else 2)/ln(4))", "int"),
            ("DiscreteLaplace(1/ln(2), $n)", "int"),
            ("Laplace(1/ln(2), $n)", "real"),
            ("Laplace((if x then 2 else 1)/ln(4))", "real"),
            ("Geometric(if x then 1/2 else 7/8)", "int"),
            ("Exponential((if x then 1 else 2)/ln(4))", "real"),
            ("Uniform({0, $n, 5})", "int"),
            ("Choice({0 @ 1/2, $n @ 1/4, 3 @ 1/4})", "int"),
        ]
    )
    n = random.choice(["(if x then 1 else 2)", "(if x then 1 else 1)", "1", "(if x then 3 else 2)"])
    image = random.choice(["z{1}", "z{1}", f"z{{1}} + {n.replace('x', 'x{2}')} - {n.replace('x', 'x{1}')}", "-z{1}"])
    result, out = random.choice([("z", type_), ("z >= 1", "bool"), (f"z - {n}", type_)])
    text = "program P(x : private bool) : $out { z :=$ $source couple z{2} = $image; return $result; }"
    programs = fill(fill(text, source=source), n=n, image=image, result=result, out=out)
    about = random.choice(["P satisfies dp(%s) when any", "P ~ P : x{1} && !x{2} ==> res{1} = res{2} within (%s)"])
    finite = source.startswith(("Uniform", "Choice"))
    budgets = () if finite else ("0", "0", "ln(2)/2", "ln(2)", "ln(4)")
    return Sketch([truth_value("x")], programs, [Promise(about, budgets)], unbounded=not finite)


@sketch
def secret_rounds(random: Random) -> Sketch:
    """Loops whose number of rounds, or whose end, depends on the secret."""
    p = random.choice([Fraction(1, 2), Fraction(1, 4)])
    loop = random.choice(
        [
            "while (go) invariant ={c}; decreases if go then 1 else 0; { c := c + 1; go := false; }",
            "i := 0; while (i < x) invariant ={c, i}; { c := c + 1; i := i + 1; }",
            "for i in 0 .. x invariant ={c}; { c := c + 1; }",
            "i := 0; while (i < 2) invariant ={c, i} && 0 <= i{1}; { if (go) { c := 1 - c; } i := i + 1; }",
            "i := x; while (i > 0) { i := i - 1; }",
            "i := 0; while (i < x) invariant ={c}; decreases x - i; { b :=$ Flip($p) couple none; i := i + 1; }",
            "b :=$ Flip($p) couple b{2} = b{1} xor go{1} xor go{2}; "
            "while (b xor go) invariant ={c}; decreases if b xor go then 1 else 0; { c := 1; b := go; }",
            "b :=$ Flip(if go then $p else 1/2) couple b{2} = b{1}; while (!b) { skip; }",
            "while (go) invariant true; { skip; }",
            "while (x = 2) { c := c; }",
            "for i in 1 .. n invariant ={c}; { c := c + i; }",
            "for i in 2 .. n invariant ={c} && i{1} <= $most; { c := c + x; }",
            "i := 0; while (i < n) invariant ={i, c} && c{1} = i{1}; decreases n - i; { c := c + 1; i := i + 1; } "
            "c := c - n;",
            "s := x; for i in 0 .. n invariant ={s}; { s := s + 1; } c := s;",
        ]
    )
    text = """program P(x : private int, n : int) : int requires 0 <= x && x <= 2; requires 0 <= n && n <= 2;
    { c := 0; go := x > 0; $loop return $result; }"""
    programs = fill(
        fill(text, loop=loop), p=p, most=random.choice(["2", "n", "0"]), result=random.choice(["c", "c", "0"])
    )
    about = random.choice(
        [
            "P satisfies noninterference when any",
            "P satisfies dp(%s) when any",
            "P ~ P : ={n} ==> res{1} = res{2}",
            "P ~ P : n{1} = n{2} ==> res{1} = res{2} within (%s)",
            "P ~ P : n{1} = n{2} && x{1} <= x{2} ==> res{1} <= res{2}",
        ]
    )
    domain = [whole("x", 0, 2), whole("n", 0, 2, "public")]
    return Sketch(domain, programs, [Promise(about, ("0", "ln(2)", "ln(3)"))])


@sketch
def leaks(random: Random) -> Sketch:
    """What is leaked where: in step, on one side, in a loop, under one output at a time."""
    p = chance(random)
    value = random.choice(["x", "w", "r", "b", "b xor x", "1", "(r, w)", "[w]"])
    other = random.choice(["x", "w", "r", "b", "b xor x", "1", "!w"])
    place = random.choice(
        [
            "leak $value;",
            "leak $value; leak $other;",
            "if (x) { leak $value; } else { leak $other; }",
            "if (w) { leak $value; } else { leak $other; }",
            "if (r) { leak $value; }",
            "for i in 0 .. 2 invariant ={r}; { leak $value; }",
            "if (x) { leak w; leak w; } else { leak w; }",
        ]
    )
    text = """program P(x : private bool, w : bool) : bool
    {
      b :=$ Flip($p) couple b{2} = $image;
      r :=$ Flip(1/3) couple r{2} = r{1};
      $place
      return $result;
    }"""
    image = random.choice(["b{1} xor x{1} xor x{2}", "b{1}"])
    text = fill(text, place=place)
    programs = fill(text, p=p, image=image, value=value, other=other, result=random.choice(["r", "b xor x", "w"]))
    options = random.choice(["", "", "pointwise o"])
    about = random.choice(["P satisfies dp(%s) when any", "P satisfies noninterference when any"])
    domain = [truth_value("x"), truth_value("w", "public")]
    return Sketch(domain, programs, [Promise(about, options=options) for _ in range(2)])


@sketch
def errors(random: Random) -> Sketch:
    """Programs that may stop with a run-time error, for some inputs or for none."""
    body, result = random.choice(
        [
            ("y := 6 div (x - $n);", "0"),
            ("y := 6 mod (x + $n);", "y - y"),
            ("if (x > $n) { y := 1/(x - $n); } else { y := 1; }", "0"),
            ("l := [1, 2]; y := l[x];", "0"),
            ("l := [1, 2, 3]; if (0 <= x && x < $n) { l[x] := 0; }", "0"),
            ("l := [1, 2, 3]; y := (if x < $n then l[x] else 0);", "0"),
            ("b :=$ Flip(x/$n) couple none;", "0"),
            ("b :=$ Flip((x + 1)/$n) couple b{2} = b{1};", "b"),
            ("u :=$ Uniform(x .. $n) couple none;", "0"),
            ("u :=$ Uniform({x, $n}) couple none;", "0"),
            ("u :=$ Choice({0 @ x/4, 1 @ $n/4, 2 @ 1/2}) couple u{2} = u{1};", "u"),
            ("u :=$ Geometric(x/$n) couple none;", "0"),
            ("z :=$ DiscreteLaplace(x - $n) couple z{2} = z{1};", "z"),
            ("y := x > $n && 1/(x - $n) > 0;", "0"),
            ("y := x = $n || 4 div (x - $n) > 0;", "0"),
        ]
    )
    bounds = random.choice(["requires 0 <= x && x <= 2;", "requires 1 <= x && x <= 2;", "requires x > 0;", ""])
    text = "program P(x : private int) $bounds { $body return $result; }"
    programs = fill(
        fill(text, body=body),
        bounds=bounds,
        result=result,
        n=random.choice([1, 2, 3] if "/$n" in body else [0, 1, 2, 3]),
    )
    relation = random.choice(["any", "within(x, 1)", "x{1} = x{2}"])
    about = random.choice([f"P satisfies dp(%s) when {relation}", "P ~ P : true ==> res{1} = res{2} within (%s)"])
    return Sketch([whole("x", 0, 3)], programs, [Promise(about, ("0", "ln(2)", "3"))])


class Expressions:
    """Random expressions over x, y (int), p (bool), d (list of int), a (bits) and t (a tuple)."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def number(self, depth: int) -> str:
        kind = self.random.randrange(12 if depth else 2)
        if kind == 0:
            return self.random.choice(["0", "1", "2", "3"])
        if kind == 1 or depth == 0:
            return self.random.choice(["x", "y", "t.0", "size(d)"])
        one, other = self.number(depth - 1), self.number(depth - 1)
        if kind in (2, 3):
            return f"({one} {self.random.choice('+-')} {other})"
        if kind == 4:
            return f"({one} {self.random.choice(['mod', 'div'])} {self.random.choice(['2', '3', '(-2)', '(-3)'])})"
        if kind == 5:
            return f"(if {self.truth(depth - 1)} then {one} else {other})"
        if kind == 6:
            return f"{self.random.choice(['min', 'max'])}({one}, {other})"
        if kind == 7:
            return f"abs({one})"
        if kind == 8:
            return f"{self.random.choice(['floor', 'ceil'])}(({one})/{self.random.choice(['2', '(-3)', '4'])})"
        if kind == 9:
            return f"{self.items(depth - 1)}[0]"
        if kind == 10:
            return f"({one})*{self.random.choice(['2', '(-1)', '0', 'x'])}"
        return self.random.choice(
            [f"size({self.items(depth - 1)})", f"count({self.items(depth - 1)}, {one})", f"({one})^2"]
        )

    def truth(self, depth: int) -> str:
        kind = self.random.randrange(8 if depth else 2)
        if kind == 0 or depth == 0:
            return self.random.choice(["p", "t.1", "true", "a[0]", "a[1]"])
        if kind == 1:
            sign = self.random.choice(["=", "!=", "<", "<=", ">", ">="])
            return f"({self.number(depth - 1)} {sign} {self.number(depth - 1)})"
        if kind == 2:
            return f"(!{self.truth(depth - 1)})"
        if kind == 3:
            return f"({self.items(depth - 1)} = {self.items(depth - 1)})"
        if kind == 4:
            return f"({self.bits(depth - 1)} = {self.bits(depth - 1)})"
        if kind == 5:
            return f"({self.number(0)} <= {self.number(depth - 1)} < {self.number(0)})"
        sign = self.random.choice(["&&", "||", "==>", "<=>", "xor"])
        return f"({self.truth(depth - 1)} {sign} {self.truth(depth - 1)})"

    def items(self, depth: int) -> str:
        """A list with at least one element."""
        kind = self.random.randrange(4 if depth else 1)
        if kind == 0 or depth == 0:
            return f"({self.random.choice(['d', 'd', '[]'])} ++ [{self.number(0)}])"
        if kind == 1:
            return f"[{self.number(depth - 1)}, {self.number(depth - 1)}]"
        if kind == 2:
            return f"({self.items(depth - 1)} ++ {self.items(depth - 1)})"
        return f"(if {self.truth(depth - 1)} then {self.items(depth - 1)} else {self.items(depth - 1)})"

    def bits(self, depth: int) -> str:
        kind = self.random.randrange(4 if depth else 2)
        if kind == 0 or depth == 0:
            return "a"
        if kind == 1:
            return self.random.choice(["0b00", "0b01", "0b11"])
        if kind == 2:
            return f"({self.bits(depth - 1)} xor {self.bits(depth - 1)})"
        return f"(if {self.truth(depth - 1)} then {self.bits(depth - 1)} else {self.bits(depth - 1)})"


@sketch
def expressions(random: Random) -> Sketch:
    """Two ways to write one expression, or almost: what the solver takes expressions for, against what they are."""
    make = Expressions(random)
    kind = random.choice(["number", "number", "truth", "items", "bits"])
    one = getattr(make, kind)(2)
    other = getattr(make, kind)(2) if random.random() < 0.4 else one
    if kind == "number":
        ways = ["{e}", "{e} + 0", "-(-({e}))", "({e}) div 1", "2*({e}) - ({e})", "({e}) + 1", "floor(({e})/1)"]
        ways += ["(({e}) div 3)*3 + ({e}) mod 3", "(({e}) div (-2))*(-2) + ({e}) mod (-2)", "min({e}, {e})", "abs({e})"]
    elif kind == "truth":
        ways = ["{e}", "!(!({e}))", "({e}) xor false", "({e}) <=> true", "!({e})", "if {e} then true else false"]
    elif kind == "items":
        ways = ["{e}", "[] ++ ({e})", "({e}) ++ []", "if x > 0 then ({e}) else ({e})", "({e}) ++ [0]"]
    else:
        ways = ["{e}", "({e}) xor 0b00", "0b11 xor (({e}) xor 0b11)", "({e}) xor 0b10"]
    other = random.choice(ways).replace("{e}", other)
    domain = [
        whole("x", -2, 2, "public"),
        whole("y", -1, 1, "public"),
        truth_value("p", "public"),
        Parameter("d", "list[int]", "d in {[], [2], [0, 1]}", ([], [2], [0, 1])),
        Parameter("a", "bits[2]", "", tuple(brute.all_bits(2))),
        Parameter("t", "(int, bool)", "t.0 in {0, 2}", tuple(product((0, 2), (False, True)))),
    ]
    domain = [given for given in domain if re.search(rf"\b{given.name}\b", f"x {one} {other}")]
    bounds = "requires -2 <= x && x <= 2;" if random.random() < 0.5 else ""
    texts = []
    for name, e in (("A", one), ("B", other)):
        body = random.choice([f"r := {e}; return r;", f"if (x > 0) {{ r := {e}; }} else {{ r := {e}; }} return r;"])
        texts.append(f"program {name}({', '.join([given.declared for given in domain])}) {bounds} {{ {body} }}")
    programs = " ".join(texts)
    names = [given.name for given in domain]
    pre = f"={{{', '.join(names)}}}"
    if len(names) > 1 and random.random() < 0.3:
        rest = random.choice([" && x{1} = x{2} + 1 - 1", " && x{1} <= x{2} && x{2} <= x{1}", ""])
        pre = f"={{{', '.join(names[1:])}}}{rest}"
    post = "res{1} = res{2}" if kind != "number" or random.random() < 0.7 else "res{1} <= res{2}"
    return Sketch(domain, programs, [Promise(f"A ~ B : {pre} ==> {post}")])


@sketch
def asserted(random: Random) -> Sketch:
    """Assertions that are true, or that would help if they were."""
    p = chance(random)
    formula = random.choice(
        ["b{1} = b{2}", "x{1} = x{2}", "c{1} = c{2}", "c{1} <= c{2}", "cost <= ln(3)", "cost = 0", "true"]
    )
    text = """program P(x : private int, w : bool) : int requires 0 <= x && x <= 2;
    {
      b :=$ Flip($p) couple b{2} = b{1};
      c := $value;
      $place
      return $result;
    }"""
    place = random.choice(
        [
            "assert $formula;",
            "if (b) { assert $formula; } else { c := 0; }",
            "if (w) { assert $formula; c := c + 1; } else { c := 0; }",
            "if (x > 0) { assert $formula; }",
            "for i in 0 .. 2 invariant ={b}; { assert $formula; c := c + 0; }",
        ]
    )
    value = random.choice(["x", "x - x", "if b then x else 0", "if b && x > 3 then 1 else 0", "x div 3"])
    programs = fill(
        fill(text, place=place), p=p, formula=formula, value=value, result=random.choice(["c", "if b then c else 1"])
    )
    about = random.choice(["P satisfies dp(%s) when any", "P satisfies noninterference when any"])
    return Sketch([whole("x", 0, 2), truth_value("w", "public")], programs, [Promise(about, ("0", "0", "ln(2)"))])


@sketch
def two_secrets(random: Random) -> Sketch:
    """The relation names one secret of two, or the lengths of lists differ."""
    text = """program P(d : private list[bool], e : private list[bool]) : $type
    { b :=$ Flip(1/4) couple b{2} = b{1}; $body return $result; }"""
    body, result, type_ = random.choice(
        [
            ("", "size(d)", "int"),
            ("", "[b]", "list[bool]"),
            ("l := d ++ [b];", "size(l) - size(d)", "int"),
            ("l := e; if (size(e) > 0) { l[0] := b; }", "l", "list[bool]"),
            ("l := []; for i in 0 .. size(d) invariant ={l}; { l := l ++ [b]; }", "l", "list[bool]"),
            ("", "d ++ e", "list[bool]"),
            ("", "e = e", "bool"),
            ("c := size(d); c := c - size(e);", "c", "int"),
        ]
    )
    relation = random.choice(
        ["one_differs(d)", "one_differs(d) && one_differs(e)", "any", "size(d{1}) = size(d{2})", "d{1} = d{2}"]
    )
    relation = random.choice([relation, f"{relation} && e{{1}} = e{{2}}" if relation != "any" else "e{1} = e{2}"])
    programs = fill(fill(text, body=body), result=result, type=type_)
    domain = [
        lists("d", "bool", (0, 1), (False, True), mixed=True),
        lists("e", "bool", (0, 1), (False, True), mixed=True),
    ]
    return Sketch(domain, programs, [Promise(f"P satisfies dp(%s) when {relation}", ("0", "0", "ln(3)", "ln(2)"))])


# ---- sketches put together from parts --------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """Statements that give `$r` (equal in both runs, if all is well) from the secrets."""

    text: str
    type: str
    infinite: bool = False


def _parts(random: Random) -> list[Part]:
    p, q = chance(random), chance(random)
    m = random.choice([2, 3])
    base = random.choice([4, 8])
    flips = [
        Part(f"$b :=$ Flip({p}) couple $b{{2}} = $b{{1}} xor x{{1}} xor x{{2}}; $r := $b xor x;", "bool"),
        Part(f"$r :=$ Flip(if x then {p} else {q}) couple $r{{2}} = $r{{1}};", "bool"),
        Part(f"$b :=$ Flip({p}) couple none; $r := x xor x;", "bool"),
        Part("$r := y <= 2;", "bool"),
        Part(f"$r :=$ Flip({p}) couple $r{{2}} = $r{{1}};", "bool"),
        Part(
            f"joint {{ $b :=$ Flip({p}); if ($b) {{ $r := x; }} else {{ $r :=$ Flip({q}); }} }} "
            "couple $r{2} = $r{1};",
            "bool",
        ),
    ]
    turn = f"($b{{1}} + y{{1}} - y{{2}}) mod {m + 1}"
    weights = ", ".join([f"{n} @ {Fraction(n + 1, (m + 1) * (m + 2) // 2)}" for n in range(m + 1)])
    numbers = [
        Part(f"$b :=$ Uniform(0 .. {m}) couple $b{{2}} = {turn}; $r := (y + $b) mod {m + 1};", "int"),
        Part(f"$b :=$ Choice({{{weights}}}) couple $b{{2}} = {turn}; $r := (y + $b) mod {m + 1};", "int"),
        Part(f"$r :=$ Uniform({{0, {m}, {m + 4}}}) couple $r{{2}} = $r{{1}};", "int"),
        Part(
            "$b :=$ Uniform({0, 1, 5}) couple $b{2} = (if x{1} = x{2} then $b{1} else if $b{1} = 0 then 1 "
            "else if $b{1} = 1 then 0 else 5); $r := (if x && $b < 2 then 1 - $b else $b);",
            "int",
        ),
        Part(
            f"$b :=$ DiscreteLaplace(1/ln({base})) couple $b{{2}} = $b{{1}} + y{{1}} - y{{2}}; $r := y + $b;",
            "int",
            True,
        ),
        Part("$r := y*0 + 1;", "int"),
    ]
    return flips + numbers


def _shaped(random: Random, part: Part, text: str, name: str, names: list[str], level: int) -> str:
    """A part in a branch, in a loop, before a leak or an assertion, or as it is; at most two of these at once."""
    default = {"bool": "false", "int": "0"}[part.type]
    flags = [known for known in names if known.startswith("t")]
    equal = "".join([f" && ={{{known}}}" for known in names])
    i = f"i{name}{level}"
    shape = random.randrange(11)
    if shape == 0:
        guard = random.choice(["w", "!w", *flags])
        text = f"if ({guard}) {{ {text} }} else {{ {name} := {default}; }}"
    elif shape == 1:
        text = f"{name} := {default}; if (x) {{ {text} }} else {{ {text} }}"
    elif shape == 2 and not part.infinite:
        spent = random.choice(["0", f"{i}{{1}}*ln(3)", "ln(9)"])
        bound = random.choice(["1", "2", "if w then 2 else 0"])
        text = (
            f"{name} := {default}; for {i} in 0 .. {bound} "
            f"invariant ={{{name}}}{equal} && cost <= {spent}; {{ {text} }}"
        )
    elif shape == 3:
        text = f"{text} leak {name};"
    elif shape == 4:
        known = random.choice([name, name, "x", "y"])
        text = f"{text} assert {known}{{1}} = {known}{{2}};"
    elif shape == 5 and not part.infinite and part.type == "bool":  # again, until it is true, at most twice
        spent = random.choice(["ln(9)", f"{i}{{1}}*ln(3)"])
        text = (
            f"{name} := {default}; {i} := 0; while ({i} < 2 && !{name}) "
            f"invariant ={{{name}, {i}}}{equal} && 0 <= {i}{{1}} && cost <= {spent}; {{ {text} {i} := {i} + 1; }}"
        )
    elif shape == 6:
        guard = random.choice(["w", "x", *flags])
        text = f"{text} if ({guard}) {{ {name} := {default}; }}"
    return _shaped(random, part, text, name, names, level + 1) if shape < 7 and level == 0 else text


def put_together(random: Random) -> Sketch:
    """One, two or three parts, each in some shape."""
    names: list[str] = []
    statements: list[str] = []
    infinite = False
    for at in range(random.choice([1, 2, 2, 3])):
        pool = [part for part in _parts(random) if not (infinite and part.infinite)]
        part = random.choice(pool)
        infinite = infinite or part.infinite
        name = f"r{at}"
        text = part.text.replace("$r", name).replace("$b", f"b{at}")
        statements.append(_shaped(random, part, text, name, names, 0))
        names.append(name)
        if part.type == "bool":
            statements.append(f"t{at} := {name};")
            names.append(f"t{at}")
    shown = [name for name in names if name.startswith("r") and random.random() < 0.9] or names[:1]
    result = shown[0] if len(shown) == 1 else f"({', '.join(shown)})"
    public = random.random() < 0.7
    kind = "public" if public else "private"
    text = (
        f"program P(x : private bool, y : private int, w : {kind} bool) requires 0 <= y && y <= 2; "
        f"{{ {' '.join(statements)} return {result}; }}"
    )
    relations = ["any", "within(y, 1)", "x{1} = x{2}", "x{1} = x{2} && within(y, 1)", "y{1} = y{2}", "y{1} <= y{2}"]
    relation = random.choice(relations)
    if not public:
        relation = f"w{{1}} = w{{2}} && ({relation})" if relation != "any" else "w{1} = w{2}"
    domain = [truth_value("x"), whole("y", 0, 2), truth_value("w", kind)]
    if random.random() < 0.3:
        pre = "w{1} = w{2}" + ("" if relation == "any" else f" && ({relation})")
        about = f"P ~ P : {pre} ==> res{{1}} = res{{2}} within (%s)"
    else:
        about = f"P satisfies dp(%s) when {relation}"
    budgets = ("ln(2)", "ln(4)", "2*ln(8)", "ln(3)") if infinite else ()
    options = random.choice(["", "", "", "pointwise o"])
    promises = [Promise(about, budgets, options) for _ in range(1 if infinite else 2)]
    return Sketch(domain, text, promises, unbounded=infinite)
