// SPDX-License-Identifier: MIT
/* Layers that the page makes itself out of those it is given. Pure functions over grids, run in a worker. */

/* Steepest rise over run between a cell and its neighbours to the sides; NaN where the ground is. */
export function slopeOf(height: Float32Array, cols: number, rows: number, cell: number): Float32Array {
  const out = new Float32Array(height.length);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const at = row * cols + col;
      const west = height[col > 0 ? at - 1 : at]!,
        east = height[col < cols - 1 ? at + 1 : at]!;
      const north = height[row > 0 ? at - cols : at]!,
        south = height[row < rows - 1 ? at + cols : at]!;
      const wide = (col > 0 ? 1 : 0) + (col < cols - 1 ? 1 : 0),
        tall = (row > 0 ? 1 : 0) + (row < rows - 1 ? 1 : 0);
      out[at] = Math.hypot((east - west) / (cell * Math.max(wide, 1)), (north - south) / (cell * Math.max(tall, 1)));
    }
  return out;
}

const none = 0xffffffff;

/* The cell where each cell's water ends. Ways are followed once: cells on the way get the same answer. */
export function endsOf(receiver: Uint32Array): Uint32Array {
  const n = receiver.length,
    end = new Uint32Array(n).fill(none),
    way: number[] = [];
  for (let start = 0; start < n; start++) {
    let at = start;
    way.length = 0;
    while (end[at] === none) {
      way.push(at);
      const next = receiver[at]!;
      if (next === none || next === at || next >= n || way.length > n) {
        end[at] = at;
        break;
      }
      at = next;
    }
    const last = end[at]!;
    for (const cell of way) end[cell] = last;
  }
  return end;
}

export const basinColours = 12;

/* Watersheds as classes 2 .. basinColours + 1, neighbours rarely alike; 1: smaller than a 400th of the land; 0: ocean. */
export function watershedsOf(receiver: Uint32Array, cover: Uint8Array | null): { classes: Uint8Array; count: number } {
  const end = endsOf(receiver),
    n = receiver.length,
    size = new Uint32Array(n);
  let land = 0;
  for (let at = 0; at < n; at++)
    if (!cover || cover[at] !== 1) {
      size[end[at]!]!++;
      land++;
    }
  const large = Math.max(8, land / 400),
    colour = new Uint8Array(n);
  const bySize: number[] = [];
  for (let at = 0; at < n; at++) if (size[at]! >= large) bySize.push(at);
  bySize
    .sort((a, b) => size[b]! - size[a]!)
    .forEach((at, k) => {
      colour[at] = 2 + (k % basinColours);
    });
  const classes = new Uint8Array(n);
  for (let at = 0; at < n; at++) classes[at] = cover && cover[at] === 1 ? 0 : colour[end[at]!]! || 1;
  return { classes, count: bySize.length };
}

/* The Strahler order of the reach that each cell's water meets first; 0: none. `cells` of reaches with their orders. */
export function ordersOf(receiver: Uint32Array, river: Uint8Array): Uint8Array {
  const n = receiver.length,
    order = new Uint8Array(n),
    known = new Uint8Array(n),
    way: number[] = [];
  for (let start = 0; start < n; start++) {
    let at = start;
    way.length = 0;
    while (!known[at]) {
      if (river[at]) {
        order[at] = river[at]!;
        known[at] = 1;
        break;
      }
      way.push(at);
      const next = receiver[at]!;
      if (next === none || next === at || next >= n || way.length > n) {
        known[at] = 1;
        break;
      }
      at = next;
    }
    const last = order[at]!;
    for (const cell of way) {
      order[cell] = last;
      known[cell] = 1;
    }
  }
  return order;
}
