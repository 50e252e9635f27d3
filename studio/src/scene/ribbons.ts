// SPDX-License-Identifier: MIT
/* The rivers of one land, ready to draw. */
import * as THREE from "three";
import type { Band, RiverInput, RiverShape } from "./ribbon_build";
import type { Land } from "./scene";
import { riverFragment, riverVertex } from "./shaders/rivers.glsl";

const DRY = 3;
const DISCHARGE_A_AREA = 1e-8; // m/s, where discharge is not known

/* What the worker needs; null: no rivers. */
export function riverInput(land: Land): RiverInput | null {
  const rivers = land.rivers, { cols, rows, cell, west, north } = land.frame, n = rivers?.columns.id.length ?? 0;
  if (!rivers || !n) return null;
  const { first_point: first, point_count: count, length, dist_up, upland, strahler, from_lake, lake, next_down, kind } = rivers.columns;
  const discharge = new Float64Array(n), upstream = new Float64Array(n), dry = new Uint8Array(n), ends = new Uint8Array(n);
  const inside = (k: number) =>
    Math.min(rivers.x[k]! - west, west + cols * cell - rivers.x[k]!, north - rivers.y[k]!, rivers.y[k]! - north + rows * cell) > 2 * cell;
  for (let r = 0; r < n; r++) {
    const known = rivers.columns.discharge[r]!, guess = known > 0 ? known : upland[r]! * DISCHARGE_A_AREA;
    discharge[r] = guess > 1e-9 && Number.isFinite(guess) ? guess : 1e-9;
    upstream[r] = Math.max(0, dist_up[r]! - length[r]!);
    ends[r] = (from_lake[r] ? 1 : 0) | (lake[r] || (!next_down[r] && inside(first[r]! + count[r]! - 1)) ? 2 : 0);
    dry[r] = kind[r] === DRY ? 1 : 0;
  }
  return {
    first: Uint32Array.from(first), count: Uint32Array.from(count), discharge, upstream, length: Float64Array.from(length),
    strahler: Uint8Array.from(strahler), dry, ends,
    x: rivers.x, y: rivers.y, surface: rivers.surface, width: rivers.width, velocity: rivers.velocity,
    centre: [west + 0.5 * cols * cell, north - 0.5 * rows * cell], landArea: dryCells(land) * cell * cell, spacing: 0.4 * cell, under: 1.2 * cell,
    extent: Math.max(cols, rows) * cell,
  };
}

/* About how many cells are neither sea nor unknown. */
function dryCells(land: Land): number {
  const n = land.height.length, step = Math.max(1, Math.floor(n / 65536));
  let dry = 0, seen = 0;
  for (let i = 0; i < n; i += step, seen++) {
    const z = land.height[i]!, sea = land.cover ? land.cover[i] === 1 : z <= 0;
    if (z - z === 0 && !sea) dry++;
  }
  return Math.max(1, (dry / seen) * n);
}

interface Grain {
  spacing: number; // m
  geometry: THREE.BufferGeometry;
  lit: THREE.BufferAttribute;
  start: Uint32Array;
  count: Uint32Array;
}

function grainOf(band: Band): Grain {
  const geometry = new THREE.BufferGeometry(), lit = new THREE.BufferAttribute(new Uint8Array(band.place.length / 3), 1, true);
  geometry.setAttribute("aPlace", new THREE.BufferAttribute(band.place, 3));
  geometry.setAttribute("aAcross", new THREE.BufferAttribute(band.across, 2, true));
  geometry.setAttribute("aMeasure", new THREE.BufferAttribute(band.measure, 2));
  geometry.setAttribute("aTone", new THREE.BufferAttribute(band.tone, 4, true));
  geometry.setAttribute("aLit", lit);
  geometry.setIndex(new THREE.BufferAttribute(band.index, 1));
  return { spacing: band.spacing, geometry, lit, start: band.start, count: band.count };
}

const BEND = 2.5; // pixels: shorter pieces are left to a coarser curve

export function riverMesh(geometry: THREE.BufferGeometry, uniforms: Record<string, THREE.IUniform>, defines: Record<string, number>): THREE.Mesh {
  const material = new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3, vertexShader: riverVertex, fragmentShader: riverFragment, defines,
    uniforms, transparent: true, depthWrite: false, side: THREE.DoubleSide,
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 10;
  return mesh;
}

export class Ribbons {
  private readonly grains: Grain[];
  private readonly order = new Map<number, number>(); // reach id -> index
  readonly own: Record<string, THREE.IUniform>;

  constructor(shape: RiverShape, land: Land) {
    this.grains = shape.bands.map(grainOf);
    land.rivers?.columns.id.forEach((id, r) => this.order.set(id, r));
    const widest = Math.min(5.5, Math.max(2.2, 2.4 + 0.9 * (shape.highLog / Math.LN10)));
    this.own = {
      uFull: { value: shape.full }, uNone: { value: shape.none },
      uLogs: { value: new THREE.Vector3(shape.lowLog, shape.highLog, widest) }, uAnyLit: { value: 0 },
    };
  }

  setLit(reaches: ReadonlySet<number> | null): void {
    for (const { lit, start, count } of this.grains) {
      const values = lit.array as Uint8Array;
      values.fill(0);
      for (const id of reaches ?? []) {
        const r = this.order.get(id);
        if (r !== undefined) values.fill(255, start[r]!, start[r]! + count[r]!);
      }
      lit.needsUpdate = true;
    }
    this.own["uAnyLit"]!.value = reaches && reaches.size ? 1 : 0;
  }

  /* The curve for so many metres a pixel. */
  geometryFor(metres: number): THREE.BufferGeometry {
    const coarse = this.grains.filter((grain) => grain.spacing <= BEND * metres);
    return (coarse[coarse.length - 1] ?? this.grains[0]!).geometry;
  }

  dispose(): void {
    for (const { geometry } of this.grains) geometry.dispose();
  }
}
