// SPDX-License-Identifier: MIT
/* Answer times of the studio: from a changed value to the land on the screen, by the page's own clock.
 *
 *     node bench/studio.mjs [PRESET...]
 *
 * For each preset at 512 cells: a parameter of lakes or rivers, a marker of the coast, the uplift; from the change to the
 * moment at which the graphics card has drawn the first picture of it (which may be a coarse one), the same without the
 * drawing (until the card has been asked for it: here the processor draws, which takes long), and until the whole land is
 * seen. The best of some tries, since other programs run too, and its parts; and the page's work in a frame while the
 * picture turns, again without the drawing. TRIES and VIEWPORT (1280x800) change what is measured. */
import { missing, settled, withStudio } from "../tests/studio/studio.mjs";

const tries = Number(process.env.TRIES ?? 5);
const [width, height] = (process.env.VIEWPORT ?? "1280x800").split("x").map(Number);
const presets = process.argv.length > 2 ? process.argv.slice(2) : ["demo", "basins-island", "hydrology-island", "uplift-range"];

/* What is changed, and how the n-th time: by the first stage of these that the recipe has; null where it has none. */
const changes = [
  { name: "a parameter of lakes", budget: 150, make: (project, n) => firstOf(project, [
    ["lakes", "min_area", 1e5 + 1e4 * n], ["channels", "outline", 0.5 + 0.01 * n]]) },
  { name: "a parameter of rivers", budget: 150, make: (project, n) => firstOf(project, [
    ["rivers", "area", 3e6 + 1e5 * n], ["channels", "width", 1 + 0.05 * n], ["courses", "width", 1 + 0.05 * n]]) },
  { name: "rivers of the map", budget: 150, make: (project, n) => number(project, "sample", "width", 1 + 0.05 * n) },
  { name: "a marker of the coast", budget: 500, make: moveMarker },
  { name: "the uplift", budget: 300, make: (project, n) => number(project, "uplift", "rate", 5e-4 * (1 + 0.02 * n)) },
];

function stage(project, name) {
  return project.stages.find((one) => one.name === name);
}

function number(project, name, path, value) {
  const at = stage(project, name);
  return at && { op: "set", stage: at.key, path, value };
}

const firstOf = (project, wishes) => wishes.map((wish) => number(project, ...wish)).find(Boolean);

/* A point of the coast; where land is drawn as a contour, a point of that. Never to where it was before: that land is kept. */
function moveMarker(project, n) {
  const contour = stage(project, "contour"), at = stage(project, "coast"), point = contour?.values.outline[0];
  if (point) return { op: "set", stage: contour.key, path: "outline[0].x", value: point.x + 10 * n };
  const marker = at?.values.landmasses[0]?.markers[0];
  return marker && { op: "set", stage: at.key, path: "landmasses[0].markers[0].x", value: marker.x + 10 * n };
}

/* A coast with markers, so that there is one to move. */
async function ownCoast(api) {
  const project = await api.get("project");
  const at = stage(project, "coast");
  if (!at) return;
  const width = project.frame.width, ring = [];
  for (let i = 0; i < 12; i++) {
    const turn = (2 * Math.PI * i) / 12, far = width * (0.36 + 0.04 * Math.sin(5 * i));
    ring.push({ x: width / 2 + far * Math.cos(turn), y: width / 2 + far * Math.sin(turn), direction: ((turn * 180) / Math.PI + 90) % 360 });
  }
  await api.post("edit", {
    label: "coast", ops: [
      { op: "set", stage: at.key, path: "shape", value: "none" },
      { op: "set", stage: at.key, path: "landmasses", value: [{ markers: ring }] },
    ],
  });
  await settled(api);
}

/* Sends the change from the page and follows its lands by the marks that the page sets (studio/src/state/marks.ts): for
 * the first land and for the whole one, ms from the change to each step. */
