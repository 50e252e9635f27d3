// SPDX-License-Identifier: MIT
/* What one takes hold of: places of a thing, and what follows when one is moved, turned, added or removed. */
import type { Op } from "../state/protocol";
import {
  angleOf, curveThrough, distance, ellipse, markerOn, nearestOn, toRadians,
  type Marker, type Point,
} from "./geometry";
import { axesOf, fewest, radiusOf, type Thing } from "./things";
import { setColumns, writePoints } from "./write";

/* Roles: p3 of a point; d3, direction of a marker; long, wide of a region; ring of a lake, a peak or a pass; up, the height
 * of the two. */
export interface Handle {
  id: string; // of all: `${thing.id} ${role}`
  role: string;
  thing: Thing;
  at: Point;
  look: "point" | "place" | "turn" | "extent" | "height";
}

export const lift = 34; // pixels that the handle of a height stands above its place

export interface Line {
  thing: Thing;
  points: Point[];
  look: "edge" | "tangent" | "ring";
}

export const steps = 20; // straight lines between two markers

/* ---- The direction of a marker: a handle whose distance is its strength ---- */

function reach(markers: readonly Marker[], i: number): number {
  const n = markers.length, at = markers[i]!;
  return (distance(at, markers[(i + 1) % n]!) + distance(at, markers[(i + n - 1) % n]!)) / 6 || 1;
}

function turnPlace(markers: readonly Marker[], i: number, side = 1): Point {
  const m = markers[i]!, long = side * reach(markers, i) * Math.max(m.strength, 0.15), turn = toRadians(m.direction);
  return { x: m.x + long * Math.cos(turn), y: m.y + long * Math.sin(turn) };
}

/* ---- What there is to see ---- */

const indexOf = (role: string | null | undefined) => (role ? Number(role.slice(1)) : NaN);

/* `picked` is the role of the picked handle of this thing, null where the thing is not picked. */
export function handlesOf(thing: Thing, picked: string | null | undefined, full: boolean): Handle[] {
  const make = (role: string, at: Point, look: Handle["look"]): Handle =>
    ({ id: `${thing.id} ${role}`, role, thing, at, look });
  if (thing.shape !== "spot") {
    if (!full) return thing.shape === "line" || thing.group === "lakes" ? [make("p0", thing.at[0]!, "place")] : [];
    const points = thing.at.map((at, i) => make(`p${i}`, at, "point"));
    const i = indexOf(picked);
    if (thing.shape !== "curve" || !(i < thing.at.length)) return points;
    return [...points, make(`d${i}`, turnPlace(thing.at as Marker[], i), "turn")];
  }
  const out = [make("p0", thing.at[0]!, "place")];
  if (!full) return out;
  if (thing.group === "regions") {
    const { along, aside, direction } = axesOf(thing), turn = toRadians(direction), { x, y } = thing.at[0]!;
    out.push(make("long", { x: x + along * Math.cos(turn), y: y + along * Math.sin(turn) }, "extent"));
    out.push(make("wide", { x: x - aside * Math.sin(turn), y: y + aside * Math.cos(turn) }, "extent"));
  } else if (picked !== undefined && (thing.group === "peaks" || thing.group === "passes")) {
    out.push(make("up", thing.at[0]!, "height"));
  }
  if (thing.group !== "regions" && radiusOf(thing) > 0 && (thing.group === "lakes" || picked !== undefined)) {
    out.push(make("ring", { x: thing.at[0]!.x + radiusOf(thing), y: thing.at[0]!.y }, "extent"));
  }
  return out;
}

export function linesOf(thing: Thing, picked: string | null | undefined, full: boolean): Line[] {
  switch (thing.shape) {
    case "curve": {
      const out: Line[] = [{ thing, points: curveThrough(thing.at as Marker[], steps), look: "edge" }];
      const i = indexOf(picked), markers = thing.at as Marker[];
      if (full && i < markers.length)
        out.push({ thing, points: [turnPlace(markers, i, -1), markers[i]!, turnPlace(markers, i)], look: "tangent" });
      return out;
    }
    case "ring": return [{ thing, points: [...thing.at, thing.at[0]!], look: "edge" }];
    case "line": return [{ thing, points: thing.at, look: "edge" }];
    case "spot": return ringOf(thing, picked, full);
  }
}

