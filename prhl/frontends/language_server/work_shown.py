"""How far a judgement is, in the editor's own place for that, where the person may end it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

_NUMBERS = count(1)


class Shown:
    """Nothing waits for the editor: what is refused a place is not shown, and work goes on."""

    def __init__(self, server: LanguageServer, title: str, stop: Callable[[], None]) -> None:
        self.progress = server.work_done_progress
        self.token = f"prhl-{next(_NUMBERS)}"
        self.begun = self.over = False
        window = server.client_capabilities.window
        if window is not None and window.work_done_progress:
            self.beginning = asyncio.get_running_loop().create_task(self._begin(title, stop))

    async def _begin(self, title: str, stop: Callable[[], None]) -> None:
        with suppress(JsonRpcException):
            await self.progress.create_async(self.token)
            if not self.over:
                self.progress.tokens[self.token].add_done_callback(lambda future: stop())
                self.progress.begin(self.token, types.WorkDoneProgressBegin(title=title, cancellable=True))
                self.begun = True

    def report(self, text: str) -> None:
        if self.begun:
            self.progress.report(self.token, types.WorkDoneProgressReport(message=text))

    def end(self) -> None:
        self.over = True
        if self.begun:
            self.progress.end(self.token, types.WorkDoneProgressEnd())
