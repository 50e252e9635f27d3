// SPDX-License-Identifier: MIT
/* From the grids of a land to what the graphics card reads. Runs in a worker; no part of it touches the page.
 *
 * in   height, water, cover, region, lakes that are closed or empty
 * out  ground   float32, gaps filled, with all smaller levels
 *      depth    two half floats a cell: depth of still water (m), below 0 where it is dry; and the shore, a field
 *               that passes 0 between wet and dry cells, near the place where depth does
 *      kind     4 bytes a cell: sea, sand, desert (on water: closed lake), valid
 *      slope    two half floats a cell: rise east and south; not of large lands, whose slopes the graphics card finds
 *      mood     4 half floats a cell of a small grid: hollow, lowness, far from the coast, far from a lake's shore
 *
 * Dry cells beside water carry that water's level minus their ground, so that surfaces stay flat up to the shore. */
import { blurTwice, dilate, halved, percentile, toHalf } from "./grids";

export interface LandInput {
  cols: number;
  rows: number;
  cell: number;
  height: Float32Array;
  water: Float32Array | null;
  cover: Uint8Array | null;
  region: Uint8Array | null;
  /* Rings (x, y in cells, from the north-west corner) of closed and of empty lakes. */
  closed: Float32Array[];
  empty: Float32Array[];
  most: number; // cells along the longer side that are shown
  coarse: boolean; // a first picture: soon matters more than how soft its shades are
}

export interface Level<T> {
  cols: number;
  rows: number;
  values: T;
}

export interface Measures {
  low: number; // 2nd and 98th percentile of dry land, m
  high: number;
  bottom: number; // least and greatest of all, m
  top: number;
  deepestSea: number;
  deepestLake: number;
  raised: number; // how far the map's light exaggerates the relief
  detail: number; // how much of the finest grain is kept
}

export interface Prepared {
  ground: Level<Float32Array>[];
  depth: Level<Uint16Array>[];
  kind: Level<Uint8Array>[];
  slope: Level<Uint16Array>[] | null;
  mood: Level<Uint16Array>;
  measures: Measures;
}

const OCEAN = 1, LAKE = 2, DRY_BED = 4, DESERT = 2;
const DESERT_FADE = 36 / 1600; // of the longer side
const FAR = -30; // depth of dry cells away from water
const MEASURED = 256; // cells along the longer side
const MOOD_SIZE = { whole: 256, coarse: 128 }; // the same: moods are soft
const SLOPE_CELLS = 1 << 20; // of more the graphics card finds the slopes: it would take longer to hand them over

function fillGaps(input: LandInput): { ground: Float32Array; gaps: Uint8Array | null } {
  const { height, cols, rows } = input;
  let sum = 0, count = 0;
  for (let i = 0; i < height.length; i++) {
    const z = height[i]!;
    if (z - z === 0) {
      sum += z;
      count++;
    }
  }
  if (count === height.length) return { ground: height, gaps: null };
  const ground = height.slice(), gaps = new Uint8Array(height.length);
  for (let i = 0; i < ground.length; i++)
    if (!(ground[i]! - ground[i]! === 0)) {
      ground[i] = NaN;
      gaps[i] = 1;
    }
  dilate(ground, cols, rows, 4);
  const mean = count ? sum / count : 0;
  for (let i = 0; i < ground.length; i++) if (Number.isNaN(ground[i]!)) ground[i] = mean;
  return { ground, gaps };
}

/* 0 dry, 1 sea, 2 lake. */
function stillWater(input: LandInput, ground: Float32Array, gaps: Uint8Array | null): Uint8Array {
  const wet = new Uint8Array(ground.length);
  for (let i = 0; i < wet.length; i++) {
    if (gaps && gaps[i]) continue;
    if (!input.cover) wet[i] = ground[i]! <= 0 ? OCEAN : 0;
    else if (input.cover[i] === OCEAN) wet[i] = OCEAN;
    else if (input.cover[i] === LAKE) wet[i] = LAKE;
  }
  return wet;
}

/* Signed depth, and `wet` spread over the first rings of dry cells so that sea and lake stay apart there. */
function signedDepth(input: LandInput, ground: Float32Array, wet: Uint8Array): Float32Array {
  const { cols, rows, water } = input;
  const level = new Float32Array(ground.length);
  for (let i = 0; i < level.length; i++) {
    const given = water ? water[i]! : NaN;
    level[i] = wet[i] === OCEAN ? (given - given === 0 ? given : 0) : wet[i] === LAKE ? given : NaN;
  }
  const reach = level.slice();
  dilate(reach, cols, rows, 3, wet);
  const least = 0.02;
  for (let i = 0; i < level.length; i++) {
    const deep = reach[i]! - ground[i]!;
    if (Number.isNaN(deep)) level[i] = FAR;
    else level[i] = Number.isNaN(level[i]!) ? Math.min(deep, -least) : Math.max(deep, least);
  }
  return level;
}

