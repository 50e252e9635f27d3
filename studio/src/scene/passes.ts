// SPDX-License-Identifier: MIT
/* Drawing into textures: slopes and shadows. */
import * as THREE from "three";
import { passVertex, shadowFragment, slopeFragment } from "./shaders/passes.glsl";

export function wholeScreen(): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  return geometry;
}

export class Passes {
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.Camera();
  private readonly mesh: THREE.Mesh;
  private readonly slope: THREE.RawShaderMaterial;
  private readonly shadow: THREE.RawShaderMaterial;

  constructor(private readonly renderer: THREE.WebGLRenderer, defines: Record<string, number>) {
    const make = (fragmentShader: string, names: string[]) =>
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3, vertexShader: passVertex, fragmentShader, depthTest: false, depthWrite: false, defines,
        uniforms: Object.fromEntries(names.map((name) => [name, { value: null }])),
      });
    this.slope = make(slopeFragment, ["uGround", "uDepth", "uKind", "uCell", "uKindScale"]);
    this.shadow = make(shadowFragment, ["uGround", "uDepth", "uExtent", "uGrid", "uSun", "uRaise", "uTop"]);
    this.mesh = new THREE.Mesh(wholeScreen(), this.slope);
    this.mesh.frustumCulled = false;
    this.scene.add(this.mesh);
  }

  private draw(target: THREE.WebGLRenderTarget, material: THREE.RawShaderMaterial, values: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(values)) material.uniforms[name]!.value = value;
    this.mesh.material = material;
    const before = this.renderer.getRenderTarget();
    this.renderer.setRenderTarget(target);
    this.renderer.render(this.scene, this.camera);
    this.renderer.setRenderTarget(before);
  }

  /* Both shaders once, before they are needed. */
  warm(target: THREE.WebGLRenderTarget, texture: THREE.Texture): void {
    const two = new THREE.Vector2(1, 1);
    this.slopes(target, texture, texture, texture, 1, 1);
    this.shadows(target, { ground: texture, depth: texture, extent: two, grid: two, sun: new THREE.Vector3(0, 0, 1), raise: 1, top: 0 });
  }

  slopes(target: THREE.WebGLRenderTarget, ground: THREE.Texture, depth: THREE.Texture, kind: THREE.Texture, cell: number, kindScale: number): void {
    this.draw(target, this.slope, { uGround: ground, uDepth: depth, uKind: kind, uCell: cell, uKindScale: new THREE.Vector2(kindScale, kindScale) });
  }

  shadows(
    target: THREE.WebGLRenderTarget,
    of: { ground: THREE.Texture; depth: THREE.Texture; extent: THREE.Vector2; grid: THREE.Vector2; sun: THREE.Vector3; raise: number; top: number },
  ): void {
    this.draw(target, this.shadow, {
      uGround: of.ground, uDepth: of.depth, uExtent: of.extent, uGrid: of.grid, uSun: of.sun, uRaise: of.raise, uTop: of.top,
    });
  }

  dispose(): void {
    this.slope.dispose();
    this.shadow.dispose();
    this.mesh.geometry.dispose();
  }
}
