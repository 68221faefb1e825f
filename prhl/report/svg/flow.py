"""Optimal couplings as pictures: outcomes of run 1 on the left, of run 2 on the right, and what flows between them.

A bar is as high as its probability, on the right as the room that exp(eps) times it gives; a ribbon is as broad as
what flows. What finds no room, and the cut that shows why, have a colour of their own.
"""

from collections.abc import Mapping, Sequence
from math import inf

from prhl.closeness.optimal_coupling import amount
from prhl.diagnostics import counted
from prhl.numbers.figures import abridged, decimal, figure
from prhl.numbers.mixed import Mixed
from prhl.records import dataclass
from prhl.report.pairing import Pairing
from prhl.report.svg.curve import DELTA, EPSILON
from prhl.report.svg.elements import (
    CLAIM,
    GAP,
    GREY,
    INK,
    LABEL,
    RULE,
    SHADES,
    SMALL,
    TITLE,
    WHITE,
    Piece,
    below,
    coordinate,
    element,
    fitted,
    fitted_all,
    heading,
    hexadecimal,
    page,
    remarks,
    safe,
    text_width,
    words_at,
)
from prhl.report.svg.numerals import LONGEST, approximate, at_most, exactly, numeral, said

MOST_PAIRINGS = 20
MOST_NODES = 16  # of one run; the others are drawn as one
WIDE, BAR = 260.0, 14.0  # between the bars, and of a bar
NAMES = 150.0  # the room for a name
SLOT, SPACE = 15.0, 6.0  # the least height of an outcome, and the space below it
HIGH, LOW = 220.0, 110.0  # of all of run 1, at most and at least
ROOMY = 4.0  # the most room that is drawn to scale
THIN = 0.75  # of the narrowest ribbon
FULL, RIBBON, BREAKS = hexadecimal(SHADES[6]), hexadecimal(SHADES[3]), "#e8a283"

Edge = tuple[int, int]


def as_svg(pairings: Sequence[Pairing]) -> str:
    """One picture, a block for each pairing below each other."""
    blocks = [_block(pairing) for pairing in pairings[:MOST_PAIRINGS]]
    if len(pairings) > MOST_PAIRINGS:
        blocks.append(remarks([f"The first {MOST_PAIRINGS} of {len(pairings)} instances are drawn."]))
    whole = blocks[0]
    for block in blocks[1:]:
        whole = below(whole, block, GAP)
    names = ", ".join(dict.fromkeys([pairing.title for pairing in pairings]))
    told = [_told(pairing) for pairing in pairings[:MOST_PAIRINGS]]
    return page(f"Coupling of {names}", " ".join(told), whole)


def _told(pairing: Pairing) -> str:
    """A block in words."""
    inputs = " and ".join([fitted(pairing.input_text(run), 500, SMALL) for run in (0, 1)])
    return f"{pairing.title}, {pairing.heading}, for {inputs}: {pairing.status} {pairing.budget_text}."


def _block(pairing: Pairing) -> Piece:
    whole = below(heading(pairing.title, pairing.heading), _drawn(pairing), 10.0)
    return below(whole, remarks(_notes(pairing)), 10.0)


# ---- the outcomes that are drawn -------------------------------------------------------------


class Side:
    """The outcomes of one run: the likeliest, and all others as one; sizes are probabilities, or room."""

    def __init__(self, pairing: Pairing, run: int, sizes: Sequence[float]) -> None:
        labels, masses = pairing.labels[run], pairing.optimal.masses[run]
        some = len(labels) > MOST_NODES
        kept = pairing.kept(run, MOST_NODES - 1 if some else MOST_NODES)
        self.hidden = len(labels) - len(kept)
        self.place = {at: node for node, at in enumerate(kept)}
        self.last = len(kept)
        cut = pairing.cut[run]
        self.marked = [at in cut for at in kept] + ([any([at not in kept for at in cut])] if some else [])
        self.names = fitted_all([labels[at] for at in kept], NAMES, LABEL)
        self.values = [numeral(masses[at]) for at in kept]
        if run and pairing.optimal.growth.rational != 1 and _growth(pairing) <= ROOMY:
            self.values = [f"{numeral(masses[at])}, room {_short(pairing.optimal.room[at])}" for at in kept]
        if some:
            self.names.append(counted(self.hidden, "other"))
            rest = [at for at in range(len(labels)) if at not in kept]
            self.values.append(f"at most {at_most(pairing.weight(run, rest))}")
        self.sizes = [0.0] * len(self.names)
        for at, size in enumerate(sizes):
            self.sizes[self.node(at)] += size

    def node(self, outcome: int) -> int:
        return self.place.get(outcome, self.last)

    def texts(self) -> list[tuple[str, str, bool]]:
        return list(zip(self.names, self.values, self.marked, strict=True))

    @property
    def width(self) -> float:
        """Of the widest name with its probability."""
        return max([text_width(n, LABEL, bold) + 8 + text_width(v, SMALL) for n, v, bold in self.texts()], default=0.0)

    def slots(self, scale: float) -> list[float]:
        return [max(SLOT, size * scale) for size in self.sizes]

    def height(self, scale: float) -> float:
        return sum(self.slots(scale)) + SPACE * max(0, len(self.sizes) - 1)

    def tops(self, scale: float, tall: float) -> list[float]:
        """Where each bar begins; a bar that is smaller than its slot stands in the middle of it."""
        at = TITLE + (tall - self.height(scale)) / 2
        tops = []
        for size, slot in zip(self.sizes, self.slots(scale), strict=True):
            tops.append(at + (slot - size * scale) / 2)
            at += slot + SPACE
        return tops


