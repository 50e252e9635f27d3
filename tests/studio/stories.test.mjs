// SPDX-License-Identifier: MIT
/* The studio as a person uses it: in Chromium, with the mouse and the keyboard. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, crc32 as zlibCrc } from "node:zlib";
import { drag, enter, landShown, mapScale, middleOf, openStage, takeTool } from "./hand.mjs";
import { inStudio, island, lakes, onRecipe, story } from "./story.mjs";
import { requests, settled, startProgram, until } from "./studio.mjs";

async function heightAt(api, result, x, y) {
  return (await api.get(`results/${result.id}/at?x=${x}&y=${y}`)).values.height;
}

story("a coast is made one's own, and a marker of it dragged out to sea", () =>
  onRecipe(island, async ({ page, api }) => {
    const before = await settled(api);
    await landShown(page);
    const at = await mapScale(page);
    await takeTool(page, "Coast");
    await page.getByRole("button", { name: "Make it mine" }).click();
    const markers = page.getByRole("button", { name: /^Coast.*point \d+ of \d+$/ });
    await markers.first().waitFor();
    await settled(api);
    const stage = (await api.get("project")).stages.find((one) => one.name === "coast");
    assert.equal(stage.values.shape, "none");
    const points = stage.values.landmasses[0].markers;
    assert.ok(points.length >= 6, `${points.length} markers`);
    const west = points.reduce((a, b) => (b.x < a.x ? b : a));
    const sea = { x: west.x - 2500, y: west.y };
    assert.ok((await heightAt(api, before, sea.x, sea.y)) < 0, "the sea is there before");
    await drag(page, at(west.x, west.y), at(west.x - 3500, west.y));
    const after = await until(async () => {
      const now = await settled(api);
      return (await heightAt(api, now, sea.x + 800, sea.y)) > 0 ? now : null;
    }, "land where the marker was dragged", 100);
    const project = await api.get("project");
    assert.match(project.undo, /moved a point/);
    const options = page.getByRole("region", { name: "Tool options" });
    for (const name of ["X", "Y"]) {
      assert.equal(await options.locator(".tool-row").filter({ hasText: new RegExp(`^${name}`) }).locator(".tool-unit").textContent(), "km");
      assert.match(await options.getByRole("textbox", { name, exact: true }).inputValue(), /^-?\d+(\.\d{1,3})?$/, name);
    }
    const done = await options.getByRole("button", { name: "Done" }).boundingBox(), room = await options.boundingBox();
    assert.ok(done.x + done.width <= room.x + room.width, "the buttons have room");
    await options.getByRole("button", { name: "Delete coast", exact: true }).waitFor();
    assert.ok(after.revision > before.revision);
  }));

story("a mountain is dragged to another place", () =>
  onRecipe(island, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    const at = await mapScale(page);
    await takeTool(page, "Regions");
    await page.getByRole("button", { name: "Make it mine" }).click();
    await page.getByRole("button", { name: /^Region: / }).first().waitFor();
    const first = await settled(api);
    const marker = (await api.get("project")).stages.find((one) => one.name === "regions").values.markers[0];
    await drag(page, at(marker.x, marker.y), at(15000, 15000));
    const moved = await until(async () => {
      const now = (await api.get("project")).stages.find((one) => one.name === "regions").values.markers[0];
      return Math.hypot(now.x - 15000, now.y - 15000) < 1000 ? now : null;
    }, "the region in the middle");
    assert.equal(moved.type, marker.type);
    const after = await settled(api);
    assert.ok(after.id > first.id);
  }));

story("a river is sketched and found in the graph", () =>
  onRecipe(island, async ({ page, api }) => {
    const before = await settled(api);
    await landShown(page);
    const at = await mapScale(page);
    // From high ground to the nearest sea in the west.
    const y = 15000;
    let x = 15000;
    while ((await heightAt(api, before, x, y)) > 0) x -= 500;
    await takeTool(page, "River");
    for (const px of [15000, (15000 + x) / 2, x - 400]) {
      const to = at(px, y);
      await page.mouse.click(to.left, to.top);
      await page.waitForTimeout(400); // two clicks in a row would end the line
    }
    await until(async () => (await api.get("project")).stages.some((one) => one.name === "place" && one.values.rivers.length), "the river in the recipe");
    const after = await settled(api);
    const reaches = await api.items(`results/${after.id}/rivers`);
    assert.ok(reaches.some((reach) => reach.locked && reach.length > 0), "a locked reach");
    const options = page.getByRole("region", { name: "Tool options" });
    assert.equal(await options.getByRole("textbox", { name: "Discharge" }).getAttribute("placeholder"), "automatic");
    assert.equal(await options.getByRole("textbox", { name: "Discharge" }).inputValue(), "");
    await page.getByRole("textbox", { name: "Name" }).first().fill("Alva");
    await page.getByRole("textbox", { name: "Name" }).first().press("Enter");
    await until(async () => (await api.items(`results/${(await settled(api)).id}/rivers`)).some((reach) => reach.name === "Alva"), "its name");
    // The panel goes on to the list of what is placed next.
    await takeTool(page, "Lake");
    const spot = at(15000, 18000);
    await page.mouse.click(spot.left, spot.top);
    const panel = await page.locator(".panel .controls").boundingBox(), list = page.locator('.panel [data-param="lakes"]');
    await until(async () => {
      const box = await list.boundingBox();
      return box && box.y >= panel.y - 1 && box.y + 60 < panel.y + panel.height && (await list.locator(".folded-row, tr").count());
    }, "the list of lakes in view", 100);
  }));

story("a river ended with a double-click is one river, and things placed in quick succession share a stage", () =>
  onRecipe(island, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    const at = await mapScale(page), to = (x, y) => [at(x, y).left, at(x, y).top];
    await page.route("**/api/{edit,places**}", async (route) => { // a program that takes its time
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await takeTool(page, "River");
    await page.mouse.click(...to(15000, 15000));
    await page.mouse.click(...to(16500, 13500));
    await page.mouse.dblclick(...to(2000, 1500));
    await takeTool(page, "Lake");
    await page.mouse.dblclick(...to(12000, 17000));
    await takeTool(page, "No lake here");
    await page.mouse.click(...to(18000, 17000));
    const count = (project) => project.stages.filter((stage) => stage.name === "place")
      .flatMap((stage) => ["rivers", "lakes", "no_lakes"].map((list) => stage.values[list].length));
    await until(async () => (await api.get("project")).revision >= 3, "three edits");
    await page.waitForTimeout(2500); // what was added twice would have come by now
    assert.deepEqual(count(await api.get("project")), [1, 1, 1], "one stage with one of each");
  }));

