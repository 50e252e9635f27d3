// SPDX-License-Identifier: MIT
/* A layer as two bytes a cell: place on the ramp (or class), and whether it is there. Runs in a worker. */
import { halved } from "./grids";
import type { Level } from "./prepare";

export interface OverlayInput {
  cols: number;
  rows: number;
  values: Float32Array | Uint8Array;
  low: number;
  high: number;
  log: boolean;
  classes: boolean;
}

function share(input: OverlayInput, value: number): number {
  if (input.log) {
    const low = Math.log(Math.max(input.low, 1e-9)), high = Math.log(Math.max(input.high, 1e-9));
    return (Math.log(Math.max(value, 1e-9)) - low) / Math.max(high - low, 1e-9);
  }
  return (value - input.low) / Math.max(input.high - input.low, 1e-12);
}

/* Half the size, keeping the greatest: averaging would dissolve rivers. */
function greatest(values: Uint8Array, cols: number, rows: number): Uint8Array {
  const wide = Math.max(1, cols >> 1), high = Math.max(1, rows >> 1), out = new Uint8Array(2 * wide * high);
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++)
      for (let j = 0; j < 2; j++)
        for (let i = 0; i < 2; i++) {
          const from = 2 * (Math.min(rows - 1, 2 * y + j) * cols + Math.min(cols - 1, 2 * x + i)), to = 2 * (y * wide + x);
          out[to] = Math.max(out[to]!, values[from]!);
          out[to + 1] = Math.max(out[to + 1]!, values[from + 1]!);
        }
  return out;
}

export function joinOverlay(input: OverlayInput): Level<Uint8Array>[] {
  let { cols, rows } = input;
  const values = new Uint8Array(2 * cols * rows);
  for (let i = 0; i < cols * rows; i++) {
    const value = input.values[i]!;
    if (Number.isNaN(value)) continue;
    values[2 * i] = input.classes ? value : Math.round(255 * Math.min(1, Math.max(0, share(input, value))));
    values[2 * i + 1] = 255;
  }
  const levels: Level<Uint8Array>[] = [{ cols, rows, values }];
  while (!input.classes && (cols > 1 || rows > 1)) {
    const below = levels[levels.length - 1]!.values;
    levels.push({
      cols: Math.max(1, cols >> 1), rows: Math.max(1, rows >> 1),
      values: input.log ? greatest(below, cols, rows) : halved(below, cols, rows, 2),
    });
    cols = Math.max(1, cols >> 1);
    rows = Math.max(1, rows >> 1);
  }
  return levels;
}
