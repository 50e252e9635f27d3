// SPDX-License-Identifier: MIT
/* Ready-made coasts and random regions, turned into markers that a person can drag. */
import { api } from "../state/api";
import { complain, edit, select, state } from "../state/store";
import type { Op } from "../state/protocol";
import { texts } from "../texts";
import { massesOf } from "./fit";
import { placed, ringOf, areaOf, toDegrees } from "./geometry";
import { closeToCurve, coastStage } from "./placing";
import { findStage } from "../state/store";
import { ringsOf } from "./snap";
import { takeTool } from "./state";
import { pointRows } from "./write";

/* Whether the coast comes from a shape or an image, not from markers. */
export function isReadyMade(): boolean {
  const stage = coastStage();
  if (!stage) return false;
  const v = stage.values;
  if (stage.name === "contour") return !(v["outline"] as unknown[]).length && !(v["outlines"] as unknown[]).length && !v["file"];
  return v["shape"] !== "none" || !!v["mask_file"];
}

function frameBox() {
  const { west, north, cols, rows, cell } = state.result!.frame;
  return { left: west, right: west + cols * cell, bottom: north - rows * cell, top: north };
}

async function coastOps(): Promise<Op[]> {
  const stage = coastStage()!, result = state.result!;
  const rings = ringsOf(await api.coast(result.id));
  if (stage.name === "contour") {
    const large = rings.map((ring) => ({ ring, area: Math.abs(areaOf(ring)) })).sort((a, b) => b.area - a.area);
    const kept = large.filter(({ area }) => area > 0.02 * large[0]!.area).slice(0, 6).map(({ ring }) => ({ ring: pointRows(ringOf(ring, 24)) }));
    return kept.length === 1
      ? [{ op: "set", stage: stage.key, path: "outline", value: kept[0]!.ring }]
      : [{ op: "set", stage: stage.key, path: "outlines", value: kept }];
  }
  const old = (stage.values["landmasses"] as unknown[]).length;
  const masses = massesOf(rings, frameBox());
  const ops: Op[] = [{ op: "set", stage: stage.key, path: "landmasses", value: masses }];
  if (!old) ops.push(...closeToCurve(stage.key));
  if (stage.values["shape"] !== "none") ops.push({ op: "set", stage: stage.key, path: "shape", value: "none" });
  if (stage.values["mask_file"]) ops.push({ op: "reset", stage: stage.key, path: "mask_file" });
  return masses.length || old ? ops : [];
}

export async function makeCoastMine(): Promise<void> {
  const stage = coastStage();
  if (!stage || !state.result?.has.coast) return complain(new Error(texts.tools.noOutline));
  try {
    await edit(texts.tools.did.mine, await coastOps());
    select(stage.key);
    takeTool("coast");
  } catch (why) {
    complain(why);
  }
}

/* ---- Regions ---- */

interface Patch {
  value: number;
  count: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
}

/* Cells of one type that hang together, with their middle and their spread, in cells. */
function patches(values: ArrayLike<number>, cols: number, rows: number): Patch[] {
  const seen = new Uint8Array(cols * rows), open: number[] = [], out: Patch[] = [];
  for (let start = 0; start < cols * rows; start++) {
    const value = values[start]!;
    if (!value || value === 255 || seen[start]) continue;
    const p: Patch = { value, count: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
    open.push(start);
    seen[start] = 1;
    for (let c = open.pop(); c !== undefined; c = open.pop()) {
      const x = c % cols, y = (c - x) / cols;
      p.count++, p.x += x, p.y += y, p.xx += x * x, p.yy += y * y, p.xy += x * y;
      for (const n of [x > 0 ? c - 1 : -1, x + 1 < cols ? c + 1 : -1, y > 0 ? c - cols : -1, y + 1 < rows ? c + cols : -1])
        if (n >= 0 && !seen[n] && values[n] === value) seen[n] = 1, open.push(n);
    }
    out.push(p);
  }
  return out;
}

/* The ellipse with the patch's area and spread. */
function markerFor(p: Patch, cell: number, west: number, north: number, type: string) {
  const mx = p.x / p.count, my = p.y / p.count;
  const xx = p.xx / p.count - mx * mx, yy = p.yy / p.count - my * my, xy = -(p.xy / p.count - mx * my);
  const turn = 0.5 * Math.atan2(2 * xy, xx - yy), root = Math.hypot(xx - yy, 2 * xy);
  const stretch = Math.sqrt(Math.max(xx + yy + root, 1e-6) / Math.max(xx + yy - root, 1e-6));
  return {
    type, ...placed({ x: west + (mx + 0.5) * cell, y: north - (my + 0.5) * cell }),
    range: Math.round(cell * Math.sqrt(p.count / Math.PI)),
    stretch: Math.round(Math.min(stretch, 4) * 100) / 100, direction: Math.round(toDegrees(turn)),
  };
}

export const hasRandomRegions = () =>
  ((findStage("regions")?.values["random"] as { count: number }[] | undefined) ?? []).some((row) => row.count > 0);

export async function makeRegionsMine(): Promise<void> {
  const stage = findStage("regions"), result = state.result;
  if (!stage || !result?.layers["region"]) return complain(new Error(texts.tools.noRegions));
  try {
    const step = Math.max(Math.round(Math.max(result.frame.cols, result.frame.rows) / 256), 1);
    const got = await api.layer(result.id, "region", { step });
    const cell = result.frame.cell * step, named = new Map(result.regions.map((r) => [r.value, r.name]));
    const least = 0.0006 * got.cols * got.rows;
    const markers = patches(got.values, got.cols, got.rows)
      .filter((p) => p.count > least && named.has(p.value)).sort((a, b) => b.count - a.count).slice(0, 40)
      .map((p) => markerFor(p, cell, result.frame.west, result.frame.north, named.get(p.value)!));
    await edit(texts.tools.did.mine, [
      { op: "set", stage: stage.key, path: "markers", value: markers },
      { op: "reset", stage: stage.key, path: "random" },
    ]);
    select(stage.key);
    takeTool("regions");
  } catch (why) {
    complain(why);
  }
}
