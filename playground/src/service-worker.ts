// Keeps every file of the page, so that it works without a network once it was loaded.

declare const FILES: string[];
declare const VERSION: string;

interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  addEventListener(kind: "install" | "activate", then: (event: Extendable) => void): void;
  addEventListener(kind: "fetch", then: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
const scope = self as unknown as Scope;
const CACHE = `prhl-${VERSION}`;
const known = new Set(FILES.map((file) => new URL(file, self.location.href).href));
const SMALL = FILES.filter((file) => /\.(html|js|css|json|svg)$|\/$/.test(file));

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SMALL)).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("prhl-") && name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => scope.clients.claim()));
});

async function answered(event: Fetching): Promise<Response> {
  const request = event.request;
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) event.waitUntil(cache.put(request, response.clone()));
  return response;
}

scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && known.has(url.origin + url.pathname)) event.respondWith(answered(event));
});
