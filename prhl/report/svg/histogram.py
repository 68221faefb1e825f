"""What was drawn as a picture: a bar for each output, and a mark at its exact probability."""

from prhl.diagnostics import counted
from prhl.report.run_text import Drawn
from prhl.report.svg.elements import (
    CLAIM,
    GREY,
    LINE,
    PAGE,
    Piece,
    below,
    element,
    fitted,
    heading,
    page,
    remarks,
    words_at,
)
from prhl.semantics.observation import shown_all

TALL, NAMES = 200.0, 34.0


def as_svg(drawn: Drawn) -> str:
    given = ", ".join([f"{name} = {value}" for name, value in drawn.inputs.items()])
    told = f"{counted(len(drawn.outputs), 'draw')} of {drawn.program}({given})"
    said = [drawn.source] + ([drawn.sentence] if drawn.sentence else [])
    if drawn.twin is not None:
        proved = [one.claim for one in drawn.twin if one.verdict == "proved"]
        said.append(f"the discrete twin; proved of it: {', '.join(proved) or 'NOTHING'}")
    whole = below(heading(drawn.program, f"{given}; {counted(len(drawn.outputs), 'draw')}"), _bars(drawn), 10)
    return page(told, f"{told}: {said[-1]}", below(whole, remarks(said), 10))


def _bars(drawn: Drawn) -> Piece:
    cells, draws = drawn.cells, len(drawn.outputs)
    step = PAGE / max(1, len(cells))
    most = max([1 / draws, *[max(count / draws, float(mass or 0)) for _, count, mass in cells]])
    lines: list[str] = []
    for at, (seen, count, mass) in enumerate(cells):
        left, high = at * step, count / draws / most * TALL
        lines.append(element("rect", x=left + step * 0.1, y=TALL - high, width=step * 0.8, height=high, fill=LINE))
        if mass is not None:
            level = TALL - float(mass) / most * TALL
            lines.append(element("line", x1=left, x2=left + step, y1=level, y2=level, stroke=CLAIM, stroke_width=2))
        if len(cells) <= 20 or at % (len(cells) // 10) == 0:
            name = fitted(shown_all(seen), max(step, 40.0), 10)
            lines.append(words_at(left + step / 2, TALL + 14, name, 10, text_anchor="middle"))
    lines.append(element("line", x1=0, x2=PAGE, y1=TALL, y2=TALL, stroke=GREY))
    if drawn.beside is not None:
        lines.append(words_at(0, TALL + 30, "bars: how often it came; lines: its exact probability", 10, GREY))
    return Piece(PAGE, TALL + NAMES, tuple(lines))
