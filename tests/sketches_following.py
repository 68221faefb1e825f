"""Sketches of claims that follow from others, at budgets that are right, or wrong by little."""

from fractions import Fraction
from random import Random

from tests.sketches import Promise, Sketch, chain, fill, lists, odds, sketch, truth_value, whole

BASES = {"0": Fraction(1), "ln(2)": Fraction(2), "ln(3)": Fraction(3), "ln(3/2)": Fraction(3, 2)}
CHANCES = (Fraction(1, 10), Fraction(1, 4), Fraction(3, 10), Fraction(1, 3), Fraction(1, 2), Fraction(7, 10))
NEAR = (Fraction(1),) * 4 + (Fraction(2), Fraction(99, 100), Fraction(1, 2))
LARGEST = 3  # the inputs of tables are 0..3


def gap(base: Fraction, one: Fraction, other: Fraction) -> Fraction:
    """The delta that two coins need."""
    return max(Fraction(0), one - base * other, (1 - one) - base * (1 - other))


def table_of(random: Random) -> tuple[list[Fraction], str, str]:
    """The chances of a coin for each input, as a program, and what the program requires."""
    chances = [random.choice(CHANCES) for _ in range(LARGEST + 1)]
    if random.random() < 0.6:
        chances.sort()
    requires = random.choice(["0 <= x <= 3"] * 5 + ["x = 0 || x = 2 || x = 3", "0 <= x <= 3 && x != 1"])
    body = f"b :=$ Flip({chain('x', [str(p) for p in chances])}); return b;"
    return chances, f"program P(x : private int) : bool requires {requires}; {{ {body} }}", requires


def within_one(chances: list[Fraction], base: Fraction, taken: list[int]) -> Fraction:
    """The delta of neighbours among the inputs that are taken."""
    pairs = [(a, b) for a in taken for b in taken if abs(a - b) <= 1]
    return max([gap(base, chances[a], chances[b]) for a, b in pairs])


def taken_by(requires: str) -> list[int]:
    return [0, 1, 2, 3] if requires == "0 <= x <= 3" else [0, 2, 3]


@sketch
def steps_of_tables(random: Random) -> Sketch:
    """Coins whose chances depend on a number, over several steps; deltas added, grown, or too small."""
    chances, program, requires = table_of(random)
    eps = random.choice(list(BASES))
    base = BASES[eps]
    delta = within_one(chances, base, taken_by(requires))
    steps = random.choice([2, 2, 3])
    far = random.choice([steps] * 4 + [steps - 1, steps + 1])
    grown = delta * sum([base**i for i in range(steps)], Fraction(0))
    slack = random.choice([grown, grown, grown, steps * delta, grown * random.choice(NEAR)])
    budget = random.choice([f"{steps}*{eps}"] * 5 + [f"{steps - 1}*{eps}"])
    first = f"P satisfies dp({eps}, {delta * random.choice([1, 1, 1, 1, Fraction(99, 100)])}) when within(x, 1)"
    second = f"P satisfies dp({budget}, {min(Fraction(1), slack)}) when within(x, {far})"
    promises = [Promise(first, name="one"), Promise(second, options=f"from one by {steps} steps", name="far")]
    return Sketch([whole("x", 0, LARGEST)], program, promises)


@sketch
def weaker_tables(random: Random) -> Sketch:
    """What follows without steps: of fewer inputs, or of more; at a higher budget, or a lower one."""
    chances, program, requires = table_of(random)
    eps, other = random.choice(list(BASES)), random.choice(list(BASES))
    delta = within_one(chances, BASES[eps], taken_by(requires))
    relation = random.choice(
        ["within(x, 1)"] * 3 + ["x{1} + 1 = x{2}", "within(x, 1) && x{1} < 2", "within(x, 2)", "any", "within(x, 0)"]
    )
    slack = random.choice([delta, delta, delta * random.choice(NEAR), Fraction(0)])
    second = random.choice(
        [f"dp({other}, {slack})"] * 3 + [f"dp({eps}, {slack})"] * 3 + ["noninterference", "zcdp(1/2)", "rdp(2, 1)"]
    )
    promises = [
        Promise(f"P satisfies dp({eps}, {delta}) when within(x, 1)", name="one"),
        Promise(f"P satisfies {second} when {relation}", options="from one", name="weak"),
    ]
    return Sketch([whole("x", 0, LARGEST)], program, promises)


