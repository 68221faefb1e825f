"""Go to definition, all uses, and rename: what names stand for, as edits that change nothing else."""

import re

from prhl.frontends.language_server.editor_document import Document
from prhl.frontends.language_server.resolved_names import Key, Names, Occurrence
from prhl.frontends.language_server.text_positions import Json
from prhl.source import Edit, edited
from prhl.syntax.words import RESERVED

_NAME = re.compile(r"[^\W\d]\w*")


class Refused(Exception):
    """Why a name is not to be changed so."""


def definitions(document: Document, offset: int) -> list[Json]:
    """Where the name at a place is introduced; each first assignment of two programs, if it is theirs in common."""
    found = document.names.at(offset)
    return [] if found is None else _ranges(document, document.names.definitions(found.key))


def uses(document: Document, offset: int, with_definitions: bool = True) -> list[Json]:
    found = document.names.at(offset)
    if found is None:
        return []
    return _ranges(document, [one for one in document.names.of(found.key) if with_definitions or not one.defines])


def _ranges(document: Document, found: list[Occurrence]) -> list[Json]:
    return [document.positions.range(one.span) for one in found]


def renamable(document: Document, offset: int) -> Occurrence:
    found = document.names.at(offset)
    if found is None or found.key[0] == "builtin" or not document.names.definitions(found.key):
        raise Refused("there is no name of yours here")
    return found


def renamed(document: Document, offset: int, new: str) -> list[Json]:
    """Edits after which every name stands for what it stood for, or Refused."""
    found = renamable(document, offset)
    if not _NAME.fullmatch(new):
        raise Refused(f"`{new}` is no name: letters, digits and `_`, not starting with a digit")
    if new in RESERVED:
        raise Refused(f"`{new}` is a word of the language")
    if document.typed is None:
        raise Refused("the file has mistakes: mend them first")
    edits = [Edit(one.span, new) for one in document.names.of(found.key)]
    after = Document(document.name, edited(document.source.text, edits), document.encoding)
    errors = [one for one in after.checked.diagnostics if one.severity == "error"]
    if errors:
        raise Refused(f"the file would be rejected: {errors[0].message}")
    if _shape(document.names) != _shape(after.names):
        raise Refused(f"`{new}` already stands for something else there")
    return document.positions.edits(edits)


def _shape(names: Names) -> list[tuple[int, str, str]]:
    """For each name of the file: where what it stands for comes first, and of what kind that is."""
    first: dict[Key, int] = {}
    for at, one in enumerate(names.all):
        first.setdefault(one.key, at)
    return [(first[one.key], one.key[0], one.key[2] if one.key[0] == "builtin" else "") for one in names.all]
