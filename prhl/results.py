"""What the Python interface hands out: plain frozen objects, with the names that the JSON report has.

They hold texts and numbers alone, so they pickle, and show themselves in a notebook. Each knows the JSON object that it
was made from (`as_dict`). `exact` is a text, as in the report; `low` and `high` are rounded outwards.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from prhl.records import dataclass
from prhl.source import Edit as SourceEdit

if TYPE_CHECKING:
    import numpy
    import pandas

Json = dict[str, Any]
Kind = TypeVar("Kind")

COLOURS = {"error": "#b00020", "warning": "#8a6d00", "good": "#1b7f3b", "bad": "#b00020", "dim": "#777"}
_MARK = re.compile("\x01([a-z]+)\x02([^\x03]*)\x03")


def unmarked(text: str) -> str:
    """A text of `report.style.marked` without its marks."""
    return _MARK.sub(r"\2", text)


def as_html(text: str) -> str:
    """The text in colour; what users wrote is escaped, and only the marks around it are not."""
    from html import escape

    def span(found: re.Match[str]) -> str:
        colour = COLOURS.get(found[1])
        return f'<span style="{f"color:{colour}" if colour else "font-weight:bold"}">{found[2]}</span>'

    return f"<pre>{_MARK.sub(span, escape(text))}</pre>"


def _made(kind: type[Kind], data: Json, /, **given: Any) -> Kind:
    """The fields that the data has, and those that are given."""
    plain = {one.name: data[one.name] for one in fields(kind) if one.name in data}  # type: ignore[arg-type]  # dataclasses
    return kind(**{**plain, **given})


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What is wrong with a file, or odd about it. Lines and columns count from 1, the end is exclusive."""

    code: str
    severity: Literal["error", "warning"]
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    hint: str | None = None


class Rejected(Exception):
    """A file or a text that is no valid program, or a question that does not fit it; `diagnostics` say why."""

    def __init__(self, file: str, diagnostics: tuple[Diagnostic, ...], text: str = "") -> None:
        super().__init__(file, diagnostics, text)
        self.file, self.diagnostics, self.text = file, diagnostics, text

    def __str__(self) -> str:
        return self.text or "; ".join([one.message for one in self.diagnostics])


class NotComputed(Rejected):
    """The question fits, and the channel cannot be computed: the program fails, or is too large."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number: `exact` as a text, `low` and `high` around it. An infinite one is `inf`, without ends."""

    exact: str | None
    low: float | None
    high: float | None

    @staticmethod
    def of(data: Json | None) -> Figure | None:
        return None if data is None else Figure(data["exact"], data["low"], data["high"])

    def __float__(self) -> float:
        """The upper end: what is safe to quote of a loss."""
        return float("inf") if self.high is None else float(self.high)

    def __str__(self) -> str:
        return self.exact or f"{self.low}..{self.high}"

    def to_sympy(self) -> Any:
        """A `sympy.Expr`; ValueError where only bounds are known."""
        from prhl.to_sympy import expression

        if self.exact is None:
            raise ValueError(f"only bounds are known: {self.low} and {self.high}")
        return expression(self.exact)

    def _repr_latex_(self) -> str | None:
        from prhl.to_sympy import latex

        return None if self.exact is None else latex(self.to_sympy)


