"""What the page in the browser asks: a question in JSON, answered in JSON, by the functions that other doors use.

    {"ask": "verify", "text": "program ..."}    ->    {"diagnostics": [...], "claims": [...], "report": "...", ...}

Places are those of an editor: lines from 0, and in a line UTF-16 units. Whatever is wrong with a text is an answer,
too: `{"error": ..., "diagnostics": [...]}`; a mistake of the tool is `{"fault": ...}`.
"""

import json
from collections.abc import Callable
from fractions import Fraction

from prhl import api, pipeline
from prhl.diagnostics import Rejected, Stopped
from prhl.frontends.language_server import quick_fixes
from prhl.frontends.language_server.completions import completions
from prhl.frontends.language_server.editor_diagnostics import diagnostics
from prhl.frontends.language_server.editor_document import Document, Judged
from prhl.frontends.language_server.goal_process import Goals
from prhl.frontends.language_server.goal_view import goal_text
from prhl.frontends.language_server.hover_text import hover
from prhl.frontends.language_server.text_positions import Json
from prhl.frontends.language_server.verdict_lenses import verdict_line
from prhl.jobs import Asked, Here, fault_text, reports
from prhl.report.svg import coupled_samplings
from prhl.results import Rejected as Refused
from prhl.source import Span
from prhl.syntax import ast
from prhl.syntax.reader import decode

NAME, URI = "playground.wl", "playground"
MOST_PICTURES = 6
Tell = Callable[[str], None]


class Playground:
    """A text, what was last said of it, and its goals."""

    def __init__(self, tell: Tell = lambda words: None) -> None:
        self.tell = tell
        self.document = Document(NAME, "")
        self.goals = Goals(NAME, "")

    def answer(self, question: str) -> str:
        """The answer to a question, both as text."""
        given = json.loads(question)
        try:
            answered = ASKED[given["ask"]](self._at(given.get("text", "")), given)
        except Rejected as rejected:
            answered = self._refused(given, [(one.message, one.hint) for one in rejected.diagnostics])
        except Stopped as stopped:
            answered = self._refused(given, [(one.message, one.hint) for one in stopped.rejected.diagnostics])
        except Refused as refused:
            answered = self._refused(given, [(one.message, one.hint or "") for one in refused.diagnostics])
        except RecursionError:
            answered = self._refused(given, [("this is nested too deeply for a browser", "name the inner parts")])
        except Exception as error:
            answered = {"fault": fault_text(error)}
        return json.dumps(answered)

    def _at(self, text: str) -> "Playground":
        if text != self.document.text:
            self.document = Document(NAME, text, "utf-16", self.document.judged)
        return self

    def _refused(self, given: Json, said: list[tuple[str, str]]) -> Json:
        words = "\n".join([message + (f"\n  try: {hint}" if hint else "") for message, hint in said])
        return {"error": words.replace("by `--set`", "in the field Values"), "diagnostics": diagnostics(self.document)}

    # ---- while one types ---------------------------------------------------------------------

    def check(self, given: Json) -> Json:
        document = self.document
        return {"diagnostics": diagnostics(document), "names": _names(document), "movable": _movable(document)}

    def hover(self, given: Json) -> Json:
        found = hover(self.document, self.document.at(given["position"]))
        return {"hover": found}

    def complete(self, given: Json) -> Json:
        return {"items": completions(self.document, self.document.at(given["position"]))}

    def fixes(self, given: Json) -> Json:
        """What may be done at a stretch of the text, or at all of it."""
        document = self.document
        place = given.get("range")
        span = Span(0, len(document.source.text)) if place is None else document.positions.span(place)
        return {"fixes": quick_fixes.actions(document, URI, span)}

    # ---- verdicts ----------------------------------------------------------------------------

    def verify(self, given: Json) -> Json:
        return self._judged(Asked("verify", claim=given.get("claim")))

    def refute(self, given: Json) -> Json:
        return self._judged(Asked("refute", claim=given.get("claim")))

    def _judged(self, asked: Asked) -> Json:
        document = self.document
        source = decode(NAME, document.text.encode("utf-8", errors="replace"))
        (file,) = reports([source], asked, Here(), None, self.tell)
        if file.fault is not None:
            return {"fault": file.fault}
        told = file.as_dict()
        self.document = document = Document(NAME, document.text, "utf-16", Judged(document.text, told))
        return {
            "diagnostics": diagnostics(document),
            "status": file.status,
            "report": file.text,
            "claims": [
                _claim(document, one, lines.text)
                for one, lines in zip(told["claims"], file.claims.values(), strict=True)
            ],
            "fixes": quick_fixes.actions(document, URI, Span(0, len(document.source.text))),
        }

    def goals_at(self, given: Json) -> Json:
        if self.goals.text != self.document.text:
            self.goals = Goals(NAME, self.document.text)
        found = self.goals.at(given["line"])
        return {"goals": found, "report": found["message"] if "message" in found else goal_text(found)}

    # ---- numbers and pictures ----------------------------------------------------------------

    def channel(self, given: Json) -> Json:
        text, claim, program = self.document.text, given.get("claim"), given.get("program")
        values = given.get("set", ())
        if given.get("open"):
            drawn = api.channel(None, program, claim, values, open=given["open"], text=text)
            return {"pictures": [{"svg": drawn.svg, "text": drawn.text}]}
        found = []
        for one in api.channels(None, program, claim, values, text=text):
            found.append({"svg": one.svg, "text": one.text})
            if len(found) == MOST_PICTURES:
                break
        return {"pictures": found}

    def couple(self, given: Json) -> Json:
        text, claim = self.document.text, given.get("claim")
        found = api.couple(None, claim, given.get("set", ()), given.get("inputs", ()), text=text)
        return {"pictures": [{"svg": one.svg, "text": one.text} for one in found[:MOST_PICTURES]]}

    def budget(self, given: Json) -> Json:
        found = api.budget(None, given.get("claim"), text=self.document.text)
        return {"pictures": [{"svg": one.svg, "text": one.text} for one in found]}

    def moved(self, given: Json) -> Json:
        """The coupling of a sampling that moves its noise by a number, or turns over its values."""
        document, typed = self.document, self.document.typed
        draws = [] if typed is None else coupled_samplings.drawable(typed)
        if not 0 <= given["site"] < len(draws):
            return {"error": "there is no sampling here whose coupling is drawn", "diagnostics": diagnostics(document)}
        draw, shift = draws[given["site"]], Fraction(given["shift"])
        return {"svg": coupled_samplings.as_svg(document.source, draw, shift), "price": draw.price(shift)}

    def format(self, given: Json) -> Json:
        return {"text": pipeline.reformat(self.document.source)}

    # ---- exercises ---------------------------------------------------------------------------

    def attempt(self, given: Json) -> Json:
        from prhl.teaching.checking import check
        from prhl.teaching.exercise import course, find
        from prhl.teaching.telling import wrapped

        exercise = find(given["exercise"], course())
        if exercise is None:
            return {"error": f"there is no exercise {given['exercise']}", "diagnostics": []}
        found = check(exercise, decode(NAME, self.document.text.encode("utf-8", errors="replace")))
        passed = [part.part.name for part in found.parts if part.passed]
        report = "\n".join(wrapped(found.lines)).replace("`prhl learn reset`", "Start again")
        report = report.replace("`prhl learn hint`", "Hint")
        return {"state": found.state, "passed": passed, "report": report, "diagnostics": diagnostics(self.document)}

    def solution(self, given: Json) -> Json:
        from prhl.teaching.exercise import course, find

        exercise = find(given["exercise"], course())
        return {"text": "" if exercise is None else exercise.solution.text}


