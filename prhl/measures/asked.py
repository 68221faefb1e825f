"""What is asked of a channel beyond its matrix: the texts of --measure, --prior and --gain, read exactly or refused."""

import os.path
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from prhl.diagnostics import Diagnostic, Rejected, counted, did_you_mean, shorten
from prhl.exact.evaluate import Fault, Undecidable, evaluate
from prhl.logic.constants import undefined
from prhl.logic.types import REAL
from prhl.measures.gains import Gain
from prhl.measures.shelf import BY_NAME, SHELF, Asked, Measure
from prhl.numbers import Inexact, Number
from prhl.numbers.figures import abridged, written
from prhl.source import NOWHERE, Source, Span
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.syntax.reader import read
from prhl.typed.expressions import Elaborator
from prhl.typed.scope import Scope

ALL = "all"  # every measure that needs no number and no table
DIGITS = 4_000  # of a number in a prior or a table
INFINITE = ("inf", "infinity", "oo")


@dataclass(frozen=True, slots=True)
class Questions:
    """The measures that were named, the prior if one was given, and the gain table."""

    measures: tuple[Asked, ...] = ()
    prior: tuple[Fraction, ...] | None = None
    gain: Gain | None = None


def questions(measures: Sequence[str] = (), prior: str | None = None, gain: str | None = None) -> Questions:
    """The three options of the command line, or Rejected."""
    named = [asked for text in measures for asked in _measures(text)]
    table = None if gain is None else _gain(gain)
    if table is not None and not any([asked.measure.name == "g-leakage" for asked in named]):
        named.append(Asked("g-leakage", BY_NAME["g-leakage"], None))
    once = {asked.text: asked for asked in named}
    return Questions(tuple(once.values()), None if prior is None else _prior(prior), table)


# ---- measures --------------------------------------------------------------------------------


def _measures(text: str) -> list[Asked]:
    name, equals, value = [part.strip() for part in text.partition("=")]
    if name == ALL and not equals:
        return [Asked(m.name, m, None) for m in SHELF if not m.value and "gain" not in m.needs]
    measure = BY_NAME.get(name)
    if measure is None:
        known = ", ".join([m.name for m in SHELF])
        raise _wrong(
            "unknown-measure",
            "--measure",
            f"there is no measure `{shorten(name)}`",
            did_you_mean(name, [*BY_NAME, ALL], f"the measures are {known}"),
        )
    if not measure.value:
        if equals:
            message = f"`{name}` is given no number"
            raise _wrong("measure-value", "--measure", message, f"write `--measure {name}`")
        return [Asked(name, measure, None)]
    number = _value(measure, value)
    return [Asked(f"{name}={' '.join(value.split())}", measure, number)]


EXAMPLES = {"an epsilon": "1/2` or `ln(2)", "a delta": "1/1000", "an order": "2` or `3/2` or `inf"}


def _value(measure: Measure, text: str) -> Number | None:
    """The number behind `=`, of the kind that the measure is given."""
    example = f"write for example `{measure.name}={EXAMPLES[measure.value]}`"

    def wrong(message: str) -> Rejected:
        return _wrong("measure-value", "--measure", f"{measure.name}: {message}", example)

    if not text:
        raise wrong(f"{measure.value} is missing")
    if measure.value == "an order" and text in INFINITE:
        return None
    value = number(text, "--measure")
    try:
        match measure.value:
            case "an epsilon" if not value >= 0:
                raise wrong("an epsilon is not negative")
            case "a delta" if not isinstance(value, int | Fraction) or not 0 <= value <= 1:
                raise wrong("a delta is a rational number from 0 to 1")
            case "an order" if not isinstance(value, int | Fraction) or not value > 1:
                raise wrong("an order is a rational number greater than 1")
    except Inexact as reason:
        raise wrong(str(reason)) from None
    return value


def number(text: str, option: str) -> Number:
    """An exact number, written as in a program: `1/1000`, `0.1`, `ln(3)/2`. It is parsed, never run."""
    head = "claim c : P satisfies dp("
    try:
        items = parse(Source(option, f"{head}{text}) when any;")).file.items
        return _evaluated(items, text, option)
    except Rejected as rejected:
        if not rejected.source.text:
            raise
        raise Rejected(Source(option, text), [_moved(d, len(head), len(text)) for d in rejected.diagnostics]) from None
    except RecursionError:
        raise _wrong("measure-value", option, "this is nested too deeply", "write one exact number") from None


def _evaluated(items: Sequence[ast.Item], text: str, option: str) -> Number:
    """The one argument of the one claim that the number was put into."""
    node = items[0]
    if len(items) != 1 or not isinstance(node, ast.Satisfies) or node.options or len(node.notion.arguments) != 1:
        raise _wrong("measure-value", option, f"`{shorten(text)}` is not a number", "write one exact number")
    found: list[Diagnostic] = []
    elaborate = Elaborator(found.append)
    term = elaborate.expect(elaborate.term(node.notion.arguments[0], Scope("a number", left={})), REAL, "a number")
    if not found:
        found += [Diagnostic(code, part.span, message) for part, code, message in undefined(term)]
    if found:
        raise Rejected(Source(option, text), found)
    try:
        value: Number = evaluate(term, {})
    except (Fault, Undecidable) as stopped:
        raise _wrong("measure-value", option, stopped.message, "write one exact number") from None
    return value


