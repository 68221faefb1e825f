// The page: what is clicked is asked of the engine, and what it answers is shown. A text is only ever text here: nothing
// that a program says, or an address holds, becomes markup.

import { Editor } from "./editor";
import { Engine, Stopped, type Answer, type Claim, type Fix, type Movable, type Picture, type Question } from "./engine";
import { keep, kept } from "./kept";
import { Learning, type Exercise } from "./learning";
import { asked, packed } from "./permalink";
import type { Rules } from "./language";

interface Content {
  examples: { name: string; title: string; text: string }[];
  exercises: Exercise[];
  colours: Rules;
}

const by = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;
function made<K extends keyof HTMLElementTagNameMap>(tag: K, text = "", name = ""): HTMLElementTagNameMap[K] {
  const found = document.createElement(tag);
  found.textContent = text;
  if (name) found.className = name;
  return found;
}

// ---- light or dark ---------------------------------------------------------------------------

const dark = matchMedia("(prefers-color-scheme: dark)");
let chosen = kept("prhl-theme");
const theme = () => chosen ?? (dark.matches ? "dark" : "light");
const painted = () => (document.documentElement.dataset.theme = theme());
painted();
dark.addEventListener("change", painted);
by("theme").onclick = () => {
  chosen = theme() === "dark" ? "light" : "dark";
  keep("prhl-theme", chosen);
  painted();
};

// ---- the engine ------------------------------------------------------------------------------

const status = by("status");
const bar = by<HTMLProgressElement>("progress");
const say = (words: string) => (status.textContent = words);

if ("serviceWorker" in navigator) {
  const registered = await navigator.serviceWorker.register("service-worker.js").catch(() => null);
  const changes = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
  const soon = new Promise((done) => setTimeout(done, 3000));
  const newer = navigator.serviceWorker.controller && registered?.waiting;
  // What is fetched from now on is kept; where the worker does not come, the page goes on without. A newer build takes
  // over when the page begins, if no other tab has the one before.
  newer?.postMessage("begin");
  if (newer) void changes.then(() => document.documentElement.dataset.ready || location.reload());
  if (newer || !navigator.serviceWorker.controller) await Promise.race([changes, soon]);
}

const engine = new Engine({
  loading(done, total) {
    bar.hidden = false;
    bar.max = total;
    bar.value = done;
    say(`Loading Python, z3 and FLINT: ${(total / 1e6).toFixed(0)} MB`); // how much of it is there, the bar says
  },
  starting() {
    bar.removeAttribute("value");
    say("Starting Python…");
  },
  ready() {
    bar.hidden = true;
    document.documentElement.dataset.ready = "yes";
    say("Ready: everything runs in your browser, nothing is sent anywhere");
    // SymPy is seldom asked for; it is kept for when there is no network.
    if (!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData) void fetch("sympy.zip").then((r) => r.arrayBuffer());
  },
  tell: (words) => words && say(words.replace("playground.wl: ", "")),
  died(reason) {
    bar.hidden = true;
    document.documentElement.dataset.ready = "";
    say(`Python ended: ${reason}`);
  },
});

const ask = (question: Omit<Question, "text">): Promise<Answer> => engine.ask({ ...question, text: editor.text } as Question);
// What nobody clicked for: if it is stopped, it has no answer.
const aside = (question: Omit<Question, "text">): Promise<Answer> => ask(question).catch(() => ({}));

let running = 0;
let opened = 0; // texts so far
function working(many: number): void {
  running += many;
  by("stop").hidden = running === 0;
  document.documentElement.dataset.busy = running ? "yes" : "";
}

