// SPDX-License-Identifier: MIT
/* Small kernels on grids: spread, halve, blur, percentiles, half floats. */

/* NaN cells beside a value take it (the mean of their neighbours that have one is not wanted: levels stay flat), ring
 * after ring. `tag` goes along with the value. */
export function dilate(values: Float32Array, cols: number, rows: number, rings: number, tag?: Uint8Array): void {
  const n = cols * rows;
  let edge: number[] = [], taken: number[] = [];
  const look = (at: number, x: number) => {
    let from = -1;
    if (x > 0 && values[at - 1] === values[at - 1]) from = at - 1;
    else if (x + 1 < cols && values[at + 1] === values[at + 1]) from = at + 1;
    else if (at >= cols && values[at - cols] === values[at - cols]) from = at - cols;
    else if (at + cols < n && values[at + cols] === values[at + cols]) from = at + cols;
    if (from < 0) return;
    edge.push(at);
    taken.push(from);
  };
  for (let at = 0, x = 0; at < n; at++, x = x + 1 < cols ? x + 1 : 0) if (values[at] !== values[at]) look(at, x);
  for (let ring = 1; ; ring++) {
    for (let k = 0; k < edge.length; k++) {
      values[edge[k]!] = values[taken[k]!]!;
      if (tag) tag[edge[k]!] = tag[taken[k]!]!;
    }
    if (ring >= rings) return;
    const last = edge, seen = new Set<number>(); // the next ring lies beside this one
    edge = [];
    taken = [];
    for (const at of last) {
      const x = at % cols;
      for (const to of [x > 0 ? at - 1 : -1, x + 1 < cols ? at + 1 : -1, at - cols, at + cols]) {
        if (to < 0 || to >= n || values[to] === values[to] || seen.has(to)) continue;
        seen.add(to);
        look(to, to % cols);
      }
    }
  }
}

/* Half the size, by the mean of the two or three rows and columns under each cell. */
export function halved<T extends Float32Array | Uint8Array>(values: T, cols: number, rows: number, channels: number): T {
  const wide = Math.max(1, cols >> 1), high = Math.max(1, rows >> 1);
  const out = new (values.constructor as new (n: number) => T)(wide * high * channels);
  if (cols % 2 === 0 && rows % 2 === 0) {
    if (values instanceof Float32Array) halveFloats(values, out as Float32Array, wide, high, channels);
    else halveBytes(values, out as Uint8Array, wide, high, channels);
    return out;
  }
  const round = values instanceof Uint8Array ? 0.5 : 0;
  for (let y = 0; y < high; y++) {
    const y0 = Math.floor((y * rows) / high), y1 = Math.min(rows, Math.ceil(((y + 1) * rows) / high));
    for (let x = 0; x < wide; x++) {
      const x0 = Math.floor((x * cols) / wide), x1 = Math.min(cols, Math.ceil(((x + 1) * cols) / wide));
      const share = 1 / ((x1 - x0) * (y1 - y0));
      for (let c = 0; c < channels; c++) {
        let sum = 0;
        for (let j = y0; j < y1; j++) for (let i = x0; i < x1; i++) sum += values[(j * cols + i) * channels + c]!;
        out[(y * wide + x) * channels + c] = sum * share + round;
      }
    }
  }
  return out;
}

/* Even sides, which nearly all have: four cells a mean. Once for each type, so that the loops stay of one kind. */
function halveFloats(values: Float32Array, out: Float32Array, wide: number, high: number, channels: number): void {
  const line = 2 * wide * channels;
  for (let y = 0, to = 0; y < high; y++)
    for (let x = 0, at = 2 * y * line; x < wide; x++, at += channels)
      for (let c = 0; c < channels; c++, at++, to++)
        out[to] = 0.25 * (values[at]! + values[at + channels]! + values[at + line]! + values[at + line + channels]!);
}

function halveBytes(values: Uint8Array, out: Uint8Array, wide: number, high: number, channels: number): void {
  const line = 2 * wide * channels;
  for (let y = 0, to = 0; y < high; y++)
    for (let x = 0, at = 2 * y * line; x < wide; x++, at += channels)
      for (let c = 0; c < channels; c++, at++, to++)
        out[to] = (values[at]! + values[at + channels]! + values[at + line]! + values[at + line + channels]! + 2) >> 2;
}

/* Running means along rows. */
function blurRows(from: Float32Array, to: Float32Array, cols: number, rows: number, radius: number): void {
  const inner = 1 / (2 * radius + 1);
  for (let y = 0; y < rows; y++) {
    const start = y * cols;
    let sum = 0;
    for (let i = 0; i < radius && i < cols; i++) sum += from[start + i]!;
    for (let i = 0; i < cols; i++) {
      if (i + radius < cols) sum += from[start + i + radius]!;
      if (i > radius) sum -= from[start + i - radius - 1]!;
      const whole = i >= radius && i + radius < cols;
      to[start + i] = sum * (whole ? inner : 1 / (Math.min(cols - 1, i + radius) - Math.max(0, i - radius) + 1));
    }
  }
}

