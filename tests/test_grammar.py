"""The grammar's only ambiguity is the one that is meant: `if`, `forall` and `exists` reach as far right as they can."""

import logging
import re
from importlib.resources import files

from lark import Lark, logger

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
