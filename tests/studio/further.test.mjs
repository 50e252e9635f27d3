// SPDX-License-Identifier: MIT
/* More of what people do in the studio: choose among seeds, paint, work by keys alone, lose the program, begin from nothing. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { faintWords } from "./contrast.mjs";
import { drag, enter, landShown, mapScale, middleOf, openStage, takeTool } from "./hand.mjs";
import { inStudio, lakes, onRecipe, story } from "./story.mjs";
import { requests, settled, startProgram, until } from "./studio.mjs";

story("a sheet of seeds is made, and one of them taken", () =>
  onRecipe(lakes, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    await page.keyboard.press("Control+j");
    const sheet = page.getByRole("dialog", { name: "Compare" });
    await sheet.getByRole("combobox", { name: "Pictures" }).selectOption("4");
    await sheet.getByRole("button", { name: "Make the sheet" }).click();
    await until(async () => (await sheet.locator(".sheet-card img").count()) === 4, "four pictures");
    const cards = sheet.locator(".sheet-card");
    const seeds = await cards.locator("strong").allTextContents();
    assert.equal(new Set(seeds).size, 4, `four seeds: ${seeds}`);
    const other = seeds.findIndex((seed) => seed !== "3");
    await cards.nth(other).click();
    await until(async () => (await api.get("project")).seed === Number(seeds[other]), "the seed that was taken");
    const now = await settled(api);
    assert.ok(now.has.rivers > 0);
    assert.match((await api.get("project")).undo, /sheet/);
  }));

const rising = `interfluve: 1
seed: 4
frame: {size: 96, width: 20 km}
stages:
  - coast: {shape: island}
  - mesh: {spacing: 500 m}
  - uplift: {}
  - erode: {steps: 20}
`;

story("under the pointer the sea has a depth, and the land none", () =>
  onRecipe(rising, async ({ page, api }) => {
    const { id } = await settled(api);
    await landShown(page);
    const at = await mapScale(page), floor = (await api.get(`results/${id}/at?x=1500&y=1500`)).values.height;
    const said = async (x, y) => {
      const { left, top } = at(x, y);
      await page.mouse.move(left - 2, top);
      await page.mouse.move(left, top);
      await page.waitForTimeout(300);
      return page.locator(".readings .spot").innerText();
    };
    const [, surface, depth] = /(-?[\d.]+) m\s+([\d.]+) m deep/.exec(await said(1500, 1500)) ?? [];
    assert.equal(surface, "0.0", "the sea's surface, and no -0");
    assert.ok(Math.abs(Number(depth) + floor) < 0.1 * Math.abs(floor) + 2, `${depth} m deep over a floor at ${floor}`);
    assert.doesNotMatch(await said(10000, 10000), /deep/);
  }));

story("uplift is painted, kept as an image of 16 bits, and built without the studio", () =>
  onRecipe(rising, async ({ page, api, folder, work, program }) => {
    await settled(api);
    await landShown(page);
    const at = await mapScale(page);
    await openStage(page, "uplift");
    await page.locator('[data-param="rate"]').getByRole("button", { name: "Paint" }).click();
    await page.getByRole("region", { name: "Tool options" }).getByRole("radio", { name: "Set" }).waitFor();
    await page.locator(".tool-options .tool-row input").first().waitFor();
    await until(async () => (await page.getByRole("textbox", { name: "Most" }).inputValue()) !== "1", "the field's own range");
    await drag(page, at(8000, 10000), at(12000, 10000));
    const stageOf = async () => (await api.get("project")).stages.find((one) => one.name === "uplift");
    const rate = await until(async () => {
      const { rate } = (await stageOf()).values;
      return typeof rate === "object" ? rate : null;
    }, "an image in the recipe");
    const png = readFileSync(join(folder, rate.image));
    assert.equal(png.toString("latin1", 1, 4), "PNG");
    assert.deepEqual([png[24], png[25]], [16, 0], "16 bits of grey");
    const field = await api.values(`field?stage=${(await stageOf()).key}&path=rate&size=100`);
    const under = field[50 * 100 + 50], beside = field[20 * 100 + 50];
    assert.ok(under > 1.2 * beside, `${under} where it was painted, ${beside} beside`);
    // The command reads the image: without it the land is another.
    const made = (name, ...more) => {
      execFileSync(program.child.spawnfile, ["make", join(folder, "recipe.yaml"), "-o", join(work, name), ...more], { stdio: "pipe" });
      return readFileSync(join(work, name, "height.tif"));
    };
    assert.ok(!made("painted").equals(made("plain", "--set", "uplift.rate=0.0005")));
    execFileSync(program.child.spawnfile, ["check", join(work, "painted")], { stdio: "pipe" });
  }));

/* What has the focus: its name, and whether one sees that it has it. */
function focused(page) {
  return page.evaluate(() => {
    const at = document.activeElement, ringed = [at, at.parentElement, at.firstElementChild].filter(Boolean);
    const seen = ringed.some((one) => {
      const style = getComputedStyle(one);
      return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || (one === at.firstElementChild && style.boxShadow !== "none");
    });
    const box = at.getBoundingClientRect();
    const name = at.getAttribute("aria-label") ?? (at.labels?.[0]?.textContent || at.textContent || "").trim();
    return { name, tag: at.tagName, seen, inView: box.width > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth };
  });
}

