"""Sketches of programs that call others: by claims with a delta, without a budget, and by quadruples."""

from fractions import Fraction
from random import Random

from tests.sketches import Promise, Sketch, chance, fill, maybe, odds, sketch, truth_value, whole

BITS = [truth_value("x"), truth_value("y"), truth_value("w", "public")]


@sketch
def called_with_delta(random: Random) -> Sketch:
    """The callee sometimes shows its secret: each call charges an epsilon and a delta."""
    p, q = Fraction(1, random.choice([4, 10, 100])), random.choice([Fraction(1, 2), Fraction(1, 4)])
    price = f"ln({odds(q)})" if q != Fraction(1, 2) else "0"
    callee = """program Q(x : private bool) : (bool, bool)
    { bad :=$ Flip($p) couple none; b :=$ Flip($q) couple none; return (bad, if bad then x else b xor x); }"""
    spent = random.choice(["i{1}*$p"] * 6 + ["$p", "0"])
    body, times = random.choice(
        [
            ("a :=$ Q(x) couple by q; return a;", 1),
            ("a :=$ Q(x) couple by q; return a.1 && w;", 1),
            ("a :=$ Q(x) couple by q; b :=$ Q(x) couple by q; return (a, b);", 2),
            ("a :=$ Q(x) couple by q; b :=$ Q(y) couple by q; return (a, b);", 2),
            ("a :=$ Q(x) couple by q; b :=$ Q(a.0) couple by q; return (a, b);", 2),
            ("if (w) { a :=$ Q(x) couple by q; r := a.1; } else { r := false; } return r;", 1),
            ("if (w) { a :=$ Q(x) couple by q; r := a; } else { r := (w, w); } return r;", 1),
            ("a :=$ Q(x) couple by q; if (a.0) { b :=$ Q(x) couple by q; r := b.1; } else { r := a.1; } return r;", 2),
            ("if (x) { a :=$ Q(x) couple by q; } else { a :=$ Q(!x) couple by q; } return a;", 1),
            (
                f"c := []; for i in 0 .. 2 invariant ={{c}}; invariant cost <= i{{1}}*$price; "
                f"invariant slack <= {spent}; {{ a :=$ Q(x) couple by q; c := c ++ [a]; }} return c;",
                2,
            ),
            (
                f"c := 0; i := 0; while (i < 2 && c = 0) invariant ={{c, i}} && 0 <= i{{1}} && i{{1}} <= 2; "
                f"invariant cost <= i{{1}}*$price; invariant slack <= {spent}; decreases 2 - i; "
                "{ a :=$ Q(x) couple by q; if (a.1) { c := 1; } i := i + 1; } return (c, i);",
                2,
            ),
        ]
    )
    programs = fill(f"{callee} program P(x : private bool, y : private bool, w : bool) {{ {body} }}", price=price)
    programs = fill(programs, p=p, q=q)
    right = f"{times}*{price}, {times * p}"
    budgets = (right, right, right, f"{times}*{price}, {2 * times * p}", f"{price}, {p}", f"{times}*{price}, {p}")
    budgets += (f"{times}*{price}, {times * p * Fraction(99, 100)}", f"{times}*{price}, {times * p / 2}")
    relation = random.choice(["any", "any", "y{1} = y{2}", "x{1} && !x{2}", "x{1} = x{2}"])
    options = maybe(random, "pointwise o", 0.15)
    cited = f"Q satisfies dp({price}, {random.choice([p] * 7 + [p / 2])}) when any"
    promises = [Promise(f"P satisfies dp(%s) when {relation}", budgets, options), Promise(cited, name="q")]
    return Sketch(BITS, programs, promises)


