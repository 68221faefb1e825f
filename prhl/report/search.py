"""What the search for an attack has found, or where it has looked."""

from typing import TYPE_CHECKING

from prhl.checks.instance_check import CheckResult
from prhl.diagnostics import counted
from prhl.numbers.figures import Figure, abridged, decimal
from prhl.report.figure_text import Json, figure_json
from prhl.search.near_misses import lost
from prhl.source import Source
from prhl.verdict import ClaimResult, instance_text

if TYPE_CHECKING:
    from prhl.search.hunt import Hunt

FURTHER = 3_000  # pairs that are proposed


def nothing_found(source: Source, claim: ClaimResult) -> list[str]:
    """What was searched without success, and how to go on."""
    hunt = claim.evidence.hunt
    if hunt is None or hunt.found is not None:
        return []
    lines = []
    if hunt.reason:
        looked = hunt.pairs - hunt.left_out
        tried = f"none of {_pairs(looked)} could be measured" if looked else "no attack was looked for"
        lines.append(f"{tried}: {hunt.reason}")
    else:
        all_of_them = "no others are tried" if hunt.exhausted and not hunt.start else ""
        told = "; ".join([part for part in (hunt.extent, all_of_them) if part])
        from_on = f", from the {_ordinal(hunt.start + 1)} on" if hunt.start else ""
        lines.append(f"no attack among {_pairs(hunt.tried)}{from_on}" + (f": {told}" if told else ""))
        passed = hunt.left_out + hunt.unmeasured
        if passed:
            those = f", {hunt.left_out:,} of them without a try" if hunt.left_out else ""
            lines.append(f"{_pairs(passed)} more could not be measured{those}: {hunt.why_unmeasured}")
        if not hunt.exhausted:
            file = "-" if source.name == "<stdin>" else source.title
            again = f"prhl refute {file} --claim {claim.name} --budget {FURTHER} --from {hunt.next}"
            lines.append(f"`{again}` goes on from there")
    if hunt.twin is not None:
        lines.append(
            f"its discrete twin breaks the claim, which refutes nothing, at {instance_text(hunt.twin.instance)}"
        )
    return [*lines, *hunt.notes]


def found_lines(claim: ClaimResult) -> list[str]:
    """What is known beside the witness: other values of a parameter, and a larger loss."""
    hunt = claim.evidence.hunt
    if hunt is None or hunt.found is None:
        return []
    lines = []
    if hunt.pairs or hunt.nearby:
        tried = hunt.pairs + hunt.nearby
        lines.append(f"found by search, {counted(tried, 'pair')} of inputs tried")
    if hunt.everywhere:
        lines.append(f"on these inputs the claim is {hunt.everywhere}")
    if hunt.largest is not None:
        lines += _largest(hunt.largest)
    return [*lines, *hunt.notes]


def _largest(found: CheckResult) -> list[str]:
    witness = found.witness
    assert witness is not None
    name, figure = lost(found)
    inputs = [
        ", ".join([f"{n} = {v}" for n, v in given.items() if other.get(n) != v])
        for given, other in (witness.inputs, witness.inputs[::-1])
    ]
    same = [f"{n} = {v}" for n, v in witness.inputs[0].items() if witness.inputs[1].get(n) == v]
    shared = f", with {', '.join(same)}" if same else ""
    first, second = witness.decimals
    event = abridged(", ".join(witness.event[:4])) + (" .." if len(witness.event) > 4 else "")
    seen = f"  event  {event}, of probability at least {first} in run 1, at most {second} in run 2"
    return [
        f"the largest loss found: {name} {_figure(figure)}, for {inputs[0] or 'the same'} against {inputs[1]}{shared}",
        seen if witness.order is None else f"  events {event}, told apart",
    ]


def _figure(figure: Figure | None) -> str:
    if figure is None:
        return "unknown"
    return "infinite" if figure.exact == "inf" else f">= {decimal(figure.low)}"


def _pairs(count: int) -> str:
    return f"{count:,} pair{'' if count == 1 else 's'} of inputs"


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"


def search_json(hunt: "Hunt") -> Json:
    from prhl.report.as_json import witness_json

    out: Json = {"from": hunt.start, "pairs": hunt.pairs, "nearby": hunt.nearby, "covered": hunt.extent}
    out |= {"left_out": hunt.left_out, "unmeasured": hunt.unmeasured}
    out |= {"exhausted": hunt.exhausted, "stopped": hunt.stopped, "seconds": round(hunt.seconds, 6)}
    if hunt.found is None and not hunt.exhausted and not hunt.reason:
        out["next"] = hunt.next
    if hunt.everywhere:
        out["values"] = hunt.everywhere
    if hunt.largest is not None and hunt.largest.witness is not None:
        name, figure = lost(hunt.largest)
        out["largest"] = {"witness": witness_json(hunt.largest.witness), name: figure_json(figure)}
    if hunt.twin is not None:
        out["twin"] = hunt.twin.instance
    return out | {key: value for key, value in (("reason", hunt.reason), ("notes", list(hunt.notes))) if value}
