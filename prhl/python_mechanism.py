"""`@prhl.mechanism`: a function in a small subset of Python that is proved before it runs, and runs as it was proved.

The function is never executed by Python. Its text is translated to a program of the language (`python_subset`), the
claim in the decorator is verified of that, and what is drawn is drawn from that by the exact samplers of `prhl run`.
"""

import builtins
import inspect
import textwrap
from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

from prhl import pipeline
from prhl.api import verify
from prhl.diagnostics import Rejected as Inner
from prhl.diagnostics import Stopped
from prhl.python_subset import FUNCTIONS, Refused, Translation, translated
from prhl.results import Claim, Rejected, Report
from prhl.runs import Wanted, run
from prhl.semantics.observation import plain_all
from prhl.source import Source

T = TypeVar("T")
MEANT = [name for name in (*FUNCTIONS, "range") if hasattr(builtins, name)]


class Private(Generic[T]):
    """`d: prhl.Private[list[int]]`: what the claim protects."""


class Real:
    """`eps: prhl.Real`: an exact number, given as an int, a Fraction, a Decimal or a text such as "1/3"."""


class OutsideSubset(Exception):
    """The function, or its claim, is not in the subset, or is no valid program; the text says where in the file."""


class NotProved(Exception):
    """The claim is refuted or unknown, so that nothing is drawn; the text says where in the Python file, and why."""

    def __init__(self, text: str, claim: Claim) -> None:
        self.text, self.claim = text, claim
        super().__init__(text)

    def __reduce__(self) -> Any:
        return NotProved, (self.text, self.claim)


