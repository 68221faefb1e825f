"""`prhl goals` and `prhl budget`: what a proof knows and owes at a line, and where the budget goes."""

import sys
from pathlib import Path

import click

from prhl.frontends.answering import answering, deliver, effort, json_text
from prhl.frontends.options import FIND, FORMAT, JOBS, RLIMIT, SECONDS, TIMEOUT
from prhl.frontends.terminal import COLOR, say, style_for


@click.command(context_settings={"ignore_unknown_options": True})  # -:12 is standard input
@click.argument("place", metavar="FILE[:LINE]")
@click.option("--claim", help="For this claim only.")
@FORMAT
@TIMEOUT
@RLIMIT
@FIND
@COLOR
def goals(place: str, claim: str | None, form: str, timeout: float | None, rlimit: int, find: bool) -> None:
    """What is known and what is owed at a line, for each claim that comes there; without a line, all through the file.

    Before a statement: the facts, with where they were said, what the variables are, and the cost so far. And every
    obligation that has its place on the line. Status 2 if there is no such line, or if no claim comes there.
    """
    from prhl import pipeline
    from prhl.report import goals as report
    from prhl.solvers import Limits
    from prhl.syntax.reader import read

    file, colon, number = place.rpartition(":")
    line: int | None = None
    if not colon or Path(place).exists():
        file = place
    elif not file or not number.isascii() or not number.isdigit() or len(number) > 9:
        say(f"`{place}` is not a file and a line, such as svt.wl:12", err=True)
        sys.exit(2)
    else:
        line = int(number)
    with answering(file):
        source = read(file)
        found = pipeline.goals(source, line, claim, Limits(rlimit, timeout), find)
        if form == "json":
            told = [report.as_json(source, at, there) for at, there in found.items()]
            whole = {"file": source.name, "lines": [{k: v for k, v in one.items() if k != "file"} for one in told]}
            say(json_text(whole if line is None else told[0]), nl=False)
        else:
            style = style_for(sys.stdout)
            say("\n".join([report.as_text(source, at, there, style) for at, there in found.items()]), nl=False)


@click.command()
@click.argument("file")
@click.option("--claim", help="For this claim only.")
@click.option("--format", "form", type=click.Choice(["text", "json", "svg"]), default="text", help="As what.")
@click.option("--out", metavar="FILE", help="Write there, not to standard output.")
@click.option("--smallest", is_flag=True, help="The smallest budget of a family with which each claim is proved.")
@JOBS
@SECONDS
@TIMEOUT
@RLIMIT
@FIND
@COLOR
def budget(
    file: str,
    claim: str | None,
    form: str,
    out: str | None,
    smallest: bool,
    jobs: int,
    seconds: float | None,
    timeout: float | None,
    rlimit: int,
    find: bool,
) -> None:
    """Where the budget of each claim goes: what every statement charges, by which rule, and what is left.

    Parts of the budget are shown by the solver, for all inputs. Beside them stands what is measured on the instances of
    the claim's checks. Status 1 if a claim is not proved.

    With --smallest: the smallest of eps/8, eps/4, eps/2, eps, 2*eps, n*eps and so on with which a claim is proved, by
    the couplings that are there or are found. Status 1 if there is none for a claim.
    """
    from prhl import pipeline
    from prhl.report import budget as report
    from prhl.solvers import Limits
    from prhl.syntax.reader import read

    with answering(file):
        source = read(file)
        if smallest:
            if form == "svg":
                say("--smallest has no picture: --format text or json", err=True)
                sys.exit(2)
            least = pipeline.smallest(source, claim, effort(jobs, seconds, False), Limits(rlimit, timeout), find)
            style = style_for(None if out else sys.stdout)
            text = "\n\n".join([report.smallest_text(source, one, style) for one in least]) + "\n"
            deliver(json_text(report.smallest_json(source, least)) if form == "json" else text, out, file)
            sys.exit(0 if all([one.budget is not None for one in least]) else 1)
        found = pipeline.accounts(source, claim, effort(jobs, seconds, False), Limits(rlimit, timeout), find)
        if form == "json":
            text = json_text(report.as_json(source, found))
        elif form == "text":
            style = style_for(None if out else sys.stdout)
            text = "\n\n".join([report.as_text(source, account, style) for account in found]) + "\n"
        else:
            from prhl.report.svg.bars import as_svg

            text = as_svg(source, found)
        deliver(text, out, file)
        sys.exit(0 if all([account.proof.complete for account in found]) else 1)
