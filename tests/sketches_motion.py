"""Two programs of which one is the other with its statements moved: reordered, sunk into branches, dead, unrolled.

Half of the time something is changed on top of that, so that the two differ; what is true brute force will say.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from tests.sketches import Promise, Sketch, chance, sketch, truth_value, whole


@dataclass(frozen=True)
class Line:
    """A statement with what it assigns and what it reads; the blocks of an `if`, the rounds of a `for`."""

    text: str
    writes: frozenset[str] = frozenset()
    reads: frozenset[str] = frozenset()
    blocks: tuple[tuple["Line", ...], ...] = ()
    rounds: int = 0
    draw: bool = False
    label: str = ""

    def written(self) -> str:
        if self.rounds:
            body = " ".join([line.written() for line in self.blocks[0]])
            return f"for i in 0 .. {self.rounds} {{ {body} }}"
        if self.blocks:
            one, other = [" ".join([line.written() for line in block]) or "skip;" for block in self.blocks]
            return f"if ({self.text}) {{ {one} }} else {{ {other} }}"
        return f"{self.label}{self.text}"


def draw(target: str, source: str, *reads: str) -> Line:
    return Line(f"{target} :=$ {source};", frozenset([target]), frozenset(reads), draw=True)


def let(target: str, value: str, *reads: str) -> Line:
    return Line(f"{target} := {value};", frozenset([target]), frozenset(reads))


def choose(guard: str, then: tuple[Line, ...], otherwise: tuple[Line, ...], *reads: str) -> Line:
    inside = [*then, *otherwise]
    writes = frozenset().union(*[line.writes for line in inside])
    return Line(guard, writes, frozenset(reads).union(*[line.reads for line in inside]), (then, otherwise))


def repeat(rounds: int, *body: Line) -> Line:
    writes = frozenset(["i"]).union(*[line.writes for line in body])
    return Line("", writes, frozenset().union(*[line.reads for line in body]), (body,), rounds)


def apart(first: Line, second: Line) -> bool:
    return not (first.writes & (second.writes | second.reads)) and not (second.writes & first.reads)


# ---- programs --------------------------------------------------------------------------------


def _program(random: Random) -> list[Line]:
    """Draws, values made of them, a branch, a loop; all names have a value at the end."""
    p, q, m = chance(random), chance(random), random.choice([1, 2])
    lines = [
        draw("a", f"Flip({p})"),
        draw("b", f"Uniform(0 .. {m})"),
        let("s", random.choice(["b + x", "if a then b else x", "b"]), "a", "b"),
    ]
    lines.append(
        random.choice(
            [
                draw("c", f"Flip(if a then {q} else {p})", "a"),
                draw("c", f"Flip({q})"),
                draw("c", f"Choice({{true @ {q}, false @ {1 - q}}})"),
                let("c", "a xor w", "a"),
            ]
        )
    )
    guard = random.choice(["w", "a", "c", "s > 0", "b = 0"])
    yes = random.choice([(let("r", "s", "s"),), (let("r", "b + 1", "b"),), (draw("d", f"Flip({q})"), _shown("d"))])
    no = random.choice([(let("r", "x"),), (let("r", "0"),), (let("r", "if c then 1 else 0", "c"),)])
    lines.append(choose(guard, yes, no, guard[0]))
    if random.random() < 0.4:
        body = random.choice(
            [
                (draw("e", f"Flip({p})"), let("t", "t + (if e then 1 else 0)", "t", "e")),
                (let("t", "t + i", "t", "i"),),
                (draw("e", f"Uniform(0 .. {m})"), let("t", "max(t, e)", "t", "e")),
            ]
        )
        lines += [let("t", random.choice(["0", "r", "s"]), "r", "s"), repeat(2, *body)]
    return lines


def _shown(name: str) -> Line:
    return let("r", f"if {name} then 1 else 0", name)


# ---- what is moved ---------------------------------------------------------------------------


def reordered(lines: list[Line], random: Random) -> list[Line]:
    """Some neighbours that have nothing to do with each other change places."""
    lines = list(lines)
    for _ in range(6):
        at = random.randrange(len(lines) - 1)
        if apart(lines[at], lines[at + 1]):
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return lines


def sunk(lines: list[Line], random: Random) -> list[Line]:
    """A draw goes into both branches of the `if` behind it, and out of one where nobody reads it."""
    for at, line in enumerate(lines):
        end = next((n for n in range(at + 1, len(lines)) if lines[n].blocks and not lines[n].rounds), None)
        if not line.draw or end is None or random.random() < 0.3:
            continue
        branch, (name,) = lines[end], line.writes
        passed = all([apart(line, other) for other in lines[at + 1 : end]])
        if not passed or name in branch.text or line.writes & _written_in(branch):
            continue
        later = frozenset().union(*[other.reads for other in lines[end + 1 :]])
        blocks = []
        for block in branch.blocks:
            needed = name in later | frozenset().union(*[inner.reads for inner in block])
            blocks.append((line, *block) if needed or random.random() < 0.3 else block)
        new = replace(branch, blocks=tuple(blocks), writes=branch.writes | line.writes)
        return [*lines[:at], *lines[at + 1 : end], new, *lines[end + 1 :]]
    return lines


def _written_in(branch: Line) -> frozenset[str]:
    return frozenset().union(*[inner.writes for block in branch.blocks for inner in block])


def dead(lines: list[Line], random: Random) -> list[Line]:
    """A draw that nobody looks at."""
    at = random.randrange(len(lines) + 1)
    line = random.choice(
        [draw("z", f"Flip({chance(random)})"), draw("z", "Uniform(0 .. 3)"), draw("z", "Geometric(1/2)")]
    )
    if random.random() < 0.3:
        line = choose("w", (line,), (), "w")
    elif random.random() < 0.2:
        line = repeat(2, line) if not any([other.rounds for other in lines]) else line
    return [*lines[:at], line, *lines[at:]]


def unrolled(lines: list[Line], random: Random) -> list[Line]:
    """The rounds of a loop, one after the other."""
    out: list[Line] = []
    for line in lines:
        if line.rounds and line.blocks:
            for n in range(line.rounds):
                out += [let("i", str(n)), *line.blocks[0]]
        else:
            out.append(line)
    return out


MOVES = (reordered, reordered, sunk, sunk, dead, unrolled)


def changed(lines: list[Line], random: Random) -> list[Line]:
    """Something else: another number, two dependent statements swapped, one round more, one statement less."""
    at = random.randrange(len(lines))
    line = lines[at]
    kind = random.randrange(5)
    if kind == 0 and at + 1 < len(lines):
        return [*lines[:at], lines[at + 1], line, *lines[at + 2 :]]
    if kind == 1 and line.rounds:
        return [*lines[:at], replace(line, rounds=line.rounds + random.choice([1, -1])), *lines[at + 1 :]]
    if kind == 2:
        return [*lines[:at], _edited(line, random), *lines[at + 1 :]]
    if kind == 3 and line.blocks and not line.rounds:
        return [*lines[:at], replace(line, blocks=line.blocks[::-1]), *lines[at + 1 :]]
    if line.draw:
        return [*lines[:at], line, line, *lines[at + 1 :]]
    return [*lines[:at], _edited(line, random), *lines[at + 1 :]]


def _edited(line: Line, random: Random) -> Line:
    if line.blocks:
        at = random.randrange(len(line.blocks))
        if not line.blocks[at]:
            return line
        block = (_edited(line.blocks[at][0], random), *line.blocks[at][1:])
        return replace(line, blocks=(*line.blocks[:at], block, *line.blocks[at + 1 :]))
    slips = [("1/2", "1/3"), ("0 ..", "1 .."), ("+ x", "- x"), ("then 1", "then 2"), ("Flip(", "Flip(1/2*"), ("b", "0")]
    old, new = random.choice([slip for slip in slips if slip[0] in line.text.split(":=", 1)[1]] or [("", "")])
    head, tail = line.text.split(":=", 1)
    return replace(line, text=f"{head}:={tail.replace(old, new, 1)}") if old else line


# ---- the sketch ------------------------------------------------------------------------------


@sketch
def moved_statements(random: Random) -> Sketch:
    one = _program(random)
    other = one
    for _ in range(random.choice([1, 1, 2, 3])):
        other = random.choice(MOVES)(other, random)
    if random.random() < 0.5:
        other = changed(other, random)
    if random.random() < 0.3:
        one, other = other, one
    if random.random() < 0.4:
        one, other = _labelled(one), _labelled(other)
    returned = random.choice(["r", "(r, s)", "(r, a)", "(s, r)", "(a, b)", "(r, c)"])
    if any([line.rounds and "t" in line.writes for line in one]):
        returned = random.choice(["t", "(t, r)", "(r, s)"])
    texts = []
    for name, lines in (("A", one), ("B", other)):
        body = " ".join([line.written() for line in lines])
        texts.append(f"program {name}(x : int, w : bool) requires 0 <= x && x <= 1; {{ {body} return {returned}; }}")
    pre = random.choice(["={x, w}"] * 5 + ["={w}", "={x, w} && w{1}", "={x}"])
    post = "res{1} = res{2}"
    within = random.choice(["", "", "", " within (0)", " within (%s)"])
    domain = [whole("x", 0, 1, "public"), truth_value("w", "public")]
    return Sketch(domain, " ".join(texts), [Promise(f"A ~ B : {pre} ==> {post}{within}")])


def _labelled(lines: list[Line]) -> list[Line]:
    """Draws of the letters that the programs share."""
    return [
        replace(line, label=f"L{line.text[0]}: ") if line.draw and line.text[0] in "abc" else line for line in lines
    ]


@sketch
def eager_and_lazy(random: Random) -> Sketch:
    """A key that is drawn at once, or where it is needed; for any modulus, so that only a proof can tell."""
    yes, no = random.choice([("k", "0"), ("(k + x) mod m", "x mod m"), ("k", "k")])
    lazy_no = "L: k :=$ Uniform(0 .. m - 1); r := $no;" if no == "k" else "r := $no;"
    if random.random() < 0.2:
        lazy_no = "r := 0;"
    eager = "L: k :=$ Uniform(0 .. m - 1); $between if ($guard) { r := $yes; } else { r := $no; } return r;"
    lazy = "$between if ($guard) { L: k :=$ Uniform(0 .. m - 1); r := $yes; } else { $lazyno } return r;"
    between = random.choice(["", "t := x + 1;", "c :=$ Flip(1/3);", "t := x; c :=$ Flip(1/3);"])
    guard = random.choice(["c", "c || w"]) if "c :=" in between else random.choice(["w", "x > 0", "w && x > 0"])
    other_guard = guard if random.random() < 0.8 else f"!({guard})"
    fair, off = random.random() < 0.7, random.choice(["m", "m - 2"])
    texts = []
    for name, text in (("A", eager), ("B", lazy)):
        text = text.replace("$lazyno", lazy_no).replace("$yes", yes).replace("$no", no).replace("$between", between)
        text = text.replace("$guard", guard if name == "A" else other_guard)
        if name == "B" and not fair:
            text = text.replace("m - 1", off, 1)
        head = f"program {name}(x : int, m : int, w : bool) : int requires m >= 2; requires 0 <= x && x <= 2;"
        texts.append(f"{head} {{ {text} }}")
    if random.random() < 0.5:
        texts = [texts[1].replace("program B", "program A"), texts[0].replace("program A", "program B")]
    proof = random.choice(
        ["", "", "proof { L: couple k{2} = k{1}; }", "proof { L: couple k{2} = (k{1} + 1) mod m{1}; }"]
    )
    if no == "k":  # a label stands only once
        texts, proof = [text.replace("L: ", "") for text in texts], ""
    domain = [whole("x", 0, 2, "public"), whole("m", 2, 3, "public"), truth_value("w", "public")]
    return Sketch(domain, " ".join(texts), [Promise("A ~ B : ={x, m, w} ==> res{1} = res{2}", options=proof)])


@sketch
def loop_against_lines(random: Random) -> Sketch:
    """A loop of a known number of rounds, against its rounds written out, or against a loop of another shape."""
    p, n = chance(random), random.choice([1, 2, 3])
    body, line = random.choice(
        [
            (f"b :=$ Flip({p}); s := s + (if b then 1 else 0);", f"b :=$ Flip({p}); s := s + (if b then 1 else 0);"),
            ("s := s + x;", "s := s + x;"),
            (f"b :=$ Flip({p}); if (b) {{ s := s + x; }}", f"b :=$ Flip({p}); s := (if b then s + x else s);"),
            ("b :=$ Uniform(0 .. m); s := max(s, b);", "b :=$ Uniform(0 .. m); s := max(b, s);"),
            ("s := s + i;", None),
        ]
    )
    rounds = random.choice([n, n, n, n + 1, max(0, n - 1)])
    lines = " ".join([f"s := s + {k};" if line is None else line for k in range(rounds)])
    loop = random.choice(
        [f"for i in 0 .. {n} {{ {body} }}", f"i := 0; while (i < {n}) decreases {n} - i; {{ {body} i := i + 1; }}"]
    )
    if line is not None and random.random() < 0.2:
        loop = f"i := {n}; while (i > 0) decreases i; {{ {body} i := i - 1; }}"
    after = random.choice(["", "", "s := s + 1;"])
    head = "(x : int, m : int) : int requires 0 <= x && x <= 2; requires m >= 1;"
    texts = [
        f"program A{head} {{ s := 0; {loop} {after} return s; }}",
        f"program B{head} {{ s := 0; {lines} {random.choice([after, after, after, ''])} return s; }}",
    ]
    if random.random() < 0.4:
        texts = [texts[1].replace("program B", "program A"), texts[0].replace("program A", "program B")]
    post = random.choice(["res{1} = res{2}"] * 4 + ["res{1} <= res{2}"])
    pre = random.choice(["={x, m}"] * 4 + ["={m} && x{1} <= x{2}", "={x}"])
    domain = [whole("x", 0, 2, "public"), whole("m", 1, 2, "public")]
    return Sketch(domain, " ".join(texts), [Promise(f"A ~ B : {pre} ==> {post}")])


@sketch
def one_run_waits(random: Random) -> Sketch:
    """Loops and draws that only one of the two programs has; the loop ends, or need not."""
    k = Fraction(random.choice([1, 2]))
    loop = random.choice(
        [
            "while (i < n) decreases n - i; { i := i + 1; }",
            "while (i < n) invariant 0 <= i$mark && i$mark <= n$mark; decreases n - i; { i := i + 1; }",
            "while (i < n) decreases n - i; { b :=$ Flip(1/3); i := i + (if b then 1 else 2); }",
            "while (i < n) decreases n - i; { b :=$ Flip(1/3); if (b) { c := c; } i := i + 1; }",
            "while (i != n) decreases n - i; { i := i + 1; }",
            "while (i < n) invariant c$mark = i$mark; decreases n - i; { c := c + 1; i := i + 1; } c := 0;",
            "while (i < n) invariant c$mark = i$mark; decreases n - i; { c := c + 1; i := i + 1; } c := c - i;",
            "while (i < n) { i := i + 0; }",
            "for j in 0 .. n { i := i + 1; }",
        ]
    )
    draws = random.choice(["", "u :=$ Flip(1/4);", "u :=$ Choice({0 @ 1/2, 5 @ 1/2}); u :=$ Uniform(0 .. 3);"])
    first = random.random() < 0.5
    loop = loop.replace("$mark", "{1}" if first else "{2}")
    busy = f"c := 0; i := 0; {draws} {loop} L: v :=$ Uniform(0 .. {k}); return c + v;"
    idle = f"L: v :=$ Uniform(0 .. {k}); return {random.choice(['v', 'v', 'v + 0*n', 'v + n'])};"
    texts = [busy, idle] if first else [idle, busy]
    head = "(n : int) : int requires 0 <= n && n <= 2;"
    programs = " ".join([f"program {name}{head} {{ {text} }}" for name, text in zip("AB", texts, strict=True)])
    pre = random.choice(["={n}", "true", "n{1} <= n{2}"])
    post = random.choice(["res{1} = res{2}", "res{1} = res{2}", "res{1} <= res{2}", "res{1} = res{2} within (ln(2))"])
    return Sketch([whole("n", 0, 2, "public")], programs, [Promise(f"A ~ B : {pre} ==> {post}")])
