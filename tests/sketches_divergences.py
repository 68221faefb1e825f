"""Sketches of claims whose cost is no epsilon: zcdp and rdp, draws up to bad, and calls that are counted."""

from fractions import Fraction
from math import exp, log, sqrt
from random import Random

from tests.sketches import Promise, Sketch, chain, fill, maybe, odds, sketch, truth_value, weights_of, whole
from tests.sketches_slack import near

ORDERS = ("2", "3", "3/2", "8")
CHANCES = (Fraction(1, 2), Fraction(3, 4), Fraction(2, 3), Fraction(9, 10))


def budgets_of(random: Random, ratio: Fraction, draws: int = 1) -> tuple[str, tuple[str, ...]]:
    """A notion, and budgets near what draws with these ratios are charged."""
    if random.random() < 0.5:
        rho = f"{draws}*ln({ratio})^2/2"
        return "zcdp", (rho, rho, rho, f"{rho} + 1/100", f"99/100*{rho}", f"{rho}/2", f"ln({ratio})^2/8", "0")
    order = random.choice(ORDERS)
    squared, plain = f"{draws}*{order}*ln({ratio})^2/2", f"{draws}*ln({ratio})"
    charged = squared if float(Fraction(order)) * log(ratio) < 2 else plain
    found = (charged, charged, charged, squared, plain, f"99/100*{charged}", f"{charged}/2", f"{charged}/8")
    return "rdp", tuple([f"{order}, {budget}" for budget in found])


def promise(random: Random, ratio: Fraction, draws: int = 1, relation: str = "any") -> Promise:
    notion, budgets = budgets_of(random, ratio, draws)
    return Promise(f"P satisfies {notion}(%s) when {relation}", budgets)


@sketch
def divergence_of_tables(random: Random) -> Sketch:
    """Finite draws whose weights depend on the secret, by a permutation, by what is none, or beside a draw alone."""
    size = random.choice([2, 3])
    rows = [weights_of(random, size), weights_of(random, size)]
    if random.random() < 0.7:  # nothing is impossible
        rows = [[(p + Fraction(1, size)) / 2 for p in row] for row in rows]
    turn = random.choice([0, 0, 1])
    met = [(p, rows[1][(n + turn) % size]) for n, p in enumerate(rows[0])]
    ratio = max([Fraction(3, 2), *[max(p / q, q / p) for p, q in met if p and q]])
    entries = ", ".join([f"{n} @ (if x then {p} else {q})" for n, (p, q) in enumerate(zip(*rows, strict=True))])
    table = [str((n + turn) % size) for n in range(size)]
    back = [str((n - turn) % size) for n in range(size)]
    image = f"(if x{{1}} = x{{2}} then u{{1}} else if x{{1}} then {chain('u{1}', table)} else {chain('u{1}', back)})"
    if random.random() < 0.2:
        image = random.choice(["0", "u{1}", chain("u{1}", table)])
    result = f"if x then u else (u + {size - turn}) mod {size}" if turn else "u"
    cost = maybe(random, f"cost (if x{{1}} = x{{2}} then 0 else {random.choice(['1', '1/10'])})", 0.1)
    draw = f"u :=$ Choice({{{entries}}}) couple u{{2}} = {image} {cost};"
    body, draws = random.choice(
        [
            (f"{draw} return {result};", 1),
            (f"{draw} return {result};", 1),
            (f"{draw} v := {result}; {draw} return (v, {result});", 2),
            (f"{draw} if ({result} = 0) {{ v := {result}; }} else {{ {draw} v := {result}; }} return v;", 2),
            (f"w :=$ Flip(1/2) couple none; {draw} return {result};", 1),
        ]
    )
    return Sketch([truth_value("x")], f"program P(x : private bool) {{ {body} }}", [promise(random, ratio, draws)])


