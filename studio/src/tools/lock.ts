// SPDX-License-Identifier: MIT
/* Water that is there becomes water that was placed: its line or shore goes into the recipe. */
import { api } from "../state/api";
import { complain, edit, state } from "../state/store";
import type { Reach, Rivers } from "../state/protocol";
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

/* Lines between lakes: a river ends at one shore and begins at the other. */
function linesOf(rivers: Rivers, reaches: readonly Reach[]): Point[][] {
  const out: Point[][] = [];
  let line: Point[] = [];
  for (const reach of reaches) {
    const points = lineOf(rivers, reach.first_point, reach.point_count);
    line.push(...(line.length ? points.slice(1) : points));
    if (!reach.lake) continue;
    out.push(line);
    line = [];
  }
  return [...out, line].filter((l) => l.length >= 2);
}

export async function lockRiver(reach: number): Promise<void> {
  const result = state.result;
  if (!result) return;
  try {
    const rivers = await api.rivers(result.id), reaches = stem(rivers, reach);
    const name = reaches.find((r) => r.name)?.name ?? "";
    const free = reaches.filter((r) => !r.locked);
    if (!free.length) return complain(new Error(texts.tools.lockedAlready));
    const rows = linesOf(rivers, free).map((line) => ({
      ...(name ? { name } : {}), line: pointRows(simplified(line, 0.5 * result.frame.cell)),
    }));
    const what = await addPlaced("rivers", rows);
    await edit(texts.tools.did.lockRiver, what.ops);
    setPicked({ thing: what.id, handle: null });
  } catch (why) {
    complain(why);
  }
}

export async function lockLake(lake: number): Promise<void> {
  const result = state.result;
  if (!result) return;
  try {
    const { lakes, outline } = await api.lakes(result.id), found = lakes.find((l) => l.id === lake);
    if (!found) return;
    if (found.locked) return complain(new Error(texts.tools.lockedAlready));
    const rings = ringsOf(outline).slice(found.first_ring, found.first_ring + found.ring_count);
    const shore = rings.sort((a, b) => Math.abs(areaOf(b)) - Math.abs(areaOf(a)))[0];
    if (!shore) return;
    const row = {
      ...(found.name ? { name: found.name } : {}),
      outline: pointRows(simplifiedRing(shore, 0.5 * result.frame.cell)),
      level: Math.round(found.level * 100) / 100 || 0.01,
      ...(found.depth_max > 0 ? { depth: Math.round(found.depth_max * 10) / 10 } : {}),
    };
    const what = await addPlaced("lakes", [row]);
    await edit(texts.tools.did.lockLake, what.ops);
    setPicked({ thing: what.id, handle: null });
  } catch (why) {
    complain(why);
  }
}
