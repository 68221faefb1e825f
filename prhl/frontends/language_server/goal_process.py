"""A process that proves the claims of a text once, and then tells what is known at each line that it is asked for.

{"name": "sum.wl", "text": "program ..."}     on standard input, once; then as often as is liked
{"line": 12}                                  answered by a line of JSON: that of `prhl goals --format json`,
                                              or {"line": 12, "message": "..."}
"""

import json
from functools import cached_property

from prhl import pipeline
from prhl.diagnostics import Rejected
from prhl.found_proofs import Keep
from prhl.frontends.language_server.server_lines import lines
from prhl.frontends.language_server.text_positions import Json
from prhl.jobs import fault_text
from prhl.proof import Proof, places
from prhl.report import goals as report
from prhl.syntax.reader import decode
from prhl.typed import TypedClaim, TypedFile


class Goals:
    """The claims of a text, proved when the first line is asked for."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text

    @cached_property
    def proved(self) -> tuple[TypedFile, list[tuple[TypedClaim, Proof]]]:
        source = decode(self.name, self.text.encode("utf-8", errors="replace"))
        return pipeline.load(source), list(pipeline.proofs(source, keep=Keep(steps=True), find=True))

    def at(self, line: int) -> Json:
        try:
            file, proofs = self.proved
            return report.as_json(file.source, line, places.goals(file, proofs, line, None)[line])
        except Rejected as rejected:
            return {"line": line, "message": rejected.diagnostics[0].message}
        except Exception as error:
            return {"line": line, "message": f"fault: {fault_text(error)}"}


def main() -> None:
    told = lines()
    goals = Goals(**json.loads(next(told)))
    for question in told:
        print(json.dumps(goals.at(json.loads(question)["line"])), flush=True)


if __name__ == "__main__":
    main()
