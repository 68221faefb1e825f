"""Sketches of couplings at a slack: run 2 draws the image of what run 1 drew, except on some mass."""

from fractions import Fraction
from math import exp, log
from random import Random

from prhl.source import Source
from prhl.syntax.parser import parse
from tests import brute
from tests.sketches import Promise, Sketch, chain, fill, maybe, sketch, truth_value, weights_of, whole

RIGHT = (Fraction(1),) * 4
WRONG = (Fraction(99, 100), Fraction(1, 2), Fraction(999, 1000))
EPSILONS = {"0": 0.0, "ln(2)": log(2), "1/2": 0.5, "1": 1.0}


def near(random: Random, delta: float | Fraction) -> str:
    """A number near to a delta, often just above it; floats do no harm, since brute force says what is true."""
    factor = random.choice([*RIGHT, Fraction(2), *WRONG])
    exact = Fraction(delta) * factor
    if isinstance(delta, Fraction) and delta.denominator < 10**6:
        return str(exact)
    return str(Fraction(int(exact * 10**7) + (1 if factor >= 1 else 0), 10**7))


def left_over(source: str, shift: int, eps: float) -> float:
    """What is left over if noise is moved, within a window."""
    file = parse(Source("noise.wl", f"program N() {{ z :=$ {source}; return z; }}")).file
    sample = file.items[0].body.statements[0]  # type: ignore[union-attr]
    with brute.windows(Fraction(1, 10**9)):
        masses = dict(brute.masses(sample.source, {}))
    return sum([max(0.0, float(p) - exp(eps) * float(masses.get(n + shift, 0))) for n, p in masses.items()])


def rational(eps: str) -> Fraction:
    return Fraction(2) if eps == "ln(2)" else Fraction(1)


@sketch
def slack_of_tables(random: Random) -> Sketch:
    """Finite draws whose weights depend on the secret, by the identity or by another map."""
    size = random.choice([2, 2, 3])
    rows = [weights_of(random, size), weights_of(random, size)]
    eps = random.choice(["0", "0", "ln(2)"])
    turn = random.choice([0, 0, 0, 1])
    gaps = [
        sum([max(Fraction(0), one[n] - rational(eps) * other[(n + turn) % size]) for n in range(size)], Fraction(0))
        for one, other in (rows, rows[::-1])
    ]
    entries = ", ".join([f"{n} @ (if x then {p} else {q})" for n, (p, q) in enumerate(zip(*rows, strict=True))])
    source = f"Choice({{{entries}}})"
    if size == 2 and random.random() < 0.5:
        source, size = f"Flip(if x then {rows[0][1]} else {rows[1][1]})", 0
    table = [str((n + turn) % size) for n in range(size)] if size else []
    image = chain("u{1}", table) if turn and size else ("!u{1}" if turn else "u{1}")
    image = f"(if x{{1}} = x{{2}} then u{{1}} else {image})" if random.random() < 0.6 else image
    if random.random() < 0.1:
        image = random.choice(["0", "1"]) if size else "true"
    slack = near(random, max(gaps))
    result = "u" if not turn else "if x then u else u"
    if turn and size:
        result = f"if x then u else (u + {size - turn}) mod {size}"
    elif turn:
        result = "u xor x"
    slack = random.choice([slack, slack, slack, f"(if x{{1}} = x{{2}} then 0 else {slack})"])
    body, times = random.choice(
        [
            ("u :=$ $source couple u{2} = $image cost $eps slack $slack; return $result;", 1),
            ("u :=$ $source couple u{2} = $image cost $eps slack $slack; return $result;", 1),
            ("u :=$ $source couple u{2} = $image cost $eps slack $slack; v := $result; "
             "u :=$ $source couple u{2} = $image cost $eps slack $slack; return (v, $result);", 2),
            ("c := []; for i in 0 .. 2 invariant ={c} && cost <= i{1}*$eps && slack <= i{1}*$most; "
             "{ u :=$ $source couple u{2} = $image cost $eps slack $slack; c := c ++ [$result]; } return c;", 2),
            ("if (w) { u :=$ $source couple u{2} = $image cost $eps slack $slack; r := $result; } else { r := $zero; } "
             "return r;", 1),
            ("u :=$ $source couple u{2} = $image slack $slack; return $result;", 1),
        ]
    )  # fmt: skip
    most = random.choice([max(gaps), max(gaps), max(gaps) / 2])
    zero = "0" if size else "false"
    programs = (
        "program P(x : private bool, w : bool) { "
        + fill(body, source=source, image=image, eps=eps, slack=slack, most=most, result=result, zero=zero)
        + " }"
    )
    total = times * max(gaps)
    budgets = (*[f"{times}*{eps}, {min(Fraction(1), total)}"] * 4, f"{times}*{eps}, {total * Fraction(99, 100)}")
    budgets += (f"{times}*{eps}, {total / 2}", f"{times}*{eps}")
    relation = random.choice(["any", "any", "x{1} != x{2}", "x{1} && !x{2}"])
    about = random.choice(
        [f"P satisfies dp(%s) when {relation}"] * 3 + ["P ~ P : ={w} && x{1} && !x{2} ==> res{1} = res{2} within (%s)"]
    )
    options = maybe(random, "pointwise o", 0.1)
    domain = [truth_value("x"), truth_value("w", "public")]
    return Sketch(domain, programs, [Promise(about, budgets, options)])


