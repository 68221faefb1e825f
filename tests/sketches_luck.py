"""Sketches of loops that end by luck, or only sometimes, and of calls that rest on no claim."""

from fractions import Fraction
from random import Random

from tests.sketches import Promise, Sketch, chance, fill, maybe, odds, sketch, truth_value, whole


@sketch
def until_lucky(random: Random) -> Sketch:
    """Rejection sampling and walks in step: what ends them, and with which chance in which state."""
    p = chance(random)
    loop, result = random.choice(
        [
            ("c := false; while (!c) invariant ={c}; { c :=$ Flip($p) couple c{2} = c{1}; }", "c"),
            ("c := false; while (!c) invariant ={c}; { c :=$ Flip(n/2) couple c{2} = c{1}; }", "c"),
            ("c := false; while (!c) invariant ={c}; { c :=$ Flip(if n > 0 then $p else 0) couple c{2} = c{1}; }", "c"),
            ("u :=$ Uniform(0 .. 3) couple u{2} = u{1}; "
             "while (u > n) invariant ={u}; { u :=$ Uniform(0 .. 3) couple u{2} = u{1}; }", "u"),
            ("u :=$ Uniform(1 .. 3) couple u{2} = u{1}; "
             "while (u > n) invariant ={u}; { u :=$ Uniform(1 .. 3) couple u{2} = u{1}; }", "u"),
            ("i := 1; while (0 < i && i < 3) invariant ={i} && 0 <= i{1} && i{1} <= 3; "
             "{ c :=$ Flip($p) couple c{2} = c{1}; i := i + (if c then 1 else -1); }", "i"),
            ("i := 1; while (i > 0) invariant ={i} && 0 <= i{1} && i{1} <= 2; "
             "{ c :=$ Flip($p) couple c{2} = c{1}; if (c) { i := i - 1; } else { i := min(2, i + 1); } }", "i"),
            ("i := 1; while (i > 0) invariant ={i} && 0 <= i{1} && i{1} <= 2; "
             "{ c :=$ Flip($p) couple c{2} = c{1}; if (i = 2) { i := 2; } else { i := (if c then 0 else 2); } }", "i"),
            ("c := false; i := 0; while (!c) invariant ={c, i} && 0 <= i{1}; "
             "{ c :=$ Flip($p) couple c{2} = c{1}; i := i + 1; }", "min(i, 2)"),
            ("c := false; d := false; while (!c || d) invariant ={c, d}; "
             "{ c :=$ Flip($p) couple c{2} = c{1}; d :=$ Flip(1/2) couple d{2} = d{1}; }", "c"),
            ("c := false; while (!c) invariant ={c}; { c :=$ Flip($p) couple c{2} = c{1}; c := c && n > 0; }", "c"),
        ]
    )  # fmt: skip
    kind = random.choice(["release", "release", "coin", "nothing"])
    after = {
        "release": "b :=$ Flip($p) couple b{2} = b{1} xor x{1} xor x{2}; return (b xor x, $result);",
        "coin": "return (x, $result);",
        "nothing": "return $result;",
    }[kind]
    needed = random.choice(["0 <= n && n <= 2", "1 <= n && n <= 2", "1 <= n && n <= 2"])
    text = fill(f"program P(x : private bool, n : int) requires {needed}; {{ {loop} {after} }}", result=result)
    price = f"ln({odds(p)})" if kind == "release" else "0"
    budgets = (price, price, price, f"{price}/2", "ln(2)")
    about = random.choice(["P satisfies dp(%s) when any"] * 3 + ["P ~ P : ={n} ==> res{1} = res{2} within (%s)"])
    if kind == "nothing" and random.random() < 0.4:
        about = "P ~ P : ={n} ==> res{1} = res{2}"
    domain = [truth_value("x"), whole("n", 0, 2, "public")]
    return Sketch(domain, fill(text, p=p), [Promise(about, budgets)], unbounded=True)