async function tabTo(page, wanted, most = 120) {
  const way = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    way.push(now.name);
    if (now.tag === "BODY" || now.tag === "HTML") continue; // once around
    assert.ok(now.seen, `the focus is seen on ${now.tag} "${now.name}"`);
    assert.ok(now.inView, `"${now.name}" is in view when it has the focus`);
    if (wanted(now)) return now;
  }
  throw new Error(`tab does not come to it: ${way.join(" | ")}`);
}

story("by keys alone, from the gallery to a changed parameter", () =>
  inStudio([], async ({ page, api }) => {
    await page.getByRole("heading", { name: "Where does the water run?" }).waitFor();
    await tabTo(page, ({ name }) => name === "faults desert");
    await page.keyboard.press("Enter");
    await until(async () => (await api.get("project")).name === "faults-desert", "the preset");
    await page.getByRole("navigation", { name: "Stages of the recipe" }).waitFor();
    await tabTo(page, ({ name }) => /^Stage 1/.test(name));
    const steps = (await api.get("project")).stages.findIndex((one) => one.name === "lakes");
    for (let i = 0; i < steps; i++) await page.keyboard.press("ArrowRight");
    assert.match((await focused(page)).name, /: lakes/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "lakes" }).waitFor();
    await tabTo(page, ({ name, tag }) => name === "min area" && tag === "INPUT");
    await page.keyboard.press("ArrowRight"); // on the slider
    await until(async () => (await api.get("project")).undo?.includes("min area"), "the slider's value");
    await tabTo(page, ({ name, tag }) => name === "min area" && tag === "INPUT");
    await page.keyboard.type("7 ha");
    await page.keyboard.press("Enter");
    await until(async () => (await api.get("project")).stages[steps].values.min_area === 70000, "what was typed");
    await page.keyboard.press("Control+z");
    await until(async () => (await api.get("project")).redo?.includes("min area"), "undone by a key");
  }, { quiet: true, firstVisit: true })); // presets without a picture yet are told as missing

for (const scheme of ["light", "dark"])
  story(`words can be read in ${scheme}`, () =>
    onRecipe(lakes, async ({ page, api }) => {
      await settled(api);
      await landShown(page);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), scheme);
      const look = async (where) => assert.deepEqual(await faintWords(page), [], where);
      await openStage(page, "lakes");
      await look("a stage's controls");
      await takeTool(page, "Lake");
      await look("a tool's options");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Layers and look" }).click();
      await look("layers");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+b");
      await page.getByRole("dialog").waitFor();
      await look("the window of builds");
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
      await look("the window of keys");
      await page.keyboard.press("Escape");
      await api.post("edit", { label: "spoiled", ops: [{ op: "insert", index: 0, name: "relief" }] });
      await page.locator(".until.bad").waitFor();
      await look("a problem");
    }, { context: { colorScheme: scheme } }));

story("the view is the same after a reload", () =>
  onRecipe(lakes, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    // It has come to rest when a place stays at its spot.
    const spotOf = async () => (await mapScale(page))(10000, 10000);
    const moved = (a, b) => Math.hypot(a.left - b.left, a.top - b.top);
    const start = await spotOf();
    const box = await page.locator(".picture").boundingBox();
    await page.mouse.move(box.x + 0.6 * box.width, box.y + 0.4 * box.height);
    for (let i = 0; i < 5; i++) await page.mouse.wheel(0, -200);
    let last = start;
    const rest = await until(async () => {
      const now = await spotOf(), same = moved(now, last) < 0.5 && moved(now, start) > 20;
      last = now;
      return same ? now : null;
    }, "the camera at rest");
    await page.reload();
    await landShown(page);
    await until(async () => moved(await spotOf(), rest) < 6, "the same place at the same spot", 60);
  }));

