"""Verdicts that are kept in a folder, by text, by what was asked, and by the versions of all that decides.

A file there is named by the SHA-256 sum of these, and starts with that of its own contents: whatever is not what was
written is not read. Files are written under another name and then renamed, so that several processes may share a
folder. Who can write there can write verdicts: it should belong to those who read them.
"""

import json
import os
from dataclasses import asdict, field
from hashlib import sha256
from pathlib import Path

from prhl.jobs import Asked, Json
from prhl.records import dataclass
from prhl.source import Source
from prhl.versions import identity


@dataclass
class VerdictCache:
    """A folder; one that cannot be written is read all the same, and `unwritten` says why."""

    folder: Path
    unwritten: str = field(default="", init=False)

    def get(self, source: Source, asked: Asked) -> Json | None:
        """What is kept; None if that is nothing, or is damaged."""
        try:
            digest, _, text = self._path(source, asked).read_bytes().partition(b"\n")
            if sha256(text).hexdigest().encode() != digest:
                return None
            found: Json = json.loads(text)
        except (OSError, ValueError):
            return None
        return found

    def put(self, source: Source, asked: Asked, answer: Json) -> None:
        """What does not depend on a clock, nor on a fault of the tool."""
        if asked.dump or answer["fault"] is not None or answer["clocked"]:
            return
        claims = {name: one for name, one in answer["claims"].items() if _lasting(one["data"], asked)}
        if answer["names"] and not claims:
            return
        text = json.dumps({**answer, "claims": claims}, separators=(",", ":")).encode()
        path = self._path(source, asked)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                fresh.write_bytes(sha256(text).hexdigest().encode() + b"\n" + text)
                fresh.replace(path)
            finally:
                fresh.unlink(missing_ok=True)
        except OSError as error:
            self.unwritten = error.strerror or str(error)

    def _path(self, source: Source, asked: Asked) -> Path:
        about = [identity(), asdict(asked), source.text]
        key = sha256(json.dumps(about).encode()).hexdigest()
        return self.folder / key[:2] / key


def _lasting(claim: Json, asked: Asked) -> bool:
    """Whether it would end so on every machine: where a clock is set, something may have given up unseen."""
    if claim["stopped"] == "time" or claim.get("alarm"):
        return False
    return not asked.clocked or claim["verdict"] != "unknown"
