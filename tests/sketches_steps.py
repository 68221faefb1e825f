"""Sketches of loops whose runs are not in step, of lists of draws, and of values of a range that are excepted."""

from random import Random

from tests.sketches import Parameter, Promise, Sketch, fill, lists, maybe, sketch, whole

LONGER = "size(d{1}) > size(d{2})"
SHORTER = "size(d{2}) > size(d{1})"


@sketch
def one_round_more(random: Random) -> Sketch:
    """A sum or count by a loop, with one record more in one of the runs, which goes round alone for it."""
    each = random.choice(
        ["1", "(if d[i] > 0 then 1 else 0)", "max(0, min(d[i], 1))", "d[i]", "(if i = 0 then 1 else 0)"]
    )
    at = random.choice(["i{1} = k", "i{1} = k", "i{1} = k", "i{1} > k", "i{1} = size(d{2})"])
    mirrored = random.choice([at, at, at, "i{1} = k"]).replace("{1}", "{3}").replace("{2}", "{1}").replace("{3}", "{2}")
    ahead = "i{1} = i{2} + (if $longer && i{1} > k then 1 else if $shorter && i{2} > k then -1 else 0)"
    gap = random.choice(
        ["|s{1} - s{2}| <= (if i{1} = i{2} then 0 else 1)", "|s{1} - s{2}| <= 1", "i{1} = i{2} ==> ={s}"]
    )
    text = """program P(d : private list[int]) : int {
      s := 0;
      for i in 0 .. size(d)
        alone 1 when $longer && $at; alone 2 when $shorter && $mirrored;
        invariant $ahead; invariant ($longer || $shorter) || i{1} = i{2}; invariant $gap; $more
      { s := s + $each; $leak }
      z :=$ $source couple z{2} = z{1} + s{1} - s{2};
      return s + z;
    }"""
    more = maybe(random, "invariant cost = 0;")
    base = random.choice([2, 4])
    text = fill(text, ahead=ahead, gap=gap, at=at, mirrored=mirrored, each=each, more=more)
    leak = random.choice(["", "", "", "leak 1;"])
    text = fill(text, longer=LONGER, shorter=SHORTER, leak=leak, source=f"DiscreteLaplace(1/ln({base}))")
    values = random.choice([(0, 1), (0, 2)])
    relation = random.choice(["add_remove(d) at k"] * 4 + ["add_remove(d) at k && size(d{1}) > 0"])
    budgets = (f"ln({base})", f"ln({base})", f"2*ln({base})", f"ln({base})/2", "0")
    domain = [lists("d", "int", (0, 1, 2), values, mixed=True)]
    return Sketch(domain, text, [Promise(f"P satisfies dp(%s) when {relation}", budgets)], unbounded=True)


@sketch
def as_often_as_a_secret_says(random: Random) -> Sketch:
    """Each run goes round by itself, as often as its secret says."""
    guard = random.choice(["i < x", "i < x", "i < x", "i != x", "i <= x", "i < x && b"])
    first, second = [
        guard.replace("i", f"i{{{n}}}").replace("x", f"x{{{n}}}").replace("b", f"b{{{n}}}") for n in (1, 2)
    ]
    bound = random.choice(["i{1} <= 3 && i{2} <= 3", "i{1} <= max(0, x{1}) && i{2} <= max(0, x{2})", "true"])
    body = random.choice(
        ["c := c + 1;", "c := c + 1;", "r :=$ Flip(1/2); c := c + 1;", "c := 1 div (3 - i);", "leak c;", "c := c + i;"]
    )
    decreases = random.choice(["", "decreases x - i;", "decreases 3 - i;", "decreases |x - i|;"])
    result = random.choice(
        ["0", "c - x", "max(0, x - c)", "i - max(0, x)", "(c + w) mod 2", "if c > 1 then w else 1 - w"]
    )
    text = """program P(x : private int) : int requires $low <= x && x <= 2; {
      c := 0; i := 0; b := true;
      while ($guard) alone 1 when $first; alone 2 when $second;
        invariant $bound; invariant $known; $decreases
      { $body i := i + 1; }
      w :=$ Uniform(0 .. 1) couple w{2} = $image;
      return $result;
    }"""
    known = random.choice(
        ["b{1} && b{2}", "c{1} = i{1} && c{2} = i{2} && b{1} && b{2}", "0 <= i{1} && 0 <= i{2} && b{1} && b{2}"]
    )
    image = random.choice(["w{1}", "(w{1} + c{1} - c{2}) mod 2", "1 - w{1}", "(w{1} + x{1} + x{2}) mod 2"])
    low = 0 if "!=" in guard else random.choice([0, 0, -1])
    text = fill(text, guard=guard, first=first, second=second, bound=bound, known=known, decreases=decreases)
    text = fill(text, body=body, result=result, image=image, low=low)
    about = random.choice(
        [
            "P satisfies dp(%s) when any",
            "P ~ P : true ==> res{1} = res{2}",
            "P ~ P : x{1} <= x{2} ==> res{1} = res{2} within (%s, 0)",
        ]
    )
    return Sketch([whole("x", low, 2)], text, [Promise(about, ("0", "0", "ln(2)"))])


