// SPDX-License-Identifier: MIT
/* What the studio says, and where it says it: reasons, names, hints. */
import assert from "node:assert/strict";
import { landShown, mapScale, takeTool } from "./hand.mjs";
import { island, lakes, onRecipe, story } from "./story.mjs";
import { settled, until } from "./studio.mjs";

/* The list behind the k-th plus, opened by keys. */
async function openGap(page, k) {
  await page.getByRole("button", { name: "Insert a stage here" }).nth(k).focus();
  await page.keyboard.press("Enter");
  await page.locator(".stage-menu .menu-head").waitFor();
  return page.locator(".stage-menu [role=menuitem]");
}

const linesOf = (items) => items.evaluateAll((all) => all.map((one) => ({
  name: one.querySelector(".line-text").textContent, said: one.querySelector(".line-why")?.textContent ?? "", off: one.getAttribute("aria-disabled") === "true",
})));

story("what cannot stand at a place says why in words, and keys reach it", () =>
  onRecipe(lakes, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    const { stages } = await api.get("about");
    let items = await openGap(page, 0);
    const first = await linesOf(items);
    assert.deepEqual(first.map((one) => one.name).sort(), stages.map((one) => one.name).sort(), "every stage is in the list");
    for (const { name, said, off } of first.filter((one) => one.off))
      assert.match(said, /^(`?\w+`?) (needs|brings) .+: (put|set) /, `${name} says why, and what to do: ${said} ${off}`);
    assert.match(first.find((one) => one.name === "drain").said, /needs height \(ground elevation.*\): put one of .*noise/);
    for (let i = 0; i < first.length; i++) await page.keyboard.press("ArrowDown");
    const last = await page.evaluate(() => ({ text: document.activeElement.textContent, off: document.activeElement.ariaDisabled }));
    assert.ok(last.text.startsWith(first.at(-1).name) && last.off === "true", "the arrows come to the last that is refused");
    await page.keyboard.press("Enter");
    assert.equal((await api.get("project")).stages.length, 3, "and nothing is inserted by it");
    await page.keyboard.press("Escape");
    // One that only lacks a value of its own can be put where it may stand.
    assert.equal(first.find((one) => one.name === "load").off, false);
    items = await openGap(page, 2);
    assert.match((await linesOf(items)).find((one) => one.name === "load").said, /brings its own frame: put it first/);
  }));

story("a new type of region is named at once, and a lake without a level says none", () =>
  onRecipe(island, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    const at = await mapScale(page);
    await takeTool(page, "Regions");
    await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "New type …" });
    await page.keyboard.type("moor"); // letters are tools, where no entry has the focus
    await page.keyboard.press("Enter");
    const values = async (name) => (await api.get("project")).stages.find((one) => one.name === name)?.values;
    const spot = at(15000, 15000);
    await page.mouse.click(spot.left, spot.top); // before the program can have answered
    await until(async () => (await values("regions")).types.some((type) => type.name === "moor"), "the type");
    await until(async () => (await values("regions")).markers.some((one) => one.type === "moor"), "a region of it");
    await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "New type …" });
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Type" }).waitFor();
    await takeTool(page, "Lake");
    const lake = at(13000, 17000);
    await page.mouse.click(lake.left, lake.top);
    await until(async () => (await values("place"))?.lakes.length === 1, "the lake");
    const row = page.locator(".folded-head .cut").first();
    await row.waitFor();
    assert.doesNotMatch(await row.textContent(), /-1000|level/, "no number that stands for words");
  }));

story("no hint lies over what is read", () =>
  onRecipe(lakes, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    const hint = page.getByRole("dialog", { name: "First steps" });
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      for (let k = 0; k < 3; k++) {
        await page.waitForTimeout(200);
        const box = await hint.boundingBox();
        for (const other of [".readings", ".legend", ".top-bar"]) {
          const there = await page.locator(other).first().boundingBox();
          const apart = !there || box.x >= there.x + there.width || there.x >= box.x + box.width || box.y >= there.y + there.height || there.y >= box.y + box.height;
          assert.ok(apart, `hint ${k + 1} beside ${other} at ${width}`);
        }
        if (k < 2) await hint.getByRole("button", { name: "Next" }).click();
      }
      await page.reload();
      await landShown(page);
    }
  }, { firstVisit: true }));

story("the tools' options hide nothing of a frame that is seen whole, and what is read follows the land", () =>
  onRecipe(island, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    const at = await mapScale(page), corner = at(0, 30000), spot = at(16000, 15000);
    const stays = page.getByRole("toolbar", { name: "Drawing tools" }).getByRole("button", { name: "Ground that stays" });
    assert.equal(await stays.getAttribute("aria-disabled"), "true", "nothing changes ground here");
    await takeTool(page, "Lake");
    await page.mouse.click(spot.left, spot.top);
    const shown = page.getByRole("region", { name: "Tool options" });
    await shown.getByRole("textbox", { name: "Area" }).waitFor();
    const options = await shown.boundingBox();
    const over = options.x + options.width - corner.left; // that is known to a pixel or two
    assert.ok(over <= 2, `options lie ${over} pixels over the map`);
    await until(async () => /deep/.test(await page.locator(".readings").textContent()), "the lake's depth under a pointer that stands still", 100);
  }));
