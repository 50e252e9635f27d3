// SPDX-License-Identifier: MIT
/* The land as the page's own code reads it: heights at a place, and where a ray meets it. Places are metres from
 * the middle of the frame, east and north. */
import type { Land } from "./scene";

export interface Ray {
  x: number; // from here
  y: number;
  z: number;
  dx: number; // this way; unit length
  dy: number;
  dz: number;
}

export class Relief {
  readonly width: number;
  readonly height: number;
  readonly centre: [number, number];
  readonly bottom: number;
  readonly top: number;

  constructor(readonly land: Land, range: { bottom: number; top: number }) {
    const { cols, rows, cell, west, north } = land.frame;
    this.width = cols * cell;
    this.height = rows * cell;
    this.centre = [west + 0.5 * this.width, north - 0.5 * this.height];
    this.bottom = range.bottom;
    this.top = Math.max(range.top, 0);
  }

  has(x: number, y: number): boolean {
    return Math.abs(x) <= 0.5 * this.width && Math.abs(y) <= 0.5 * this.height;
  }

  private cells(x: number, y: number): [at: number, right: number, down: number, s: number, t: number] {
    const { cols, rows } = this.land.frame;
    const u = Math.min(cols - 1, Math.max(0, ((x + 0.5 * this.width) / this.width) * cols - 0.5));
    const v = Math.min(rows - 1, Math.max(0, ((0.5 * this.height - y) / this.height) * rows - 0.5));
    const i = Math.min(Math.max(0, cols - 2), Math.floor(u)), j = Math.min(Math.max(0, rows - 2), Math.floor(v));
    return [j * cols + i, cols > 1 ? 1 : 0, rows > 1 ? cols : 0, u - i, v - j];
  }

  /* The ground, between the four cells around; NaN outside and where nothing is known. */
  ground(x: number, y: number): number {
    if (!this.has(x, y)) return NaN;
    const [at, right, down, s, t] = this.cells(x, y), z = this.land.height;
    const a = z[at]!, b = z[at + right]!, c = z[at + down]!, d = z[at + right + down]!;
    return (a * (1 - s) + b * s) * (1 - t) + (c * (1 - s) + d * s) * t;
  }

  /* The ground or the still water on it. */
  surface(x: number, y: number): number {
    const ground = this.ground(x, y);
    const { cover, water } = this.land;
    if (Number.isNaN(ground)) return ground;
    if (!cover) return Math.max(ground, 0);
    const [at, right, down, s, t] = this.cells(x, y);
    const near = at + (s > 0.5 ? right : 0) + (t > 0.5 ? down : 0);
    if (cover[near] === 1) return Math.max(ground, water && water[near]! - water[near]! === 0 ? water[near]! : 0);
    if (cover[near] === 2 && water && water[near]! > ground) return water[near]!;
    return ground;
  }

  /* How far along the ray the land lies, heights times `raise`; Infinity where it is missed. */
  meet(ray: Ray, raise: number, most = Infinity): number {
    const { cell } = this.land.frame, top = this.top * raise, bottom = this.bottom * raise;
    let from = 0, to = most;
    const clip = (start: number, way: number, low: number, high: number) => {
      if (Math.abs(way) < 1e-12) {
        if (start < low || start > high) to = -1;
        return;
      }
      const a = (low - start) / way, b = (high - start) / way;
      from = Math.max(from, Math.min(a, b));
      to = Math.min(to, Math.max(a, b));
    };
    clip(ray.x, ray.dx, -0.5 * this.width, 0.5 * this.width);
    clip(ray.y, ray.dy, -0.5 * this.height, 0.5 * this.height);
    clip(ray.z, ray.dz, bottom - cell, top + cell);
    if (!(to >= from)) return Infinity;
    const above = (t: number) => {
      const z = this.surface(ray.x + ray.dx * t, ray.y + ray.dy * t);
      return Number.isNaN(z) ? Infinity : ray.z + ray.dz * t - z * raise;
    };
    const flat = Math.max(1e-3, Math.hypot(ray.dx, ray.dy)), length = to - from;
    const step = Math.max((0.6 * cell) / flat, length / 4000);
    let last = from;
    for (let t = from; t <= to + step; t += step) {
      const gap = above(Math.min(t, to));
      if (gap <= 0) return this.halve(above, last, Math.min(t, to));
      last = t;
    }
    return Infinity;
  }

  private halve(above: (t: number) => number, low: number, high: number): number {
    for (let k = 0; k < 24; k++) {
      const t = 0.5 * (low + high);
      if (above(t) <= 0) high = t;
      else low = t;
    }
    return high;
  }
}