/* Depth and shore side by side. The shore never comes near 0 within a cell, so shallows draw no line. */
function withShore(depth: Float32Array, scale: number): Float32Array {
  const out = new Float32Array(2 * depth.length);
  for (let i = 0; i < depth.length; i++) {
    const d = depth[i]!, far = Math.abs(d);
    out[2 * i] = d;
    out[2 * i + 1] = (d > 0 ? 0.5 : -0.5) * (1 + far / (far + scale));
  }
  return out;
}

/* Even-odd filling of rings, in cells. */
function fillRings(rings: Float32Array[], cols: number, rows: number, mark: (cell: number) => void): void {
  if (!rings.length) return;
  const flips = new Uint8Array(cols * rows);
  for (const ring of rings)
    for (let i = 0, n = ring.length / 2; i < n; i++) {
      const k = (i + 1) % n;
      const x0 = ring[2 * i]!, y0 = ring[2 * i + 1]!, x1 = ring[2 * k]!, y1 = ring[2 * k + 1]!;
      const to = Math.min(rows, Math.ceil(Math.max(y0, y1) - 0.5));
      for (let y = Math.max(0, Math.ceil(Math.min(y0, y1) - 0.5)); y < to; y++) {
        const x = Math.max(0, Math.ceil(x0 + ((x1 - x0) * (y + 0.5 - y0)) / (y1 - y0) - 0.5));
        if (x < cols) flips[y * cols + x]! ^= 1;
      }
    }
  for (let y = 0; y < rows; y++)
    for (let x = 0, inside = 0; x < cols; x++) {
      inside ^= flips[y * cols + x]!;
      if (inside) mark(y * cols + x);
    }
}

/* How much of the ground is desert, which fades out over its borders as on the printed map; null: none is. */
function desertShare(input: LandInput): Float32Array | null {
  const { cols, rows, region } = input;
  if (!region?.includes(DESERT)) return null;
  const share = new Float32Array(region.length);
  for (let i = 0; i < share.length; i++) share[i] = region[i] === DESERT ? 1 : 0;
  return blurTwice(share, cols, rows, DESERT_FADE * Math.max(cols, rows));
}

function kindOf(input: LandInput, wet: Uint8Array, gaps: Uint8Array | null, depth: Float32Array): Uint8Array {
  const kind = new Uint8Array(4 * wet.length), desert = desertShare(input);
  for (let i = 0; i < wet.length; i++) {
    kind[4 * i] = wet[i] === OCEAN ? 255 : 0;
    kind[4 * i + 1] = input.cover && input.cover[i] === DRY_BED ? 255 : 0;
    kind[4 * i + 2] = desert && depth[i]! < 0 ? Math.round(255 * Math.min(1, desert[i]!)) : 0;
    kind[4 * i + 3] = gaps && gaps[i] ? 0 : 255;
  }
  fillRings(input.empty, input.cols, input.rows, (i) => (kind[4 * i + 1] = 255));
  fillRings(input.closed, input.cols, input.rows, (i) => (kind[4 * i + 2] = 255));
  return kind;
}

/* All smaller levels of a grid with `channels` values a cell. */
function pyramid<T extends Float32Array | Uint8Array>(values: T, cols: number, rows: number, channels: number): Level<T>[] {
  const levels: Level<T>[] = [{ cols, rows, values }];
  while (cols > 1 || rows > 1) {
    const below = levels[levels.length - 1]!;
    cols = Math.max(1, cols >> 1);
    rows = Math.max(1, rows >> 1);
    levels.push({ cols, rows, values: halved(below.values, below.cols, below.rows, channels) as T });
  }
  return levels;
}

/* The first level no larger than `size`. */
function levelWithin<T>(levels: Level<T>[], size: number): Level<T> {
  return levels.find((level) => Math.max(level.cols, level.rows) <= size) ?? levels[levels.length - 1]!;
}

function atMost<T>(levels: Level<T>[], size: number): Level<T>[] {
  return levels.slice(levels.indexOf(levelWithin(levels, size)));
}

/* Cells that measures are taken from: every one of a small land, every fourth of others. */
const strideOf = (cols: number, rows: number) => (cols * rows > 1 << 15 ? 2 : 1);