story("what is changed while the program is down is not lost, nor is undo silent", () =>
  onRecipe(lakes, async ({ page, api, folder, program }) => {
    await settled(api);
    await landShown(page);
    await openStage(page, "lakes");
    await enter(page, "runoff", "300 mm/y");
    await until(async () => (await api.get("project")).stages[1].values.runoff === 0.3, "a change before");
    await settled(api);
    const port = new URL(program.address).port;
    await program.stop("SIGKILL");
    await page.getByRole("alert").getByText("No connection to the studio").first().waitFor();
    await enter(page, "runoff", "222 mm/y");
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page.getByRole("alert").getByText("nothing was undone").waitFor();
    const again = await startProgram([folder], folder, ["--port", port]);
    try {
      const fresh = requests(again.address);
      await page.getByText("This page has no key").waitFor(); // another start, another key
      await page.getByText(/Not sent yet: changed runoff/).waitFor();
      assert.equal((await fresh.get("project")).stages[1].values.runoff, 0.3);
      await page.goto(again.address);
      await until(async () => (await fresh.get("project")).stages[1].values.runoff === 0.222, "the change that waited");
      assert.match((await fresh.get("project")).undo, /changed runoff/);
    } finally {
      await again.stop();
    }
  }, { quiet: true, port: String(20000 + (process.pid % 20000)) })); // no other studio takes it while this one is down

story("what one tab sees of the stages the other sees too", () =>
  onRecipe(lakes, async ({ page, context, program, api }) => {
    await settled(api);
    await landShown(page);
    const other = await context.newPage();
    await other.goto(program.address);
    await landShown(other);
    await openStage(page, "noise");
    await page.keyboard.press("Space");
    for (const tab of [page, other]) await tab.getByText("The land after noise").waitFor();
    assert.equal((await settled(api)).has.lakes, 0);
    await other.getByRole("button", { name: "Show all", exact: true }).first().click();
    for (const tab of [page, other]) await tab.getByText("The land after noise").waitFor({ state: "detached" });
    assert.ok((await settled(api)).has.lakes > 0);
    await other.close();
  }));

story("from an empty frame to an own island with a river and a lake", () =>
  inStudio([], async ({ page, api }) => {
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await page.getByRole("combobox", { name: "Cells along the longer side of the preview" }).selectOption("256");
    await settled(api);
    await landShown(page);
    const at = await mapScale(page);
    const click = async (x, y) => {
      const to = at(x, y);
      await page.mouse.click(to.left, to.top);
      await page.waitForTimeout(400); // two clicks in a row would end the line
    };
    await page.getByRole("dialog", { name: "First steps" }).waitFor();
    await takeTool(page, "Coast");
    assert.equal(await page.getByRole("dialog", { name: "First steps" }).count(), 0, "hints step aside: every click is a point");
    for (const [x, y] of [[7000, 15000], [10000, 23000], [18000, 25000], [24000, 19000], [22000, 9000], [14000, 6000]]) await click(x, y);
    await page.keyboard.press("Enter");
    const stageOf = async (name) => (await api.get("project")).stages.find((one) => one.name === name);
    await until(async () => (await stageOf("coast")).values.landmasses.length === 1, "the coast");
    assert.equal((await stageOf("coast")).values.landmasses[0].markers.length, 6);
    const land = await settled(api);
    assert.ok((await api.get(`results/${land.id}/at?x=15000&y=15000`)).values.height > 0, "land within");
    assert.ok((await api.get(`results/${land.id}/at?x=3000&y=3000`)).values.height < 0, "sea around");
    await takeTool(page, "River");
    for (const [x, y] of [[14000, 17000], [11000, 16000], [5000, 15000]]) await click(x, y);
    await until(async () => (await stageOf("place"))?.values.rivers.length === 1, "the river");
    await page.getByRole("textbox", { name: "Name" }).first().fill("Alva");
    await page.getByRole("textbox", { name: "Name" }).first().press("Enter");
    await settled(api);
    await takeTool(page, "Lake");
    await click(18500, 14000);
    await until(async () => (await stageOf("place")).values.lakes.length === 1, "the lake");
    const level = page.getByRole("textbox", { name: "Level", exact: true }).first();
    assert.deepEqual([await level.inputValue(), await level.getAttribute("placeholder")], ["", "automatic"], "no number that stands for words");
    const result = await settled(api);
    assert.ok((await api.items(`results/${result.id}/rivers`)).some((reach) => reach.locked && reach.name === "Alva"), "the river is there");
    const lake = (await api.items(`results/${result.id}/lakes`)).find((one) => one.locked);
    assert.ok(lake && Math.hypot(lake.x - 18500, lake.y - 14000) < 3000, "the lake is there");
  }, { quiet: true, firstVisit: true })); // presets without a picture yet are told as missing

