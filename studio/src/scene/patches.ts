// SPDX-License-Identifier: MIT
/* Which squares of the land are drawn, and how finely.
 *
 * A quadtree over the frame: near squares are small, and a square twice as far is twice as large, so that
 * all have the same grain on the screen. Within a square, vertices melt towards the coarser grid before the
 * coarser square takes over (in the shader), so nothing jumps and no crack opens.
 *
 * Based on: Strugar. Continuous distance-dependent level of detail for rendering heightmaps. 2010 */
import * as THREE from "three";

export const QUADS = 32; // along a patch
const MOST = 1024;
const GRAIN = 9; // pixels of a quad where its patch begins
const LEAST_RANGE = 200; // quads: below, the squares could not melt in time

export interface Eye {
  x: number;
  y: number;
  above: number; // over the ground, m
  factor: number; // of distances: 1 with the standard lens
  perPixel: number; // metres a pixel at distance 1 with the standard lens
}

export function patchGeometry(): THREE.InstancedBufferGeometry {
  const side = QUADS + 1, corners = new Float32Array(2 * side * side), index: number[] = [];
  for (let j = 0; j < side; j++) for (let i = 0; i < side; i++) corners.set([i, j], 2 * (j * side + i));
  for (let j = 0; j < QUADS; j++)
    for (let i = 0; i < QUADS; i++) {
      const a = j * side + i, b = a + 1, c = a + side, d = c + 1;
      /* Diagonals meet at even corners: halves of a coarse quad stay flat while it melts. */
      if ((i + j) % 2) index.push(a, b, c, b, d, c);
      else index.push(a, b, d, a, d, c);
    }
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("aCorner", new THREE.BufferAttribute(corners, 2));
  geometry.setIndex(index);
  const patches = new THREE.InstancedBufferAttribute(new Float32Array(4 * MOST), 4);
  patches.setUsage(THREE.DynamicDrawUsage);
  geometry.setAttribute("iPatch", patches);
  geometry.instanceCount = 0;
  return geometry;
}

export class Patches {
  readonly geometry = patchGeometry();
  private readonly box = new THREE.Box3();
  private readonly frustum = new THREE.Frustum();
  private width = 1;
  private height = 1;
  finest = 1; // spacing, m
  range = 1; // of the finest
  private levels = 1;
  private count = 0;

  /* A frame of so many metres; `cells` along its longer side. */
  setFrame(width: number, height: number, cells: number): void {
    this.width = width;
    this.height = height;
    const longer = Math.max(width, height);
    this.levels = Math.max(1, Math.round(Math.log2(Math.max(cells, 1024) / QUADS)) + 1);
    this.finest = longer / (QUADS * 2 ** (this.levels - 1));
  }

  /* One quad for all: heights do not matter from straight above. */
  flat(): void {
    this.count = 0;
    const longer = Math.max(this.width, this.height);
    this.put(-0.5 * this.width, -0.5 * this.height, longer / QUADS, 1e30);
    this.done();
  }

  choose(eye: Eye, view: THREE.Matrix4, bottom: number, top: number): void {
    this.count = 0;
    this.frustum.setFromProjectionMatrix(view);
    this.range = this.finest * Math.max(LEAST_RANGE, 2 / (eye.perPixel * GRAIN));
    const size = Math.max(this.width, this.height);
    this.descend(eye, -0.5 * this.width, -0.5 * this.height, size, this.levels - 1, bottom, top);
    this.done();
  }

  private put(x: number, y: number, spacing: number, range: number): void {
    if (this.count >= MOST) return;
    const patches = this.geometry.getAttribute("iPatch") as THREE.InstancedBufferAttribute;
    patches.setXYZW(this.count++, x, y, spacing, range);
  }

  private done(): void {
    const patches = this.geometry.getAttribute("iPatch") as THREE.InstancedBufferAttribute;
    patches.clearUpdateRanges();
    patches.addUpdateRange(0, 4 * this.count);
    patches.needsUpdate = true;
    this.geometry.instanceCount = this.count;
  }

  private descend(eye: Eye, x: number, y: number, size: number, level: number, bottom: number, top: number): void {
    if (x >= 0.5 * this.width || y >= 0.5 * this.height) return;
    const right = Math.min(x + size, 0.5 * this.width), up = Math.min(y + size, 0.5 * this.height);
    this.box.min.set(x, y, bottom);
    this.box.max.set(right, up, top);
    if (!this.frustum.intersectsBox(this.box)) return;
    const dx = Math.max(x - eye.x, 0, eye.x - right), dy = Math.max(y - eye.y, 0, eye.y - up);
    const away = Math.hypot(dx, dy, eye.above) * eye.factor;
    if (level === 0 || away >= this.range * 2 ** (level - 1)) {
      this.put(x, y, size / QUADS, this.range * 2 ** level);
      return;
    }
    const half = 0.5 * size;
    for (let k = 0; k < 4; k++)
      this.descend(eye, x + (k & 1) * half, y + (k >> 1) * half, half, level - 1, bottom, top);
  }

  dispose(): void {
    this.geometry.dispose();
  }
}
