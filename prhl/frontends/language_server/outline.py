"""The programs and claims of a file, with their parameters and labels: the editor's outline."""

from prhl.frontends.language_server.editor_document import Document
from prhl.frontends.language_server.text_positions import Json
from prhl.source import Span
from prhl.syntax import ast
from prhl.typed.programs import all_statements

FUNCTION, VARIABLE, EVENT, CONSTANT, KEY = 12, 13, 24, 14, 20


def symbols(document: Document) -> list[Json]:
    items = () if document.parsed is None else document.parsed.file.items
    return [_item(document, item) for item in items]


def _symbol(document: Document, name: ast.Name, detail: str, kind: int, span: Span, children: list[Json]) -> Json:
    return {
        "name": name.text,
        "detail": detail,
        "kind": kind,
        "range": document.positions.range(span),
        "selectionRange": document.positions.range(name.span),
        "children": children,
    }


def _item(document: Document, item: ast.Item) -> Json:
    match item:
        case ast.Program():
            inside = [
                _symbol(document, one.name, document.source.slice(one.type.span), VARIABLE, one.span, [])
                for one in item.parameters
            ]
            for statement in all_statements(item.body):
                label = getattr(statement, "label", None)
                if label is not None:
                    inside.append(_symbol(document, label, "label", KEY, statement.span, []))
            return _symbol(document, item.name, "program", FUNCTION, item.span, inside)
        case ast.Answer():
            return _symbol(document, item.name, "answer", CONSTANT, item.span, [])
        case ast.Satisfies():
            notion = f"{item.program.text} satisfies {document.source.slice(item.notion.span)}"
            return _symbol(document, item.name, notion, EVENT, item.span, [])
        case ast.Quadruple():
            return _symbol(document, item.name, f"{item.left.text} ~ {item.right.text}", EVENT, item.span, [])
