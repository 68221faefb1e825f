"""`prhl channel` and `prhl couple`: exact distributions, and couplings of two of them."""

import sys
from typing import TYPE_CHECKING

import click

from prhl.frontends.answering import answering, deliver, effort, json_text
from prhl.frontends.options import JOBS, SECONDS, TWIN
from prhl.frontends.terminal import COLOR, style_for

if TYPE_CHECKING:
    from prhl.checks.laboratory import Effort
    from prhl.measures.asked import Questions


@click.command()
@click.argument("file")
@click.option("--program", help="Which program; needed if the file has several.")
@click.option("--claim", help="Take the instances and the relation of this claim.")
@click.option("--set", "settings", multiple=True, metavar="ITEM", help="As in a check: eps=1/2, 'd[_] in {0, 1}'.")
@click.option("--open", "opened", multiple=True, metavar="NAME", help="Leave this public number open: every p at once.")
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="As renyi=2, zcdp, epsilon-at=1/1000; all; may be given again.",
)
@click.option("--prior", metavar="P,..", help="Of the inputs, in their order: 1/2,1/4,1/4. Uniform if not given.")
@click.option("--gain", metavar="TABLE", help="For g-leakage: 1,0;0,1 or a file, a row for each guess.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "csv", "svg", "latex"]), default="text", help="As what."
)
@click.option("--out", metavar="FILE", help="Write there, not to standard output.")
@JOBS
@SECONDS
@TWIN
@COLOR
def channel(
    file: str,
    program: str | None,
    claim: str | None,
    settings: tuple[str, ...],
    opened: tuple[str, ...],
    measures: tuple[str, ...],
    prior: str | None,
    gain: str | None,
    form: str,
    out: str | None,
    jobs: int,
    seconds: float | None,
    twin: bool,
) -> None:
    """Compute the exact channel of a program and its figures.

    The instances are those of the claim's checks (of the first claim with checks, if none is named), or those
    that --set gives; inputs of finite type that are not named range over everything. Status 1 if the
    channel cannot be computed. With --open the matrix has the open parameter in it, and figures come piece by piece.
    """
    from prhl import pipeline
    from prhl.measures.asked import questions
    from prhl.report import channels
    from prhl.syntax.reader import read

    with answering(file):
        asked = questions(measures, prior, gain)
        if opened:
            allowed = effort(jobs, seconds, twin)
            deliver(_open_channels(file, program, claim, settings, opened, allowed, asked, form, out), out, file)
            return
        studies = pipeline.channels(read(file), program, claim, settings, effort(jobs, seconds, twin), asked)
        if form == "text":
            style = style_for(None if out else sys.stdout)
            text = "\n\n".join([channels.as_text(study, style) for study in studies]) + "\n"
        elif form == "json":
            text = json_text(channels.as_json(studies))
        elif form == "csv":
            text = channels.as_csv(studies)
        elif form == "latex":
            from prhl.report.latex import channels_as_latex

            text = channels_as_latex(studies)
        else:
            from prhl.report.svg import as_svg

            text = as_svg(studies)
        deliver(text, out, file)


def _open_channels(
    file: str,
    program: str | None,
    claim: str | None,
    settings: tuple[str, ...],
    opened: tuple[str, ...],
    effort: "Effort | None",
    asked: "Questions",
    form: str,
    out: str | None,
) -> str:
    from prhl import pipeline
    from prhl.diagnostics import misasked
    from prhl.report import open_channels
    from prhl.syntax.reader import read

    source = read(file)
    if form == "csv":
        raise misasked(source, "channel-choice", "with `--open` there is no `--format csv`", "take json")
    studies = pipeline.open_channels(source, program, claim, settings, opened, effort, asked)
    if form == "json":
        return json_text(open_channels.as_json(studies))
    if form == "latex":
        from prhl.report.latex import open_channels_as_latex

        return open_channels_as_latex(studies)
    if form == "svg":
        from prhl.report.svg.open_curves import as_svg

        return as_svg(studies)
    style = style_for(None if out else sys.stdout)
    return "\n\n".join([open_channels.as_text(study, style) for study in studies]) + "\n"


@click.command()
@click.argument("file")
@click.option("--claim", help="Which claim; needed if the file has several.")
@click.option("--set", "settings", multiple=True, metavar="ITEM", help="As in a check: eps=1/2, 'd[_] in {0, 1}'.")
@click.option("--inputs", multiple=True, metavar="FORMULA", help="Which two inputs, as 'x{1} = 0 && x{2} = 1'.")
@click.option("--epsilon", metavar="E", help="In place of the claim's: 1/2, ln(2).")
@click.option("--delta", metavar="D", help="In place of the claim's: 1/1000.")
@click.option("--format", "form", type=click.Choice(["text", "json", "csv", "svg"]), default="text", help="As what.")
@click.option("--svg", "picture", metavar="FILE", help="Draw it there, too.")
@click.option("--out", metavar="FILE", help="Write there, not to standard output.")
@JOBS
@SECONDS
@TWIN
@COLOR
def couple(
    file: str,
    claim: str | None,
    settings: tuple[str, ...],
    inputs: tuple[str, ...],
    epsilon: str | None,
    delta: str | None,
    form: str,
    picture: str | None,
    out: str | None,
    jobs: int,
    seconds: float | None,
    twin: bool,
) -> None:
    """Couple the outputs of two runs as well as it can be done.

    For each instance of a claim, and for two inputs that it relates: the two distributions, the coupling that
    keeps to the postcondition as far as the budget allows, what it costs, and, if the budget is too small, the
    event that shows it. The inputs are those that --inputs describes; of several the two that are furthest apart.
    """
    from prhl import pipeline
    from prhl.measures.asked import budget
    from prhl.pairings import Wanted
    from prhl.report import couplings
    from prhl.report.svg.flow import as_svg
    from prhl.syntax.reader import read

    with answering(file):
        wanted = Wanted(settings, inputs, *budget(epsilon, delta))
        found = pipeline.couplings(read(file), claim, wanted, effort(jobs, seconds, twin))
        if form == "text":
            style = style_for(None if out else sys.stdout)
            text = "\n\n".join([couplings.as_text(pairing, style) for pairing in found]) + "\n"
        elif form == "json":
            text = json_text(couplings.as_json(found))
        else:
            text = couplings.as_csv(found) if form == "csv" else as_svg(found)
        if picture is not None:
            deliver(as_svg(found), picture, file)
        deliver(text, out, file)
