// Keeps every file of the page, so that it works without a network once it was loaded.

import { sha256 } from "./sha256";

declare const FILES: Record<string, string>; // what the build made, and its hash
declare const VERSION: string;

interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  addEventListener(kind: "install" | "activate" | "message", then: (event: Extendable) => void): void;
  addEventListener(kind: "fetch", then: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(which: { type: "window"; includeUncontrolled: true }): Promise<{ url: string }[]> };
}
const scope = self as unknown as Scope;
const CACHE = `prhl-${VERSION}`;
const HOME = new URL("./", self.location.href).href;
const hashes = new Map(Object.entries(FILES).map(([file, hash]) => [new URL(file, HOME).href, hash]));
const SMALL = [...hashes.keys()].filter((url) => /\.(html|js|css|json|svg)$|\/$/.test(url));

// The host is asked, not what the browser kept of an older build.
const fresh = (request: Request | string) => fetch(request, { cache: "no-cache" });

// Files of another build are never kept beside ours.
async function keep(url: string, response: Response): Promise<boolean> {
  const hash = await sha256(await response.clone().arrayBuffer());
  if (hash !== hashes.get(url)) return false;
  await (await caches.open(CACHE)).put(url, response);
  return true;
}

async function whole(): Promise<void> {
  const right = await Promise.all(SMALL.map(async (url) => keep(url, await fresh(url))));
  if (right.includes(false)) throw new Error("the host has another build");
}

scope.addEventListener("install", (event) => event.waitUntil(whole()));

// An open page goes on with the files that it began with. (One that is left may be there for a moment.)
async function begin(): Promise<void> {
  for (let times = 0; times < 8; times += 1) {
    const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (pages.filter((page) => page.url.startsWith(HOME)).length === 1) return scope.skipWaiting();
    await new Promise((done) => setTimeout(done, 250));
  }
}
scope.addEventListener("message", (event) => event.waitUntil(begin()));

scope.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("prhl-") && name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => scope.clients.claim()));
});

async function answered(event: Fetching, url: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(url);
  if (kept) return kept;
  const response = await fresh(event.request);
  if (response.ok) event.waitUntil(keep(url, response.clone()));
  return response;
}

scope.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && hashes.has(origin + pathname)) event.respondWith(answered(event, origin + pathname));
});
