"""What the documents show is true: programs are accepted, commands print what stands there, links lead somewhere.

A fenced block says by its tag what it is:

- `wl`: a whole file, accepted and in canonical layout, whose claims end as they say, unless the document shows how
  they end in a `prhl verify` or `prhl refute` of it;
- `wl-part`: what is shown out of context (claims, statements, formulas, annotations, options, sets, types) and parses
  where it belongs;
- `wl-wrong`: a whole file with a mistake, to show its message;
- `wl-loose`: a whole file, accepted but not in canonical layout, to show the formatter;
- `console`: commands after `$ ` (`prhl`, `cat FILE`, `cp FILE FILE`, `echo $?`) and what they print, where a line `...`
  stands for any lines. They run in a folder with the examples and with the files that the document has shown so far: a
  file is kept under the name that the comment `<!-- file: NAME -->` before its block gives it;
- any other tag: prose, unless it starts with `wl`.
"""

import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.diagnostics import Rejected
from prhl.frontends.cli import main
from prhl.source import Source
from prhl.syntax.parser import parse

pytestmark = pytest.mark.search

ROOT = Path(__file__).parent.parent
NOTES = sorted((ROOT / "prhl" / "exercises").glob("*/README.md"))
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *NOTES]

WHOLE_FILES = ("wl", "wl-wrong", "wl-loose")
OTHER_FILES = ("toml", "markdown")  # whole files of other languages


@dataclass(frozen=True)
class Block:
    """One fenced block: its tag, its text, and where it stands."""

    document: Path
    line: int
    tag: str
    text: str
    file: str | None  # the name under which the commands of the document find it

    @property
    def place(self) -> str:
        return f"{self.document.relative_to(ROOT)}:{self.line}"


# ---- reading the documents -------------------------------------------------------------------


_FENCE = re.compile(r" {0,3}```(.*)")
_FILE = re.compile(r"<!-- file: (\S+) -->")


def blocks_of(document: Path) -> list[Block]:
    """The fenced blocks of a document, in order."""
    blocks: list[Block] = []
    inside: list[str] = []
    tag, start, name, opened = "", 0, None, False
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), start=1):
        fence = _FENCE.fullmatch(line)
        if opened:
            if fence and not fence[1].strip():
                blocks.append(Block(document, start, tag, "\n".join([*inside, ""]), name))
                opened, name = False, None
            else:
                inside.append(line)
        elif fence:
            tag, start, opened, inside = fence[1].strip(), number, True, []
        elif comment := _FILE.fullmatch(line.strip()):
            name = comment[1]
        elif line.strip():
            assert name is None, f"{document.name}:{number}: no block follows the name of a file"
    assert not opened, f"{document.name}:{start}: this block is never closed"
    return blocks


def prose_of(document: Path) -> Iterator[tuple[int, str]]:
    """The lines outside fenced blocks, without code spans."""
    opened = False
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), start=1):
        if _FENCE.fullmatch(line):
            opened = not opened
        elif not opened:
            yield number, re.sub(r"`[^`]*`", "", line)


BLOCKS = [block for document in DOCUMENTS for block in blocks_of(document)]


def tagged(*tags: str) -> list[Block]:
    return [block for block in BLOCKS if block.tag in tags]


