// A newer build on the same host: no page ever mixes its files with those of the one before.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { served } from "./served.mjs";

const options = { timeout: 600_000 };
const built = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "build/site/playground");
let host, context, page, home;
const at = (file) => join(home, "site/playground", file);

before(async () => {
  home = mkdtempSync(join(tmpdir(), "prhl-update-"));
  cpSync(built, join(home, "site/playground"), { recursive: true });
  host = await served(join(home, "site"));
  context = await chromium.launchPersistentContext(join(home, "browser"), {
    executablePath: process.env.BROWSER ?? "/usr/bin/chromium",
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  context.setDefaultTimeout(600_000);
  page = context.pages()[0];
}, options);

after(async () => {
  await context?.close();
  await host?.close();
  rmSync(home, { recursive: true, force: true });
});

// As `build.mjs` does it: a script that tells its build, and the hashes that go with it.
function deploy(build) {
  const hashed = (name) => createHash("sha256").update(readFileSync(at(name))).digest("hex");
  const replaced = (name, old, fresh) => writeFileSync(at(name), readFileSync(at(name), "utf8").replaceAll(old, fresh));
  const [script, list] = [hashed("main.js"), hashed("files.json")];
  writeFileSync(at("main.js"), `${readFileSync(at("main.js"), "utf8")}\ndocument.documentElement.dataset.build = "${build}";`);
  replaced("files.json", script, hashed("main.js"));
  replaced("service-worker.js", script, hashed("main.js"));
  replaced("service-worker.js", list, hashed("files.json"));
  replaced("service-worker.js", list.slice(0, 16), hashed("files.json").slice(0, 16));
}

const build = (one = page) => one.evaluate(() => document.documentElement.dataset.build ?? "first");
const names = () => page.evaluate(() => caches.keys());
const ready = (one = page) => one.waitForSelector("html[data-ready=yes]", { state: "attached", ...options });
const loaded = async (one = page) => (await one.goto("about:blank"), await one.goto(`${host.address}/playground/`), ready(one));

test("a newer build waits until no page has the one before", options, async () => {
  await loaded();
  const [first] = await names();
  deploy("second");
  await loaded();
  assert.equal(await build(), "first");
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration()).waiting, null, options);
  assert.equal((await names()).length, 2);
  const other = await context.newPage();
  await loaded(other);
  assert.deepEqual([await build(), await build(other)], ["first", "first"]);
  await other.close();
  while ((await names()).includes(first)) await loaded();
  await loaded();
  assert.equal(await build(), "second");
  assert.equal((await names()).length, 1);
});

test("a file of another build is neither run nor kept, and the page tries again", options, async () => {
  const right = readFileSync(at("packages.zip"));
  const wrong = Buffer.from(right);
  wrong[1000] ^= 1;
  writeFileSync(at("packages.zip"), wrong);
  const kept = () => page.evaluate(() => caches.match(new URL("packages.zip", document.baseURI)).then(Boolean));
  await page.evaluate(async () => (await caches.open((await caches.keys())[0])).delete(new URL("packages.zip", document.baseURI)));
  await page.reload();
  await page.waitForFunction(() => /there is a newer build/.test(document.getElementById("status").textContent), null, options);
  assert.equal(await kept(), false);
  writeFileSync(at("packages.zip"), right);
  await page.click("#verify");
  await page.waitForSelector(".claim.proved", options);
});