@dataclass(frozen=True, slots=True)
class Edit:
    """An annotation that was found: `text` in place of the span, which is empty where something is inserted."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Obligation:
    """What had to be shown, where; `message` says what was, or what may fail."""

    code: str
    line: int
    column: int
    end_line: int
    end_column: int
    status: Literal["valid", "invalid", "unknown"]
    message: str
    owed: str | None = None
    known: tuple[str, ...] = ()
    hint: str | None = None
    stopped: str | None = None
    seconds: float = 0.0
    countermodel: Mapping[str, Mapping[str, Any]] | None = None
    steps: tuple[str, ...] = ()  # that show it, where z3 left it open


@dataclass(frozen=True, slots=True)
class Check:
    """An instance of a claim and the exact figures of its channel."""

    instance: Mapping[str, str]
    status: str
    epsilon: Figure | None
    delta: Figure | None
    rho: Figure | None = None
    renyi: Figure | None = None
    reason: str | None = None
    stopped: str | None = None


@dataclass(frozen=True, slots=True)
class Witness:
    """Two related inputs and an event that break a claim, with the probabilities under both."""

    inputs: tuple[Mapping[str, str], ...]
    event: tuple[str, ...]
    probabilities: tuple[str, ...]
    ratio: str
    inequality: str
    image: tuple[str, ...] | None = None
    order: str | None = None  # of a divergence: then the events are told apart, and `each` has their probabilities
    each: tuple[Sequence[str], ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """The attempt at a proof that came furthest: what it would write, what fails in it, and a budget that would do."""

    found: tuple[Edit, ...]
    failed: Obligation
    enough: str | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim and how it ended; `ok` if that is what the file expects."""

    name: str
    program: str
    verdict: Literal["proved", "refuted", "unknown"]
    expected: Literal["proved", "refuted", "unknown"]
    ok: bool
    by: str | None
    line: int
    column: int
    end_line: int
    end_column: int
    seconds: float
    stopped: Literal["time", "steps"] | None
    cached: bool
    obligations: tuple[Obligation, ...]
    checks: tuple[Check, ...]
    witness: Witness | None
    found: tuple[Edit, ...]
    attempt: Attempt | None
    assumptions: tuple[str, ...]
    reason: str = ""
    alarm: str = ""
    lines: tuple[str, ...] = field(default=(), repr=False)  # for people, with marks for colours
    data: Json = field(default_factory=dict, repr=False, hash=False)

    @staticmethod
    def of(data: Json, lines: Sequence[str]) -> Claim:
        def witness(given: Json) -> Witness:
            image = given.get("image")
            tuples = {name: tuple(given[name]) for name in ("inputs", "event", "probabilities")}
            tuples["each"] = tuple(given.get("each", ()))
            return _made(Witness, given, **tuples, image=None if image is None else tuple(image))

        def obligation(given: Json) -> Obligation:
            return _made(Obligation, given, known=tuple(given["known"]), steps=tuple(given.get("steps", ())))

        def edits(given: Sequence[Json]) -> tuple[Edit, ...]:
            return tuple([_made(Edit, one) for one in given])

        def attempt(given: Json) -> Attempt:
            return Attempt(edits(given["found"]), obligation(given["failed"]), given["enough"])

        def check(given: Json) -> Check:
            figures = {name: Figure.of(given.get(name)) for name in ("epsilon", "delta", "rho", "renyi")}
            return _made(Check, given, **figures)

        return _made(
            Claim,
            data,
            ok=data["as_expected"],
            obligations=tuple([obligation(one) for one in data["obligations"]]),
            checks=tuple([check(one) for one in data["checks"]]),
            witness=None if data["witness"] is None else witness(data["witness"]),
            found=edits(data["found"]),
            attempt=None if data["attempt"] is None else attempt(data["attempt"]),
            assumptions=tuple(data["assumptions"]),
            lines=tuple(lines),
            data=data,
        )

    @property
    def text(self) -> str:
        """The lines of the report for people."""
        return unmarked("\n".join(self.lines))

    def as_dict(self) -> Json:
        """The claim as `--format json` has it."""
        return copy.deepcopy(self.data)

    def _repr_html_(self) -> str:
        return as_html("\n".join(self.lines))


class Claims(Mapping[str, Claim]):
    """Claims by their names. A name that two files have is a KeyError; `values()` are all of them, in order."""

    __slots__ = ("_all",)

    def __init__(self, claims: Sequence[tuple[str, Claim]]) -> None:
        self._all = tuple(claims)

    def __getitem__(self, name: str) -> Claim:
        found = [(file, claim) for file, claim in self._all if claim.name == name]
        if len(found) == 1:
            return found[0][1]
        where = ", ".join([file for file, _ in found])
        raise KeyError(f"{name}: claims of this name are in {where}; ask report.files" if found else name)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([claim.name for _, claim in self._all]))

    def __len__(self) -> int:
        return len({claim.name for _, claim in self._all})

    def values(self) -> Sequence[Claim]:  # type: ignore[override]  # a sequence instead of a view
        return [claim for _, claim in self._all]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Claims) and self._all == other._all

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[Claims], tuple[Sequence[tuple[str, Claim]]]]:
        return Claims, (self._all,)  # for the oldest protocols, too

    def __repr__(self) -> str:
        return f"Claims({', '.join([f'{claim.name}: {claim.verdict}' for claim in self.values()])})"