/* A part of the screen at rest, two looks in a row being the same, and other than `before`. */
async function atRest(page, clip, before = []) {
  let last = null;
  return until(async () => {
    const now = await page.screenshot({ clip }), rests = last?.equals(now);
    last = now;
    return rests && !before.some((one) => one.equals(now)) ? now : null;
  }, "a picture at rest");
}

story("a held land is seen on the left of the slider, what comes after it on the right", () =>
  onRecipe(lakes, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    const middle = (await mapScale(page))(10000, 10000); // of the frame, which stands beside the tools
    await page.keyboard.press("h");
    const slider = page.getByRole("slider", { name: /^Where before/ });
    await slider.waitFor();
    assert.ok(Math.abs((await middleOf(slider)).left - middle.left) < 8, "it begins at the middle of the land");
    const left = { x: middle.left - 160, y: middle.top - 60, width: 120, height: 120 }, right = { ...left, x: middle.left + 40 };
    const held = await atRest(page, left), same = await atRest(page, right);
    await api.post("edit", { label: "another seed", ops: [{ op: "seed", value: 77 }] });
    await settled(api);
    await atRest(page, right, [same]);
    assert.ok((await atRest(page, left)).equals(held), "the left is as it was");
    await slider.focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowLeft");
    await atRest(page, left, [held]); // the new land reaches further now
  }));

/* Everything that can lie over the ground, on one small land. */
const layered = `interfluve: 1
seed: 5
frame: {size: 96, width: 30 km, height: [-300 m, 1500 m]}
stages:
  - coast: {shape: island}
  - regions: {random: {mountain: 2}}
  - mesh: {spacing: 600 m}
  - strata: {tilt: 2 deg}
  - uplift: {rate: {noise: {low: 0.1 mm/y, high: 1 mm/y}}}
  - erode: {steps: 20}
  - hydraulic: {steps: 20}
  - lakes: {min_area: 5 ha}
  - rivers: {area: 1 km2}
`;

story("every layer can be laid over the ground, has a legend, and blends", () =>
  onRecipe(layered, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    await page.getByRole("button", { name: "Layers" }).click();
    await page.getByRole("checkbox", { name: "Water moves" }).uncheck();
    const box = await page.locator(".picture").boundingBox();
    const clip = { x: box.x + box.width / 2 - 150, y: box.y + box.height / 2 - 100, width: 200, height: 200 };
    const seen = (other) => atRest(page, clip, other);
    const none = await seen([]), pictures = [none];
    const group = page.getByRole("radiogroup", { name: "Layer over the ground" });
    for (const name of ["Regions", "Drainage area", "Discharge", "Strahler order", "Watersheds", "Wear", "Deposit", "Uplift", "Rock", "Slope"]) {
      await group.getByRole("radio", { name, exact: true }).click();
      pictures.push(await seen(pictures));
      const legend = await page.locator(".legend").getAttribute("aria-label");
      assert.match(legend, name === "Watersheds" ? /^\d+ watersheds$/ : new RegExp(`^${name}`), "its legend");
    }
    await page.getByRole("slider", { name: "Opacity" }).press("Home");
    await seen(pictures);
    const absent = group.getByRole("radio", { name: "Frozen ground", exact: true });
    assert.equal(await absent.getAttribute("aria-disabled"), "true");
    assert.match(await absent.getAttribute("aria-description"), /stage/, "what is not there says why");
  }, { context: { viewport: { width: 1280, height: 620 } } }));
