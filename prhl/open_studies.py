"""`prhl channel --open`: the channel of a program with some of its public numbers left open."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from prhl.checks.instance_check import budget_of
from prhl.checks.laboratory import Laboratory
from prhl.diagnostics import NotComputed, did_you_mean
from prhl.exact import Channel, Seen, ordering, related_pairs, weighted
from prhl.logic.types import INT, REAL
from prhl.measures import open_figures
from prhl.measures.asked import Questions
from prhl.measures.gains import identity
from prhl.measures.matrix import all_orders, uniform_prior
from prhl.measures.priors_and_gains import fitting_gain, fitting_prior, refused
from prhl.measures.shelf import Asked
from prhl.numbers import Inexact
from prhl.numbers.line_cells import LineCell, line
from prhl.numbers.open_quotients import growth
from prhl.numbers.piecewise import Piecewise, on_line, on_regions
from prhl.numbers.polynomial_regions import Ask, whole
from prhl.numbers.varying import Symbols, everywhere
from prhl.report.open_channels import OpenFigure, OpenStudy
from prhl.semantics.evaluate import Fault
from prhl.semantics.instances import Instance, instances, text
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.source import NOWHERE
from prhl.studies import about_claim, misfit, over, stated
from prhl.typed.core import Check, TypedClaim, TypedProgram

STEPS = 1_000_000  # states and outcomes of draws, for one figure
MOST_REGIONS = 400
MEASURES = ("epsilon", "local-epsilon", "total-variation", "delta-at", "bayes", "g-leakage")

Of = Callable[["Rows"], Any]


@dataclass(frozen=True)
class Rows:
    """The masses for the inputs of an instance on one region, and the pairs of inputs that are related there."""

    instance: Instance
    masses: list[dict[Seen, Any]]
    pairs: list[tuple[int, int]]


def open_studies(
    laboratory: Laboratory,
    program: str | None,
    claim: str | None,
    settings: Sequence[str],
    names: Sequence[str],
    questions: Questions,
    ask: Ask,
) -> list[OpenStudy]:
    """The matrix, and what stays a quotient of the open numbers."""
    file = laboratory.file
    chosen, about = about_claim(file, program, claim)
    typed = file.programs[about]
    numbers = {p.name: p.type == INT for p in typed.parameters if not p.private and p.type in (INT, REAL)}
    for name in names:
        if name not in numbers:
            hint = did_you_mean(name, numbers, f"it has {', '.join(numbers)}" if numbers else "it has none")
            raise misfit(file, f"`{name}` is no public number of `{about}`", hint)
    given = stated(file, about, about, settings) if settings else Check((), NOWHERE)
    if twice := [item for item in given.items if item.parameter in names]:
        raise misfit(file, f"`{twice[0].parameter}` is both open and set", "leave out `--open` or `--set`")
    for asked in questions.measures:
        if asked.measure.name not in MEASURES:
            message = f"`{asked.text}` is not computed with open parameters"
            raise refused("unknown-measure", "--measure", message, f"these are: {', '.join(MEASURES)}")
    checks = [over(check, given) for check in chosen.checks] if chosen is not None and chosen.checks else [given]
    unique = tuple(dict.fromkeys(names))
    symbols = Symbols(unique, (0,) * len(unique), tuple([numbers[name] for name in unique]))
    opened = _Opened(laboratory, typed, chosen, symbols, ask, questions)
    return [study for check in _without(checks, unique) for study in opened.studies(check)]


def _without(checks: Sequence[Check], names: Sequence[str]) -> list[Check]:
    """The checks without what they say of open parameters, each once."""
    kept = [Check(tuple([item for item in check.items if item.parameter not in names]), check.span) for check in checks]
    return list({check.items: check for check in kept}.values())


class _Opened:
    def __init__(
        self,
        laboratory: Laboratory,
        program: TypedProgram,
        claim: TypedClaim | None,
        symbols: Symbols,
        ask: Ask,
        questions: Questions,
    ) -> None:
        self.flat, self.program = laboratory.flat(program.name), program
        self.claim = claim if claim is not None and claim.left == claim.right else None
        self.symbols, self.ask, self.questions = symbols, ask, questions

    def studies(self, check: Check) -> Iterator[OpenStudy]:
        """One for each choice of the parameters that are not open."""
        found = self._everywhere(check, lambda rows: rows)
        labels = list(dict.fromkeys([label for _, by_label in found for label in by_label]))
        if not labels:
            raise NotComputed("`requires` leaves no input")
        for label in labels:
            here = [(region, by_label[label]) for region, by_label in found if label in by_label]
            outputs = _outputs([rows for _, rows in here])
            cells = [(region, self._matrix(rows, outputs)) for region, rows in here]
            yield OpenStudy(
                self.program.name,
                self.symbols.names,
                dict(label),
                outputs,
                self._joined(cells),
                tuple(self._figures(check, label)),
                bool(self.questions.measures),
            )

    def _everywhere(self, check: Check, of: Of) -> list[tuple[Any, dict[Any, Any]]]:
        """What a function of the rows is on each region, by the labels of its instances."""
        meter = Meter(STEPS)

        def compute(region: Any) -> dict[Any, Any]:
            opened = {name: region.value(at) for at, name in enumerate(self.symbols.names)}
            found = {}
            for instance in instances(self.program, self.program, check, opened):
                if instance.left:
                    label = tuple([item for item in instance.label.items() if item[0] not in opened])
                    found[label] = of(self._rows(instance, meter))
            return found

        def start(symbols: Symbols) -> Any:
            return line(symbols, self.ask) if len(symbols.names) == 1 else whole(symbols, self.ask)

        return list(everywhere(start, self.symbols, compute, MOST_REGIONS))

    def _rows(self, instance: Instance, meter: Meter) -> Rows:
        masses = [weighted(self.flat, row, meter) for row in instance.left]
        pairs = all_orders(len(masses))
        if self.claim is not None:
            found = related_pairs(self.claim.relation, self.claim.relation_names, Channel(instance, [], []))
            pairs = tuple(sorted({pair for i, j in found for pair in ((i, j), (j, i)) if i != j}))
        return Rows(instance, masses, list(pairs))

    # ---- the matrix ------------------------------------------------------------------------------

    def _matrix(self, rows: Rows, outputs: tuple[Seen, ...]) -> tuple[Any, ...]:
        secret = [p for p in self.program.parameters if p.private]
        inputs = [", ".join([f"{p.name} = {text(row[p.name], p.type)}" for p in secret]) for row in rows.instance.left]
        entries = [tuple([row.get(seen, Fraction(0)) for seen in outputs]) for row in rows.masses]
        return tuple([given or "(no input)" for given in inputs]), tuple(entries)

    def _joined(self, found: list[tuple[Any, Any]]) -> Piecewise:
        if found and isinstance(found[0][0], LineCell):
            return Piecewise(on_line(found))
        return Piecewise(on_regions(found))

    # ---- figures ---------------------------------------------------------------------------------

    def _figures(self, check: Check, label: Any) -> Iterator[OpenFigure]:
        for name, title, of, is_log in self._asked():
            try:
                found = [(region, by[label]) for region, by in self._everywhere(check, of) if label in by]
                function = self._joined([(region, value) for region, value in found if value != ()])
                if not function.pieces:
                    function = Piecewise(why="no two inputs are related")
            except (NotComputed, Fault) as reason:
                function = Piecewise(why=reason.message)
            except OutOfSteps:
                function = Piecewise(why="it takes too many steps")
            yield OpenFigure(name, title, function, is_log)

    def _asked(self) -> Iterator[tuple[str, str, Of, bool]]:
        """Names, titles and functions of what was asked for, or of what is always shown."""
        if self.questions.measures:
            for asked in self.questions.measures:
                yield from self._measure(asked)
            return
        yield "epsilon", "epsilon", _epsilon, True
        yield "total-variation", "total variation", _delta, False
        if self.claim is not None and len(self.claim.notion.spent(self.claim.budget)) > 1:
            yield "delta", "delta at the claim", self._claimed, False
        yield "bayes-posterior", "Bayes after", lambda rows: self._guessed(rows, False)[1], False

    def _measure(self, asked: Asked) -> Iterator[tuple[str, str, Of, bool]]:
        match asked.measure.name:
            case "epsilon":
                yield asked.text, "epsilon", _epsilon, True
            case "local-epsilon":
                yield asked.text, "local epsilon", _local, True
            case "total-variation":
                yield asked.text, "total variation", _delta, False
            case "delta-at":
                yield asked.text, asked.text, lambda rows: _delta(rows, asked.number), False
            case name:
                table = name == "g-leakage"
                title = "gain" if table else "Bayes"
                yield f"{name}-prior", f"{title} before", lambda rows: self._guessed(rows, table)[0], False
                yield f"{name}-posterior", f"{title} after", lambda rows: self._guessed(rows, table)[1], False

    def _guessed(self, rows: Rows, table: bool) -> tuple[Any, Any]:
        size, where = len(rows.masses), "the channel"
        asked = self.questions
        prior = uniform_prior(size) if asked.prior is None else fitting_prior(asked.prior, size, where)
        gain = fitting_gain(asked.gain, size, where) if table and asked.gain is not None else identity(size)
        return open_figures.vulnerability(rows.masses, prior, gain)

    def _claimed(self, rows: Rows) -> Any:
        """The smallest delta at the claimed epsilon."""
        assert self.claim is not None
        return _delta(rows, budget_of(self.claim, rows.instance.public).epsilon)


def _outputs(found: list[Rows]) -> tuple[Seen, ...]:
    seen = [output for rows in found for row in rows.masses for output in row]
    return tuple(sorted(dict.fromkeys(seen), key=ordering))


def _epsilon(rows: Rows) -> Any:
    return open_figures.largest_ratio(rows.masses, rows.pairs) if rows.pairs else ()


def _local(rows: Rows) -> Any:
    return open_figures.largest_ratio(rows.masses, all_orders(len(rows.masses)))


def _delta(rows: Rows, epsilon: Any = 0) -> Any:
    grown = growth(epsilon)
    if not grown.exact or grown.k != 1:
        raise Inexact(f"exp({epsilon})")
    return open_figures.smallest_delta(rows.masses, rows.pairs, grown.inside) if rows.pairs else ()
