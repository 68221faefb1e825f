"""The types of values, and how `int` widens to `real`."""

from typing import assert_never

from prhl.records import dataclass

LARGEST = 10_000  # parts of one type, and
DEEPEST = 600  # levels in it


@dataclass(frozen=True, slots=True)
class Scalar:
    name: str

    def __str__(self) -> str:
        return self.name


BOOL = Scalar("bool")
INT = Scalar("int")
REAL = Scalar("real")
# While locals are inferred: no value seen yet. `[]` is a list of these.
UNKNOWN = Scalar("unknown")


@dataclass(frozen=True, slots=True)
class Size:
    """The length of a bit string as a polynomial over the public parameters: monomials and coefficients, sorted."""

    terms: tuple[tuple[tuple[str, ...], int], ...]

    @staticmethod
    def of(terms: dict[tuple[str, ...], int]) -> "Size":
        return Size(tuple(sorted([(m, c) for m, c in terms.items() if c])))

    @staticmethod
    def constant(value: int) -> "Size":
        return Size.of({(): value})

    @staticmethod
    def variable(name: str) -> "Size":
        return Size.of({(name,): 1})

    def plus(self, other: "Size", sign: int = 1) -> "Size":
        terms = dict(self.terms)
        for monomial, coefficient in other.terms:
            terms[monomial] = terms.get(monomial, 0) + sign * coefficient
        return Size.of(terms)

    def times(self, other: "Size") -> "Size":
        terms: dict[tuple[str, ...], int] = {}
        for left, a in self.terms:
            for right, b in other.terms:
                monomial = tuple(sorted(left + right))
                terms[monomial] = terms.get(monomial, 0) + a * b
        return Size.of(terms)

    def number(self) -> int | None:
        """The size, if it is the same for all parameters."""
        if not self.terms:
            return 0
        return self.terms[0][1] if len(self.terms) == 1 and self.terms[0][0] == () else None

    def substitute(self, sizes: dict[str, "Size | None"]) -> "Size | None":
        """The size with other sizes for its variables; None if one of them is not known."""
        total = Size(())
        for monomial, coefficient in self.terms:
            part = Size.constant(coefficient)
            for name in monomial:
                size = sizes.get(name)
                if size is None:
                    return None
                part = part.times(size)
            total = total.plus(part)
        return total

    def __str__(self) -> str:
        text = ""
        for monomial, coefficient in sorted(self.terms, key=lambda term: (-len(term[0]), term[0])):
            factors = "*".join(monomial)
            size = abs(coefficient)
            many = str(size) if size < 10**30 else "(a large number)"
            shown = factors if factors and size == 1 else f"{many}*{factors}" if factors else many
            sign = "-" if coefficient < 0 else "+"
            text += (f" {sign} " if text else "-" if coefficient < 0 else "") + shown
        return text or "0"


@dataclass(frozen=True, slots=True)
class Bits:
    size: Size | None  # None: depends on more than the parameters

    def __str__(self) -> str:
        return f"bits[{'...' if self.size is None else self.size}]"


@dataclass(frozen=True, slots=True)
class List:
    item: "Type"

    def __str__(self) -> str:
        return f"list[{'...' if self.item == UNKNOWN else self.item}]"


@dataclass(frozen=True, slots=True)
class Tuple:
    items: tuple["Type", ...]

    def __str__(self) -> str:
        return f"({', '.join([str(item) for item in self.items])})"


@dataclass(frozen=True, slots=True)
class Function:
    argument: "Type"
    result: "Type"

    def __str__(self) -> str:
        return f"{self.argument} -> {self.result}"


Type = Scalar | Bits | List | Tuple | Function


def join(left: Type, right: Type) -> Type | None:
    """The smallest type that holds the values of both, or None."""
    match left, right:
        case _ if left == right:
            return left
        case (Scalar("unknown"), other) | (other, Scalar("unknown")):
            return other
        case Scalar("int" | "real"), Scalar("int" | "real"):
            return REAL
        case Bits(a), Bits(b):
            if a is None or b is None:
                return Bits(None)
            return None if a.plus(b, -1).number() is not None else Bits(None)
        case List(a), List(b):
            item = join(a, b)
            return None if item is None else List(item)
        case Tuple(a), Tuple(b) if len(a) == len(b):
            items = [join(x, y) for x, y in zip(a, b, strict=True)]
            return None if None in items else Tuple(tuple([i for i in items if i is not None]))
        case _:
            return None


def fits(value: Type, place: Type) -> bool:
    """Whether a value of one type may stand where another is wanted: equal, or by widening int to real.

    Bit strings whose lengths may be equal fit; that they are equal is owed where they meet.
    """
    joined = join(value, place)
    if joined is None:
        return False
    return without_lengths(joined) == without_lengths(place)


def without_lengths(type_: Type) -> Type:
    """The type, with any lengths of its bit strings."""
    match type_:
        case Bits():
            return Bits(None)
        case List(item):
            return List(without_lengths(item))
        case Tuple(items):
            return Tuple(tuple([without_lengths(item) for item in items]))
        case _:
            return type_


def is_number(type_: Type) -> bool:
    return type_ in (INT, REAL, UNKNOWN)


def is_known(type_: Type) -> bool:
    match type_:
        case Scalar(name):
            return name != "unknown"
        case Bits():
            return True
        case List(item):
            return is_known(item)
        case Tuple(items):
            return all([is_known(item) for item in items])
        case Function(argument, result):
            return is_known(argument) and is_known(result)
        case _:
            assert_never(type_)


def settle(type_: Type) -> Type:
    """The type with `int` for whatever was never used (the elements of a list that stays empty)."""
    match type_:
        case Scalar("unknown"):
            return INT
        case List(item):
            return List(settle(item))
        case Tuple(items):
            return Tuple(tuple([settle(item) for item in items]))
        case _:
            return type_


def is_countable(type_: Type) -> bool:
    """No reals in it: such values can be named one at a time."""
    match type_:
        case Scalar(name):
            return name != "real"
        case Bits():
            return True
        case List(item):
            return is_countable(item)
        case Tuple(items):
            return all([is_countable(item) for item in items])
        case Function():
            return False
        case _:
            assert_never(type_)


def too_large(type_: Type) -> bool:
    """Whether a type is larger than anyone means it to be."""
    return parts(type_) > LARGEST


def parts(type_: Type) -> int:
    """How many types it is made of; more than LARGEST if it is too large. Looks no further than it must."""
    found = 0
    todo: list[tuple[Type, int]] = [(type_, 0)]
    while todo:
        part, level = todo.pop()
        found += 1
        if found > LARGEST or level > DEEPEST:
            return LARGEST + 1
        match part:
            case List(item):
                todo.append((item, level + 1))
            case Tuple(items):
                todo.extend([(item, level + 1) for item in items])
            case _:
                pass
    return found


def a_type(type_: Type) -> str:
    """The type with its article, for messages."""
    text = str(type_) if len(str(type_)) <= 80 else "a large type"
    return {"bool": "a bool", "int": "an int", "real": "a real", "unknown": "a value"}.get(text, text)
