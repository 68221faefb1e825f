"""Examples without their annotations: how many proofs are found, by which plan, and in what time.

The couplings, invariants, variants, named positions, `pointwise` and `proof` blocks are taken out of the text, in
memory.
"""

from prhl.source import Source
from prhl.syntax.parser import parse

OPTIONS = ("POINTWISE", "PROOF", "CHECK", "EXPECT", "ASSUME", "FROM", "COMPOSED", "SEMICOLON")


def strip(source: Source) -> str:
    """The text without what a proof needs and the claim does not say."""
    text, tokens = source.text, parse(source).tokens
    cuts: list[tuple[int, int]] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        until = at
        match token.type:
            case "COUPLE":
                while tokens[until].type != "SEMICOLON":
                    until += 1
                cuts.append((tokens[at - 1].end_pos, tokens[until].start_pos))
            case "INVARIANT" | "DECREASES":
                while tokens[until].type != "SEMICOLON":
                    until += 1
                cuts.append((tokens[at - 1].end_pos, tokens[until].end_pos))
            case "AT":
                until += 1
                cuts.append((tokens[at - 1].end_pos, tokens[until].end_pos))
            case "POINTWISE":
                until += 1
                while tokens[until].type not in OPTIONS:
                    until += 1
                cuts.append((tokens[at - 1].end_pos, tokens[until - 1].end_pos))
                until -= 1
            case "PROOF":
                depth = 0
                until += 1
                while True:
                    depth += (tokens[until].type in ("LBRACE", "SAME")) - (tokens[until].type == "RBRACE")
                    if not depth:
                        break
                    until += 1
                cuts.append((tokens[at - 1].end_pos, tokens[until].end_pos))
        at = until + 1
    for start, end in reversed(cuts):
        text = text[:start] + text[end:]
    return text
