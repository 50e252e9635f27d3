// SPDX-License-Identifier: MIT
/* Rivers as bands of triangles. Runs in a worker.
 *
 * Each reach is a smooth curve (cubic B-spline, from its first point to its last) with two vertices a point, pushed
 * apart in the shader, where the width on the screen is known. Where it meets still water it goes on for a cell, under
 * the shore. Small rivers come first, so that great ones lie on top.
 * Seen from afar, rivers are drawn from coarser curves: bends smaller than a pixel would only tangle.
 * For every scale (metres a pixel, powers of two) `full` and `none` say which discharge is drawn fully and
 * which not at all, so that a map bears no more lines than one every so many pixels. */

export interface RiverInput {
  first: Uint32Array; // of each reach: its points,
  count: Uint32Array;
  discharge: Float64Array;
  upstream: Float64Array; // m from the farthest head to its upper end
  length: Float64Array;
  strahler: Uint8Array;
  dry: Uint8Array;
  ends: Uint8Array; // 1: begins in still water, 2: ends in it
  x: Float64Array;
  y: Float64Array;
  surface: Float32Array;
  width: Float32Array;
  velocity: Float32Array;
  centre: [number, number];
  landArea: number; // m2
  spacing: number; // m between points of the curve at most
  extent: number; // m, the frame's longer side
  under: number; // m that a reach goes on into still water
}

export const SCALES = 28; // 2^-8 .. 2^19 metres a pixel
export const FIRST_SCALE = -8;

/* The rivers at one grain. */
export interface Band {
  spacing: number; // m
  place: Float32Array; // x, y, surface
  across: Int16Array; // of 16384: towards the side, longer in bends
  measure: Float32Array; // width, along (m)
  tone: Uint8Array; // ln discharge, strahler, dry, velocity
  index: Uint32Array;
  start: Uint32Array; // of each reach, as given: its vertices
  count: Uint32Array;
}

export interface RiverShape {
  bands: Band[]; // from fine to coarse
  lowLog: number; // tone 0 and 255 as ln discharge
  highLog: number;
  full: Float32Array; // ln discharge for each scale
  none: Float32Array;
}

const MOST_POINTS = 400000;
const SPACING_FULL = 34, SPACING_NONE = 14;

interface Curve {
  x: Float32Array;
  y: Float32Array;
  surface: Float32Array;
  width: Float32Array;
  velocity: Float32Array;
  n: number;
}

function curveAt(a: number, b: number, c: number, d: number, t: number): number {
  const u = 1 - t;
  return (a * u * u * u + b * (4 - 6 * t * t + 3 * t * t * t) + c * (4 - 6 * u * u + 3 * u * u * u) + d * t * t * t) / 6;
}

/* The point before the first or after the last, so that the curve ends where the reach does. */
const beyond = (at: number, next: number) => 2 * at - next;

/* Math.hypot guards against overflow, for which a river is too short, and takes many times as long. */
const far = (x: number, y: number) => Math.sqrt(x * x + y * y);

function pieces(input: RiverInput, k: number, spacing: number): number {
  const length = far(input.x[k + 1]! - input.x[k]!, input.y[k + 1]! - input.y[k]!);
  return Math.min(8, Math.max(1, Math.round(length / spacing)));
}

function countPoints(input: RiverInput, spacing: number): number {
  let points = 0;
  for (let r = 0; r < input.first.length; r++) {
    if (input.count[r]! < 2) continue;
    points += 3;
    for (let k = 0; k + 1 < input.count[r]!; k++) points += pieces(input, input.first[r]! + k, spacing);
  }
  return points;
}

function layCurve(input: RiverInput, r: number, spacing: number, curve: Curve): void {
  const first = input.first[r]!, last = first + input.count[r]! - 1, [cx, cy] = input.centre;
  curve.n = 0;
  const put = (x: number, y: number, surface: number, width: number, velocity: number) => {
    const n = curve.n++;
    curve.x[n] = x - cx;
    curve.y[n] = y - cy;
    curve.surface[n] = surface;
    curve.width[n] = width;
    curve.velocity[n] = velocity;
  };
  const { x, y, surface, width, velocity } = input;
  const along = (v: Float64Array, k: number, t: number) => {
    const b = v[k]!, c = v[k + 1]!;
    return curveAt(k > first ? v[k - 1]! : beyond(b, c), b, c, k + 2 <= last ? v[k + 2]! : beyond(c, b), t);
  };
  const on = (from: number, to: number) => {
    const length = far(x[to]! - x[from]!, y[to]! - y[from]!), share = length > 0 ? input.under / length : 0;
    put(x[to]! + (x[to]! - x[from]!) * share, y[to]! + (y[to]! - y[from]!) * share, surface[to]!, width[to]!, velocity[to]!);
  };
  if (input.ends[r]! & 1) on(first + 1, first);
  put(x[first]!, y[first]!, surface[first]!, width[first]!, velocity[first]!);
  for (let k = first; k < last; k++) {
    const n = pieces(input, k, spacing);
    for (let i = 1; i <= n; i++) {
      const t = i / n, mix = (v: Float32Array) => v[k]! + (v[k + 1]! - v[k]!) * t;
      put(along(x, k, t), along(y, k, t), mix(surface), mix(width), mix(velocity));
    }
  }
  if (input.ends[r]! & 2) on(last - 1, last);
}