def _short(value: Mixed) -> str:
    found = amount(value)
    return found.exact if found.exact is not None and len(found.exact) <= LONGEST else f"{decimal(found.low)}.."


@dataclass(frozen=True)
class Ribbon:
    start: int
    end: int
    size: float
    related: bool
    told: str


def _ribbons(pairing: Pairing, left: Side, right: Side) -> list[Ribbon]:
    """In the order of the outcomes of run 1, then of run 2; those between the same two nodes are one."""
    sizes: dict[tuple[int, int, bool], float] = {}
    names: dict[tuple[int, int, bool], list[str]] = {}
    flows: list[tuple[Mapping[Edge, Mixed], bool]] = [(pairing.optimal.flow, True), (pairing.optimal.breaking, False)]
    for parts, related in flows:
        for (a, b), part in parts.items():
            found = amount(part)
            key = (left.node(a), right.node(b), related)
            sizes[key] = sizes.get(key, 0.0) + float(found.low or 0)
            exact = found.exact if found.exact is not None and len(found.exact) <= 40 else f"{float(found.low or 0)}.."
            first, second = [fitted(pairing.labels[run][at], 300, SMALL) for run, at in ((0, a), (1, b))]
            names.setdefault(key, []).append(f"{first} with {second}: {exact}")
    told = {key: lines[0] if len(lines) == 1 else f"{len(lines)} pairs of outcomes" for key, lines in names.items()}
    return [Ribbon(*key[:2], sizes[key], key[2], told[key]) for key in sorted(sizes)]


# ---- drawing ---------------------------------------------------------------------------------


def _growth(pairing: Pairing) -> float:
    """Infinite where it is more than a picture has room for: floats do not go much further than exp(709)."""
    growth = pairing.optimal.growth
    return inf if growth.huge or growth.enclosing[1] > ROOMY else float(growth.enclosing[1])


def _sides(pairing: Pairing) -> tuple[Side, Side]:
    """On the right the room; where there is very much of it, what arrives."""
    found, growth = pairing.optimal, _growth(pairing)
    room = [approximate(mass) * growth for mass in found.masses[1]] if growth <= ROOMY else [0.0] * len(found.masses[1])
    for (_, b), part in found.flow.items() if growth > ROOMY else ():
        room[b] += float(amount(part).low or 0)
    return Side(pairing, 0, [approximate(mass) for mass in found.masses[0]]), Side(pairing, 1, room)


def _drawn(pairing: Pairing) -> Piece:
    left, right = _sides(pairing)
    scale = min(HIGH, max(LOW, 400 / min(_growth(pairing), ROOMY)))
    tall = max(left.height(scale), right.height(scale))
    titles = [fitted(f"run {run + 1}: {pairing.input_text(run)}", 240, LABEL, bold=True) for run in (0, 1)]
    start = max(left.width + 7, text_width(titles[0], LABEL, bold=True) - BAR)
    end = start + BAR + WIDE
    ribbons = _ribbons(pairing, left, right)
    used = [0.0] * len(left.sizes), [0.0] * len(right.sizes)
    tops = left.tops(scale, tall), right.tops(scale, tall)
    curves = []
    for ribbon in ribbons:
        ends = [tops[side][node] + used[side][node] * scale for side, node in ((0, ribbon.start), (1, ribbon.end))]
        curves.append(_curve(ribbon, (start + BAR, end), (ends[0], ends[1]), scale))
        used[0][ribbon.start] += ribbon.size
        used[1][ribbon.end] += ribbon.size
    lines = [
        words_at(start + BAR, 14, titles[0], fill=GREY, font_weight="bold", text_anchor="end"),
        words_at(end, 14, titles[1], fill=GREY, font_weight="bold"),
        *curves,
        *_bars(left, start, tops[0], used[0], scale, CLAIM),
        *_bars(right, end, tops[1], used[1], scale, WHITE),
        *_names(left, start - 7, tops[0], scale, "end"),
        *_names(right, end + BAR + 7, tops[1], scale, "start"),
    ]
    width = end + BAR + 7 + max(right.width, text_width(titles[1], LABEL, bold=True))
    return Piece(width, TITLE + tall + 2, tuple(lines))


