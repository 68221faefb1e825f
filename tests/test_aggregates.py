"""Sums, counts and extremes of lists: their laws are true, each as it stands, and they prove what one would expect.

The laws of `prhl/solvers/lemmas.py` are formulas; the judge is the plain evaluator of the exact road. It raises where a
value is unspecified, so that a law that looks beyond the end of a list is caught like a false one.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from prhl.logic.build import FALSE, TRUE, at_most, both, choose, comprehension, equal, less, number, plus, size, times
from prhl.logic.terms import Apply, Constant, Logical, Quantified, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, Bits, List, Size, Tuple, Type
from prhl.manual import pages_of
from prhl.semantics.evaluate import LOGICAL, Fault, Undecidable, evaluate
from prhl.solvers import Limits, Query, built, lemmas
from prhl.solvers.by_z3 import Session
from prhl.solvers.lemmas import Measure

PAIR, WORD = Tuple((INT, BOOL)), Bits(Size.constant(2))
ITEMS: dict[Type, list[Any]] = {
    INT: [-1, 0, 1, 3],
    REAL: [Fraction(-1, 2), 0, 1, Fraction(7, 3)],
    BOOL: [False, True],
    PAIR: [(0, False), (0, True), (1, True)],
    WORD: ["00", "01"],
    List(INT): [(), (0,), (0, 1)],
}
ITEMS |= {
    Tuple((BOOL, item)): [(kept, one) for kept in (False, True, True) for one in ITEMS[item][:3]]
    for item in (INT, BOOL, List(INT))
}
SINGLE = [item for item in ITEMS if item == PAIR or not isinstance(item, Tuple)]
SUMS = [Measure("sum", INT), Measure("sum", REAL)]
COUNTS = [Measure("count", item) for item in SINGLE]
MANY = (0, 1, 3)

LAWS: dict[str, list[Term]] = {
    "changed-entries": [lemmas.changed_entries(m, n) for m in (*SUMS, *COUNTS) for n in MANY],
    "smaller-entries": [lemmas.smaller_entries(m, n) for m in (*SUMS, *COUNTS) for n in MANY],
    "close-entries": [lemmas.close_entries(m, c) for m in SUMS for c in (INT, REAL)],
    "entry-put-in": [lemmas.entry_put_in(m) for m in (*SUMS, *COUNTS)],
    "other-entries": [
        *[lemmas.other_entries(m, n, r) for m in SUMS for n in MANY for r in ("eq", "le", "ge")],  # type: ignore[arg-type]
        *[lemmas.other_entries(m, n, "le") for m in COUNTS for n in MANY],
    ],
    "bounded-entries": [
        lemmas.bounded_entries(item, c, r)  # type: ignore[arg-type]
        for item in (INT, REAL)
        for c in (INT, REAL)
        for r in ("le", "ge")
    ],
    "counted-entries": [lemmas.counted_entries(item, n) for item in SINGLE for n in MANY],
    "counted-everywhere": [lemmas.counted_everywhere(item, n) for item in SINGLE for n in MANY],
    "counted-values": [lemmas.counted_values(item, n) for item in SINGLE for n in (2, 3)],
    "extreme-entry": [lemmas.extreme_entry(o, i) for o in ("least", "greatest") for i in (INT, REAL)],  # type: ignore[arg-type]
    "sorted-entries": [lemmas.sorted_entries(item) for item in (INT, REAL)],
    "sorted-close": [lemmas.sorted_close(item, c) for item in (INT, REAL) for c in (INT, REAL)],
    "sorted-changed": [lemmas.sorted_changed(item, n) for item in (INT, REAL) for n in MANY[1:]],
    "sorted-put-in": [lemmas.sorted_put_in(item) for item in (INT, REAL)],
    "kept-entries": [lemmas.kept_entries(item) for item in (INT, BOOL, List(INT))],
    "kept-alike": [lemmas.kept_alike(item) for item in (INT, BOOL, List(INT))],
    "mean-entry": [lemmas.mean_entry(o, i) for o in ("least", "greatest") for i in (INT, REAL)],  # type: ignore[arg-type]
}
INSTANCES = [(name, at) for name, laws in LAWS.items() for at in range(len(laws))]
TRIES = 800


def names_of(term: Term) -> dict[str, Type]:
    """The names that a law leaves open."""
    match term:
        case Logical(name, type_):
            return {name: type_}
        case Quantified(_, variables, body):
            return {n: t for n, t in names_of(body).items() if n not in {v.name for v in variables}}
        case Apply("comprehension", (Logical(own), *arguments)):
            return {n: t for argument in arguments for n, t in names_of(argument).items() if n != own}
        case Apply(_, arguments):
            return {name: type_ for argument in arguments for name, type_ in names_of(argument).items()}
        case _:
            return {}


class Memories:
    """Lists that differ little, positions in them and beside them, and bounds that are just met."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.place = 0  # where something was changed

    def items(self, item: Type) -> list[Any]:
        pick = self.random.choice
        some = ITEMS[item] if self.random.random() < 0.6 else [pick(ITEMS[item])]
        return [pick(some) for _ in range(pick([0, 1, 1, 2, 2, 3]))]

    def other(self, items: list[Any], item: Type) -> list[Any]:
        """A list that has something to do with the first one."""
        pick = self.random.choice
        other = list(items)
        ways = [
            "same",
            "changed",
            "changed",
            "moved",
            "longer",
            "appended",
            "shorter",
            "shorter",
            "shorter",
            "anything",
        ]
        way = pick(ways)
        for _ in range(pick([1, 1, 1, 2]) if other else 0):
            self.place = self.random.randrange(max(len(other), 1))
            if way == "longer":
                other.insert(self.place, pick(ITEMS[item]))
            elif way == "appended":
                other.append(pick(ITEMS[item]))
            elif other and way == "changed":
                other[self.place] = pick(ITEMS[item])
            elif other and way == "shorter":
                del other[self.place]
        if way == "moved" and item in (INT, REAL):
            step = pick([-1, 1, Fraction(1, 2) if item == REAL else 2])
            other = [element + step for element in other]
        return self.items(item) if way == "anything" else other

    def memory(self, names: dict[str, Type]) -> dict[tuple[str, int], Any]:
        pick = self.random.choice
        found: dict[tuple[str, int], Any] = {}
        first: list[Any] = []
        for name, type_ in names.items():
            match type_:
                case List(item) if name in "ab":
                    first = self.other(first, item) if name == "b" else self.items(item)
                    found[name, LOGICAL] = tuple(first)
                case _ if name.startswith("p"):
                    found[name, LOGICAL] = pick([-1, 0, 1, 2, 3, *[self.place] * 5])
                case _ if name == "u" and self.random.random() < 0.7:
                    found[name, LOGICAL] = found["v", LOGICAL]
                case _:
                    found[name, LOGICAL] = pick(ITEMS[type_])
        return found