@dataclass(frozen=True, slots=True)
class Written:
    """What `--write` puts into a file: the edits, the claims whose they are, and why those of others are left out."""

    edits: tuple[SourceEdit, ...] = ()
    claims: tuple[str, ...] = ()
    left: Mapping[str, str] = field(default_factory=dict)
    fault: str | None = None  # a mistake of prhl itself


@dataclass(frozen=True, slots=True)
class File:
    """One file: what is wrong with it, and how its claims ended. `status` is the exit status of the command line."""

    file: str
    diagnostics: tuple[Diagnostic, ...]
    claims: Claims
    fault: str | None = None  # a mistake of prhl itself
    marked: str = field(default="", repr=False)  # the report for people, with marks for colours
    scripts: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # what the solver was asked, if that is kept
    latex: str = field(default="", repr=False)  # the claims for a paper, if that is asked for
    messages: str = field(default="", repr=False)  # what `marked` says beside the claims
    written: Written | None = field(default=None, repr=False)  # what goes into the file, if that is asked for

    @property
    def status(self) -> int:
        if self.fault is not None or any([claim.alarm for claim in self.claims.values()]):
            return 3
        if any([one.severity == "error" for one in self.diagnostics]):
            return 2
        return 0 if all([claim.ok for claim in self.claims.values()]) else 1

    @property
    def ok(self) -> bool:
        return self.status == 0

    @property
    def text(self) -> str:
        return unmarked(self.marked)

    def as_dict(self) -> Json:
        diagnostics = [{one.name: getattr(d, one.name) for one in fields(d)} for d in self.diagnostics]
        claims = [claim.as_dict() for claim in self.claims.values()]
        return {"file": self.file, "diagnostics": diagnostics, "claims": claims}

    def _repr_html_(self) -> str:
        return as_html(self.marked)


@dataclass(frozen=True, slots=True)
class Report:
    """What `verify`, `check` and `refute` found, file by file."""

    files: tuple[File, ...]

    @property
    def claims(self) -> Claims:
        return Claims([(file.file, claim) for file in self.files for claim in file.claims.values()])

    @property
    def status(self) -> int:
        """With several files the worst status wins: 3, then 2, then 1."""
        return max([file.status for file in self.files], default=0)

    @property
    def ok(self) -> bool:
        """Whether every file was accepted and every claim ended as expected."""
        return self.status == 0

    @property
    def summary(self) -> dict[str, int]:
        claims = self.claims.values()
        words = {word: sum([claim.verdict == word for claim in claims]) for word in ("proved", "refuted", "unknown")}
        return {
            "files": len(self.files),
            "claims": len(claims),
            **words,
            "unexpected": sum([not claim.ok for claim in claims]),
            "errors": sum([file.status >= 2 for file in self.files]),
            "cached": sum([claim.cached for claim in claims]),
        }

    @property
    def text(self) -> str:
        return unmarked(self.marked)

    @property
    def marked(self) -> str:
        parts = [file.marked for file in self.files]
        return "\n".join([*parts, *([self.closing] if self.closing else [])])

    @property
    def closing(self) -> str:
        """The line that sums up more than one file or claim."""
        many = self.summary
        if many["files"] < 2 and many["claims"] < 2:
            return ""
        words = [f"{many[word]} {word}" for word in ("proved", "refuted", "unknown") if many[word]]
        said = [f"{many['files']} files"] if many["files"] > 1 else []
        said += [f"{many['claims']} claim{'' if many['claims'] == 1 else 's'}"] if many["claims"] else []
        line = ", ".join(said) + (f": {', '.join(words)}" if words else "")
        if many["claims"]:
            line += f"; {many['unexpected']} not as expected" if many["unexpected"] else "; all as expected"
        line += f"; {many['errors']} of the files with errors" if many["errors"] else ""
        return line + (f"; {many['cached']} cached" if many["cached"] else "")

    def as_dict(self) -> Json:
        """The report as `--format json` has it."""
        from prhl.versions import versions

        return {
            "schema": 2,
            "version": versions(),
            "summary": self.summary,
            "files": [file.as_dict() for file in self.files],
        }

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return as_html(self.marked)


