"""Every request has an answer: also one that cannot be read, and one that comes when all is over."""

from typing import Any

from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import RPCMessage, RPCRequest


class Protocol(LanguageServerProtocol):
    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise

    def handle_message(self, message: RPCMessage) -> None:
        if self._shutdown and isinstance(message, RPCRequest):
            error = JsonRpcInvalidRequest("the server was shut down")
            self._send_response(message.id, error=error.to_response_error())
        else:
            super().handle_message(message)
