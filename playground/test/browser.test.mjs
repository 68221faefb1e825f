// A session in a real browser, with real clicks. `make test-browser` builds the site first.
//
// Pictures of the page, at two widths, light and dark, are left in build/screenshots. BROWSER is another Chromium.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { served } from "./served.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const site = join(root, "build/site");
const shots = join(root, "build/screenshots");
const browser = process.env.BROWSER ?? "/usr/bin/chromium";
for (const [what, path] of [["Chromium", browser], ["the site", join(site, "playground/files.json")]])
  if (!existsSync(path)) throw new Error(`${what} is missing (${path}): make browser-setup, make site`);

const LONG = 600_000; // a busy machine takes its time; what is tested is that it comes
const options = { timeout: LONG };
const requests = [];
const errors = [];
let host, context, page, home;

before(async () => {
  mkdirSync(shots, { recursive: true });
  home = mkdtempSync(join(tmpdir(), "prhl-browser-"));
  host = await served(site);
  context = await chromium.launchPersistentContext(home, {
    executablePath: browser,
    headless: true,
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  context.setDefaultTimeout(LONG);
  context.on("request", (request) => requests.push(request.url()));
  page = context.pages()[0];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("dialog", (dialog) => (errors.push(`a dialog: ${dialog.message()}`), dialog.dismiss()));
}, options);

after(async () => {
  await context?.close();
  await host?.close();
  rmSync(home, { recursive: true, force: true });
});

const url = (rest = "") => `${host.address}/playground/${rest}`;
const ready = () => page.waitForSelector("html[data-ready=yes]", { state: "attached", ...options });
const idle = () => page.waitForSelector("html:not([data-busy=yes])", { state: "attached", ...options });
// What is written; verdicts stand beside it.
const text = () =>
  page.evaluate(() =>
    [...document.querySelectorAll(".cm-line")]
      .map((line) => {
        const own = line.cloneNode(true);
        for (const one of own.querySelectorAll(".cm-verdict")) one.remove();
        return own.textContent;
      })
      .join("\n"),
  );

async function write(words) {
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(words);
}

async function replaced(old, fresh) {
  const now = await text();
  assert.ok(now.includes(old), now);
  await write(now.replace(old, fresh));
}

async function pictures(name) {
  for (const [width, height] of [[1440, 900], [390, 844]])
    for (const scheme of ["light", "dark"]) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(300);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${name} at ${width}: the page is ${wide} wide`);
      const hidden = await page.evaluate(() => ((one) => one.scrollWidth - one.clientWidth)(document.querySelector(".cm-scroller")));
      assert.ok(hidden <= 0, `${name} at ${width}: ${hidden} pixels of the text are out of sight`);
      await page.screenshot({ path: join(shots, `${name}-${width}-${scheme}.png`) });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

test("it loads, and says what it loads", options, async () => {
  await page.goto(url());
  await page.waitForFunction(() => /MB|Starting|Ready/.test(document.getElementById("status").textContent), null, options);
  await ready();
  assert.equal(await page.locator("#progress").isVisible(), false);
});

test("an example is verified, with verdicts beside its claims", options, async () => {
  await page.selectOption("#example", "course/rand_resp");
  await page.click("#verify");
  await page.waitForSelector(".claim.proved", options);
  await page.waitForSelector(".claim.refuted", options);
  const beside = await page.locator(".cm-verdict").allTextContents();
  assert.ok(beside.some((words) => words.startsWith("proved")) && beside.some((words) => words.startsWith("refuted")), String(beside));
  await idle();
  await pictures("verified");
});

test("broken, it says so where it is", options, async () => {
  await replaced("b :=$", "b =");
  await page.waitForSelector(".cm-lintRange-error", options);
  await page.click("#verify");
  await page.waitForSelector("#report .bad, #report pre", options);
  await idle();
  await page.waitForFunction(() => /write `:=`|does not assign/.test(document.getElementById("report").textContent), null, options);
  await pictures("broken");
});

test("a hole is filled with what was found, by a click", options, async () => {
  await write(`program Noisy(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple ?;
  return x + z;
}

claim private : Noisy satisfies dp(eps) when within(x, 1);
`);
  await page.click("#verify");
  const fill = page.locator(".fixes button", { hasText: "Fill the hole" }).first();
  await fill.waitFor(options);
  await fill.click();
  assert.match(await text(), /couple z\{2\} = z\{1\} \+ x\{1\} - x\{2\}/);
  await idle();
  await page.click("#verify");
  await page.waitForSelector(".claim.proved", options);
  assert.equal(await page.locator(".fixes button").count(), 0);
});

test("the noise is moved by a slider, and its price is told", options, async () => {
  await page.click("#tab-draws");
  await page.waitForSelector("#drawn img", options);
  const before = await page.textContent("#price");
  await page.focus("#shift");
  await page.keyboard.press("End");
  await page.waitForFunction((old) => document.getElementById("price").textContent !== old, before, options);
  assert.match(await page.textContent("#price"), /epsilon .*4.*eps/);
  await pictures("noise");
});

test("goals follow the cursor, a budget has its bars", options, async () => {
  await page.click("#tab-goals");
  await page.click(".cm-line:nth-child(4)");
  await page.waitForFunction(() => /line 4[^]*owed/.test(document.getElementById("goals").textContent), null, options);
  await idle();
  await page.click("#tab-budget");
  await page.click("#ask-budget button");
  await page.waitForSelector("#view-budget img", options);
  assert.match(await page.getAttribute("#view-budget img", "alt"), /Budget of private/);
  await idle();
});

test("values of a finite set are turned over by a slider", options, async () => {
  await write(`program Pad(m : private bits[2]) : bits[2] {
  b :=$ Flip(1/4);
  k :=$ Uniform({0,1}^2);
  return m xor k;
}
`);
  await page.click("#tab-draws");
  await page.waitForFunction(() => document.getElementById("site").options.length === 2, null, options);
  await page.waitForFunction(() => /ln\(3\) where run 1 draws false/.test(document.getElementById("price").textContent), null, options);
  assert.match(await page.getAttribute("#drawn img", "alt"), /b\{2\} = !b\{1\}/);
  await page.focus("#shift");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => /costs epsilon 0\./.test(document.getElementById("price").textContent), null, options);
  await page.selectOption("#site", "1");
  await page.focus("#shift");
  await page.keyboard.press("End");
  await page.waitForFunction(() => /xor 0b11/.test(document.querySelector("#drawn img").alt), null, options);
  assert.equal(await page.textContent("#shifted"), "3");
  await pictures("draws");
});

test("channel and coupling are drawn", options, async () => {
  await page.selectOption("#example", "course/rand_resp");
  await page.click("#tab-channel");
  await page.waitForFunction(() => document.querySelector("#ask-channel select").value === "ln3", null, options);
  await page.click("#ask-channel button");
  await page.waitForSelector("#view-channel img", options);
  assert.match(await page.getAttribute("#view-channel img", "alt"), /Channel of RandResp.*ln\(3\)/);
  await idle();
  await pictures("channel");
  await page.click("#tab-couple");
  await page.click("#ask-couple button");
  await page.waitForSelector("#view-couple img", options);
  await idle();
});

test("an exercise is solved, with a hint, and stays solved", options, async () => {
  await page.selectOption("#exercise", "fair-coins");
  await page.waitForSelector("#statement p", options);
  await page.click("#attempt");
  await page.waitForFunction(() => /Not finished/.test(document.getElementById("outcome").textContent), null, options);
  await idle();
  await page.click("#hint");
  assert.match(await page.textContent("#hints"), /The idea/);
  await replaced("couple ?", "couple b{2} = b{1}");
  await page.click("#attempt");
  await page.waitForFunction(() => /Not yet/.test(document.getElementById("outcome").textContent), null, options);
  await idle();
  await replaced("couple b{2} = b{1}", "couple b{2} = !b{1}");
  await page.click("#attempt");
  await page.waitForFunction(() => /Solved/.test(document.getElementById("outcome").textContent), null, options);
  assert.match(await page.locator("#exercise option").first().textContent(), /1 of \d+ solved/);
  await idle();
  await pictures("exercise");
});

const HOSTILE = `// <img src=x onerror=alert(1)><script>alert(2)</script>
program P(x : private bool) : bool { return x; }
claim a : P satisfies dp("</pre><svg onload=alert(3)>") when any;
// \${alert(4)} javascript:alert(5) &lt;b&gt;
`;

test("a permalink holds the text, and a hostile one is text", options, async () => {
  await write(HOSTILE);
  await page.click("#share");
  await page.waitForFunction(() => location.hash.startsWith("#z="), null, options);
  const there = page.url();
  await page.goto("about:blank");
  await page.goto(there);
  await ready();
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("onerror"), null, options);
  assert.equal((await text()).trim(), HOSTILE.trim());
  await page.click("#verify");
  await page.waitForFunction(() => document.getElementById("report").textContent.length > 60, null, options);
  await idle();
  assert.equal(await page.evaluate(() => document.querySelectorAll("body script, img[src=x], svg").length), 0);
  assert.deepEqual(errors, []);
});

// Garbage, a text cut short, 40 MB of blanks, and names of what is not here.
const UNREADABLE = [
  "#z=%3Cscript%3Ealert(1)%3C/script%3E",
  "#z=AAAA",
  "#z=",
  `#z=${deflateRawSync(Buffer.alloc(40_000_000, " ")).toString("base64url")}`,
  "#exercise=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
  "#exercise=%",
  "#example=../../content.json",
  "#example=__proto__",
  "#y=of-a-later-version",
];

test("an address that asks for nothing that is here says so, and leaves the text alone", options, async () => {
  const refused = () => page.waitForSelector("#report .bad", options);
  await write("my own text");
  for (const hash of UNREADABLE) {
    await page.click("#tab-goals");
    await idle();
    await page.evaluate(() => document.getElementById("report").replaceChildren());
    await page.goto(url(hash));
    await refused();
    assert.equal((await text()).trim(), "my own text", hash.slice(0, 40));
  }
  await page.focus(".skip");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash === "#results", null, options);
  await page.waitForTimeout(300);
  assert.equal((await text()).trim(), "my own text");
  await page.goto("about:blank");
  await page.goto(url(UNREADABLE[0]));
  await refused();
  assert.match(await text(), /RandResp/);
  await ready();
  assert.deepEqual(errors, []);
});

test("a long run is stopped at once", options, async () => {
  await write(`program P(x : private list[int], n : int) : int requires n >= 1; requires size(x) = n; {
  s := 0;
  for i in 0 .. n { z :=$ DiscreteGauss(50); w :=$ Uniform(0..999); if (z * w > s * x[i]) { s := s + z * w - x[i]; } }
  return s;
}
claim slow : P satisfies dp(1/1000) when one_differs(x) check n in 3..6, x[_] in 0..20;
`);
  await page.click("#verify");
  await page.waitForSelector("#stop:visible", options);
  await page.waitForTimeout(1000);
  assert.ok(await page.locator("#stop").isVisible(), "it was over before it could be stopped");
  await page.click("#stop");
  await page.waitForFunction(() => /Stopped/.test(document.getElementById("report").textContent), null, options);
  await ready();
  await page.selectOption("#example", "course/rand_resp");
  await page.click("#verify");
  await page.waitForSelector(".claim.proved", options);
  await idle();
});

test("stopped while Python loads, and again, it goes on", options, async () => {
  await page.reload();
  for (let times = 0; times < 2; times += 1) {
    await page.click("#verify");
    await page.click("#verify");
    await page.waitForSelector("#stop:visible", options);
    await page.click("#stop");
    await page.waitForFunction(() => /Stopped/.test(document.getElementById("report").textContent), null, options);
    assert.equal(await page.isVisible("#stop"), false);
  }
  await ready();
  await page.waitForFunction(() => document.querySelector("#ask-channel select").value, null, options);
  await page.click("#verify");
  await page.waitForSelector(".claim.proved", options);
  await idle();
});

test("what was said of a text goes with it, and is marked when it changes", options, async () => {
  await page.selectOption("#example", "course/rand_resp");
  await page.click("#tab-channel");
  await page.waitForFunction(() => document.querySelector("#ask-channel select").value === "ln3", null, options);
  await page.click("#ask-channel button");
  await page.waitForSelector("#view-channel img", options);
  await replaced("Flip(1/2);", "Flip(1/3);");
  assert.match(await page.textContent("#view-channel .pictures"), /The text was changed after this/);
  await page.selectOption("#example", "mechanisms/noisy_sum");
  assert.equal(await page.textContent("#view-channel .pictures"), "");
  await page.click("#verify");
  await page.selectOption("#example", "course/rand_resp");
  await idle();
  assert.match(await page.textContent("#report"), /Verify judges its claims/);
  assert.equal(await page.locator(".claim").count(), 0);
});

test("a channel of either program of a quadruple, and for every value of a number", options, async () => {
  await write(`program A(x : private bool, p : real) : bool requires 1/2 < p && p < 1; { b :=$ Flip(p); return x xor b; }
program B(x : private bool, p : real) : bool requires 1/2 < p && p < 1; { b :=$ Flip(1 - p); return !(x xor b); }
claim same : A ~ B : x{1} = x{2} && p{1} = p{2} ==> res{1} = res{2};
`);
  await page.click("#tab-channel");
  await page.waitForFunction(() => document.querySelector("#ask-channel select").options.length === 3, null, options);
  await page.selectOption("#ask-channel select", "program B");
  await page.click("#ask-channel button");
  await page.waitForFunction(() => /in the field Values/.test(document.querySelector("#view-channel .bad")?.textContent), null, options);
  await page.fill("#ask-channel [name=open]", "p");
  await page.click("#ask-channel button");
  await page.waitForSelector("#view-channel img", options);
  assert.match(await page.textContent("#view-channel pre"), /^B for every p[^]*ln\(p\/\(1 - p\)\)/);
  await idle();
});

const KEPT = ["null", "{", "5", '{"solved":5}', '{"solved":["gone"],"texts":null,"hints":{"fair-coins":"x"}}', '{"texts":{"fair-coins":{}}}'];

test("what the browser kept may be anything, or nothing", options, async () => {
  const exercise = () => page.waitForSelector("#statement p", options);
  for (const kept of KEPT) {
    await page.evaluate((one) => localStorage.setItem("prhl-progress", one), kept);
    await page.goto("about:blank");
    await page.goto(url("#exercise=fair-coins"));
    await exercise();
    assert.match(await page.locator("#exercise option").first().textContent(), /\(0 of/, kept);
    assert.match(await text(), /program Toss/, kept);
  }
  const without = await context.newPage();
  without.on("pageerror", (error) => errors.push(String(error)));
  await without.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("no", "SecurityError"); } }));
  await without.goto(url("#exercise=fair-coins"));
  await without.waitForSelector("#statement p", options);
  await without.click("#hint");
  assert.match(await without.textContent("#hints"), /The idea/);
  await without.close();
  assert.deepEqual(errors, []);
});

