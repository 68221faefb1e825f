// Beside the page: Python with prhl, asked by messages, one question at a time.

import { boot } from "./boot";
import type { FromWorker, ToWorker } from "./engine";
import { sha256 } from "./sha256";

const NEEDED = ["pyodide/pyodide.asm.wasm", "pyodide/pyodide.asm.mjs", "pyodide/python_stdlib.zip", "packages.zip"];
const OTHER = "there is a newer build of this page; load it again";
const say = (message: FromWorker) => self.postMessage(message);
const at = (file: string) => new URL(file, self.location.href).href;

async function fetched(): Promise<Map<string, Uint8Array>> {
  const files = (await (await fetch(at("files.json"))).json()) as Record<string, { size: number; hash: string }>;
  const total = NEEDED.reduce((sum, file) => sum + files[file].size, 0);
  let done = 0;
  const parts = NEEDED.map(async (file): Promise<[string, Uint8Array]> => {
    const response = await fetch(at(file));
    if (!response.ok || !response.body) throw new Error(`${file}: ${response.status} ${response.statusText}`);
    const bytes = new Uint8Array(files[file].size);
    let place = 0;
    for (const reader = response.body.getReader(); ; ) {
      const { value, done: end } = await reader.read();
      if (end) break;
      if (place + value.length > bytes.length) throw new Error(OTHER);
      bytes.set(value, place);
      place += value.length;
      done += value.length;
      say({ kind: "loading", done, total });
    }
    // (A browser has hashes where it has service workers.)
    if (self.crypto.subtle && (await sha256(bytes)) !== files[file].hash) throw new Error(OTHER);
    return [at(file), bytes];
  });
  return new Map(await Promise.all(parts));
}

// What is fetched before anybody asks is not fetched twice.
function remembered(files: Map<string, Uint8Array>): void {
  const types: Record<string, string> = { wasm: "application/wasm", mjs: "text/javascript", zip: "application/zip" };
  const real = self.fetch.bind(self);
  self.fetch = (wanted, options) => {
    const url = wanted instanceof Request ? wanted.url : String(wanted);
    const bytes = files.get(url);
    if (!bytes) return real(wanted, options);
    const type = types[url.slice(url.lastIndexOf(".") + 1)];
    return Promise.resolve(new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "Content-Type": type } }));
  };
}

// SymPy, when Python imports it: a worker may wait for a file.
function later(): Uint8Array {
  say({ kind: "tell", words: "fetching SymPy" });
  const request = new XMLHttpRequest();
  request.open("GET", at("sympy.zip"), false);
  request.responseType = "arraybuffer";
  request.send();
  return new Uint8Array(request.response);
}

async function start(): Promise<(question: string) => string> {
  const files = await fetched();
  remembered(files);
  say({ kind: "starting" });
  const { loadPyodide } = await import("./pyodide/pyodide.mjs" as string);
  const python = await loadPyodide({ indexURL: at("pyodide/") });
  return boot(python, { packages: files.get(at("packages.zip"))!, later, tell: (words) => say({ kind: "tell", words }) });
}

try {
  const answer = await start();
  say({ kind: "ready" });
  self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    try {
      say({ kind: "answer", id: data.id, answer: answer(data.question) });
    } catch (error) {
      say({ kind: "died", reason: String(error).slice(0, 300) });
    }
  };
} catch (error) {
  say({ kind: "died", reason: String(error).slice(0, 300) });
}