@sketch
def lists_of_draws(random: Random) -> Sketch:
    """Noise on all entries at once, priced by a norm that fits or does not."""
    base = random.choice([2, 4])
    size = random.choice(["n", "n", "n", "size(q)", "max(n, 1)", "n - 1"])
    inner = random.choice([f"DiscreteLaplace(1/ln({base}))"] * 3 + ["Uniform(0 .. 1)"])
    image = random.choice(["z{1} + q{1} - q{2}"] * 4 + ["z{1}", "z{1} + q{2} - q{1}", "z{1} + a{1} - a{2}"])
    made = random.choice(
        ["a := q;", "a := q;", "a := 2*q - q;", "a := [min(v, 1) for v in q];", "a := sort(q);", "a := q + q;"]
    )
    result = random.choice(["a + z", "a + z", "sum(a + z)", "a ++ z", "size(a + z)"])
    text = """program P(q : private list[int], n : int) requires size(q) = n;
    { $made z :=$ Each($inner, $size) couple z{2} = $image; return $result; }"""
    relation = random.choice(
        [
            "l1(q{1}, q{2}, 1)",
            "l1(q{1}, q{2}, 1)",
            "l2(q{1}, q{2}, 1)",
            "l1(q{1}, q{2}, 2)",
            "all_within(q, 1)",
            "one_differs(q, 1)",
        ]
    )
    budgets = (f"ln({base})", f"ln({base})", f"2*ln({base})", f"ln({base})/2", "0")
    sizes = Parameter("n", "int", "n in {0, 1, 2}", (0, 1, 2))
    text = fill(text, made=made, inner=inner, size=size, image=image, result=result)
    domain = [lists("q", "int", (0, 1, 2), (0, 1), mixed=True), sizes]
    return Sketch(domain, text, [Promise(f"P satisfies dp(%s) when {relation}", budgets)], unbounded=True)


@sketch
def values_excepted(random: Random) -> Sketch:
    """Values of a range with symbolic ends that are paid for, as many as there are or fewer."""
    bad, many = random.choice(
        [
            ("x{1} = s{1}", 1),
            ("x{1} = s{1} || x{1} = s{2}", 2),
            ("mem(x{1}, [s{1}, s{2}])", 2),
            ("exists j. s{1} <= j && j < s{1} + 2 && x{1} = j", 2),
            ("exists j. 0 <= j && j <= 1 && x{1} = s{1} - j && j = 0", 2),
            ("s{1} != s{2} && (x{1} = s{1} || x{1} = s{2})", 2),
            ("x{1} + 1 = s{1} || x{1} = s{2}", 2),
        ]
    )
    paid = random.choice([many, many, many, many - 1, many + 1])
    low, high = random.choice([("0", "n - 1")] * 4 + [("s", "s + n - 1"), ("0", "n")])
    shown = random.choice(["if x = s then 1 else 0", "if x = s then 1 else 0", "x", "if x < s then 1 else 0", "x - s"])
    hang = random.choice(["", "", "", "while (x = s) { skip; }", "y := 1 div (x - s);"])
    text = """program P(s : private int, n : int) : int requires n >= 2; requires 0 <= s && s <= 2;
    { x :=$ Uniform($low .. $high) couple x{2} = $image except $bad slack $paid/n; $hang return $shown; }"""
    image = random.choice(["x{1}", "x{1}", "x{1}", "x{1} + s{2} - s{1}"])
    text = fill(text, low=low, high=high, image=image, bad=bad, paid=paid, hang=hang, shown=shown)
    budgets = (f"0, {paid}/n", f"0, {paid}/n", f"0, {many}/n", f"0, {many - 1}/n", f"ln(2), {paid}/n")
    domain = [whole("s", 0, 2), whole("n", 2, 4, "public")]
    return Sketch(domain, text, [Promise("P satisfies dp(%s) when any", budgets)])