def _curve(ribbon: Ribbon, across: tuple[float, float], tops: tuple[float, float], scale: float) -> str:
    (x, end), (y, z) = across, tops
    broad, middle = max(THIN, ribbon.size * scale), (x + end) / 2
    there = " ".join([f"{coordinate(a)} {coordinate(b)}" for a, b in ((middle, y), (middle, z), (end, z))])
    back = " ".join(
        [f"{coordinate(a)} {coordinate(b)}" for a, b in ((middle, z + broad), (middle, y + broad), (x, y + broad))]
    )
    d = f"M{coordinate(x)} {coordinate(y)}C{there}v{coordinate(broad)}C{back}z"
    colour = RIBBON if ribbon.related else BREAKS
    kind = "ribbon" if ribbon.related else "breaks"
    return element("path", element("title", safe(ribbon.told)), class_=kind, d=d, fill=colour, fill_opacity=0.6)


def _bars(side: Side, x: float, tops: Sequence[float], used: Sequence[float], scale: float, rest: str) -> list[str]:
    """What flows, and below it what is left; in the cut with a frame."""
    lines = []
    for top, size, part, marked in zip(tops, side.sizes, used, side.marked, strict=True):
        high, full = max(THIN, size * scale), min(part, size) * scale
        if high - full > 0.01:
            lines.append(element("rect", class_="rest", x=x, y=top, width=BAR, height=high, fill=rest, stroke=RULE))
        if full > 0.01:
            lines.append(element("rect", class_="full", x=x, y=top, width=BAR, height=full, fill=FULL))
        if marked:
            frame = {"x": x - 2.5, "y": top - 2.5, "width": BAR + 5, "height": high + 5}
            lines.append(element("rect", class_="cut", **frame, fill="none", stroke=CLAIM, stroke_width=2))
    return lines


def _names(side: Side, x: float, tops: Sequence[float], scale: float, anchor: str) -> list[str]:
    """Each with its probability, which stands nearer to the bar."""
    lines = []
    for top, size, (name, value, marked) in zip(tops, side.sizes, side.texts(), strict=True):
        weight = {"font_weight": "bold", "fill": CLAIM} if marked else {"fill": INK}
        parts = [(name, LABEL, weight), (value, SMALL, {"fill": GREY})]
        inside = ""
        for at, (words, letters, colours) in enumerate(parts if anchor == "end" else reversed(parts)):
            gap = {"dx": 8} if at else {}
            inside += element("tspan", safe(words), **gap, font_size=letters, **colours)
        y = top + max(THIN, size * scale) / 2 + 0.35 * LABEL
        lines.append(element("text", inside, x=x, y=y, font_size=LABEL, text_anchor=anchor))
    return lines


# ---- words -----------------------------------------------------------------------------------


def _notes(pairing: Pairing) -> list[str]:
    found, epsilon = pairing.optimal, exactly(figure(pairing.budget.epsilon))
    notes = [f"Ribbons join related outcomes: {fitted(pairing.relation, 600, LABEL)}."]
    if found.growth.rational != 1:
        drawn = "is the height of the bars of run 2" if _growth(pairing) <= ROOMY else "is too much to be drawn"
        notes.append(f"The room at an outcome of run 2, exp({epsilon}) times its probability, {drawn}.")
    if found.breaking:
        notes.append(
            f"Outcomes that are not related meet with probability {said(pairing.delta)} at least, orange here."
        )
    elif found.is_short:
        notes.append(f"What finds no room is orange: {DELTA} = {said(pairing.delta)}.")
    if pairing.epsilon is not None:
        notes.append(f"Smallest {EPSILON} with {DELTA} = 0: {said(pairing.epsilon.figure)}.")
    budget = f"{EPSILON} = {epsilon}, {DELTA} = {exactly(figure(pairing.budget.delta))}"
    if pairing.status == "beyond":
        inequality = abridged(pairing.violation.inequality)
        notes.append(f"Beyond the budget {budget}, by Strassen's cut (in frames): {inequality}.")
    elif pairing.status == "within":
        notes.append(
            f"Within the budget {budget}" + ("; in frames the event that needs most." if pairing.has_cut else ".")
        )
    else:
        notes.append(f"Whether it is within the budget {budget} is left open: some runs are not known.")
    return notes
