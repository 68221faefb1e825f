"""Answers to the page's questions on this machine, a line of JSON each; z3 is the one on the path.

python playground/test/native.py FILE...
"""

import json
import sys
import time
from pathlib import Path

import z3

from prhl.frontends.playground import Playground

print(json.dumps({"z3": z3.get_version_string()}), flush=True)
for name in sys.argv[1:]:
    question = json.dumps({"ask": "verify", "text": Path(name).read_text(encoding="utf-8")})
    since = time.process_time()
    answer = json.loads(Playground().answer(question))
    print(json.dumps({"file": name, "answer": answer, "seconds": time.process_time() - since}), flush=True)
