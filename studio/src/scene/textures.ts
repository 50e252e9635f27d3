// SPDX-License-Identifier: MIT
/* Textures that are filled a slice at a time: no frame waits for a large land. */
import * as THREE from "three";
import type { Level } from "./prepare";

const SLICE = 1 << 18; // texels a slice

export type Sort = "height" | "depth" | "slope" | "mood" | "bytes4" | "bytes2" | "byte" | "classes";

interface Storage {
  internal: number;
  format: number;
  type: number;
  smooth: boolean;
}

function storageOf(gl: WebGL2RenderingContext, sort: Sort): Storage {
  switch (sort) {
    case "height": return { internal: gl.R32F, format: gl.RED, type: gl.FLOAT, smooth: !!gl.getExtension("OES_texture_float_linear") };
    case "depth": case "slope": return { internal: gl.RG16F, format: gl.RG, type: gl.HALF_FLOAT, smooth: true };
    case "mood": return { internal: gl.RGBA16F, format: gl.RGBA, type: gl.HALF_FLOAT, smooth: true };
    case "bytes4": return { internal: gl.RGBA8, format: gl.RGBA, type: gl.UNSIGNED_BYTE, smooth: true };
    case "bytes2": return { internal: gl.RG8, format: gl.RG, type: gl.UNSIGNED_BYTE, smooth: true };
    case "classes": return { internal: gl.RG8, format: gl.RG, type: gl.UNSIGNED_BYTE, smooth: false };
    case "byte": return { internal: gl.R8, format: gl.RED, type: gl.UNSIGNED_BYTE, smooth: true };
  }
}

interface Piece {
  run: () => void;
  bytes: number;
}

/* Work that is done a piece at a time, as long as a frame allows. */
export class Uploads {
  private queue: Piece[] = [];
  private waiting: (() => void)[] = [];

  /* `wake`: there is something to do in the next frame; `rush`: somebody waits for it. */
  constructor(private readonly wake: () => void, private readonly rush: () => void) {}

  add(run: () => void, bytes = 0): void {
    this.queue.push({ run, bytes });
    this.wake();
  }

  /* When everything added so far is done. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.add(() => {
        this.waiting = this.waiting.filter((one) => one !== resolve);
        resolve();
      });
      this.rush();
    });
  }

  get busy(): boolean {
    return this.queue.length > 0;
  }

  /* For so long, and until so many bytes have been handed over; returns how many have. */
  run(milliseconds: number, most: number): number {
    const end = performance.now() + milliseconds;
    let bytes = 0;
    while (this.queue.length && bytes < most && performance.now() < end) {
      const piece = this.queue.shift()!;
      piece.run();
      bytes += piece.bytes;
    }
    return bytes;
  }

  clear(): void {
    this.queue = [];
    for (const resolve of this.waiting) resolve();
    this.waiting = [];
  }
}

const dropped = new WeakSet<THREE.Texture>();

/* three.js is handed a texture that already lies on the graphics card. */
function adopt(renderer: THREE.WebGLRenderer, made: WebGLTexture): THREE.Texture {
  const texture = new THREE.Texture();
  const known = renderer.properties.get(texture) as { __webglTexture?: WebGLTexture; __webglInit?: boolean };
  known.__webglTexture = made;
  known.__webglInit = true;
  return texture;
}

export function makeTexture(renderer: THREE.WebGLRenderer, uploads: Uploads, sort: Sort, levels: Level<ArrayBufferView>[]): THREE.Texture {
  const gl = renderer.getContext() as WebGL2RenderingContext, made = gl.createTexture()!, texture = adopt(renderer, made);
  const { internal, format, type, smooth } = storageOf(gl, sort), base = levels[0]!, mips = levels.length > 1;
  const bind = () => renderer.state.bindTexture(gl.TEXTURE_2D, made);
  bind();
  gl.texStorage2D(gl.TEXTURE_2D, levels.length, internal, base.cols, base.rows);
  const near = mips ? gl.NEAREST_MIPMAP_NEAREST : gl.NEAREST, far = mips ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR;
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, smooth ? far : near);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, smooth ? gl.LINEAR : gl.NEAREST);
  const finer = sort === "slope" && gl.getExtension("EXT_texture_filter_anisotropic");
  if (finer) gl.texParameterf(gl.TEXTURE_2D, finer.TEXTURE_MAX_ANISOTROPY_EXT, 4);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  levels.forEach((level, number) => {
    const channels = Math.max(1, Math.round((level.values as Uint8Array).length / (level.cols * level.rows)));
    const step = Math.max(1, Math.floor(SLICE / level.cols));
    for (let row = 0; row < level.rows; row += step) {
      const rows = Math.min(step, level.rows - row), from = row * level.cols * channels;
      const values = (level.values as Uint8Array).subarray(from, from + rows * level.cols * channels);
      uploads.add(() => {
        if (dropped.has(texture)) return;
        bind();
        gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
        gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
        gl.texSubImage2D(gl.TEXTURE_2D, number, 0, row, level.cols, rows, format, type, values);
      }, values.byteLength);
    }
  });
  return texture;
}

export function dropTexture(renderer: THREE.WebGLRenderer, texture: THREE.Texture): void {
  const known = renderer.properties.get(texture) as { __webglTexture?: WebGLTexture };
  dropped.add(texture);
  if (known.__webglTexture) renderer.getContext().deleteTexture(known.__webglTexture);
  renderer.properties.remove(texture);
  renderer.state.reset();
}
