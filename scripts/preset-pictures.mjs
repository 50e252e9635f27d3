// SPDX-License-Identifier: MIT
/* The pictures of the presets that come with the page: node scripts/preset-pictures.mjs [PRESET...], with the program built
 * and Chromium there; without names, of all presets whose recipe has changed since. Each is made by the program as map.png
 * is, and packed by the browser. `made.json` remembers the recipes that they show: tests/studio/pictures.test.mjs compares. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { requests, settled, startBrowser, startProgram } from "../tests/studio/studio.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const folder = join(top, "studio/public/presets"), list = join(folder, "made.json");
const cells = 512, pixels = 352, largest = 40000; // bytes

const recipes = readdirSync(join(top, "recipes")).filter((file) => file.endsWith(".yaml")).map((file) => basename(file, ".yaml"));
const stampOf = (name) => createHash("sha256").update(readFileSync(join(top, "recipes", `${name}.yaml`))).digest("hex").slice(0, 16);

function readList() {
  try {
    return JSON.parse(readFileSync(list, "utf8"));
  } catch {
    return {};
  }
}

/* A PNG as WebP, so good that it stays below the largest size. */
async function packed(page, png) {
  for (let quality = 0.9; ; quality -= 0.05) {
    const bytes = await page.evaluate(async ([data, pixels, quality]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const scale = pixels / Math.max(image.width, image.height);
      const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
      const pen = canvas.getContext("2d");
      pen.imageSmoothingQuality = "high";
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality });
      return [...new Uint8Array(await blob.arrayBuffer())];
    }, [png.toString("base64"), pixels, quality]);
    if (bytes.length < largest || quality < 0.4) return Buffer.from(bytes);
  }
}

async function shoot(page, name) {
  const work = mkdtempSync(join(tmpdir(), "interfluve-preset-")), program = await startProgram([name], join(work, "project"));
  try {
    const api = requests(program.address);
    await api.post("view", { size: cells });
    const result = await settled(api);
    const answer = await api.raw(`results/${result.id}/picture?view=map&bare=1&size=${2 * pixels}`);
    return await packed(page, Buffer.from(await answer.arrayBuffer()));
  } finally {
    await program.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

/* Presets that wait for a file of the user's have no picture. */
async function shown() {
  const work = mkdtempSync(join(tmpdir(), "interfluve-preset-")), program = await startProgram([], join(work, "project"));
  const about = await requests(program.address).get("about");
  await program.stop();
  rmSync(work, { recursive: true, force: true });
  return about.presets.filter((preset) => !preset.needs_file).map((preset) => preset.name);
}

mkdirSync(folder, { recursive: true });
const made = readList(), all = await shown();
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all.filter((name) => made[name] !== stampOf(name));
for (const name of Object.keys(made))
  if (!recipes.includes(name)) {
    delete made[name];
    rmSync(join(folder, `${name}.webp`), { force: true });
  }
const browser = await startBrowser(), page = await browser.newPage();
for (const name of wanted) {
  const picture = await shoot(page, name);
  writeFileSync(join(folder, `${name}.webp`), picture);
  made[name] = stampOf(name);
  writeFileSync(list, JSON.stringify(made, Object.keys(made).sort(), 1) + "\n");
  console.log(`${name}.webp ${picture.length} bytes`);
}
await browser.close();
