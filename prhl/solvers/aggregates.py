"""Which laws of `sum`, `count`, `min` and `max` z3 is told in a question: those of the lists that occur, and no others.

A law is instantiated at the lists themselves, at positions that the question names, and at bounds that its quantified
facts state, so that there are finitely many, and none makes another one necessary. That a premise "everywhere" is
false has a witness, a fresh position at which it fails; so each instance is a clause without quantifiers. Quantified
facts of the question are then instantiated at the witnesses, too.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import z3

from prhl.logic.terms import Apply, Logical, Term, Variable, subterms
from prhl.logic.types import List, Type
from prhl.solvers import built, lemmas
from prhl.solvers.hints import Hints
from prhl.solvers.lemmas import Measure

if TYPE_CHECKING:
    from prhl.solvers.encoding import Encoder, Value

MOST_PLACES = 8  # positions at which lists may differ
MOST_INSERTIONS = 4  # positions at which an element may have come in
MOST_PAIRS = 10  # of lists
MOST_BOUNDS = 3  # on entries
MOST_VALUES = 6  # that are counted in one list
RELATIONS: tuple[Literal["le"], Literal["ge"]] = ("le", "ge")


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A sum, count or extreme that occurs, the list that it is of, and its name in the question."""

    term: Apply
    arguments: tuple["Value", ...]
    prints: tuple[tuple[Any, ...], ...]  # what tells the arguments from others
    found: Any

    @property
    def items(self) -> Term:
        return self.term.arguments[0]

    @property
    def item(self) -> Type:
        type_ = self.items.type
        assert isinstance(type_, List)
        return type_.item

    @property
    def measure(self) -> Measure:
        return Measure("count" if self.term.operator == "count" else "sum", self.item)

    @property
    def adds(self) -> bool:
        return self.term.operator in ("sum", "count")

    def bound(self, at: Literal[0, 1] = 0) -> dict[str, "Value"]:
        """The names by which a law calls the list, the value that is counted, and the sum or count."""
        names = ("ab"[at], "vu"[at])[: len(self.arguments)]
        return {
            **dict(zip(names, self.arguments, strict=True)),
            f"{self.term.operator}({', '.join(names)})": self.found,
        }


class Telling:
    """The laws for one question."""

    def __init__(self, encoder: "Encoder", hints: Hints) -> None:
        self.encoder = encoder
        self.hints = hints
        self.said: list[Any] = []
        named = encoder.places[:MOST_PLACES]
        self.places = {f"p{n}": at for n, at in enumerate(named)}

    def tell(self, law: Term, *bound: dict[str, "Value"], limit: Term | None = None) -> None:
        merged: dict[str, Value] = {}
        for names in bound:
            merged |= names
        said = self.encoder.law(law, merged, limit)
        if said is not None:
            self.said.append(said)

    # ---- one list ----------------------------------------------------------------------------

    def alone(self, one: Aggregate) -> None:
        many, names, measure = len(self.places), one.bound(), one.measure
        group = self.hints.about(one.items)
        if one.term.operator in ("least", "greatest"):
            self.tell(lemmas.extreme_entry(one.term.operator, one.item), names)
        elif measure.operator == "count":
            self.tell(lemmas.counted_entries(one.item, many), names, self.places)
            if group.uneven:
                self.tell(lemmas.other_entries(measure, many, "le"), names, self.places)
                self.tell(lemmas.counted_everywhere(one.item, many), names, self.places)
        else:
            for relation in RELATIONS if group.uneven else ("eq",):
                self.tell(lemmas.other_entries(measure, many, relation), names, self.places)
            for relation, bounds in zip(RELATIONS, (group.upper, group.lower), strict=True):
                for limit in bounds[:MOST_BOUNDS]:
                    self.tell(lemmas.bounded_entries(one.item, limit.type, relation), names, limit=limit)

    # ---- two lists ---------------------------------------------------------------------------

    def together(self, one: Aggregate, other: Aggregate) -> None:
        if not one.adds:
            # of empty lists nothing is known but that their maxima are one value
            empty = z3.And(one.arguments[0].size == 0, other.arguments[0].size == 0)
            self.said.append(z3.Implies(empty, one.found == other.found))
            return
        measure, many = one.measure, len(self.places)
        group = self.hints.about(one.items)
        group.absorb(self.hints.about(other.items))
        both_ways = [(one.bound(0), other.bound(1)), (other.bound(0), one.bound(1))]
        if not group.uneven:
            self.tell(lemmas.changed_entries(measure, many), *both_ways[0], self.places)
        for names in both_ways:
            if group.uneven:
                self.tell(lemmas.smaller_entries(measure, many), *names, self.places)
            if group.shifted:
                for at in list(self.places.values())[:MOST_INSERTIONS]:
                    self.tell(lemmas.entry_put_in(measure), *names, {"p0": at})
            for limit in group.apart[:MOST_BOUNDS] if measure.operator == "sum" else ():
                self.tell(lemmas.close_entries(measure, limit.type), *names, limit=limit)

    def same_list(self, group: list[Aggregate]) -> None:
        """Several functions of one list."""
        counts = [one for one in group if one.term.operator == "count"][:MOST_VALUES]
        if len(counts) > 1:
            names: dict[str, Value] = {"a": counts[0].arguments[0]}
            for n, one in enumerate(counts):
                names |= {f"v{n}": one.arguments[1], f"count(a, v{n})": one.found}
            self.tell(lemmas.counted_values(counts[0].item, len(counts)), names)
        sums = [one for one in group if one.term.operator == "sum"]
        for one in group:
            if sums and not one.adds:
                law = lemmas.mean_entry(one.term.operator, one.item)
                self.tell(law, sums[0].bound(), one.bound())


