"""Which laws of `sum`, `count`, `min` and `max` z3 is told in a question: those of the lists that occur, and no others.

A law is instantiated at the lists themselves, at positions that the question names, and at bounds that its quantified
facts state. So there are finitely many instances, and none calls for another. A premise that quantifies over positions
is replaced by its Skolem form, "or it fails at p" with a fresh position p, so that each instance is a clause without
quantifiers; quantified facts of the question are then instantiated at p as well.
"""

import re
from typing import TYPE_CHECKING, Any, Literal

import z3

from prhl.logic.build import number
from prhl.logic.terms import Apply, Constant, Term, Variable, free_names, subterms
from prhl.logic.types import List, Tuple, Type
from prhl.records import dataclass
from prhl.solvers import built, lemmas, norms
from prhl.solvers.hints import Hints
from prhl.solvers.lemmas import Measure

if TYPE_CHECKING:
    from prhl.solvers.encoded_values import Value
    from prhl.solvers.encoding import Encoder

MOST_PLACES = 8  # positions at which lists may differ
MOST_INSERTIONS = 4  # positions at which an element may have come in
MOST_PAIRS = 10  # of lists
MOST_BOUNDS = 3  # on entries
MOST_ENDS = 2  # of the values of a comprehension
MOST_LEVELS = 3  # of lists of sums of lists
MOST_KNOWN = 60  # sums, counts and extremes
MOST_VALUES = 6  # that are counted in one list
RELATIONS: tuple[Literal["le"], Literal["ge"]] = ("le", "ge")


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A sum, count, extreme or sorted or filtered list that occurs: its arguments as encoded, with their fingerprints,
    and `found`, its name in the question."""

    term: Apply
    arguments: tuple["Value", ...]
    prints: tuple[tuple[Any, ...], ...]  # their fingerprints: see `Values.fingerprint`
    found: Any

    @property
    def items(self) -> Term:
        return self.term.arguments[1 if self.term.operator == "comprehension" else 0]

    @property
    def item(self) -> Type:
        type_ = self.items.type
        assert isinstance(type_, List)
        return type_.item

    @property
    def measure(self) -> Measure:
        return Measure("count" if self.term.operator == "count" else "sum", self.item)

    @property
    def nested(self) -> bool:
        """Whether the list is an entry of another one, at a position that a law speaks of."""
        return bool(free_names(self.term))

    @property
    def place(self) -> str:
        """The list, with runs left out and p + 1 read as p: rows that are worth comparing have the same."""
        return re.sub(r"(?<!!)!\d\b| \+ 1\b|\b1 \+ ", "", str(self.prints[0]))

    @property
    def is_number(self) -> bool:
        return self.term.operator in lemmas.OPERATORS

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
        elif one.term.operator == "sort":
            self.tell(lemmas.sorted_entries(one.item), names)
        elif one.term.operator == "comprehension":
            assert isinstance(one.item, Tuple)
            self.tell(lemmas.kept_entries(one.item.items[1]), names)
        elif measure.operator == "count":
            self.tell(lemmas.counted_entries(one.item, many), names, self.places)
            if group.uneven or self.encoder.looked_into:
                self.tell(lemmas.other_entries(measure, many, "le"), names, self.places)
            if group.uneven:
                self.tell(lemmas.counted_everywhere(one.item, many), names, self.places)
        else:
            ends = _ends(one.items)
            for relation in RELATIONS if group.uneven or ends else ("eq",):
                self.tell(lemmas.other_entries(measure, many, relation), names, self.places)
            for relation, bounds in zip(RELATIONS, (group.upper, group.lower), strict=True):
                for limit in [*bounds[:MOST_BOUNDS], *ends]:
                    self.tell(lemmas.bounded_entries(one.item, limit.type, relation), names, limit=limit)

    # ---- two lists ---------------------------------------------------------------------------

    def together(self, one: Aggregate, other: Aggregate) -> None:
        both_ways = [(one.bound(0), other.bound(1)), (other.bound(0), one.bound(1))]
        if one.term.operator == "sort":
            self.sorted_together(one, both_ways)
            return
        if one.term.operator == "comprehension":
            assert isinstance(one.item, Tuple)
            self.tell(lemmas.kept_alike(one.item.items[1]), *both_ways[0])
            return
        if not one.adds:
            # of empty lists nothing is known but that their maxima are one value
            empty = z3.And(one.arguments[0].size == 0, other.arguments[0].size == 0)
            self.said.append(z3.Implies(empty, one.found == other.found))
            return
        measure, many = one.measure, len(self.places)
        group = self.hints.about(one.items)
        group.absorb(self.hints.about(other.items))
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

    def sorted_together(self, one: Aggregate, both_ways: list[tuple[dict[str, "Value"], dict[str, "Value"]]]) -> None:
        group = self.hints.about(one.items)
        for names in both_ways:
            self.tell(lemmas.sorted_changed(one.item, len(self.places)), *names, self.places)
            if group.shifted:
                for at in list(self.places.values())[:MOST_INSERTIONS]:
                    self.tell(lemmas.sorted_put_in(one.item), *names, {"p0": at})
            for limit in [number(0), *group.apart[:MOST_BOUNDS]] if group.uneven else ():
                self.tell(lemmas.sorted_close(one.item, limit.type), *names, limit=limit)

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
            if sums and one.term.operator in ("least", "greatest"):
                law = lemmas.mean_entry(one.term.operator, one.item)
                self.tell(law, sums[0].bound(), one.bound())


def told(encoder: "Encoder", hints: Hints) -> list[Any]:
    """Every law that concerns the lists of a question."""
    for left, right in hints.equal:
        _by_equality(encoder, left, right)
        _by_equality(encoder, right, left)
        _in_order(encoder, left)
        _in_order(encoder, right)
    telling = Telling(encoder, hints)
    known: list[Aggregate] = []
    for _ in range(MOST_LEVELS):
        told_of = len(known)
        known = list(encoder.aggregates.values())[:MOST_KNOWN]
        for one in [one for one in known[told_of:] if not one.nested]:
            telling.alone(one)
        for one, other in _pairs(known, known[told_of:], hints):
            telling.together(one, other)
        if len(encoder.aggregates) == len(known):
            break  # else sums of entries came up, where laws read lists of sums
    groups: dict[tuple[int, ...], list[Aggregate]] = {}
    for one in known:
        groups.setdefault(tuple([part.get_id() for part in one.prints[0]]), []).append(one)
    for group in groups.values():
        telling.same_list(group)
    return [*telling.said, *norms.told(encoder, hints)]


def _ends(items: Term) -> list[Term]:
    """What may bound the entries of a comprehension: the ends of a clipped value, the values of an `if`; numbers, since
    the size times a symbol is a product that the solver may lose its way with."""
    match items:
        case Apply("comprehension", (_, _, body, _)) if not any([_is_whole(part) for part in subterms(body)]):
            found: dict[Term, None] = {
                end: None for end in _bounding(body) if isinstance(end, Constant) and end != number(0)
            }
            return list(found)[:MOST_ENDS]
        case _:
            return []


def _is_whole(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator in lemmas.WHOLE


def _bounding(term: Term) -> list[Term]:
    match term:
        case Apply("min" | "max" | "widen", parts):
            return [end for part in parts for end in _bounding(part)]
        case Apply("ite", arguments):
            values = [*arguments[1::2], arguments[-1]]
            return [end for value in values for end in _bounding(value)]
        case _:
            return [term]


def _by_equality(encoder: "Encoder", left: Term, right: Term) -> None:
    """If the sum of `a` occurs and `a = b ++ [x]` does, so does the sum of `b ++ [x]`."""
    for one in [known for known in encoder.aggregates.values() if known.is_number]:
        items, *rest = one.term.arguments
        if items == left and not free_names(one.term):
            term = Apply(one.term.operator, (right, *rest), one.term.type)
            if built.written_out(term) is not None:
                encoder.define(term)


def _in_order(encoder: "Encoder", items: Term) -> None:
    """If something is said of `sort(a)`, and the sum of `a` occurs, so does the same sum of `sort(a)`."""
    match items:
        case Apply("sort", (unsorted,)):
            for one in [known for known in encoder.aggregates.values() if known.is_number]:
                if not free_names(one.term) and (ordered := _of(one.items, unsorted, items)) is not None:
                    encoder.agree(one, Apply(one.term.operator, (ordered, *one.term.arguments[1:]), one.term.type))
        case Apply("widen", (inner,)):
            _in_order(encoder, inner)
        case _:
            pass


def _of(items: Term, unsorted: Term, in_order: Term) -> Term | None:
    """The list, or a comprehension over it, with its elements in order."""
    match items:
        case Apply("comprehension", (own, listed, body, guard)) if listed == unsorted:
            return Apply("comprehension", (own, in_order, body, guard), items.type)
        case _:
            return in_order if items == unsorted else None


def _pairs(known: list[Aggregate], new: list[Aggregate], hints: Hints) -> list[tuple[Aggregate, Aggregate]]:
    """Functions of one kind, of lists that something is said of; the two runs of one thing come first."""
    recent = {id(one) for one in new}
    about = {id(one): hints.about(one.items).lists for one in known}
    pairs = []
    for n, one in enumerate(known):
        for other in known[n + 1 :]:
            mine, others = about[id(one)], about[id(other)]
            if not recent & {id(one), id(other)}:
                continue
            if one.nested != other.nested or (one.nested and one.place != other.place):
                continue  # of rows at different positions nothing is known
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