@sketch
def between_notions(random: Random) -> Sketch:
    """From pure privacy to a divergence and back, or on to another order."""
    p = random.choice([Fraction(1, 4), Fraction(1, 3), Fraction(2, 5)])
    body = "b :=$ Flip($p) couple b{2} = b{1} xor x{1} xor x{2}; return b xor x;"
    program = fill(f"program P(x : private bool) {{ {body} }}", p=p)
    rho = random.choice([f"ln({odds(p)})^2/2"] * 3 + ["3/5", "1/5", "1/10"])
    order = random.choice(["3/2", "2", "5"])
    divergence = random.choice([f"{order}*({rho})", f"ln({odds(p)})", "1/2", "1/10"])
    delta = random.choice(["1/100", "1/10", "1/2"])
    eps = random.choice(["1/5", "1/2", "1", "2", "3", "5"])
    promises = [
        Promise(f"P satisfies dp(ln({odds(p)})) when any", name="one"),
        Promise(f"P satisfies zcdp({rho}) when any", options="from one", name="two"),
        Promise(f"P satisfies rdp({order}, {divergence}) when any", options=random.choice(["from one", "from two"])),
        Promise(f"P satisfies dp({eps}, {delta}) when any", options="from two", name="back"),
    ]
    return Sketch([truth_value("x")], program, promises)


@sketch
def steps_of_lists(random: Random) -> Sketch:
    """Randomized response of every entry, for lists that differ at some positions."""
    p = random.choice([Fraction(1, 4), Fraction(1, 3)])
    size = random.choice([2, 3])
    draws = "".join([f"b{n} :=$ Flip({p}) couple b{n}{{2}} = b{n}{{1}} xor d{{1}}[{n}] xor d{{2}}[{n}]; "
                     for n in range(size)])  # fmt: skip
    shown = ", ".join([f"b{n} xor d[{n}]" for n in range(size)])
    extra = random.choice(["", "", "", " && !(d[0] && d[1])", " && d[0] = d[1]"])
    program = f"program P(d : private list[bool]) requires size(d) = {size}{extra}; {{ {draws}return [{shown}]; }}"
    steps = random.choice([1, 2, 2, 3])
    differ = random.choice([steps] * 4 + [1, 2, 3])
    times = random.choice([steps] * 4 + [max(1, steps - 1)])
    promises = [
        Promise(f"P satisfies dp(ln({odds(p)})) when one_differs(d)", name="one"),
        Promise(
            f"P satisfies dp({times}*ln({odds(p)})) when some_differ(d, {differ})",
            options=f"from one by {steps} steps",
            name="far",
        ),
    ]
    return Sketch([lists("d", "bool", (size,), (False, True))], program, promises)


PARITY = """
program P(d : private list[bool]) : bool $requires {
  b :=$ Flip($p) couple b{2} = b{1} xor (count(d{1}, true) mod 2 = 1) xor (count(d{2}, true) mod 2 = 1);
  return b xor (count(d, true) mod 2 = 1);
}
program S(d : private list[bool]) : $type {
  s := $start;
  for i in $low .. size(d) { k :=$ Flip($rate); if ($kept) { s := s ++ [d[i]]; } }
  y :=$ P($given);
  return $result;
}
"""


@sketch
def secret_samples(random: Random) -> Sketch:
    """The parity of a sample, by randomized response; shapes and relations that are right, or nearly."""
    p = random.choice([Fraction(1, 4), Fraction(1, 3)])
    rate = random.choice([Fraction(1, 2), Fraction(1, 4), Fraction(1, 3), Fraction(1)])
    slip = random.choice([""] * 6 + ["shown", "whole", "kept", "start", "low", "coin", "requires"])
    program = fill(
        PARITY,
        p=p,
        rate=f"if d[i] then {rate} else 0" if slip == "coin" else rate,
        type="(bool, int)" if slip == "shown" else "bool",
        result="(y, size(s))" if slip == "shown" else random.choice(["y", "!y"]),
        given="d" if slip == "whole" else "s",
        kept="!k" if slip == "kept" else "k",
        start="[true]" if slip == "start" else "[]",
        low="1" if slip == "low" else "0",
        requires="requires size(d) >= 1;" if slip == "requires" else "",
    )
    stated = random.choice([rate] * 5 + [rate / 2])
    grown = 1 + stated * (odds(p) - 1)
    eps = random.choice([f"ln({grown})"] * 3 + [f"ln({odds(p)})", f"{stated}*ln({odds(p)})"])
    near = random.choice(["add_remove(d)"] * 4 + ["one_differs(d)", "any"])
    about = random.choice(["add_remove(d)"] * 4 + ["any", "one_differs(d)"])
    promises = [
        Promise(f"P satisfies dp(ln({odds(p)})) when {about}", name="one"),
        Promise(f"S satisfies dp({eps}) when {near}", options=f"from one sampled {stated}", name="part"),
    ]
    return Sketch([lists("d", "bool", (0, 1, 2), (False, True), mixed=True)], program, promises)
