// SPDX-License-Identifier: MIT
/* Curves, lines and rings over the ground: plain functions on points in metres. */

export interface Point {
  x: number;
  y: number;
}

/* A place that a coast goes through, as the stage `coast` has it. */
export interface Marker extends Point {
  direction: number; // degrees, 0 east, 90 north
  strength: number;
}

const degree = Math.PI / 180;
export const toRadians = (degrees: number) => degrees * degree;
export const toDegrees = (radians: number) => radians / degree;

export const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);
export const middle = (a: Point, b: Point): Point => ({ x: 0.5 * (a.x + b.x), y: 0.5 * (a.y + b.y) });

/* The place at t (0 .. 1) of the piece between two markers, and where it heads: the cubic Hermite piece of
 * src/stages/coast/curves.c, so that the line drawn is the coast before its refinement. */
export function pieceAt(a: Marker, b: Marker, t: number): { at: Point; heads: Point } {
  const chord = distance(a, b), ma = chord * a.strength, mb = chord * b.strength;
  const ax = ma * Math.cos(degree * a.direction), ay = ma * Math.sin(degree * a.direction);
  const bx = mb * Math.cos(degree * b.direction), by = mb * Math.sin(degree * b.direction);
  const s = 1 - t;
  const p0 = (1 + 2 * t) * s * s, m0 = t * s * s, p1 = t * t * (3 - 2 * t), m1 = -t * t * s;
  const q0 = -6 * t * s, n0 = s * (1 - 3 * t), q1 = 6 * t * s, n1 = t * (3 * t - 2);
  return {
    at: { x: p0 * a.x + m0 * ax + p1 * b.x + m1 * bx, y: p0 * a.y + m0 * ay + p1 * b.y + m1 * by },
    heads: { x: q0 * a.x + n0 * ax + q1 * b.x + n1 * bx, y: q0 * a.y + n0 * ay + q1 * b.y + n1 * by },
  };
}

/* The closed curve through markers, `steps` lines between two of them; the last point is the first. */
export function curveThrough(markers: readonly Marker[], steps = 20): Point[] {
  const out: Point[] = [];
  markers.forEach((a, i) => {
    const b = markers[(i + 1) % markers.length]!;
    for (let k = 0; k < steps; k++) out.push(pieceAt(a, b, k / steps).at);
  });
  if (out.length) out.push(out[0]!);
  return out;
}

/* A marker on the piece that begins at `index`, which leaves the curve nearly as it is. */
export function markerOn(markers: readonly Marker[], index: number, t: number): Marker {
  const a = markers[index]!, b = markers[(index + 1) % markers.length]!;
  const { at, heads } = pieceAt(a, b, t);
  const length = Math.hypot(heads.x, heads.y);
  const before = distance(a, at), after = distance(at, b);
  const strength = before > 0 && after > 0 ? 0.5 * ((t * length) / before + ((1 - t) * length) / after) : 1;
  return { ...at, direction: angleOf(heads), strength: Math.min(strength, 20) };
}

export function angleOf(v: Point): number {
  return toDegrees(Math.atan2(v.y, v.x));
}

/* ---- Lines ---- */

export interface Nearest {
  at: Point;
  index: number; // of the line's piece
  t: number; // along that piece
  distance: number;
}

function nearestOnPiece(a: Point, b: Point, to: Point): { at: Point; t: number } {
  const dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  const t = length > 0 ? Math.min(Math.max(((to.x - a.x) * dx + (to.y - a.y) * dy) / length, 0), 1) : 0;
  return { at: { x: a.x + t * dx, y: a.y + t * dy }, t };
}

export function nearestOn(line: readonly Point[], to: Point): Nearest | null {
  let best: Nearest | null = null;
  for (let i = 0; i + 1 < line.length; i++) {
    const { at, t } = nearestOnPiece(line[i]!, line[i + 1]!, to);
    const far = distance(at, to);
    if (!best || far < best.distance) best = { at, index: i, t, distance: far };
  }
  return best;
}