def ordered(names: dict[str, Type]) -> dict[str, Type]:
    return dict(sorted(names.items(), key=lambda one: (one[0] not in "ab", one[0] == "u", one[0])))


@cache
def memories(name: str, at: int) -> list[dict[tuple[str, int], Any]]:
    made, names = Memories(at), ordered(names_of(LAWS[name][at]))
    return [made.memory(names) for _ in range(TRIES)]


def holds(law: Term, memory: dict[tuple[str, int], Any]) -> bool:
    """Whether the law is true, and speaks of nothing that is unspecified."""
    try:
        return evaluate(law, memory) is True
    except (Fault, Undecidable):
        return False


def test_every_law_is_here() -> None:
    assert {page.name for page in pages_of("solvers/lemmas.py")} == LAWS.keys()
    assert [page.name for page in pages_of("solvers/built.py")] == ["built-lists", "comprehensions"]


@pytest.mark.parametrize(("name", "at"), INSTANCES)
def test_law_is_true(name: str, at: int) -> None:
    law = LAWS[name][at]
    used = 0
    for memory in memories(name, at):
        assert holds(law, memory), memory
        if isinstance(law, Apply) and law.operator == "implies":
            used += evaluate(law.arguments[0], memory)
    assert used > 40 or not (isinstance(law, Apply) and law.operator == "implies"), "a test of nothing"


# ---- laws that say a little more are caught --------------------------------------------------


