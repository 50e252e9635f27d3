// SPDX-License-Identifier: MIT
/* maplibre.mjs ROOM EXPORT PICTURE: MapLibre shows an export for the web by its own page: heights, rivers and lakes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, serve, withPage } from "./page.mjs";

const [room, name, picture] = process.argv.slice(2);
const told = JSON.parse(readFileSync(join(room, name, "export.json")));
const packages = ["maplibre-gl", "pmtiles"].map((p) => join(room, "node_modules", p, "dist"));
const { server, asked, address } = await serve([join(room, name), ...packages]);

/* The same place in many zooms: all that a tile answers for it. */
await withPage(room, address + "index.html", async (page) => {
  await page.waitForFunction("document.body.dataset.ready === 'yes'");
  const idle = () => page.evaluate("new Promise((done) => map.loaded() && !map.isMoving() ? done() : map.once('idle', done))");
  await idle();
  const seen = await page.evaluate(() => ({
    rivers: map.queryRenderedFeatures({ layers: ["rivers"] }).length,
    lakes: map.queryRenderedFeatures({ layers: ["lakes"] }).length,
    named: new Set(map.querySourceFeatures("water", { sourceLayer: "rivers" }).map((f) => f.properties.name)).size,
    discharge: Math.max(...map.querySourceFeatures("water", { sourceLayer: "rivers" }).map((f) => f.properties.dis_av_cms)),
    bounds: map.getStyle().sources.terrain.bounds ?? map.getSource("terrain").bounds,
  }));
  expect(seen.rivers > 20 && seen.lakes > 0, `${seen.rivers} rivers and ${seen.lakes} lakes are drawn`);
  expect(seen.named > 5 && seen.discharge > 0, `${seen.named} names, discharge ${seen.discharge}`);
  await page.screenshot({ path: picture });
  // the highest ground: MapLibre reads metres out of the tiles
  await page.evaluate(() => {
    const style = map.getStyle();
    map.jumpTo({ center: style.center, zoom: style.sources.terrain.maxzoom ?? map.getSource("terrain").maxzoom });
  });
  await idle();
  const heights = await page.evaluate(() => {
    const found = [], b = map.getBounds();
    for (let i = 0; i < 60; i++)
      for (let k = 0; k < 60; k++) {
        const lng = b.getWest() + (b.getEast() - b.getWest()) * (i + 0.5) / 60;
        const lat = b.getSouth() + (b.getNorth() - b.getSouth()) * (k + 0.5) / 60;
        found.push(map.queryTerrainElevation([lng, lat]));
      }
    return found;
  });
  // queryTerrainElevation is from the ground at the map's middle; what lies between is what the land spans
  const known = heights.filter((h) => h !== null);
  const span = Math.max(...known) - Math.min(...known);
  expect(known.length > 1000 && span > 100 && span <= told.range.high - told.range.low + 1, `${known.length} heights over ${span} m`);
  const ranges = asked.filter((a) => a.name.endsWith(".pmtiles") && a.range).length;
  if (name === "pmtiles") expect(ranges > 4, `${ranges} requests for ranges`);
  console.log(`saw: MapLibre, ${seen.rivers} pieces of rivers and ${seen.lakes} of lakes drawn, heights over ${span.toFixed(0)} m, `
    + `${asked.length} requests${ranges ? `, ${ranges} of them for ranges of .pmtiles` : ""}`);
});
server.close();
