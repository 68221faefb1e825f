"""Pieces of a picture and how they are put together: elements, letters, colours, and the width of a text."""

import re
from collections.abc import Sequence
from math import ceil
from unicodedata import combining, east_asian_width
from xml.sax.saxutils import escape, quoteattr

from prhl.records import dataclass

PAGE, MARGIN, GAP = 840.0, 20.0, 30.0
TALL = 180.0  # a curve, and a heat map of few rows
TITLE = 28.0  # the room above both
HEADING, LABEL, SMALL = 15.0, 11.0, 10.0  # sizes of letters
FONTS = "Helvetica, Arial, 'Liberation Sans', sans-serif"

INK, GREY, RULE, GRID, WHITE = "#1a1a1a", "#555555", "#8a8a8a", "#e4e4e4", "#ffffff"
LINE, CLAIM = "#08519c", "#b8400e"

Colour = tuple[int, int, int]
Attributes = dict[str, float | str]

# From light to dark in even steps of lightness (Oklab), one hue, so that grey print keeps the order. Pure white is
# kept for the probability 0.
SHADES: tuple[Colour, ...] = (
    (225, 239, 250),
    (185, 217, 244),
    (148, 195, 236),
    (114, 172, 225),
    (84, 149, 211),
    (60, 125, 191),
    (41, 103, 168),
    (29, 81, 141),
    (21, 61, 111),
)


# ---- elements --------------------------------------------------------------------------------


