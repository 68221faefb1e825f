"""A text as an editor has it, with what the checker says of it; nothing is read from a disk."""

from functools import cached_property

from prhl import pipeline
from prhl.diagnostics import Diagnostic, Rejected
from prhl.frontends.language_server.resolved_names import Names, names_of
from prhl.frontends.language_server.text_positions import Encoding, Json, Positions
from prhl.jobs import fault_text
from prhl.records import dataclass
from prhl.report import FileReport
from prhl.source import NOWHERE, Source
from prhl.syntax.nesting import deep
from prhl.syntax.parser import Parsed, parse
from prhl.syntax.reader import decode
from prhl.typed import TypedFile


@dataclass(frozen=True)
class Judged:
    """What the command line says of a text: a file of `prhl verify --format json`, or why there is none."""

    text: str
    file: Json | None
    failure: str = ""


@dataclass(frozen=True)
class Document:
    """`judged` is the last judgement of a text under this name, perhaps of an earlier one."""

    name: str
    text: str
    encoding: Encoding = "utf-16"
    judged: Judged | None = None

    @cached_property
    def checked(self) -> FileReport:
        """As `prhl check` has it; a fault of the tool is said, too."""
        try:
            return pipeline.checked(decode(self.name, self.text.encode("utf-8", errors="replace")))
        except Rejected as rejected:
            return FileReport(rejected.source, rejected.diagnostics)
        except Exception as error:
            return FileReport(Source(self.name, ""), (Diagnostic("fault", NOWHERE, fault_text(error)),))

    @cached_property
    def source(self) -> Source:
        """The text with the line ends of the language; its lines and columns are those of the editor."""
        return Source(self.name, self.text.replace("\r\n", "\n").replace("\r", "\n"))

    @cached_property
    def positions(self) -> Positions:
        return Positions(self.source, self.encoding)

    @cached_property
    def parsed(self) -> Parsed | None:
        try:
            with deep(self.source):
                return parse(self.source)
        except Rejected:
            return None

    @cached_property
    def names(self) -> Names:
        if self.parsed is None:
            return Names(())
        with deep(self.source):
            return names_of(self.source, self.parsed.file)

    @property
    def typed(self) -> TypedFile | None:
        return self.checked.file

    @property
    def verdicts(self) -> Json | None:
        """The judgement of this very text."""
        return self.judged.file if self.judged is not None and self.judged.text == self.text else None

    def at(self, position: Json) -> int:
        return self.positions.offset(position)