story("the program is told when a first picture is on the screen", () =>
  inStudio(["basins-island"], async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    const told = page.waitForRequest(/results\/\d+\/drawn$/);
    const channels = (await api.get("project")).stages.find((one) => one.name === "channels");
    await api.post("edit", { label: "width", ops: [{ op: "set", stage: channels.key, path: "width", value: 1.5 }] });
    const id = Number(/results\/(\d+)/.exec((await told).url())[1]);
    assert.equal((await (await told).response()).status(), 200);
    assert.equal((await api.get(`results/${id}`)).coarse, true);
  }, { size: 512 }));

story("the climate is dried until a lake closes, and all of it is undone", () =>
  onRecipe(lakes, async ({ page, api }) => {
    const before = await settled(api);
    const recipe = await api.get("project");
    const open = (await api.items(`results/${before.id}/lakes`)).filter((lake) => !lake.closed).length;
    assert.ok(open > 0);
    await landShown(page);
    await openStage(page, "lakes");
    await enter(page, "runoff", "20 mm/y");
    await enter(page, "evaporation", "1.8 m/y");
    const dry = await until(async () => {
      const now = await settled(api);
      return (await api.items(`results/${now.id}/lakes`)).some((lake) => lake.closed) ? now : null;
    }, "a closed lake", 60);
    assert.ok(dry.endorheic.share > 0);
    await page.locator(".picture").click({ position: { x: 5, y: 300 } });
    for (let i = 0; i < 20 && (await api.get("project")).undo !== null; i++) {
      await page.keyboard.press("Control+z");
      await page.waitForTimeout(200);
    }
    await until(async () => (await api.get("project")).undo === null, "nothing left to undo");
    const again = await api.get("project");
    assert.deepEqual(again.stages.map((one) => one.values), recipe.stages.map((one) => one.values));
    const after = await settled(api);
    assert.equal((await api.items(`results/${after.id}/lakes`)).filter((lake) => !lake.closed).length, open);
    await page.keyboard.press("Control+Shift+z");
    await until(async () => (await api.get("project")).undo !== null, "redo");
  }));