@sketch
def slack_of_noise(random: Random) -> Sketch:
    """Noise that is moved at a smaller epsilon than its price, one-sided or cut off."""
    scale = random.choice(["1", "1/ln(2)", "1/ln(4)", "2"])
    p = random.choice(["1/2", "1/3"])
    source = random.choice(
        [
            f"DiscreteLaplace({scale})",
            f"Geometric({p})",
            f"Truncate(DiscreteLaplace({scale}), -2, 2)",
            f"Truncate(Geometric({p}), 0, 3)",
            f"Clamp(DiscreteLaplace({scale}), -2, 2)",
            f"Truncate(DiscreteLaplace({scale}, 1), -1, 2)",
            "Uniform(0 .. 4)",
            "Truncate(DiscreteGauss(1), -2, 2)",
        ]
    )
    eps = random.choice(list(EPSILONS))
    moved = random.choice([1, 1, 1, 2])
    try:
        delta = max([left_over(source, sign * moved, EPSILONS[eps]) for sign in (1, -1)])
    except brute.Beyond:
        delta = 0.3
    image = random.choice(["z{1} + x{1} - x{2}"] * 8 + ["z{1}", "z{1} + x{2} - x{1}", "-z{1}"])
    if random.random() < 0.05:
        image = "z{1} + (if z{1} > 0 then x{1} - x{2} else x{2} - x{1})"
    slack = random.choice([near(random, delta)] * 5 + ["0", "1/1000"])
    text = """program P(x : private int) : $type requires 0 <= x && x <= 2;
    { z :=$ $source couple z{2} = $image cost $eps slack $slack; return $result; }"""
    result, type_ = random.choice([("x + z", "int")] * 3 + [("x + z >= 1", "bool")])
    programs = fill(text, source=source, image=image, eps=eps, slack=slack, result=result, type=type_)
    relation = {1: "within(x, 1)", 2: "any"}[moved]
    about = random.choice(
        [
            f"P satisfies dp(%s) when {relation}",
            f"P satisfies dp(%s) when {relation}",
            f"P ~ P : x{{1}} <= x{{2}} <= x{{1}} + {moved} ==> res{{1}} = res{{2}} within (%s)",
            f"P ~ P : x{{2}} <= x{{1}} <= x{{2}} + {moved} ==> res{{1}} = res{{2}} within (%s)",
        ]
    )
    if "~" in about and random.random() < 0.5:
        sign = 1 if "x{2} <= x{1} <=" in about else -1
        with_one = left_over(source, sign * moved, EPSILONS[eps]) if "Gauss" not in source else 0.3
        programs = programs.replace(f"slack {slack}", f"slack {(slack := near(random, with_one))}")
    budgets = (*[f"{eps}, {slack}"] * 5, f"{eps}, {near(random, delta)}", f"{eps}/2, {slack}")
    return Sketch([whole("x", 0, 2)], programs, [Promise(about, budgets)], unbounded=source[0] in "DG")


