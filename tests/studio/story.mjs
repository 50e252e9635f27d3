// SPDX-License-Identifier: MIT
/* What stories share: how one is told, and the small lands they begin with. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { missing, startBrowser, withStudio } from "./studio.mjs";

const why = missing();
export const story = (name, run) => test(name, { skip: why ?? false, timeout: 600000 }, run);

/* One browser for all stories of a file, but for those that bring their own; each has a context of its own in it. */
let browser = null;
after(async () => (await browser)?.close());

export async function inStudio(words, run, options = {}) {
  if (options.browser) return withStudio(words, run, options);
  browser ??= startBrowser();
  return withStudio(words, run, { ...options, browser: await browser });
}

export const island = `interfluve: 1
seed: 5
frame: {size: 160, width: 30 km, height: [-300 m, 1500 m]}
stages:
  - coast: {shape: island}
  - regions: {random: {mountain: 2}}
  - basins: {}
  - channels: {}
  - relief: {}
`;

export const lakes = `interfluve: 1
seed: 3
frame: {size: 128, width: 20 km, height: [-100 m, 900 m]}
stages:
  - noise: {shape: island}
  - lakes: {min_area: 5 ha}
  - rivers: {area: 1 km2}
`;

/* A recipe in a file beside the project. */
function written(text) {
  const file = join(process.env.TMPDIR ?? "/tmp", `studio-story-${process.pid}-${Math.floor(1e9 * Math.random())}.yaml`);
  writeFileSync(file, text);
  return file;
}

export const onRecipe = (text, run, options) => inStudio([written(text)], run, { size: 160, ...options });
