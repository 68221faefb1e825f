"""`prhl run` and `prhl export`: from a proof to a release."""

import sys

import click

from prhl.frontends.answering import answering, deliver, json_text
from prhl.frontends.terminal import COLOR, say, style_for


@click.command()
@click.argument("file")
@click.option("--program", help="Which program; needed if the file has several.")
@click.option(
    "--input",
    "--set",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="As 'd=[1, 0, 1]' or eps=1/2; d=@ages.csv:age, d=@data.json, or @inputs.json for all of them.",
)
@click.option("-n", "draws", type=click.IntRange(1, 10_000_000), default=1, show_default=True, help="How many draws.")
@click.option("--seed", help="The same draws again: for tests and teaching, never for a release.")
@click.option("--compare", is_flag=True, help="The exact law beside what was drawn, and a chi-square test.")
@click.option("--twin", is_flag=True, help="Run the discrete twin of a program with continuous noise.")
@click.option("--grid", metavar="STEP", help="Run it with its continuous noise in multiples of STEP, as 1/1000.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--format", "form", type=click.Choice(["text", "json", "svg"]), default="text", help="As what.")
@click.option("--out", metavar="FILE", help="Write there, not to standard output.")
@COLOR
def run(
    file: str,
    program: str | None,
    given: tuple[str, ...],
    draws: int,
    seed: str | None,
    compare: bool,
    twin: bool,
    grid: str | None,
    as_json: bool,
    form: str,
    out: str | None,
) -> None:
    """Draw from a program, with exact samplers and random bits of the operating system.

    No float decides anything. Continuous noise is refused, as no computer draws it exactly; --twin runs its discrete
    twin, --grid one with finer steps, and says whether the claims are proved of that.

    How long a draw takes is not hidden. Status 1 if a run fails.
    """
    from prhl.report import run_text
    from prhl.runs import Wanted
    from prhl.runs import run as drawn_from
    from prhl.syntax.reader import read

    with answering(file):
        found = drawn_from(read(file), program, given, wanted=Wanted(draws, seed, compare, twin, grid))
        if as_json or form == "json":
            text = json_text(run_text.as_json(found))
        elif form == "svg":
            from prhl.report.svg.histogram import as_svg

            text = as_svg(found)
        else:
            text = run_text.as_text(found, style_for(None if out else sys.stdout))
        deliver(text, out, file)


@click.command()
@click.argument("file")
@click.option("--program", help="Which program; needed if the file has several.")
@click.option("--to", "target", type=click.Choice(["python", "opendp"]), default="python", show_default=True)
@click.option("--claim", help="Which claim the measurement of OpenDP rests on; needed if several are proved.")
@click.option("--twin", is_flag=True, help="Export the discrete twin of a program with continuous noise.")
@click.option("--grid", metavar="STEP", help="Export it with its continuous noise in multiples of STEP, as 1/1000.")
@click.option("--unproved", is_flag=True, help="Export it although nothing is proved; the module says so IN CAPITALS.")
@click.option("--out", metavar="FILE", help="Write there, not to standard output.")
@COLOR
def export(
    file: str,
    program: str | None,
    target: str,
    claim: str | None,
    twin: bool,
    grid: str | None,
    unproved: bool,
    out: str | None,
) -> None:
    """Write a program as a Python module that needs nothing but Python, with its samplers and its checks of inputs.

    The claims about it are verified first, and stand in its docstring with a fingerprint of what was proved; what is
    not proved is not exported (status 1). With --to opendp the module makes a measurement of OpenDP.
    """
    from prhl.exporting import exported
    from prhl.syntax.reader import read

    with answering(file):
        module = exported(read(file), program, target, claim, twin, unproved, grid)
        for warning in module.warnings:
            say(warning, err=True)
        deliver(module.text, out, file)