/* The side vector of point i, into `out`: at right angles to the bisector, longer in bends, but at most twice. */
function sideOf(curve: Curve, i: number, out: Float64Array): void {
  const p = Math.max(0, i - 1), q = Math.min(curve.n - 1, i + 1);
  let ax = curve.x[i]! - curve.x[p]!, ay = curve.y[i]! - curve.y[p]!;
  let bx = curve.x[q]! - curve.x[i]!, by = curve.y[q]! - curve.y[i]!;
  const a = far(ax, ay), b = far(bx, by);
  if (a > 0) (ax /= a), (ay /= a);
  else (ax = bx / (b || 1)), (ay = by / (b || 1));
  if (b > 0) (bx /= b), (by /= b);
  else (bx = ax), (by = ay);
  const mx = ax + bx, my = ay + by, m = far(mx, my), straight = !(m > 1e-6);
  const nx = straight ? -ay : -my / m, ny = straight ? ax : mx / m;
  const longer = straight ? 1 : Math.min(1.6, 1 / Math.max(0.1, nx * -ay + ny * ax));
  out[0] = nx * longer;
  out[1] = ny * longer;
}

function fading(input: RiverInput): { full: Float32Array; none: Float32Array } {
  const order = Array.from(input.discharge.keys()).sort((a, b) => input.discharge[b]! - input.discharge[a]!);
  const used: number[] = [];
  let sum = 0;
  for (const r of order) used.push((sum += Math.max(0, input.length[r]!)));
  const at = (length: number, fallback: number): number => {
    const k = used.findIndex((total) => total > length);
    return k < 0 ? fallback : input.discharge[order[k]!]!;
  };
  const least = order.length ? input.discharge[order[order.length - 1]!]! : 1;
  const full = new Float32Array(SCALES), none = new Float32Array(SCALES);
  for (let s = 0; s < SCALES; s++) {
    const metres = 2 ** (s + FIRST_SCALE);
    const f = at(input.landArea / (metres * SPACING_FULL), least);
    const n = Math.min(at(input.landArea / (metres * SPACING_NONE), least / 8), f / 1.5);
    full[s] = Math.log(f);
    none[s] = Math.log(n);
  }
  return { full, none };
}

const parts = (curve: Curve) => [curve.x, curve.y, curve.surface, curve.width, curve.velocity];

/* Means over stretches of `spacing`, from the first point to the last: the same curve without its small bends. `along` is
 * room for a value a point. */
function coarser(fine: Curve, spacing: number, along: Float64Array, out: Curve): void {
  const from = parts(fine), to = parts(out);
  along[0] = 0;
  for (let i = 1; i < fine.n; i++) along[i] = along[i - 1]! + far(fine.x[i]! - fine.x[i - 1]!, fine.y[i]! - fine.y[i - 1]!);
  const length = along[fine.n - 1]!, stretches = Math.max(1, Math.round(length / spacing));
  for (let part = 0; part < from.length; part++) to[part]![0] = from[part]![0]!;
  out.n = 1;
  for (let k = 1, i = 0; k < stretches; k++) {
    const begin = ((k - 0.5) * length) / stretches, stop = ((k + 0.5) * length) / stretches;
    while (i < fine.n - 1 && along[i]! < begin) i++;
    let end = i;
    while (end < fine.n - 1 && along[end + 1]! <= stop) end++;
    for (let part = 0; part < from.length; part++) {
      const values = from[part]!;
      let sum = 0;
      for (let j = i; j <= end; j++) sum += values[j]!;
      to[part]![out.n] = sum / (end - i + 1);
    }
    out.n++;
  }
  for (let part = 0; part < from.length; part++) to[part]![out.n] = from[part]![fine.n - 1]!;
  out.n++;
}

