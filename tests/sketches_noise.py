"""Sketches of noise with a delta, of noise that is cut, and of the exponential mechanism with weights of any kind."""

from fractions import Fraction
from random import Random

from tests import below
from tests.brute import Log
from tests.sketches import Promise, Sketch, fill, lists, maybe, sketch, truth_value, whole

# what a budget is multiplied by: often right, or wrong by little or by much
FACTORS = (Fraction(10001, 10000), Fraction(1001, 1000), Fraction(1001, 1000), Fraction(101, 100), Fraction(2))
FACTORS += (Fraction(999, 1000), Fraction(99, 100), Fraction(1, 2))


def near(random: Random, delta: Fraction) -> str:
    """A number near to a delta, with a few digits."""
    digits = 10**9
    return f"{Fraction(int(delta * random.choice(FACTORS) * digits) + 1, digits)}"


def bell(random: Random) -> tuple[str, Fraction, bool, str]:
    """Gaussian noise: its name, sigma, whether it is discrete, and the type of its draws."""
    discrete = random.random() < 0.6
    sigma = Fraction(*random.choice([(1, 1), (2, 1), (3, 2), (3, 1)]))
    return ("DiscreteGauss" if discrete else "Gauss"), sigma, discrete, ("int" if discrete else "real")


@sketch
def gaussian_once(random: Random) -> Sketch:
    """A number with Gaussian noise, released or compared: epsilon is chosen, delta is what goes with it."""
    name, sigma, discrete, type_ = bell(random)
    moved = random.choice([1, 1, 2])
    eps = random.choice(["1/2", "1", "ln(2)", "0", "2"])
    centred = random.random() < 0.3
    source = f"{name}({sigma}, x)" if centred else f"{name}({sigma})"
    image = "z{1}" if centred else random.choice(["z{1} + x{1} - x{2}"] * 9 + ["z{1}", "z{1} + x{2} - x{1}", "-z{1}"])
    if random.random() < 0.05:
        image = "z{1} + (if z{1} > 0 then x{1} - x{2} else x{2} - x{1})"
    value = "z" if centred else "x + z"
    result, out = random.choice([(value, type_)] * 3 + [(f"{value} >= 1", "bool"), (f"floor({value})", "int")])
    cost = maybe(random, f"cost {random.choice([eps] * 6 + [eps + '/2', '1/4'])}")
    text = """program P(x : private int) : $out requires 0 <= x && x <= 2;
    { z :=$ $source couple z{2} = $image $cost; return $result; }"""
    programs = fill(text, out=out, source=source, image=image, cost=cost, result=result)
    delta = below.gauss_delta(Fraction(moved), sigma, _number(eps), discrete)
    budgets = (*[f"{eps}, {near(random, delta)}" for _ in range(6)], eps, f"{eps}/2, {near(random, delta)}")
    relation = {1: ["within(x, 1)", "x{1} <= x{2} && within(x, 1)"], 2: ["any", "within(x, 2)"]}[moved]
    about = random.choice(
        [
            f"P satisfies dp(%s) when {random.choice(relation)}",
            f"P satisfies dp(%s) when {random.choice(relation)}",
            f"P ~ P : |x{{1}} - x{{2}}| <= {moved} ==> res{{1}} = res{{2}} within (%s)",
        ]
    )
    options = maybe(random, "pointwise o", 0.1) if out in ("int", "bool") else ""
    return Sketch([whole("x", 0, 2)], programs, [Promise(about, budgets, options)], unbounded=not discrete)


def _number(text: str) -> Fraction | Log:
    """The epsilons that are written here."""
    return Log(1, 2) if text == "ln(2)" else Fraction(text)