@sketch
def one_waits_for_luck(random: Random) -> Sketch:
    """A loop of one program only, which ends with probability 1, or not for every input."""
    loop = random.choice(
        [
            "c := false; while (!c) { c :=$ Flip(1/3); }",
            "c := false; while (!c) { c :=$ Flip(n/2); }",
            "c := n = 0; while (!c) { c :=$ Flip(n/2); }",
            "u := 3; while (u > n) { u :=$ Uniform(0 .. 3); }",
            "u := 3; while (u > n) { u :=$ Uniform(1 .. 3); }",
            "i := n; while (i > 0) invariant 0 <= i{$r} && i{$r} <= 2; "
            "{ c :=$ Flip(1/2); i := (if c then i - 1 else i); }",
            "i := n; while (i > 0) { c :=$ Flip(1/2); i := (if c then i - 1 else i); }",
            "i := n; while (i > 0) invariant 0 <= i{$r} && i{$r} <= 2; decreases i; "
            "{ c :=$ Flip(1/2); i := (if c then i - 1 else min(2, i + 1)); }",
            "i := n; while (i != 1) { c :=$ Flip(1/2); i := (if c then 1 else i); }",
            "i := n; while (i = 1) { c :=$ Flip(1/2); i := (if c then 1 else i); }",
            "a := true; b := true; while (a = b) { a :=$ Flip(1/4); b :=$ Flip(1/4); }",
            "a := true; b := true; while (a = b) { a :=$ Flip(1/4); b := a; }",
            "z := 0; while (z < n) { z :=$ Geometric(1/2); }",
            "z := 0; while (z < n) { z :=$ DiscreteLaplace(1/ln(2)); z := min(z, 1); }",
        ]
    )
    first = random.random() < 0.4
    loop = loop.replace("{$r}", "{1}" if first else "{2}")
    busy = f"{loop} {maybe(random, 'v :=$ Uniform(0 .. 1);', 0.3)} return n;"
    texts = [busy, "return n;"] if first else ["return n;", busy]
    head = "(n : int) : int requires 0 <= n && n <= 2;"
    programs = " ".join([f"program {name}{head} {{ {text} }}" for name, text in zip("AB", texts, strict=True)])
    pre = random.choice(["={n}"] * 4 + ["={n} && n{1} > 0", "={n} && n{1} > 0", "n{1} <= n{2}"])
    post = random.choice(["res{1} = res{2}"] * 4 + ["res{1} <= res{2}", "res{1} = res{2} within (ln(2))"])
    return Sketch([whole("n", 0, 2, "public")], programs, [Promise(f"A ~ B : {pre} ==> {post}")], unbounded=True)


@sketch
def called_by_itself(random: Random) -> Sketch:
    """Calls of one run, or of both with `couple none`: the callee has no errors, ends and leaks nothing, or not."""
    callee = random.choice(
        [
            "c :=$ Flip(1/3); return if c then n else 0;",
            "return 6 div n;",
            "return if n > 0 then 6 div n else 0;",
            "leak 0; return n;",
            "c := false; while (!c) { c :=$ Flip(1/3); } return n;",
            "c := false; while (!c) { c :=$ Flip(n/2); } return n;",
            "i := 0; while (i < n) decreases n - i; { i := i + 1; } return i;",
            "while (n = 2) { skip; } return n;",
            "u :=$ Uniform(0 .. n - 1); return u;",
        ]
    )
    needed = random.choice(["0 <= n && n <= 2", "0 <= n && n <= 2", "1 <= n && n <= 2", "n = 1"])
    inner = f"program Q(n : int) : int requires {needed}; {{ {callee} }}"
    call = random.choice(["y :=$ Q(n) couple none;", "y :=$ Q(n) couple none;", "y :=$ Q(1) couple none;"])
    if random.random() < 0.5:
        body = random.choice(
            [
                f"if (x) {{ {call} }} return n;",
                f"{call} return n;",
                f"y := 0; if (x) {{ {call} }} return if y > 3 then 1 else 0;",
                f"{call} return y;",
                f"b :=$ Flip(1/4) couple b{{2}} = b{{1}} xor x{{1}} xor x{{2}}; if (x) {{ {call} }} return b xor x;",
                f"for i in 0 .. 2 {{ {call} }} return n;",
            ]
        )
        outer = f"program P(x : private bool, n : int) : $type requires 0 <= n && n <= 2; {{ {body} }}"
        outer = outer.replace("$type", "bool" if "return b" in body else "int")
        about = random.choice(["P satisfies dp(%s) when any"] * 3 + ["P ~ P : ={n} ==> res{1} = res{2} within (%s)"])
        domain = [truth_value("x"), whole("n", 0, 2, "public")]
        price = "ln(3)" if "return b" in body else "0"
        return Sketch(domain, f"{inner} {outer}", [Promise(about, (price, price, price, f"{price}/2", "ln(2)"))])
    call = call.replace(" couple none", "")
    first = random.random() < 0.5
    texts = [f"{call} return n;", "return n;"] if first else ["return n;", f"{call} return n;"]
    if random.random() < 0.2:
        texts = [text.replace("return n;", "return y;") if "y :=" in text else text for text in texts]
    head = "(n : int) : int requires 0 <= n && n <= 2;"
    programs = " ".join([f"program {name}{head} {{ {text} }}" for name, text in zip("AB", texts, strict=True)])
    pre = random.choice(["={n}", "={n}", "={n} && n{1} > 0", "={n} && n{1} = 1"])
    post = random.choice(["res{1} = res{2}"] * 3 + ["res{1} <= res{2}", "res{1} = res{2} within (ln(2))"])
    return Sketch([whole("n", 0, 2, "public")], f"{inner} {programs}", [Promise(f"A ~ B : {pre} ==> {post}")])


