"""The options that several commands have, each with one meaning."""

from math import inf

import click

from prhl.frontends.terminal import Seconds

FILES = click.argument("files", nargs=-1, metavar="PATH...")
FORMAT = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to report.")
FORMATS = ("text", "json", "sarif", "junit", "github")
REPORT = click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to report.")
CLAIM = click.option("--claim", help="Only this claim.")
WATCH = click.option("--watch", is_flag=True, help="Again, whenever one of the files changes; Ctrl-C ends it.")
CACHE = click.option("--cache", metavar="DIR", envvar="PRHL_CACHE", help="Keep verdicts there. [env: PRHL_CACHE]")
MANY = click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Processes, for files and claims.")
CLUSTER = click.option("--cluster", metavar="ADDRESS", help="The workers of this Dask scheduler, in place of --jobs.")
JOBS = click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Processes for the rows of a channel.")
SECONDS = click.option(
    "--seconds", type=Seconds(0.1), help="A time limit for one instance; without it only steps are counted."
)
TIMEOUT = click.option(
    "--timeout", type=Seconds(0.01), default=None, help="Seconds an obligation; none unless you say so."
)
RLIMIT = click.option(
    "--rlimit",
    type=click.IntRange(1, 2**32 - 1),
    default=5_000_000,
    show_default=True,
    help="The solver's own measure of effort for an obligation; unlike the clock it is the same on every machine.",
)


class Pairs(click.ParamType):  # type: ignore[type-arg]  # generic in some releases of click only
    """`200`, a number of pairs of inputs, or `5s`, a time limit."""

    name = "N|SECONDSs"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> "int | float":
        text = str(value)
        try:
            found = float(text[:-1]) if text.endswith("s") else int(text)
        except ValueError:
            found = -1
        if not 0 <= found < inf or (found == 0 and text.endswith("s")):
            self.fail(f"{text!r} is neither a number of pairs, such as 200, nor a time limit, such as 5s.", param, ctx)
        return found


FIND = click.option(
    "--no-find", "find", is_flag=True, flag_value=False, default=True, help="Prove claims as they are annotated only."
)
TWIN = click.option("--twin", is_flag=True, help="Measure programs with continuous noise on their discrete twins.")