class Mechanism:
    """A function with its claim. Called, it draws once; `draws(n, seed=...)` draws often, for tests and teaching."""

    def __init__(self, function: Callable[..., Any], claim: str, when: str, check: str, unproved: bool) -> None:
        if not inspect.isfunction(function) or hasattr(function, "__wrapped__"):
            raise OutsideSubset("what is decorated is no plain function: another decorator stands in between")
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self.file = inspect.getsourcefile(function) or "<unknown>"
        try:
            lines, first = inspect.getsourcelines(function)
        except OSError:
            raise OutsideSubset(f"the text of `{self.__name__}` is not to be had: write it in a file") from None
        self.source, self.first = textwrap.dedent("".join(lines)), max(first, 1)
        self.unproved = unproved
        self.names = list(inspect.signature(function).parameters)
        if redefined := [one for one in MEANT if one in _named(function)]:
            raise OutsideSubset(self.at(1, f"`{redefined[0]}` is Python's own in the subset, and another one here"))
        try:
            self.translation: Translation = translated(self.source)
        except Refused as refused:
            raise OutsideSubset(self.at(refused.line, refused.message)) from None
        options = f" check {check}" if check else ""
        self.text = (
            f"{self.translation.text}\nclaim holds : {self.translation.name} satisfies {claim} when {when}{options};\n"
        )
        try:
            pipeline.load(Source(self.file, self.text))
        except Inner as rejected:
            raise OutsideSubset("\n".join([self.told(rejected)])) from None

    def at(self, line: int, message: str) -> str:
        """A message at a line of the function, with that line."""
        shown = self.source.splitlines()[line - 1].strip()
        return f"{self.file}:{self.first + line - 1}: {message}\n    {shown}"

    def placed(self, line: int) -> int:
        """The line of the function behind a line of the program; that of the decorator for the claim."""
        return self.translation.place(line) if line <= len(self.translation.lines) else 1

    def told(self, rejected: Inner) -> str:
        said = []
        for one in rejected.diagnostics:
            line = rejected.source.position(one.span.start)[0] if rejected.source.text else 1
            said.append(self.at(self.placed(line), one.message + (f" ({one.hint})" if one.hint else "")))
        return "\n".join(said)

    @cached_property
    def report(self) -> Report:
        """What is verified when it is first asked for."""
        return verify(text=self.text)

    @property
    def claim(self) -> Claim:
        """The claim as it ended."""
        return self.report.claims["holds"]

    def verify(self) -> Claim:
        """The claim, if it is proved, of something and without assumptions; else NotProved."""
        if self.claim.verdict != "proved" or self.claim.assumptions or self.claim.alarm:
            raise NotProved(self.why(), self.claim)
        vacuous = [one.message for file in self.report.files for one in file.diagnostics if one.code == "vacuous"]
        if vacuous:
            raise NotProved(self.at(1, vacuous[0]), self.claim)
        return self.claim

    def why(self) -> str:
        """Why it is not proved: the place of the claim, what breaks it, and where a proof fails."""
        claim = self.claim
        said = [self.at(1, f"`{self.__name__}` is not proved: the claim is {claim.verdict}")]
        if (witness := claim.witness) is not None:
            inputs = " and ".join([", ".join([f"{n} = {v}" for n, v in one.items()]) for one in witness.inputs])
            said.append(f"  inputs {inputs}: the event {', '.join([str(e) for e in witness.event])} has probabilities")
            said[-1] += f" {' and '.join([str(p) for p in witness.probabilities])}, ratio {witness.ratio}"
            if witness.order is not None:
                said[-1] = f"  inputs {inputs}: {witness.inequality}"
        failed = [one for one in claim.obligations if one.status != "valid"]
        failed += [claim.attempt.failed] if claim.attempt is not None else []
        places = {self.placed(one.line): one.message for one in failed}
        if not places or set(places) == {1}:
            places = dict.fromkeys(self.drawn(), "this is what is drawn")
        return "\n".join([*said, *[self.at(line, message) for line, message in sorted(places.items())]])

    def drawn(self) -> list[int]:
        """The lines that draw."""
        found = zip(self.translation.lines, self.translation.places, strict=True)
        return sorted({place for text, place in found if ":=$" in text})

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        (drawn,) = self._drawn(Wanted(1), arguments, named)
        return drawn

    def draws(self, count: int, /, *arguments: Any, seed: str | None = None, **named: Any) -> list[Any]:
        """So many draws; Rejected if an input does not fit, NotProved if the claim is not proved."""
        return self._drawn(Wanted(count, seed), arguments, named)

    def _drawn(self, wanted: Wanted, arguments: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        if not self.unproved:
            self.verify()
        if len(arguments) > len(self.names):
            raise TypeError(f"{self.__name__} takes {len(self.names)} arguments, and {len(arguments)} were given")
        given = dict(zip(self.names, arguments, strict=False))
        if twice := sorted(given.keys() & named.keys()):
            raise TypeError(f"{self.__name__} got several values for {twice[0]!r}")
        try:
            found = run(Source(self.file, self.text), None, values=given | named, wanted=wanted)
        except Stopped as stopped:
            raise Rejected(self.file, (), self.told(stopped.rejected)) from None
        except Inner as rejected:
            raise Rejected(self.file, (), self.told(rejected)) from None
        return [plain_all(seen) for seen in found.outputs]


def _named(function: Callable[..., Any]) -> set[str]:
    """The names that the function looks up and finds in its file."""
    code, known = getattr(function, "__code__", None), getattr(function, "__globals__", {})
    return set() if code is None else {*code.co_freevars, *[name for name in code.co_names if name in known]}


def mechanism(
    claim: str, when: str, check: str = "", unproved: bool = False
) -> Callable[[Callable[..., Any]], Mechanism]:
    """A function as a mechanism that satisfies a claim: `@prhl.mechanism("dp(eps)", when="one_differs(d, 1)")`.

    What is outside of the subset is refused at once (OutsideSubset). The claim is verified before the first draw, and
    nothing is drawn unless it is proved (NotProved), or `unproved` is said.
    """
    for name, text in (("claim", claim), ("when", when), ("check", check)):
        if ";" in text or "//" in text:
            raise OutsideSubset(f"`{name}` is one formula, without `;` and comments: {text!r}")
    return lambda function: Mechanism(function, claim, when, check, unproved)


__all__ = ["Mechanism", "NotProved", "OutsideSubset", "Private", "Real", "mechanism"]