def stronger(law: Term) -> Iterator[tuple[str, Term]]:
    """The law without one of its premises or guards, or with a conclusion that is too tight by one."""
    match law:
        case Apply("and", parts):
            for n, part in enumerate(parts):
                for said, other in stronger(part):
                    yield f"part {n}: {said}", other
        case Apply("implies", (premise, conclusion)):
            parts = premise.arguments if isinstance(premise, Apply) and premise.operator == "and" else (premise,)
            for n in range(len(parts)):
                yield f"premise {n} left out", Apply("implies", (both([*parts[:n], *parts[n + 1 :]]), conclusion), BOOL)
            for said, other in stronger(conclusion):
                yield said, Apply("implies", (premise, other), BOOL)
        case Apply("eq", (left, right)) if isinstance(left.type, List):
            yield "never", FALSE
        case Apply("eq", (left, right)):
            yield "one more", equal(left, plus(right, number(1)))
            yield "one less", equal(left, plus(right, number(-1)))
            yield from [(said, equal(left, other)) for said, other in unguarded(right)]
        case Apply("le" | "ge" as operator, (left, right)):
            yield "too tight", Apply(operator, (plus(left, number(1 if operator == "le" else -1)), right), BOOL)
            yield from [(said, Apply(operator, (other, right), BOOL)) for said, other in unguarded(left, 1)]
            yield from [(said, Apply(operator, (left, other), BOOL)) for said, other in unguarded(right, -1)]
        case Quantified("forall", names, Apply("implies", (premise, conclusion))):
            for said, other in stronger(conclusion):
                yield said, Quantified("forall", names, Apply("implies", (premise, other), BOOL))
        case Quantified("exists", names, body):
            yield "none", Quantified("exists", names, both([body, FALSE]))


def unguarded(term: Term, side: int = 0) -> Iterator[tuple[str, Term]]:
    """A sum in which one part is added although it should not be; `side` is that of an inequality, if it is in one.

    A position that is counted twice on the larger side makes an inequality of counts weaker, and no mistake.
    """
    match term:
        case Apply("ite", (condition, yes, no)) if no == number(0) and condition != TRUE:
            parts = (
                condition.arguments if isinstance(condition, Apply) and condition.operator == "and" else (condition,)
            )
            counts = isinstance(yes, Apply) and yes.operator == "ite"
            for n in range(1 if counts and side < 0 else len(parts)):
                kept = both([*parts[:n], *parts[n + 1 :]])
                yield f"guard {n} left out", Apply("ite", (kept, yes, no), term.type)
        case Apply("add" | "neg", arguments):
            for n, argument in enumerate(arguments):
                for said, other in unguarded(argument, -side if term.operator == "neg" else side):
                    yield f"{n}: {said}", Apply(term.operator, (*arguments[:n], other, *arguments[n + 1 :]), term.type)


@pytest.mark.parametrize(("name", "at"), INSTANCES)
def test_a_law_that_says_more_is_caught(name: str, at: int) -> None:
    tried = 0
    for said, law in stronger(LAWS[name][at]):
        tried += 1
        assert any(not holds(law, memory) for memory in memories(name, at)), said
    assert tried


def test_a_sum_of_close_entries_needs_the_size() -> None:
    law = LAWS["close-entries"][0]
    assert isinstance(law, Apply)
    careless = Apply("implies", (law.arguments[0], at_most(Measure("sum", INT).difference, Logical("c", INT))), BOOL)
    assert not all([holds(careless, memory) for memory in memories("close-entries", 0)])


# ---- lists that are built from others --------------------------------------------------------


class Built:
    """Random lists as terms, over variables."""

    def __init__(self, seed: int, item: Type) -> None:
        self.random = random.Random(seed)
        self.item = item
        self.type = List(item)

    def element(self) -> Term:
        values = [Variable("x", 0, self.item), Variable("y", 0, self.item)]
        return self.random.choice(values)

    def items(self, depth: int) -> Term:
        pick = self.random.choice
        if depth <= 0:
            return Variable(pick("de"), 0, self.type)
        inner = [self.items(depth - 1) for _ in range(pick([2, 2, 3]))]
        condition = pick([Variable("p", 0, BOOL), less(number(1), size(inner[0]))])
        x = Logical(pick("xy"), self.item)
        kept = pick([TRUE, Variable("p", 0, BOOL), equal(x, self.element()), Apply("ne", (x, self.element()), BOOL)])
        return pick(
            [
                inner[0],
                comprehension(x, inner[0], pick([x, x, self.element()]), kept),
                Apply("sort", (inner[0],), self.type) if self.item in (INT, REAL) else inner[0],
                Apply("list", tuple([self.element() for _ in range(pick([0, 1, 2, 3]))]), self.type),
                Apply("concat", tuple(inner), self.type),
                Apply("store", (inner[0], pick([number(0), Variable("i", 0, INT)]), self.element()), self.type),
                choose(condition, inner[0], inner[1]),
            ]
        )

    def memory(self) -> dict[tuple[str, int], Any]:
        pick, values = self.random.choice, ITEMS[self.item]
        lists = {(name, 0): tuple([pick(values) for _ in range(pick([0, 1, 2]))]) for name in "de"}
        return {
            **lists,
            ("x", 0): pick(values),
            ("y", 0): pick(values),
            ("i", 0): pick([-1, 0, 1, 2]),
            ("p", 0): pick([False, True]),
        }


