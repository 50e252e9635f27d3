// SPDX-License-Identifier: MIT
/* A land on the graphics card: textures, slopes, shadows, rivers. Made in the background, then shown whole. */
import * as THREE from "three";
import { mark } from "../state/marks";
import { copied, type Jobs } from "./jobs";
import type { Level, Measures, Prepared } from "./prepare";
import { Relief } from "./relief";
import { riverInput, Ribbons } from "./ribbons";
import type { Land } from "./scene";
import type { Passes } from "./passes";
import { dropTexture, makeTexture, type Uploads } from "./textures";

const SHADOW_CELLS = 768;

export interface Maker {
  renderer: THREE.WebGLRenderer;
  uploads: Uploads;
  jobs: Jobs;
  passes: Passes;
}

/* Rings of the lakes that `chosen` names, in cells from the north-west corner. */
function rings(land: Pick<Land, "lakes" | "frame">, chosen: (lake: { closed: boolean; state: number }) => boolean): Float32Array[] {
  if (!land.lakes) return [];
  const { west, north, cell } = land.frame, { outline } = land.lakes, out: Float32Array[] = [];
  for (const lake of land.lakes.lakes) {
    if (!chosen(lake)) continue;
    for (let ring = lake.first_ring; ring < lake.first_ring + lake.ring_count; ring++) {
      const first = outline.first_point[ring] ?? 0, end = outline.first_point[ring + 1] ?? first;
      const points = new Float32Array(2 * (end - first));
      for (let i = first; i < end; i++) {
        points[2 * (i - first)] = (outline.x[i]! - west) / cell;
        points[2 * (i - first) + 1] = (north - outline.y[i]!) / cell;
      }
      out.push(points);
    }
  }
  return out;
}

const EMPTY = 2;

function slopeTarget(base: Level<unknown>): THREE.WebGLRenderTarget {
  return new THREE.WebGLRenderTarget(base.cols, base.rows, {
    format: THREE.RGFormat, type: THREE.HalfFloatType, depthBuffer: false, generateMipmaps: true,
    minFilter: THREE.LinearMipmapLinearFilter, magFilter: THREE.LinearFilter, anisotropy: 4,
  });
}

/* What the graphics card reads, made in a worker. Needs no rivers: it can begin before they are here. */
export async function prepare(jobs: Jobs, land: Omit<Land, "id" | "rivers" | "looks">): Promise<Prepared> {
  const { cols, rows, cell } = land.frame;
  const [height, water, cover, region] =
    [await copied(land.height), await copied(land.water), await copied(land.cover), await copied(land.region)];
  const closed = rings(land, (lake) => lake.closed && lake.state !== EMPTY), empty = rings(land, (lake) => lake.state === EMPTY);
  const input = { cols, rows, cell, height, water, cover, region, closed, empty, most: jobs.most, coarse: land.coarse };
  return jobs.run("land", input, [height, water, cover, region]);
}

/* Ground and still water on the graphics card. Lands that differ in their rivers alone have one together: it counts who
 * uses it. */
class GpuGround {
  private users = 1;
  readonly grid: THREE.Vector2;
  readonly shadow: THREE.WebGLRenderTarget;
  shadowOf = ""; // the sun that the shadows are of

  constructor(
    private readonly renderer: THREE.WebGLRenderer, readonly measures: Measures, base: Level<unknown>,
    readonly ground: THREE.Texture, readonly depth: THREE.Texture, readonly kind: THREE.Texture, readonly mood: THREE.Texture,
    readonly slope: THREE.Texture, private readonly drawn: THREE.WebGLRenderTarget | null,
  ) {
    this.grid = new THREE.Vector2(base.cols, base.rows);
    const scale = Math.min(1, SHADOW_CELLS / Math.max(base.cols, base.rows));
    this.shadow = new THREE.WebGLRenderTarget(Math.max(1, Math.round(base.cols * scale)), Math.max(1, Math.round(base.rows * scale)), {
      format: THREE.RedFormat, type: THREE.UnsignedByteType, depthBuffer: false,
      minFilter: THREE.LinearFilter, magFilter: THREE.LinearFilter,
    });
  }

  static async make(maker: Maker, land: Land, made: Prepared): Promise<GpuGround> {
    const { renderer, uploads, passes } = maker, { cols, cell } = land.frame;
    const ground = makeTexture(renderer, uploads, "height", made.ground), depth = makeTexture(renderer, uploads, "depth", made.depth);
    const kind = makeTexture(renderer, uploads, "bytes4", made.kind), mood = makeTexture(renderer, uploads, "mood", [made.mood]);
    const base = made.ground[0]!, drawn = made.slope ? null : slopeTarget(base);
    const slope = made.slope ? makeTexture(renderer, uploads, "slope", made.slope) : drawn!.texture;
    const scale = made.kind[0]!.cols / base.cols;
    if (drawn) uploads.add(() => passes.slopes(drawn, ground, depth, kind, (cols * cell) / base.cols, scale));
    await uploads.settled();
    return new GpuGround(renderer, made.measures, base, ground, depth, kind, mood, slope, drawn);
  }

  hold(): this {
    this.users++;
    return this;
  }

  release(): void {
    if (--this.users > 0) return;
    for (const texture of [this.ground, this.depth, this.kind, this.mood]) dropTexture(this.renderer, texture);
    if (this.drawn) this.drawn.dispose();
    else dropTexture(this.renderer, this.slope);
    this.shadow.dispose();
  }
}

export class GpuLand {
  readonly relief: Relief;

  private constructor(readonly land: Land, readonly base: GpuGround, readonly ribbons: Ribbons | null) {
    this.relief = new Relief(land, base.measures);
  }

  get measures(): Measures {
    return this.base.measures;
  }

  /* null: no longer wanted. `shown`: lands that are there, one of which may look the same. */
  static async make(maker: Maker, land: Land, shown: (GpuLand | null)[], wanted: () => boolean): Promise<GpuLand | null> {
    const { jobs } = maker, rivers = riverInput(land);
    const twin = shown.find((one) => one?.land.looks === land.looks)?.base.hold() ?? null;
    const begun = twin ? null : (land.prepared ?? prepare(jobs, land));
    delete land.prepared; // is large, and used once
    const [made, shape] = await Promise.all([begun, rivers ? jobs.run("rivers", rivers) : null]);
    if (!wanted()) {
      twin?.release();
      return null;
    }
    mark("prepared", land.id);
    const base = twin ?? (await GpuGround.make(maker, land, made!)), ribbons = shape && rivers ? new Ribbons(shape, land) : null;
    const gpu = new GpuLand(land, base, ribbons);
    if (wanted()) return gpu;
    gpu.dispose();
    return null;
  }

  dispose(): void {
    this.base.release();
    this.ribbons?.dispose();
  }
}
