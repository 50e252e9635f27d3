// SPDX-License-Identifier: MIT
/* From an outline to a curve through a few markers that a person can drag.
 *
 * Markers are the outline's most telling points; their directions begin along the line between their neighbours
 * and are then turned and stretched, one after another, as long as the curve comes closer to the outline. */
import {
  angleOf, areaOf, distance, isInside, lengthOf, pieceAt, placed, ringOf, simplifiedRing,
  type Marker, type Point,
} from "./geometry";

const samples = 12;

/* Places at even distances along the outline from one point to another. */
function between(ring: readonly Point[], from: number, to: number): Point[] {
  const part: Point[] = [];
  for (let i = from; ; i = (i + 1) % ring.length) {
    part.push(ring[i]!);
    if (i === to && part.length > 1) break;
  }
  const whole = lengthOf(part), out: Point[] = [];
  let index = 0, gone = 0;
  for (let k = 1; k < samples; k++) {
    const wanted = (whole * k) / samples;
    while (index + 2 < part.length && gone + distance(part[index]!, part[index + 1]!) < wanted)
      gone += distance(part[index]!, part[++index]!);
    const a = part[index]!, b = part[index + 1]!, step = distance(a, b);
    const t = step > 0 ? Math.min((wanted - gone) / step, 1) : 0;
    out.push({ x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) });
  }
  return out;
}

function misfit(a: Marker, b: Marker, wanted: readonly Point[]): number {
  let sum = 0;
  wanted.forEach((p, k) => {
    const { at } = pieceAt(a, b, (k + 1) / samples);
    sum += (at.x - p.x) ** 2 + (at.y - p.y) ** 2;
  });
  return sum;
}

function improve(markers: Marker[], parts: readonly Point[][], i: number, turn: number, pull: number): void {
  const count = markers.length, before = (i + count - 1) % count, after = (i + 1) % count;
  const error = (m: Marker) =>
    misfit(markers[before]!, m, parts[before]!) + misfit(m, markers[after]!, parts[i]!);
  let best = markers[i]!, least = error(best);
  for (const [d, s] of [[turn, 1], [-turn, 1], [0, pull], [0, 1 / pull]] as const) {
    const now = { ...markers[i]!, direction: best.direction + d, strength: Math.min(Math.max(best.strength * s, 0.1), 3) };
    const e = error(now);
    if (e < least) [best, least] = [now, e];
  }
  markers[i] = best;
}

export function fitCurve(ring: readonly Point[], count: number): Marker[] {
  const points = ringOf(ring, count);
  const at = points.map((p) => ring.indexOf(p));
  const parts = at.map((from, i) => between(ring, from, at[(i + 1) % at.length]!));
  const markers = points.map((p, i) => {
    const a = points[(i + points.length - 1) % points.length]!, b = points[(i + 1) % points.length]!;
    return { x: p.x, y: p.y, direction: angleOf({ x: b.x - a.x, y: b.y - a.y }), strength: 0.8 };
  });
  for (let round = 0, turn = 24, pull = 1.4; round < 24; round++, turn *= 0.85, pull = 1 + (pull - 1) * 0.85)
    markers.forEach((_, i) => improve(markers, parts, i, turn, pull));
  return markers.map((m) => ({
    ...placed(m),
    direction: Math.round((((m.direction + 540) % 360) - 180) * 10) / 10,
    strength: Math.round(m.strength * 100) / 100,
  }));
}

export interface Mass {
  markers: Marker[];
  inside: "land" | "ocean";
}

interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/* Land that the frame cuts goes on beyond it, so that the curve does not come in at the corners. */
function beyond(ring: readonly Point[], frame: Box): Point[] {
  const width = frame.right - frame.left, height = frame.top - frame.bottom;
  const near = 0.004 * Math.max(width, height), out = 0.05 * Math.max(width, height);
  return ring.map(({ x, y }) => ({
    x: x < frame.left + near ? x - out : x > frame.right - near ? x + out : x,
    y: y < frame.bottom + near ? y - out : y > frame.top - near ? y + out : y,
  }));
}

/* The largest outlines as land masses; what lies inside an uneven number of others is ocean. */
export function massesOf(rings: readonly Point[][], frame: Box, masses = 8): Mass[] {
  const sized = rings
    .filter((ring) => ring.length >= 4)
    .map((ring) => ({ ring, area: Math.abs(areaOf(ring)) }))
    .sort((a, b) => b.area - a.area);
  const whole = sized[0]?.area ?? 0;
  const large = sized.filter(({ area }) => area > 0.015 * whole).slice(0, masses);
  const tolerance = 0.03 * Math.max(frame.right - frame.left, frame.top - frame.bottom);
  return large.map(({ ring }, i) => {
    const around = large.slice(0, i).filter((other) => isInside(other.ring, ring[0]!)).length;
    const open = beyond(ring, frame);
    const most = open.some((p, k) => p.x !== ring[k]!.x || p.y !== ring[k]!.y) ? 24 : 14;
    const count = Math.min(Math.max(simplifiedRing(open, tolerance).length, i ? 5 : 10), most);
    return { markers: fitCurve(open, count), inside: around % 2 ? "ocean" : "land" };
  });
}
