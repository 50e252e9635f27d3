// SPDX-License-Identifier: MIT
/* Answer times of the studio: from a changed value to the land on the screen, by the page's own clock.
 *
 *     node bench/studio.mjs [PRESET...]
 *
 * For each preset at 512 cells: a parameter of lakes or rivers, a marker of the coast, the uplift; the first picture
 * (which may be a coarse one) and the whole land. The best of some tries, since other programs run too; and the page's
 * work in a frame while the picture turns, without the drawing that a graphics card does. */
import { missing, settled, withStudio } from "../tests/studio/studio.mjs";

const tries = 5;
const presets = process.argv.length > 2 ? process.argv.slice(2) : ["demo", "basins-island", "hydrology-island", "uplift-range"];

/* What is changed, and how the n-th time; null where the recipe has no such stage. */
const changes = [
  { name: "a parameter of lakes", budget: 150, make: (project, n) => number(project, "lakes", "min_area", 1e5 + 1e4 * n) },
  { name: "a parameter of rivers", budget: 150, make: (project, n) => number(project, "rivers", "area", 3e6 + 1e5 * n) },
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

function moveMarker(project, n) {
  const at = stage(project, "coast");
  const marker = at?.values.landmasses[0]?.markers[0];
  return marker && { op: "set", stage: at.key, path: "landmasses[0].markers[0].x", value: marker.x + 40 * (n % 2 ? 1 : -1) };
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

/* Sends the change from the page and waits for its lands: ms until the first and until the whole one are seen. */
function timeEdit(page, op) {
  return page.evaluate(async (op) => {
    const headers = { "X-Interfluve-Token": sessionStorage.getItem("interfluve-token") };
    const marks = [];
    const watch = new PerformanceObserver((list) => marks.push(...list.getEntries()));
    watch.observe({ type: "mark", buffered: false });
    const began = performance.now();
    const answer = await fetch("/api/edit", {
      method: "POST", headers, body: JSON.stringify({ label: "bench", merge: "bench", ops: [op] }),
    });
    const { revision } = await answer.json();
    const times = {};
    while (times.whole === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      for (const mark of marks.splice(0)) {
        if (mark.name !== "interfluve-land") continue;
        const found = await fetch(`/api/results/${mark.detail}`, { headers });
        const result = found.ok ? await found.json() : null;
        if (!result || result.revision < revision) continue;
        times.first ??= mark.startTime - began;
        if (!result.coarse) times.whole ??= mark.startTime - began;
      }
    }
    watch.disconnect();
    return times;
  }, op);
}

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function frames(page) {
  const box = await page.locator(".picture").boundingBox();
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
      const first = [], whole = [];
      for (let n = 1; n <= tries; n++) {
        const op = make(await api.get("project"), n);
        if (!op) break;
        const times = await timeEdit(page, op);
        first.push(times.first);
        whole.push(times.whole);
        await settled(api);
        await page.waitForTimeout(300);
      }
      if (!first.length) continue;
      const best = Math.min(...first);
      console.log(`  ${name.padEnd(24)} first ${best.toFixed(0).padStart(5)} ms (middle ${middle(first).toFixed(0)}), whole ` +
        `${Math.min(...whole).toFixed(0).padStart(5)} ms   budget ${budget}${best > budget ? "   over" : ""}`);
    }
    const spent = await frames(page);
    if (spent.length) console.log(`  the page's work in a frame  ${middle(spent).toFixed(1)} ms, most ${Math.max(...spent).toFixed(1)} ms   budget 8`);
  }, { quiet: true });
}

const why = missing();
if (why) console.log(`bench studio: skipped, ${why}`);
else for (const preset of presets) await measure(preset);