@sketch
def gaussian_twice(random: Random) -> Sketch:
    """Two releases, one after the other, in a branch or in a loop: epsilons and deltas add up."""
    name, sigma, discrete, type_ = bell(random)
    eps = random.choice(["1/2", "1"])
    delta = below.gauss_delta(Fraction(1), sigma, Fraction(eps), discrete)
    one = Fraction(int(delta * 10**9) + 1, 10**9)
    draw = f":=$ {name}({sigma}) couple $v{{2}} = $v{{1}} + x{{1}} - x{{2}} cost {eps};"
    spent = random.choice([f"i{{1}}*{one}"] * 4 + [f"{one}", "0", f"i{{1}}*{one / 2}"])
    loop = """s := []; for i in 0 .. $n invariant ={s}; invariant cost <= i{1}*$eps; invariant slack <= $spent;
      { z $draw s := s ++ [x + z]; } return s;"""
    body, out, times = random.choice(
        [
            ("y $draw z $draw return (x + y, x + z);", f"({type_}, {type_})", 2),
            ("y $draw z $draw return x + y > 0 && x + z > 0;", "bool", 2),
            ("if (w) { z $draw r := x + z; } else { r := 0; } return r;", type_, 1),
            ("y $draw if (x + y > 1) { z $draw r := x + z; } else { r := 0; } return (x + y > 1, r);", None, 2),
            ("if (x > 0) { z $draw r := x + z; } else { z $draw r := x + z; } return r;", type_, 1),
            (fill(loop, n=2, eps=eps, spent=spent), f"list[{type_}]", 2),
            (fill(loop, n="(if w then 1 else 2)", eps=eps, spent=spent), f"list[{type_}]", 2),
        ]
    )
    out = out or f"(bool, {type_})"
    for variable in "yz":
        body = body.replace(f"{variable} $draw", f"{variable} {draw.replace('$v', variable)}")
    head = f"program P(x : private int, w : bool) : {out} requires 0 <= x && x <= 1;"
    budgets = tuple([f"{times}*{eps}, {near(random, times * one)}" for _ in range(4)])
    budgets += (f"{times}*{eps}, {one}", f"{eps}, {times * one}", f"{times}*{eps}")
    domain = [whole("x", 0, 1), truth_value("w", "public")]
    about = Promise("P satisfies dp(%s) when within(x, 1)", budgets)
    return Sketch(domain, f"{head} {{ {body} }}", [about], unbounded=True)


@sketch
def gaussian_between(random: Random) -> Sketch:
    """Quadruples with a delta: one direction, two programs, other relations between the results."""
    name, sigma, discrete, type_ = bell(random)
    eps = random.choice(["1/2", "1", "0"])
    delta = below.gauss_delta(Fraction(1), sigma, Fraction(eps), discrete)
    one, other = random.choice(
        [
            (f"L: z :=$ {name}({sigma}); return x + z;", f"L: z :=$ {name}({sigma}, x); return z;"),
            (f"L: z :=$ {name}({sigma}); return x + z;", f"L: z :=$ {name}({sigma}); return x + z + 1;"),
            (f"L: z :=$ {name}({sigma}); return z;", f"L: z :=$ {name}({sigma}); return x + z;"),
            (f"L: z :=$ {name}({sigma}, x); return z;", f"L: z :=$ {name}({sigma}, 1 - x); return z;"),
        ]
    )
    value = {"x + z;": "x{1} + z{1}", "z;": "z{1}"}[one.split("return ")[1]]
    right = {"x + z;": f"{value} - x{{2}}", "x + z + 1;": f"{value} - x{{2}} - 1", "z;": value}[
        other.split("return ")[1]
    ]
    image = random.choice([right] * 6 + ["z{1} + x{1}", "z{1} - 1", "z{1}"])
    text = f"""program A(x : int) : {type_} requires 0 <= x && x <= 1; {{ {one} }}
    program B(x : int) : {type_} requires 0 <= x && x <= 1; {{ {other} }}"""
    pre = random.choice(["={x}", "={x}", "true", "x{1} <= x{2}", "x{1} = 0 && x{2} = 1"])
    post = random.choice(["res{1} = res{2}"] * 6 + ["res{1} <= res{2}", "res{1} >= res{2}"])
    cost = maybe(random, f" cost {eps}")
    proof = f"proof {{ L: couple z{{2}} = {image}{cost}; }}"
    budgets = (*[f"{eps}, {near(random, delta)}" for _ in range(3)], eps, f"{eps}, 0")
    return Sketch(
        [whole("x", 0, 1, "public")],
        text,
        [Promise(f"A ~ B : {pre} ==> {post} within (%s)", budgets, proof)],
        unbounded=True,
    )


