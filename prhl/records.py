"""`@dataclass` that costs little until a class is used.

There are hundreds of such classes, of which a run uses a few, and the standard decorator compiles up to six methods for
each, one by one: that took a third of the time in which a small claim is judged. Here those that must be quick are
compiled together when the first of them is called, and the others are shared; what they do is the same. To a type
checker it is the standard one.
"""

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        cls: type | None = None,
        /,
        *,
        frozen: bool = False,
        slots: bool = False,
        eq: bool = True,
        kw_only: bool = False,
    ) -> type | Callable[[type], type]:
        def made(given: type) -> type:
            return _made(given, frozen, slots, eq, kw_only)

        return made if cls is None else made(cls)


def _made(cls: type, frozen: bool, slots: bool, eq: bool, kw_only: bool) -> type:
    cls.__doc__ = cls.__doc__ or cls.__name__  # else the standard decorator writes one, from the signature
    own = dict(cls.__dict__)
    if own.get("__hash__", cls) is None and "__eq__" in own:
        del own["__hash__"]  # which Python took away, and nobody wrote
    made: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    methods = {**_compiled_later(made, frozen, slots, eq)}
    if eq and not frozen:
        methods["__hash__"] = None
    methods["__repr__"] = _repr
    if frozen:
        methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
        if slots:
            methods["__reduce__"] = _reduce
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made


def _compiled_later(made: type, frozen: bool, slots: bool, eq: bool) -> dict[str, Any]:
    """Methods that compile themselves, and each other, when the first of them is called."""

    def ready() -> None:
        for name, method in _compiled(made, frozen, slots, eq).items():
            if made.__dict__.get(name) is later.get(name, ready):
                setattr(made, name, method)

    def first(self: Any, *given: Any, **named: Any) -> None:
        ready()
        made.__init__(self, *given, **named)  # type: ignore[misc]  # another one by now

    def equal(self: Any, other: object) -> Any:
        ready()
        return made.__eq__(self, other)  # type: ignore[call-arg]

    def hashed(self: Any) -> int:
        ready()
        return made.__hash__(self)  # type: ignore[call-arg]

    later: dict[str, Any] = {"__init__": first}
    if eq:
        later["__eq__"] = equal
        if frozen:
            later["__hash__"] = hashed
    return later


_EQUALITY = """
def __eq__(self, other):
    return ({mine}) == ({others}) if other.__class__ is self.__class__ else NotImplemented
def __hash__(self):
    return hash(({hashed}))
"""


def _compiled(made: type, frozen: bool, slots: bool, eq: bool) -> dict[str, Any]:
    fields = dataclasses.fields(made)
    scope: dict[str, Any] = {"put": object.__setattr__, "MISSING": dataclasses.MISSING}
    head, named, body = "", "", "pass"
    for field in fields:
        name = field.name
        value = name
        if field.default is not dataclasses.MISSING:
            scope[f"default_{name}"] = field.default
            taken = f"{name}=default_{name}"
            value = name if field.init else f"default_{name}"
        elif field.default_factory is not dataclasses.MISSING:
            scope[f"made_{name}"] = field.default_factory
            taken = f"{name}=MISSING"
            value = f"made_{name}() if {name} is MISSING else {name}" if field.init else f"made_{name}()"
        else:
            taken = name
        if field.init and field.kw_only:
            named += f", {taken}"
        elif field.init:
            head += f", {taken}"
        elif field.default_factory is dataclasses.MISSING and (field.default is dataclasses.MISSING or not slots):
            continue  # left to others, or to the class
        body += f"; put(self, {name!r}, {value})" if frozen else f"; self.{name} = {value}"
    if hasattr(made, "__post_init__"):
        body += "; self.__post_init__()"
    text = f"def __init__(self{head}{', *' + named if named else ''}):\n    {body}\n"
    if eq:
        mine = "".join([f"self.{f.name}, " for f in fields if f.compare])
        hashed = "".join([f"self.{f.name}, " for f in fields if (f.compare if f.hash is None else f.hash)])
        text += _EQUALITY.format(mine=mine, others=mine.replace("self.", "other."), hashed=hashed)
    methods: dict[str, Any] = {}
    exec(text, scope, methods)  # the text is ours: names of fields and fixed words only
    return methods


def _repr(self: Any) -> str:
    shown = [f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _reduce(self: Any) -> tuple[type, tuple[Any, ...]]:
    return type(self), tuple([getattr(self, f.name) for f in dataclasses.fields(self) if f.init])


def _refuse(self: object, name: str, *value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to or delete `{name}`")