// A question that takes its time: Stop is there meanwhile, and what goes wrong is said.
async function run(question: Omit<Question, "text">, into: HTMLElement, shown: (answer: Answer) => void): Promise<void> {
  working(1);
  say("Working…");
  const text = editor.text;
  const mine = opened;
  const since = performance.now();
  try {
    const answer = await ask(question);
    say(`Done in ${((performance.now() - since) / 1000).toFixed(1)} s`);
    if (mine !== opened) return; // another text was opened meanwhile
    const before = into.firstChild;
    if (answer.diagnostics && editor.text === text) editor.show(answer.diagnostics);
    if (answer.fault !== undefined) into.replaceChildren(made("p", "A mistake of prhl itself:", "bad"), made("pre", answer.fault));
    else if (answer.error !== undefined) into.replaceChildren(made("pre", answer.error, "bad"));
    else shown(answer);
    if (into.firstChild !== before) into.dataset.said = "yes";
    if (editor.text !== text) changed(into);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    if (mine === opened) into.replaceChildren(made("p", error.message === "stopped" ? "Stopped. Python starts again." : error.message, "bad"));
  } finally {
    working(-1);
  }
}

// What was said of a text that is changed now is marked as such.
function changed(place: HTMLElement): void {
  if (!place.dataset.said) return;
  delete place.dataset.said;
  place.prepend(made("p", "The text was changed after this.", "aside"));
}

// Another text: nothing stays that was said of the one before.
function another(text: string, view: string, ...said: HTMLElement[]): void {
  opened += 1;
  for (const place of document.querySelectorAll<HTMLElement>(SAID)) {
    place.replaceChildren();
    delete place.dataset.said;
  }
  for (const form of document.forms) form.reset();
  editor.text = text;
  by("tab-task").hidden = view !== "task";
  by("report").replaceChildren(...said);
  open(view);
}
const SAID = "#report, #goals, #outcome, #price, .pictures";

// ---- the content -----------------------------------------------------------------------------

const content = (await (await fetch("content.json")).json()) as Content;

let typing = 0;
const editor = new Editor(by("editor"), content.colours, {
  changed() {
    clearTimeout(typing);
    typing = window.setTimeout(check, 300);
    document.querySelectorAll<HTMLElement>("[data-said]").forEach(changed);
    learning.changed(editor.text);
  },
  moved: () => tab === "goals" && soon(goals),
  verify: () => void verify("verify"),
  ask: aside,
});

let later = 0;
function soon(what: () => void): void {
  clearTimeout(later);
  later = window.setTimeout(what, 250);
}

// ---- while one types -------------------------------------------------------------------------

async function check(): Promise<void> {
  const text = editor.text;
  const { diagnostics, names, movable } = await aside({ ask: "check" });
  if (editor.text !== text || !diagnostics) return;
  editor.show(diagnostics);
  const wrong = diagnostics.filter((one) => one.severity === 1).length;
  by("count").textContent = wrong ? `${wrong} ${wrong === 1 ? "error" : "errors"}` : "";
  for (const list of document.querySelectorAll<HTMLSelectElement>("select[name=claim]")) {
    const before = list.value;
    list.replaceChildren(...(names?.claims ?? []).map((name) => new Option(name, name)));
    if (list.form!.id === "ask-channel") list.append(...(names?.programs ?? []).map((name) => new Option(`${PROGRAM}${name}`)));
    if ([...list.options].some((one) => one.value === before)) list.value = before;
  }
  const sites = by<HTMLSelectElement>("site");
  const chosen = sites.selectedIndex;
  samplings = movable ?? [];
  sites.replaceChildren(...samplings.map((one, at) => new Option(`line ${one.line}: ${one.title}`, String(at))));
  if (chosen >= 0 && chosen < sites.options.length) sites.selectedIndex = chosen;
  if (tab === "draws") void draws();
  if (tab === "goals") soon(goals);
}

// ---- verdicts --------------------------------------------------------------------------------

function claimShown(claim: Claim): HTMLElement {
  const card = made("article", "", `claim ${claim.verdict}`);
  const head = made("h3", `${claim.name} `);
  head.append(made("span", claim.line.split(";")[0], "verdict"));
  card.append(head, made("pre", claim.report.split("\n").slice(1).join("\n")));
  return card;
}

