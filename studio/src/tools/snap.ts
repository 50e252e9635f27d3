// SPDX-License-Identifier: MIT
/* Water that a line may hold on to: the coast, and lakes and rivers that stay where they are: those that were placed, and on
 * ground that is there already all of them. Others move as soon as something new is placed. */
import { api } from "../state/api";
import { state } from "../state/store";
import type { Lakes, Outline, Result, Rivers } from "../state/protocol";
import { boxOf, nearestOn, type Point } from "./geometry";
import { placesOnGround } from "./placing";
import { things } from "./state";

export type Water = "coast" | "lake" | "river";

interface Shore {
  water: Water;
  locked: boolean;
  points: Point[];
  box: { left: number; right: number; bottom: number; top: number };
}

let known: { result: number; shores: Shore[] } = { result: 0, shores: [] };
let asked = 0;
let learning: Promise<void> = Promise.resolve();

function shore(water: Water, points: Point[], locked = true): Shore {
  return { water, locked, points, box: boxOf(points) };
}

export function ringsOf(outline: Outline): Point[][] {
  const out: Point[][] = [];
  for (let r = 0; r + 1 < outline.first_point.length; r++) {
    const ring: Point[] = [];
    for (let i = outline.first_point[r]!; i < outline.first_point[r + 1]!; i++)
      ring.push({ x: outline.x[i]!, y: outline.y[i]! });
    const end = ring.at(-1);
    if (ring.length > 1 && end!.x === ring[0]!.x && end!.y === ring[0]!.y) ring.pop();
    out.push(ring);
  }
  return out;
}

const closed = (ring: Point[]) => (ring.length ? [...ring, ring[0]!] : ring);

export function lineOf(rivers: Rivers, first: number, count: number): Point[] {
  return Array.from({ length: count }, (_, i) => ({ x: rivers.x[first + i]!, y: rivers.y[first + i]! }));
}

function shoresOf(lakes: Lakes | null): Shore[] {
  if (!lakes) return [];
  const rings = ringsOf(lakes.outline);
  return lakes.lakes.flatMap((lake) =>
    rings.slice(lake.first_ring, lake.first_ring + lake.ring_count).map((ring) => shore("lake", closed(ring), lake.locked)));
}

/* Fetches what the newest result has; until it is there, what the last one had is used. */
export function learnShores(): Promise<void> {
  const result = state.result;
  if (result && asked !== result.id && !(result.coarse && known.result)) {
    asked = result.id;
    learning = learn(result);
  }
  return learning;
}

async function learn(result: Result): Promise<void> {
  const none = { first_point: new Uint32Array(1), x: new Float64Array(), y: new Float64Array() };
  try {
    const [coast, lakes, rivers] = await Promise.all([
      result.has.coast ? api.coast(result.id) : none,
      result.has.lakes ? api.lakes(result.id) : null,
      result.has.rivers ? api.rivers(result.id) : null,
    ]);
    known = {
      result: result.id,
      shores: [
        ...ringsOf(coast).map((ring) => shore("coast", closed(ring))),
        ...shoresOf(lakes),
        ...(rivers?.reaches ?? []).map((r) => shore("river", lineOf(rivers!, r.first_point, r.point_count), r.locked)),
      ],
    };
  } catch {
    asked = 0; // the result is gone: the next one comes
  }
}

export interface Snap {
  at: Point;
  water: Water;
}

/* The nearest water within `reach` metres; a river that was placed goes before others. */
export function snap(to: Point, reach: number, wanted: readonly Water[], but?: string): Snap | null {
  let best: (Snap & { far: number }) | null = null;
  const all = placesOnGround();
  const look = (s: Shore, weight: number) => {
    const { box } = s;
    if (!wanted.includes(s.water) || to.x < box.left - reach || to.x > box.right + reach) return;
    if (to.y < box.bottom - reach || to.y > box.top + reach) return;
    const on = nearestOn(s.points, to);
    if (on && on.distance < reach && (!best || weight * on.distance < best.far))
      best = { at: on.at, water: s.water, far: weight * on.distance };
  };
  for (const s of known.shores) if (all || s.locked) look(s, 1);
  for (const thing of things())
    if (thing.id !== but && thing.shape === "line" && thing.at.length > 1) look(shore("river", thing.at), 0.5);
  return best;
}
