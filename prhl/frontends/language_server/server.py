"""The server itself: what editors ask goes to the functions beside it, and verdicts come from another process."""

import asyncio
import logging
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from prhl import __version__
from prhl.frontends.language_server import completions, quick_fixes, renaming, semantic_colours
from prhl.frontends.language_server.child_processes import Child, Prover, judge, judging
from prhl.frontends.language_server.editor_diagnostics import diagnostics
from prhl.frontends.language_server.editor_document import Document
from prhl.frontends.language_server.goal_view import goal_text
from prhl.frontends.language_server.hover_text import hover
from prhl.frontends.language_server.outline import symbols
from prhl.frontends.language_server.protocol_answers import Protocol
from prhl.frontends.language_server.text_positions import Encoding, Json
from prhl.frontends.language_server.verdict_lenses import JUDGE, lenses
from prhl.frontends.language_server.work_shown import Shown

GOALS, VERDICTS = "prhl/goals", "prhl/verdicts"
ENCODINGS: dict[str, Encoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}


class Server(LanguageServer):
    """The open documents, and for each the process that judges it and the one that knows its goals."""

    def __init__(self) -> None:
        # Whole texts: a line ends here where the language says so, and nowhere else.
        super().__init__(
            "prhl", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full, protocol_cls=Protocol
        )
        self.documents: dict[str, Document] = {}
        self.children: dict[str, tuple[str, Child, asyncio.Task[None]]] = {}
        self.provers: dict[str, Prover] = {}
        self.over = False

    # ---- documents ---------------------------------------------------------------------------

    def document(self, uri: str) -> Document:
        found = self.documents.get(uri)
        if found is None:
            raise JsonRpcInvalidParams(f"{uri} is not open")
        return found

    def update(self, uri: str, text: str) -> Document:
        old = self.documents.get(uri)
        encoding = ENCODINGS[types.PositionEncodingKind(self.workspace.position_encoding).value]
        document = Document(_name(uri), text, encoding, None if old is None else old.judged)
        self.documents[uri] = document
        prover = self.provers.get(uri)
        if prover is not None and prover.text != text:
            self.provers.pop(uri).child.end()
        self.publish(uri)
        return document

    def publish(self, uri: str) -> None:
        found = self.made(list[types.Diagnostic], diagnostics(self.document(uri), uri))
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found))

    def close(self, uri: str) -> None:
        self.documents.pop(uri, None)
        self.stop(uri)
        if uri in self.provers:
            self.provers.pop(uri).child.end()
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def end(self) -> None:
        for uri in list(self.children):
            self.stop(uri)
        for prover in self.provers.values():
            prover.child.end()

    def made(self, kind: Any, data: Any) -> Any:
        """Plain JSON as the protocol's own types."""
        return self.protocol._converter.structure(data, kind)

    # ---- verdicts ----------------------------------------------------------------------------

    def stop(self, uri: str) -> None:
        if uri in self.children:
            self.children.pop(uri)[1].end()

    def verify(self, uri: str) -> "asyncio.Task[None]":
        """Judge the document as it is now; who judged an earlier text is ended."""
        document = self.document(uri)
        running = self.children.get(uri)
        if running is not None and running[0] == document.text:
            return running[2]
        self.stop(uri)
        path = to_fs_path(uri)
        folder = None if path is None else Path(path).parent
        child = judging(folder if folder is not None and folder.is_dir() else None)
        task = asyncio.get_running_loop().create_task(self._judged(uri, document, child))
        self.children[uri] = document.text, child, task
        return task

    async def _judged(self, uri: str, document: Document, child: Child) -> None:
        shown = Shown(self, f"judging {Path(document.name).name}", child.end)
        try:
            found = await judge(document.text, child, shown.report)
        finally:
            child.end()  # where the server itself ends
            shown.end()
            if self.children.get(uri, ("", None, None))[1] is child:
                del self.children[uri]
        now = self.documents.get(uri)
        if found is None or now is None:
            return
        self.documents[uri] = replace(now, judged=found)
        self.publish(uri)
        if found.file is not None:
            current = found.text == now.text
            self.protocol.notify(VERDICTS, {"uri": uri, "current": current, **found.file})
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    # ---- goals -------------------------------------------------------------------------------

    async def goals(self, uri: str, position: Json) -> Json:
        document = self.document(uri)
        errors = [one for one in document.checked.diagnostics if one.severity == "error"]
        line = position["line"] + 1
        if errors:
            where, _ = document.source.position(errors[0].span.start)
            return {"line": line, "claims": [], "text": f"line {where}: {errors[0].message}\n"}
        prover = self.provers.setdefault(uri, Prover(document.name, document.text))
        found = await prover.at(line)
        if "claims" not in found:
            return {"line": line, "claims": [], "text": found["message"] + "\n"}
        return {**found, "text": goal_text(found)}


