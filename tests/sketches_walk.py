"""Sketches of how two runs walk: joint blocks, branches that part, loops of one run, leaks, mixed outputs."""

from random import Random

from tests.sketches import Promise, Sketch, chance, fill, maybe, odds, sketch, truth_value, whole

SECRETS = [truth_value("x"), whole("y", 0, 2), truth_value("w", "public")]
HEAD = "program P(x : private bool, y : private int, w : bool) requires 0 <= y && y <= 2;"
RELATIONS = ("any", "any", "within(y, 1)", "x{1} = x{2}", "x{1} = x{2} && within(y, 1)", "y{1} = y{2}")


@sketch
def mixed_output(random: Random) -> Sketch:
    """A pattern that is fixed, and beside it a number with noise of any kind, whose coupling may know the pattern."""
    base = random.choice([2, 4])
    kind = random.choice(["Laplace", "DiscreteLaplace"])
    here, there = "(o - x{1}) mod 3", "(o - x{2}) mod 3"
    swap = f"(if u{{1}} = {here} then {there} else if u{{1}} = {there} then {here} else u{{1}})"
    source = random.choice(["Uniform(0 .. 2)"] * 3 + ["Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4})"])
    shift = random.choice(["x{1} - x{2}"] * 12 + ["(if o = 0 then x{1} - x{2} else 0)", "0", "x{2} - x{1}"])
    result = random.choice(
        ["(c, x + z)"] * 8
        + ["(if c = 0 then x + z else 0)", "(c = 0, if c = 0 then x + z else 0)", "(u, x + z)", "x + z"]
    )
    text = """program P(x : private int) requires 0 <= x && x <= 2;
    {
      u :=$ $source couple u{2} = $swap;
      c := (u + x) mod 3;
      $leak
      z :=$ $kind(1/ln($base)) couple z{2} = z{1} + $shift;
      return $result;
    }"""
    leak = maybe(random, random.choice(["leak c;", "leak c = 0;", "leak u;"]), 0.25)
    programs = fill(text, source=source, swap=swap, leak=leak, kind=kind, base=base, shift=shift, result=result)
    relation, moved = random.choice([("within(x, 1)", 1), ("any", 2), ("x{1} < x{2}", 2)])
    price = f"{moved}*ln({base})" + ("" if source.startswith("Uni") else " + ln(2)")
    budgets = (*[price] * 6, f"{price} - 1/1000", f"({price})/2", f"ln({base})/2")
    pattern = random.choice(["c"] * 16 + ["u", "c = 0", "(c, u)", "0"])
    options = random.choice([f"pointwise o = {pattern}"] * 8 + [""])
    if options == "" or (pattern not in ("c", "u") and options):
        programs = programs.replace(swap, "(u{1} + x{1} - x{2}) mod 3").replace(
            "(if o = 0 then x{1} - x{2} else 0)", "0"
        )
    promise = Promise(f"P satisfies dp(%s) when {relation}", budgets, options)
    return Sketch([whole("x", 0, 2)], programs, [promise], unbounded=True)


def _joint(random: Random, name: str) -> str:
    p, q = chance(random), chance(random)
    body = random.choice(
        [
            "c$n :=$ Flip($p); if (c$n) { $n := x; } else { $n :=$ Flip($q); }",
            "c$n :=$ Uniform(0 .. 2); $n := c$n <= y;",
            "c$n :=$ Flip($p); d$n :=$ Flip($q); $n := (c$n && x) || d$n;",
            "$n := x; c$n :=$ Flip($p); if (c$n) { $n := w; }",
            "c$n := 0; for j$n in 0 .. 2 { d$n :=$ Flip($p); c$n := c$n + (if d$n then 1 else 0); } $n := c$n > y;",
        ]
    )
    cost = maybe(random, f"cost ln({random.choice([2, 3, 9, 16])})", 0.15)
    return fill(f"joint {{ {body} }} couple $n{{2}} = $n{{1}} {cost};", n=name, p=p, q=q)


