"""How the two probabilities of a witness arise, for those who redo it on paper."""

from typing import TYPE_CHECKING

from prhl.numbers.figures import abridged
from prhl.report.figure_text import Json

if TYPE_CHECKING:
    from prhl.checks.paths import Ways


def ways_lines(both: "tuple[Ways, Ways] | None") -> list[str]:
    """`in run 1  1/2 * 1/2  b = false, ans = false`, a line for each way."""
    if both is None:
        return []
    if all([ways.over for ways in both]) and both[0] == both[1]:
        return [f"both are {_over(both[0])}"]
    factors = {" * ".join(way.factors) for ways in both for way in ways.listed}
    width = max([len(text) for text in factors], default=0)
    lines = []
    for run, ways in enumerate(both, 1):
        for at, text in enumerate(_one(ways, width)):
            lines.append(f"{f'in run {run}' if at == 0 else '':<8}  {text}")
    return lines


def _one(ways: "Ways", width: int) -> list[str]:
    if ways.over:
        return [_over(ways)]
    lines = [f"{' * '.join(way.factors):<{width}}  {_draws(way.draws)}".rstrip() for way in ways.listed]
    if lines == [""]:
        return ["always"]
    if ways.others:
        lines.append(f"and {ways.others:,} other ways, {ways.rest} together")
    return lines or ["never"]


def _draws(draws: tuple[tuple[str, str], ...]) -> str:
    return abridged(", ".join([f"{name} = {value}" for name, value in draws]))


def _over(ways: "Ways") -> str:
    return f"{'integrals' if ways.integral else 'sums'} over {', '.join(ways.over)}"


def ways_json(ways: "Ways") -> Json:
    if ways.over:
        return {"integral" if ways.integral else "sum": list(ways.over)}
    listed = [{"factors": list(way.factors), "draws": [list(draw) for draw in way.draws]} for way in ways.listed]
    return {"listed": listed, **({"others": ways.others, "rest": ways.rest} if ways.others else {})}
