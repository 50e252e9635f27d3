// SPDX-License-Identifier: MIT
/* Adding things: what a click, a line of clicks or a stroke becomes in the recipe. */
import { complain, editPlanned, select, stageOf, state } from "../state/store";
import { seek } from "../state/page";
import type { Op } from "../state/protocol";
import type { Scene } from "../scene/scene";
import { texts } from "../texts";
import { fitCurve } from "./fit";
import { angleOf, areaOf, distance, lengthOf, placed, rounded, simplified, simplifiedRing, type Marker, type Point } from "./geometry";
import { addPlaced, closeToCurve, coastFor, regionsFor } from "./placing";
import { setPicked, setSketch, type Tool } from "./state";
import { pointRows } from "./write";

const words = texts.tools;

export function longerSide(): number {
  const frame = state.result?.frame;
  return frame ? frame.cell * Math.max(frame.cols, frame.rows) : 1000;
}

export const cellSize = () => state.result?.frame.cell ?? 1;

/* Metres of ground that a pixel shows in the middle of the picture. */
export function pixel(scene: Scene): number {
  return scene.camera().span / Math.max(scene.element.clientHeight, 1);
}

type Planned = { id: string; ops: Op[] };

/* What is added is no sketch any more: another press begins another. */
async function add(label: string, plan: () => Planned | Promise<Planned>): Promise<void> {
  setSketch(null);
  const what = await editPlanned(label, plan);
  if (!what) return;
  select(what.id.slice(0, what.id.indexOf("/"))); // its stage: handles and controls of another would be in the way
  setPicked({ thing: what.id, handle: null });
  const [stage, list] = what.id.split(/[/[]/);
  queueMicrotask(() => seek({ stage: stage!, param: list!, idly: true })); // its list, in a panel that is there by then
}

/* ---- One click ---- */

/* Ground around a place, so that a peak is one from the start. */
function summit(scene: Scene, at: Point): number {
  const around = 0.02 * longerSide();
  let high = scene.heightAt(at.x, at.y);
  for (let turn = 0; turn < 12; turn++) {
    const a = (turn * Math.PI) / 6;
    high = Math.max(high, scene.heightAt(at.x + around * Math.cos(a), at.y + around * Math.sin(a)) || 0);
  }
  return Number.isFinite(high) ? Math.max(Math.ceil((high * 1.05) / 10) * 10, 10) : 500;
}

function ground(scene: Scene, at: Point): number {
  const height = scene.heightAt(at.x, at.y);
  return Number.isFinite(height) ? Math.max(Math.round(height), 1) : 100;
}

let lastRegion = "mountain";
export const regionInHand = () => lastRegion;
export const useRegion = (type: string) => (lastRegion = type);

/* Types of regions that there are: those of the result, and new ones that it has not seen yet. */
export function regionTypes(): string[] {
  const stage = state.project?.stages.find((s) => s.name === "regions");
  const own = ((stage?.values["types"] as { name?: string }[] | undefined) ?? []).map((row) => row.name ?? "");
  const seen = (state.result?.regions ?? []).map((region) => region.name);
  return [...new Set(["flatland", "mountain", "desert", ...seen, ...own])].filter(Boolean);
}

function regionAt(at: Point): Planned {
  const to = regionsFor();
  if (!to) throw new Error(words.noRegions);
  const row = ((stageOf(to.stage)?.values["markers"] as unknown[] | undefined) ?? []).length;
  const value = { type: lastRegion, ...placed(at), range: rounded(0.08 * longerSide(), 2) };
  const ops: Op[] = [...to.ops, { op: "insert_row", stage: to.stage, path: "markers", row, value }];
  return { id: `${to.stage}/markers[${row}]`, ops };
}

/* The place of a click in round numbers: as exact as a pixel is. */
function clicked(scene: Scene, spot: Point): Point {
  const grain = 10 ** Math.floor(Math.log10(Math.max(pixel(scene), 0.1)));
  return placed({ x: Math.round(spot.x / grain) * grain, y: Math.round(spot.y / grain) * grain });
}

export function addSpot(scene: Scene, tool: Tool, spot: Point): void {
  const at = clicked(scene, spot);
  const put = (row: object) => void add(words.did[tool] ?? words.did.thing, () => addPlaced(tool, [row]));
  switch (tool) {
    case "regions": return void add(words.did.region, () => regionAt(at));
    case "mouths": return put({ ...at, weight: 0.8 });
    case "no_lakes": return put(at);
    case "peaks": return put({ ...at, height: summit(scene, spot) });
    case "passes": return put({ ...at, height: ground(scene, spot) });
    case "lakes": return put({ ...at, area: rounded(Math.PI * (0.022 * longerSide()) ** 2, 2) });
  }
}

/* ---- Lines and rings ---- */

/* A river that comes to the coast goes on into the water, so that it ends there and not before it. */
function intoTheSea(points: Point[]): Point[] {
  const end = points.at(-1)!, before = points.at(-2)!;
  const far = distance(before, end) || 1, more = (1.5 * cellSize()) / far;
  return [...points.slice(0, -1), { x: end.x + more * (end.x - before.x), y: end.y + more * (end.y - before.y) }];
}

/* Between points that were clicked a river may bend; a stroke says where it bends. */
export function finishRiver(points: Point[], reached: "coast" | "lake" | "river" | null, free = false): void {
  if (points.length < 2) return;
  const line = pointRows(reached === "coast" ? intoTheSea(points) : points);
  void add(words.did.rivers, () => addPlaced("rivers", [free ? { line } : { line, freedom: 0.15 }]));
}

/* Clicked points become markers that head from the one before to the one after. */
function markersThrough(points: readonly Point[]): Marker[] {
  return points.map((p, i) => {
    const a = points[(i + points.length - 1) % points.length]!, b = points[(i + 1) % points.length]!;
    const direction = Math.round(angleOf({ x: b.x - a.x, y: b.y - a.y }) * 10) / 10;
    return { ...placed(p), direction, strength: 1 };
  });
}

function isInLand(scene: Scene, ring: readonly Point[]): boolean {
  return ring.every((p) => scene.heightAt(p.x, p.y) > 0);
}

function coastAlong(scene: Scene, ring: readonly Point[], free: boolean): Planned {
  const to = coastFor();
  if (!to) throw new Error(words.noCoast);
  const values = stageOf(to.stage)?.values ?? {};
  if (to.name === "contour") return outlineAlong(to.stage, ring, values);
  const there = (values["landmasses"] as unknown[] | undefined) ?? [];
  const markers = free ? fitCurve(ring, Math.min(Math.max(Math.round(ring.length / 2), 6), 14)) : markersThrough(ring);
  const inside = (there.length || values["shape"] !== "none") && isInLand(scene, ring) ? "ocean" : "land";
  const row = there.length;
  const ops: Op[] = [...to.ops, { op: "insert_row", stage: to.stage, path: "landmasses", row, value: { markers, inside } }];
  if (!row) ops.push(...closeToCurve(to.stage));
  return { id: `${to.stage}/landmasses[${row}]`, ops };
}

/* `contour` has one outline or a list of them. */
function outlineAlong(stage: string, ring: readonly Point[], values: Record<string, unknown>): Planned {
  const one = (values["outline"] as Point[] | undefined) ?? [];
  const many = ((values["outlines"] as { ring: Point[] }[] | undefined) ?? []).map((row) => ({ ring: pointRows(row.ring) }));
  if (!one.length && !many.length) {
    const ops: Op[] = [{ op: "set", stage, path: "outline", value: pointRows(ring) }];
    return { id: `${stage}/outline`, ops };
  }
  const all = [...many, ...(one.length ? [{ ring: pointRows(one) }] : []), { ring: pointRows(ring) }];
  const ops: Op[] = [{ op: "set", stage, path: "outlines", value: all }];
  if (one.length) ops.push({ op: "reset", stage, path: "outline" });
  return { id: `${stage}/outlines[${all.length - 1}]`, ops };
}

export function finishRing(scene: Scene, tool: Tool, points: Point[], free: boolean): void {
  if (points.length < 3) return;
  if (tool === "coast") return void add(words.did.coast, () => coastAlong(scene, points, free));
  if (Math.abs(areaOf(points)) < 4 * cellSize() ** 2) return complain(new Error(words.tooSmall));
  void add(words.did[tool] ?? words.did.thing, () => addPlaced(tool, [{ outline: pointRows(points) }]));
}

/* A stroke as few points: what a hand meant, not how it shook. */
export function calmLine(scene: Scene, stroke: readonly Point[]): Point[] {
  return simplified(stroke, Math.max(3 * pixel(scene), 0.004 * lengthOf(stroke)));
}

export function calmRing(scene: Scene, stroke: readonly Point[]): Point[] {
  return simplifiedRing(stroke, Math.max(2.5 * pixel(scene), 0.004 * lengthOf(stroke)));
}