@sketch
def called_for_nothing(random: Random) -> Sketch:
    """The callee hides its secret altogether: `noninterference`, or an exact quadruple."""
    m = random.choice([2, 3])
    leak = maybe(random, random.choice(["leak k;", "leak w;", "leak (x + k) mod $m;"]), 0.3)
    callee = """program Q(x : private int, w : bool) : int requires 0 <= x && x < $m;
    { k :=$ Uniform(0 .. $m - 1) couple k{2} = (k{1} + x{1} - x{2}) mod $m; $leak return (x + k) mod $m; }"""
    body = random.choice(
        [
            "a :=$ Q(x, w) couple by q; return a;",
            "a :=$ Q(x, w) couple by q; b :=$ Q((x + a) mod $m, w) couple by q; return (a, b);",
            "a :=$ Q(x, w) couple by q; b :=$ Q(x, a = 0) couple by q; return (a, b);",
            "a :=$ Q(x, x = 0) couple by q; return a;",
            "a :=$ Q(x + 1, w) couple by q; return a;",
            "a :=$ Q(x, w) couple by q; return a + x;",
            "if (x > 0) { a :=$ Q(x, w) couple by q; } else { a :=$ Q(x, w) couple by q; } return a;",
            "if (w) { a :=$ Q(x, w) couple by q; } else { a := 0; } return a;",
            "a :=$ Q(x, w) couple by q; if (a > 0) { a :=$ Q(x, w) couple by q; } return a;",
            "c := []; for i in 0 .. 2 invariant ={c}; { a :=$ Q(x, w) couple by q; c := c ++ [a]; } return c;",
            "c := 0; for i in 0 .. 2 invariant ={c}; { a :=$ Q((x + i) mod $m, w) couple by q; c := c + a; } return c;",
            "c := 0; for i in 0 .. x invariant ={c}; { a :=$ Q(x, w) couple by q; c := c + a; } return c;",
        ]
    )
    head = "program P(x : private int, w : bool) requires 0 <= x && x < $m;"
    programs = fill(fill(f"{callee} {head} {{ {body} }}", leak=leak), m=m)
    cited = random.choice(
        [
            "Q satisfies noninterference when any",
            "Q satisfies noninterference when any",
            "Q satisfies noninterference when within(x, 1)",
            "Q ~ Q : ={w} ==> res{1} = res{2}",
            "Q ~ Q : true ==> res{1} = res{2}",
            "Q ~ Q : x{1} <= x{2} && ={w} ==> res{1} = res{2}",
            "Q satisfies dp(0) when any",
        ]
    )
    about, options = random.choice(
        [
            ("P satisfies noninterference when any", ""),
            ("P satisfies noninterference when within(x, 1)", ""),
            ("P satisfies dp(0) when any", "pointwise o"),
            ("P ~ P : ={w} ==> res{1} = res{2}", ""),
            ("P ~ P : x{1} <= x{2} && ={w} ==> res{1} = res{2}", ""),
        ]
    )
    domain = [whole("x", 0, m - 1), truth_value("w", "public")]
    return Sketch(domain, programs, [Promise(about, options=options), Promise(cited, name="q")])


@sketch
def called_with_any(random: Random) -> Sketch:
    """Arguments that the callee does not require, or public ones that are secret: it then shows all that it knows."""
    p = chance(random)
    price = f"ln({odds(p)})"
    shown = random.choice(["(b xor (x = 1))", "(b xor (x = 1), w)", "((b xor (x = 1)) xor (w = 1))"])
    callee = f"""program Q(x : private int, w : int) requires $needed;
    {{ b :=$ Flip({p}) couple b{{2}} = b{{1}} xor (x{{1}} = 1) xor (x{{2}} = 1); $leak return {shown}; }}"""
    given = random.choice(["x, w", "x, w", "x, y", "x + y, w", "min(x + y, 1), w", "x, x", "x, max(w, 0)", "2*x, w"])
    if random.random() < 0.4:  # what is not required is shown
        callee = callee.replace("return ", "if (x > 1) { leak x; } return ")
    leak = maybe(random, "leak w;", 0.2)
    needed = random.choice(["0 <= x && x <= 1", "0 <= x && x <= 1", "0 <= x && x <= 2", "x = 0 || x = 1"])
    body, times = random.choice(
        [
            (f"a :=$ Q({given}) couple by q; return a;", 1),
            (f"a :=$ Q({given}) couple by q; return a;", 1),
            (f"a :=$ Q(x, w) couple by q; b :=$ Q({given}) couple by q; return (a, b);", 2),
            (f"if (w = 0) {{ a :=$ Q({given}) couple by q; r := [a]; }} else {{ r := []; }} return r;", 1),
        ]
    )
    head = "program P(x : private int, y : private int, w : int) requires 0 <= x && x <= 1; requires 0 <= y && y <= 1;"
    programs = fill(f"{callee} {head} {{ {body} }}", needed=needed, leak=leak)
    cited = f"Q satisfies dp({price}) when {random.choice(['any', 'any', 'within(x, 1)', 'x{1} < x{2}'])}"
    about = f"P satisfies dp(%s) when {random.choice(['any', 'any', 'y{1} = y{2}', 'x{1} = x{2}'])}"
    budgets = (f"{times}*{price}", f"{times}*{price}", f"{times}*{price}/2", f"2*{times}*{price}")
    domain = [whole("x", 0, 2), whole("y", 0, 1), whole("w", 0, 1, "public")]
    return Sketch(domain, programs, [Promise(about, budgets), Promise(cited, name="q")])


