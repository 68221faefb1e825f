// Builds the page into a folder that any static host can serve: node build.mjs [OUT]
//
// What it needs comes from the package indexes, by npm (`npm install`) and pip, and is kept in `vendor`. The Python
// packages are compiled by the very Python that will run them, so that the page starts sooner.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const out = process.argv[2] ?? join(root, "build/site/playground");
const python = process.env.PYTHON ?? join(root, ".venv/bin/python");
const vendor = join(here, "vendor");

// z3 is the newest that has a wheel for WebAssembly; a test compares with the same one on this machine.
const COMPILED = ["z3-solver==5.3.3.0", "python-flint==0.9.0"];
const PURE = ["lark==1.3.1"];
const LATER = ["sympy==1.14.0", "mpmath==1.4.1"];
const TAGS = ["--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp", "--abi", "cp314"];

if (!existsSync(join(here, "node_modules/pyodide"))) {
  console.error("node packages are missing: make browser-setup");
  process.exit(1);
}
const { build } = await import("esbuild");
const { loadPyodide } = await import("pyodide");

function pip(...words) {
  execFileSync(python, ["-m", "pip", ...words], { stdio: ["ignore", "ignore", "inherit"] });
}

function wheels(name, wanted, tags = []) {
  const folder = join(vendor, name);
  const stamp = join(folder, "wanted");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted.join(" ")) {
    rmSync(folder, { recursive: true, force: true });
    const quiet = ["--quiet", "--quiet", "--disable-pip-version-check"];
    pip("download", ...quiet, "--no-deps", "--only-binary", ":all:", "--dest", folder, ...tags, ...wanted);
    writeFileSync(stamp, wanted.join(" "));
  }
  return readdirSync(folder).filter((file) => file.endsWith(".whl")).map((file) => join(folder, file));
}

function ownWheel() {
  const folder = join(vendor, "own");
  rmSync(folder, { recursive: true, force: true });
  pip("wheel", "--quiet", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", folder, root);
  return readdirSync(folder).map((file) => join(folder, file));
}

// Wheels into one zip: without sources where these are compiled, without tests, and without what only its authors need.
async function packed(files, compile) {
  const wasm = await loadPyodide({ lockFileContents: lock() });
  for (const file of files) wasm.unpackArchive(new Uint8Array(readFileSync(file)), "zip", { extractDir: "/packed" });
  wasm.runPython(`
import compileall, pathlib, shutil
home = pathlib.Path("/packed")
for one in [*home.glob("*.dist-info"), *home.glob("*/tests"), *home.glob("*/*/tests"), *home.glob("flint/test"), *home.glob("*/testing")]:
    if one.name.endswith(".dist-info") and one.name.startswith("prhl"):
        continue
    shutil.rmtree(one)
if ${compile ? "True" : "False"}:
    compileall.compile_dir(home, ddir="", quiet=2, legacy=True)
    for one in home.rglob("*.py"):
        if one.with_suffix(".pyc").exists():
            one.unlink()
shutil.make_archive("/done", "zip", home)
`);
  return wasm.FS.readFile("/done.zip");
}

function lock() {
  const { info } = JSON.parse(readFileSync(join(here, "node_modules/pyodide/pyodide-lock.json"), "utf8"));
  return { info, packages: {} };
}

// Packed wheels, anew only if the wheels are others.
async function kept(name, files, compile) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  const made = join(vendor, `${name}-${hash.digest("hex").slice(0, 16)}.zip`);
  if (!existsSync(made)) {
    for (const old of readdirSync(vendor)) if (old.startsWith(`${name}-`)) rmSync(join(vendor, old));
    writeFileSync(made, await packed(files, compile));
  }
  return made;
}

mkdirSync(vendor, { recursive: true });
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "pyodide"), { recursive: true });

cpSync(await kept("packages", [...wheels("compiled", COMPILED, TAGS), ...wheels("pure", PURE), ...ownWheel()], true), join(out, "packages.zip"));
cpSync(await kept("sympy", wheels("later", LATER), false), join(out, "sympy.zip"));
for (const file of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"])
  cpSync(join(here, "node_modules/pyodide", file), join(out, "pyodide", file));
writeFileSync(join(out, "pyodide/pyodide-lock.json"), JSON.stringify(lock()));
execFileSync(python, [join(here, "content.py"), join(out, "content.json")], { stdio: "inherit" });
for (const file of ["index.html", "style.css", "icon.svg"]) cpSync(join(here, "src", file), join(out, file));

const common = { bundle: true, format: "esm", target: "es2022", minify: true, legalComments: "none", logLevel: "warning" };
await build({ ...common, entryPoints: [join(here, "src/main.ts")], outfile: join(out, "main.js") });
await build({ ...common, entryPoints: [join(here, "src/worker.ts")], outfile: join(out, "worker.js"), external: ["./pyodide/pyodide.mjs"] });
// The same start for node: what compares the verdicts here with the native ones.
await build({ ...common, entryPoints: [join(here, "src/boot.ts")], outfile: join(vendor, "boot.mjs"), minify: false });

// The list of all files, with sizes and hashes: for the progress bar, and for the service worker, which keeps them.
const hashed = (bytes) => createHash("sha256").update(bytes).digest("hex");
const files = {};
function listed(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) listed(path);
    else files[relative(out, path)] = { size: statSync(path).size, hash: hashed(readFileSync(path)) };
  }
}
listed(out);
const list = JSON.stringify(files);
writeFileSync(join(out, "files.json"), list);
const known = { "./": files["index.html"].hash, "files.json": hashed(list), ...Object.fromEntries(Object.entries(files).map(([file, { hash }]) => [file, hash])) };
await build({
  ...common,
  entryPoints: [join(here, "src/service-worker.ts")],
  outfile: join(out, "service-worker.js"),
  define: { FILES: JSON.stringify(known), VERSION: JSON.stringify(hashed(list).slice(0, 16)) },
});

let whole = 0;
let small = 0;
for (const file of Object.keys(files)) {
  const zipped = gzipSync(readFileSync(join(out, file))).length;
  console.log(`${(files[file].size / 1e6).toFixed(2).padStart(7)} MB  ${(zipped / 1e6).toFixed(2).padStart(7)} gzipped  ${file}`);
  whole += files[file].size;
  small += zipped;
}
console.log(`${(whole / 1e6).toFixed(2).padStart(7)} MB  ${(small / 1e6).toFixed(2).padStart(7)} gzipped  in all, in ${relative(root, out)}`);