@sketch
def divergence_of_answers(random: Random) -> Sketch:
    """Randomized response: in a loop, after each other, or by a call that cites a claim in some currency."""
    p = random.choice(CHANCES)
    ratio = odds(p)
    claim, charged = random.choice(
        [
            (f"dp(ln({ratio}))", 1),
            (f"zcdp(ln({ratio})^2/2)", 1),
            (f"dp(ln({ratio}), 1/10)", 1),
            (f"rdp(2, ln({ratio}))", 1),
            ("dp(1/10)", 1),
        ]
    )
    image = random.choice(["b{1} xor x{1} xor x{2}"] * 4 + ["b{1}", "true"])
    answer = f"program A(x : private bool) : bool {{ b :=$ Flip({p}) couple b{{2}} = {image}; return b xor x; }}"
    body, draws = random.choice(
        [
            ("a :=$ A(x) couple by one; return a;", 1),
            ("a :=$ A(x) couple by one; c :=$ A(x) couple by one; return (a, c);", 2),
            ("a :=$ A(x) couple by one; c :=$ A(a) couple by one; return c;", 1),
            ("c := []; for i in 0 .. 2 invariant ={c} && cost <= i{1}*$each; "
             "{ a :=$ A(x) couple by one; c := c ++ [a]; } return c;", 2),
        ]
    )  # fmt: skip
    programs = f"{answer} program P(x : private bool) {{ {fill(body, each=f'ln({ratio})^2/2')} }}"
    one = Promise(f"A satisfies {claim} when any", name="one")
    return Sketch([truth_value("x")], programs, [one, promise(random, ratio, charged * draws)])


@sketch
def divergence_of_noise(random: Random) -> Sketch:
    """Noise on the integers that is moved, or not, and one-sided noise."""
    sigma, base = random.choice([1, 2]), random.choice([2, 3])
    source, rho = random.choice(
        [
            (f"DiscreteGauss({sigma})", f"1/{2 * sigma**2}"),
            (f"DiscreteGauss({sigma})", f"1/{2 * sigma**2}"),
            (f"DiscreteLaplace(1/ln({base}))", f"ln({base})^2/2"),
            (f"Geometric({1 - Fraction(1, base)})", f"ln({base})^2/2"),
            (f"Truncate(DiscreteLaplace(1/ln({base})), -2, 2)", f"ln({base})^2/2"),
        ]
    )
    image = random.choice(["z{1} + x{1} - x{2}"] * 8 + ["z{1}", "z{1} + x{2} - x{1}", "-z{1}"])
    if random.random() < 0.1:
        image = "z{1} + (if z{1} mod 2 = 0 then x{1} - x{2} else x{2} - x{1})"
    result, type_ = random.choice([("x + z", "int")] * 3 + [("x + z >= 1", "bool"), ("(x + z) mod 2 = 0", "bool")])
    text = f"""program P(x : private int) : {type_} requires 0 <= x && x <= 2;
    {{ z :=$ {source} couple z{{2}} = {image}; return {result}; }}"""
    order = random.choice(ORDERS)
    notion, near_ = random.choice([("zcdp", [rho]), ("rdp", [f"{order}, {order}*{rho}"])])
    lower = [f"99/100*{rho}", f"{rho}/2"] if notion == "zcdp" else [f"{order}, {order}*{rho}/2", f"{order}, ln({base})"]
    about = f"P satisfies {notion}(%s) when {random.choice(['within(x, 1)'] * 4 + ['any'])}"
    return Sketch([whole("x", 0, 2)], text, [Promise(about, (*near_ * 4, *lower))], unbounded=True)


@sketch
def up_to_bad(random: Random) -> Sketch:
    """A draw that is coupled except for an event, whose probability, and what is left over, is about the slack."""
    size = random.choice([2, 3, 4])
    rows = [weights_of(random, size), weights_of(random, size)]
    if random.random() < 0.6:
        rows[1] = rows[0]
    bad = random.sample(range(size), random.choice([1, 1, size - 1]))
    gaps = [
        sum([p if n in bad else max(Fraction(0), p - other[n]) for n, p in enumerate(one)], Fraction(0))
        for one, other in (rows, rows[::-1])
    ]
    entries = ", ".join([f"{n} @ (if x then {p} else {q})" for n, (p, q) in enumerate(zip(*rows, strict=True))])
    event = " || ".join([f"u{{1}} = {n}" for n in bad])
    seen = event.replace("{1}", "")
    if random.random() < 0.1:
        event = random.choice([f"{event} || x{{1}}", f"({event}) && x{{1}}", "u{1} = 0", "true"])
    slack = near(random, max(gaps))
    clause = random.choice([f"slack {slack}"] * 4 + [""])
    image = random.choice(["u{1}"] * 6 + [f"(u{{1}} + 1) mod {size}", "0"])
    draw = f"u :=$ Choice({{{entries}}}) couple u{{2}} = {image} cost 0 except {event} {clause};"
    told = random.choice(
        [f"if {seen} then (if x then 5 else 6) else u", "u", f"if {seen} then 1/(if x then 1 else 0) else 2"]
    )
    twice = random.random() < 0.3
    body = f"{draw} v := {told}; {draw} return (v, {told});" if twice else f"{draw} return {told};"
    if random.random() < 0.1:
        body = f"{draw} c := {seen} && x; while (c) {{ skip; }} return u;"
    total = min(Fraction(1), (2 if twice else 1) * Fraction(slack))
    budgets = (*[f"0, {total}"] * 4, f"0, {total / 2}", f"0, {total * Fraction(99, 100)}", f"0, {max(gaps)}")
    about = random.choice(
        ["P satisfies dp(%s) when any"] * 3 + ["P ~ P : x{1} && !x{2} ==> res{1} = res{2} within (%s)"]
    )
    return Sketch([truth_value("x")], f"program P(x : private bool) {{ {body} }}", [Promise(about, budgets)])


