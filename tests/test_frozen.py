"""The quick `@dataclass(frozen=True, slots=True)` makes what the standard one makes."""

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from prhl import frozen
from prhl.source import NOWHERE, Span, here


def standard(cls: type) -> Any:
    return dataclasses.dataclass(frozen=True, slots=True)(cls)


@frozen.dataclass(frozen=True, slots=True)
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


@frozen.dataclass(frozen=True, slots=True)
class Spelled:
    name: str

    def __repr__(self) -> str:
        return f"<{self.name}>"


@frozen.dataclass(frozen=True, slots=True)
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
