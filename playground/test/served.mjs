// A static host for tests, which knows no more than files; it can be taken off the network.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".png": "image/png",
};

export async function served(folder) {
  const server = createServer((request, response) => {
    let path = join(folder, normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)));
    if (existsSync(path) && statSync(path).isDirectory()) path = join(path, "index.html");
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream", "Cache-Control": "no-cache" });
    createReadStream(path).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(() => done()));
  };
  return { address: `http://127.0.0.1:${server.address().port}`, close };
}