def _name(uri: str) -> str:
    return to_fs_path(uri) or uri


def serve() -> None:
    """On standard input and output, until the editor has enough or is gone; then its processes end, too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # else the thread that reads standard input would be waited for
    server = made()
    try:
        server.start_io()
    finally:
        server.end()
    sys.exit(0 if server.over else 1)


def made() -> Server:
    """A server with all its features."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # the editor is told, and standard error is for faults
    server = Server()
    _documents(server)
    _reading(server)
    _writing(server)
    return server


def _documents(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.update(params.text_document.uri, params.text_document.text)
        server.verify(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        for change in params.content_changes[-1:]:  # each is a whole text
            server.update(params.text_document.uri, change.text)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE, types.SaveOptions(include_text=False))
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.verify(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(types.SHUTDOWN)
    def shut(params: None) -> None:
        server.over = True
        server.end()

    @server.command(JUDGE)
    async def judged(uri: str) -> None:
        await asyncio.shield(server.verify(uri))

    @server.feature(GOALS)
    async def goals(params: Any) -> Json:
        place = {"line": params.position.line, "character": params.position.character}
        return await server.goals(params.textDocument.uri, place)


def _place(server: Server, params: Any) -> tuple[Document, str, int]:
    """The document, its name, and the offset that is asked about."""
    uri = params.text_document.uri
    document = server.document(uri)
    return document, uri, document.at({"line": params.position.line, "character": params.position.character})


def _reading(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> Any:
        document, _, offset = _place(server, params)
        found = hover(document, offset)
        return None if found is None else server.made(types.Hover, found)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def code_lenses(params: types.CodeLensParams) -> Any:
        uri = params.text_document.uri
        return server.made(list[types.CodeLens], lenses(server.document(uri), uri))

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: types.DocumentSymbolParams) -> Any:
        return server.made(list[types.DocumentSymbol], symbols(server.document(params.text_document.uri)))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def defined(params: types.DefinitionParams) -> Any:
        document, uri, offset = _place(server, params)
        return _locations(server, uri, renaming.definitions(document, offset))

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def used(params: types.ReferenceParams) -> Any:
        document, uri, offset = _place(server, params)
        found = renaming.uses(document, offset, params.context.include_declaration)
        return _locations(server, uri, found)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlighted(params: types.DocumentHighlightParams) -> Any:
        document, _, offset = _place(server, params)
        found = [{"range": place} for place in renaming.uses(document, offset)]
        return server.made(list[types.DocumentHighlight], found)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["{", "$", ":"]))
    def completed(params: types.CompletionParams) -> Any:
        document, _, offset = _place(server, params)
        found = {"isIncomplete": False, "items": completions.completions(document, offset)}
        return server.made(types.CompletionList, found)

    legend = types.SemanticTokensLegend(list(semantic_colours.LEGEND), list(semantic_colours.MODIFIERS))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def coloured(params: types.SemanticTokensParams) -> types.SemanticTokens:
        return types.SemanticTokens(semantic_colours.encoded_tokens(server.document(params.text_document.uri)))


def _locations(server: Server, uri: str, ranges: list[Json]) -> Any:
    return server.made(list[types.Location], [{"uri": uri, "range": one} for one in ranges])


def _writing(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def laid_out(params: types.DocumentFormattingParams) -> Any:
        document = server.document(params.text_document.uri)
        edits = document.positions.edits(quick_fixes.formatted(document))
        return server.made(list[types.TextEdit], edits)

    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite, types.CodeActionKind.Source]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    async def acted(params: types.CodeActionParams) -> Any:
        uri = params.text_document.uri
        ends = [{"line": end.line, "character": end.character} for end in (params.range.start, params.range.end)]
        document = server.document(uri)
        span = document.positions.span({"start": ends[0], "end": ends[1]})
        asked = params.context.trigger_kind != types.CodeActionTriggerKind.Automatic
        if asked and document.verdicts is None and document.typed is not None and quick_fixes.holes(document, span):
            # What fills the hole is to be found first; that goes on where the editor no longer waits for it.
            await asyncio.shield(server.verify(uri))
            document = server.document(uri)
        return server.made(list[types.CodeAction], quick_fixes.actions(document, uri, span))

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(params: types.PrepareRenameParams) -> Any:
        document, _, offset = _place(server, params)
        try:
            found = renaming.renamable(document, offset)
        except renaming.Refused:
            return None
        return server.made(types.Range, document.positions.range(found.span))

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def renamed(params: types.RenameParams) -> Any:
        document, uri, offset = _place(server, params)
        try:
            edits = renaming.renamed(document, offset, params.new_name)
        except renaming.Refused as refused:
            raise JsonRpcInvalidParams(str(refused)) from None
        return server.made(types.WorkspaceEdit, {"changes": {uri: edits}})
