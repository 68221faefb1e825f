"""The quick `@dataclass` makes what the standard one makes."""

import copy
import dataclasses
import functools
import pickle
from typing import Any

import pytest

from prhl import records
from prhl.source import NOWHERE, Span, here


def standard(cls: type) -> Any:
    return dataclasses.dataclass(frozen=True, slots=True)(cls)


@records.dataclass(frozen=True, slots=True)
class Quick:
    name: str
    parts: tuple[Any, ...] = ()
    span: Span = here()

    @property
    def size(self) -> int:
        return len(self.parts)


@standard
class Standard:
    name: str
    parts: tuple[Any, ...] = ()
    span: Span = here()

    @property
    def size(self) -> int:
        return len(self.parts)


@records.dataclass(frozen=True, slots=True)
class Spelled:
    name: str

    def __repr__(self) -> str:
        return f"<{self.name}>"


@records.dataclass(frozen=True, slots=True)
class Nothing:
    pass


BOTH = pytest.mark.parametrize("made", [Quick, Standard])


@BOTH
def test_equality_and_hash_ignore_places(made: Any) -> None:
    one, other = made("a", (1, 2), Span(3, 4)), made("a", parts=(1, 2))
    assert one == other
    assert hash(one) == hash(other)
    assert (one.span, other.span) == (Span(3, 4), NOWHERE)
    assert one != made("a")
    assert one != Spelled("a")
    assert one.size == 2
    assert hash(Quick("a", (1,))) == hash(Standard("a", (1,)))


@BOTH
def test_nobody_changes_it(made: Any) -> None:
    node = made("a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        node.name = "b"
    with pytest.raises(dataclasses.FrozenInstanceError):
        del node.name
    with pytest.raises((dataclasses.FrozenInstanceError, TypeError)):  # the standard one stumbles over a bug of Python
        node.other = 1
    assert not hasattr(node, "__dict__")
    assert node == made("a")


@BOTH
def test_what_dataclasses_offer(made: Any) -> None:
    node = made("a", (1,), Span(0, 1))
    assert dataclasses.replace(node, name="b") == made("b", (1,))
    assert [f.name for f in dataclasses.fields(node)] == ["name", "parts", "span"]
    assert pickle.loads(pickle.dumps(node)).span == copy.deepcopy(node).span == copy.copy(node).span == Span(0, 1)
    assert repr(node) == f"{made.__name__}(name='a', parts=(1,))"
    match node:
        case Quick(name, (part,)) | Standard(name, (part,)):
            assert (name, part) == ("a", 1)
        case _:
            pytest.fail("the pattern does not match")
    with pytest.raises(TypeError):
        made()
    with pytest.raises(TypeError):
        made("a", (), NOWHERE, 1)


def test_what_a_class_says_itself_stays() -> None:
    assert repr(Spelled("a")) == "<a>"
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())
    assert Spelled("a") != Nothing()


# ---- all that the standard decorator may be asked for, side by side -----------------------------


def both_ways(**options: Any) -> Any:
    def made(cls: type) -> tuple[Any, Any]:
        other = type(
            cls.__name__, cls.__bases__, {k: v for k, v in cls.__dict__.items() if k not in ("__dict__", "__weakref__")}
        )
        return records.dataclass(**options)(cls), dataclasses.dataclass(**options)(other)

    return made


@both_ways(frozen=True)
class Kept:
    """With fields of every kind."""

    name: str
    parts: list[int] = dataclasses.field(default_factory=list, hash=False)
    place: int = dataclasses.field(default=3, compare=False)
    size: int = dataclasses.field(init=False, repr=False)
    seen: dict[str, int] = dataclasses.field(default_factory=dict, init=False, repr=False, compare=False)
    word: str = dataclasses.field(default="w", init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.name) + len(self.parts))

    @functools.cached_property
    def twice(self) -> int:
        return 2 * self.size


@both_ways()
class Open:
    name: str
    other: int = 0


@both_ways(frozen=True, eq=False)
class Alone:
    name: str


@both_ways(frozen=True, kw_only=True)
class Named:
    name: str
    other: int = 0


@both_ways(frozen=True)
class Alike:
    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.name.lower() == other.name.lower()


@pytest.mark.parametrize("way", [0, 1], ids=["ours", "standard"])
class TestEveryOption:
    def test_fields_of_every_kind(self, way: int) -> None:
        made = Kept[way]
        one, other = made("ab", [1]), made("ab", [1], place=4)
        assert one == other != made("ab")
        assert hash(one) == hash(other) != hash(made("b", [1]))
        assert (one.size, one.twice, one.word, one.seen) == (3, 6, "w", {})
        assert one.parts is not made("ab").parts
        assert one.seen is not other.seen
        assert repr(one) == "Kept(name='ab', parts=[1], place=3, word='w')"
        assert dataclasses.replace(one, name="abc").size == 4
        with pytest.raises(dataclasses.FrozenInstanceError):
            one.name = "b"
        with pytest.raises(TypeError):
            made("a", [], 3, 4)

    def test_what_may_be_changed_has_no_hash(self, way: int) -> None:
        one = Open[way]("a")
        one.other = 1
        assert one == Open[way]("a", 1) != Open[way]("a")
        with pytest.raises(TypeError):
            hash(one)

    def test_identity(self, way: int) -> None:
        one = Alone[way]("a")
        assert one != Alone[way]("a")
        assert len({one, Alone[way]("a")}) == 2

    def test_only_by_name(self, way: int) -> None:
        assert Named[way](name="a") == Named[way](name="a", other=0)
        with pytest.raises(TypeError):
            Named[way]("a")

    def test_an_equality_of_its_own(self, way: int) -> None:
        assert Alike[way]("a") == Alike[way]("A")
        assert hash(Alike[way]("a")) == hash(Alike[way]("a"))

    def test_a_class_above_another(self, way: int) -> None:
        decorate = (records.dataclass, dataclasses.dataclass)[way]

        @decorate(frozen=True, kw_only=True)
        class Wider(Alone[way]):  # type: ignore[misc, valid-type]
            more: int = 1

        assert Wider("a", more=2) == Wider("a", more=2) != Wider("a")
        assert Wider("a").name == "a"
        assert [f.name for f in dataclasses.fields(Wider)] == ["name", "more"]
