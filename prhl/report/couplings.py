"""Optimal couplings laid out: for people, as JSON, as CSV."""

from collections.abc import Sequence

from prhl.checks.witness import Violation
from prhl.closeness.optimal_coupling import amount
from prhl.numbers.figures import abridged, decimal, exact_text, figure, tiny, written
from prhl.numbers.mixed import Mixed
from prhl.report.figure_text import LONGEST, Json, figure_json, figure_text
from prhl.report.joints import table_lines
from prhl.report.pairing import Pairing
from prhl.report.style import Style, plain

MOST_LISTED = 16  # of an event


def as_text(pairing: Pairing, style: Style = plain) -> str:
    lines = [style(f"{pairing.title}, {pairing.heading}", "name")]
    for run in (0, 1):
        lines.append(f"  run {run + 1}    {abridged(pairing.input_text(run))}")
    if pairing.chosen_from > 1:
        lines.append(f"           {style(f'of {pairing.chosen_from} pairs of inputs none is further apart', 'dim')}")
    lines += [f"  related  {pairing.relation}", f"  budget   {pairing.budget_text}", ""]
    lines += [*table_lines(pairing), *[f"  {style(text, 'dim')}" for text in _legend(pairing)], ""]
    return "\n".join([*lines, *_figures(pairing), *_outcome(pairing, style)])


def _legend(pairing: Pairing) -> list[str]:
    found = pairing.optimal
    if not any(pairing.labels):
        return []
    if found.is_coupling:
        told = "a coupling: every outcome of both runs is used up"
        return [told, *(["what is not related stands in brackets"] if found.breaking else [])]
    lines = []
    if found.growth.rational != 1:
        lines.append(f"room is exp({pairing.epsilon_text}) times run 2")
    lines.append("what of run 1 goes where" + ("; * is what finds no room" if found.is_short else ""))
    return lines


def _figures(pairing: Pairing) -> list[str]:
    found: list[tuple[str, str]] = []
    if pairing.epsilon is not None:
        found.append(("smallest epsilon", figure_text(pairing.epsilon.figure)))
    if pairing.epsilon_at is not None:
        name = f"smallest epsilon at delta {pairing.delta_text}"
        found.append((name, figure_text(pairing.epsilon_at.figure)))
    alone = pairing.post is None and pairing.optimal.is_coupling
    name = "total variation" if alone else f"smallest delta at epsilon {pairing.epsilon_text}"
    found.append((name, figure_text(pairing.delta)))
    width = max([len(name) for name, _ in found])
    return [f"  {name:<{width}}  {text}" for name, text in found]


def _outcome(pairing: Pairing, style: Style) -> list[str]:
    """Whether the claim's budget is enough for these inputs, and the event that needs most of it."""
    match pairing.status:
        case "within":
            word = style("within the budget", "good")
            lines = [f"  {word}: this is a witness of the claim for these inputs"]
        case "beyond":
            word = style("beyond the budget", "bad")
            lines = [f"  {word}: there is no such coupling, by Strassen's cut"]
        case _:
            lines = [f"  {style('undecided', 'dim')}: {_missing(pairing)}"]
    if pairing.status != "undecided" and any(pairing.optimal.missing):
        lines.append(f"  {_missing(pairing)}")
    return [*lines, *(_cut(pairing) if pairing.has_cut else [])]


def _missing(pairing: Pairing) -> str:
    most = tiny(max(pairing.optimal.missing))
    if pairing.ended:
        return f"outcomes of probability up to {most} are not listed"
    return f"runs of probability up to {most} had not ended"


def _cut(pairing: Pairing) -> list[str]:
    event, image = pairing.cut_labels
    first, second = _probabilities(pairing.violation)
    word = "event  " if pairing.status == "beyond" else "most is needed for the event "
    if pairing.post is None:
        lines = [f"    {word}{_listed(event)}", f"    of probability {first} in run 1, {second} in run 2"]
    else:
        lines = [
            f"    {word}{_listed(event)}, of probability {first} in run 1",
            f"    is related only to {_listed(image) or 'nothing'}, of probability {second} in run 2",
        ]
    if pairing.status == "beyond":
        lines.append(f"    and {abridged(pairing.violation.inequality)}")
    return lines


