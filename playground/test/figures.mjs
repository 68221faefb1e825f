// How long the page takes to load, with and without what it keeps, and how much memory it has: node test/figures.mjs

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { served } from "./served.mjs";

const site = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "build/site");
const host = await served(site);
const home = mkdtempSync(join(tmpdir(), "prhl-figures-"));
const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
const context = await chromium.launchPersistentContext(home, { executablePath: process.env.BROWSER ?? "/usr/bin/chromium", headless: true, args });
context.setDefaultTimeout(600_000);
const page = context.pages()[0];

// Processor seconds of the browser's processes, and the memory of the largest.
function used() {
  const lines = execFileSync("ps", ["-eo", "cputimes,rss,args"], { encoding: "utf8", maxBuffer: 1e8 }).split("\n");
  const mine = lines.filter((line) => line.includes(home) || line.includes("--type=renderer")).map((line) => line.trim().split(/\s+/).map(Number));
  return { cpu: mine.reduce((sum, [cpu]) => sum + cpu, 0), memory: Math.max(...mine.map(([, rss]) => rss)) / 1024 };
}

async function timed(what, act) {
  const before = used();
  const since = performance.now();
  await act();
  const after = used();
  console.log(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s, ${after.cpu - before.cpu} s of processors, ${after.memory.toFixed(0)} MB`);
}

const ready = () => page.waitForSelector("html[data-ready=yes]", { state: "attached" });
const verified = async (name) => {
  await page.selectOption("#example", name);
  await page.click("#verify");
  await page.waitForSelector(".claim");
};
await timed("cold", async () => (await page.goto(`${host.address}/playground/`), await ready()));
await timed("first verdict", () => verified("course/rand_resp"));
await timed("second verdict", () => verified("mechanisms/noisy_max"));
await timed("warm", async () => (await page.reload(), await ready()));
await timed("third verdict", () => verified("mechanisms/noisy_max"));
await context.close();
await host.close();
rmSync(home, { recursive: true, force: true });
