// SPDX-License-Identifier: MIT
/* Water that is there becomes water that was placed: its line or shore goes into the recipe. */
import { api } from "../state/api";
import { complain, editPlanned, stageOf, state } from "../state/store";
import type { Lake, Op, Outline, Reach, Rivers } from "../state/protocol";
import { texts } from "../texts";
import { areaOf, simplified, simplifiedRing, type Point } from "./geometry";
import { addPlaced } from "./placing";
import { lineOf, ringsOf } from "./snap";
import { setPicked } from "./state";
import { pointRows } from "./write";

/* Of the reaches that end in one, the one that the river comes from. */
function mainAbove(rivers: Rivers): Map<number, Reach> {
  const main = new Map<number, Reach>();
  for (const reach of rivers.reaches) {
    const best = main.get(reach.next_down);
    if (reach.next_down && (!best || reach.upland > best.upland || (reach.upland === best.upland && reach.id < best.id)))
      main.set(reach.next_down, reach);
  }
  return main;
}

/* A river from its head to the sea, or to where it joins a greater one. */
function stem(rivers: Rivers, id: number): Reach[] {
  const byId = new Map(rivers.reaches.map((reach) => [reach.id, reach])), above = mainAbove(rivers);
  const start = byId.get(id), out: Reach[] = [];
  if (!start) return out;
  for (let at: Reach | undefined = start; at && out.length < rivers.reaches.length; at = above.get(at.id)) out.unshift(at);
  for (let at = start; at.next_down && above.get(at.next_down) === at && out.length < rivers.reaches.length;) {
    const next = byId.get(at.next_down);
    if (!next) break;
    out.push(next);
    at = next;
  }
  return out;
}

/* One line from head to mouth; through a lake it goes by the lake's deepest place. */
function lineThrough(rivers: Rivers, lakes: readonly Lake[], reaches: readonly Reach[]): Point[] {
  return reaches.flatMap((reach, i) => {
    const points = lineOf(rivers, reach.first_point, reach.point_count), before = reaches[i - 1];
    const lake = before?.lake ? lakes.find((one) => one.id === before.lake) : undefined;
    if (lake) return [{ x: lake.x, y: lake.y }, ...points];
    return before ? points.slice(1) : points;
  });
}

function lakeRow(lake: Lake, outline: Outline, cell: number): object | null {
  const rings = ringsOf(outline).slice(lake.first_ring, lake.first_ring + lake.ring_count);
  const shore = rings.sort((a, b) => Math.abs(areaOf(b)) - Math.abs(areaOf(a)))[0];
  if (!shore || shore.length < 3) return null;
  return {
    ...(lake.name ? { name: lake.name } : {}),
    outline: pointRows(simplifiedRing(shore, 0.5 * cell)),
    level: Math.round(lake.level * 100) / 100,
    ...(lake.depth_max > 0 ? { depth: Math.round(lake.depth_max * 10) / 10 } : {}),
  };
}

/* The river, and the lakes on its way, which it would drain otherwise. */
export async function lockRiver(reach: number): Promise<void> {
  const result = state.result;
  if (!result) return;
  try {
    const [rivers, standing] = await Promise.all([api.rivers(result.id), result.has.lakes ? api.lakes(result.id) : null]);
    const reaches = stem(rivers, reach), free = reaches.filter((r) => !r.locked), lakes = standing?.lakes ?? [];
    if (!free.length) return complain(new Error(texts.tools.lockedAlready));
    const name = reaches.find((r) => r.name)?.name ?? "";
    const line = pointRows(simplified(lineThrough(rivers, lakes, free), 0.5 * result.frame.cell));
    const passed = lakes.filter((lake) => !lake.locked && free.slice(0, -1).some((r) => r.lake === lake.id));
    const rows = passed.flatMap((lake) => lakeRow(lake, standing!.outline, result.frame.cell) ?? []);
    const done = await editPlanned(texts.tools.did.lockRiver, async () => {
      const { id, ops } = await addPlaced("rivers", [name ? { name, line } : { line }]);
      const stage = id.slice(0, id.indexOf("/")), there = countOf(stage, "lakes");
      const more = rows.map((value, i): Op => ({ op: "insert_row", stage, path: "lakes", row: there + i, value }));
      return { id, ops: [...ops, ...more] };
    });
    if (done) setPicked({ thing: done.id, handle: null });
  } catch (why) {
    complain(why);
  }
}

const countOf = (stage: string, list: string) => ((stageOf(stage)?.values[list] as unknown[] | undefined) ?? []).length;

export async function lockLake(lake: number): Promise<void> {
  const result = state.result;
  if (!result) return;
  try {
    const { lakes, outline } = await api.lakes(result.id), found = lakes.find((l) => l.id === lake);
    if (!found) return;
    if (found.locked) return complain(new Error(texts.tools.lockedAlready));
    const row = lakeRow(found, outline, result.frame.cell);
    if (!row) return;
    const what = await editPlanned(texts.tools.did.lockLake, () => addPlaced("lakes", [row]));
    if (what) setPicked({ thing: what.id, handle: null });
  } catch (why) {
    complain(why);
  }
}
