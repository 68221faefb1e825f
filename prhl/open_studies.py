"""`prhl channel --open`: the channel of a program with some of its public numbers left open."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NoReturn

from prhl.checks.instance_check import budget_of
from prhl.checks.laboratory import Laboratory
from prhl.diagnostics import NotComputed, did_you_mean
from prhl.exact import Channel, Seen, ordering, related_pairs, weighted
from prhl.logic.types import INT, REAL
from prhl.measures import open_figures
from prhl.measures.asked import Questions
from prhl.measures.gains import identity
from prhl.measures.matrix import all_orders, uniform_prior
from prhl.measures.priors_and_gains import fitting_gain, fitting_prior
from prhl.measures.shelf import Asked
from prhl.numbers import Inexact
from prhl.numbers.line_cells import LineCell, line
from prhl.numbers.open_quotients import growth
from prhl.numbers.piecewise import Piecewise, on_line, on_regions
from prhl.numbers.polynomial_regions import Ask, whole
from prhl.numbers.varying import Symbols, everywhere
from prhl.records import dataclass
from prhl.report.open_channels import AS_IT_IS, LN, LOG2, OpenFigure, OpenStudy, Scale
from prhl.semantics.evaluate import Fault
from prhl.semantics.instances import Instance, instances, text
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.source import NOWHERE
from prhl.studies import about_claim, misfit, over, stated
from prhl.typed.core import Check, TypedClaim, TypedProgram

STEPS = 1_000_000  # states and outcomes of draws, for one figure
MOST_REGIONS = 400
NO_QUOTIENT = {
    "zcdp": "rho is a supremum over all orders, and no quotient of the open numbers",
    "shannon": "mutual information is a sum of logarithms, and no quotient of the open numbers",
    "capacity": "Shannon capacity is a maximum of mutual information, and no quotient of the open numbers",
}

Of = Callable[["Rows"], Any]
Row = tuple[str, str, Of, Scale]
"""How a figure is asked for, its title, what it is of the rows, and on which scale."""


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
        for name, title, of, scale in self._asked():
            try:
                found = [(region, by[label]) for region, by in self._everywhere(check, of) if label in by]
                function = self._joined([(region, value) for region, value in found if value != ()])
                if not function.pieces:
                    function = Piecewise(why="no two inputs are related")
            except (NotComputed, Fault) as reason:
                function = Piecewise(why=reason.message)
            except OutOfSteps:
                function = Piecewise(why="it takes too many steps")
            yield OpenFigure(name, title, function, scale)

    def _asked(self) -> Iterator[Row]:
        """Names, titles and functions of what was asked for, or of what is always shown."""
        if self.questions.measures:
            for asked in self.questions.measures:
                yield from self._measure(asked)
            return
        yield "epsilon", "epsilon", _epsilon, LN
        yield "total-variation", "total variation", _delta, AS_IT_IS
        if self.claim is not None and len(self.claim.notion.spent(self.claim.budget)) > 1:
            yield "delta", "delta at the claim", self._claimed, AS_IT_IS
        yield "bayes-posterior", "Bayes after", self._guessed(False, _after), AS_IT_IS

    def _measure(self, asked: Asked) -> Iterator[Row]:
        text, given = asked.text, asked.number
        match asked.measure.name:
            case "epsilon":
                yield text, "epsilon", _epsilon, LN
            case "local-epsilon":
                yield text, "local epsilon", _local, LN
            case "epsilon-at":
                yield text, text, lambda rows: _epsilon_at(rows, given), LN
            case "total-variation":
                yield text, "total variation", _delta, AS_IT_IS
            case "delta-at":
                yield text, text, lambda rows: _delta(rows, given), AS_IT_IS
            case "dp-loss":
                yield text, text, lambda rows: self._loss(rows, given), AS_IT_IS
                yield f"{text}-delta", "so delta is", lambda rows: _delta(rows, given), AS_IT_IS
            case "renyi":
                order = 2 if given is None else given
                over = int(order) - 1 if order == int(order) else 1  # type: ignore[arg-type]  # a rational
                yield text, text, _epsilon if given is None else lambda rows: _renyi(rows, given), Scale("ln", over)
            case "bayes":
                yield f"{text}-prior", "Bayes before", self._guessed(False, _before), AS_IT_IS
                yield f"{text}-posterior", "Bayes after", self._guessed(False, _after), AS_IT_IS
            case "g-leakage":
                yield f"{text}-prior", "gain before", self._guessed(True, _before), AS_IT_IS
                yield f"{text}-posterior", "gain after", self._guessed(True, _after), AS_IT_IS
                yield f"{text}-additive", "additive leakage", self._guessed(True, _additive), AS_IT_IS
                yield f"{text}-multiplicative", "multiplicative", self._guessed(True, _multiplicative), AS_IT_IS
            case "min-entropy":
                yield text, "min-entropy leakage", self._guessed(False, _multiplicative), LOG2
            case "min-capacity":
                yield text, "min-capacity", lambda rows: open_figures.sum_of_largest(rows.masses), LOG2
            case name:
                yield text, name, lambda _: _refused(NO_QUOTIENT[name]), AS_IT_IS

    def _loss(self, rows: Rows, epsilon: Any) -> Any:
        """The dp loss function: minus the delta, whatever the prior, if it rules out no input."""
        if self.questions.prior is not None and not all(self.questions.prior):
            raise NotComputed("the prior rules out an input")
        found = _delta(rows, epsilon)
        return () if found == () else -found

    def _guessed(self, table: bool, of: Callable[[Fraction, Any], Any]) -> Of:
        """A function of what the best guess earns before and after the output is known; 1, or what the table says."""
        asked, where = self.questions, "the channel"

        def found(rows: Rows) -> Any:
            size = len(rows.masses)
            prior = uniform_prior(size) if asked.prior is None else fitting_prior(asked.prior, size, where)
            gain = fitting_gain(asked.gain, size, where) if table and asked.gain is not None else identity(size)
            return of(*open_figures.vulnerability(rows.masses, prior, gain))

        return found

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


def _epsilon_at(rows: Rows, delta: Any) -> Any:
    return open_figures.ratio_at(rows.masses, rows.pairs, Fraction(delta)) if rows.pairs else ()


def _renyi(rows: Rows, order: Any) -> Any:
    if order != int(order):
        raise NotComputed(f"powers of order {order} are no quotients of the open numbers; an integer order is")
    return open_figures.largest_power_sum(rows.masses, rows.pairs, int(order)) if rows.pairs else ()


def _before(before: Fraction, _: Any) -> Any:
    return before


def _after(_: Fraction, after: Any) -> Any:
    return after


def _additive(before: Fraction, after: Any) -> Any:
    return after - before


def _multiplicative(before: Fraction, after: Any) -> Any:
    if before <= 0:
        raise NotComputed("nothing is gained before, and then there is no factor")
    return after / before


def _refused(why: str) -> NoReturn:
    raise NotComputed(why)


def _delta(rows: Rows, epsilon: Any = 0) -> Any:
    grown = growth(epsilon)
    if not grown.exact:
        raise Inexact(f"exp({epsilon})")
    return open_figures.smallest_delta(rows.masses, rows.pairs, grown.number) if rows.pairs else ()
