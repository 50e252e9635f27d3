// SPDX-License-Identifier: MIT
/* What an author wants to stay stays: a lake and a river that were locked or kept, ground that was drawn around; and a
 * value is chosen from a sheet. */
import assert from "node:assert/strict";
import { enter, landShown, mapScale, openStage, takeTool } from "./hand.mjs";
import { lakes, onRecipe, story } from "./story.mjs";
import { settled, until } from "./studio.mjs";

const stageOf = async (api, name) => (await api.get("project")).stages.find((one) => one.name === name);
const waters = async (api, kind) => api.items(`results/${(await settled(api)).id}/${kind}`);

/* Asks about the water there, and locks it. */
async function lock(page, spot, what) {
  await page.mouse.click(spot.left, spot.top);
  await page.getByRole("heading", { name: new RegExp(what) }).first().waitFor();
  await page.getByRole("button", { name: "Lock", exact: true }).click();
}

story("a lake that is locked stays while the land around it is made anew", () =>
  onRecipe(lakes, async ({ page, api }) => {
    const largest = (await waters(api, "lakes")).sort((a, b) => b.area - a.area)[0];
    await landShown(page);
    const at = await mapScale(page);
    await lock(page, at(largest.x, largest.y), "Lake");
    await until(async () => (await stageOf(api, "place"))?.values.lakes.length === 1, "the lake in the recipe");
    const there = async () => (await waters(api, "lakes")).find((lake) => lake.locked);
    const before = await there();
    assert.ok(Math.abs(before.area / largest.area - 1) < 0.1, `${before.area} m2 of ${largest.area}`);
    await openStage(page, "noise");
    await enter(page, "warp", "0.8");
    const after = await until(async () => ((await stageOf(api, "noise")).values.warp === 0.8 ? there() : null), "other hills");
    assert.ok(Math.abs(after.area / largest.area - 1) < 0.1, `${after.area} m2 of ${largest.area}`);
    assert.equal(after.id, before.id);
  }));

const twice = `${lakes}  - thermal: {}
  - drain: {}
  - lakes: {min_area: 5 ha}
  - rivers: {area: 1 km2}
`;

story("a lake is kept through the stages that follow", () =>
  onRecipe(twice, async ({ page, api }) => {
    const largest = (await waters(api, "lakes")).sort((a, b) => b.area - a.area)[0];
    await landShown(page);
    const at = await mapScale(page), spot = at(largest.x, largest.y);
    await page.mouse.click(spot.left, spot.top);
    await page.getByRole("button", { name: "Keep", exact: true }).click();
    await until(async () => (await stageOf(api, "keep"))?.values.lakes.length === 1, "the lake in the recipe");
    const kept = (await waters(api, "lakes")).find((lake) => lake.locked);
    assert.equal(kept?.id, largest.id);
    assert.ok(Math.abs(kept.area / largest.area - 1) < 0.1, `${kept.area} m2 of ${largest.area}`);
  }));

/* Places of the points of a river's reaches. */
function placesOf({ items, arrays }, wanted) {
  return items.filter(wanted).flatMap((reach) =>
    Array.from({ length: reach.point_count }, (_, i) => ({ x: arrays.x[reach.first_point + i], y: arrays.y[reach.first_point + i] })));
}

story("a river that is locked keeps its line on other ground", () =>
  onRecipe(lakes, async ({ page, api }) => {
    const rivers = async () => api.bundle(`results/${(await settled(api)).id}/rivers`);
    const before = await rivers(), reach = [...before.items].sort((a, b) => b.length - a.length)[0];
    const line = placesOf(before, (one) => one.id === reach.id), middle = line[Math.floor(line.length / 2)];
    await landShown(page);
    const at = await mapScale(page);
    await lock(page, at(middle.x, middle.y), "River");
    await until(async () => (await stageOf(api, "place"))?.values.rivers.length === 1, "the river in the recipe");
    await openStage(page, "noise");
    await enter(page, "warp", "0.8");
    await until(async () => (await stageOf(api, "noise")).values.warp === 0.8, "other hills");
    const locked = placesOf(await rivers(), (one) => one.locked), cell = 20000 / 160;
    const far = (p) => Math.min(...locked.map((q) => Math.hypot(p.x - q.x, p.y - q.y)));
    const astray = line.filter((p) => far(p) > 1.5 * cell);
    assert.equal(astray.length, 0, `${astray.length} of ${line.length} points are not on the river any more`);
  }));

const crumbling = lakes.replace("  - lakes", "  - thermal: {steps: 200, talus: 0.05}\n  - lakes");

story("ground that was drawn around stays as it is", () =>
  onRecipe(crumbling, async ({ page, api }) => {
    const heights = async () => {
      const { id } = await settled(api), places = [];
      for (const [x, y] of [[9000, 9000], [10000, 11000], [11000, 9500], [11000, 11000], [15000, 12000]])
        places.push((await api.get(`results/${id}/at?x=${x}&y=${y}`)).values.height);
      return places;
    };
    const worn = await heights();
    await landShown(page);
    const at = await mapScale(page);
    await takeTool(page, "Ground that stays");
    for (const [x, y] of [[8000, 8000], [12000, 8000], [12000, 12000], [8000, 12000]]) {
      const spot = at(x, y);
      await page.mouse.click(spot.left, spot.top);
      await page.waitForTimeout(400); // two clicks in a row would end the line
    }
    await page.keyboard.press("Enter");
    await until(async () => (await stageOf(api, "place"))?.values.frozen.length === 1, "the ground in the recipe");
    const kept = await heights();
    await openStage(page, "thermal");
    await page.getByRole("switch").first().click(); // the land before it crumbles
    await until(async () => (await stageOf(api, "thermal")).off, "no thermal");
    const whole = await heights();
    for (let i = 0; i < 4; i++) assert.equal(kept[i], whole[i], `place ${i} inside`);
    assert.ok(kept.slice(0, 4).some((height, i) => Math.abs(height - worn[i]) > 1), "where it would have crumbled");
    assert.notEqual(kept[4], whole[4], "outside it crumbles");
  }));

story("a sheet of values is made, and one of them taken", () =>
  onRecipe(lakes, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    await openStage(page, "rivers");
    await page.keyboard.press("Control+j");
    const sheet = page.getByRole("dialog", { name: "Compare" });
    await sheet.getByRole("radio", { name: "Values of a parameter" }).click();
    await sheet.getByRole("combobox", { name: "Pictures" }).selectOption("4");
    await sheet.getByRole("button", { name: "Make the sheet" }).click();
    await until(async () => (await sheet.locator(".sheet-card img").count()) === 4, "four pictures");
    const cards = sheet.locator(".sheet-card"), values = await cards.locator("strong").allTextContents();
    assert.equal(new Set(values).size, 4, `four values: ${values}`);
    const before = (await stageOf(api, "rivers")).values;
    await cards.nth(3).click();
    await until(async () => JSON.stringify((await stageOf(api, "rivers")).values) !== JSON.stringify(before), "the value that was taken");
    assert.match((await api.get("project")).undo, /sheet/);
    await page.keyboard.press("Control+z");
    await until(async () => JSON.stringify((await stageOf(api, "rivers")).values) === JSON.stringify(before), "the value as it was");
  }));