def _probabilities(violation: Violation) -> tuple[str, str]:
    """In full, or their decimals."""
    first, second = [exact_text(p) for p in violation.probabilities]
    if violation.exact and first is not None and second is not None and max(len(first), len(second)) <= LONGEST:
        return first, second
    return f"at least {violation.decimals[0]}", f"at most {violation.decimals[1]}"


def _listed(outcomes: Sequence[str]) -> str:
    more = len(outcomes) - MOST_LISTED
    return ", ".join(outcomes[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


# ---- for machines ----------------------------------------------------------------------------


def as_json(pairings: Sequence[Pairing]) -> Json:
    return {"couplings": [_pairing(pairing) for pairing in pairings]}


def _pairing(pairing: Pairing) -> Json:
    found = pairing.optimal
    return {
        "claim": pairing.claim,
        "program": pairing.program,
        **({"twin": True} if pairing.twin else {}),
        "instance": pairing.instance,
        "inputs": list(pairing.inputs),
        "related": pairing.relation,
        "budget": {
            "epsilon": figure_json(figure(pairing.budget.epsilon)),
            "delta": figure_json(figure(pairing.budget.delta)),
        },
        "outcomes": [list(names) for names in pairing.labels],
        "probabilities": [[written(p) for p in masses] for masses in found.masses],
        "missing": [written(part) for part in found.missing],
        "kind": "coupling" if found.is_coupling else "witness",
        "parts": [[*names, _exact(part)] for *names, part, _ in _parts(pairing)],
        "breaking": [[*names, _exact(part)] for *names, part, related in _parts(pairing) if not related],
        "room": [_exact(room) for room in found.room] if not found.growth.huge else None,
        "left_over": [_exact(rest) for rest in found.left_over],
        "smallest_epsilon": None if pairing.epsilon is None else figure_json(pairing.epsilon.figure),
        "smallest_delta": figure_json(pairing.delta),
        "status": pairing.status,
        "cut": _cut_json(pairing) if pairing.has_cut else None,
    }


def _parts(pairing: Pairing) -> list[tuple[str, str, Mixed, bool]]:
    """Outcome, outcome, how much, and whether they are related."""
    found = pairing.optimal
    first, second = pairing.labels
    together = [(edge, part, True) for edge, part in found.flow.items()]
    together += [(edge, part, False) for edge, part in found.breaking.items()]
    return [(first[a], second[b], part, related) for (a, b), part, related in sorted(together, key=lambda one: one[0])]


def _exact(value: Mixed) -> str:
    shown = amount(value)
    return f"{decimal(shown.low)}.." if shown.exact is None else shown.exact


def _cut_json(pairing: Pairing) -> Json:
    event, image = pairing.cut_labels
    told = {"inequality": pairing.violation.inequality} if pairing.status == "beyond" else {}
    return {
        "event": event,
        "image": image,
        "probabilities": [written(p) for p in pairing.violation.probabilities],
        **told,
    }


def as_csv(pairings: Sequence[Pairing]) -> str:
    """One line for each part of the coupling, `*` for what finds no room."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["claim", "instance", "input 1", "input 2", "output 1", "output 2", "probability", "related"])
    for pairing in pairings:
        label = ", ".join([f"{name} = {value}" for name, value in pairing.instance.items()])
        head = [pairing.claim, label, pairing.input_text(0), pairing.input_text(1)]
        for first, second, part, related in _parts(pairing):
            writer.writerow([*head, first, second, _exact(part), "yes" if related else "no"])
        if not pairing.optimal.is_coupling:
            for name, rest in zip(pairing.labels[0], pairing.optimal.left_over, strict=True):
                if rest > 0:
                    writer.writerow([*head, name, "*", _exact(rest), "no"])
    return out.getvalue()
