// SPDX-License-Identifier: MIT
/* A studio and a browser for a test: the program on a port and in a folder of its own, Debian's Chromium with
 * a page on it, both gone afterwards. INTERFLUVE is the program, CHROMIUM the browser. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));
const program = resolve(process.env.INTERFLUVE ?? join(top, "build/release/interfluve"));
const browserAt = process.env.CHROMIUM ?? "/usr/bin/chromium";
const pageAt = process.env.INTERFLUVE_STUDIO_PAGE ?? join(top, "studio/dist");

/* Why there can be no test here; null: there can. */
export function missing() {
  if (!existsSync(browserAt)) return `there is no ${browserAt}`;
  if (!existsSync(join(pageAt, "index.html"))) return "the page is not built (make studio-build)";
  if (!existsSync(join(top, "studio/node_modules/playwright-core"))) return "playwright-core is not installed";
  return null;
}

/* Starts the program on `words` ("demo"); resolves once it has printed its address. */
export async function startProgram(words, folder, more = []) {
  const child = spawn(program, ["studio", ...words, "--no-open", "--project", folder, ...more], {
    cwd: dirname(folder), // projects that are begun on the page lie here
    env: { ...process.env, INTERFLUVE_STUDIO_PAGE: pageAt, XDG_CACHE_HOME: join(folder, "..", "cache") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const address = await new Promise((resolve, reject) => {
    const hear = (data) => {
      said += data;
      const found = /http:\/\/\S+token=\S+/.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => reject(new Error(`the studio ended with ${code}: ${said}`)));
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  return {
    address,
    child,
    said: () => said,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

const asWell = {
  executablePath: browserAt,
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
};
const chromium = () => createRequire(join(top, "studio/package.json"))("playwright-core").chromium;

export const startBrowser = async () => chromium().launch(asWell);

/* Where a browser of `startMortalBrowser` finds "localhost": whoever listens there stands between it and the program. */
export const between = "127.0.0.2";

/* A browser whose processes can be sent signals, all of them at once. */
export async function startMortalBrowser() {
  const server = await chromium().launchServer({
    ...asWell, args: [...asWell.args, `--host-resolver-rules=MAP localhost ${between}`], handleSIGINT: false,
  });
  const browser = await chromium().connect(server.wsEndpoint());
  return { browser, signal: (name) => process.kill(-server.process().pid, name), end: () => server.kill() };
}

/* A line from such a browser to the program at `address` that can be cut: all that was open is then broken. */
export async function startLine(address) {
  const url = new URL(address), open = new Set();
  const line = createServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    for (const [end, other] of [[near, far], [far, near]]) {
      open.add(end);
      end.on("error", () => {}).on("close", () => (open.delete(end), other.destroy())).pipe(other);
    }
  });
  await new Promise((resolve, reject) => line.on("error", reject).listen(Number(url.port), between, resolve));
  const cut = () => [...open].map((end) => end.destroy()).length;
  return { address: address.replace(url.hostname, "localhost"), cut, close: () => (line.close(), cut()) };
}

/* Requests as a plugin would send them. */
export function requests(address) {
  const url = new URL(address);
  const headers = { "X-Interfluve-Token": url.searchParams.get("token") };
  const ask = async (path, init = {}) => {
    const answer = await fetch(`${url.origin}/api/${path}`, { ...init, headers: { ...headers, ...init.headers } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return {
    raw: ask,
    get: async (path) => (await ask(path)).json(),
    post: async (path, body = {}) => (await ask(path, { method: "POST", body: JSON.stringify(body) })).json(),
    /* A grid of float32. */
    values: async (path) => new Float32Array(await (await ask(path)).arrayBuffer()),
    /* A bundle, as rivers and lakes come: its items, and its arrays by name. */
    async bundle(path) {
      const bytes = await (await ask(path)).arrayBuffer();
      const length = new DataView(bytes).getUint32(0, true);
      const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))), start = Math.ceil((4 + length) / 8) * 8;
      const kinds = { float64: Float64Array, float32: Float32Array, uint32: Uint32Array, uint8: Uint8Array, bool: Uint8Array };
      const array = (row) => new kinds[row.type](bytes, start + row.offset, row.count);
      const columns = Object.entries(head.columns).map(([name, row]) => [name, array(row), row.type === "bool"]);
      const items = Array.from({ length: head.count }, (_, i) => ({
        ...Object.fromEntries(columns.map(([name, values, truth]) => [name, truth ? values[i] === 1 : values[i]])),
        ...Object.fromEntries(Object.entries(head.words).map(([name, words]) => [name, words[i] ?? ""])),
      }));
      return { items, arrays: Object.fromEntries(Object.entries(head.arrays).map(([name, row]) => [name, array(row)])) };
    },
    async items(path) {
      return (await this.bundle(path)).items;
    },
  };
}

/* Waits until `look` gives something true; a test that hangs is ended by its own time limit. */
export async function until(look, why, times = 600) {
  for (let i = 0; i < times; i++) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited in vain: ${why}`);
}

/* Waits for the land of the newest recipe at the size that is asked for; gives the result. */
export async function settled(api) {
  return until(async () => {
    const project = await api.get("project");
    if (project.run.state === "failed") throw new Error(project.run.error?.message ?? "the run failed");
    if (project.result === null || project.run.state !== "idle") return null;
    const result = await api.get(`results/${project.result}`).catch(() => null);
    return result && result.revision === project.revision && !result.coarse ? result : null;
  }, "the land");
}

/* Program, browser and page for `run`, on a preset or whatever `words` say. Options: `size` of the preview, `quiet`
 * where the page may complain, `context` of the browser, a `browser` that is there already,
 * `firstVisit`, a `port`. */
export async function withStudio(words, run, options = {}) {
  const work = mkdtempSync(join(tmpdir(), "interfluve-studio-"));
  const folder = join(work, "project");
  const program = await startProgram(words, folder, options.port ? ["--port", options.port] : []);
  const browser = options.browser ?? (await startBrowser());
  const troubles = [];
  let context;
  try {
    // Half the pixels along a side: the processor draws, and nothing here looks at single ones.
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.5, ...options.context });
    const page = await context.newPage();
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("console", (line) => line.type() === "error" && troubles.push(line.text()));
    page.setDefaultTimeout(180000);
    await page.addInitScript((seen) => seen && localStorage.setItem("interfluve-hinted", "yes"), !options.firstVisit);
    const api = requests(program.address);
    if (options.size) await api.post("view", { size: options.size });
    await page.goto(program.address);
    await run({ page, context, folder, work, program, troubles, api });
    if (troubles.length && !options.quiet) throw new Error(`the page complained: ${troubles.join("; ")}`);
  } finally {
    await context?.close().catch(() => {}); // the browser may be gone
    if (!options.browser) await browser.close();
    await program.stop();
    rmSync(work, { recursive: true, force: true });
  }
}
