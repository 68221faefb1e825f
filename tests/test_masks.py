"""Laws that hold for all inputs at once: pads, shares and masks, against brute force, and never more than that."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.checks.one_law import by_one_law
from prhl.diagnostics import NotComputed
from prhl.exact import Law, law_of_all
from prhl.exact.masks import uniform_forms
from prhl.exact.masks.uniform_forms import Group, Told
from prhl.semantics.evaluate import Fault
from prhl.semantics.flat import flatten
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.source import Source
from prhl.syntax.parser import parse
from tests import brute
from tests.mask_mutations import TABLE, Mutation
from tests.test_traps import source_of

PARAMETERS = "m : private bits[2], w : private bits[2], x : private int, b : private bool"
INPUTS = [
    {"m": m, "w": w, "x": x, "b": b} for m, w, x, b in product(("00", "01"), ("00", "11"), (-1, 0, 1), (False, True))
]
KNOWN = {
    "pad": "k :=$ Uniform(bits(2)); return m xor k;",
    "pad of a difference": "k :=$ Uniform(bits(2)); return m xor w xor k xor 0b01;",
    "two keys": "k :=$ Uniform(bits(2)); l :=$ Uniform(bits(2)); return (m xor k, w xor k xor l, l xor l);",
    "left or right": "k :=$ Uniform(bits(2)); if (b) { c := m xor k; } else { c := w xor k; } return c;",
    "in one term": "k :=$ Uniform(bits(2)); return (if b then m else w) xor k;",
    "a coin": "c :=$ Flip(1/2); return b xor c;",
    "both values": "c :=$ Uniform({true, false}); return b = c;",
    "a coin that is asked": "c :=$ Flip(1/2); if (c) { r := b; } else { r := !b; } return 1;",
    "rotated": "k :=$ Uniform(0..4); return (x + k) mod 5;",
    "turned round": "k :=$ Uniform(3..7); return (x - k) mod 5;",
    "by a unit": "k :=$ Uniform(0..4); return (3*x + 2*k + 1) mod 5;",
    "a larger range": "k :=$ Uniform(0..9); return (x + k) mod 5;",
    "again": "k :=$ Uniform(0..4); y := (x + k) mod 5; return (y + x*x) mod 5;",
    "a range as it is": "k :=$ Uniform(0..4); leak k + 3; return k;",
    "shares": "k :=$ Uniform(0..2); l :=$ Uniform(0..2); return (k, (x - k - l) mod 3);",
    "shares that agree": "k :=$ Uniform(0..2); leak (x + k) mod 3; return (x + k + 1) mod 3;",
    "beside a die": "k :=$ Uniform(bits(2)); d :=$ Choice({0 @ 1/3, 1 @ 2/3}); return (d, m xor k);",
    "a die that decides": "k :=$ Uniform(bits(2)); d :=$ Flip(1/3); c := 0b00; if (d) { c := m xor k; } return c;",
    "in a list": "r := []; for i in 0 .. 3 { c :=$ Flip(1/2); r := r ++ [c xor m[0] xor c]; } return size(r);",
    "a list of masks": "r := []; for i in 0 .. 3 { c :=$ Flip(1/2); r := r ++ [c xor b]; } return r;",
}
OPEN = {
    "nothing hidden": "return m;",
    "key shown": "k :=$ Uniform(bits(2)); leak k; return m xor k;",
    "key used twice": "k :=$ Uniform(bits(2)); leak m xor k; return w xor k;",
    "all shares": "k :=$ Uniform(0..2); l :=$ Uniform(0..2); return (k, l, (x - k - l) mod 3);",
    "no unit": "k :=$ Uniform(0..3); return (x + 2*k) mod 4;",
    "no multiple": "k :=$ Uniform(0..5); return (x + k) mod 4;",
    "two moduli": "k :=$ Uniform(0..3); leak (x + k) mod 2; return k mod 4;",
    "not reduced": "k :=$ Uniform(0..4); return x + k;",
    "unfair": "c :=$ Flip(1/3); return b xor c;",
    "sometimes": "k := 0b00; if (b) { k :=$ Uniform(bits(2)); } return m xor k;",
    "a fault for some": "k :=$ Uniform(bits(2)); y := 1 div x; return m xor k;",
    "drawn itself": "c :=$ Choice({b @ 1/2, true @ 1/2}); return c;",
    "a bit of it": "k :=$ Uniform(bits(2)); c := m xor k; return (c[0], k[1] xor m[1]);",
}


def text_of(body: str, parameters: str = PARAMETERS) -> str:
    return f"program P({parameters}) {{ {body} }}"


def law_of(body: str, parameters: str = PARAMETERS) -> Law | None:
    file = pipeline.load(Source("<test>", text_of(body, parameters)))
    try:
        return law_of_all(flatten(file.programs["P"], file.programs), {}, False, Meter(5_000))
    except (NotComputed, OutOfSteps, Fault):
        return None


def rows_of(body: str) -> list[dict[Any, Fraction]]:
    (program,) = parse(Source("<test>", text_of(body))).file.items
    return [brute.run(program, given) for given in INPUTS]  # type: ignore[arg-type]  # one program


def spread(law: Law) -> dict[Any, Fraction]:
    """A law value by value: every free element takes every value of its group."""
    out: dict[Any, Fraction] = {}
    for seen, weight in law.items():
        free = [told for told in _told(seen) if told.combination is None]
        for chosen in product(*[_elements(told.group) for told in free]):
            values: list[Any] = []
            given = iter(chosen)
            value = _known(seen, values, given)
            out[value] = out.get(value, Fraction(0)) + weight / Fraction(_count([t.group for t in free]))
    return out


def _told(seen: Any) -> list[Told]:
    if isinstance(seen, Told):
        return [seen]
    return [told for part in seen for told in _told(part)] if isinstance(seen, tuple) else []


def _elements(group: Group) -> list[Any]:
    if group.kind == "xor":
        return [format(n, f"0{group.size}b") for n in range(2**group.size)]
    return list(range(group.size)) if group.kind == "mod" else [False, True]


def _count(groups: list[Group]) -> int:
    total = 1
    for group in groups:
        total *= len(_elements(group))
    return total


def _known(seen: Any, values: list[Any], given: Any) -> Any:
    if isinstance(seen, tuple):
        return tuple([_known(part, values, given) for part in seen])
    if not isinstance(seen, Told):
        return seen
    if seen.combination is None:
        value = next(given)
    else:
        value = seen.constant
        for at, times in seen.combination:
            value = seen.group.plus(value, values[at], times)
    values.append(value)
    if seen.group.kind == "xor":
        return f"0b{value}"
    if seen.group.kind == "truth":
        return "true" if value else "false"
    return value if seen.first is None else seen.first + (value - seen.first) % seen.group.size


@pytest.mark.parametrize("name", KNOWN)
def test_a_law_is_that_of_every_input(name: str) -> None:
    law = law_of(KNOWN[name])
    assert law is not None
    found = spread(law)
    assert all([row == found for row in rows_of(KNOWN[name])])


@pytest.mark.parametrize("name", OPEN)
def test_nothing_is_told_of_others(name: str) -> None:
    assert law_of(OPEN[name]) is None


def sketch(random: Random) -> str:
    """Statements over keys, coins and residues, some of them hidden and some of them not."""
    lines = []
    bits, truths, numbers = ["m", "w", "0b10"], ["b", "(x > 0)"], ["x", "2"]
    for at in range(random.randint(2, 4)):
        match random.randrange(3):
            case 0:
                lines.append(f"k{at} :=$ Uniform(bits(2));")
                bits += [f"k{at}"] * 2
            case 1:
                lines.append(f"c{at} :=$ Flip({random.choice(['1/2', '1/2', '1/3'])});")
                truths += [f"c{at}"] * 2
            case _:
                lines.append(f"n{at} :=$ Uniform({random.choice(['0..2', '1..3', '0..5', '0..3'])});")
                numbers += [f"n{at}"] * 2

    def some(names: list[str], sign: str) -> str:
        return sign.join(names[-1:] + random.sample(names, random.randint(0, min(3, len(names)))))

    for at in range(random.randint(1, 2)):
        text = some(bits, " xor ")
        if random.random() < 0.4:
            text = f"(if {some(truths, ' xor ')} then {text} else {some(bits, ' xor ')})"
        lines.append(f"r{at} := {text};")
        bits.append(f"r{at}")
    shown = [
        some(bits, " xor "),
        some(truths, " xor "),
        f"({random.choice(['', '2*'])}{some(numbers, ' + ')}) mod {random.choice([2, 3, 3, 4])}",
    ]
    kept = random.sample(shown, random.choice([1, 1, 2, 3]))
    if random.random() < 0.5:
        lines.append(f"leak {random.choice(shown)};")
    lines.append(f"return {kept[0]};" if len(kept) == 1 else f"return ({', '.join(kept)});")
    return " ".join(lines)


@pytest.mark.parametrize("seed", [0, 1, *[pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 20)]])
def test_random_programs(seed: int) -> None:
    """What is told is the law of every input; of rows that differ nothing is."""
    told, random = 0, Random(seed)
    for _ in range(12):
        body = sketch(random)
        law = law_of(body)
        if law is not None:
            found = spread(law)
            assert all([row == found for row in rows_of(body)]), body
            told += 1
    assert told


def test_one_modulus_of_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Residues of one draw by two moduli are told wrong where that is not refused."""
    body = "k :=$ Uniform(0..5); leak k mod 2; return k mod 3;"
    assert law_of(body) is None
    monkeypatch.setattr(uniform_forms._Joint, "reduce", lambda *_: None)
    law = law_of(body)
    assert law is not None
    assert spread(law) != rows_of(body)[0]