@sketch
def joint_blocks(random: Random) -> Sketch:
    """Joint blocks in branches, in loops, one after the other, and what is done with their results."""
    first, second = _joint(random, "r"), _joint(random, "s")
    body = random.choice(
        [
            f"{first} return r;",
            f"{first} {second} return (r, s);",
            f"{first} if (r) {{ {second} }} else {{ s := false; }} return (r, s);",
            f"if (w) {{ {first} }} else {{ r := true; }} return r;",
            f"if (x) {{ {first} }} else {{ {first} }} return r;",
            f"n := 0; for i in 0 .. 2 invariant ={{n}}; invariant cost <= i{{1}}*ln($most); "
            f"{{ {first} n := n + (if r then 1 else 0); }} return n;",
            f"{first} leak r; {second} return s;",
            f"{first} assert r{{1}} = r{{2}}; return !r;",
            f"{first} return (r, cr);",
            f"{first} return [cr];",
            f"{first} {second} return (s, cr);",
            f"L: {first} return r;",
        ]
    )
    most = random.choice(["3", "9", "16", "99"])
    body = body.replace("$most", most)
    about = f"P satisfies dp(%s) when {random.choice(RELATIONS)}"
    budgets = (f"2*ln({most})", f"2*ln({most})", f"ln({most})") if "for i" in body else ()
    options = maybe(random, "pointwise o", 0.2)
    if body.startswith("L:") and random.random() < 0.5:
        options += f" proof {{ L: couple r{{2}} = r{{1}} cost ln({random.choice([2, 3, 9])}); }}"
    return Sketch(SECRETS, f"{HEAD} {{ {body} }}", [Promise(about, budgets, options) for _ in range(2)])


@sketch
def parting_ways(random: Random) -> Sketch:
    """Branches on a secret: what one run draws, leaks, asserts or repeats while the other does something else."""
    p = chance(random)
    quiet = [
        f"b :=$ Flip({p}) couple none; t := b;",
        "b :=$ Uniform(0 .. 2) couple none; t := b > 0;",
        "t := x;",
        f"b :=$ Flip({p}) couple b{{2}} = b{{1}}; t := b;",
        "i := 0; while (i < y) decreases y - i; { i := i + 1; } t := i = y;",
        f"i := 0; while (i < y) decreases y - i; {{ b :=$ Flip({p}) couple none; i := i + 1; }} t := true;",
        "for i in 0 .. y { t := w; } t := w;",
        "i := y; while (i > 0) decreases i; { i := i - 1; } t := i = 0;",
    ]
    if random.random() < 0.05:
        quiet = ["i := 0; while (i < y) { i := i + 0; } t := true;"]
    loud = ["leak w; t := w;", "leak x; t := w;", "assert w{1} = w{2}; t := w;", "assert x{1} = x{2}; t := x;"]
    one = random.choice(quiet * 4 + loud)
    other = random.choice(["t := w;", random.choice(quiet), random.choice(quiet), random.choice(quiet + loud)])
    guard = random.choice(["x", "x", "x", "y > 0", "y > 1 && x", "w", "a", "a && x"])
    result = random.choice(["a", "w", "(a, w)", "t", "if t then a else a", "if t || !t then a else w"])
    coin = "a :=$ Flip($p) couple a{2} = a{1} xor x{1} xor x{2}; a := a xor x;".replace("$p", str(p))
    if random.random() < 0.4:
        coin = f"a :=$ Flip({p}) couple a{{2}} = a{{1}};"
    after = maybe(random, random.choice(["leak a;", "assert a{1} = a{2};", f"assert cost <= ln({odds(p)});"]), 0.4)
    body = f"t := false; {coin} if ({guard}) {{ {one} }} else {{ {other} }} {after} return {result};"
    relation = random.choice([*RELATIONS, "x{1} != x{2}", "x{1} != x{2}", "x{1} && !x{2}", "y{1} = y{2}"])
    about = random.choice(
        [
            f"P satisfies dp(%s) when {relation}",
            f"P satisfies dp(%s) when {relation}",
            "P ~ P : ={w} ==> res{1} = res{2} within (%s)",
            "P ~ P : ={w} && x{1} != x{2} ==> res{1} = res{2}",
        ]
    )
    options = maybe(random, "pointwise o", 0.15) if "satisfies" in about else ""
    return Sketch(SECRETS, f"{HEAD} {{ {body} }}", [Promise(about, options=options) for _ in range(2)])