@sketch
def slack_in_turn(random: Random) -> Sketch:
    """Two steps of which one pays for the other: with a cost or a slack that is too small, or below 0."""
    one, other = random.choice(["0", "ln(2)", "-ln(2)", "ln(4)"]), random.choice(["0", "ln(2)", "ln(4)", "-ln(2)"])
    first = random.choice(["Geometric(1/2)", "DiscreteLaplace(1/ln(2))", "Truncate(Geometric(1/2), 0, 2)"])
    second = random.choice(["DiscreteLaplace(1/ln(2))", "DiscreteLaplace(1/ln(4))"])
    known = {"0": 0.0, "ln(2)": log(2), "-ln(2)": -log(2), "ln(4)": log(4)}
    gaps = [left_over(source, -1, known[e]) for source, e in ((first, one), (second, other))]
    slacks = [near(random, gap) for gap in gaps]
    if random.random() < 0.2:
        slacks[random.randrange(2)] = random.choice(["-1/4", "0"])
    text = f"""program P(x : private int) : (int, int) requires 0 <= x && x <= 1;
    {{ y :=$ {first} couple y{{2}} = y{{1}} + x{{1}} - x{{2}} cost {one} slack {slacks[0]};
      z :=$ {second} couple z{{2}} = z{{1}} + x{{1}} - x{{2}} cost {other} slack {slacks[1]};
      return (x + y, x + z); }}"""
    total = f"{one} + {other}" if other[0] != "-" else f"{one} - {other[1:]}"
    budgets = tuple([f"{total}, {max(Fraction(0), Fraction(slacks[0]) + Fraction(slacks[1]))}"] * 3)
    budgets += (f"{total}, {max(Fraction(0), Fraction(slacks[0]))}", f"0, {max(Fraction(0), Fraction(slacks[0]))}")
    about = "P ~ P : x{1} <= x{2} ==> res{1} = res{2} within (%s)"
    return Sketch([whole("x", 0, 1)], text, [Promise(about, budgets)], unbounded=True)


@sketch
def slack_of_lines(random: Random) -> Sketch:
    """Continuous noise at a slack, by its formula."""
    base = random.choice([4, 16])
    kind = random.choice(["Laplace", "Exponential"])
    eps, number = random.choice([("0", 0.0), (f"ln({base})/2", log(base) / 2), ("ln(2)", log(2))])
    up = random.random() < 0.5
    if kind == "Laplace":
        delta = 1 - exp((number - log(base)) / 2)
    else:
        delta = 1 - exp(number - log(base)) if up else 1 - 1 / base
    slack = near(random, delta)
    result, type_ = random.choice([("x + z", "real")] * 2 + [("x + z >= 1", "bool")])
    image = random.choice(["z{1} + x{1} - x{2}"] * 6 + ["z{1}", "z{1} + x{2} - x{1}", "z{1} + 1"])
    text = f"""program P(x : private int) : {type_} requires 0 <= x && x <= 2;
    {{ z :=$ {kind}(1/ln({base})) couple z{{2}} = {image} cost {eps} slack {slack}; return {result}; }}"""
    pre = "x{2} <= x{1} <= x{2} + 1" if up else "x{1} <= x{2} <= x{1} + 1"
    about = f"P ~ P : {pre} ==> res{{1}} = res{{2}} within (%s)"
    if kind == "Laplace" and random.random() < 0.5:
        about = "P satisfies dp(%s) when within(x, 1)"
    budgets = (*[f"{eps}, {slack}"] * 4, f"{eps}, {near(random, delta)}", eps)
    return Sketch([whole("x", 0, 2)], text, [Promise(about, budgets)], unbounded=True)


@sketch
def slack_of_blocks(random: Random) -> Sketch:
    """Joint blocks that are close up to some mass."""
    p, q = Fraction(1, random.choice([4, 10])), random.choice([Fraction(1, 2), Fraction(1, 4)])
    eps, factor = random.choice([("0", Fraction(1)), ("ln(2)", Fraction(2)), ("ln(3)", Fraction(3))])
    rows = [(p + (1 - p) * q, (1 - p) * (1 - q)), ((1 - p) * q, p + (1 - p) * (1 - q))]
    gaps = [
        sum([max(Fraction(0), a - factor * b) for a, b in zip(one, other, strict=True)], Fraction(0))
        for one, other in (rows, rows[::-1])
    ]
    block = f"joint {{ c :=$ Flip({p}); if (c) {{ r := x; }} else {{ r :=$ Flip({q}); }} }}"
    slack = near(random, max(gaps))
    after = random.choice(
        ["return r;", "return !r;", "leak r; return w;", "return (r, c);", "assert r{1} = r{2}; return r;"]
    )
    body = f"{block} couple r{{2}} = r{{1}} cost {eps} slack {slack}; {after}"
    if random.random() < 0.3:
        body = f"if (w) {{ {block} couple r{{2}} = r{{1}} cost {eps} slack {slack}; }} else {{ r := w; }} return r;"
    budgets = (*[f"{eps}, {max(gaps)}"] * 3, f"{eps}, {slack}", f"{eps}, {max(gaps) * Fraction(99, 100)}", eps)
    domain = [truth_value("x"), truth_value("w", "public")]
    about = random.choice(
        ["P satisfies dp(%s) when any", "P ~ P : ={w} && x{1} != x{2} ==> res{1} = res{2} within (%s)"]
    )
    options = maybe(random, "pointwise o", 0.1)
    return Sketch(domain, f"program P(x : private bool, w : bool) {{ {body} }}", [Promise(about, budgets, options)])