def cases(blocks: list[Block]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("block", blocks, ids=lambda block: block.place)


def test_there_is_something_to_test() -> None:
    for name in ("language.md", "tour.md"):
        tags = {block.tag for block in BLOCKS if block.document.name == name}
        assert {"wl", "wl-part", "console"} <= tags, name


def test_every_tag_of_the_language_is_known() -> None:
    known = (*WHOLE_FILES, "wl-part")
    assert not [(block.place, block.tag) for block in BLOCKS if block.tag.startswith("wl") and block.tag not in known]


def test_only_whole_files_have_names() -> None:
    assert not [block.place for block in BLOCKS if block.file and block.tag not in (*WHOLE_FILES, *OTHER_FILES)]


# ---- programs --------------------------------------------------------------------------------


def codes(block: Block) -> list[str]:
    return [diagnostic.code for diagnostic in pipeline.checked(Source(block.place, block.text)).diagnostics]


def reformatted(block: Block) -> str:
    return pipeline.reformat(Source(block.place, block.text))


@cases(tagged("wl"))
def test_programs_are_accepted_as_they_stand(block: Block) -> None:
    assert codes(block) == []
    assert reformatted(block).rstrip("\n") == block.text.rstrip("\n")


@cases(tagged("wl-loose"))
def test_loose_programs_are_accepted_and_change(block: Block) -> None:
    assert codes(block) == []
    assert reformatted(block).rstrip("\n") != block.text.rstrip("\n")


@cases(tagged("wl-wrong"))
def test_wrong_programs_are_refused(block: Block) -> None:
    assert codes(block)


# Where a part may stand. Each part, or each of its lines, must parse in one of these places.
PLACES = {
    "items": "@",
    "statements": "program P() {\n@\n}",
    "formula": "program P() { assert\n@\n; }",
    "loop annotations": "program P() { while (true)\n@\n{ skip; } }",
    "coupling": "program P() { x :=$ D()\n@\n; }",
    "set": "program P() { x :=$ D(\n@\n); }",
    "type": "program P(x :\n@\n) { skip; }",
    "options": "claim c : P satisfies dp(1) when any\n@\n;",
}


def parses(text: str) -> bool:
    for place in PLACES.values():
        try:
            parse(Source("part.wl", place.replace("@", text)))
        except Rejected:
            continue
        return True
    return False


@cases(tagged("wl-part"))
def test_parts_parse(block: Block) -> None:
    lines = [line for line in block.text.splitlines() if line.strip()]
    assert lines
    assert parses(block.text) or all([parses(line) for line in lines])


@pytest.mark.parametrize("text", ["x = 1;", "couple x{2}", "1 +", "check size(d) 3", "invariant ={i}", "bits["])
def test_what_is_no_part_does_not_parse(text: str) -> None:
    assert not parses(text)


# ---- commands --------------------------------------------------------------------------------


def sessions(block: Block) -> list[tuple[str, str]]:
    """The commands of a console block, each with what is shown of its output."""
    assert block.text.startswith("$ "), f"{block.place}: a console block starts with a command"
    found: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append((line[2:].strip(), []))
        else:
            found[-1][1].append(line)
    return [(command, "".join(shown)) for command, shown in found]


SEARCHED = re.compile(r"    (no attack among .*|`prhl refute .*` goes on from there)\n")


def agrees(shown: str, printed: str) -> bool:
    """Whether the output is what is shown; a line `...` stands for any lines, or none.

    How far a search came may depend on the clock: where a document says nothing of it, neither does the output.
    """
    if not SEARCHED.search(shown):
        printed = SEARCHED.sub("", printed)
    parts = [r"(?:.*\n)*?" if line == "...\n" else re.escape(line) for line in shown.splitlines(keepends=True)]
    return re.fullmatch("".join(parts), printed) is not None


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_print_what_is_shown(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")  # a copy: `prhl fmt` writes
    monkeypatch.chdir(tmp_path)
    status = 0
    for block in blocks_of(document):
        if block.file is not None:
            (tmp_path / block.file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        if block.tag != "console":
            continue
        for command, shown in sessions(block):
            match shlex.split(command):
                case ["prhl", *arguments]:
                    result = CliRunner().invoke(main, arguments)
                    printed, status = result.output, result.exit_code
                case ["cat", file]:
                    printed, status = (tmp_path / file).read_text(encoding="utf-8"), 0
                case ["cp", file, copy]:
                    shutil.copyfile(tmp_path / file, tmp_path / copy)
                    printed, status = "", 0
                case ["echo", "$?"]:
                    printed, status = f"{status}\n", 0
                case _:
                    pytest.fail(f"{block.place}: `{command}` cannot be tried here")
            assert agrees(shown, printed), f"{block.place}: $ {command}\n{printed}"


@pytest.mark.parametrize(
    ("shown", "printed", "good"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n", "a\nb\nc\n", False),
        ("a\n...\n", "a\nb\nc\n", True),
        ("a\n...\nc\n", "a\nc\n", True),
        ("a\n...\nc\n", "a\nb\n", False),
        ("a.c\n", "abc\n", False),
    ],
)
def test_what_agrees(shown: str, printed: str, good: bool) -> None:
    assert agrees(shown, printed) == good


# ---- verdicts --------------------------------------------------------------------------------


def judged_there(document: Path) -> set[int]:
    """The lines of the blocks whose verdicts the document shows."""
    kept: dict[str, Block] = {}
    found: set[int] = set()
    for block in blocks_of(document):
        if block.file is not None:
            kept[block.file] = block
        for command, _ in sessions(block) if block.tag == "console" else []:
            if command.startswith(("prhl verify ", "prhl refute ")):
                found |= {kept[word].line for word in shlex.split(command) if word in kept}
    return found


def is_of_an_exercise(block: Block) -> bool:
    """With holes, or a mistake for `prhl learn proofread` to look at."""
    return "?" in re.sub(r"//.*", "", block.text) or "/wrong/" in (block.file or "")


LEFT = [block for block in tagged("wl") if block.line not in judged_there(block.document)]


@cases([block for block in LEFT if not is_of_an_exercise(block)])
def test_claims_end_as_they_say(block: Block) -> None:
    """Most documents show their verdicts; where one does not, its claims are proved, or say what they expect."""
    report = pipeline.verify(Source(block.place, block.text), find=True)
    ended = {claim.name: (claim.verdict.word, claim.expected) for claim in report.claims if not claim.as_expected}
    assert not ended


# ---- links -----------------------------------------------------------------------------------


_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def anchors(document: Path) -> set[str]:
    """The names of the headings, as GitHub makes them."""
    found: set[str] = set()
    opened = False
    for line in document.read_text(encoding="utf-8").splitlines():
        if _FENCE.fullmatch(line):
            opened = not opened
        elif not opened and (heading := re.fullmatch(r"#+ (.*)", line)):
            kept = re.sub(r"[^\w\- ]", "", heading[1].strip().lower())
            found.add(kept.replace(" ", "-"))
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for number, line in prose_of(document):
        for link in _LINK.findall(line):
            if re.match(r"[a-z]+:", link):
                continue  # to the world outside
            path, _, anchor = link.partition("#")
            target = (document.parent / path).resolve() if path else document
            assert target.exists(), f"{document.name}:{number}: {link} leads nowhere"
            assert not anchor or anchor in anchors(target), f"{document.name}:{number}: {link} has no such heading"
