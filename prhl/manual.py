"""The manual of the rules and couplings, read from their own docstrings: `docs/rules.md` and `prhl explain NAME`.

A page stands in a docstring, by itself or with others. It opens with its name and what it does, and has five parts:

    name: a sentence.

    Rule.
        premises
        --------- [name]
        judgement

    Why. ...  Pitfall. ...  Reference. ...  Owes. `code`, `code`

The files are read as text, since the rules themselves would bring the solver with them.
"""

import ast
import re
import sys
from functools import cache
from importlib.resources import files
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent, fill

from prhl.explanations import all_explanations
from prhl.records import dataclass

PARTS = ("Rule", "Why", "Pitfall", "Reference", "Owes")

# In the order of the manual.
CHAPTERS = {
    "The rules": (
        "rules/context.py",
        "rules/assign.py",
        "rules/sample.py",
        "rules/draw_with_slack.py",
        "rules/draw_by_divergence.py",
        "rules/branch.py",
        "rules/loop.py",
        "rules/loop_out_of_step.py",
        "rules/termination_by_variant.py",
        "rules/termination_by_luck.py",
        "rules/chance.py",
        "rules/call.py",
        "rules/result_lengths.py",
        "rules/advanced.py",
        "rules/joint.py",
        "rules/observe.py",
        "rules/motion.py",
    ),
    "The couplings": (
        "couplings/identity.py",
        "couplings/shift.py",
        "couplings/right_shift.py",
        "couplings/pieces.py",
        "couplings/uniform.py",
        "couplings/finite.py",
        "couplings/clamp.py",
        "couplings/exp_mech.py",
        "couplings/truncate.py",
        "couplings/gauss.py",
        "couplings/each.py",
        "couplings/finite_excess.py",
        "couplings/ranges.py",
        "couplings/shift_excess.py",
        "couplings/restricted.py",
        "couplings/upto.py",
        "couplings/bad_values.py",
        "couplings/concentrated.py",
        "couplings/laplace_renyi.py",
    ),
    "The end": ("proof/ending.py",),
    "The theorems": (
        "rules/following/conversions.py",
        "rules/following/groups.py",
        "rules/following/sampling.py",
        "rules/following/chain.py",
    ),
    "The laws of lists": ("solvers/lemmas.py", "solvers/built.py", "solvers/norms.py"),
}

WORDS = {
    "The rules": "What each statement owes, and what is known after it.",
    "The couplings": "How two draws go together by a map, and the price of that. `coupled-draw` asks for the "
    "`identity` first, then the family; that the image lies in the support and that the map is injective it owes for "
    "all alike. Where a delta is spent, `lifted-draw` asks, and `c` is a pair; where zcdp or rdp is claimed, "
    "`concentrated-draw` does.",
    "The end": "What a claim owes where both runs have ended.",
    "The theorems": "How a claim follows from another one, by `from`. No run is walked through: what stands above the "
    "line is owed of all inputs that the claim relates.",
    "The laws of lists": "What the solver is told of `sum`, `count`, `min`, `max` and `sort` of the lists that occur, "
    "here `a` and `b`, and of the distance `n` of two of them: if what stands above the line is true, so is what "
    "stands below it. Entries out of range have no say.",
}

OPENING = """# The rules and couplings

<!-- made by `make manual` from the docstrings beside the code: change those -->

A proof walks through two runs of a program at once, statement by statement. This page has one section for each rule
that it may take: the rule itself, why it is sound, what goes wrong without its conditions, where it comes from, and
which [messages](../prhl/messages.md) it may lead to. `prhl explain NAME` shows the same. [What is trusted](trusted.md)
has the theorem that holds them together, and [writing couplings](writing-couplings.md) shows them at work.

A judgement reads

```
{ P }  s1  ~[c]  s2  { Q }
```

If the two memories are related by P, then run 1 may do `s1` while run 2 does `s2`; afterwards they are related by Q,
and `c` was added to `cost`. A run that waits is written `-`. Above the line stands what is owed: `P ==> F` is a
question to the solver, with everything known at that place as P. `x{1}` is `x` in run 1, and `mass1(a)` is the mass,
or the density, of `a` in the distribution that run 1 draws from.
"""


@dataclass(frozen=True, slots=True)
class Page:
    """A rule or a coupling, explained."""

    name: str
    title: str
    parts: dict[str, str]  # by label, in the order of the docstring
    file: str

    @property
    def codes(self) -> list[str]:
        """The messages that it may lead to."""
        return re.findall(r"`([a-z][a-z0-9-]*)`", self.parts.get("Owes", ""))