def told(encoder: "Encoder", hints: Hints) -> list[Any]:
    """Every law that concerns the lists of a question."""
    for left, right in hints.equal:
        _by_equality(encoder, left, right)
        _by_equality(encoder, right, left)
    telling = Telling(encoder, hints)
    known = list(encoder.aggregates.values())
    for one in known:
        telling.alone(one)
    for one, other in _pairs(known, hints):
        telling.together(one, other)
    groups: dict[tuple[int, ...], list[Aggregate]] = {}
    for one in known:
        groups.setdefault(tuple([part.get_id() for part in one.prints[0]]), []).append(one)
    for group in groups.values():
        telling.same_list(group)
    return telling.said


def _by_equality(encoder: "Encoder", left: Term, right: Term) -> None:
    """If the sum of `a` occurs and `a = b ++ [x]` does, so does the sum of `b ++ [x]`."""
    for one in list(encoder.aggregates.values()):
        items, *rest = one.term.arguments
        if items == left and not any([isinstance(part, Logical) for part in subterms(one.term)]):
            term = Apply(one.term.operator, (right, *rest), one.term.type)
            if built.written_out(term) is not None:
                encoder.define(term)


def _pairs(known: list[Aggregate], hints: Hints) -> list[tuple[Aggregate, Aggregate]]:
    """Functions of one kind, of lists that something is said of; the two runs of one thing come first."""
    about = {id(one): hints.about(one.items).lists for one in known}
    pairs = []
    for n, one in enumerate(known):
        for other in known[n + 1 :]:
            mine, others = about[id(one)], about[id(other)]
            if _comparable(one, other) and (mine & others or not mine or not others):
                pairs.append((one, other))
    return sorted(pairs, key=lambda pair: _distance(*pair))[:MOST_PAIRS]


def _comparable(one: Aggregate, other: Aggregate) -> bool:
    if one.term.operator != other.term.operator or one.item != other.item:
        return False
    values = zip(one.prints[-1], other.prints[-1], strict=True) if one.term.operator == "count" else ()
    return not any([_is_value(v) and _is_value(u) and not v.eq(u) for v, u in values])


def _distance(one: Aggregate, other: Aggregate) -> tuple[bool, bool]:
    """How little two functions have in common: not the value that is counted, not the name of the list."""
    counted = [v.eq(u) for v, u in zip(one.prints[-1], other.prints[-1], strict=True)]
    return one.term.operator == "count" and not all(counted), not _twins(one.items, other.items)


def _twins(one: Term, other: Term) -> bool:
    """Whether two terms are the same but for the run."""
    match one, other:
        case Variable(), Variable():
            return one.name.split("@")[0] == other.name.split("@")[0]
        case Apply(), Apply() if one.operator == other.operator and len(one.arguments) == len(other.arguments):
            return all([_twins(a, b) for a, b in zip(one.arguments, other.arguments, strict=True)])
        case _:
            return one == other


def _is_value(value: Any) -> bool:
    return bool(z3.is_int_value(value) or z3.is_rational_value(value) or z3.is_true(value) or z3.is_false(value))
