// SPDX-License-Identifier: MIT
/* Painting on a grid of numbers: stamps of a round brush along a stroke. Kernels, no state but the grid. */

export interface Grid {
  cols: number;
  rows: number;
  values: Float32Array;
}

/* Cells that were changed: columns [left, right), rows [top, bottom). */
export interface Dirty {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const nothing = (): Dirty => ({ left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity });
export const isNothing = (d: Dirty) => d.right <= d.left || d.bottom <= d.top;

export function join(a: Dirty, b: Dirty): Dirty {
  return {
    left: Math.min(a.left, b.left), right: Math.max(a.right, b.right),
    top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom),
  };
}

export type Way = "raise" | "lower" | "level" | "smooth" | "erase";

export interface Stamp {
  way: Way;
  col: number; // of the middle, in cells, may be between two
  row: number;
  radius: number; // cells
  amount: number; // 0 .. 1, how much of the way to go at the middle
  low: number;
  high: number;
  level: number; // what `level` paints and, for `erase`, what was there without paint
}

function reach(grid: Grid, s: Stamp): Dirty {
  return {
    left: Math.max(Math.floor(s.col - s.radius), 0), right: Math.min(Math.ceil(s.col + s.radius) + 1, grid.cols),
    top: Math.max(Math.floor(s.row - s.radius), 0), bottom: Math.min(Math.ceil(s.row + s.radius) + 1, grid.rows),
  };
}

/* From 1 in the middle to 0 at the rim, level in the middle and at the rim; of the square of the distance. */
function falloff(square: number): number {
  const t = 1 - square;
  return t * t;
}

/* Of the eight cells at a distance; `from` begins with row `first`. */
function mean(from: Float32Array, first: number, last: number, cols: number, c: number, r: number, d: number): number {
  const w = Math.max(c - d, 0), e = Math.min(c + d, cols - 1);
  const n = (Math.max(r - d, first) - first) * cols, s = (Math.min(r + d, last) - first) * cols, m = (r - first) * cols;
  return (from[m + w]! + from[m + e]! + from[n + c]! + from[s + c]! +
    0.5 * (from[n + w]! + from[n + e]! + from[s + w]! + from[s + e]!)) / 6;
}

/* Changes the cells under the brush and says which. */
export function stamp(grid: Grid, s: Stamp): Dirty {
  const { cols, rows, values } = grid, box = reach(grid, s), span = s.high - s.low;
  const wide = Math.max(Math.round(s.radius / 6), 1), first = Math.max(box.top - wide, 0), last = Math.min(box.bottom + wide, rows) - 1;
  const from = s.way === "smooth" ? values.slice(first * cols, (last + 1) * cols) : values;
  const scale = 1 / (s.radius * s.radius);
  for (let r = box.top; r < box.bottom; r++)
    for (let c = box.left; c < box.right; c++) {
      const dx = c - s.col, dy = r - s.row, square = (dx * dx + dy * dy) * scale;
      if (square >= 1) continue;
      const i = r * cols + c, old = values[i]!, by = s.amount * falloff(square);
      switch (s.way) {
        case "raise": values[i] = Math.max(old, Math.min(old + by * span * 0.2, s.high)); break;
        case "lower": values[i] = Math.min(old, Math.max(old - by * span * 0.2, s.low)); break;
        case "level": case "erase": values[i] = old + by * (s.level - old); break;
        case "smooth": values[i] = old + by * (mean(from, first, last, cols, c, r, wide) - old); break;
      }
    }
  return box;
}

/* Values of the cells of another grid over the same ground, bilinear; only those that `dirty` cells of the first touch. */
export function resample(from: Grid, to: Grid, dirty: Dirty): void {
  const sx = from.cols / to.cols, sy = from.rows / to.rows;
  const left = Math.max(Math.floor((dirty.left - 1) / sx) - 1, 0), right = Math.min(Math.ceil((dirty.right + 1) / sx) + 1, to.cols);
  const top = Math.max(Math.floor((dirty.top - 1) / sy) - 1, 0), bottom = Math.min(Math.ceil((dirty.bottom + 1) / sy) + 1, to.rows);
  for (let r = top; r < bottom; r++) {
    const y = Math.min(Math.max((r + 0.5) * sy - 0.5, 0), from.rows - 1), y0 = Math.floor(y), fy = y - y0;
    const a = y0 * from.cols, b = Math.min(y0 + 1, from.rows - 1) * from.cols;
    for (let c = left; c < right; c++) {
      const x = Math.min(Math.max((c + 0.5) * sx - 0.5, 0), from.cols - 1), x0 = Math.floor(x), fx = x - x0;
      const x1 = Math.min(x0 + 1, from.cols - 1);
      const upper = from.values[a + x0]! * (1 - fx) + from.values[a + x1]! * fx;
      const lower = from.values[b + x0]! * (1 - fx) + from.values[b + x1]! * fx;
      to.values[r * to.cols + c] = upper * (1 - fy) + lower * fy;
    }
  }
}

export function range(values: Float32Array): { low: number; high: number } {
  let low = Infinity, high = -Infinity;
  for (const v of values) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return { low, high };
}