@sketch
def moved_both_ways(random: Random) -> Sketch:
    """Noise that is moved away from 0 on both sides: injective, but no price of one move is good for it."""
    m = random.choice([1, 1, 2])
    name, sigma, discrete, type_ = bell(random)
    eps = random.choice(["1/2", "1"])
    delta = below.gauss_delta(Fraction(m), sigma, Fraction(eps), discrete)
    source, slack = f"{name}({sigma})", ""
    if random.random() < 0.4:
        source, type_, delta = "DiscreteLaplace(1/ln(2))", "int", Fraction(1, 3)
        slack = "slack $d"
    both = f"z{{1}} + (if z{{1}} > 0 then {m} else -{m})"
    image = random.choice([both, both, f"z{{1}} + {m}", f"z{{1}} + (if x{{1}} = 0 then {m} else -{m})"])
    back = f"if z > {m} then z - {m} else if z <= -{m} then z + {m} else z + 100"
    result = {both: back, f"z{{1}} + {m}": f"z - {m}"}.get(image, f"if x = 0 then z - {m} else z + {m}")
    head = f"(x : int) : {type_} requires 0 <= x && x <= 1;"
    text = (
        f"program A{head} {{ L: z :=$ {source}; return z; }} program B{head} {{ L: z :=$ {source}; return {result}; }}"
    )
    d = near(random, delta * random.choice([1, 1, 2]))
    proof = fill(f"proof {{ L: couple z{{2}} = {image} cost {eps} {slack}; }}", d=d)
    promise = Promise("A ~ B : ={x} ==> res{1} = res{2} within (%s)", (f"{eps}, {d}",), proof)
    return Sketch([whole("x", 0, 1, "public")], text, [promise], unbounded=True)


@sketch
def truncated(random: Random) -> Sketch:
    """Noise that is conditioned on a range, turned inside of it; a map that leaves it is no coupling."""
    m = random.choice([2, 3])
    scale = random.choice(["1", "2", "1/ln(2)", "1/ln(3)"])
    rate = {"1": "1", "2": "1/2", "1/ln(2)": "ln(2)", "1/ln(3)": "ln(3)"}[scale]
    source = random.choice(
        [f"DiscreteLaplace({scale})", f"DiscreteLaplace({scale}, 1)", "Geometric(1/2)"] * 3
        + [f"DiscreteLaplace({scale}, x)"]
    )
    rate = "ln(2)" if source.startswith("Geo") else rate
    turn = f"(z{{1}} + x{{1}} - x{{2}}) mod {m + 1}"
    image = random.choice([turn] * 8 + ["z{1}", "z{1} + x{1} - x{2}", f"{m} - z{{1}}"])
    high = random.choice([f"{m}"] * 8 + [f"{m} + x", f"{m + 1}"])
    result = random.choice([f"(x + z) mod {m + 1}"] * 6 + ["z", "x + z"])
    cost = maybe(random, f"cost {m}*{rate}", 0.3)
    text = """program P(x : private int) : int requires 0 <= x && x <= $m;
    { z :=$ Truncate($source, 0, $high) couple z{2} = $image $cost; return $result; }"""
    programs = fill(text, m=m, source=source, high=high, image=image, cost=cost, result=result)
    relation = random.choice(["any", "within(x, 1)", "x{1} < x{2}"])
    budgets = (*[f"{m}*{rate}"] * 4, f"{m}*{rate} - 1/100", f"{m}*{rate}/2", rate)
    return Sketch([whole("x", 0, m)], programs, [Promise(f"P satisfies dp(%s) when {relation}", budgets)])


@sketch
def truncated_line(random: Random) -> Sketch:
    """Continuous noise on a range: pieces of it change places."""
    scale = random.choice(["1/ln(2)", "1/ln(4)", "2/ln(9)"])
    rate = {"1/ln(2)": "ln(2)", "1/ln(4)": "ln(4)", "2/ln(9)": "ln(3)"}[scale]
    source = random.choice([f"Laplace({scale})", f"Exponential({scale})", f"Laplace({scale}, 1)"])
    swap = "z{1} + (if x{1} = x{2} || z{1} = 2 then 0 else if z{1} < 1 then 1 else -1)"
    image = random.choice([swap] * 4 + ["z{1}", "z{1} + (if z{1} < 1 then 1 else 0)", "2 - z{1}"])
    high = random.choice(["2", "2", "2", "2 + x"])
    result = random.choice(["z = 2 || (if x = 0 then z < 1 else z >= 1)"] * 3 + ["z >= 1", "z + x >= 1"])
    text = """program P(x : private int) : bool requires 0 <= x && x <= 1;
    { z :=$ Truncate($source, 0, $high) couple z{2} = $image; return $result; }"""
    programs = fill(text, source=source, high=high, image=image, result=result)
    budgets = (rate, rate, rate, f"{rate}/2", f"{rate} - 1/1000", "0")
    return Sketch([whole("x", 0, 1)], programs, [Promise("P satisfies dp(%s) when any", budgets)], unbounded=True)


