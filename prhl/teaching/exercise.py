"""An exercise: a folder with a statement, a file to fill in, hints, a solution, what is checked, and typical mistakes.

    exercises/worlds.toml                   the worlds, in the order of the course
    exercises/1-couplings/1-fair-coins/     statement.md  start.wl  solution.wl  hints.md  exercise.toml  wrong/NAME.wl

`exercise.toml` holds a title, the parts that are checked and the mistakes that have a message of their own:

    title = "Two fair coins"

    [[part]]
    claim = "same"              # proved by a coupling, without a hole

    [[part]]
    answer = "epsilon"          # a number
    value = "ln(3)"

    [[part]]
    attack = "wrong"            # two inputs and an event that break a claim
    run1 = {x = "left"}         # a parameter, and the answer or value that it has in run 1
    run2 = {x = "right"}
    public = {eps = "1"}
    event = "event"             # an answer that speaks of `res`

    [[mistake]]
    file = "identity"           # wrong/identity.wl: whoever writes the same in its places is told
    fails = ["results-equal"]   # and so is everybody whose first failure is one of these
    says = "..."
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

from prhl.records import dataclass
from prhl.source import Source

HINTS = ("The idea", "The rule", "The shape")


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim that has to end as it says: proved by couplings, or `by = "any"` road, or refuted."""

    claim: str
    verdict: Literal["proved", "refuted"] = "proved"
    by: Literal["coupling", "any"] = "coupling"
    hidden: tuple[str, ...] = ()  # instances that only graders measure
    points: int = 1

    @property
    def name(self) -> str:
        return self.claim


@dataclass(frozen=True, slots=True)
class Asked:
    """A number that has to be found."""

    answer: str
    value: str
    points: int = 1

    @property
    def name(self) -> str:
        return self.answer


@dataclass(frozen=True, slots=True)
class Attack:
    """Two inputs and an event that have to break a claim."""

    attack: str
    run1: Mapping[str, str]
    run2: Mapping[str, str]
    event: str
    public: Mapping[str, str]
    points: int = 1

    @property
    def name(self) -> str:
        return f"attack on {self.attack}"


Part = Claimed | Asked | Attack


def answers_of(part: Part) -> set[str]:
    """The answers that a part reads by itself; what its claim reads does not count."""
    match part:
        case Asked(answer):
            return {answer}
        case Attack():
            return {part.event, *part.run1.values(), *part.run2.values(), *part.public.values()}
        case Claimed():
            return set()


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong answer that many give, and what helps then."""

    name: str
    says: str
    fails: tuple[str, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Exercise:
    name: str
    number: str  # 2.3 is the third of the second world
    title: str
    world: str
    folder: str  # of the world
    statement: str
    start: Source
    solution: Source
    hints: tuple[str, ...]
    parts: tuple[Part, ...]
    mistakes: tuple[Mistake, ...]

    @property
    def stem(self) -> str:
        """What its files are called in a student's folder."""
        return f"{self.number.partition('.')[2]}-{self.name}"

    @property
    def points(self) -> int:
        return sum([part.points for part in self.parts])


@dataclass(frozen=True, slots=True)
class Course:
    """Exercises in their order, and a page for each world."""

    exercises: tuple[Exercise, ...]
    pages: Mapping[str, str]  # by the world's folder
    home: str = ""  # where it was loaded from, if it is not the one that comes with prhl


class Broken(Exception):
    """An exercise that its author has to mend."""


@cache
def shipped() -> Course:
    """The course that comes with prhl."""
    return load(files("prhl").joinpath("exercises"))


def course() -> tuple[Exercise, ...]:
    """Its exercises."""
    return shipped().exercises