PAD = """program Pad(m : private bits[64]) : bits[64] { k :=$ Uniform(bits(64)); return m xor k; }
program Key() : bits[64] { k :=$ Uniform(bits(64)); return k; }
program Ranged(n : int, m : private bits[n]) : bits[n] requires 1 <= n && n <= 48; {
  k :=$ Uniform(bits(n)); leak n; return m xor k; }
claim private : Pad satisfies dp(0) when any;
claim silent : Pad satisfies noninterference when any;
claim concentrated : Pad satisfies zcdp(0) when any;
claim quadruple : Pad ~ Pad : true ==> res{1} = res{2};
claim ideal : Pad ~ Key : true ==> res{1} = res{2};
claim lengths : Ranged satisfies dp(0) when any;
claim no_lengths : Ranged ~ Ranged : true ==> res{1} = res{2} expect unknown;
"""


def test_long_pads_are_decided() -> None:
    file = pipeline.load(Source("<test>", PAD))
    found = {claim.name: by_one_law(Laboratory(file), claim) for claim in file.claims}
    statuses = {name: None if results is None else {r.status for r in results} for name, results in found.items()}
    decided = ["private", "silent", "concentrated", "quadruple", "ideal", "lengths"]
    assert statuses == {**{name: {"tight"} for name in decided}, "no_lengths": None}
    assert len(found["lengths"] or ()) == 48


@pytest.mark.parametrize("mutation", TABLE, ids=lambda m: m.name)
def test_the_mutation_falls_into_its_trap(mutation: Mutation, monkeypatch: pytest.MonkeyPatch) -> None:
    file = pipeline.load(source_of(f"{mutation.trap}.wl"))
    (claim,) = file.claims
    assert by_one_law(Laboratory(file), claim) is None
    mutation.patch(monkeypatch)
    assert by_one_law(Laboratory(file), claim)