interface Rope {
  order: number[]; // reaches as they are drawn
  lowLog: number;
  highLog: number;
  room: Pick<Band, "place" | "across" | "measure" | "tone" | "index">; // for the band that is being made
}

function roomFor(points: number): Rope["room"] {
  return {
    place: new Float32Array(6 * points), across: new Int16Array(4 * points), measure: new Float32Array(4 * points),
    tone: new Uint8Array(8 * points), index: new Uint32Array(6 * points),
  };
}

const corners = [-4, -3, -2, -2, -3, -1]; // of two triangles, counted back from the next vertex

/* Vertices and triangles of every reach at one grain; `laid` gives a reach's curve. */
function layBand(input: RiverInput, rope: Rope, spacing: number, laid: (r: number) => Curve): Band {
  const { place, across, measure, tone, index } = rope.room;
  const start = new Uint32Array(input.first.length), count = new Uint32Array(input.first.length);
  const aside = new Float64Array(2), scale = 255 / Math.max(1e-6, rope.highLog - rope.lowLog);
  let v = 0, used = 0;
  for (const r of rope.order) {
    start[r] = v;
    if (input.count[r]! < 2) continue;
    const curve = laid(r), end = curve.width[curve.n - 1]!;
    const most = Math.log(input.discharge[r]!);
    let along = Math.max(0, input.upstream[r]!);
    for (let i = 0; i < curve.n; i++) {
      if (i > 0) along += far(curve.x[i]! - curve.x[i - 1]!, curve.y[i]! - curve.y[i - 1]!);
      sideOf(curve, i, aside);
      const w = curve.width[i]!, ratio = w > 0 && end > w ? w / end : 1; // width goes as the root of discharge
      const shade = scale * (most + (ratio < 1 ? 2 * Math.log(ratio) : 0) - rope.lowLog);
      for (let side = -1; side <= 1; side += 2, v++) {
        place[3 * v] = curve.x[i]!;
        place[3 * v + 1] = curve.y[i]!;
        place[3 * v + 2] = curve.surface[i]!;
        across[2 * v] = 16383 * aside[0]! * side * 0.5;
        across[2 * v + 1] = 16383 * aside[1]! * side * 0.5;
        measure[2 * v] = side * Math.max(w, 1e-3);
        measure[2 * v + 1] = along;
        tone[4 * v] = Math.max(0, Math.min(255, shade));
        tone[4 * v + 1] = input.strahler[r]!;
        tone[4 * v + 2] = input.dry[r]! ? 255 : 0;
        tone[4 * v + 3] = Math.max(0, Math.min(255, curve.velocity[i]! * 64));
      }
      if (i > 0)
        for (let corner = 0; corner < 6; corner++) index[used++] = v + corners[corner]!;
    }
    count[r] = v - start[r]!;
  }
  return {
    spacing, start, count, place: place.slice(0, 3 * v), across: across.slice(0, 2 * v), measure: measure.slice(0, 2 * v),
    tone: tone.slice(0, 4 * v), index: index.slice(0, used),
  };
}

export function buildRivers(input: RiverInput): RiverShape {
  let finest = input.spacing;
  while (countPoints(input, finest) > MOST_POINTS && finest < input.spacing * 64) finest *= 2;
  const points = countPoints(input, finest), reaches = input.first.length;
  let longest = 2, lowLog = Infinity, highLog = -Infinity;
  for (let r = 0; r < reaches; r++) {
    longest = Math.max(longest, input.count[r]! * 8 + 4);
    highLog = Math.max(highLog, Math.log(input.discharge[r]!));
    lowLog = Math.min(lowLog, Math.log(input.discharge[r]!));
  }
  lowLog = Math.max(lowLog - 1.5, highLog - 20);
  const order = Array.from({ length: reaches }, (_, r) => r).sort(
    (a, b) => input.dry[b]! - input.dry[a]! || input.discharge[a]! - input.discharge[b]!);
  const make = (): Curve => {
    const part = () => new Float32Array(longest);
    return { x: part(), y: part(), surface: part(), width: part(), velocity: part(), n: 0 };
  };
  const fine = make(), smooth = make(), along = new Float64Array(longest), rope = { order, lowLog, highLog, room: roomFor(points) };
  const curve = (r: number) => {
    layCurve(input, r, finest, fine);
    return fine;
  };
  const bands = [layBand(input, rope, finest, curve)];
  for (let spacing = 4 * finest; spacing < input.extent / 100; spacing *= 4)
    bands.push(layBand(input, rope, spacing, (r) => {
      coarser(curve(r), spacing, along, smooth);
      return smooth;
    }));
  return { bands, lowLog, highLog, ...fading(input) };
}
