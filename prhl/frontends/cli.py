"""The command line. What a command needs is imported when it runs, so that `prhl --help` answers at once."""

import gc
import sys

import click

from prhl import __version__
from prhl.frontends.channel_and_couple import channel, couple
from prhl.frontends.configuration import configured
from prhl.frontends.formatting import fmt
from prhl.frontends.goals_and_budget import budget, goals
from prhl.frontends.grade import grade
from prhl.frontends.judging import check, refute, verify
from prhl.frontends.learn import learn
from prhl.frontends.release import export, run
from prhl.frontends.terminal import Commands, say

SELDOM = 200_000, 50, 100  # when to look for cycles: little of what is made here is in any


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="prhl")
@click.pass_context
def main(context: click.Context) -> None:
    """A verifier for probabilistic relational properties, differential privacy first.

    A PATH is a file, a folder (all .wl files below it), or - for standard input. Exit status: 0 all is as expected,
    1 it is not, 2 the input or the command line is wrong, 3 a fault of prhl itself.
    """
    gc.set_threshold(*SELDOM)
    context.default_map = configured(context)


@main.command()
@click.argument("code", required=False, metavar="[NAME]")
def explain(code: str | None) -> None:
    """What a message means, with an example and its cure, or what a rule or a coupling says and why it is sound.

    NAME is a code such as `injective`, or the name of a rule such as `loop-in-step`. Without it: the list of all.
    """
    from prhl import explanations, manual
    from prhl.diagnostics import did_you_mean

    codes, pages = explanations.all_explanations(), manual.all_pages()
    if code is None:
        width = max([len(name) for name in (*codes, *pages)])
        for name, entry in sorted(codes.items()):
            say(f"{name:<{width}}  {entry.title}")
        say("\nrules and couplings:")
        for name, page in pages.items():
            say(f"{name:<{width}}  {page.title[:1].upper()}{page.title[1:]}")
        return
    name = code.strip("[]")
    if name in codes:
        say(explanations.as_text(codes[name]), nl=False)
    elif name in pages:
        say(manual.as_text(pages[name]), nl=False)
    else:
        hint = did_you_mean(code, [*codes, *pages], "`prhl explain` lists the codes")
        say(f"there is no message with the code `{code}`: {hint}", err=True)
        sys.exit(2)


@main.command()
def lsp() -> None:
    """Serve an editor: the Language Server Protocol on standard input and output. Needs the extra `lsp`.

    Messages while you type, verdicts when you save, hover, goals at the cursor, quick fixes, completion, rename.
    """
    try:
        from prhl.frontends.language_server.server import serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        say("prhl lsp needs pygls, version 2 or later: python -m pip install 'prhl[lsp]'", err=True)
        sys.exit(2)
    serve()


for command in (verify, refute, check, goals, budget, channel, couple, fmt, run, export, learn, grade):
    main.add_command(command)
