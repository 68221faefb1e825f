"""What each message means, read from `messages.md`: a title, some words, an example and its cure."""

import re
from functools import cache
from importlib.resources import files

from prhl.records import dataclass


@dataclass(frozen=True, slots=True)
class Explanation:
    code: str
    title: str
    text: str
    wrong: str  # empty for messages about files rather than programs
    right: str


_SECTION = re.compile(r"^## ([a-z][a-z0-9-]*)\n+(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_EXAMPLE = re.compile(r"^```(wrong|right)\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)


@cache
def all_explanations() -> dict[str, Explanation]:
    """Every code with its explanation, in the order of the manual."""
    manual = files("prhl").joinpath("messages.md").read_text(encoding="utf-8")
    found = {}
    for code, body in _SECTION.findall(manual):
        examples = dict(_EXAMPLE.findall(body))
        title, _, text = _EXAMPLE.sub("", body).strip().partition("\n")
        found[code] = Explanation(
            code, title.strip(), text.strip(), examples.get("wrong", ""), examples.get("right", "")
        )
    return found


def as_text(entry: Explanation) -> str:
    parts = [f"{entry.code}: {entry.title}", entry.text]
    for heading, example in (("wrong:", entry.wrong), ("right:", entry.right)):
        if example:
            indented = "\n".join([f"    {line}".rstrip() for line in example.rstrip().split("\n")])
            parts.append(f"{heading}\n{indented}")
    return "\n\n".join([part for part in parts if part]) + "\n"