test("two tabs keep what each did, and a fresh start stays fresh", options, async () => {
  const other = await context.newPage();
  await other.goto(url("#exercise=fair-coins"));
  await other.waitForSelector("#statement p", options);
  await write("mine");
  await other.click("#hint");
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("prhl-progress")));
  assert.deepEqual(await kept(), { solved: [], hints: { "fair-coins": 1 }, texts: { "fair-coins": "mine" } });
  await other.close();
  await page.click("#again");
  assert.deepEqual((await kept()).texts, {});
});

test("what cannot be seen, or turns a line around, is marked", options, async () => {
  await page.selectOption("#example", "course/rand_resp");
  await write("// a\u202eb\u0007c\u200bd\n");
  assert.equal(await page.locator(".cm-specialChar").count(), 3);
});

test("it is used by the keyboard alone", options, async () => {
  await page.focus("#tab-report");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getAttribute("#tab-goals", "aria-selected"), "true");
  await idle();
  await page.selectOption("#example", "course/rand_resp");
  await page.click(".cm-content");
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector("#view-report:visible .claim.proved", options);
  await idle();
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, input, img, [role=tabpanel]")].filter(
      (one) => !(one.ariaHidden || one.textContent.trim() || one.getAttribute("aria-label") || one.alt || one.labels?.length || one.getAttribute("aria-labelledby")),
    ).map((one) => one.outerHTML));
  assert.deepEqual(nameless, []);
});

test("it works without a network, SymPy included", options, async () => {
  await page.waitForFunction(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map((one) => one.url)))).flat().some((url) => url.endsWith("sympy.zip")), null, options);
  await host.close();
  await page.goto("about:blank");
  await page.goto(url("#example=inequalities/tangents")); // the one that SymPy is asked for
  await ready();
  await page.click("#verify");
  await page.waitForSelector(".claim.proved", options);
  assert.equal(await page.locator(".claim:not(.proved)").count(), 0);
});

test("no request left the page's host", () => {
  const others = requests.filter((one) => !one.startsWith(`${host.address}/`) && !one.startsWith("data:") && !one.startsWith("about:"));
  assert.deepEqual(others, []);
  assert.ok(requests.length > 10);
  assert.deepEqual(errors, []);
});