def unfolded(term: Term) -> Term:
    """The term with every function of a built list written out."""
    if isinstance(term, Apply):
        out = built.written_out(term) if term.operator in lemmas.OPERATORS else None
        if out is not None:
            return unfolded(out)
        return Apply(term.operator, tuple([unfolded(a) for a in term.arguments]), term.type)
    return term


def value_of(term: Term, memory: dict[tuple[str, int], Any]) -> Any:
    """None if it has none."""
    try:
        return evaluate(term, memory)
    except Fault:
        return None


@pytest.mark.parametrize("operator", lemmas.OPERATORS)
@pytest.mark.parametrize("item", SINGLE, ids=str)
def test_built_lists_have_the_sums_that_they_should(operator: Any, item: Type) -> None:
    if operator != "count" and item not in (INT, REAL):
        return
    compared = 0
    for seed in range(60):
        built = Built(seed, item)
        arguments = (built.items(2), *([built.element()] if operator == "count" else []))
        term = Apply(operator, arguments, INT if operator == "count" else item)
        for _ in range(25):
            memory = built.memory()
            value = value_of(term, memory)
            if value is not None:
                assert value_of(unfolded(term), memory) == value, (term, memory)
                compared += 1
    assert compared > 500


def test_sums_of_widened_lists() -> None:
    integers = Variable("d", 0, List(INT))
    term = Apply("sum", (Apply("widen", (integers,), List(REAL)),), REAL)
    written = built.written_out(term)
    assert written is not None
    assert written.type == REAL
    assert evaluate(written, {("d", 0): (1, 2)}) == 3
    assert built.written_out(Apply("sum", (integers,), INT)) is None


# ---- what is told to the solver agrees with lists that there are -----------------------------


