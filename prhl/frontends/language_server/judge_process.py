"""A process that judges a text as `prhl verify --format json -` does, in the folder of its file.

{"text": "program ..."}     on standard input; the report is on standard output, and how far it is on standard error
"""

import io
import json
import sys

from prhl.frontends.cli import main as command
from prhl.frontends.language_server.server_lines import lines


def main() -> None:
    text = json.loads(next(lines()))["text"]
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode("utf-8", errors="replace")))
    command(["verify", "--format", "json", "-"], prog_name="prhl")


if __name__ == "__main__":
    main()
