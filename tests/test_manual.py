"""The manual of the rules: every rule and coupling has a whole page, which owes what the code owes."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import prhl
from prhl import couplings, manual
from prhl.explanations import all_explanations
from prhl.frontends.cli import main
from prhl.manual import CHAPTERS, PARTS, Page, all_pages, pages_in, pages_of
from tests.test_messages import OWING, given_codes, takers, trees

ROOT = Path(__file__).parent.parent
PACKAGE = Path(prhl.__file__).parent
PAGES = all_pages()

# Files without a page of their own: what the others share.
SHARED = {
    "rules/__init__.py",
    "rules/coupled_draw.py",
    "rules/edges.py",
    "rules/block_cases.py",
    "rules/block_reads.py",
    "rules/numeric_facts.py",
    "rules/lengths.py",
    "rules/state.py",
    "rules/steady.py",
    "rules/trace.py",
    "rules/walk.py",
    "couplings/__init__.py",
    "couplings/base.py",
    "couplings/shift_bound.py",
    "couplings/known_numbers.py",
    "couplings/lifting.py",
}

# Codes that come from elsewhere: the pages that answer for them.
ELSEWHERE = {
    "rules/walk.py": ("code-motion",),
    "logic/operators.py": ("evaluation",),
    **{f"distributions/{path.name}": ("existence",) for path in (PACKAGE / "distributions").glob("*.py")},
}

EXAMPLE = """What the file is for.

one-step: a rule: with a colon.

Rule.
    premise
    --------- [one-step]
    judgement

and one more thing.

Why. It is
so.

Pitfall. Not so.

Reference. Nobody, 2000.

Owes. `a-code`, `b-code`

and-another: sentence.

Rule.  premise
"""


def test_pages_are_read() -> None:
    first, second = pages_in(EXAMPLE, "x.py")
    assert (first.name, first.title) == ("one-step", "a rule: with a colon.")
    assert tuple(first.parts) == PARTS
    assert first.parts["Rule"] == "    premise\n    --------- [one-step]\n    judgement\n\nand one more thing."
    assert first.parts["Why"] == "It is\nso."
    assert first.codes == ["a-code", "b-code"]
    assert second.name == "and-another"
    assert second.parts == {"Rule": "premise"}
    assert pages_in("a-thing: a sentence.\n\nAnd no more.", "x.py") == []


# ---- completeness ----------------------------------------------------------------------------


def test_every_file_of_the_shelves_has_a_page() -> None:
    listed = [file for chapter in CHAPTERS.values() for file in chapter]
    shelves = [*PACKAGE.joinpath("rules").glob("*.py"), *PACKAGE.joinpath("couplings").glob("*.py")]
    found = {str(path.relative_to(PACKAGE)) for path in shelves}
    assert found - SHARED - set(listed) == set(), "put the file into CHAPTERS of prhl/manual.py"
    for file in listed:
        assert pages_of(file), f"{file}: its docstring has no page; see prhl/manual.py for the shape"
    assert len(PAGES) == len([page for file in listed for page in pages_of(file)]), "two pages have one name"


@pytest.mark.parametrize("alignment", couplings.ALIGNMENTS, ids=lambda one: type(one).__name__)
def test_every_coupling_has_a_page(alignment: couplings.Alignment) -> None:
    module = type(alignment).__module__.removeprefix("prhl.").replace(".", "/") + ".py"
    assert pages_in(type(alignment).__doc__ or "", module) or len(pages_of(module)) == 1


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_pages_are_whole(page: Page) -> None:
    assert tuple(page.parts) == PARTS, f"{page.file}: the parts of a page are {', '.join(PARTS)}, in this order"
    assert page.title.endswith(".")
    assert page.name not in all_explanations(), "a message has this name"
    figures = [part for part in re.split(r"\n\n+", page.parts["Rule"]) if part.startswith(" ")]
    assert figures
    for figure in figures:
        line = re.search(rf"\n +-{{5,}} \[{page.name}\]\n", figure)
        assert line, f"{page.file}: premises, a line with [{page.name}] at its end, a judgement"
    for label in PARTS[1:4]:
        text = page.parts[label]
        assert text[:1].isupper() or text.startswith("`"), label
        assert text.endswith("."), label
    assert page.codes or page.parts["Owes"].startswith("Nothing of its own")


def test_pages_owe_what_the_code_owes() -> None:
    """File by file: every code in the source is on one of its pages, and no page has a code that nobody raises."""
    known = takers()
    raised: dict[str, set[str]] = {}
    for file, tree in trees():
        for to, given in given_codes(tree, known):
            code = getattr(given, "value", None)
            if (to in OWING or to in ("Condition", "DefinedWhen")) and isinstance(code, str):
                raised.setdefault(file, set()).add(code)
    listed = [file for chapter in CHAPTERS.values() for file in chapter]
    for file in (*listed, *ELSEWHERE):
        pages = [PAGES[name] for name in ELSEWHERE[file]] if file in ELSEWHERE else pages_of(file)
        owed = {code for page in pages if not page.parts["Owes"].startswith("Nothing") for code in page.codes}
        assert raised.get(file, set()) <= owed, f"prhl/{file}: its code owes what none of its pages says"
        assert owed <= set().union(*raised.values()), f"prhl/{file}: its pages owe what no code does"


def test_codes_have_their_message() -> None:
    owed = {code for page in PAGES.values() for code in page.codes}
    assert owed - all_explanations().keys() - PAGES.keys() == set()


# ---- the manual ------------------------------------------------------------------------------


def test_the_manual_is_up_to_date() -> None:
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert written == manual.as_markdown(), "run `make manual`"


def test_the_manual_has_no_accidents_of_wrapping() -> None:
    fenced = False
    for line in manual.as_markdown().splitlines():
        fenced ^= line.startswith("```")
        assert fenced or not re.match(r"[-+*>] (?!The )|\d+[.)] ", line), line
        assert len(line) <= 120


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_explain_shows_the_page(page: Page) -> None:
    result = CliRunner().invoke(main, ["explain", page.name])
    assert result.exit_code == 0
    assert result.output.startswith(f"{page.name}: {page.title}\n\nRule.\n")
    assert f"[{page.name}]" in result.output
    assert f"\n\nPitfall. {page.parts['Pitfall']}\n\n" in result.output


def test_explain_proposes_a_rule() -> None:
    result = CliRunner().invoke(main, ["explain", "loop-in-steps"])
    assert result.exit_code == 2
    assert "did you mean `loop-in-step`?" in result.output