/* Steepness of every `stride`-th cell, row by row. */
function slopes(z: Float32Array, cols: number, rows: number, metres: number): Float32Array {
  const stride = strideOf(cols, rows), out = new Float32Array(Math.ceil(cols / stride) * Math.ceil(rows / stride));
  for (let y = 0, to = 0; y < rows; y += stride) {
    const up = Math.max(0, y - 1) * cols, down = Math.min(rows - 1, y + 1) * cols;
    for (let x = 0; x < cols; x += stride, to++) {
      const left = Math.max(0, x - 1), right = Math.min(cols - 1, x + 1);
      const east = z[y * cols + right]! - z[y * cols + left]!, south = z[down + x]! - z[up + x]!;
      out[to] = Math.min(8, Math.sqrt(east * east + south * south) / (2 * metres));
    }
  }
  return out;
}

function sampled<T extends Float32Array | Uint8Array>(values: T, cols: number, rows: number): T {
  const stride = strideOf(cols, rows);
  if (stride === 1) return values;
  const out = new (values.constructor as new (n: number) => T)(Math.ceil(cols / stride) * Math.ceil(rows / stride));
  for (let y = 0, to = 0; y < rows; y += stride)
    for (let x = 0; x < cols; x += stride, to++) out[to] = values[y * cols + x]!;
  return out;
}

interface Small {
  cols: number;
  rows: number;
  metres: number;
  ground: Float32Array; // lakes filled
  depth: Float32Array;
  sea: Uint8Array; // 1: it is
  lake: Uint8Array;
  dry: Uint8Array; // known and neither
  valid: Uint8Array;
}

/* The land at the size that moods or measures are taken at. */
function small(input: LandInput, size: number, ground: Level<Float32Array>[], depth: Level<Float32Array>[], kind: Level<Uint8Array>[]): Small {
  const g = levelWithin(ground, size), d = levelWithin(depth, size).values, k = levelWithin(kind, size).values;
  const n = g.cols * g.rows, bytes = () => new Uint8Array(n), z = new Float32Array(n), deep = new Float32Array(n);
  const sea = bytes(), lake = bytes(), dry = bytes(), valid = bytes();
  for (let i = 0; i < n; i++) {
    const isWet = d[2 * i + 1]! > 0, isSea = k[4 * i]! > 127;
    sea[i] = isWet && isSea ? 1 : 0;
    lake[i] = isWet && !isSea ? 1 : 0;
    valid[i] = k[4 * i + 3]! > 127 ? 1 : 0;
    dry[i] = valid[i] && !isWet ? 1 : 0;
    deep[i] = Math.max(0, d[2 * i]!);
    z[i] = g.values[i]! + (lake[i] ? deep[i]! : 0);
  }
  return { cols: g.cols, rows: g.rows, metres: (input.cell * input.cols) / g.cols, ground: z, depth: deep, sea, lake, dry, valid };
}

function measure(land: Small, all: Float32Array): Measures {
  const { ground, sea, lake, depth, cols, rows, metres } = land;
  const some = <T extends Float32Array | Uint8Array>(values: T) => sampled(values, cols, rows);
  const chosen = some(land.dry.includes(1) ? land.dry : land.valid), heights = some(ground), depths = some(depth);
  const fine = percentile(slopes(ground, cols, rows, metres), chosen, 0.9, 0);
  const form = percentile(slopes(blurTwice(ground, cols, rows, 2), cols, rows, metres), chosen, 0.9, 0);
  const ratio = Math.min(1, Math.max(0, ((fine > 0 ? form / fine : 1) - 0.15) / 0.4));
  const detail = 0.92 * ratio * ratio * (3 - 2 * ratio);
  const slope = form + (fine - form) * detail;
  let bottom = Infinity, top = -Infinity;
  for (let i = 0; i < all.length; i++) {
    const z = all[i]!;
    if (z < bottom) bottom = z;
    if (z > top) top = z;
  }
  return {
    low: percentile(heights, chosen, 0.02, 0), high: percentile(heights, chosen, 0.98, 0), bottom, top,
    deepestSea: percentile(depths, some(sea), 0.99, 0), deepestLake: percentile(depth, lake, 0.99, 0),
    raised: Math.min(7, Math.max(0.4, 0.85 / Math.max(slope, 1e-6))), detail,
  };
}

/* Hollows at three distances stand for the share of the sky that is hidden; lowness for how deep a place lies
 * below its wider surroundings; and how far out on the water one is. Distances are shares of the longer side. */