@sketch
def bad_tails(random: Random) -> Sketch:
    """Noise on the integers that is coupled but for its tails."""
    base, edge = random.choice([2, 3]), random.choice([1, 2, 3])
    r = Fraction(1, base)
    centre = random.choice([0, 0, 1])
    event, mass = random.choice(
        [
            (f"z{{1}} >= {centre + edge}", r**edge / (1 + r)),
            (f"z{{1}} > {centre + edge}", r ** (edge + 1) / (1 + r)),
            (f"|z{{1}} - {centre}| >= {edge}", 2 * r**edge / (1 + r)),
            (f"z{{1}} < {centre - edge} || z{{1}} > {centre + edge}", 2 * r ** (edge + 1) / (1 + r)),
            (f"!(z{{1}} < {centre + edge})", r**edge / (1 + r)),
        ]
    )
    slack = near(random, mass)
    seen = event.replace("{1}", "")
    text = f"""program P(x : private int) : int requires 0 <= x && x <= 1;
    {{ z :=$ DiscreteLaplace(1/ln({base}), {centre}) couple z{{2}} = z{{1}} cost 0 except {event} slack {slack};
      return if {seen} then x else 7; }}"""
    budgets = (*[f"0, {slack}"] * 4, f"0, {mass}", f"0, {mass / 2}")
    return Sketch([whole("x", 0, 1)], text, [Promise("P satisfies dp(%s) when any", budgets)], unbounded=True)


@sketch
def counted_calls(random: Random) -> Sketch:
    """Advanced composition: calls in a row or in a loop, sometimes more than are stated, or beside hidden draws."""
    p, k = random.choice([Fraction(3, 5), Fraction(3, 4)]), random.choice([1, 2, 3, 4])
    ratio = odds(p)
    stated = random.choice([*[k] * 6, k - 1, 1])
    failure = random.choice([Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)])
    e0 = log(ratio)
    epsilon = e0 * sqrt(2 * stated * log(1 / failure)) + stated * e0 * (exp(e0) - 1)
    draw = f"b :=$ Flip({p}) couple b{{2}} = b{{1}} xor x{{1}} xor x{{2}};"
    answer = f"program A(x : private bool) : bool {{ {draw} return b xor x; }}"
    count = random.choice(["cost = i{1}"] * 5 + ["cost <= i{1}", "cost = 0"])
    loop = f"c := 0; for i in 0 .. {k} invariant ={{c}} && {count}; "
    loop += "{ a :=$ A(x) couple by one; c := c + (if a then 1 else 0); } return c;"
    inputs = ["x", *[random.choice(["x", "x", f"a{n}"]) for n in range(k - 1)]]
    row = " ".join([f"a{n} :=$ A({given}) couple by one;" for n, given in enumerate(inputs)])
    row += f" return ({', '.join([f'a{n}' for n in range(k)])}, true);"
    hidden = "a :=$ A(x) couple by one; h :=$ Flip(9/10) couple h{2} = h{1} xor x{1} xor x{2}; return (a, h xor x);"
    chosen = "a :=$ A(x) couple by one; if (a) { c :=$ A(x) couple by one; } else { c := a; } return (a, c);"
    body = random.choice([loop, loop, loop, row, row, row, chosen, hidden])
    up = f"{epsilon + 1e-6:.6f}"
    budgets = (
        *[f"{up}, {failure}"] * 5,
        f"{epsilon / 2:.6f}, {failure}",
        f"{up}, {failure / 2}",
        f"{e0:.6f}, {failure}",
    )
    claim = Promise("P satisfies dp(%s) when any", budgets, f"composed advanced({stated}, {failure})")
    one = Promise(f"A satisfies dp({random.choice([f'ln({ratio})'] * 12 + ['1/100'])}) when any", name="one")
    return Sketch([truth_value("x")], f"{answer} program P(x : private bool) {{ {body} }}", [one, claim])
