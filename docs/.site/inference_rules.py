"""Rules of the manual as inference rules: a block of text with a line in it, typeset."""

import re
from html import escape

RULE = re.compile(r"^```\n((?:(?!```).*\n)*?)(-{9,}.*)\n((?:(?!```).*\n)*?)```$", re.MULTILINE)
SIGNS = (
    (r"==&gt;", "⟹"),
    (r"&lt;=&gt;", "⟺"),
    (r"&lt;=", "≤"),
    (r"&gt;=", "≥"),
    (r"!=", "≠"),
    (r":=\$", "⟵<sub>$</sub>"),
    (r"\bforall\b", "∀"),
    (r"\bexists\b", "∃"),
    (r"&amp;&amp;", "∧"),
    (r"\|\|", "∨"),
    (r"(?<=[\w)\]}]) \* (?=[\w(])", "·"),
    (r"\beps\b|\bepsilon\b", "ε"),
    (r"\bdelta\b", "δ"),
    (r"\balpha\b", "α"),
    (r"\bsigma\b", "σ"),
    (r"\brho\b", "ρ"),
    (r"\bsqrt\b", "√"),
    (r"(\w)\{([12])\}", r"\1<sub>⟨\2⟩</sub>"),
    (r"\b(mass|s|e|m|x)([12])\b", r"\1<sub>\2</sub>"),
    (r"\^(\w+|\([^()]*\))", r"<sup>\1</sup>"),
    (r"~\[([^\]]*)\]", r"<span class='price'>∼<sub>\1</sub></span>"),
)


def _typeset(line: str) -> str:
    found = escape(line.strip().replace("`", ""), quote=False)
    for sign, shown in SIGNS:
        found = re.sub(sign, shown, found)
    return re.sub(r"(?<!&)\b([A-Za-z]\w*)\b(?![^<]*>)", r"<i>\1</i>", found)


def _premises(line: str) -> str:
    """Several on a line have room between them."""
    return " ".join([f"<span>{_typeset(one)}</span>" for one in re.split(" {3,}(?!==>)", line.strip())])


def _shown(rule: re.Match[str]) -> str:
    above = [f"<div>{_premises(line)}</div>" for line in rule[1].splitlines() if line.strip()]
    below = [f"<div>{_typeset(line)}</div>" for line in rule[3].splitlines() if line.strip()]
    name = escape(rule[2].strip("- ").strip("[]"))
    parts = f'<div class="above">{"".join(above)}</div><div class="below">{"".join(below)}</div>'
    return (
        f'<div class="inference" role="math"><div class="fraction">{parts}</div><div class="named">{name}</div></div>'
    )


def typeset(markdown: str) -> str:
    """The page, with its rules typeset."""
    return RULE.sub(_shown, markdown)