const crc = zlibCrc ?? ((bytes) => {
  let c = ~0;
  for (const byte of bytes) for (let k = 0, v = (c ^ byte) & 255; k < 8; k++) {
    v = v & 1 ? (v >>> 1) ^ 0xedb88320 : v >>> 1;
    if (k === 7) c = v ^ (c >>> 8);
  }
  return ~c >>> 0;
});

/* A painted hill with a bowl in it, 16 bit. */
function png(size) {
  const rows = Buffer.alloc(size * (1 + 2 * size));
  for (let j = 0; j < size; j++)
    for (let i = 0; i < size; i++) {
      const r = Math.hypot(i - size / 2, j - size / 2) / size, bowl = Math.hypot(i - 0.4 * size, j - 0.6 * size) / size;
      const height = 40000 * Math.exp(-12 * r * r) - 9000 * Math.exp(-300 * bowl * bowl) + 500 * Math.sin(i / 3) * Math.sin(j / 4) + 2000;
      rows.writeUInt16BE(Math.max(0, Math.min(65535, Math.round(height))), j * (1 + 2 * size) + 1 + 2 * i);
    }
  const chunk = (type, data) => {
    const whole = Buffer.concat([Buffer.from(type), data]), size = Buffer.alloc(4), sum = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(whole) >>> 0);
    return Buffer.concat([size, whole, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head[8] = 16;
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

async function dropFile(page, name, bytes) {
  const data = await page.evaluateHandle(([name, bytes]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], name));
    return transfer;
  }, [name, [...bytes]]);
  for (const type of ["dragenter", "dragover", "drop"]) await page.dispatchEvent("body", type, { dataTransfer: data });
}

story("a file that cannot be read is dropped: one line says so, and one stays where one was", () =>
  onRecipe(lakes, async ({ page, api, work }) => {
    const land = await settled(api), before = await api.get("project"), folders = readdirSync(work);
    await landShown(page);
    const files = { "cut.png": png(200).subarray(0, 700), "words.tif": Buffer.from("II*\0 no map"), "torn.yaml": Buffer.from("stages: [") };
    for (const [name, bytes] of Object.entries(files)) {
      await dropFile(page, name, bytes);
      const line = page.locator(".message.bad");
      await line.filter(name.endsWith("yaml") ? {} : { hasText: name }).waitFor({ timeout: 20000 });
      assert.ok(!(await line.textContent()).includes(work), "by its name alone");
      const now = await api.get("project");
      assert.deepEqual([now.folder, now.revision, now.result], [before.folder, before.revision, land.id], name);
      assert.deepEqual(readdirSync(work), folders, "no project was made");
      await line.getByRole("button").click();
    }
    assert.equal(await page.locator(".until.bad").count(), 0);
    await page.getByRole("button", { name: before.name }).waitFor();
  }, { quiet: true }));

story("a height map is dropped on the page and has water at once", () =>
  onRecipe(lakes, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    await dropFile(page, "painted.png", png(200));
    await until(async () => (await api.get("project")).stages[0]?.name === "import", "the map in the recipe");
    const result = await settled(api);
    assert.ok(result.has.rivers > 0, "rivers on it");
  }));

