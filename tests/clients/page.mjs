// SPDX-License-Identifier: MIT
/* A page for a test: folders served on loopback, ranges of bytes included, and Debian's Chromium on them. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
  ".json": "application/json", ".png": "image/png", ".pbf": "application/x-protobuf", ".glb": "model/gltf-binary",
};

export function expect(truth, text) {
  if (!truth) throw new Error(text);
}

/* `folders` are looked through in turn; `pages` are texts by their names. */
export function serve(folders, pages = {}) {
  const asked = [];
  const server = createServer((request, answer) => {
    const name = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/^\/+/, "");
    asked.push({ name, range: request.headers.range });
    const type = { "Content-Type": types[extname(name)] ?? "application/octet-stream" };
    if (name === "favicon.ico") return answer.writeHead(204).end();
    if (pages[name] !== undefined) return answer.writeHead(200, type).end(pages[name]);
    const path = folders.map((f) => join(f, name)).find((f) => existsSync(f) && statSync(f).isFile());
    if (!path) return answer.writeHead(404).end();
    const size = statSync(path).size;
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
    if (!range) return createReadStream(path).pipe(answer.writeHead(200, { ...type, "Content-Length": size }));
    const first = Number(range[1]), last = Math.min(range[2] ? Number(range[2]) : size - 1, size - 1);
    answer.writeHead(206, { ...type, "Content-Length": last - first + 1, "Content-Range": `bytes ${first}-${last}/${size}` });
    return createReadStream(path, { start: first, end: last }).pipe(answer);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ server, asked, address: `http://127.0.0.1:${server.address().port}/` }));
  });
}

/* Opens a page, hands it to `run`, and fails if it complained. */
export async function withPage(room, address, run) {
  const { chromium } = createRequire(join(room, "node_modules", "x"))("playwright-core");
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
  const troubles = [];
  try {
    const page = await browser.newPage({ viewport: { width: 960, height: 600 } });
    page.setDefaultTimeout(240000);
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("console", (line) => line.type() === "error" && troubles.push(line.text()));
    await page.goto(address);
    await run(page, troubles);
  } finally {
    await browser.close();
  }
  expect(troubles.length === 0, `the page complained: ${troubles.slice(0, 5).join("; ")}`);
}
