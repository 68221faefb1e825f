"""Laying out pieces of text within a width: groups that fit stay on one line, the others break.

Comments are pieces too. One ends its line wherever it stands, so no group that holds one is laid flat, but for one
behind all that it holds.
"""

from collections.abc import Iterable

from prhl.records import dataclass

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Text:
    text: str
    breaks: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A space, or nothing if it is soft; in a group that breaks, a new line."""

    soft: bool = False
    breaks: bool = False


@dataclass(frozen=True, slots=True)
class NewLine:
    """Always a new line, with an empty one before it if `blank`."""

    blank: bool = False
    breaks: bool = True


@dataclass(frozen=True, slots=True)
class Comment:
    """`own` comments stand on lines of their own, the others behind what comes before them."""

    text: str
    own: bool
    blank: bool = False
    breaks: bool = True


@dataclass(frozen=True, slots=True)
class Doc:
    """Pieces one after the other; a group is laid flat if it can be."""

    parts: tuple["Piece", ...]
    indent: int = 0
    group: bool = False
    breaks: bool = False
    within: bool = False  # whether it breaks before its end


Piece = Text | Line | NewLine | Comment | Doc


def _doc(parts: Iterable[Piece], indent: int, group: bool) -> Doc:
    listed = tuple(parts)
    last = listed[-1] if listed else None
    before = any([p.breaks for p in listed[:-1]])
    ends = isinstance(last, Comment) and not last.own
    within = before or (last is not None and (last.within if isinstance(last, Doc) else last.breaks and not ends))
    return Doc(listed, indent, group, before or (last is not None and last.breaks), within)


def join(*parts: Piece) -> Doc:
    return _doc(parts, 0, False)


def nest(*parts: Piece) -> Doc:
    return _doc(parts, 2, False)


def group(*parts: Piece) -> Doc:
    return _doc(parts, 0, True)


def render(doc: Doc) -> str:
    """The text; lines carry no trailing blanks."""
    out: list[str] = []
    column = 0
    written = False  # whether this line has text
    due = False  # a comment was written: the line must end before any more text
    todo: list[tuple[int, bool, Piece]] = [(0, False, doc)]  # indent, flat, piece

    def new_line(indent: int, blank: bool) -> None:
        nonlocal column, written, due
        if out:
            out.append("\n\n" if blank else "\n")
            out.append(" " * indent)
        column, written, due = indent, False, False

    while todo:
        indent, flat, piece = todo.pop()
        match piece:
            case Text(text):
                if due:
                    new_line(indent, False)
                out.append(text)
                column += len(text)
                written = True
            case Line(soft):
                if not flat:
                    new_line(indent, False)
                elif not soft and not due:
                    out.append(" ")
                    column += 1
            case NewLine(blank):
                new_line(indent, blank)
            case Comment(text, own, blank):
                if own and (written or due or blank):
                    new_line(indent, blank)
                out.append(text if own else "  " + text)
                due = written = True
            case Doc(parts, extra, is_group, _, within):
                if is_group and not flat:
                    flat = not within and _fits(piece, WIDTH - column, todo)
                todo.extend([(indent + extra, flat, part) for part in reversed(parts)])
    return "\n".join([line.rstrip() for line in "".join(out).split("\n")]).strip("\n") + "\n"


def _fits(doc: Doc, room: int, rest: list[tuple[int, bool, Piece]]) -> bool:
    """Whether `doc`, laid flat, and what follows it up to the next break stay within `room`."""
    todo: list[tuple[bool, Piece]] = [(True, doc)]
    behind = len(rest)
    while room >= 0:
        if not todo:
            if behind == 0:
                return True
            behind -= 1
            todo.append((rest[behind][1], rest[behind][2]))
        flat, piece = todo.pop()
        match piece:
            case Text(text):
                room -= len(text)
            case Line(soft):
                if not flat:
                    return True
                room -= 0 if soft else 1
            case NewLine() | Comment():
                return True
            case Doc(parts):
                todo.extend([(flat, part) for part in reversed(parts)])
    return False
