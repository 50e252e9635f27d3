// SPDX-License-Identifier: MIT
/* Small kernels on grids: spread, halve, blur, percentiles, half floats. */

/* NaN cells beside a value take it (the mean of their neighbours that have one is not wanted: levels stay flat).
 * `tag` goes along with the value. */
export function dilate(values: Float32Array, cols: number, rows: number, tag?: Uint8Array): void {
  const found: number[] = [], taken: number[] = [];
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      const at = y * cols + x;
      if (!Number.isNaN(values[at]!)) continue;
      let from = -1;
      if (x > 0 && !Number.isNaN(values[at - 1]!)) from = at - 1;
      else if (x + 1 < cols && !Number.isNaN(values[at + 1]!)) from = at + 1;
      else if (y > 0 && !Number.isNaN(values[at - cols]!)) from = at - cols;
      else if (y + 1 < rows && !Number.isNaN(values[at + cols]!)) from = at + cols;
      if (from >= 0) {
        found.push(at);
        taken.push(from);
      }
    }
  for (let k = 0; k < found.length; k++) {
    values[found[k]!] = values[taken[k]!]!;
    if (tag) tag[found[k]!] = tag[taken[k]!]!;
  }
}

/* Half the size, by the mean of the two or three rows and columns under each cell. */
export function halved<T extends Float32Array | Uint8Array>(values: T, cols: number, rows: number, channels: number): T {
  const wide = Math.max(1, cols >> 1), high = Math.max(1, rows >> 1);
  const make = values.constructor as new (n: number) => T;
  const out = new make(wide * high * channels), round = values instanceof Uint8Array ? 0.5 : 0;
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

function blurLine(from: Float32Array, to: Float32Array, start: number, stride: number, n: number, radius: number): void {
  let sum = 0;
  for (let i = 0; i < radius && i < n; i++) sum += from[start + i * stride]!;
  for (let i = 0; i < n; i++) {
    if (i + radius < n) sum += from[start + (i + radius) * stride]!;
    if (i - radius - 1 >= 0) sum -= from[start + (i - radius - 1) * stride]!;
    to[start + i * stride] = sum / (Math.min(n - 1, i + radius) - Math.max(0, i - radius) + 1);
  }
}

/* Two running means of `radius` cells in each direction; large radii on a coarser grid. */
export function blurTwice(values: Float32Array, cols: number, rows: number, radius: number): Float32Array {
  if (radius > 8 && cols > 64 && rows > 64) {
    const wide = cols >> 1, high = rows >> 1;
    return doubled(blurTwice(halved(values, cols, rows, 1), wide, high, radius / 2), wide, high, cols, rows);
  }
  const r = Math.max(1, Math.round(radius)), work = new Float32Array(values.length), out = new Float32Array(values.length);
  for (let pass = 0; pass < 2; pass++) {
    const from = pass ? out : values;
    for (let y = 0; y < rows; y++) blurLine(from, work, y * cols, 1, cols, r);
    for (let x = 0; x < cols; x++) blurLine(work, out, x, cols, rows, r);
  }
  return out;
}

function doubled(values: Float32Array, wide: number, high: number, cols: number, rows: number): Float32Array {
  const out = new Float32Array(cols * rows);
  for (let y = 0; y < rows; y++) {
    const v = Math.min(high - 1, Math.max(0, ((y + 0.5) * high) / rows - 0.5)), j = Math.min(high - 2, Math.floor(v));
    for (let x = 0; x < cols; x++) {
      const u = Math.min(wide - 1, Math.max(0, ((x + 0.5) * wide) / cols - 0.5)), i = Math.min(wide - 2, Math.floor(u));
      const a = j * wide + i, s = u - i, t = v - j;
      out[y * cols + x] =
        (values[a]! * (1 - s) + values[a + 1]! * s) * (1 - t) + (values[a + wide]! * (1 - s) + values[a + wide + 1]! * s) * t;
    }
  }
  return out;
}

export function percentile(values: Float32Array, chosen: (i: number) => boolean, share: number, fallback: number): number {
  let low = Infinity, high = -Infinity, total = 0;
  for (let i = 0; i < values.length; i++)
    if (chosen(i)) {
      low = Math.min(low, values[i]!);
      high = Math.max(high, values[i]!);
      total++;
    }
  if (!(high > low)) return total ? low : fallback;
  const bins = new Uint32Array(4096), scale = 4095 / (high - low);
  for (let i = 0; i < values.length; i++) if (chosen(i)) bins[Math.floor((values[i]! - low) * scale)]!++;
  let bin = 0;
  for (let below = 0; bin < 4095 && below + bins[bin]! < share * total; bin++) below += bins[bin]!;
  return low + bin / scale;
}

/* IEEE half floats; what is too large for one becomes the greatest. */
export function toHalf(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length), out = new Uint16Array(values.length);
  for (let i = 0; i < out.length; i++) {
    const b = bits[i]!, sign = (b >>> 16) & 0x8000, exponent = (b >>> 23) & 0xff;
    if (exponent > 142) out[i] = sign | 0x7bff;
    else if (exponent > 112) out[i] = sign | (((b & 0x7fffffff) - 0x38000000 + 0x0fff + ((b >>> 13) & 1)) >>> 13);
    else if (exponent > 101) out[i] = sign | (((b & 0x7fffff) | 0x800000) >>> (126 - exponent));
    else out[i] = sign;
  }
  return out;
}