@sketch
def called_by_relation(random: Random) -> Sketch:
    """The callee is cited by a quadruple that relates unequal results, in its own direction only."""
    p = chance(random)
    callee = """program Q(x : private int) : int requires 0 <= x && x <= 2;
    { c :=$ Flip($p) couple c{2} = c{1}; $leak return if c then x else x + 1; }"""
    leak = maybe(random, "leak c;", 0.15)
    pre, post = random.choice(
        [
            ("x{1} <= x{2}", "res{1} <= res{2}"),
            ("x{1} <= x{2}", "res{1} <= res{2} && res{2} - res{1} = x{2} - x{1}"),
            ("true", "res{1} - res{2} = x{1} - x{2}"),
            ("true", "res{1} <= res{2}"),
            ("x{1} = x{2}", "res{1} = res{2}"),
            ("x{1} < x{2}", "res{1} < res{2}"),
            ("within(x, 1)", "|res{1} - res{2}| <= 1"),
        ]
    )
    body, about = random.choice(
        [
            ("a :=$ Q(x) couple by q; return a;", "P ~ P : x{1} <= x{2} ==> res{1} <= res{2}"),
            ("a :=$ Q(x) couple by q; return a;", "P ~ P : x{1} < x{2} ==> res{1} != res{2}"),
            ("a :=$ Q(x) couple by q; return a;", "P ~ P : x{1} <= x{2} ==> res{1} < res{2}"),
            ("a :=$ Q(x) couple by q; return 3 - a;", "P ~ P : x{1} <= x{2} ==> res{1} <= res{2}"),
            ("a :=$ Q(x) couple by q; return a;", "P ~ P : x{2} <= x{1} ==> res{1} <= res{2}"),
            ("a :=$ Q(x) couple by q; return a;", "P satisfies noninterference when within(x, 1)"),
            ("a :=$ Q(x) couple by q; return a >= 2;", "P satisfies dp(ln(2)) when within(x, 1)"),
            ("a :=$ Q(2 - x) couple by q; return a;", "P ~ P : x{1} <= x{2} ==> res{1} >= res{2}"),
            ("a :=$ Q(2 - x) couple by q; return a;", "P ~ P : x{1} >= x{2} ==> res{1} <= res{2}"),
            ("a :=$ Q(x) couple by q; return a - x;", "P satisfies noninterference when any"),
            ("a :=$ Q(x) couple by q; return a - x;", "P satisfies dp(0) when within(x, 1)"),
            ("a :=$ Q(x) couple by q; return a;", "P satisfies dp(0) when x{1} <= x{2}"),
            ("a :=$ Q(x) couple by q; return a >= 3;", "P ~ P : x{1} <= x{2} ==> (res{1} ==> res{2})"),
            ("a :=$ Q(x) couple by q; return a;", "P ~ P : within(x, 1) ==> |res{1} - res{2}| <= 1"),
            (
                "a :=$ Q(x) couple by q; b :=$ Q(min(a, 2)) couple by q; return b;",
                "P ~ P : x{1} <= x{2} ==> res{1} <= res{2}",
            ),
            (
                "s := 0; for i in 0 .. 2 invariant s{1} <= s{2}; { a :=$ Q(x) couple by q; s := s + a; } return s;",
                "P ~ P : x{1} <= x{2} ==> res{1} <= res{2}",
            ),
        ]
    )
    head = "program P(x : private int) requires 0 <= x && x <= 2;"
    programs = fill(f"{callee} {head} {{ {body} }}", p=p, leak=leak)
    return Sketch([whole("x", 0, 2)], programs, [Promise(about), Promise(f"Q ~ Q : {pre} ==> {post}", name="q")])


