// SPDX-License-Identifier: MIT
/* A user's hand and eyes: where things are on the screen, and moving them. */
import assert from "node:assert/strict";

/* What the page says lies under the pointer: kilometres east and north. */
async function read(page, left, top) {
  for (let i = 0; i < 200; i++) {
    await page.mouse.move(left - 3, top);
    await page.mouse.move(left, top);
    await page.waitForTimeout(100);
    const text = await page.locator(".readings .spot span").first().textContent();
    const found = /(-?[\d.]+) km, (-?[\d.]+) km/.exec(text ?? "");
    if (found) return { x: 1000 * Number(found[1]), y: 1000 * Number(found[2]) };
  }
  throw new Error("the page does not say what is under the pointer");
}

/* From places in metres to places on the screen, in the map: by looking at two of them. */
export async function mapScale(page) {
  const box = await page.locator(".picture").boundingBox();
  const middle = { left: box.x + box.width / 2, top: box.y + box.height / 2 };
  const a = await read(page, middle.left - 100, middle.top - 100);
  const b = await read(page, middle.left + 100, middle.top + 100);
  const perX = 200 / (b.x - a.x), perY = 200 / (b.y - a.y);
  assert.ok(perX > 0 && perY < 0, "the map has north up");
  return (x, y) => ({
    left: middle.left - 100 + (x - a.x) * perX,
    top: middle.top - 100 + (y - a.y) * perY,
  });
}

export async function drag(page, from, to) {
  await page.mouse.move(from.left, from.top);
  await page.mouse.down();
  for (let i = 1; i <= 6; i++) {
    await page.mouse.move(from.left + ((to.left - from.left) * i) / 6, from.top + ((to.top - from.top) * i) / 6);
    await page.waitForTimeout(30);
  }
  await page.mouse.up();
}

export async function middleOf(locator) {
  const box = await locator.boundingBox();
  return { left: box.x + box.width / 2, top: box.y + box.height / 2 };
}

/* The picture shows the land of a result. */
export async function landShown(page) {
  await page.locator(".readings").waitFor();
}

export async function takeTool(page, name) {
  await page.getByRole("toolbar", { name: "Drawing tools" }).getByRole("button", { name, exact: true }).click();
}

export async function openStage(page, name) {
  await page.getByRole("navigation", { name: "Stages of the recipe" })
    .getByRole("button", { name: new RegExp(`^Stage \\d+: ${name}`) }).first().click();
}

export async function enter(page, label, value) {
  const box = page.getByRole("textbox", { name: label, exact: true });
  await box.fill(value);
  await box.press("Enter");
}
