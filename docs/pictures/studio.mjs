// SPDX-License-Identifier: MIT
/* Pictures of the studio for the documentation: node docs/pictures/studio.mjs, with the page built. */
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { settled, until, withStudio } from "../../tests/studio/studio.mjs";
import { drag, mapScale, openStage, takeTool } from "../../tests/studio/hand.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const window_ = { context: { viewport: { width: 1360, height: 850 }, deviceScaleFactor: 1 }, quiet: true };
/* Without what belongs to the machine that made the picture: times and folders. */
const shoot = async (page, name) => {
  await page.mouse.move(700, 20);
  await page.waitForTimeout(2500);
  await page.evaluate(() => {
    for (const one of document.querySelectorAll(".card-time, .strip-end strong, .strip-end strong + .quiet")) one.style.visibility = "hidden";
    for (const one of document.querySelectorAll(".path")) one.textContent = one.textContent.replace(/^.*(?=builds)/, "island/");
  });
  await page.screenshot({ path: join(here, name) });
};

/* A river and a lake drawn on an island whose coast is made one's own. */
async function drawn({ page, api }) {
  await settled(api);
  const at = await mapScale(page);
  await takeTool(page, "Coast");
  await page.getByRole("button", { name: "Make it mine" }).click();
  const coast = await until(async () => (await api.get("project")).stages[0].values.landmasses[0]?.markers, "markers");
  await settled(api);
  const west = coast.reduce((a, b) => (b.x < a.x ? b : a));
  await drag(page, at(west.x, west.y), at(west.x - 4000, west.y - 1000));
  await settled(api);
  await shoot(page, "studio-coast.png");
}

async function threeDimensions({ page, api }) {
  await settled(api);
  await page.getByRole("radio", { name: "3-D" }).click();
  await page.waitForTimeout(4000);
  await shoot(page, "studio-3d.png");
}

async function asked({ page, api }) {
  const result = await settled(api);
  const at = await mapScale(page);
  const lakes = await api.items(`results/${result.id}/lakes`);
  const lake = lakes.reduce((a, b) => (b.area > a.area ? b : a));
  await openStage(page, "lakes");
  const to = at(lake.x, lake.y);
  await page.mouse.click(to.left, to.top);
  await shoot(page, "studio.png");
}

/* Taken away for an engine: the size that it takes, said before. */
async function built({ page, api }) {
  await settled(api);
  await page.getByRole("button", { name: "Build", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "For" }).selectOption({ label: "Unreal Engine" });
  await page.waitForTimeout(1500);
  await dialog.getByRole("button", { name: "Build", exact: true }).click();
  await dialog.getByText("Overall Resolution").waitFor();
  await shoot(page, "studio-build.png");
}

const only = process.argv[2];
for (const [name, preset, run] of [["asked", "demo", asked], ["three", "demo", threeDimensions], ["drawn", "basins-island", drawn], ["built", "basins-small", built]])
  if (!only || only === name) await withStudio([preset], run, window_);