@cache
def all_pages() -> dict[str, Page]:
    """Every page by its name, in the order of the manual."""
    return {page.name: page for chapter in CHAPTERS.values() for file in chapter for page in pages_of(file)}


def pages_of(file: str) -> list[Page]:
    """The pages in the docstrings of a file, given by its path inside the package."""
    text = files("prhl").joinpath(file).read_text(encoding="utf-8")
    documented = ast.Module | ast.ClassDef | ast.FunctionDef
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, documented)]
    nodes.sort(key=lambda node: getattr(node, "lineno", 0))
    return [page for node in nodes for page in pages_in(ast.get_docstring(node) or "", file)]


_HEAD = re.compile(r"(?:\A|(?<=\n\n))([a-z]+(?:-[a-z]+)*): (.*?)(?=\n\n|\Z)", re.DOTALL)
_LABEL = re.compile(rf"^({'|'.join(PARTS)})\.(?: +|$)", re.MULTILINE)


def pages_in(docstring: str, file: str) -> list[Page]:
    text = cleandoc(docstring)
    heads = list(_HEAD.finditer(text))
    pages = []
    for at, head in enumerate(heads):
        end = heads[at + 1].start() if at + 1 < len(heads) else len(text)
        body = text[head.end() : end]
        labels = list(_LABEL.finditer(body))
        stops = [label.start() for label in labels[1:]] + [len(body)] * bool(labels)
        parts = {label[1]: body[label.end() : stop].strip("\n") for label, stop in zip(labels, stops, strict=True)}
        if parts:  # else it is a sentence with a colon
            pages.append(Page(head[1], " ".join(head[2].split()), parts, file))
    return pages


# ---- laying out ------------------------------------------------------------------------------


def as_text(page: Page) -> str:
    parts = [f"{page.name}: {page.title}"]
    parts += [f"{label}.\n{body}" if body.startswith(" ") else f"{label}. {body}" for label, body in page.parts.items()]
    return "\n\n".join(parts) + "\n"


def as_markdown() -> str:
    """The whole manual."""
    pages = all_pages()
    lines = [OPENING]
    for chapter, members in CHAPTERS.items():
        names = ", ".join([f"[{page.name}](#{page.name})" for page in pages.values() if page.file in members])
        lines.append(_wrapped(f"- {chapter}: {names}", "  "))
    for chapter, members in CHAPTERS.items():
        lines.append(f"\n## {chapter}\n\n{_wrapped(_linked(WORDS[chapter]))}")
        lines += [_section(page) for page in pages.values() if page.file in members]
    return "\n".join(lines) + "\n"


def _section(page: Page) -> str:
    said = [f"\n### {page.name}\n", f"{page.title[:1].upper()}{page.title[1:]}\n"]
    for label, body in page.parts.items():
        match label:
            case "Rule":
                said.append(_fenced(body))
            case "Owes":
                said.append(_wrapped(f"*Owes.* {_linked(body)}") + "\n")
            case _:
                said.append(_wrapped(f"*{label}.* {_linked(body)}") + "\n")
    return "\n".join([*said, f"In `prhl/{page.file}`."])


def _fenced(body: str) -> str:
    """The figures in fences, the words between them as they are."""
    out: list[str] = []
    for paragraph in re.split(r"\n\n+", body):
        figure = paragraph.startswith(" ")
        out.append(f"```\n{dedent(paragraph)}\n```\n" if figure else f"{_wrapped(_linked(paragraph))}\n")
    return "\n".join(out)


def _linked(body: str) -> str:
    """Names of pages and codes of messages lead to where they are explained."""

    def link(found: re.Match[str]) -> str:
        if found[1] in all_pages():
            return f"[`{found[1]}`](#{found[1]})"
        return f"[`{found[1]}`](../prhl/messages.md#{found[1]})" if found[1] in all_explanations() else found[0]

    return re.sub(r"`([a-z][a-z0-9-]*)`", link, body)


def _wrapped(text: str, later: str = "") -> str:
    """Lines of the usual width; what stands between backticks is not torn apart."""
    whole = re.sub(r"`[^`]*`", lambda span: span[0].replace(" ", "\0"), " ".join(text.split()))
    lines = fill(whole, 120, subsequent_indent=later, break_long_words=False, break_on_hyphens=False)
    return lines.replace("\0", " ")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(as_markdown(), encoding="utf-8")
