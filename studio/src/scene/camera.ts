// SPDX-License-Identifier: MIT
/* Where one looks. One lens for all: a map is the same view from straight above and infinitely far, so that
 * the way from one to the other keeps the place in the middle and its size.
 *
 * Places are metres from the middle of the frame; heights are exaggerated. */
import * as THREE from "three";
import type { Ray, Relief } from "./relief";
import type { Camera, Mode } from "./scene";

const LENS = Math.tan((38 * Math.PI) / 360); // half the picture's height at distance 1
const FLATTEST = 0.02; // of the lens while a map is made of the view
export const MOST_TILT = 86;
const BESIDE = { left: 322, right: 40 }; // pixels that tools, and buttons, take of the picture

export interface Aim {
  x: number;
  y: number;
  z: number;
  span: number;
  turn: number; // degrees
  tilt: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

export class View {
  mode: Mode = "map";
  aim: Aim = { x: 0, y: 0, z: 0, span: 1000, turn: 0, tilt: 0 };
  lift = 0; // 0 map .. 1 three dimensions
  width = 1; // pixels of the page
  height = 1;
  raise = 1;
  relief: Relief | null = null;

  readonly camera = new THREE.Camera();
  readonly eye = new THREE.Vector3();
  readonly right = new THREE.Vector3();
  readonly up = new THREE.Vector3();
  readonly back = new THREE.Vector3();
  distance = 1;
  lens = LENS;
  readonly both = new THREE.Matrix4(); // projection times view

  constructor() {
    this.camera.matrixAutoUpdate = false;
    this.camera.matrixWorldAutoUpdate = false;
  }

  get aspect(): number {
    return this.width / this.height;
  }

  /* As one flies, free in space. */
  get free(): boolean {
    return this.mode === "fly";
  }

  get flat(): boolean {
    return this.lift <= 0;
  }

  get size(): number {
    return this.relief ? Math.max(this.relief.width, this.relief.height) : 1000;
  }

  /* The span that shows the whole frame. */
  whole(): number {
    if (!this.relief) return 1000;
    return 1.06 * Math.max(this.relief.height, this.relief.width / this.aspect);
  }

  /* Pixels by which the middle of what is seen stands right of the picture's: tools hide nothing of a frame that is seen
   * whole, where there is room beside it. */
  get slide(): number {
    if (!this.relief) return 0;
    const beside = 0.5 * (this.width - (this.relief.width / this.whole()) * this.height);
    return Math.max(0, Math.min(BESIDE.left - beside, beside - BESIDE.right));
  }

  surfaceAt(x: number, y: number): number {
    if (!this.relief) return 0;
    const { width, height } = this.relief;
    const inside = (v: number, half: number) => Math.min(half, Math.max(-half, v));
    const z = this.relief.surface(inside(x, 0.499 * width), inside(y, 0.499 * height));
    return (Number.isNaN(z) ? 0 : z) * this.raise;
  }

  /* Never loses the land. */
  limit(): void {
    const { aim } = this;
    if (!this.relief) return;
    const { width, height } = this.relief, cell = this.relief.land.frame.cell;
    aim.span = Math.min(Math.max(aim.span, 5 * cell), 2 * this.whole());
    aim.turn = ((((aim.turn + 180) % 360) + 360) % 360) - 180;
    aim.tilt = Math.min(Math.max(aim.tilt, 0), this.free ? 130 : MOST_TILT);
    if (!this.free) {
      aim.x = Math.min(0.5 * width, Math.max(-0.5 * width, aim.x));
      aim.y = Math.min(0.5 * height, Math.max(-0.5 * height, aim.y));
      return;
    }
    this.frame();
    const { eye } = this, far = 1.2 * this.size;
    const x = Math.min(far, Math.max(-far, eye.x)), y = Math.min(far, Math.max(-far, eye.y));
    const low = this.surfaceAt(x, y) + 0.4 * cell, z = Math.min(1.5 * this.size, Math.max(low, eye.z));
    aim.x += x - eye.x;
    aim.y += y - eye.y;
    aim.z += z - eye.z;
  }

  /* The directions of the picture, and the eye. */
  private frame(): void {
    const { aim } = this, turn = radians(aim.turn), tilt = radians(aim.tilt * (this.free ? 1 : this.lift));
    const sin = Math.sin(turn), cos = Math.cos(turn);
    this.right.set(cos, -sin, 0);
    this.up.set(sin * Math.cos(tilt), cos * Math.cos(tilt), Math.sin(tilt));
    this.back.set(-sin * Math.sin(tilt), -cos * Math.sin(tilt), Math.cos(tilt));
    this.lens = LENS * (FLATTEST + (1 - FLATTEST) * this.lift * this.lift);
    this.distance = aim.span / (2 * this.lens);
    this.eye.set(aim.x, aim.y, aim.z).addScaledVector(this.back, this.distance);
  }

  update(): void {
    this.limit();
    this.frame();
    if (!this.flat && !this.free) this.keepAbove();
    this.place();
    this.project();
    this.both.multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse);
  }

