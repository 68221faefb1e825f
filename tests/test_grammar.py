"""The grammar's only ambiguity is the one that is meant: `if`, `forall` and `exists` reach as far right as they can;
and the tables that are kept are the grammar's."""

import logging
import re
from importlib.resources import files
from pathlib import Path

import lark
import pytest
from lark import Lark, logger
from lark.parsers.lalr_analysis import Shift

from prhl.source import Source
from prhl.syntax import parser, tables
from prhl.syntax.builder import Builder
from prhl.syntax.words import Entailment

EXAMPLE = Path(__file__).parent.parent / "examples" / "mechanisms" / "svt.wl"

# What may follow an operand, and the rules of the chains that could end before it.
INFIX = {
    "IFF", "IMPLIES", "OR", "AND", "EQUAL", "COMPARE", "XOR", "PLUS", "MINUS", "CONCAT",
    "TIMES", "DIVIDE", "DIV", "MOD", "CIRCUMFLEX", "LSQB", "FIELD",
}  # fmt: skip
CHAINS = {
    "equivalence", "implication", "disjunction", "conjunction", "comparison", "exclusive", "sum", "product",
    "power", "access",
}  # fmt: skip


def test_conflicts_are_the_meant_ones(caplog) -> None:
    grammar = files("prhl.syntax").joinpath("grammar.lark").read_text(encoding="utf-8")
    before = logger.level
    logger.setLevel(logging.DEBUG)
    logger.propagate = True
    try:
        with caplog.at_level(logging.DEBUG, logger=logger.name):
            Lark(grammar, parser="lalr", lexer="contextual", keep_all_tokens=True, maybe_placeholders=False, debug=True)
    finally:
        logger.setLevel(before)
    found = re.findall(r"conflict for terminal (\w+).*?\n.*?\* <(\w+) :", caplog.text)
    assert found, "lark has told of no conflict at all: the test looks in the wrong place"
    assert "Reduce/Reduce" not in caplog.text
    for terminal, rule in found:
        assert terminal in INFIX, (terminal, rule)
        assert rule in CHAINS, (terminal, rule)


def table_of(built: Lark) -> tuple[dict, int]:
    table = built.parser.parser._parse_table
    return table.states, table.start_states["start"]


def terminals_of(built: Lark) -> list[tuple]:
    return [(t.name, t.priority, type(t.pattern), t.pattern.value, set(t.pattern.flags)) for t in built.terminals]


def test_the_kept_tables_are_those_of_the_grammar() -> None:
    """State by state, whatever their numbers: lark numbers them differently in each process."""
    assert tables.kept_from().split()[-1] == tables.origin().split()[-1], "the grammar has changed: `make tables`"
    if tables.kept_from() != tables.origin():  # of another lark; then they are not used
        assert tables.kept() is None
        return
    built, loaded = tables.made(), tables.parser(Builder(), Entailment())
    (states, start), (others, other_start) = table_of(built), table_of(loaded)
    assert len(states) == len(others)
    pairs = {start: other_start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        actions, other = states[state], others[pairs[state]]
        assert set(actions) == set(other)
        for symbol, (action, target) in actions.items():
            if action is not Shift:
                assert (action.name, target) == (other[symbol][0].name, other[symbol][1])
            elif target not in pairs:
                pairs[target] = other[symbol][1]
                waiting.append(target)
            else:
                assert pairs[target] == other[symbol][1]
    assert len(pairs) == len(set(pairs.values())) == len(states)
    assert terminals_of(built) == terminals_of(loaded)


@pytest.mark.parametrize(
    "broken",
    [
        lambda kept: None,
        lambda kept: b"",
        lambda kept: kept[: len(kept) // 2],
        lambda kept: kept.replace(b"lark ", b"lark 0.", 1),
        lambda kept: tables.origin() + b"\n{}",
        lambda kept: tables.origin() + b"\n[]",
        lambda kept: tables.origin() + b"\n\xff",
    ],
    ids=["missing", "empty", "cut", "other lark", "no tables", "no object", "no text"],
)
def test_tables_that_are_not_good_are_not_used(broken, monkeypatch: pytest.MonkeyPatch) -> None:
    read = tables._file
    good = read(tables.KEPT)

    def file(name: str) -> bytes:
        if name != tables.KEPT:
            return read(name)
        found = broken(good)
        if found is None:
            raise FileNotFoundError(name)
        return found

    source = Source("t.wl", EXAMPLE.read_text(encoding="utf-8"))
    expected = parser.parse(source).file
    monkeypatch.setattr(tables, "_file", file)
    assert tables.kept() is None
    parser._parser.cache_clear()
    try:
        assert parser.parse(source).file == expected
    finally:
        parser._parser.cache_clear()


def test_a_changed_grammar_is_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    read = tables._file
    monkeypatch.setattr(tables, "_file", lambda name: read(name) + b"\n" if name in tables.SOURCES else read(name))
    assert tables.kept() is None


def test_another_lark_makes_its_own_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lark, "__version__", "99.0")
    assert tables.kept() is None
