"""Sketches of sums, counts, least and greatest elements of short lists, under every ready-made relation."""

from random import Random

from tests.sketches import Parameter, Promise, Sketch, fill, lists, maybe, sketch, truth_value

RELATIONS = {
    "one_differs(d)": None,
    "one_differs(d) at k": None,
    "one_differs(d, 1)": 1,
    "one_differs(d, 1) at k": 1,
    "one_differs(d, 2)": 2,
    "all_within(d, 1)": 1,
    "add_remove(d)": None,
    "add_remove(d) at k": None,
    "d{1} = d{2}": 0,
}


def _queries(random: Random) -> str:
    return random.choice(
        [
            "sum(d)",
            "sum(d)",
            "count(d, 1)",
            "count(d, 0)",
            "max(d ++ [0])",
            "min(d ++ [1])",
            "max(d)",
            "min(d)",
            "size(d)",
            "sum(d ++ [1])",
            "sum([0] ++ d)",
            "2*sum(d)",
            "sum(d) - count(d, 1)",
            "count(d, 1) + count(d, 2)",
            "max(d) - min(d)",
            "sum(d) div 2",
            "count(d ++ [1], 1)",
            "count(d, n)",
            "max(sum(d), 1)",
            "min(count(d, 1), 1)",
            "floor(sum(d)/2)",
            "abs(sum(d) - 2)",
            "sum(min(x, 1) for x in d)",
            "sum(x for x in d if x > n)",
            "count(x in d if x > n)",
            "count(x in d if x = 1 || x = n)",
            "sum(2*x for x in [y - 1 for y in d if y > 0])",
            "size([x for x in d if x != n])",
            "sum(sort(d))",
            "max(x + 1 for x in d ++ [0])",
            "(if mem(1, d) then 1 else 0)",
            "(sort(d ++ [0]))[0]",
        ]
    )


def _numbers(random: Random) -> tuple[list[Parameter], str]:
    """Lists of up to three small numbers, and what is required of them."""
    values = random.choice([(0, 1), (0, 1, 2), (0, 2)])
    sizes = random.choice([(0, 1, 2), (1, 2), (1, 2, 3)]) if len(values) == 2 else random.choice([(0, 1, 2), (1, 2)])
    needed = "requires size(d) >= 1;" if 0 not in sizes else maybe(random, "requires size(d) >= 1;")
    return [lists("d", "int", sizes, values, mixed=True), Parameter("n", "int", "n in {0, 1}", (0, 1))], needed


KNOWN = (
    ("sum(d)", "one_differs(d, 1)", 1),
    ("sum(d)", "one_differs(d, 2) at k", 2),
    ("sum(d) + sum(d)", "one_differs(d, 1)", 2),
    ("sum(d ++ [1])", "one_differs(d, 1)", 1),
    ("count(d, 1)", "one_differs(d)", 1),
    ("count(d, n)", "one_differs(d) at k", 1),
    ("count(d, 1)", "add_remove(d)", 1),
    ("count(d, 0) + count(d, 1)", "add_remove(d) at k", 1),
    ("count(d, 1) - count(d, 0)", "one_differs(d)", 2),
    ("size(d)", "add_remove(d)", 1),
    ("size(d)", "all_within(d, 1)", 0),
    ("max(d)", "all_within(d, 1)", 1),
    ("min(d)", "all_within(d, 1)", 1),
    ("max(d ++ [0])", "all_within(d, 1)", 1),
    ("max(d)", "one_differs(d, 1)", 1),
    ("min(d)", "one_differs(d, 2)", 2),
    ("max(d) - min(d)", "all_within(d, 1)", 2),
)  # a query, a relation, and how far the two results may be apart


