// SPDX-License-Identifier: MIT
/* When things go wrong: a rule of water that is broken, a laptop that is closed, a browser that is killed. */
import assert from "node:assert/strict";
import { landShown, mapScale, middleOf } from "./hand.mjs";
import { lakes, onRecipe, story } from "./story.mjs";
import { requests, settled, startLine, startMortalBrowser, until } from "./studio.mjs";

/* No recipe breaks a rule, so the page is told of one: the first verdict of each `check`, at this place. */
const place = { x: 14000, y: 6000 };
const breakRule = (place) => {
  const real = window.fetch;
  window.fetch = async (...words) => {
    const answer = await real(...words);
    if (!String(words[0]).endsWith("/events")) return answer;
    let rest = "";
    const lie = new TransformStream({
      transform(text, out) {
        const parts = (rest + text).split("\n\n");
        rest = parts.pop();
        for (const part of parts) {
          const found = /^event: check\ndata: (.*)$/.exec(part), check = found && JSON.parse(found[1]);
          if (check) Object.assign(check.rules[0], { applies: true, holds: false, broken: 1, text: "a river rises", ...place });
          out.enqueue(`${check ? `event: check\ndata: ${JSON.stringify(check)}` : part}\n\n`);
        }
      },
    });
    const body = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(lie).pipeThrough(new TextEncoderStream());
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
};

story("a broken rule is marked, and a click on it flies there", () =>
  onRecipe(lakes, async ({ page, api }) => {
    await page.addInitScript(breakRule, place);
    await page.reload();
    await settled(api);
    await landShown(page);
    const at = await mapScale(page), middle = at(10000, 10000); // of the frame, which is seen whole: beside the tools
    const mark = page.getByRole("button", { name: "1 rule broken" });
    await mark.click();
    const line = page.locator(".rules .rule.bad");
    assert.match(await line.textContent(), /a river rises/);
    await line.getByRole("button", { name: "Show the place" }).click();
    await until(async () => {
      const dot = page.locator(".mark-dot");
      if (!(await dot.count())) return false;
      const seen = await middleOf(dot);
      return Math.hypot(seen.left - middle.left, seen.top - middle.top) < 12;
    }, "the place where the middle of the frame was, with a mark on it");
    await api.post("edit", { label: "another seed", ops: [{ op: "seed", value: 9 }] });
    await settled(api);
    await until(async () => (await page.locator(".mark-dot").count()) === 0, "no mark on land that it was not found on");
  }));

/* The greatest difference of any colour from that in the upper left corner, in a part of the window. */
const unevenness = async (page, clip) => {
  const png = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0)), picture = await createImageBitmap(new Blob([bytes]));
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, picture.width, picture.height);
    return data.reduce((most, value, i) => Math.max(most, Math.abs(value - data[i % 4])), 0);
  }, png);
};

story("rivers that fade where they begin draw nothing beside the land", () =>
  onRecipe(lakes.replace("area: 1 km2", "area: 0.05 km2"), async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    const at = await mapScale(page), head = at(0, 20000), foot = at(20000, 0), picture = await page.locator(".picture").boundingBox();
    const tools = await page.getByRole("toolbar", { name: "Drawing tools" }).boundingBox();
    await page.mouse.move(5, 5);
    const from = tools.x + tools.width + 40; // beside shadows
    const high = { y: head.top + 80, height: 0.5 * (foot.top - head.top) };
    const west = { x: from, width: head.left - 8 - from, ...high };
    const east = { x: foot.left + 8, width: picture.x + picture.width - foot.left - 16, ...high };
    assert.ok(west.width > 200 && east.width > 20, "there is room beside the map");
    for (let i = 0; i < 3; i++) {
      await page.waitForTimeout(700);
      for (const clip of [west, east]) assert.ok((await unevenness(page, clip)) <= 3, "one colour beside the map");
    }
  }, { size: 96, context: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 } }));

story("a stage's menu comes by a right click and says what cannot be", () =>
  onRecipe(lakes, async ({ page, api }) => {
    await settled(api);
    await landShown(page);
    const card = page.getByRole("button", { name: /^Stage 1: noise/ });
    await card.click({ button: "right" });
    const menu = page.getByRole("menu").filter({ has: page.getByRole("menuitem", { name: /Switch off/ }) });
    assert.equal(await menu.getByRole("menuitem", { name: /left|before/i }).first().getAttribute("aria-disabled"), "true");
    await menu.getByRole("menuitem", { name: /Switch off/ }).click();
    await until(async () => (await api.get("project")).stages[0].off, "the stage is off");
    assert.match((await api.get("project")).stages[1].problem, /height/, "and the next one says what it lacks");
  }));

const seedShown = (page, seed) => until(async () => (await page.locator(".frame-card, .strip").first().textContent()).includes(`seed ${seed}`), `seed ${seed}`);

async function onMortal(run) {
  const { browser, signal, end } = await startMortalBrowser();
  try {
    await onRecipe(lakes, (all) => run({ ...all, signal }), { browser, quiet: true });
  } finally {
    await end();
  }
}

story("a browser that stands still, as on a closed laptop, and whose line breaks meanwhile, misses nothing", () =>
  onMortal(async ({ page, api, program, signal }) => {
    const line = await startLine(program.address);
    try {
      await page.goto(line.address);
      await settled(api);
      await landShown(page);
      signal("SIGSTOP");
      assert.ok(line.cut() > 0, "what it listened to is broken");
      for (let seed = 100; seed < 104; seed++) await api.post("edit", { label: "elsewhere", ops: [{ op: "seed", value: seed }] });
      const land = await settled(api);
      signal("SIGCONT");
      await seedShown(page, 103);
      await until(async () => !(await page.locator(".lost, .message.lost").count()), "the connection");
      const seen = () => page.evaluate(() => performance.getEntriesByName("interfluve-seen").at(-1)?.detail);
      await until(async () => (await seen()) === land.id, "the land that was made meanwhile");
      // And it works on: what is changed in it arrives, and what is changed elsewhere is told.
      await page.keyboard.press("Control+z");
      await seedShown(page, 102);
      assert.ok((await settled(api)).id > land.id);
      await api.post("edit", { label: "elsewhere", ops: [{ op: "seed", value: 200 }] });
      await seedShown(page, 200);
    } finally {
      line.close();
    }
  }));

story("a browser that is killed takes nothing along", () =>
  onMortal(async ({ page, api, program, signal }) => {
    await settled(api);
    await landShown(page);
    await page.evaluate(() => {
      const headers = { "X-Interfluve-Token": sessionStorage.getItem("interfluve-token") };
      void fetch("/api/edit", { method: "POST", headers, body: JSON.stringify({ label: "last", ops: [{ op: "seed", value: 77 }] }) });
    });
    await until(async () => (await api.get("project")).seed === 77, "the change");
    signal("SIGKILL");
    const land = await settled(api);
    assert.equal((await requests(program.address).get("project")).undo, "last");
    assert.ok(land.has.rivers > 0);
  }));