class World:
    """A memory, and facts that are true of it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        pick = self.random.choice
        self.item: Type = pick(SINGLE)
        made = Memories(seed)
        first = made.items(self.item)
        self.lists = {"d": first, "e": made.other(first, self.item)}
        self.memory: dict[tuple[str, int], Any] = {(name, 0): tuple(items) for name, items in self.lists.items()}
        self.memory |= {("i", 0): pick([-1, 0, 1, 2]), ("x", 0): pick(ITEMS[self.item]), ("p", 0): pick([False, True])}

    def items(self) -> Term:
        built = Built(self.random.randrange(10**6), self.item)
        return built.items(self.random.choice([0, 0, 1]))

    def functions(self) -> list[Term]:
        """Sums, counts and extremes that occur."""
        pick = self.random.choice
        operators = lemmas.OPERATORS if self.item in (INT, REAL) else ("count",)
        found: list[Term] = []
        for _ in range(pick([2, 3])):
            operator = pick(operators)
            value = pick([Variable("x", 0, self.item), Variable("y", 0, self.item)])
            extra = (value,) if operator == "count" else ()
            found.append(Apply(operator, (self.items(), *extra), INT if extra else self.item))  # type: ignore[arg-type]
        return found

    def facts(self) -> list[Term]:
        """Of entries and of the functions, whichever are true."""
        t, d, e = Logical("t", INT), Variable("d", 0, List(self.item)), Variable("e", 0, List(self.item))
        inside = both([at_most(number(0), t), less(t, size(d)), less(t, size(e))])
        one, other = Apply("index", (d, t), self.item), Apply("index", (e, t), self.item)
        said = [
            equal(one, other),
            Apply("implies", (Apply("ne", (t, Variable("i", 0, INT)), BOOL), equal(one, other)), BOOL),
        ]
        if self.item in (INT, REAL):
            said += [at_most(one, other), at_most(other, one), at_most(one, number(1)), at_most(number(-1), other)]
            said += [at_most(Apply("abs", (plus(one, other, -1),), self.item), number(1))]
        after = Apply("index", (d, plus(t, number(1))), self.item)
        facts: list[Term] = [Quantified("forall", (t,), Apply("implies", (inside, fact), BOOL)) for fact in said]
        shifted = both([at_most(number(0), t), less(t, size(e)), less(plus(t, number(1)), size(d))])
        facts.append(Quantified("forall", (t,), Apply("implies", (shifted, equal(after, other)), BOOL)))
        facts += [equal(d, e), equal(size(d), size(e)), equal(size(d), plus(size(e), number(1)))]
        facts += [
            equal(
                d, Apply("concat", (e, Apply("list", (Variable("x", 0, self.item),), List(self.item))), List(self.item))
            )
        ]
        return [fact for fact in facts if value_of(fact, self.memory) is True]

    def constant(self, value: Any, type_: Type) -> Term:
        match type_:
            case List(item):
                return Apply("list", tuple([self.constant(v, item) for v in value]), type_)
            case Tuple(items):
                return Apply("tuple", tuple([self.constant(v, i) for v, i in zip(value, items, strict=True)]), type_)
            case _:
                return Constant(value if isinstance(value, bool | str) else Fraction(value), type_)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_told_agrees_with_the_lists_that_there_are(seed: int) -> None:
    """All facts are true of one memory, so that nothing false follows from them."""
    world = World(seed)
    world.memory["y", 0] = world.random.choice(ITEMS[world.item])
    pinned: list[Term] = []
    for (name, run), value in world.memory.items():
        types: dict[str, Type] = {"d": List(world.item), "e": List(world.item), "i": INT, "p": BOOL}
        variable = Variable(name, run, types.get(name, world.item))  # type: ignore[arg-type]
        pinned.append(equal(variable, world.constant(value, variable.type)))
    known = [(term, value_of(term, world.memory)) for term in world.functions()]
    totals = [equal(term, world.constant(value, term.type)) for term, value in known if value is not None]
    facts = world.facts()
    world.random.shuffle(facts)
    answer = Session(Limits(200_000, 3)).answer(Query((*pinned, *facts[:4], *totals), FALSE))
    assert answer.status != "valid", (pinned, facts[:4], totals)


@pytest.mark.parametrize("seed", range(40))
def test_lists_that_are_known_have_known_sums(seed: int) -> None:
    world = World(1000 + seed)
    if world.item not in (INT, REAL):
        return
    d = Variable("d", 0, List(world.item))
    items = world.memory["d", 0]
    facts = [equal(d, world.constant(items, d.type))]
    for operator in lemmas.OPERATORS:
        extra = (world.constant(items[0], world.item),) if operator == "count" and items else ()
        if not items and operator != "sum":
            continue
        term = Apply(operator, (d, *extra), INT if operator == "count" else world.item)  # type: ignore[arg-type]
        goal = equal(term, world.constant(evaluate(term, world.memory), term.type))
        assert Session().answer(Query(tuple(facts), goal)).status == "valid", (operator, items)


def test_rows_under_a_quantifier_are_not_mixed_up() -> None:
    """`max(d[i])` for one i and `sum(d[j])` for another are of different lists."""
    rows = Variable("d", 0, List(List(INT)))
    i, j, t = Variable("i", 0, INT), Variable("j", 0, INT), Logical("t", INT)
    row = Apply("index", (rows, t), List(INT))
    fact = Quantified(
        "forall",
        (t,),
        at_most(Apply("greatest", (row,), INT), plus(Apply("sum", (row,), INT), Apply("size", (row,), INT))),
    )
    one, other = (Apply("index", (rows, at), List(INT)) for at in (i, j))
    goal = at_most(Apply("sum", (one,), INT), times(size(one), Apply("greatest", (other,), INT)))
    facts = (fact, less(number(0), size(one)), less(number(0), size(other)))
    assert Session(Limits(500_000, 5)).answer(Query(facts, goal)).status != "valid"