def _moved(diagnostic: Diagnostic, back: int, size: int) -> Diagnostic:
    start, end = [min(max(0, at - back), size) for at in (diagnostic.span.start, diagnostic.span.end)]
    return Diagnostic(diagnostic.code, Span(start, end), diagnostic.message, diagnostic.hint)


def _wrong(code: str, option: str, message: str, hint: str) -> Rejected:
    return Rejected(Source(option, ""), [Diagnostic(code, NOWHERE, message, hint)])


# ---- priors and tables -----------------------------------------------------------------------


def _prior(text: str) -> tuple[Fraction, ...] | None:
    """`1/2,1/4,1/4`, in the order of the rows; `uniform` is what is taken if nothing is said."""
    if text.strip() == "uniform":
        return None
    shares = []
    for at, part in enumerate(text.split(","), 1):
        share = rational(part)
        if share is None:
            message = f"entry {at} of the prior, `{shorten(part)}`, is not a number"
            raise _wrong("bad-prior", "--prior", message, "write exact numbers with commas between: `1/2,1/4,1/4`")
        if share < 0:
            raise _wrong("bad-prior", "--prior", f"entry {at} of the prior is negative", "a probability is at least 0")
        shares.append(share)
    total = sum(shares, Fraction(0))
    if total != 1:
        said = abridged(written(total))
        raise _wrong("bad-prior", "--prior", f"the prior adds up to {said}, not to 1", "its entries are probabilities")
    return tuple(shares)


def fitting_prior(given: tuple[Fraction, ...], size: int, where: str) -> tuple[Fraction, ...]:
    """The prior, if it speaks of as many inputs as there are."""
    if len(given) != size:
        entries = "1 entry" if len(given) == 1 else f"{len(given)} entries"
        message = f"the prior has {entries}, and {where} has {counted(size, 'input')}"
        raise _wrong("bad-prior", "--prior", message, "one entry for each row, in the order in which they are printed")
    return given


def _gain(text: str) -> Gain:
    """A table: written out, `1,0;0,1` or `[[1, 0], [0, 1]]`, or a file with CSV or JSON in it."""
    if not os.path.isfile(text):  # noqa: PTH113  # unlike Path, it takes any text
        if text.lstrip().startswith("["):
            return _table(_json(text))
        if "," in text or ";" in text:
            return _table([row.split(",") for row in text.strip().rstrip(";").split(";")])
    held = read(text).text
    return _table(_json(held) if held.lstrip().startswith(("[", "{")) else _csv(held))


def _json(text: str) -> Any:
    """Numbers stay texts, so that no float comes between."""
    import json

    try:
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise _bad_gain(f"the table is not JSON: {error}") from None


def _csv(text: str) -> list[list[str]]:
    import csv
    import io

    try:
        rows = list(csv.reader(io.StringIO(text), skipinitialspace=True))
        return [row for row in rows if any([cell.strip() for cell in row])]
    except csv.Error as error:
        raise _bad_gain(f"the table is not CSV: {error}") from None


def _table(rows: Any) -> Gain:
    if not isinstance(rows, list) or not rows or not all([isinstance(row, list) and row for row in rows]):
        raise _bad_gain("the table is not a list of rows")
    table = []
    for at, row in enumerate(rows, 1):
        cells = []
        for column, cell in enumerate(row, 1):
            value = rational(cell) if isinstance(cell, str) else None
            if value is None:
                raise _bad_gain(f"row {at}, entry {column}: `{shorten(str(cell))}` is not an exact number")
            cells.append(value)
        if len(cells) != len(rows[0]):
            raise _bad_gain(f"row {at} has {len(cells)} entries and row 1 has {len(rows[0])}")
        table.append(tuple(cells))
    return tuple(table)


def _bad_gain(message: str) -> Rejected:
    hint = "a row for each guess, a column for each input, with exact numbers: `1,0;0,1/2`"
    return _wrong("bad-gain", "--gain", message, hint)


def fitting_gain(given: Gain, size: int, where: str) -> Gain:
    """The table, if it speaks of as many inputs as there are."""
    if len(given[0]) != size:
        columns, inputs = counted(len(given[0]), "column"), counted(size, "input")
        raise _bad_gain(f"the table has {columns}, and {where} has {inputs}")
    return given


_RATIONAL = re.compile(r"([-+]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]{1,4}))?(?:\s*/\s*([0-9]+))?")


def rational(text: str) -> Fraction | None:
    """`3`, `-1/2`, `0.25`, `1e-3`, exactly; None if it is no such number, or too long."""
    found = _RATIONAL.fullmatch(text.strip())
    if found is None or len(text) > DIGITS:
        return None
    sign, whole, rest, exponent, below = found.groups()
    if exponent is not None and abs(int(exponent)) > DIGITS:
        return None
    value = Fraction(int(whole + (rest or "")), 10 ** len(rest or ""))
    value *= Fraction(10) ** int(exponent or 0)
    if below is not None:
        if int(below) == 0:
            return None
        value /= int(below)
    return -value if sign == "-" else value
