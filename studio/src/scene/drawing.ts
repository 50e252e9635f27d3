// SPDX-License-Identifier: MIT
/* Everything that is drawn, and the uniforms it shares: terrain, the block's sides, its shadow, the sky, rivers. */
import * as THREE from "three";
import type { View } from "./camera";
import type { GpuLand } from "./gpu_land";
import { Passes, wholeScreen } from "./passes";
import { Patches } from "./patches";
import type { Measures } from "./prepare";
import { makeRamps } from "./ramps";
import { riverMesh } from "./ribbons";
import type { Look } from "./scene";
import { sideFragment, sideVertex, skyFragment, tableFragment, tableVertex } from "./shaders/block.glsl";
import { passVertex } from "./shaders/passes.glsl";
import { terrainFragment, terrainVertex } from "./shaders/terrain.glsl";

const EDGE = 1024; // points along a side of the block

function blank(): THREE.DataTexture {
  const texture = new THREE.DataTexture(new Uint8Array([0, 0, 0, 255]), 1, 1);
  texture.needsUpdate = true;
  return texture;
}

function mixed(a: Measures, b: Measures, t: number): Measures {
  const out = { ...b };
  for (const key of Object.keys(b) as (keyof Measures)[]) out[key] = a[key] + (b[key] - a[key]) * t;
  return out;
}

