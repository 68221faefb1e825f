"""Texts and names in LaTeX, so that none of them is ever read as a command.

Whatever a user has written, a name, a value, the name of a file, goes through one of these functions. What comes out is
ASCII, has balanced braces, and has no backslash but those that are written here.
"""

import re
from fractions import Fraction

from prhl.numbers.digits import digits as in_full
from prhl.numbers.figures import LONGEST
from prhl.source import visible

_TEXT = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"{\char34}",
    "`": r"\textasciigrave{}",
    "\n": " ",
    "\t": " ",
}

_GREEK = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu"),
    *("xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"),
)
_LETTERS = {"eps": r"\varepsilon", **{name: f"\\{name}" for name in _GREEK}}
_NUMBERED = re.compile(r"([A-Za-z]+)([1-9]\d*|0)")
_SIZE = re.compile(r"size\((\w+)\)")
_FUNCTIONS = {"ln": "\\ln", "exp": "\\exp", "log2": "\\log_2", "inf": "\\infty"}
_SPACED = {" ": "\\ ", "*": "\\cdot ", ",": ",\\allowbreak "}
_TOKEN = re.compile(r"(?P<number>\d+)|(?P<word>[A-Za-z]\w*)|(?P<sign>[-+*/=<>()\[\],;. ])", re.ASCII)


def escaped(text: str) -> str:
    """Any text, to be read as it is."""
    out = "".join([_TEXT.get(c, c) for c in visible(text)])
    return out if out.isascii() else "".join([c if c.isascii() else f"\\textbackslash{{}}u{ord(c):04x}" for c in out])


def comment(text: str) -> str:
    """A line that LaTeX does not read, however many lines the text has."""
    return "% " + "".join([c if " " <= c <= "~" else " " if c.isspace() else f"<u{ord(c):04x}>" for c in text])


def typed(text: str) -> str:
    """As it stands in the source."""
    return f"\\texttt{{{escaped(text)}}}"


def prose(text: str) -> str:
    """A sentence of the tool, in which names stand between backquotes."""
    parts = text.split("`")
    return "".join([typed(part) if at % 2 else escaped(part) for at, part in enumerate(parts)])


def word(text: str) -> str:
    """A name of a program, a distribution, a value, in a formula."""
    return f"\\mathsf{{{escaped(text)}}}" if text.isascii() else f"\\textsf{{{escaped(text)}}}"


def name(text: str) -> str:
    """A variable in a formula: Greek where it is called so, a number behind it as an index, longer names upright."""
    text = text.split("@")[0]
    base = text.rstrip("'")
    primes = "'" * (len(text) - len(base))
    if base.endswith("..end"):  # what a `for` counts up to
        return f"{name(base.removesuffix('..end'))}^{{\\mathrm{{end}}{primes}}}"
    numbered = _NUMBERED.fullmatch(base)
    if numbered is not None and (len(numbered[1]) == 1 or numbered[1] in _LETTERS):
        return f"{_LETTERS.get(numbered[1], numbered[1])}{primes}_{{{numbered[2]}}}"
    if base in _LETTERS:
        return _LETTERS[base] + primes
    if len(base) == 1 and base.isascii() and base.isalpha():
        return base + primes
    return (f"\\mathit{{{escaped(base)}}}" if base.isascii() else f"\\textit{{{escaped(base)}}}") + primes


def label(text: str) -> str:
    """What an instance fixes, in a formula: a parameter, or `size(d)`."""
    size = _SIZE.fullmatch(text)
    return name(text) if text.isidentifier() else f"\\lvert {name(size[1])}\\rvert" if size else value(text)


def value(text: str) -> str:
    """A value as reports write it, in a formula: numbers, words, lists of them; anything else as it stands."""
    out, at = [], 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return f"\\text{{{typed(text)}}}"
        match token.lastgroup:
            case "number":
                out.append(digits(token[0]))
            case "word":
                out.append(_FUNCTIONS.get(token[0]) or word(token[0]))
            case _:
                out.append(_SPACED.get(token[0], token[0]))
        at = token.end()
    return "".join(out) or "{}"  # two dollars in a row would start a display


def assignments(text: str) -> str:
    """`x = 1, y = [2, 3]`, in a formula; anything else as a value."""
    first, *parts = _ASSIGNED.split(text)
    if first or not parts:
        return f"\\text{{{escaped(text)}}}"
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return ",\\ ".join([f"{name(key)} = {value(found)}" for key, found in pairs])


_ASSIGNED = re.compile(r"(?:^|, )([^\W\d]\w*) = ")


def polynomial(text: str) -> str:
    """A condition on open numbers, as reports write it, in a formula; anything else as it stands."""
    out, at = [], 0
    while at < len(text):
        token = _ALGEBRA.match(text, at)
        if token is None:
            return f"\\text{{{typed(text)}}}"
        match token.lastgroup:
            case "word":
                out.append("\\exp" if token[0] == "exp" else name(token[0]))
            case "power":
                out.append(f"^{{{token[0][1:]}}}")
            case _:
                out.append(_RELATIONS.get(token[0], token[0]))
        at = token.end()
    return "".join(out)


_RELATIONS = {"<=": "\\le", ">=": "\\ge", "!=": "\\ne", "*": "\\,", "&&": "\\land"}
_ALGEBRA = re.compile(r"(?P<word>[^\W\d]\w*)|(?P<power>\^[0-9]+)|(?P<other>[0-9]+|<=|>=|!=|&&|[-+*/=<>(). ])")


def digits(text: str) -> str:
    """A number, the middle of a long one left out."""
    if len(text) <= LONGEST:
        return text
    return f"{text[:8]}{{\\ldots}}{text[-4:]}\\,[{len(text)}\\text{{ digits}}]"


def decimals(text: str) -> str:
    """A decimal as figures are rounded, in a formula: `1.5e-12` with a power of ten."""
    if text == "inf":
        return "\\infty"
    mantissa, _, exponent = text.partition("e")
    return f"{mantissa} \\cdot 10^{{{exponent}}}" if exponent else mantissa


def plain_fraction(found: Fraction) -> str:
    """`3/4`, as in an exponent."""
    above, below = [digits(in_full(part)) for part in (abs(found.numerator), found.denominator)]
    sign = "-" if found < 0 else ""
    return sign + (above if found.denominator == 1 else f"{above}/{below}")