  /* The eye never goes under the ground: it is lifted and looks down at the same place. */
  private keepAbove(): void {
    const { eye, aim } = this, cell = this.relief?.land.frame.cell ?? 1;
    const low = this.surfaceAt(eye.x, eye.y) + Math.max(0.5 * cell, 0.02 * this.distance);
    if (!this.relief?.has(eye.x, eye.y) || eye.z >= low) return;
    eye.z = low;
    this.back.set(eye.x - aim.x, eye.y - aim.y, eye.z - aim.z);
    this.distance = this.back.length();
    this.back.normalize();
    this.up.crossVectors(this.back, this.right).normalize();
  }

  private place(): void {
    const { camera, right, up, back, eye } = this;
    camera.matrixWorld.makeBasis(right, up, back).setPosition(eye);
    camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
  }

  private project(): void {
    const { camera, lens, distance } = this, deep = 2.5 * this.size + Math.abs(this.eye.z);
    const aside = (2 * this.slide) / this.height;
    if (this.flat) {
      const h = 0.5 * this.aim.span, w = h * this.aspect, s = h * aside;
      camera.projectionMatrix.makeOrthographic(-w - s, w - s, h, -h, distance - 2 * this.size, distance + 2 * this.size);
    } else {
      const above = Math.max(this.eye.z - this.surfaceAt(this.eye.x, this.eye.y), 0);
      const far = distance + deep, near = Math.max(distance - deep, Math.min(0.2 * above, 0.3 * distance), 4e-5 * far);
      const h = near * lens, w = h * this.aspect, s = h * aside;
      camera.projectionMatrix.makePerspective(-w - s, w - s, h, -h, near, far);
    }
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
  }

  /* Metres a pixel of the page: in a map, and at distance 1 in three dimensions. */
  perPixel(): number {
    return this.flat ? this.aim.span / this.height : (2 * this.lens) / this.height;
  }

  standardPerPixel(): number {
    return (2 * LENS) / this.height;
  }

  rangeFactor(): number {
    return this.lens / LENS;
  }

  ray(left: number, top: number): Ray {
    const nx = (2 * (left - this.slide)) / this.width - 1, ny = 1 - (2 * top) / this.height, { eye, right, up, back } = this;
    if (this.flat) {
      const h = 0.5 * this.aim.span, sx = nx * h * this.aspect, sy = ny * h;
      const x = this.aim.x + right.x * sx + up.x * sy, y = this.aim.y + right.y * sx + up.y * sy;
      return { x, y, z: 10 * this.size, dx: 0, dy: 0, dz: -1 };
    }
    const sx = nx * this.lens * this.aspect, sy = ny * this.lens;
    const way = new THREE.Vector3().addScaledVector(right, sx).addScaledVector(up, sy).sub(back).normalize();
    return { x: eye.x, y: eye.y, z: eye.z, dx: way.x, dy: way.y, dz: way.z };
  }

  /* Pixels from the upper left corner; `depth` below 0: behind the eye. */
  onScreen(x: number, y: number, z: number): { left: number; top: number; depth: number } {
    const { eye, right, up, back } = this, dx = x - eye.x, dy = y - eye.y, dz = z - eye.z;
    const sx = right.x * dx + right.y * dy + right.z * dz, sy = up.x * dx + up.y * dy + up.z * dz;
    const depth = -(back.x * dx + back.y * dy + back.z * dz);
    const half = this.flat ? 0.5 * this.aim.span : Math.max(depth, 1e-6) * this.lens;
    return { left: this.slide + 0.5 * this.width * (1 + sx / (half * this.aspect)), top: 0.5 * this.height * (1 - sy / half), depth };
  }

  /* Turns the head: the eye stays. */
  look(turn: number, tilt: number): void {
    this.frame();
    const eye = this.eye.clone();
    this.aim.turn += turn;
    this.aim.tilt = Math.min(Math.max(this.aim.tilt + tilt, 0), 130);
    this.frame();
    this.aim.x += eye.x - this.eye.x;
    this.aim.y += eye.y - this.eye.y;
    this.aim.z += eye.z - this.eye.z;
  }

  /* The place in the middle, on the ground where the middle ray meets it. */
  middle(): Aim {
    if (!this.free || !this.relief) return { ...this.aim };
    this.frame();
    const ray = this.ray(0.5 * this.width + this.slide, 0.5 * this.height), far = this.relief.meet(ray, this.raise);
    if (!Number.isFinite(far)) return { ...this.aim, tilt: Math.min(this.aim.tilt, MOST_TILT) };
    return {
      x: ray.x + ray.dx * far, y: ray.y + ray.dy * far, z: ray.z + ray.dz * far,
      span: far * 2 * this.lens, turn: this.aim.turn, tilt: Math.min(this.aim.tilt, MOST_TILT),
    };
  }

  /* As the rest of the page speaks of it. */
  described(): Camera {
    const { x, y, span, turn, tilt } = this.middle(), [cx, cy] = this.relief?.centre ?? [0, 0];
    return { mode: this.mode, x: x + cx, y: y + cy, span, turn, tilt: this.mode === "map" ? 0 : tilt };
  }
}