function timeEdit(page, op) {
  return page.evaluate(async (op) => {
    const headers = { "X-Interfluve-Token": sessionStorage.getItem("interfluve-token") };
    const steps = new Map(), seen = [];
    let longest = 0;
    const note = (mark) => {
      const found = /^interfluve-(heard|read|prepared|sent|seen)$/.exec(mark.name);
      if (!found) return;
      const times = steps.get(mark.detail) ?? {};
      times[found[1]] = mark.startTime - began;
      steps.set(mark.detail, times);
      if (found[1] === "seen") seen.push(mark.detail);
    };
    const marks = new PerformanceObserver((list) => list.getEntries().forEach(note));
    const tasks = new PerformanceObserver((list) => list.getEntries().forEach((task) => (longest = Math.max(longest, task.duration))));
    const scene = document.querySelector(".scene");
    scene.frameTimes();
    marks.observe({ type: "mark", buffered: false });
    tasks.observe({ type: "longtask", buffered: false });
    const began = performance.now();
    const answer = await fetch("/api/edit", {
      method: "POST", headers, body: JSON.stringify({ label: "bench", merge: "bench", ops: [op] }),
    });
    const { revision } = await answer.json(), answered = performance.now() - began;
    let first, whole;
    while (!whole) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      for (const land of seen.splice(0)) {
        const found = await fetch(`/api/results/${land}`, { headers });
        const result = found.ok ? await found.json() : null;
        if (!result || result.revision < revision) continue;
        first ??= { answered, ...steps.get(land) };
        if (!result.coarse) whole = { answered, ...steps.get(land) };
      }
    }
    marks.disconnect();
    tasks.disconnect();
    return { first, whole, longest, frame: Math.max(0, ...scene.frameTimes()) };
  }, op);
}

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const ms = (time) => `${time.toFixed(0).padStart(5)} ms`;

/* What the best try's first picture took, part by part. */
function parts({ heard, read, prepared, sent, seen }) {
  const all = [["made", heard], ["sent over", read - heard], ["prepared", prepared - read], ["to the card", sent - prepared], ["drawn", seen - sent]];
  return all.map(([name, time]) => `${name} ${time.toFixed(0)}`).join(", ");
}

function tell(name, budget, tries) {
  const best = (of) => Math.min(...tries.map(of)), first = best((one) => one.first.seen), bare = best((one) => one.first.sent);
  const over = bare > budget ? "over" : first > budget ? "over with the drawing" : "met";
  console.log(`  ${name.padEnd(22)} first ${ms(first)} (middle ${middle(tries.map((one) => one.first.seen)).toFixed(0)}), without drawing ` +
    `${ms(bare)}, whole ${ms(best((one) => one.whole.seen))}   budget ${budget}: ${over}`);
  const fastest = tries.find((one) => one.first.seen === first);
  console.log(`  ${"".padEnd(22)}   ${parts(fastest.first)}; longest frame of the page ` +
    `${middle(tries.map((one) => one.frame)).toFixed(1)}, longest task ${middle(tries.map((one) => one.longest)).toFixed(0)} (0: under 50)`);
}

async function frames(page) {
  const box = await page.locator(".picture").boundingBox();
  await page.evaluate(() => void document.querySelector(".scene").frameTimes());
  await page.keyboard.press("2");
  await page.waitForTimeout(1500);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 0; i < 20; i++) {
    await page.mouse.move(box.x + box.width / 2 + 6 * i, box.y + box.height / 2);
    await page.waitForTimeout(40);
  }
  await page.mouse.up();
  const spent = await page.evaluate(() => document.querySelector(".scene").frameTimes());
  await page.keyboard.press("1");
  return spent;
}

async function measure(preset) {
  await withStudio([preset], async ({ page, api }) => {
    await settled(api);
    await ownCoast(api);
    await page.locator(".readings").waitFor();
    console.log(`${preset}, 512 cells`);
    for (const { name, budget, make } of changes) {
      const times = [];
      for (let n = 1; n <= tries; n++) {
        const op = make(await api.get("project"), n);
        if (!op) break;
        times.push(await timeEdit(page, op));
        await settled(api);
        await page.waitForTimeout(300);
      }
      if (times.length) tell(name, budget, times);
    }
    const spent = await frames(page);
    if (spent.length) console.log(`  the page's work in a frame  ${middle(spent).toFixed(1)} ms, most ${Math.max(...spent).toFixed(1)} ms   budget 8`);
  }, { quiet: true, context: { viewport: { width, height }, deviceScaleFactor: 1 } });
}

const why = missing();
if (why) console.log(`bench studio: skipped, ${why}`);
else for (const preset of presets) await measure(preset);
