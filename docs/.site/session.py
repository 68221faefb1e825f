"""The picture of a terminal in the README: real commands, run, and what they print, as an SVG.

python docs/.site/session.py docs/pictures/session.svg
"""

import os
import re
import sys
import tempfile
from html import escape
from pathlib import Path

from click.testing import CliRunner

from prhl.frontends.cli import main

ROOT = Path(__file__).parents[2]
LINE, CHARACTER, MARGIN = 17.0, 7.8, 16.0
STYLES = {
    "1": "font-weight:bold",
    "2": "fill:#8b949e",
    "31": "fill:#ff7b72",
    "32": "fill:#7ee787",
    "33": "fill:#e3b341",
}
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")
WORDS = re.compile(r"\S+(?: \S+)*")

README = (ROOT / "README.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- file: (\S+) -->\s*```wl\n(.*?)```", README, re.DOTALL))

# What is typed, and the file that is there before it is typed: then with a coupling that goes the wrong way.
SESSION = (
    ("prhl verify sum.wl", "sum.wl", FILES["sum.wl"]),
    (
        "prhl verify --budget 0 turned.wl",
        "turned.wl",
        FILES["sum.wl"].replace("Laplace(1/eps);", "Laplace(1/eps) couple z{2} = z{1} + s{2} - s{1};"),
    ),
    ("prhl verify coins.wl", "coins.wl", FILES["coins.wl"]),
)


def played() -> list[str]:
    """The lines of the terminal, with the escapes that colour them."""
    lines: list[str] = []
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for command, name, text in SESSION:
                Path(name).write_text(text, encoding="utf-8")
                lines.append(f"\x1b[2m$\x1b[0m \x1b[1m{command}\x1b[0m")
                lines += [*_run(command.split()[1:]), ""]
        finally:
            os.chdir(before)
    return lines[:-1]


def _run(arguments: list[str]) -> list[str]:
    import prhl.frontends.terminal as terminal

    coloured = terminal.coloured
    terminal.coloured = lambda _: True
    try:
        return CliRunner().invoke(main, arguments, color=True).output.rstrip().splitlines()
    finally:
        terminal.coloured = coloured


def picture(lines: list[str]) -> str:
    columns = max([len(ESCAPE.sub("", line)) for line in lines])
    width, height = columns * CHARACTER + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    texts = [_text(line, MARGIN + LINE * (at + 0.75)) for at, line in enumerate(lines) if line]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">\n'
        "<title>prhl in a terminal: a proof that is found, a proof that fails, and a refutation</title>\n"
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="#0d1117"/>\n'
        '<g font-family="ui-monospace, Menlo, monospace" font-size="13" fill="#e6edf3">\n'
        + "\n".join(texts)
        + "\n</g>\n</svg>\n"
    )


def _text(line: str, y: float) -> str:
    """A line as pieces, each with its colour and its place, whatever the font's width.

    Browsers join blanks, and drop those at the ends of a text: so pieces end where there are several.
    """
    pieces, style, column = [], "", 0
    for at, part in enumerate(ESCAPE.split(line)):
        if at % 2:
            codes = [code for code in part.split(";") if code not in ("", "0")]
            style = ";".join([STYLES[code] for code in codes if code in STYLES]) if codes else ""
            continue
        dress = f' style="{style}"' if style else ""
        for piece in WORDS.finditer(part):
            x, wide = MARGIN + (column + piece.start()) * CHARACTER, len(piece[0]) * CHARACTER
            shown = escape(piece[0], quote=False)
            pieces.append(
                f'<tspan x="{x:g}" textLength="{wide:g}" lengthAdjust="spacingAndGlyphs"{dress}>{shown}</tspan>'
            )
        column += len(part)
    return f'<text y="{y:g}">{"".join(pieces)}</text>'


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(picture(played()), encoding="utf-8", newline="\n")