def element(tag: str, inside: str | None = None, /, **attributes: float | str) -> str:
    """Numbers are rounded, `_` in a name is `-`; what stands inside is XML already."""
    words = [tag]
    for name, value in attributes.items():
        text = value if isinstance(value, str) else coordinate(value)
        words.append(f"{name.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    return f"<{' '.join(words)}/>" if inside is None else f"<{' '.join(words)}>{inside}</{tag}>"


def group(lines: Sequence[str], **attributes: float | str) -> tuple[str, ...]:
    return (element("g", "", **attributes).removesuffix("</g>"), *lines, "</g>")


def words_at(x: float, y: float, words: str, size: float = LABEL, fill: str = INK, **more: float | str) -> str:
    return element("text", safe(words), x=x, y=y, font_size=size, fill=fill, **more)


def title_at(x: float, words: str) -> str:
    return words_at(x, 14, words, 12, GREY, font_weight="bold")


def path(points: Sequence[tuple[float, float]], end: str = "") -> str:
    """Straight lines from point to point."""
    return "M" + "L".join([f"{coordinate(x)} {coordinate(y)}" for x, y in points]) + end


def coordinate(number: float) -> str:
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


_UNLAWFUL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def safe(words: str) -> str:
    """User text as XML: what XML cannot hold at all becomes a question mark, and the end of a line stays as it is."""
    return escape(_UNLAWFUL.sub("?", words), {"\r": "&#13;"})


# ---- pieces ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """A drawing and its size; its corner at the top left is 0, 0."""

    width: float
    height: float
    lines: tuple[str, ...]


def moved(lines: Sequence[str], x: float, y: float, **attributes: float | str) -> tuple[str, ...]:
    return group(lines, transform=f"translate({coordinate(x)} {coordinate(y)})", **attributes)


def below(first: Piece, second: Piece, gap: float) -> Piece:
    start = first.height + gap
    lines = (*first.lines, *moved(second.lines, 0, start))
    return Piece(max(first.width, second.width), start + second.height, lines)


def beside(first: Piece, second: Piece, gap: float) -> Piece:
    start = first.width + gap
    lines = (*first.lines, *moved(second.lines, start, 0))
    return Piece(start + second.width, max(first.height, second.height), lines)


def heading(name: str, rest: str) -> Piece:
    """A name in bold, and what else is to be said of it."""
    name = fitted(name, PAGE / 2, HEADING, bold=True)
    start = text_width(name, HEADING, bold=True) + 5
    rest = fitted(rest, PAGE - start, HEADING - 2)
    inside = element("tspan", safe(name), font_weight="bold")
    if rest:
        inside += element("tspan", safe(rest), dx=5, font_size=HEADING - 2, fill=GREY)
    line = element("text", inside, x=0, y=14, font_size=HEADING, fill=INK)
    return Piece(start + text_width(rest, HEADING - 2), 20.0, (line,))


def remarks(texts: Sequence[str]) -> Piece:
    """Sentences, broken into lines that fit the page."""
    lines = [line for text in texts for line in _wrapped(text, PAGE - 10, LABEL)]
    drawn = [words_at(0, 12 + 15 * at, line, fill=GREY) for at, line in enumerate(lines)]
    return Piece(max([text_width(line, LABEL) for line in lines]), 15.0 * len(lines) + 2, tuple(drawn))


def page(title: str, told: str, whole: Piece, *more: str) -> str:
    """A picture that stands alone; plain ASCII, so that any terminal can carry it."""
    width, height = ceil(whole.width + 2 * MARGIN), ceil(whole.height + 2 * MARGIN)
    lines = [
        "",
        element("title", safe(title)),
        element("desc", safe(told)),
        *more,
        element("rect", width=width, height=height, fill=WHITE),
        *moved(whole.lines, MARGIN, MARGIN),
        "",
    ]
    size: Attributes = {"width": width, "height": height, "viewBox": f"0 0 {width} {height}"}
    namespace = {"xmlns": "http://www.w3.org/2000/svg", "version": "1.1"}
    picture = element("svg", "\n".join(lines), **namespace, **size, font_family=FONTS)
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n{picture}\n'
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


# ---- texts -----------------------------------------------------------------------------------


_NARROW, _SLIM, _BROAD = frozenset("ijl.,:;'|! "), frozenset('frtI()[]/-"`\\'), frozenset("mwMW@%\u2026")


def text_width(words: str, size: float, bold: bool = False) -> float:
    """About the width of a text: what DejaVu Sans needs, the widest of the usual fonts."""
    units = 0.0
    for letter in words:
        if combining(letter):
            continue
        if east_asian_width(letter) in "WF":
            units += 1.05
        elif letter in _NARROW:
            units += 0.34
        elif letter in _SLIM:
            units += 0.42
        elif letter in _BROAD:
            units += 0.98
        elif letter in "=<>+~#^\u2264\u2265":
            units += 0.84
        elif letter.isupper() or letter in "&_":
            units += 0.78
        else:
            units += 0.62
    return units * size * (1.1 if bold else 1.0)


def fitted(words: str, room: float, size: float, bold: bool = False) -> str:
    """The text, with its middle left out if it is too long."""
    if text_width(words, size, bold) <= room:
        return words
    words = words[:400] + words[-400:] if len(words) > 800 else words
    for keep in range(len(words) - 1, 0, -1):
        head = (keep + 1) // 2
        shorter = words[:head] + "\u2026" + words[len(words) - (keep - head) :]
        if text_width(shorter, size, bold) <= room:
            return shorter
    return "\u2026"


def fitted_all(texts: Sequence[str], room: float, size: float) -> list[str]:
    """The texts; if some are too long, what all have in common is shortened before what sets them apart."""
    if len(texts) > 1 and any([text_width(text, size) > room for text in texts]):
        head, tail = _shared(texts), _shared([text[::-1] for text in texts])
        tail = tail[: min([len(text) for text in texts]) - len(head)]
        start, end = _cut(head, 4), _cut(tail, 2)[::-1]
        texts = [start + text[len(head) : len(text) - len(tail)] + end for text in texts]
    return [fitted(text, room, size) for text in texts]


def _shared(texts: Sequence[str]) -> str:
    """The beginning that all have in common."""
    first, last = min(texts), max(texts)
    return first[: next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]


def _cut(shared: str, keep: int) -> str:
    return "\u2026" + shared[-keep:] if len(shared) > keep + 1 else shared


def _wrapped(words: str, room: float, size: float) -> list[str]:
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


# ---- colours ---------------------------------------------------------------------------------


def shade(share: float) -> Colour:
    """From 0 to 1 along the shades."""
    at = share * (len(SHADES) - 1)
    low = min(int(at), len(SHADES) - 2)
    first, second = SHADES[low], SHADES[low + 1]
    red, green, blue = [round(a + (b - a) * (at - low)) for a, b in zip(first, second, strict=True)]
    return red, green, blue


def hexadecimal(colour: Colour) -> str:
    return "#" + "".join([f"{part:02x}" for part in colour])


def lightness(colour: Colour) -> float:
    red, green, blue = colour
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def gradient() -> str:
    """All shades from bottom to top, for the scale beside a heat map."""
    steps = len(SHADES) - 1
    stops = [
        element("stop", offset=f"{coordinate(100 * at / steps)}%", stop_color=hexadecimal(colour))
        for at, colour in enumerate(SHADES)
    ]
    return element("defs", element("linearGradient", "".join(stops), id="shades", x1=0, y1=1, x2=0, y2=0))