function fixesShown(fixes: Fix[]): HTMLElement {
  const list = made("div", "", "fixes");
  for (const fix of fixes.filter((one) => !one.kind.startsWith("source"))) {
    const button = made("button", fix.title[0].toUpperCase() + fix.title.slice(1));
    button.type = "button";
    button.onclick = () => {
      editor.apply(fix);
      list.remove();
    };
    list.append(button);
  }
  return list;
}

async function verify(how: "verify" | "refute"): Promise<void> {
  open("report");
  const place = by("report");
  const text = editor.text;
  await run({ ask: how }, place, (answer) => {
    const claims = answer.claims ?? [];
    if (editor.text === text) editor.beside(claims);
    const shown: HTMLElement[] = claims.map(claimShown);
    if (editor.text === text) shown.unshift(fixesShown(answer.fixes ?? []));
    if (!claims.length) shown.push(made("pre", answer.report || "There is no claim to judge."));
    place.replaceChildren(...shown);
    by("results").scrollIntoView({ block: "nearest" }); // on a phone it is below the text
  });
}

async function goals(): Promise<void> {
  const place = by("goals");
  if (engine.busy) return;
  await run({ ask: "goals", line: editor.line }, place, (answer) => (place.textContent = answer.report ?? ""));
}

// ---- pictures --------------------------------------------------------------------------------

// As an image a picture can do nothing: no script, no request.
function picture(svg: string): HTMLImageElement {
  const image = made("img");
  const told = new DOMParser().parseFromString(svg, "image/svg+xml");
  image.alt = [...told.querySelectorAll("svg > title, svg > desc")].map((one) => one.textContent).join(". ");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return image;
}

function picturesShown(pictures: Picture[]): HTMLElement[] {
  return pictures.flatMap((one) => {
    const words = made("details");
    words.append(made("summary", "In words"), made("pre", one.text));
    return [picture(one.svg), words];
  });
}

const PROGRAM = "program "; // a quadruple has two
for (const what of ["channel", "couple", "budget"]) {
  const form = by<HTMLFormElement>(`ask-${what}`);
  const place = form.parentElement!.querySelector<HTMLElement>(".pictures")!;
  form.onsubmit = (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const words = (name: string) => String(given.get(name) ?? "").split(",").map((one) => one.trim()).filter(Boolean);
    const chosen = String(given.get("claim") ?? "");
    const of = chosen.startsWith(PROGRAM) ? { program: chosen.slice(PROGRAM.length) } : { claim: chosen || undefined };
    void run({ ask: what, ...of, set: words("set"), open: words("open") }, place, (answer) => {
      const shown = picturesShown(answer.pictures ?? []);
      place.replaceChildren(...(shown.length ? shown : [made("p", "There is nothing to draw.")]));
    });
  };
}

let samplings: Movable[] = [];
async function draws(): Promise<void> {
  const site = by<HTMLSelectElement>("site").selectedIndex;
  const slider = by<HTMLInputElement>("shift");
  slider.disabled = !samplings[site];
  if (!samplings[site]) {
    by("price").textContent = "No sampling of this text can be drawn: noise such as Laplace, Gauss and Geometric can, and so can small finite sets.";
    by("drawn").replaceChildren();
    return;
  }
  const [low, high, per] = samplings[site].shifts;
  if (slider.min !== String(low) || slider.max !== String(high)) {
    Object.assign(slider, { min: String(low), max: String(high) });
    slider.value = String(per);
  }
  by("shifted").textContent = String(Number(slider.value) / per);
  const mine = opened;
  const answer = await aside({ ask: "moved", site, shift: `${slider.value}/${per}` });
  if (!answer.svg || mine !== opened) return;
  by("price").textContent = `This coupling costs ${answer.price}.`;
  by("drawn").replaceChildren(picture(answer.svg));
}
by("shift").oninput = () => void draws();
by("site").onchange = () => void draws();

