// Every example and every solution, judged natively and as the page does, with the same z3: the answers must be equal,
// to the letter. node test/verdicts.mjs [FILE...]; status 1 if there is a difference.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(here);
const python = process.env.PYTHON ?? join(root, ".venv/bin/python");
const vendor = join(here, "vendor");
const site = join(root, "build/site/playground");
const Z3 = "5.3.3.0";
if (!existsSync(join(site, "packages.zip"))) {
  console.error("the page is missing: make site");
  process.exit(1);
}
const { boot } = await import(join(vendor, "boot.mjs"));

function programs(folder) {
  return readdirSync(folder).sort().flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? programs(path) : name.endsWith(".wl") ? [path] : [];
  });
}
const given = process.argv.slice(2);
const exercises = programs(join(root, "prhl/exercises")).filter((path) => path.endsWith("solution.wl"));
const files = given.length ? given : [...programs(join(root, "examples")), ...exercises];

const solver = join(vendor, `z3-${Z3}`);
if (!existsSync(solver)) execFileSync(python, ["-m", "pip", "install", "--quiet", "--quiet", "--disable-pip-version-check", "--no-deps", "--target", solver, `z3-solver==${Z3}`]);

const child = spawn(python, [join(here, "test/native.py"), ...files], { env: { ...process.env, PYTHONPATH: `${solver}:${root}` }, stdio: ["ignore", "pipe", "inherit"] });
const natives = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const version = JSON.parse((await natives.next()).value).z3;
if (!Z3.startsWith(version)) throw new Error(`z3 ${version} on this machine, and ${Z3} on the page`);

const read = (name) => new Uint8Array(readFileSync(join(site, name)));
async function started() {
  const wasm = await loadPyodide({ indexURL: join(site, "pyodide") });
  return [wasm, boot(wasm, { packages: read("packages.zip"), later: () => read("sympy.zip"), tell: () => {} })];
}
let [wasm, answer] = await started();

// Without Python's clock: how long it took is the one thing that may differ.
let different = 0;
let largest = 0;
const sums = { native: 0, page: 0 };
for (const file of files) {
  const native = JSON.parse((await natives.next()).value);
  const since = process.cpuUsage();
  let page;
  try {
    page = JSON.parse(answer(JSON.stringify({ ask: "verify", text: readFileSync(file, "utf8") })));
  } catch (error) {
    page = { died: String(error).slice(0, 200) };
    [wasm, answer] = await started();
  }
  const used = process.cpuUsage(since);
  const seconds = (used.user + used.system) / 1e6;
  largest = Math.max(largest, wasm._module.HEAP8.length);
  sums.native += native.seconds;
  sums.page += seconds;
  const same = JSON.stringify(native.answer) === JSON.stringify(page);
  console.log(`${same ? "same" : "DIFFERENT"}  ${native.seconds.toFixed(2).padStart(7)} s  ${seconds.toFixed(2).padStart(7)} s in wasm  ${relative(root, file)}`);
  if (!same) {
    different += 1;
    for (const [name, one] of [["native", native.answer], ["page", page]]) console.log(`  ${name}: ${one.report ?? JSON.stringify(one)}`);
  }
}
console.log(`${files.length} files, ${different} different; ${sums.native.toFixed(1)} s natively, ${sums.page.toFixed(1)} s in wasm; memory ${(largest / 1e6).toFixed(0)} MB`);
process.exit(different ? 1 : 0);