@sketch
def called_one_output(random: Random) -> Sketch:
    """Callers, and callees, that are proved one output at a time."""
    m = 3
    weights = random.choice([(1, 1, 1), (1, 2, 1), (2, 1, 1), (1, 3, 9)])
    parts = ", ".join([f"{n} @ {Fraction(w, sum(weights))}" for n, w in enumerate(weights)])
    worst = max([Fraction(a, b) for a in weights for b in weights])
    price = f"ln({worst})" if worst != 1 else "0"
    here, there = "(o - x{1}) mod 3", "(o - x{2}) mod 3"
    swap = f"(if u{{1}} = {here} then {there} else if u{{1}} = {there} then {here} else u{{1}})"
    callee = f"""program Q(x : private int) : int requires 0 <= x && x <= 2;
    {{ u :=$ Choice({{{parts}}}) couple u{{2}} = {swap}; return (x + u) mod 3; }}"""
    turn = "(if b{1} = o then a{1} else b{1})"
    body, times = random.choice(
        [
            ("a :=$ Q(x) couple by q; return a;", 1),
            ("a :=$ Q(x) couple by q; if (a = 0) { leak a; } return a;", 1),
            ("a :=$ Q(x) couple by q; b :=$ Q(x) couple by q; return a + b;", 2),
            ("a :=$ Q(x) couple by q; if (a > 0) { b :=$ Q(x) couple by q; } else { b := 0; } return (a, b);", 2),
            ("a :=$ Q(x) couple by q; leak a; b :=$ Q((x + a) mod 3) couple by q; return b;", 2),
            (f"a :=$ Q(x) couple by q; b :=$ Uniform(0 .. 2) couple b{{2}} = {turn}; return b;", 1),
            ("a :=$ Q(x) couple by q; return if a = 0 then x else a;", 1),
        ]
    )
    head = "program P(x : private int) requires 0 <= x && x <= 2;"
    relation = random.choice(["any", "within(x, 1)", "x{1} < x{2}"])
    cited = f"Q satisfies dp({price}) when {random.choice(['any', 'any', 'within(x, 1)', 'x{1} < x{2}'])}"
    budgets = (f"{times}*{price}", f"{times}*{price}", f"{times}*{price}/2", f"{price}/3", "0")
    promises = [
        Promise(f"P satisfies dp(%s) when {relation}", budgets, random.choice(["pointwise o", "pointwise o", ""])),
        Promise(cited, options="pointwise o", name="q"),
    ]
    return Sketch([whole("x", 0, m - 1)], f"{callee} {head} {{ {body} }}", promises)


@sketch
def called_through(random: Random) -> Sketch:
    """Two calls deep, with leaks, with arguments that the callee's claim may or may not speak of."""
    p = random.choice([Fraction(1, 4), Fraction(2, 3)])
    price = f"ln({odds(p)})"
    leaks = random.choice(["", "", "leak w;", "leak x;", "leak b;"])
    inner = "program Q(x : private bool, w : bool) : bool "
    inner += "{ b :=$ Flip($p) couple b{2} = b{1} xor x{1} xor x{2}; $leaks return b xor x; }"
    given = random.choice(["x, w", "x, w", "x, w", "x, x", "!x, w", "x && y, w"])
    middle = (
        f"program M(x : private bool, y : private bool, w : bool) : bool {{ a :=$ Q({given}) couple by q; return a; }}"
    )
    body, times = random.choice(
        [
            ("a :=$ M(x, y, w) couple by m; return a;", 1),
            ("a :=$ M(x, y, w) couple by m; b :=$ M(x, y, a) couple by m; return (a, b);", 2),
            ("a :=$ M(x, y, w) couple by m; b :=$ Q(y, w) couple by q; return (a, b);", 2),
            ("a :=$ M(x, w, w) couple by m; leak a; return a;", 1),
        ]
    )
    outer = f"program P(x : private bool, y : private bool, w : bool) {{ {body} }}"
    q = random.choice(
        [
            f"Q satisfies dp({price}) when any",
            f"Q satisfies dp({price}) when any",
            f"Q satisfies dp({price}) when x{{1}} && !x{{2}}",
            f"Q ~ Q : true ==> res{{1}} = res{{2}} within ({price})",
        ]
    )
    m = random.choice([f"M satisfies dp({price}) when any", f"M satisfies dp({price}) when y{{1}} = y{{2}}"])
    budgets = (f"{times}*{price}", f"{times}*{price}", f"{price}/2", price)
    about = f"P satisfies dp(%s) when {random.choice(['any', 'any', 'y{1} = y{2}'])}"
    programs = fill(f"{inner} {middle} {outer}", p=p, leaks=leaks)
    assumed = maybe(random, "assume", 0.1)
    return Sketch(
        BITS, programs, [Promise(about, budgets), Promise(q, name="q", options=assumed), Promise(m, name="m")]
    )
