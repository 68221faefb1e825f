// The page colours every example as our lexer does, token by token.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(here);
const python = process.env.PYTHON ?? join(root, ".venv/bin/python");

test("tokens are those of the lexer", async () => {
  const made = join(here, "vendor/language.mjs");
  await build({ entryPoints: [join(here, "src/language.ts")], outfile: made, bundle: true, format: "esm", logLevel: "error" });
  const { tokens } = await import(made);
  const content = JSON.parse(readFileSync(join(root, "build/site/playground/content.json"), "utf8"));
  const ours = JSON.parse(execFileSync(python, [join(here, "content.py"), "--tokens"], { maxBuffer: 1e9 }));
  const next = tokens(content.colours);
  assert.ok(content.examples.length > 100);
  for (const { name, text } of content.examples) {
    const found = [];
    for (let at = 0; at < text.length; ) {
      const [kind, length] = next(text, at);
      found.push([kind, text.slice(at, at + length)]);
      at += length;
    }
    assert.deepEqual(found, ours[name], name);
  }
});