/* Douglas and Peucker: the fewest points whose line stays within `tolerance`. Ends stay. */
export function simplified<T extends Point>(line: readonly T[], tolerance: number): T[] {
  if (line.length < 3) return [...line];
  const keep = new Uint8Array(line.length);
  keep[0] = keep[line.length - 1] = 1;
  const open: [number, number][] = [[0, line.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const [index, far] = farthest(line, from, to);
    if (far <= tolerance) continue;
    keep[index] = 1;
    open.push([from, index], [index, to]);
  }
  return line.filter((_, i) => keep[i]);
}

function farthest(line: readonly Point[], from: number, to: number): [number, number] {
  let index = -1, far = -1;
  for (let i = from + 1; i < to; i++) {
    const { at } = nearestOnPiece(line[from]!, line[to]!, line[i]!);
    const d = distance(at, line[i]!);
    if (d > far) [index, far] = [i, d];
  }
  return [index, far];
}

/* The same for a ring (its first point is not said again at its end), which is opened at two places far apart. */
export function simplifiedRing(ring: readonly Point[], tolerance: number): Point[] {
  if (ring.length < 4) return [...ring];
  let start = 0, opposite = 0, far = -1;
  ring.forEach((p, i) => (p.x < ring[start]!.x ? (start = i) : 0));
  ring.forEach((p, i) => {
    const d = distance(p, ring[start]!);
    if (d > far) [opposite, far] = [i, d];
  });
  const turned = [...ring.slice(start), ...ring.slice(0, start), ring[start]!];
  const cut = (opposite - start + ring.length) % ring.length;
  const half = simplified(turned.slice(0, cut + 1), tolerance);
  return [...half.slice(0, -1), ...simplified(turned.slice(cut), tolerance).slice(0, -1)];
}

/* The ring in about `count` points: the tolerance is found by halving. */
export function ringOf(ring: readonly Point[], count: number): Point[] {
  const box = boxOf(ring);
  let low = 0, high = Math.max(box.right - box.left, box.top - box.bottom);
  let best = [...ring];
  for (let i = 0; i < 24 && best.length !== count; i++) {
    const tolerance = 0.5 * (low + high), now = simplifiedRing(ring, tolerance);
    if (now.length >= count) [best, low] = [now, tolerance];
    else high = tolerance;
  }
  return best;
}

export function boxOf(points: readonly Point[]) {
  let left = Infinity, right = -Infinity, bottom = Infinity, top = -Infinity;
  for (const p of points) {
    left = Math.min(left, p.x), right = Math.max(right, p.x);
    bottom = Math.min(bottom, p.y), top = Math.max(top, p.y);
  }
  return { left, right, bottom, top };
}

/* ---- Rings ---- */

/* Above 0 where the ring turns left. */
export function areaOf(ring: readonly Point[]): number {
  let sum = 0;
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    sum += a.x * b.y - b.x * a.y;
  });
  return 0.5 * sum;
}

export function lengthOf(line: readonly Point[]): number {
  let sum = 0;
  for (let i = 0; i + 1 < line.length; i++) sum += distance(line[i]!, line[i + 1]!);
  return sum;
}

export function isInside(ring: readonly Point[], p: Point): boolean {
  let inside = false;
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    if (a.y > p.y !== b.y > p.y && p.x < a.x + ((p.y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  });
  return inside;
}

export function centreOf(ring: readonly Point[]): Point {
  let x = 0, y = 0;
  for (const p of ring) x += p.x, y += p.y;
  return { x: x / Math.max(ring.length, 1), y: y / Math.max(ring.length, 1) };
}

/* An ellipse as a closed line; `along` and `aside` are half its length and width. */
export function ellipse(centre: Point, along: number, aside: number, direction: number, steps = 64): Point[] {
  const c = Math.cos(toRadians(direction)), s = Math.sin(toRadians(direction));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const turn = (2 * Math.PI * i) / steps, u = along * Math.cos(turn), v = aside * Math.sin(turn);
    return { x: centre.x + u * c - v * s, y: centre.y + u * s + v * c };
  });
}

/* A number as a person would write it: so many digits that count. */
export function rounded(value: number, digits = 3): number {
  return value === 0 || !Number.isFinite(value) ? 0 : Number(value.toPrecision(digits));
}
/* Places to the decimetre: finer is noise in the recipe. */
export const placed = (p: Point): Point => ({ x: Math.round(p.x * 10) / 10, y: Math.round(p.y * 10) / 10 });
