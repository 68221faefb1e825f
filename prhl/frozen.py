"""`@dataclass(frozen=True, slots=True)` for the files with a class for everything that can be written.

There are more than a hundred such classes, and the standard decorator compiles six methods for each, one by one: that
took longer than to read, check and run a small program. Here the three that must be quick are compiled at once and the
others are shared; what they do is the same. To a type checker it is the standard one.
"""

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type], type]:
        assert frozen
        assert slots
        return _made


def _made(cls: type) -> type:
    cls.__doc__ = cls.__doc__ or cls.__name__  # else the standard decorator writes one, from the signature
    made: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    for name, method in (_compiled(dataclasses.fields(made)) | _SHARED).items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    return made


_TEMPLATE = """
def __init__(self{head}):
    {body}
def __eq__(self, other):
    return ({mine}) == ({others}) if other.__class__ is self.__class__ else NotImplemented
def __hash__(self):
    return hash(({mine}))
"""


def _compiled(fields: tuple["dataclasses.Field[Any]", ...]) -> dict[str, Any]:
    scope: dict[str, Any] = {"put": object.__setattr__}
    head, body = "", "pass"
    for field in fields:
        assert field.default_factory is dataclasses.MISSING
        body += f"; put(self, {field.name!r}, {field.name})"
        head += f", {field.name}"
        if field.default is not dataclasses.MISSING:
            head += f"=default_{field.name}"
            scope[f"default_{field.name}"] = field.default
    mine = "".join([f"self.{f.name}, " for f in fields if f.compare])
    methods: dict[str, Any] = {}
    exec(_TEMPLATE.format(head=head, body=body, mine=mine, others=mine.replace("self.", "other.")), scope, methods)
    return methods


def _repr(self: Any) -> str:
    shown = [f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _reduce(self: Any) -> tuple[type, tuple[Any, ...]]:
    return type(self), tuple([getattr(self, f.name) for f in dataclasses.fields(self)])


def _refuse(self: object, name: str, *value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to or delete `{name}`")


_SHARED = {"__repr__": _repr, "__reduce__": _reduce, "__setattr__": _refuse, "__delattr__": _refuse}