/* Running means along columns, a whole row of sums at a time: memory is read as it lies. */
function blurColumns(from: Float32Array, to: Float32Array, cols: number, rows: number, radius: number): void {
  const sums = new Float64Array(cols);
  const add = (row: number) => {
    for (let x = 0, at = row * cols; x < cols; x++, at++) sums[x] = sums[x]! + from[at]!;
  };
  for (let y = 0; y < radius && y < rows; y++) add(y);
  for (let y = 0; y < rows; y++) {
    if (y + radius < rows) add(y + radius);
    if (y > radius) for (let x = 0, at = (y - radius - 1) * cols; x < cols; x++, at++) sums[x] = sums[x]! - from[at]!;
    const share = 1 / (Math.min(rows - 1, y + radius) - Math.max(0, y - radius) + 1);
    for (let x = 0, at = y * cols; x < cols; x++, at++) to[at] = sums[x]! * share;
  }
}

const WIDE = 4; // cells: larger radii are blurred on a grid of half the size

/* Two running means of `radius` cells in each direction. */
export function blurTwice(values: Float32Array, cols: number, rows: number, radius: number): Float32Array {
  if (radius > WIDE && cols > 64 && rows > 64) {
    const wide = cols >> 1, high = rows >> 1;
    return doubled(blurTwice(halved(values, cols, rows, 1), wide, high, radius / 2), wide, high, cols, rows);
  }
  const r = Math.max(1, Math.round(radius)), work = new Float32Array(values.length), out = new Float32Array(values.length);
  for (let pass = 0; pass < 2; pass++) {
    blurRows(pass ? out : values, work, cols, rows, r);
    blurColumns(work, out, cols, rows, r);
  }
  return out;
}

/* The grid of `wide` by `high` cells on `cols` by `rows`, between the middles of its cells. */
function doubled(values: Float32Array, wide: number, high: number, cols: number, rows: number): Float32Array {
  const out = new Float32Array(cols * rows);
  spread(values, wide, high, out, cols, rows, 1, 0);
  return out;
}

/* The same into one of the channels of `out`. */
export function spread(
  values: Float32Array, wide: number, high: number, out: Float32Array, cols: number, rows: number, channels: number, channel: number,
): void {
  const left = new Int32Array(cols), share = new Float32Array(cols), line = new Float32Array(wide + 1);
  for (let x = 0; x < cols; x++) {
    const u = Math.min(wide - 1, Math.max(0, ((x + 0.5) * wide) / cols - 0.5));
    left[x] = Math.max(0, Math.min(wide - 2, Math.floor(u)));
    share[x] = u - left[x]!;
  }
  for (let y = 0; y < rows; y++) {
    const v = Math.min(high - 1, Math.max(0, ((y + 0.5) * high) / rows - 0.5)), j = Math.max(0, Math.min(high - 2, Math.floor(v))), t = v - j;
    const below = high > 1 ? wide : 0;
    for (let x = 0, at = j * wide; x < wide; x++, at++) line[x] = values[at]! + (values[at + below]! - values[at]!) * t;
    for (let x = 0, at = y * cols * channels + channel; x < cols; x++, at += channels) {
      const i = left[x]!, a = line[i]!;
      out[at] = a + (line[i + 1]! - a) * share[x]!;
    }
  }
}

/* The value that a share of those chosen (not 0) lies below. */
export function percentile(values: Float32Array, chosen: Uint8Array, share: number, fallback: number): number {
  let low = Infinity, high = -Infinity, total = 0;
  for (let i = 0; i < values.length; i++) {
    if (!chosen[i]) continue;
    const value = values[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
    total++;
  }
  if (!(high > low)) return total ? low : fallback;
  const bins = new Uint32Array(4096), scale = 4095 / (high - low);
  for (let i = 0; i < values.length; i++) if (chosen[i]) bins[((values[i]! - low) * scale) | 0]!++;
  let bin = 0;
  for (let below = 0; bin < 4095 && below + bins[bin]! < share * total; bin++) below += bins[bin]!;
  return low + bin / scale;
}

/* Sign, exponent and hidden bit of a half for the upper nine bits of a float, and how far its mantissa moves down: conversion
 * without a branch. */
const halfBase = new Uint16Array(512), halfShift = new Uint8Array(512);
for (let i = 0; i < 512; i++) {
  const sign = (i & 256) << 7, exponent = (i & 255) - 127;
  halfBase[i] = sign | (exponent > 15 ? 0x7bff : exponent >= -14 ? (exponent + 15) << 10 : exponent >= -24 ? 0x400 >> (-14 - exponent) : 0);
  halfShift[i] = exponent > 15 || exponent < -24 ? 24 : exponent >= -14 ? 13 : -1 - exponent;
}

/* IEEE half floats, rounded towards 0; what is too large for one becomes the greatest. */
export function toHalf(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length), out = new Uint16Array(values.length);
  for (let i = 0; i < out.length; i++) {
    const b = bits[i]!, top = b >>> 23;
    out[i] = halfBase[top]! + ((b & 0x7fffff) >>> halfShift[top]!);
  }
  return out;
}
