"""The exercises on paper: statements and files as one page."""

from collections.abc import Sequence

from prhl.teaching.exercise import HINTS, Exercise

STYLE = "body{max-width:46em;margin:3em auto;font:16px/1.5 serif} pre{background:#f4f4f4;padding:1em;overflow:auto}"


class NoMarkdown(Exception):
    """Pages in HTML need the package `Markdown`."""


def as_markdown(exercises: Sequence[Exercise], solutions: bool) -> str:
    parts = ["# Exercises"]
    world = ""
    for one in exercises:
        if one.world != world:
            world = one.world
            parts.append(f"## {one.number.partition('.')[0]} {world}")
        points = "1 point" if one.points == 1 else f"{one.points} points"
        body = one.statement.partition("\n")[2].strip()
        parts += [f"### {one.number} {one.title} ({points})", body, _code(one.start.text)]
        if solutions:
            told = [f"{head}: {' '.join(text.split())}" for head, text in zip(HINTS, one.hints, strict=True)]
            parts += ["**Hints.** " + " ".join(told), "**Solution.**", _code(one.solution.text)]
    return "\n\n".join(parts) + "\n"


def _code(text: str) -> str:
    return f"```wl\n{text.rstrip()}\n```"


def as_html(text: str) -> str:
    """The page for a browser or a printer."""
    try:
        from markdown import markdown
    except ImportError:
        raise NoMarkdown from None
    body = markdown(text, extensions=["fenced_code", "tables"])
    head = f'<meta charset="utf-8"><title>Exercises</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'
