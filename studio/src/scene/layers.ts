// SPDX-License-Identifier: MIT
/* What is laid over the land: a layer with its colours, the cells that are lit up, the brush, contours. */
import * as THREE from "three";
import type { Drawing } from "./drawing";
import { copied, type Jobs } from "./jobs";
import type { Level } from "./prepare";
import { rampRow, setClasses } from "./ramps";
import type { Brush, Land, Overlay } from "./scene";
import { dropTexture, makeTexture, type Uploads } from "./textures";

const MASK_CELLS = 1024;

/* 1, 2, 5, 10, 20, 50 … */
export function nice(value: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(value, 1e-6))), share = value / ten;
  return ten * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

/* Cells whose centres lie in a lake's outline, in a grid that covers the land's frame. */
function fillLake(land: Land, id: number, level: Level<Uint8Array>): void {
  const lakes = land.lakes, lake = lakes?.lakes.find((one) => one.id === id);
  if (!lakes || !lake) return;
  const { west, north, cell, cols } = land.frame, scale = level.cols / (cols * cell), flips = new Uint8Array(level.cols * level.rows);
  for (let ring = lake.first_ring; ring < lake.first_ring + lake.ring_count; ring++) {
    const first = lakes.outline.first_point[ring]!, end = lakes.outline.first_point[ring + 1]!;
    for (let i = first; i < end; i++) {
      const k = i + 1 < end ? i + 1 : first, { x, y } = lakes.outline;
      const x0 = (x[i]! - west) * scale, y0 = (north - y[i]!) * scale, x1 = (x[k]! - west) * scale, y1 = (north - y[k]!) * scale;
      const to = Math.min(level.rows, Math.ceil(Math.max(y0, y1) - 0.5));
      for (let row = Math.max(0, Math.ceil(Math.min(y0, y1) - 0.5)); row < to; row++) {
        const at = Math.max(0, Math.ceil(x0 + ((x1 - x0) * (row + 0.5 - y0)) / (y1 - y0) - 0.5));
        if (at < level.cols) flips[row * level.cols + at]! ^= 1;
      }
    }
  }
  for (let row = 0; row < level.rows; row++)
    for (let col = 0, inside = 0; col < level.cols; col++) {
      inside ^= flips[row * level.cols + col]!;
      if (inside) level.values[2 * (row * level.cols + col) + 1] = 255;
    }
}

/* Two bytes a cell: catchment, lake; at most so large that it is made at once. */
function maskOf(land: Land, mask: Uint8Array | null, lake: number | null): Level<Uint8Array> {
  const { cols, rows } = land.frame, step = Math.max(1, Math.ceil(Math.max(cols, rows) / MASK_CELLS));
  const wide = Math.ceil(cols / step), high = Math.ceil(rows / step), values = new Uint8Array(2 * wide * high);
  if (mask && mask.length === cols * rows)
    for (let y = 0; y < high; y++)
      for (let x = 0; x < wide; x++) if (mask[y * step * cols + x * step]) values[2 * (y * wide + x)] = 255;
  const level = { cols: wide, rows: high, values };
  if (lake) fillLake(land, lake, level);
  return level;
}

/* The grid of a layer over the land's frame; it may be of a finer or coarser result than the land that is shown. */
function gridOf(values: number, land: Land): { cols: number; rows: number } | null {
  const { cols, rows } = land.frame;
  if (values === cols * rows) return { cols, rows };
  const wide = Math.round(Math.sqrt((values * cols) / rows));
  for (const tried of [wide, wide - 1, wide + 1]) if (tried > 0 && values % tried === 0) return { cols: tried, rows: values / tried };
  return null;
}

export class Layers {
  private overlay: THREE.Texture | null = null;
  private mask: THREE.Texture | null = null;
  private litAsked = 0;
  private asked = 0;
  private shown = 0; // the newest of those asked for that is seen: one that is late may still come, but not after a newer one

  constructor(
    private readonly renderer: THREE.WebGLRenderer, private readonly drawing: Drawing, private readonly uploads: Uploads,
    private readonly jobs: Jobs, private readonly wake: () => void,
  ) {}

  private swap(name: "uOverlay" | "uMask", old: THREE.Texture | null, made: THREE.Texture | null): void {
    this.drawing.set(name, made ?? this.drawing.none);
    if (old) dropTexture(this.renderer, old);
    this.wake();
  }

  async setOverlay(overlay: Overlay | null, land: Land | null): Promise<void> {
    const asked = ++this.asked, look = this.drawing.value<THREE.Vector4>("uOverlayLook");
    const grid = overlay && land ? gridOf(overlay.values.length, land) : null;
    if (!overlay || !grid) {
      look.w = 0;
      this.shown = asked;
      this.swap("uOverlay", this.overlay, null);
      this.overlay = null;
      return;
    }
    const classes = overlay.ramp === "classes", { cols, rows } = grid, values = await copied(overlay.values);
    if (asked < this.shown) return;
    const levels = await this.jobs.run("overlay", { cols, rows, values, low: overlay.low, high: overlay.high, log: overlay.log, classes }, [values]);
    if (asked < this.shown) return;
    const made = makeTexture(this.renderer, this.uploads, classes ? "classes" : "bytes2", levels);
    await this.uploads.settled();
    if (asked < this.shown) return dropTexture(this.renderer, made);
    this.shown = asked;
    if (classes) setClasses(this.drawing.ramps, overlay.classes ?? []);
    look.set(rampRow(overlay.ramp), overlay.opacity, classes ? 1 : 0, 1);
    this.drawing.value<THREE.Vector2>("uOverlayGrid").set(cols, rows);
    this.swap("uOverlay", this.overlay, made);
    this.overlay = made;
  }

  setOpacity(opacity: number): void {
    this.drawing.value<THREE.Vector4>("uOverlayLook").y = opacity;
    this.wake();
  }

  setLit(land: Land | null, mask: Uint8Array | null, lake: number | null): void {
    const look = this.drawing.value<THREE.Vector4>("uMaskLook"), asked = ++this.litAsked;
    if (!land || (!mask && !lake)) {
      look.set(0, 0, 1, 1);
      this.swap("uMask", this.mask, null);
      this.mask = null;
      return;
    }
    const level = maskOf(land, mask, lake), made = makeTexture(this.renderer, this.uploads, "bytes2", [level]);
    this.uploads.add(() => {
      if (asked !== this.litAsked) return dropTexture(this.renderer, made);
      look.set(mask ? 1 : 0, lake ? 1 : 0, level.cols, level.rows);
      this.swap("uMask", this.mask, made);
      this.mask = made;
    });
  }

  setBrush(brush: Brush | null, centre: [number, number]): void {
    const value = this.drawing.value<THREE.Vector3>("uBrush");
    if (brush) value.set(brush.x - centre[0], brush.y - centre[1], brush.radius);
    else value.z = 0;
    this.wake();
  }

  /* Contours some dozen lines from low to high when all is seen, more when one comes nearer. */
  setContours(on: boolean, relief: number, shown: number, ratio: number): void {
    const interval = nice((Math.max(relief, 1) / 16) * Math.min(1, shown) ** 0.8);
    this.drawing.value<THREE.Vector3>("uContour").set(interval, on ? 1 : 0, ratio);
  }

  /* After the graphics card has forgotten everything. */
  forget(): void {
    this.overlay = this.mask = null;
    this.drawing.set("uOverlay", this.drawing.none);
    this.drawing.set("uMask", this.drawing.none);
  }

  dispose(): void {
    this.shown = ++this.asked;
    for (const texture of [this.overlay, this.mask]) if (texture) dropTexture(this.renderer, texture);
  }
}