@sketch
def aggregates_compared(random: Random) -> Sketch:
    """How far two sums, counts or extremes can be apart: exact quadruples without any noise."""
    domain, needed = _numbers(random)
    query, relation, bound = random.choice(KNOWN)
    bound = random.choice([bound, bound, bound, max(0, bound - 1), bound + 1])
    if random.random() < 0.4:
        query, relation = random.choice([(_queries(random), relation), (query, random.choice(list(RELATIONS)))])
    needed = "requires size(d) >= 1;" if "(d)" in query and query.startswith(("max", "min")) else needed
    post = random.choice(
        [
            f"|res{{1}} - res{{2}}| <= {bound}",
            f"|res{{1}} - res{{2}}| <= {bound}",
            f"res{{1}} <= res{{2}} + {bound}",
            f"-{bound} <= res{{1}} - res{{2}}",
            "res{1} = res{2}",
        ]
    )
    text = f"program P(d : list[int], n : int) : int {needed} {{ s := {query}; return s; }}"
    return Sketch(domain, text, [Promise(f"P ~ P : {relation} && ={{n}} ==> {post}")])


@sketch
def aggregates_released(random: Random) -> Sketch:
    """Sums and the like with noise; the scale fits, or is too small by one."""
    domain, needed = _numbers(random)
    domain, query = domain[:1], _queries(random).replace("count(d, n)", "count(d, 1)")
    needed = "requires size(d) >= 1;" if "(d)" in query and query.startswith(("max", "min")) else needed
    base = random.choice([2, 4])
    source = random.choice(
        [f"DiscreteLaplace(1/ln({base}))", f"Laplace(1/ln({base}))", f"DiscreteLaplace(2/ln({base}))"]
    )
    relation = random.choice(list(RELATIONS))
    if random.random() < 0.5:
        query, relation, _ = random.choice([known for known in KNOWN if "n)" not in known[0]])
        needed = "requires size(d) >= 1;"
    price = f"ln({base})" if source[-6:-5] != "2" else f"ln({base})/2"
    text = f"program P(d : private list[int]) {needed} {{ s := {query}; "
    text += f"z :=$ {source} couple z{{2}} = z{{1}} + s{{1}} - s{{2}}; return s + z; }}"
    budgets = (price, price, price, f"2*{price}", f"2*{price}", f"{price}/2", f"{price} - 1/1000", "0")
    return Sketch(domain, text, [Promise(f"P satisfies dp(%s) when {relation}", budgets)], unbounded=True)


@sketch
def aggregates_of_bits(random: Random) -> Sketch:
    """How many are true: counted by the function, or by a loop, and compared."""
    query = random.choice(["count(d, true)", "count(d, false)", "size(d) - count(d, true)", "count(d ++ [w], true)"])
    loop = "c := 0; for i in 0 .. size(d) invariant $inv; { c := c + (if d[i] then 1 else 0); }"
    inv = random.choice(
        [
            "|c{1} - c{2}| <= (if i{1} > k then 1 else 0)",
            "|c{1} - c{2}| <= 1",
            "c{1} - c{2} = (if i{1} > k then (if d{1}[k] then 1 else 0) - (if d{2}[k] then 1 else 0) else 0)",
        ]
    )
    body = random.choice([f"s := {query};", f"{loop} s := c;", f"{loop} s := c - {query};"])
    noise = "z :=$ DiscreteLaplace(1/ln(2)) couple z{2} = z{1} + s{1} - s{2}; return s + z;"
    flip = "b :=$ Flip(if s > 0 then 2/3 else 1/3) couple b{2} = b{1}; return b;"
    ending = random.choice([noise, noise, flip])
    relation = random.choice(["one_differs(d) at k"] * 3 + ["one_differs(d)", "add_remove(d)", "add_remove(d) at k"])
    if "k" not in relation.split()[-1] or "at" not in relation:
        inv = "|c{1} - c{2}| <= 1"
    budgets = ("ln(2)", "ln(2)", "ln(2)", "2*ln(2)", "ln(2)/2", "ln(2) - 1/1000", "0")
    domain = [lists("d", "bool", (0, 1, 2), (False, True), mixed=True), truth_value("w", "public")]
    text = fill(f"program P(d : private list[bool], w : bool) {{ {body} {ending} }}", inv=inv)
    promise = Promise(f"P satisfies dp(%s) when {relation}", budgets)
    return Sketch(domain, text, [promise], unbounded=ending == noise)