function moodOf(land: Small, measures: Measures): Level<Uint16Array> {
  const { cols, rows, ground, metres: cell } = land, sea = new Float32Array(land.sea), lake = new Float32Array(land.lake);
  const unit = Math.max(cols, rows) / 1600, mood = new Float32Array(4 * cols * rows);
  const blurred = (values: Float32Array, radius: number) => blurTwice(values, cols, rows, Math.max(1, radius * unit));
  const sky = (radius: number) => (measures.raised * 2.2) / (Math.max(1, radius * unit) * cell);
  addHollows(ground, blurred(ground, 4), sky(4), 0.3, mood, 0);
  addHollows(ground, blurred(ground, 14), sky(14), 0.4, mood, 0);
  addHollows(ground, blurred(ground, 45), sky(45), 0.3, mood, 0);
  addHollows(ground, blurred(ground, 90), 2 / Math.max(measures.high - measures.low, 1), 1, mood, 1);
  const near = blurred(sea, 24), open = blurred(sea, 110), inner = blurred(lake, 7);
  for (let i = 0; i < inner.length; i++) {
    mood[4 * i + 2] = 0.38 * smoothStep(0.35, 1, near[i]!) + 0.27 * smoothStep(0.45, 1, open[i]!);
    mood[4 * i + 3] = 0.45 * smoothStep(0.5, 1, inner[i]!);
  }
  return { cols, rows, values: toHalf(mood) };
}

/* Adds to one of the four channels of `out`. */
function addHollows(ground: Float32Array, around: Float32Array, scale: number, weight: number, out: Float32Array, channel: number): void {
  for (let i = 0, to = channel; i < ground.length; i++, to += 4) {
    const deep = (around[i]! - ground[i]!) * scale;
    out[to] = out[to]! + (weight * deep) / (1 + Math.abs(deep));
  }
}

function smoothStep(a: number, b: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)));
  return t * t * (3 - 2 * t);
}

/* Rise east and south (m a m) by Horn's weights, of the ground and the lakes on it: as the shader has it. */
function hornSlopes(input: LandInput, ground: Float32Array, wet: Uint8Array, depth: Float32Array): Float32Array {
  const { cols, rows } = input, z = new Float32Array(ground.length), out = new Float32Array(2 * z.length);
  for (let i = 0; i < z.length; i++) z[i] = wet[i] !== OCEAN && depth[i]! > 0 ? ground[i]! + depth[i]! : ground[i]!;
  for (let y = 0; y < rows; y++) {
    const up = Math.max(0, y - 1) * cols, here = y * cols, down = Math.min(rows - 1, y + 1) * cols;
    const south = (y === 0 || y === rows - 1 ? 2 : 1) / (8 * input.cell);
    for (let x = 0; x < cols; x++) {
      const l = x > 0 ? x - 1 : 0, r = x + 1 < cols ? x + 1 : x, east = (x === 0 || x === cols - 1 ? 2 : 1) / (8 * input.cell);
      const a = z[up + l]!, c = z[up + r]!, g = z[down + l]!, i = z[down + r]!;
      out[2 * (here + x)] = (c + 2 * z[here + r]! + i - a - 2 * z[here + l]! - g) * east;
      out[2 * (here + x) + 1] = (g + 2 * z[down + x]! + i - a - 2 * z[up + x]! - c) * south;
    }
  }
  return out;
}

const asHalves = (levels: Level<Float32Array>[]) => levels.map((level) => ({ ...level, values: toHalf(level.values) }));

export function prepareLand(input: LandInput): Prepared {
  const { cols, rows } = input;
  const { ground, gaps } = fillGaps(input);
  const wet = stillWater(input, ground, gaps);
  const signed = signedDepth(input, ground, wet);
  const depth = pyramid(withShore(signed, 0.02 * input.cell), cols, rows, 2);
  const kind = pyramid(kindOf(input, wet, gaps, signed), cols, rows, 4);
  const levels = pyramid(ground, cols, rows, 1);
  const land = (size: number) => small(input, size, levels, depth, kind);
  const measured = land(MEASURED), moody = input.coarse ? MOOD_SIZE.coarse : MOOD_SIZE.whole;
  const measures = measure(measured, ground), few = cols * rows <= SLOPE_CELLS && Math.max(cols, rows) <= input.most;
  return {
    ground: atMost(levels, input.most), kind: atMost(kind, Math.min(input.most, 2048)), measures,
    mood: moodOf(moody === MEASURED ? measured : land(moody), measures),
    depth: asHalves(atMost(depth, input.most)),
    slope: few ? asHalves(pyramid(hornSlopes(input, ground, wet, signed), cols, rows, 2)) : null,
  };
}
