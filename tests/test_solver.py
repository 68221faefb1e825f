"""The encoding tells z3 nothing that is false: what it calls valid is true of every memory that is tried.

Random facts and goals over integers, reals, truth values, lists and bits; the judge is the plain evaluator of the
exact road, which shares no code with the encoding.
"""

import os
import random
from fractions import Fraction

import pytest

from prhl import pipeline
from prhl.logic.build import both, choose, equal, follows, index, less, number, plus, size
from prhl.logic.terms import Apply, Constant, Logical, Quantified, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, Bits, List, Size, Type
from prhl.semantics.evaluate import Fault, Undecidable, evaluate
from prhl.solvers import Limits, Query, obvious
from prhl.solvers.by_z3 import Session
from prhl.source import Source

ROUNDS = max(1, int(os.environ.get("PRHL_EXAMPLES", "60")) // 60)
LISTS = ("a", "b")
BITS = Bits(Size.constant(2))
VARIABLES: dict[str, Type] = {
    "i": INT, "j": INT, "k": INT, "x": REAL, "y": REAL, "p": BOOL, "q": BOOL,
    "a": List(INT), "b": List(INT), "u": BITS, "v": BITS,
}  # fmt: skip


def var(name: str) -> Variable:
    return Variable(name, 0, VARIABLES[name])


class Formulas:
    """Random formulas; what may be undefined is guarded, or left to be unspecified."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def integer(self, depth: int) -> Term:
        pick = self.random.choice
        if depth <= 0:
            return pick([var("i"), var("j"), var("k"), number(0), number(1), number(-2), size(var(pick(LISTS)))])
        one, two = self.integer(depth - 1), self.integer(depth - 1)
        return pick(
            [
                plus(one, two),
                plus(one, two, -1),
                Apply("mul", (one, two), INT),
                Apply("abs", (one,), INT),
                Apply("min", (one, two), INT),
                Apply("max", (one, two), INT),
                Apply("ediv", (one, number(pick([2, 3, -2]))), INT),
                Apply("emod", (one, number(pick([2, 3, -2]))), INT),
                Apply("floor", (self.real(depth - 1),), INT),
                Apply("ceil", (self.real(depth - 1),), INT),
                Apply("sum", (self.items(depth - 1),), INT),
                Apply("count", (self.items(depth - 1), one), INT),
                Apply("size", (self.items(depth - 1),), INT),
                choose(self.truth(depth - 1), one, two),
            ]
        )

    def real(self, depth: int) -> Term:
        pick = self.random.choice
        if depth <= 0:
            return pick([var("x"), var("y"), Constant(Fraction(1, 2), REAL)])
        one, two = self.real(depth - 1), self.real(depth - 1)
        return pick([plus(one, two), plus(one, two, -1), Apply("mul", (one, two), REAL), Apply("abs", (one,), REAL)])

    def items(self, depth: int) -> Term:
        pick = self.random.choice
        if depth <= 0:
            return var(pick(LISTS))
        one = self.items(depth - 1)
        return pick(
            [
                one,
                Apply("list", (self.integer(0), self.integer(0)), List(INT)),
                Apply("concat", (one, self.items(0)), List(INT)),
                choose(self.truth(0), one, self.items(0)),
            ]
        )

    def bits(self) -> Term:
        one = self.random.choice([var("u"), var("v"), Constant("01", BITS)])
        return self.random.choice([one, Apply("xor", (one, var("u")), BITS), Apply("xor", (var("v"), one), BITS)])

    def truth(self, depth: int) -> Term:
        pick = self.random.choice
        if depth <= 0:
            return pick([var("p"), var("q"), less(var("i"), var("j")), equal(var("a"), var("b"))])
        one, two = self.truth(depth - 1), self.truth(depth - 1)
        compared = pick(["lt", "le", "eq", "ne"])
        return pick(
            [
                both([one, two]),
                Apply("or", (one, two), BOOL),
                Apply("not", (one,), BOOL),
                follows(one, two),
                Apply("iff", (one, two), BOOL),
                Apply("xor", (one, two), BOOL),
                Apply(compared, (self.integer(depth - 1), self.integer(depth - 1)), BOOL),
                Apply(compared, (self.real(depth - 1), self.real(depth - 1)), BOOL),
                Apply("eq", (self.items(depth - 1), self.items(depth - 1)), BOOL),
                Apply("eq", (self.bits(), self.bits()), BOOL),
                self.quantified(),
            ]
        )

    def quantified(self) -> Term:
        """Over the positions of a list: `forall t. 0 <= t < size(a) ==> a[t] ...`."""
        t = Logical("t", INT)
        items = var(self.random.choice(LISTS))
        other = var("b" if items.name == "a" else "a")
        inside = both([Apply("le", (number(0), t), BOOL), less(t, size(items)), less(t, size(other))])
        fact = self.random.choice(
            [
                equal(index(items, t), index(other, t)),
                Apply("le", (index(items, t), index(other, t)), BOOL),
                Apply("le", (index(items, t), self.integer(0)), BOOL),
                follows(Apply("ne", (t, var("k")), BOOL), equal(index(items, t), index(other, t))),
            ]
        )
        if self.random.random() < 0.7:
            return Quantified("forall", (t,), follows(inside, fact))
        return Quantified("exists", (t,), both([inside, fact]))

    def aggregates(self) -> tuple[list[Term], Term]:
        """Facts close to the lemmas of sums and counts, and a conclusion close to theirs."""
        pick = self.random.choice
        a, b, k, t = var("a"), var("b"), var("k"), Logical("t", INT)
        gap = pick([0, 1])
        inside = both([Apply("le", (number(0), t), BOOL), less(t, size(b))])
        shifted = plus(t, number(1)) if gap else t
        before = follows(both([inside, less(t, k)]), equal(index(a, t), index(b, t)))
        after = follows(
            both([inside, pick([less(k, t), Apply("le", (k, t), BOOL)])]), equal(index(a, shifted), index(b, t))
        )
        facts = [
            equal(size(a), plus(size(b), number(gap))),
            Apply("le", (number(0), k), BOOL),
            less(k, size(pick([a, a, b]))),
            Quantified("forall", (t,), before),
            Quantified("forall", (t,), after),
        ]
        measure = pick(["sum", "count", "greatest", "least"])
        extra = (var("i"),) if measure == "count" else ()
        one, two = Apply(measure, (a, *extra), INT), Apply(measure, (b, *extra), INT)
        difference = plus(one, two, -1)
        moved = index(a, k) if gap else plus(index(a, k), index(b, k), -1)
        goal = pick(
            [
                equal(difference, moved),
                Apply("le", (difference, number(1)), BOOL),
                Apply("le", (two, plus(one, number(1))), BOOL),
                Apply("le", (two, one), BOOL),
                follows(Apply("le", (number(0), moved), BOOL), Apply("le", (two, one), BOOL)),
            ]
        )
        self.random.shuffle(facts)
        return facts[: pick([4, 5, 5, 5])], goal

    def memory(self) -> dict[tuple[str, int], object]:
        pick = self.random.choice
        found: dict[tuple[str, int], object] = {}
        for name, type_ in VARIABLES.items():
            match type_:
                case List():
                    found[name, 0] = tuple([pick([-1, 0, 1, 2]) for _ in range(pick([0, 1, 2, 3]))])
                case Bits():
                    found[name, 0] = pick(["00", "01", "10", "11"])
                case _:
                    values = {INT: [-3, -1, 0, 1, 2, 5], REAL: [Fraction(-1, 2), 0, 1, Fraction(7, 3)]}
                    found[name, 0] = pick(values.get(type_, [False, True]))
        if self.random.random() < 0.7:  # lists that differ little
            items = list(found["a", 0])  # type: ignore[call-overload]
            if items and self.random.random() < 0.6:
                k = self.random.randrange(len(items))
                found["k", 0] = k
                if self.random.random() < 0.5:
                    items[k] = pick([-1, 0, 1, 2])
                else:
                    del items[k]
            found["b", 0] = tuple(items)
        return found


# What is known of the types beyond what the encoding knows by itself.
LENGTHS = [equal(size(var(name)), number(2)) for name in ("u", "v")]


def true_of(term: Term, memory: dict[tuple[str, int], object]) -> bool | None:
    """None where a value is unspecified."""
    try:
        return bool(evaluate(term, memory))
    except (Fault, Undecidable):
        return None


def check(formulas: Formulas, facts: list[Term], goal: Term) -> bool:
    """Whether the solver calls it valid; if so, it had better be."""
    answer = Session(Limits(300_000, 3)).answer(Query((*facts, *LENGTHS), goal))
    if answer.status != "valid":
        return False
    for _ in range(400):
        memory = formulas.memory()
        if all([true_of(fact, memory) for fact in facts]):
            assert true_of(goal, memory) is not False, (facts, goal, memory)
    return True


@pytest.mark.parametrize("seed", range(6 * ROUNDS))
def test_what_is_called_valid_is_true(seed: int) -> None:
    formulas = Formulas(seed)
    valid = 0
    for _ in range(40):
        facts = [formulas.truth(2) for _ in range(formulas.random.choice([0, 1, 2]))]
        valid += check(formulas, facts, formulas.truth(formulas.random.choice([1, 2, 3])))
    assert valid >= 1, "a test of nothing"


@pytest.mark.parametrize("seed", range(4 * ROUNDS))
def test_lemmas_of_sums_and_counts_are_true(seed: int) -> None:
    formulas = Formulas(1000 + seed)
    valid = sum([check(formulas, *formulas.aggregates()) for _ in range(30)])
    assert valid >= 2, "a test of nothing"


@pytest.mark.parametrize(
    "requires",
    [
        "n > 0",
        "n = 0",
        "n > 0 && n < 0",
        "n*n = 2",
        "n = 7 && size(d) = 3",
        "size(d) < 0",
        "p && !p",
        "p ==> n = 1",
        "m != 0b00",
        "m xor m = 0b11",
        "d[0] = 1",
        "1/n = 1",
    ],
)
def test_what_simple_values_show_the_solver_finds_as_well(requires: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether anything meets a relation and `requires`: a number, a list, bits and a truth value may be enough."""
    text = (
        f"program P(n : int, d : list[int], m : bits[2], p : bool) requires {requires}; {{ y := 0; }}"
        "claim c : P ~ P : ={n, d, m, p} ==> true;"
    )
    source = Source("x.wl", text)
    ((_, proof),) = pipeline.proofs(source)
    monkeypatch.setattr(obvious, "_hold", lambda facts, number: False)
    ((_, asked),) = pipeline.proofs(source)
    assert proof.vacuous == asked.vacuous
