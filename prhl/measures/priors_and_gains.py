"""Priors and gain tables, from the texts of --prior and --gain: exact numbers, or a message that says what is wrong."""

import os.path
import re
from fractions import Fraction
from typing import Any

from prhl.diagnostics import Diagnostic, Rejected, counted, shorten
from prhl.measures.gains import Gain
from prhl.numbers.figures import abridged, written
from prhl.source import NOWHERE, Source
from prhl.syntax.reader import read

DIGITS = 4_000  # of a number


def refused(code: str, option: str, message: str, hint: str) -> Rejected:
    return Rejected(Source(option, ""), [Diagnostic(code, NOWHERE, message, hint)])


def prior_of(text: str) -> tuple[Fraction, ...] | None:
    """`1/2,1/4,1/4`, in the order of the rows; `uniform` is what is taken if nothing is said."""
    if text.strip() == "uniform":
        return None
    shares = []
    for at, part in enumerate(text.split(","), 1):
        share = rational(part)
        if share is None:
            message = f"entry {at} of the prior, `{shorten(part)}`, is not a number"
            raise refused("bad-prior", "--prior", message, "write exact numbers with commas between: `1/2,1/4,1/4`")
        if share < 0:
            raise refused("bad-prior", "--prior", f"entry {at} of the prior is negative", "a probability is at least 0")
        shares.append(share)
    total = sum(shares, Fraction(0))
    if total != 1:
        said = abridged(written(total))
        raise refused("bad-prior", "--prior", f"the prior adds up to {said}, not to 1", "its entries are probabilities")
    return tuple(shares)


def fitting_prior(given: tuple[Fraction, ...], size: int, where: str) -> tuple[Fraction, ...]:
    """The prior, if it speaks of as many inputs as there are."""
    if len(given) != size:
        entries = "1 entry" if len(given) == 1 else f"{len(given)} entries"
        message = f"the prior has {entries}, and {where} has {counted(size, 'input')}"
        raise refused("bad-prior", "--prior", message, "one entry for each row, in the order in which they are printed")
    return given


def gain_of(text: str) -> Gain:
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
            raise _bad_gain(f"row {at} is {len(cells)} long and row 1 is {len(rows[0])}")
        table.append(tuple(cells))
    return tuple(table)


def _bad_gain(message: str) -> Rejected:
    hint = "a row for each guess, a column for each input, with exact numbers: `1,0;0,1/2`"
    return refused("bad-gain", "--gain", message, hint)


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