ASKED: dict[str, Callable[[Playground, Json], Json]] = {
    "check": Playground.check,
    "hover": Playground.hover,
    "complete": Playground.complete,
    "fixes": Playground.fixes,
    "verify": Playground.verify,
    "refute": Playground.refute,
    "goals": Playground.goals_at,
    "channel": Playground.channel,
    "couple": Playground.couple,
    "budget": Playground.budget,
    "moved": Playground.moved,
    "format": Playground.format,
    "attempt": Playground.attempt,
    "solution": Playground.solution,
}


def _names(document: Document) -> Json:
    """The claims and programs of a text, for the page to choose among."""
    items = () if document.parsed is None else document.parsed.file.items
    claims = [one.name.text for one in items if isinstance(one, ast.Quadruple | ast.Satisfies)]
    return {"claims": claims, "programs": [one.name.text for one in items if isinstance(one, ast.Program)]}


def _movable(document: Document) -> list[Json]:
    """The samplings whose couplings are drawn, and how far each can be moved."""
    source, typed = document.source, document.typed
    return [
        {
            "title": f"{one.target} :=$ {coupled_samplings.said(source, one)}",
            "line": source.position(one.span.start)[0],
            "shifts": one.shifts,
        }
        for one in ([] if typed is None else coupled_samplings.drawable(typed))
    ]


def _claim(document: Document, data: Json, lines: str) -> Json:
    """A claim with its place in the editor, and what is said beside it."""
    return {
        "name": data["name"],
        "verdict": data["verdict"],
        "ok": data["as_expected"],
        "line": verdict_line(data),
        "report": lines,
        "range": document.positions.extent(data),
    }