# ---- numbers ---------------------------------------------------------------------------------

Number = Fraction | Figure
"""A rational number, or a figure where it is none."""

Value = bool | int | Fraction | str | tuple[Any, ...]
"""What a program takes or shows; bit strings, and sets of outputs of infinite noise, are texts."""


def notation(value: object) -> str:
    """A value as the language writes it; a text is taken as it is."""
    match value:
        case bool():
            return "true" if value else "false"
        case tuple() | list():
            return f"[{', '.join([notation(one) for one in value])}]"
        case _:
            return str(value)


@dataclass(frozen=True, slots=True)
class Channel:
    """The exact channel of a program on one instance: a row for each input, a column for each thing observed."""

    program: str
    instance: Mapping[str, str]
    rows: tuple[Mapping[str, Value], ...]
    columns: tuple[Value, ...]
    matrix: tuple[tuple[Number, ...], ...]
    epsilon: Figure | None
    data: Json = field(repr=False)
    marked: str = field(repr=False)
    svg: str = field(repr=False)

    def probability(self, row: Mapping[str, object], column: object) -> Number:
        """Of seeing `column` on the input `row`; values may be given as they are in `rows`, or as texts."""
        inputs, outputs = self.data["inputs"], self.data["outputs"]
        given = {name: self._text(name, value) for name, value in row.items()}
        if given not in inputs:
            raise KeyError(f"{given}: there is no such row; there are {', '.join([str(one) for one in inputs])}")
        same = [one == column and type(one) is type(column) for one in self.columns]
        seen = [one or text == notation(column) for one, text in zip(same, outputs, strict=True)]
        return self.matrix[inputs.index(given)][seen.index(True)] if any(seen) else Fraction(0)

    def _text(self, name: str, value: object) -> str:
        for row, told in zip(self.rows, self.data["inputs"], strict=True):
            if name in row and row[name] == value and type(row[name]) is type(value):
                return str(told[name])
        return notation(value)

    def as_dict(self) -> Json:
        """The channel as `prhl channel --format json` has it."""
        return copy.deepcopy(self.data)

    @property
    def text(self) -> str:
        return unmarked(self.marked)

    def to_numpy(self) -> numpy.ndarray[Any, Any]:
        """The matrix in floats, each the nearest to the exact number, or to the middle of its bounds."""
        numpy = _extra("numpy")
        return numpy.array([[_nearest(one) for one in row] for row in self.matrix], dtype=float)  # type: ignore[no-any-return]

    def to_pandas(self) -> pandas.DataFrame:
        """The matrix as a table of floats, with inputs and outputs as the language writes them."""
        pandas = _extra("pandas")
        index = [", ".join([f"{name} = {v}" for name, v in row.items()]) for row in self.data["inputs"]]
        values = [[_nearest(one) for one in row] for row in self.matrix]
        return pandas.DataFrame(values, index=index, columns=self.data["outputs"])

    def to_sympy(self) -> Any:
        """The matrix as a `sympy.Matrix`, exactly."""
        from prhl.to_sympy import matrix

        return matrix([[str(one) for one in row] for row in self.matrix])

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return as_html(self.marked)

    def _repr_latex_(self) -> str | None:
        from prhl.to_sympy import latex

        return latex(self.to_sympy)


@dataclass(frozen=True, slots=True)
class Piece:
    """A function of open numbers on a part of their values: `where` is that part, `exact` a text."""

    where: str
    exact: str

    def to_sympy(self) -> Any:
        """A `sympy.Expr`, in which the open numbers are real symbols."""
        from prhl.to_sympy import expression

        return expression(self.exact)