function ringOf(thing: Thing, picked: string | null | undefined, full: boolean): Line[] {
  if (thing.group === "regions") {
    const { along, aside, direction } = axesOf(thing);
    return [{ thing, points: ellipse(thing.at[0]!, along, aside, direction), look: "ring" }];
  }
  const radius = radiusOf(thing);
  if (radius <= 0 || !(full && (thing.group === "lakes" || picked !== undefined))) return [];
  return [{ thing, points: ellipse(thing.at[0]!, radius, radius, 0), look: "ring" }];
}

/* ---- What a hand does ---- */

function turnMarker(thing: Thing, i: number, to: Point): void {
  const markers = thing.at as Marker[], m = markers[i]!;
  const v = { x: to.x - m.x, y: to.y - m.y };
  m.direction = angleOf(v);
  m.strength = Math.min(Math.hypot(v.x, v.y) / reach(markers, i), 20);
}

function stretchRegion(thing: Thing, role: string, to: Point, whole: boolean): Op[] {
  const centre = thing.at[0]!, old = axesOf(thing), far = Math.max(distance(centre, to), 1);
  let { along, aside, direction } = old;
  const v = { x: to.x - centre.x, y: to.y - centre.y };
  if (role === "long") along = far, direction = angleOf(v);
  else aside = far, direction = angleOf({ x: v.y, y: -v.x });
  if (whole) {
    const grown = role === "long" ? far / old.along : far / old.aside;
    along = old.along * grown, aside = old.aside * grown;
  }
  const stretch = Math.min(Math.max(along / aside, 0.1), 10);
  const range = role === "long" ? along / Math.sqrt(stretch) : aside * Math.sqrt(stretch);
  return setColumns(thing, { range, stretch, direction });
}

/* Moves a handle; the thing is changed in place and the edits come back. `whole`: the key that keeps proportions, or
 * takes all points along, is down. */
export function moveHandle(thing: Thing, role: string, to: Point, whole = false): Op[] {
  const i = indexOf(role);
  if (role === "long" || role === "wide") return stretchRegion(thing, role, to, whole);
  if (role === "ring") {
    const r = Math.max(distance(thing.at[0]!, to), 1);
    return setColumns(thing, thing.group === "lakes" ? { area: Math.PI * r * r } : { radius: r });
  }
  if (role.startsWith("d")) turnMarker(thing, i, to);
  else {
    const by = { x: to.x - thing.at[i]!.x, y: to.y - thing.at[i]!.y };
    const moved = whole ? thing.at : [thing.at[i]!];
    for (const p of moved) p.x += by.x, p.y += by.y;
  }
  return writePoints(thing);
}

export function raise(thing: Thing, height: number): Op[] {
  return setColumns(thing, { height: Math.min(Math.max(height, -500), 9000) });
}

/* A new point where the thing's line is nearest; its role, or null where it has no line. */
export function insertPoint(thing: Thing, near: Point): string | null {
  if (thing.shape === "spot") return null;
  if (thing.shape === "curve") {
    const markers = thing.at as Marker[], on = nearestOn(curveThrough(markers, steps), near);
    if (!on) return null;
    const index = Math.floor(on.index / steps), t = (on.index % steps + on.t) / steps;
    markers.splice(index + 1, 0, markerOn(markers, index, Math.min(Math.max(t, 0.02), 0.98)));
    return `p${index + 1}`;
  }
  const on = nearestOn(thing.shape === "ring" ? [...thing.at, thing.at[0]!] : thing.at, near);
  if (!on) return null;
  thing.at.splice(on.index + 1, 0, { ...on.at });
  return `p${on.index + 1}`;
}

/* Whether a point can go and the thing stay. */
export function removePoint(thing: Thing, role: string): boolean {
  const i = indexOf(role);
  if (thing.shape === "spot" || !role.startsWith("p") || thing.at.length <= fewest(thing)) return false;
  thing.at.splice(i, 1);
  return true;
}
