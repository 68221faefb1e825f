"""Print, then parse: the tree comes back; format, then format: nothing moves; and no comment is lost."""

import os
import random
import re
from dataclasses import fields, is_dataclass

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from prhl import pipeline
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.syntax.printer import format_file
from tests.programs import TREES, files

# Failing trees are small enough to read as they are; shrinking them takes minutes.
QUIET = settings(
    max_examples=int(os.environ.get("PRHL_EXAMPLES", "120")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


def bare(node):
    """The tree without the parentheses that the printer had to add, and with chains of `else if` flat."""
    if isinstance(node, ast.Paren):
        return bare(node.operand)
    if isinstance(node, tuple):
        return tuple([bare(item) for item in node])
    if isinstance(node, ast.TupleType) and len(node.items) == 1:
        return bare(node.items[0])
    if is_dataclass(node):
        return type(node)(**{f.name: bare(getattr(node, f.name)) for f in fields(node)})
    return node


@QUIET
@given(files)
def test_print_then_parse_gives_the_tree_back(text: str) -> None:
    tree = TREES[text]
    parsed = parse(Source("x.wl", text))
    assert bare(parsed.file) == bare(tree), text
    again = format_file(parsed)
    assert format_file(parse(Source("x.wl", again))) == again
    assert parse(Source("x.wl", again)).file == parsed.file


def comments(text: str) -> list[str]:
    return [c.rstrip() for c in re.findall(r"//[^\n]*", text)]


@QUIET
@given(files, st.integers(0, 2**32))
def test_no_comment_is_lost(printed: str, seed: int) -> None:
    parsed = parse(Source("x.wl", printed))
    chance = random.Random(seed)
    text, serial = "", 0
    for token in parsed.tokens:
        while chance.random() < 0.2:
            serial += 1
            text += chance.choice([" ", "\n", "\n\n"]) + f"// c{serial}" + chance.choice(["\n", "  \n", "\n\n\n"])
        text += " " + token
    text += chance.choice(["", " // the end", "\n\n// the end\n"])
    once = pipeline.reformat(Source("x.wl", text))
    assert comments(once) == comments(text)
    assert parse(Source("x.wl", once)).file == parsed.file
    assert pipeline.reformat(Source("x.wl", once)) == once