@sketch
def leaking_loops(random: Random) -> Sketch:
    """Leaks round by round, in loops of a public or a secret number of rounds, under all kinds of claims."""
    p = chance(random)
    coin = "b :=$ Flip($p) couple b{2} = b{1} xor x{1} xor x{2} $cost;"
    cost = maybe(random, f"cost (if x{{1}} = x{{2}} then 0 else ln({odds(p)}))", 0.5)
    shown = random.choice(["b xor x"] * 5 + ["b", "x", "(b xor x, w)", "i", "[b xor x]"])
    bound = random.choice(["2", "2", "1", "(if w then 2 else 1)", "y"])
    spent = random.choice([f"i{{1}}*ln({odds(p)})"] * 5 + [f"ln({odds(p)})", "0"])
    loop = random.choice(
        [
            f"for i in 0 .. {bound} invariant cost <= {spent}; {{ {coin} leak {shown}; }}",
            f"for i in 0 .. {bound} invariant cost <= {spent}; {{ {coin} if (b xor x) {{ leak {shown}; }} }}",
            f"for i in 0 .. {bound} invariant cost <= {spent}; {{ {coin} assert b{{1}} xor x{{1}} = b{{2}} xor x{{2}}; "
            f"leak {shown}; }}",
            f"i := 0; go := true; while (i < 2 && go) invariant ={{i, go}} && 0 <= i{{1}} && i{{1}} <= 2; "
            f"invariant cost <= {spent}; decreases 2 - i; {{ {coin} go := b xor x; leak {shown}; i := i + 1; }}",
        ]
    )
    result = random.choice(["0", "w", "w", "x = x", "x"])
    about = f"P satisfies dp(%s) when {random.choice(RELATIONS)}"
    options = maybe(random, "pointwise o", 0.2)
    programs = fill(f"{HEAD} {{ {loop} return {result}; }}", p=p, cost=cost)
    budgets = (f"2*ln({odds(p)})", f"2*ln({odds(p)})", f"ln({odds(p)})", f"2*ln({odds(p)}) - 1/1000")
    return Sketch(SECRETS, programs, [Promise(about, budgets, options), Promise(about, options=options)])


@sketch
def pieces_of_the_line(random: Random) -> Sketch:
    """Continuous noise, moved by more or less according to where it lies, as in the sparse vector technique."""
    base = random.choice([4, 16])
    kind = random.choice(["Laplace", "Laplace", "DiscreteLaplace", "Exponential"])
    result = random.choice(["x + z >= 1", "x + z > 1"])
    hit = result.replace("x", "x{1}").replace("z", "z{1}")
    pre, inner, post = random.choice(
        [
            ("within(x, 1)", "1", "(res{1} ==> res{2})"),
            ("x{2} <= x{1} <= x{2} + 1", "x{1} - x{2}", "res{1} = res{2}"),
            ("x{1} <= x{2} <= x{1} + 1", "0", "(res{1} ==> res{2})"),
        ]
    )
    outer = "0"
    if random.random() < 0.4:  # a slip
        inner, outer = random.choice([("0", "1"), ("1", "-1"), ("x{2} - x{1}", "0"), (inner, inner), ("2", "1")])
    if random.random() < 0.2:
        hit = random.choice(["z{1} > 0", "x{2} + z{1} >= 1", "x{1} + z{1} >= 2"])
    result = result if random.random() < 0.8 else random.choice(["x + z", "(x + z >= 1, x + z >= 2)", "x + z >= 2"])
    if not result.startswith("x + z >"):
        post = "res{1} = res{2}"
    cost = maybe(random, f"cost (if {hit} then ln({base}) else 0)", 0.4)
    text = """program P(x : private int) requires 0 <= x && x <= 2;
    { z :=$ $kind(1/ln($base)) couple z{2} = z{1} + (if $hit then $inner else $outer) $cost; return $result; }"""
    programs = fill(text, kind=kind, base=base, hit=hit, inner=inner, outer=outer, cost=cost, result=result)
    about = f"P ~ P : {pre} ==> {post} within (%s)"
    if random.random() < 0.15:
        about = "P satisfies dp(%s) when within(x, 1)"
    price = f"ln({base})"
    budgets = (price, price, price, price, f"{price} - 1/1000", f"{price}/2", f"2*{price}", "0")
    return Sketch([whole("x", 0, 2)], programs, [Promise(about, budgets)], unbounded=True)