story("the land is built, and its files are right", () =>
  onRecipe(lakes, async ({ page, api, folder, program }) => {
    await settled(api);
    await page.getByRole("button", { name: "Build", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Build and take away" });
    await dialog.waitFor();
    await dialog.getByRole("textbox", { name: /name/i }).fill("final");
    await dialog.getByRole("button", { name: "Build", exact: true }).click();
    const built = join(folder, "builds", "final");
    await until(() => existsSync(join(built, "landscape.json")), "the folder");
    for (const file of ["recipe.yaml", "height.tif", "water.gpkg", "map.png", "terrain.glb"])
      assert.ok(existsSync(join(built, file)), file);
    const interfluve = process.env.INTERFLUVE ?? program.child.spawnfile;
    execFileSync(interfluve, ["check", built]);
    // The saved recipe makes the same bytes without the studio.
    const alone = join(folder, "..", "alone");
    execFileSync(interfluve, ["make", join(folder, "recipe.yaml"), "-o", alone], { stdio: "pipe" });
    for (const file of ["height.tif", "water.tif", "cover.tif"])
      assert.ok(readFileSync(join(alone, file)).equals(readFileSync(join(built, file))), `${file} has the same bytes`);
    // Another build gets a name of its own.
    await dialog.getByRole("button", { name: "Build another" }).waitFor();
    assert.equal(await dialog.getByRole("textbox", { name: /name/i }).inputValue(), "final-2");
  }));

story("the land is taken away for an engine, at the size that it takes", () =>
  onRecipe(lakes, async ({ page, api, folder }) => {
    await settled(api);
    await page.getByRole("button", { name: "Build", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Build and take away" });
    await dialog.getByRole("combobox", { name: "For" }).selectOption({ label: "Unreal Engine" });
    await dialog.getByRole("spinbutton", { name: "Vertices" }).fill("140");
    await dialog.getByText("127 × 127, the nearest that Unreal Engine takes").waitFor();
    await dialog.getByRole("spinbutton", { name: "Vertices" }).fill("1");
    await dialog.getByText("2 to 8193 vertices").waitFor();
    assert.ok(await dialog.getByRole("button", { name: "Build", exact: true }).isDisabled(), "nothing wrong is begun");
    await dialog.getByRole("spinbutton", { name: "Vertices" }).fill("127");
    await dialog.getByRole("combobox", { name: "Heights as" }).selectOption("r16");
    await dialog.locator("summary").click();
    await dialog.getByRole("checkbox", { name: "wetness", exact: true }).uncheck();
    await dialog.getByRole("button", { name: "Build", exact: true }).click();
    await dialog.getByText("Overall Resolution").waitFor(); // what to type into Unreal's dialog
    const built = join(folder, "builds", "unreal");
    assert.ok((await dialog.locator(".path").textContent()).endsWith("builds/unreal"), "the page says where");
    const told = JSON.parse(readFileSync(join(built, "export.json"), "utf8"));
    assert.deepEqual([told.lattice.cols, told.lattice.rows], [127, 127]);
    assert.equal(readFileSync(join(built, "height.r16")).length, 2 * 127 * 127);
    assert.ok(existsSync(join(built, "slope.png")) && !existsSync(join(built, "wetness.png")), "the maps that were chosen");
    // One that is stopped leaves nothing.
    await dialog.getByRole("spinbutton", { name: "Vertices" }).fill("8129");
    await dialog.getByRole("button", { name: "Build another" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByText("nothing was left half written").waitFor();
    assert.deepEqual(readdirSync(join(folder, "builds")), ["unreal"]);
  }));

story("a reload in mid-run and a restart of the program lose nothing", () =>
  onRecipe(island, async ({ page, api, folder, program }) => {
    await settled(api);
    const { revision } = await api.get("project");
    await api.post("edit", { label: "another seed", ops: [{ op: "seed", value: 77 }] });
    await page.reload();
    await landShown(page);
    await settled(api);
    assert.equal((await api.get("project")).seed, 77);
    assert.ok((await api.get("project")).revision > revision);
    await program.stop("SIGKILL");
    const again = await startProgram([folder], folder);
    try {
      const project = await requests(again.address).get("project");
      assert.equal(project.seed, 77);
      assert.match(project.undo ?? "", /another seed/);
      await page.goto(again.address);
      await landShown(page);
    } finally {
      await again.stop();
    }
  }, { quiet: true }));

story("a wrong token sees nothing", () =>
  onRecipe(lakes, async ({ context, program, troubles }) => {
    const page = await context.newPage();
    const address = new URL(program.address);
    address.searchParams.set("token", "0123456789abcdef0123456789abcdef");
    await page.goto(address.href);
    await page.getByRole("alert").getByText("This page has no key").waitFor();
    await page.close();
    troubles.length = 0; // the browser notes the refusal
  }));

story("two tabs show the same project", () =>
  onRecipe(lakes, async ({ page, context, program, api }) => {
    await settled(api);
    await landShown(page);
    const other = await context.newPage();
    await other.goto(program.address);
    await landShown(other);
    for (const tab of [page, other]) await openStage(tab, "lakes");
    await enter(page, "runoff", "123 mm/y");
    const shown = other.getByRole("textbox", { name: "runoff", exact: true });
    await until(async () => (await shown.inputValue()).includes("123"), "the value in the other tab");
    await other.close();
    await settled(api);
  }));