@dataclass(frozen=True, slots=True)
class MatrixPiece:
    """The matrix on a part of the values of the open numbers: a row for each input, a column for each output."""

    where: str
    rows: tuple[str, ...]
    matrix: tuple[tuple[str, ...], ...]

    def to_sympy(self) -> Any:
        """A `sympy.Matrix`, in which the open numbers are real symbols."""
        from prhl.to_sympy import matrix

        return matrix(self.matrix)


@dataclass(frozen=True, slots=True)
class OpenChannel:
    """The channel of a program for every value of its open numbers, piece by piece. Texts are as the language has them;
    a figure that is not computed has no pieces."""

    program: str
    open: tuple[str, ...]
    instance: Mapping[str, str]
    columns: tuple[str, ...]
    pieces: tuple[MatrixPiece, ...]
    figures: Mapping[str, tuple[Piece, ...]]
    data: Json = field(repr=False)
    marked: str = field(repr=False)
    svg: str = field(repr=False)

    @staticmethod
    def of(data: Json, marked: str, svg: str) -> OpenChannel:
        pieces = [
            MatrixPiece(one["where"]["text"], tuple(one["inputs"]), tuple([tuple(row) for row in one["rows"]]))
            for one in data["matrix"]
        ]
        figures = {
            name: tuple([Piece(one["where"]["text"], one["exact"]) for one in told["pieces"]])
            for name, told in data["figures"].items()
        }
        columns, names = tuple(data["outputs"]), tuple(data["open"])
        return OpenChannel(data["program"], names, data["instance"], columns, tuple(pieces), figures, data, marked, svg)

    def as_dict(self) -> Json:
        """The channel as `prhl channel --open .. --format json` has it."""
        return copy.deepcopy(self.data)

    @property
    def text(self) -> str:
        return unmarked(self.marked)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return as_html(self.marked)


def _nearest(value: Number) -> float:
    if isinstance(value, Figure):
        return float("nan") if value.low is None or value.high is None else (value.low + value.high) / 2
    return float(value)


def _extra(name: str) -> Any:
    """A package that only some need."""
    from importlib import import_module

    try:
        return {"numpy": lambda: import_module("numpy"), "pandas": lambda: import_module("pandas")}[name]()
    except ImportError as error:
        raise ImportError(f"this needs the package {name}: pip install 'prhl[{name}]'") from error


@dataclass(frozen=True, slots=True)
class Coupling:
    """The optimal coupling of what two runs show; `status` is `within`, `beyond` or `undecided`."""

    claim: str
    program: str
    instance: Mapping[str, str]
    inputs: tuple[Mapping[str, str], ...]
    parts: tuple[tuple[str, str, str], ...]  # output of run 1, of run 2, and how much
    status: str
    smallest_epsilon: Figure | None
    smallest_delta: Figure | None
    data: Json = field(repr=False)
    marked: str = field(repr=False)
    svg: str = field(repr=False)

    @property
    def text(self) -> str:
        return unmarked(self.marked)

    def as_dict(self) -> Json:
        return copy.deepcopy(self.data)

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True, slots=True)
class Charge:
    """What a statement charges; `part` is that of the budget, at most, where that is known."""

    line: int
    depth: int
    statement: str
    ghost: str
    price: str
    part: str | None


@dataclass(frozen=True, slots=True)
class Account:
    """Where the budget of a claim goes."""

    name: str
    program: str
    proved: bool
    charges: tuple[Charge, ...]
    spent: Mapping[str, str | None]
    data: Json = field(repr=False)
    marked: str = field(repr=False)
    svg: str = field(repr=False)

    @property
    def text(self) -> str:
        return unmarked(self.marked)

    def as_dict(self) -> Json:
        return copy.deepcopy(self.data)

    def _repr_svg_(self) -> str:
        return self.svg


def charges(data: Json) -> tuple[Charge, ...]:
    return tuple([_made(Charge, one) for one in data["charges"]])


def diagnostic(data: Json) -> Diagnostic:
    return _made(Diagnostic, data)
