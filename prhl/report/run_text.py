"""What was drawn from a program: for people, with a bar for each output, and as JSON."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from prhl.diagnostics import counted
from prhl.numbers.figures import decimal, figure
from prhl.records import dataclass
from prhl.report.figure_text import figure_json
from prhl.report.style import Style, plain
from prhl.running.drawn_counts import Comparison, ordered
from prhl.semantics.observation import plain_all, shown_all

Json = dict[str, Any]
WIDEST = 40  # signs of the longest bar
MOST_LINES = 60  # outputs that are shown, those that came most often or are likeliest
FAR_TAIL = Fraction(1, 10_000)


@dataclass(frozen=True, slots=True)
class Judged:
    claim: str
    verdict: str


@dataclass(frozen=True)
class Drawn:
    """A program at its inputs, as they are shown; what came out, run by run, and how often."""

    program: str
    inputs: Mapping[str, str]
    outputs: tuple[tuple[Any, ...], ...]
    counts: dict[tuple[Any, ...], int]
    seed: str | None
    twin: tuple[Judged, ...] | None = None  # the claims, judged of the twin
    text: str | None = None  # of the twin
    beside: Comparison | None = None
    unmeasured: str = ""  # why there is no exact law beside it
    grid: str | None = None  # noise was drawn in multiples of it

    @property
    def source(self) -> str:
        """Where its randomness comes from, in words."""
        if self.seed is None:
            return "random bits of the operating system"
        return f"seed {self.seed}: for tests and teaching, never for a release"

    @property
    def cells(self) -> list[tuple[tuple[Any, ...], int, Fraction | None]]:
        """Outputs in their order, with their counts and probabilities: those that matter most, if there are many."""
        masses = self.beside.below if self.beside is not None else {}
        draws = len(self.outputs)
        every = {**dict.fromkeys(masses, 0), **self.counts}
        heavy = sorted(every, key=lambda seen: -max(Fraction(self.counts.get(seen, 0), draws), masses.get(seen, 0)))
        kept = [seen for seen in heavy[:MOST_LINES] if seen in self.counts or masses.get(seen, 0) * draws >= 1]
        return [(seen, self.counts.get(seen, 0), masses.get(seen)) for seen in ordered(dict.fromkeys(kept))]

    @property
    def left_out(self) -> int:
        return len(self.outputs) - sum([count for _, count, _ in self.cells])

    @property
    def sentence(self) -> str:
        """How the counts stand to the exact law."""
        if self.unmeasured:
            return f"the exact law is not computed: {self.unmeasured}"
        if self.beside is None:
            return ""
        test = self.beside.test
        if test is None:
            return "one output has all the mass: there is nothing to compare"
        if test.freedom == 0:
            return "an output came that has probability 0"
        low, high = test.tail
        there = f"{decimal(low, 6)}" if high - low < FAR_TAIL / 10**6 else f"at most {decimal(high, 6)}"
        words = f"chi-square {decimal(test.statistic, 8)} with {counted(test.freedom, 'degree')} of freedom"
        return f"{words}: under the exact law one as large has probability {there}"


def as_text(drawn: Drawn, style: Style = plain) -> str:
    given = ", ".join([f"{name} = {value}" for name, value in drawn.inputs.items()])
    head = f"{style(drawn.program, 'name')}({given}), {counted(len(drawn.outputs), 'draw')}; {drawn.source}"
    lines = [head, *_twin_lines(drawn, style)]
    if len(drawn.outputs) == 1 and drawn.beside is None:
        lines.append(shown_all(drawn.outputs[0]))
    else:
        lines += _bars(drawn)
    if drawn.sentence:
        lines.append(drawn.sentence)
    return "\n".join(lines) + "\n"


def _twin_lines(drawn: Drawn, style: Style) -> list[str]:
    if drawn.twin is None:
        return []
    noise = "the discrete twin" if drawn.grid is None else f"the program with its noise in multiples of {drawn.grid}"
    lines = [f"what runs is {noise}, another program than the one in the file"]
    for one in drawn.twin:
        if one.verdict == "proved":
            lines.append(style(f"  {one.claim}: proved of {_it(drawn)}", "good"))
        else:
            lines.append(style(f"  {one.claim}: NOT PROVED of {_it(drawn)} ({one.verdict})", "bad"))
    if not drawn.twin:
        lines.append(style(f"  NOTHING IS PROVED of {_it(drawn)}: there is no claim", "bad"))
    return lines


def _it(drawn: Drawn) -> str:
    return "the twin" if drawn.grid is None else "that"


def _bars(drawn: Drawn) -> list[str]:
    cells = drawn.cells
    draws = len(drawn.outputs)
    names = [shown_all(seen) for seen, _, _ in cells]
    wide = max([len(name) for name in names] or [0])
    most = max([Fraction(1, draws), *[max(Fraction(n, draws), mass or Fraction(0)) for _, n, mass in cells]])
    compared = drawn.beside is not None
    lines = [f"{'':<{wide}}  {'drawn':>9}  {'exactly':>9}   (| is the exact probability)"] if compared else []
    for name, (_, number, mass) in zip(names, cells, strict=True):
        share = f"{decimal(Fraction(number, draws), 5):>9}" if compared else f"{number:>9}"
        exact = f"  {decimal(mass, 5) if mass is not None else '0':>9}" if compared else ""
        lines.append(f"{name:>{wide}}  {share}{exact}  {_bar(Fraction(number, draws) / most, mass, most)}".rstrip())
    return [*lines, f"others: {drawn.left_out}"] if drawn.left_out else lines


def _bar(share: Fraction, mass: Fraction | None, most: Fraction) -> str:
    bar = "#" * round(share * WIDEST)
    if mass is None:
        return bar
    at = round(mass / most * WIDEST)
    return f"{bar:<{at}}"[:at] + "|" + bar[at + 1 :]


def as_json(drawn: Drawn) -> Json:
    out: Json = {
        "program": drawn.program,
        "inputs": dict(drawn.inputs),
        "draws": len(drawn.outputs),
        "seed": drawn.seed,
        "randomness": "operating system" if drawn.seed is None else "seed",
        "outputs": [_plain(plain_all(seen)) for seen in drawn.outputs],
    }
    if drawn.twin is not None:
        claims = [{"claim": one.claim, "verdict": one.verdict} for one in drawn.twin]
        out["twin"] = {"text": drawn.text, "claims": claims, **({} if drawn.grid is None else {"grid": drawn.grid})}
    if drawn.unmeasured:
        out["compare"] = {"reason": drawn.unmeasured}
    if drawn.beside is not None:
        test = drawn.beside.test
        out["compare"] = {
            "outputs": [
                {"output": _plain(plain_all(seen)), "count": number, "probability": _figure(drawn.beside, seen)}
                for seen, number, _ in drawn.cells
            ],
            "statistic": None if test is None else decimal(test.statistic, 8),
            "freedom": None if test is None else test.freedom,
            "tail": None if test is None else [decimal(end, 6) for end in test.tail],
        }
    return out


def _figure(beside: Comparison, seen: tuple[Any, ...]) -> Json | None:
    return figure_json(figure(beside.masses.get(seen, Fraction(0))))


def _plain(value: Any) -> Any:
    """As JSON has it: numbers that are no integers as texts."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Fraction) else value