// ---- the views -------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll<HTMLButtonElement>("[role=tab]")];
let tab = "report";
function open(name: string): void {
  tab = name;
  for (const one of tabs) {
    const mine = one.id === `tab-${name}`;
    one.setAttribute("aria-selected", String(mine));
    one.tabIndex = mine ? 0 : -1;
    by(one.getAttribute("aria-controls")!).hidden = !mine;
  }
  if (name === "goals") soon(goals);
  if (name === "draws") void draws();
}
for (const one of tabs) {
  one.onclick = () => open(one.id.slice(4));
  one.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const there = tabs.filter((other) => !other.hidden);
    const next = there[(there.indexOf(one) + step + there.length) % there.length];
    open(next.id.slice(4));
    next.focus();
  };
}

// ---- exercises -------------------------------------------------------------------------------

const examples = by<HTMLSelectElement>("example");
const learning = new Learning(content.exercises, {
  open(exercise, text) {
    another(text, "task");
    examples.value = "";
    history.replaceState(null, "", `#exercise=${encodeURIComponent(exercise.name)}`);
  },
  attempt: (exercise, into, shown) => run({ ask: "attempt", exercise: exercise.name }, into, shown),
});

// ---- commands --------------------------------------------------------------------------------

by("verify").onclick = () => void verify("verify");
by("refute").onclick = () => void verify("refute");
by("stop").onclick = () => {
  engine.stop();
  document.documentElement.dataset.ready = "";
  void check();
};
by("format").onclick = () =>
  void run({ ask: "format" }, by("report"), (answer) => {
    if (answer.text !== undefined && answer.text !== editor.text) editor.text = answer.text;
  });
by("share").onclick = async () => {
  const code = await packed(editor.text).catch(() => "");
  if (!code || code.length > MOST_OF_AN_ADDRESS) return say("This text is too long for an address");
  history.replaceState(null, "", `#z=${code}`);
  await navigator.clipboard?.writeText(location.href).then(
    () => say("The address holds the text now, and is copied"),
    () => say("The address of this page holds the text now"),
  );
};

for (const folder of new Set(content.examples.map((one) => one.name.split("/")[0]))) {
  const group = made("optgroup");
  group.label = folder;
  for (const one of content.examples.filter((other) => other.name.startsWith(`${folder}/`))) group.append(new Option(one.name.split("/")[1], one.name));
  examples.append(group);
}
const MOST_OF_AN_ADDRESS = 1_000_000; // browsers take 2 MB at most
const FIRST = "course/rand_resp"; // of those who ask for nothing
function example(name: string): boolean {
  const found = content.examples.find((one) => one.name === name);
  if (!found) return false;
  learning.leave();
  another(found.text, "report", made("p", found.title), made("p", "Verify judges its claims.", "aside"));
  examples.value = name;
  return true;
}
examples.onchange = () => {
  if (example(examples.value)) history.replaceState(null, "", `#example=${examples.value}`);
};

// A text that somebody wrote gives way only to what an address asks for, and has.
async function follow(first: boolean): Promise<void> {
  const wanted = await asked(location.hash);
  if (!wanted) {
    if (first) example(FIRST);
    return;
  }
  if (wanted.exercise && learning.start(wanted.exercise)) return;
  if (wanted.example && example(wanted.example)) return;
  if (wanted.text !== undefined) {
    learning.leave();
    examples.value = "";
    another(wanted.text, "report", made("p", "This text came with the address. Verify judges its claims.", "aside"));
    return;
  }
  if (first) example(FIRST);
  open("report");
  const stays = first ? "What is shown is another program." : "Your text is as it was.";
  by("report").replaceChildren(made("p", `What the address asks for is not here, or cannot be read: it may have been cut short. ${stays}`, "bad"));
}
window.addEventListener("hashchange", () => void follow(false));
open("report");
await follow(true);
