"""A coupling as a table for people: jointly, outcome by outcome, or pair by pair."""

from collections.abc import Sequence
from typing import Any

from prhl.closeness.optimal_coupling import Optimal, amount
from prhl.diagnostics import counted
from prhl.exact.channel import ordering
from prhl.numbers import balls
from prhl.numbers.figures import Figure, abridged, decimal, figure, tiny
from prhl.numbers.mixed import Mixed
from prhl.report.pairing import Pairing
from prhl.report.svg.numerals import approximate

WIDEST, TALLEST = 10, 24  # outcomes in a joint table, and lines of another one
PAGE = 116  # characters of a line
HALF = 20  # characters of each end of a long outcome
CELL = 10  # characters of an exact number


def table_lines(pairing: Pairing) -> list[str]:
    """As a joint table where that fits; else outcome by outcome, or pair by pair."""
    if not any(pairing.labels):
        return ["  no outcome is known of either run"]
    lines = _joint(pairing) if max([len(names) for names in pairing.labels]) <= WIDEST else []
    if lines and max([len(line) for line in lines]) <= PAGE:
        return lines
    return _by_outcome(pairing) if pairing.post is None else _by_pair(pairing)


def _joint(pairing: Pairing) -> list[str]:
    """A row for each outcome of run 1, a column for each of run 2, `>` at those in the cut."""
    found = pairing.optimal
    first, second = _marked(pairing)
    starred = found.is_short
    table = [["", "run 1", *second, *(["*"] if starred else [])]]
    table.append(["run 2", "", *[_cell(figure(mass)) for mass in found.masses[1]]])
    if found.growth.rational != 1:
        table.append(["room", "", *[_room(pairing, b) for b in range(len(second))]])
    for a, name in enumerate(first):
        cells = [_entry(found, a, b) for b in range(len(second))]
        rest = [_positive(found.left_over[a])] if starred else []
        table.append([name, _cell(figure(found.masses[0][a])), *cells, *rest])
    return aligned(table)


def _by_outcome(pairing: Pairing) -> list[str]:
    """Of equal outputs: a line for each, with its probability in both runs, its room, and what flows."""
    found = pairing.optimal
    places: dict[Any, list[int | None]] = {}
    for run, outcomes in enumerate(found.outcomes):
        for at, seen in enumerate(outcomes):
            places.setdefault(seen, [None, None])[run] = at
    names = _marked(pairing)
    sizes = {seen: max([_size(found, run, at) for run, at in enumerate(pair)]) for seen, pair in places.items()}
    kept = sorted(sorted(places, key=lambda seen: -sizes[seen])[:TALLEST], key=ordering)
    roomy = found.growth.rational != 1
    starred = bool(found.breaking) or found.is_short
    head = ["", "run 1", "run 2", *(["room"] if roomy else []), "together"]
    table = [[*head, *(["else" if found.is_coupling else "*"] if starred else [])]]
    for seen in kept:
        a, b = places[seen]
        line = [names[0][a] if a is not None else names[1][b or 0]]
        line += ["." if at is None else _cell(figure(found.masses[run][at])) for run, at in enumerate((a, b))]
        line += (["." if b is None else _room(pairing, b)]) if roomy else []
        line.append("." if a is None or b is None else _entry(found, a, b))
        table.append([*line, *((["." if a is None else _positive(found.left_over[a])]) if starred else [])])
    others = [pair for seen, pair in places.items() if seen not in kept]
    hidden = [[at for at in part if at is not None] for part in zip(*others, strict=True)]
    return [*aligned(table), *_hidden(pairing, "outcome", hidden, len(places) - len(kept))]


def _by_pair(pairing: Pairing) -> list[str]:
    """The parts of the coupling, the largest ones."""
    found = pairing.optimal
    first, second = _marked(pairing)
    parts = [(_float(part), a, b, _entry(found, a, b)) for (a, b), part in {**found.flow, **found.breaking}.items()]
    if not found.is_coupling:
        parts += [(_float(rest), a, -1, _positive(rest)) for a, rest in enumerate(found.left_over) if rest > 0]
    kept = sorted(sorted(parts, key=lambda part: (-part[0], part[1:3]))[:TALLEST], key=lambda part: part[1:3])
    table = [["run 1", "", "run 2", "", "together"]]
    for _, a, b, text in kept:
        other = ["*", ""] if b < 0 else [second[b], _cell(figure(found.masses[1][b]))]
        table.append([first[a], _cell(figure(found.masses[0][a])), *other, text])
    rest = len(parts) - len(kept)
    return [*aligned(table), *([f"  ... and {counted(rest, 'pair')} with less"] if rest else [])]


def aligned(table: Sequence[Sequence[str]]) -> list[str]:
    """The first column to the left, the others to the right; short lines are filled up."""
    wide = max([len(line) for line in table])
    filled = [[*line, *[""] * (wide - len(line))] for line in table]
    widths = [max([len(line[at]) for line in filled]) for at in range(wide)]
    lines = []
    for first, *cells in filled:
        right = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join(["  " + first.ljust(widths[0]), *right]).rstrip())
    return lines


def _marked(pairing: Pairing) -> tuple[list[str], list[str]]:
    """The names of the outcomes, `>` before those in the cut."""
    cut = pairing.cut
    first, second = [
        [("> " if at in part else "") + _name(name) for at, name in enumerate(names)]
        for names, part in zip(pairing.labels, cut, strict=True)
    ]
    return first, second


def _name(text: str) -> str:
    """An outcome, its middle left out where it is long."""
    text = abridged(text)
    return text if len(text) <= 2 * HALF else f"{text[:HALF]}...{text[-HALF:]}"


def _hidden(pairing: Pairing, noun: str, hidden: Sequence[Sequence[int]], count: int) -> list[str]:
    if not count:
        return []
    first, second = [tiny(pairing.weight(run, part)) for run, part in enumerate(hidden)]
    more = counted(count, f"more {noun}")
    return [f"  ... and {more}, of probability at most {first} in run 1 and {second} in run 2"]


def _entry(found: Optimal, a: int, b: int) -> str:
    """What goes from a to b; in brackets if that is not related."""
    inside, outside = found.flow.get((a, b)), found.breaking.get((a, b))
    parts = [] if inside is None else [_cell(amount(inside))]
    parts += [] if outside is None else [f"({_cell(amount(outside))})"]
    return "+".join(parts) or "."


def _room(pairing: Pairing, b: int) -> str:
    """Where exp(eps) is too large to be written out, by itself."""
    if pairing.optimal.growth.huge:
        return f"{_cell(figure(pairing.optimal.masses[1][b]))}*exp({pairing.epsilon_text})"
    return _cell(amount(pairing.optimal.room[b]))


def _positive(value: Mixed) -> str:
    return _cell(amount(value)) if value > 0 else "."


def _cell(value: Figure) -> str:
    """Exact where that is short, else a few digits that say that they are cut."""
    if value.exact is not None and len(value.exact) <= CELL:
        return value.exact
    assert value.low is not None
    return decimal(balls.rounded(value.low, 4)[0]) + ".."


def _size(found: Optimal, run: int, at: int | None) -> float:
    return 0.0 if at is None else approximate(found.masses[run][at])


def _float(value: Mixed) -> float:
    return float(amount(value).low or 0)