/* A strip along one side: shares of the frame, and top or foot. */
function sideGeometry(alongX: boolean, fixed: number): THREE.BufferGeometry {
  const edge = new Float32Array(6 * (EDGE + 1)), index: number[] = [];
  for (let i = 0; i <= EDGE; i++) {
    const at = i / EDGE - 0.5;
    for (let top = 0; top < 2; top++) edge.set(alongX ? [at, fixed, top] : [fixed, at, top], 6 * i + 3 * top);
    if (i < EDGE) index.push(2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("aEdge", new THREE.BufferAttribute(edge, 3));
  geometry.setIndex(index);
  return geometry;
}

export class Drawing {
  readonly scene = new THREE.Scene();
  readonly patches = new Patches();
  readonly ramps = makeRamps();
  readonly none = blank();
  readonly passes: Passes;
  readonly defines: Record<string, number>;
  readonly shared: Record<string, THREE.IUniform>;
  private readonly block: THREE.Mesh[] = [];
  private readonly faces: THREE.Vector3[] = [];
  private readonly rivers = new Map<GpuLand, THREE.Mesh>();
  private warm: THREE.Mesh | null = null; // keeps the rivers' shader
  private readonly terrain: THREE.Mesh;
  private readonly sky: THREE.Mesh;
  readonly sun = new THREE.Vector3(0, 0, 1);
  readonly ready: Promise<unknown>; // when the shaders are

  constructor(private readonly renderer: THREE.WebGLRenderer) {
    const gl = renderer.getContext();
    this.defines = gl.getExtension("OES_texture_float_linear") ? { SMOOTH_HEIGHTS: 1 } : {};
    gl.getExtension("EXT_color_buffer_float");
    gl.getExtension("EXT_color_buffer_half_float");
    this.passes = new Passes(renderer, this.defines);
    this.shared = this.makeUniforms();
    this.sky = this.add(wholeScreen(), passVertex, skyFragment, { depthTest: false, depthWrite: false }, -10);
    this.terrain = this.add(this.patches.geometry, terrainVertex, terrainFragment, { side: THREE.DoubleSide }, 0);
    const sides: [boolean, number, number, number][] = [[true, 0.5, 0, 1], [true, -0.5, 0, -1], [false, 0.5, 1, 0], [false, -0.5, -1, 0]];
    for (const [alongX, fixed, x, y] of sides) {
      const face = new THREE.Vector3(x, y, 0);
      this.faces.push(face);
      this.block.push(this.add(sideGeometry(alongX, fixed), sideVertex, sideFragment, { side: THREE.DoubleSide }, 1, { uFace: { value: face } }));
    }
    this.block.push(this.add(wholeTable(), tableVertex, tableFragment, { transparent: true, depthWrite: false, side: THREE.DoubleSide }, 2));
    this.ready = this.compile();
  }

  /* In the background, and each drawn once into a single pixel, so that no later frame waits for a shader. */
  private async compile(): Promise<void> {
    const rivers = riverMesh(new THREE.BufferGeometry(), this.shared, this.defines), camera = new THREE.Camera();
    this.warm = rivers;
    this.scene.add(rivers);
    await this.renderer.compileAsync(this.scene, camera).catch(() => {});
    const pixel = new THREE.WebGLRenderTarget(1, 1), hidden = [this.terrain, ...this.block].filter((mesh) => !mesh.visible);
    for (const mesh of hidden) mesh.visible = true; // the empty picture has hidden them in the meantime
    this.passes.warm(pixel, this.none);
    this.renderer.setRenderTarget(pixel);
    this.renderer.render(this.scene, camera);
    this.renderer.setRenderTarget(null);
    for (const mesh of hidden) mesh.visible = false;
    this.scene.remove(rivers);
    pixel.dispose();
  }

  private makeUniforms(): Record<string, THREE.IUniform> {
    const names = [
      "uGround", "uGroundOld", "uDepth", "uDepthOld", "uSlope", "uSlopeOld", "uKind", "uKindOld", "uMood", "uMoodOld",
      "uOverlay", "uMask", "uShadow",
    ];
    const shared: Record<string, THREE.IUniform> = Object.fromEntries(names.map((name) => [name, { value: this.none }]));
    const values: Record<string, unknown> = {
      uRamps: this.ramps, uGrid: new THREE.Vector2(1, 1), uGridOld: new THREE.Vector2(1, 1), uBlend: 1, uExtent: new THREE.Vector2(1, 1),
      uWaterOn: 1, uEye: new THREE.Vector3(), uFar: new THREE.Vector2(1, 1), uRaise: 1, uTilted: 0, uLand: new THREE.Vector4(),
      uDeep: new THREE.Vector4(), uOverlayLook: new THREE.Vector4(), uOverlayGrid: new THREE.Vector2(1, 1), uMaskLook: new THREE.Vector4(0, 0, 1, 1),
      uBrush: new THREE.Vector3(), uContour: new THREE.Vector3(100, 0, 1), uSun: this.sun, uSkyHigh: new THREE.Vector3(), uSkyLow: new THREE.Vector3(),
      uPaper: new THREE.Vector3(), uHaze: new THREE.Vector2(), uTime: new THREE.Vector4(), uPerPixel: 1, uScreen: new THREE.Vector4(1, 1, 1, 1),
      uRiverColour: 0, uFoot: new THREE.Vector2(), uRange: 1, uBack: new THREE.Matrix4(),
    };
    for (const [name, value] of Object.entries(values)) shared[name] = { value };
    return shared;
  }

  private add(
    geometry: THREE.BufferGeometry, vertexShader: string, fragmentShader: string, how: Partial<THREE.ShaderMaterialParameters>,
    order: number, own: Record<string, THREE.IUniform> = {},
  ): THREE.Mesh {
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3, vertexShader, fragmentShader, defines: this.defines, uniforms: { ...this.shared, ...own }, ...how,
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    this.scene.add(mesh);
    return mesh;
  }

  value<T>(name: string): T {
    return this.shared[name]!.value as T;
  }

  set(name: string, value: unknown): void {
    this.shared[name]!.value = value;
  }

  addRivers(land: GpuLand): void {
    if (!land.ribbons || this.rivers.has(land)) return;
    const mesh = riverMesh(land.ribbons.geometryFor(0), { ...this.shared, ...land.ribbons.own }, this.defines);
    this.rivers.set(land, mesh);
    this.scene.add(mesh);
  }

  removeRivers(land: GpuLand): void {
    const mesh = this.rivers.get(land);
    if (!mesh) return;
    this.scene.remove(mesh);
    (mesh.material as THREE.Material).dispose();
    this.rivers.delete(land);
  }

  setSun(look: Look): void {
    const turn = (look.sunAzimuth * Math.PI) / 180, up = (look.sunHeight * Math.PI) / 180;
    this.sun.set(Math.sin(turn) * Math.cos(up), Math.cos(turn) * Math.cos(up), Math.sin(up));
  }

  /* Which land the next picture is of: `now`, coming out of `before`. */
  private useLand(now: GpuLand, before: GpuLand | null, blend: number): Measures {
    const old = before ?? now, m = before ? mixed(before.measures, now.measures, blend) : now.measures;
    const textures: [string, (land: GpuLand) => THREE.Texture][] = [
      ["uGround", (l) => l.base.ground], ["uDepth", (l) => l.base.depth], ["uSlope", (l) => l.base.slope], ["uKind", (l) => l.base.kind], ["uMood", (l) => l.base.mood],
    ];
    for (const [name, of] of textures) {
      this.set(name, of(now));
      this.set(`${name}Old`, of(old));
    }
    this.set("uGrid", now.base.grid);
    this.set("uGridOld", old.base.grid);
    this.set("uBlend", before ? blend : 1);
    this.set("uShadow", now.base.shadow.texture);
    const relief = m.high - m.low;
    this.value<THREE.Vector4>("uLand").set(m.low, m.high, 0.18 + (0.76 * relief) / (relief + 420), m.raised);
    this.value<THREE.Vector4>("uDeep").set(m.deepestSea, m.deepestLake, m.detail, now.base.shadowOf ? 1 : 0);
    this.value<THREE.Vector2>("uExtent").set(now.relief.width, now.relief.height);
    return m;
  }

  private castShadows(land: GpuLand, raise: number): void {
    const key = `${this.sun.toArray().map((v) => v.toFixed(3))} ${raise.toFixed(2)}`;
    const { base } = land;
    if (base.shadowOf === key) return;
    this.passes.shadows(base.shadow, {
      ground: base.ground, depth: base.depth, grid: base.grid, sun: this.sun, raise, top: Math.max(land.measures.top, 0),
      extent: new THREE.Vector2(land.relief.width, land.relief.height),
    });
    base.shadowOf = key;
  }

  draw(view: View, look: Look, now: GpuLand, before: GpuLand | null, blend: number, ratio: number): void {
    if (!view.flat) this.castShadows(now, look.exaggeration);
    const m = this.useLand(now, before, blend), { eye } = view, tilted = view.lift;
    this.set("uTilted", tilted);
    this.set("uRaise", look.exaggeration);
    this.set("uWaterOn", look.water ? 1 : 0);
    this.value<THREE.Vector3>("uEye").copy(eye);
    const above = Math.max(eye.z - view.surfaceAt(eye.x, eye.y), 0);
    this.value<THREE.Vector2>("uFar").set(above, view.rangeFactor());
    this.set("uPerPixel", view.perPixel() / ratio);
    const metres = view.perPixel() * (view.flat ? 1 : view.distance) / ratio;
    const unit = ratio * Math.min(0.9, Math.max(0.62, view.size / (metres * ratio) / 1600));
    this.value<THREE.Vector4>("uScreen").set(view.width * ratio, view.height * ratio, unit, 0.9 * ratio);
    this.value<THREE.Vector2>("uHaze").set(1 / (2.2 * view.size), look.fog);
    const bottom = Math.min(m.bottom, 0) * look.exaggeration, top = Math.max(m.top, 0) * look.exaggeration;
    this.patches.setFrame(now.relief.width, now.relief.height, Math.max(now.base.grid.x, now.base.grid.y));
    if (view.flat) this.patches.flat();
    else this.patches.choose({ x: eye.x, y: eye.y, above, factor: view.rangeFactor(), perPixel: view.standardPerPixel() }, view.both, bottom, top);
    const lowest = m.bottom * look.exaggeration;
    this.value<THREE.Vector2>("uFoot").set(Math.min(lowest, 0.5 * (lowest + top)) - 0.035 * view.size, this.patches.finest);
    this.set("uRange", this.patches.range);
    this.block.forEach((mesh, i) => {
      const face = this.faces[i]; // sides that look away, or all but, would glimmer along the edge
      const out = face ? face.dot(eye) - 0.5 * Math.abs(face.x * now.relief.width + face.y * now.relief.height) : 1;
      mesh.visible = !view.flat && out > (face ? 0.03 * view.distance : 0);
    });
    for (const [land, mesh] of this.rivers) {
      mesh.visible = look.rivers && land === now;
      if (mesh.visible) mesh.geometry = land.ribbons!.geometryFor(view.flat ? metres : 1.6 * metres);
      (mesh.material as THREE.RawShaderMaterial).depthTest = !view.flat;
    }
    this.terrain.visible = true;
    const turnOnly = view.camera.matrixWorld.clone().setPosition(0, 0, 0);
    this.value<THREE.Matrix4>("uBack").copy(turnOnly).multiply(view.camera.projectionMatrixInverse);
    this.renderer.render(this.scene, view.camera);
  }

  /* No land: paper alone. */
  empty(view: View): void {
    this.set("uTilted", view.lift);
    this.terrain.visible = false;
    for (const mesh of this.block) mesh.visible = false;
    for (const mesh of this.rivers.values()) mesh.visible = false;
    this.renderer.render(this.scene, view.camera);
  }

  dispose(): void {
    (this.warm?.material as THREE.Material | undefined)?.dispose();
    for (const land of [...this.rivers.keys()]) this.removeRivers(land);
    for (const mesh of [this.sky, this.terrain, ...this.block]) {
      mesh.geometry.dispose();
      (mesh.material as THREE.Material).dispose();
    }
    this.passes.dispose();
    this.patches.dispose();
    this.ramps.dispose();
    this.none.dispose();
  }
}

function wholeTable(): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  return geometry;
}