@sketch
def cited_within(random: Random) -> Sketch:
    """Quadruples with a budget cited where it matters that runs end, and where results may have no partner."""
    p = random.choice([Fraction(1, 4), Fraction(2, 3)])
    price = f"ln({odds(p)})"
    inner = "program Q(x : private bool) : bool "
    inner += "{ b :=$ Flip($p) couple b{2} = b{1} xor x{1} xor x{2}; $more return b xor x; }"
    more = random.choice(
        [
            "",
            "",
            "while (!b && x) { b := b; }",
            "c := false; while (!c) invariant ={c}; { c :=$ Flip(1/2) couple c{2} = c{1}; }",
        ]
    )
    body = random.choice(
        [
            "a :=$ Q(x) couple by q; return a;",
            "a :=$ Q(x) couple by q; while (!a) { skip; } return a;",
            "a :=$ Q(x) couple by q; if (a) { c :=$ Q(x) couple by q; } else { c := w; } return (a, c);",
            "a :=$ Q(x) couple by q; i := 0; while (i < 2) invariant ={i}; decreases 2 - i; { i := i + 1; } return a;",
        ]
    )
    times = 2 if body.count("Q(x)") == 2 else 1
    cited = random.choice(
        [
            f"Q ~ Q : true ==> res{{1}} = res{{2}} within ({price})",
            f"Q ~ Q : true ==> res{{1}} = res{{2}} within ({price})",
            f"Q ~ Q : true ==> res{{1}} = res{{2}} within ({price}, 1/10)",
            f"Q ~ Q : x{{1}} != x{{2}} ==> res{{1}} = res{{2}} within ({price})",
            "Q ~ Q : true ==> res{1} = res{2} within (0, 1)",
            f"Q ~ Q : true ==> res{{1}} && res{{2}} within (0, {max(p, 1 - p)})",
        ]
    )
    outer = f"program P(x : private bool, w : bool) {{ {body} }}"
    about = random.choice(
        [
            "P satisfies dp(%s) when any",
            "P satisfies dp(%s) when x{1} != x{2}",
            "P ~ P : ={w} ==> res{1} = res{2} within (%s)",
            "P ~ P : ={w} && x{1} != x{2} ==> res{1} = res{2} within (%s)",
        ]
    )
    budgets = (f"{times}*{price}", f"{times}*{price}", f"{times}*{price}, {times}/10", f"{price}/2", "0, 1", "0, 2/3")
    domain = [truth_value("x"), truth_value("w", "public")]
    return Sketch(domain, fill(f"{inner} {outer}", p=p, more=more), [Promise(about, budgets), Promise(cited, name="q")])