@sketch
def clamped_around(random: Random) -> Sketch:
    """Noise around the secret, cut at both ends, whose masses need not be fractions."""
    scale = random.choice(["1", "2", "1/2", "1/ln(2)", "1/ln(3)"])
    rate = {"1": "1", "2": "1/2", "1/2": "2", "1/ln(2)": "ln(2)", "1/ln(3)": "ln(3)"}[scale]
    continuous = scale.startswith("1/ln") and random.random() < 0.4
    kind, type_ = ("Laplace", "real") if continuous else ("DiscreteLaplace", "int")
    high = random.choice(["2", "2", "2", "n", "n", "n", "x + 1"])
    image = random.choice(["z{1}"] * 9 + ["z{1} + x{1} - x{2}", "2 - z{1}"])
    result, out = random.choice([("z", type_)] * 5 + [("z >= 1", "bool"), ("x + z", type_)])
    centre = random.choice(["x", "x", "2*x", "n - x"])
    text = """program P(x : private int, n : int) : $out requires 0 <= x && x <= 2; requires 1 <= n && n <= 2;
    { z :=$ Clamp($kind($scale, $centre), 0, $high) couple z{2} = $image $cost; return $result; }"""
    apart = 2 if centre == "2*x" else 1
    cost = maybe(random, f"cost {apart}*{rate}", 0.3)
    programs = fill(
        text, out=out, kind=kind, scale=scale, centre=centre, high=high, image=image, cost=cost, result=result
    )
    relation, moved = random.choice([("within(x, 1)", 1), ("any", 2), ("x{1} <= x{2}", 2)])
    price = f"{moved * apart}*{rate}"
    budgets = (price, price, price, f"{price} - 1/1000", f"{price}/2", f"2*{price}")
    domain = [whole("x", 0, 2), whole("n", 1, 2, "public")]
    return Sketch(
        domain, programs, [Promise(f"P satisfies dp(%s) when {relation}", budgets)], unbounded=type_ == "real"
    )


@sketch
def scores_of_any_kind(random: Random) -> Sketch:
    """The exponential mechanism with a rational epsilon, alone, twice or in a loop; scores move together or not."""
    m = random.choice([2, 2, 3])
    eps = random.choice(["1", "1/2", "2", "ln(4)"])
    scores = random.choice(["q", "q", "q", "[q[0], -q[0]]", "[q[0] + q[1], 0]", "q ++ [1]"])
    body, times = random.choice(
        [
            (f"r :=$ ExpMech({eps}, {scores}) couple r{{2}} = r{{1}}; return r;", 1),
            (f"r :=$ ExpMech({eps}, {scores}) couple r{{2}} = r{{1}}; return q[0] + r - q[0];", 1),
            (
                f"r :=$ ExpMech({eps}, {scores}) couple r{{2}} = r{{1}}; "
                f"s :=$ ExpMech({eps}, {scores}) couple s{{2}} = s{{1}}; return (r, s);",
                2,
            ),
            (
                "c := 0; for i in 0 .. 2 invariant ={c}; invariant cost <= i{1}*$price; "
                f"{{ r :=$ ExpMech({eps}, {scores}) couple r{{2}} = r{{1}} cost $price; c := c + r; }} return c;",
                2,
            ),
        ]
    )
    relation, share = random.choice(
        [
            ("all_within(q, 1)", 1),
            ("one_differs(q, 1)", 1),
            (f"size(q{{2}}) = {m} && (forall j. 0 <= j && j < {m} ==> 0 <= q{{2}}[j] - q{{1}}[j] <= 1)", 2),
        ]
    )
    price = f"({eps})/{share}"
    head = f"program P(q : private list[int]) requires size(q) = {m};"
    budgets = (f"{times}*{price}", f"{times}*{price}", f"{times}*{price}/2", f"2*{times}*{price}")
    budgets += (f"{times}*{price} - 1/100", f"9/10*{times}*{price}")
    promise = Promise(f"P satisfies dp(%s) when {relation}", budgets)
    return Sketch([lists("q", "int", (m,), (0, 1))], f"{head} {{ {fill(body, price=price)} }}", [promise])
