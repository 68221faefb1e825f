// Python with prhl in it: the same in a browser's worker, under node, and when the page is built.

import type { PyodideInterface } from "pyodide";

export interface Parts {
  packages: Uint8Array; // a zip of what prhl needs, compiled
  later: () => Uint8Array; // SymPy, fetched without waiting when it is first imported
  tell: (words: string) => void;
}

const START = `
import importlib, importlib.util, site, sys
import prhl_page

class Later:
    """Puts SymPy there when somebody imports it."""
    def find_spec(self, name, path=None, target=None):
        if name not in ("sympy", "mpmath"):
            return None
        sys.meta_path.remove(self)
        prhl_page.later()
        importlib.invalidate_caches()
        return importlib.util.find_spec(name)

sys.meta_path.append(Later())
from prhl.frontends.playground import Playground
Playground(prhl_page.tell).answer
`;

export const SITE = "/lib/prhl";

export function boot(python: PyodideInterface, parts: Parts): (question: string) => string {
  python.unpackArchive(parts.packages, "zip", { extractDir: SITE });
  python.registerJsModule("prhl_page", {
    tell: parts.tell,
    later: () => python.unpackArchive(parts.later(), "zip", { extractDir: SITE }),
  });
  python.runPython(`import sys; sys.path.insert(0, "${SITE}")`);
  return python.runPython(START);
}