def load(folder: Traversable, home: str = "") -> Course:
    """The exercises of a folder that is laid out as above, or Broken."""
    found: list[Exercise] = []
    pages = {}
    for at, world in enumerate(_worlds(folder), 1):
        inside = folder.joinpath(world["folder"])
        pages[world["folder"]] = _text(inside, "README.md")
        names = sorted([entry.name for entry in inside.iterdir() if entry.is_dir()], key=_place)
        for number, name in enumerate(names, 1):
            found.append(_exercise(inside.joinpath(name), f"{at}.{number}", world["title"], world["folder"]))
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise Broken(f"{name}: two exercises have this name")
    return Course(tuple(found), pages, home)


def _worlds(folder: Traversable) -> list[dict[str, str]]:
    try:
        worlds: list[dict[str, str]] = tomllib.loads(_text(folder, "worlds.toml"))["world"]
        for world in worlds:
            if not (folder.joinpath(world["folder"]).is_dir() and world["title"]):
                raise Broken(f"worlds.toml: there is no folder {world['folder']}")
    except (KeyError, TypeError, ValueError) as error:
        raise Broken(f"worlds.toml: {type(error).__name__}: {error}") from None
    return worlds


def _place(name: str) -> tuple[int, str]:
    number, _, rest = name.partition("-")
    if not number.isdecimal() or not rest:
        raise Broken(f"{name}: a folder of an exercise is called like 3-one-time-pad")
    return int(number), rest


def _exercise(folder: Traversable, number: str, world: str, home: str) -> Exercise:
    name = _place(folder.name)[1]
    try:
        told = tomllib.loads(_text(folder, "exercise.toml"))
        return Exercise(
            name,
            number,
            told["title"],
            world,
            home,
            _text(folder, "statement.md"),
            Source(f"{name}.wl", _text(folder, "start.wl")),
            Source(f"{name}.wl", _text(folder, "solution.wl")),
            _hints(_text(folder, "hints.md"), name),
            tuple([_part(part) for part in told["part"]]),
            tuple([_mistake(folder, one) for one in told.get("mistake", [])]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise Broken(f"{name}: {type(error).__name__}: {error}") from None


def _text(folder: Traversable, name: str) -> str:
    try:
        return folder.joinpath(name).read_text(encoding="utf-8")
    except OSError:
        raise Broken(f"{folder.name}: there is no {name}") from None


def _part(told: Mapping[str, Any]) -> Part:
    if "claim" in told:
        return Claimed(**{**told, "hidden": tuple(told.get("hidden", ()))})
    if "answer" in told:
        return Asked(**told)
    return Attack(**{"public": {}, **told})


def _mistake(folder: Traversable, told: Mapping[str, Any]) -> Mistake:
    name = told["file"]
    source = Source(f"{name}.wl", _text(folder.joinpath("wrong"), f"{name}.wl"))
    return Mistake(name, told["says"].strip(), tuple(told.get("fails", ())), source)


def _hints(text: str, name: str) -> tuple[str, ...]:
    """Three, under the headings of HINTS."""
    found = [part.partition("\n") for part in text.split("## ")[1:]]
    if tuple([head.strip() for head, _, _ in found]) != HINTS:
        raise Broken(f"{name}: hints.md has the headings {', '.join(HINTS)}")
    return tuple([body.strip() for _, _, body in found])


def find(name: str, among: Sequence[Exercise]) -> Exercise | None:
    """By name, by number, or by the name of a file."""
    stem = name.removesuffix(".wl").rpartition("/")[2]
    return next((one for one in among if stem in (one.name, one.number, one.stem)), None)


def meant(name: str, among: Sequence[Exercise]) -> Exercise | None:
    """By the name of a file that may have another case, blanks for hyphens, a browser's ` (1)`, or `.txt` behind it."""
    stem = name.lower().strip().removesuffix(".txt").removesuffix(".wl")
    stem = re.sub(r"[\s_-]+", "-", re.sub(r"\s*\(\d+\)\s*$", "", stem).strip())
    return next((one for one in among if stem in (one.name.lower(), one.stem.lower())), None)
