// SPDX-License-Identifier: MIT
/* The picture: one renderer, one view, the lands that are shown. Draws when something has changed, and not otherwise. */
import * as THREE from "three";
import { View } from "./camera";
import { Controls } from "./controls";
import { Draft } from "./draft";
import { Drawing } from "./drawing";
import { texts } from "../texts";
import { GpuLand } from "./gpu_land";
import { Jobs } from "./jobs";
import { Layers } from "./layers";
import { Motion } from "./motion";
import type { Brush, Camera, Land, Look, Overlay, Scene, Spot } from "./scene";
import { api } from "../state/api";
import { mark } from "../state/marks";
import { drawsSlowly, Pace, whenDrawn } from "./pace";
import { Surroundings } from "./surroundings";
import { Uploads } from "./textures";

const BLEND_TIME = 0.22; // s
const FLOW_FRAME = 1000 / 30; // ms
const UPLOAD_TIME = 4; // ms a frame
const UPLOAD_ROOM = 8 << 20; // bytes that the graphics card takes without letting the page wait
const MOST_CELLS = 4096; // along the longer side; larger lands are shown at half their size
const TIMES = 240;
const SLOW = 60; // ms a picture: more is no motion
const STILL = 180; // ms without a change before a draft is drawn sharply

const standard: Look = {
  exaggeration: 1.5, sunAzimuth: 315, sunHeight: 38, fog: 0.5, water: true, rivers: true, riverColour: "plain", flow: true, contours: false,
};

interface Lit {
  mask?: Uint8Array | null;
  reaches?: ReadonlySet<number> | null;
  lake?: number | null;
}

export function createScene(parent: HTMLElement): Scene {
  return new Picture(parent);
}

class Picture implements Scene {
  readonly element = document.createElement("div");
  private readonly renderer: THREE.WebGLRenderer;
  private readonly pace: Pace;
  private readonly loading: Pace; // of textures
  private readonly mostRatio: number; // pixels drawn for one of the page
  private readonly view = new View();
  private readonly motion = new Motion(this.view);
  private readonly uploads = new Uploads(() => this.plan(), () => this.load());
  private handed = 0; // bytes of textures since the graphics card was last known to be done with them
  private readonly jobs: Jobs;
  private readonly drawing: Drawing;
  private readonly layers: Layers;
  private readonly controls: Controls;
  private readonly surroundings: Surroundings;
  private readonly sizes: ResizeObserver;

  private seen: Look = { ...standard };
  private now: GpuLand | null = null;
  private before: GpuLand | null = null;
  private blend = 1;
  private wanted: Land | null = null;
  private other: GpuLand | null = null;
  private otherWanted: Land | null = null;
  private share = 0;
  private lit: Lit = {};
  private overlay: Overlay | null = null;
  private overlaid = false; // it has been laid
  private shown = false; // a land has been
  private fresh: Land | null = null; // is in the next picture for the first time
  private awaited: Partial<Camera> | null = null; // where to look once there is land
  private generation = 0; // of the graphics card's memory
  private readonly listeners = new Set<() => void>();
  private readonly times: number[] = [];
  private frame = 0;
  private timer = 0;
  private last = 0;
  private clock = 0;
  private flowDue = false; // the water has moved on
  private readonly draft: Draft | null; // where the processor draws
  private sharpen = 0; // timer of the sharp picture that follows a draft
  private sharpDue = false;
  private lost = false;
  private disposed = false;
  private changed = true; // what is seen has, since the listeners were told

  constructor(parent: HTMLElement) {
    const canvas = document.createElement("canvas"), { element } = this;
    const slow = drawsSlowly();
    const context = canvas.getContext("webgl2", { antialias: !slow, alpha: false, powerPreference: "high-performance" });
    if (!context) throw new Error(texts.picture.noGraphics);
    this.pace = new Pace(context, slow ? 2 * SLOW : 0);
    this.loading = new Pace(context);
    this.mostRatio = slow ? 1 : 2;
    this.renderer = new THREE.WebGLRenderer({ canvas, context });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace; // colours are mixed as the program mixes them
    this.renderer.autoClear = false;
    this.renderer.debug.checkShaderErrors = import.meta.env.DEV;
    element.className = "scene";
    element.tabIndex = 0;
    Object.defineProperty(element, "frameTimes", { value: () => this.frameTimes() }); // for bench/studio.mjs
    Object.assign(element.style, { position: "absolute", inset: "0", overflow: "hidden", touchAction: "none", outlineOffset: "-2px" });
    Object.assign(canvas.style, { position: "absolute", inset: "0", width: "100%", height: "100%", display: "block" });
    element.append(canvas);
    parent.append(element);
    this.jobs = new Jobs(Math.min(MOST_CELLS, this.renderer.capabilities.maxTextureSize));
    this.drawing = new Drawing(this.renderer);
    this.draft = slow ? new Draft(this.renderer) : null;
    this.layers = new Layers(this.renderer, this.drawing, this.uploads, this.jobs, () => this.wake());
    this.controls = new Controls(element, this.view, this.motion, () => this.wake());
    this.surroundings = new Surroundings(element, this.drawing, () => this.wake());
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(element);
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.lost = true;
    });
    canvas.addEventListener("webglcontextrestored", () => this.restore());
    document.addEventListener("visibilitychange", this.onVisible);
    this.setLook({});
    this.resize();
  }

  private readonly onVisible = () => {
    if (!document.hidden) this.wake();
  };

  // Lands

  setLand(land: Land | null): void {
    this.wanted = land;
    if (!land) {
      this.dropLand(this.before);
      this.dropLand(this.now);
      this.before = this.now = null;
      this.view.relief = null;
      this.wake();
      return;
    }
    void this.bring(land, () => this.wanted === land && !this.disposed).then((made) => made && this.show(made));
  }

  private async bring(land: Land, wanted: () => boolean): Promise<GpuLand | null> {
    const maker = { renderer: this.renderer, uploads: this.uploads, jobs: this.jobs, passes: this.drawing.passes };
    const { generation } = this;
    await this.drawing.ready;
    const made = await GpuLand.make(maker, land, [this.now, this.before, this.other], () => wanted() && generation === this.generation);
    if (made) {
      this.drawing.addRivers(made);
      made.ribbons?.setLit(this.lit.reaches ?? null);
    }
    return made;
  }

  private show(made: GpuLand): void {
    const same = this.now && sameFrame(this.now.land, made.land);
    this.dropLand(this.before);
    if (same) {
      this.before = this.now;
      this.blend = this.pace.time > SLOW ? 1 : 0; // a blend of two pictures is none
    } else {
      this.dropLand(this.now);
      this.before = null;
      this.blend = 1;
    }
    this.now = made;
    this.view.relief = made.relief;
    if (!same) {
      this.motion.whole();
      if (this.awaited) this.motion.go(this.awaited, false);
    }
    this.awaited = null;
    this.setLit(same || !this.shown ? this.lit : {});
    this.shown = true;
    if (this.overlay && !this.overlaid) this.setOverlay(this.overlay);
    this.fresh = made.land;
    this.wake();
  }

  /* Textures are handed over at once where the graphics card has room for them: no frame passes in vain. */
  private load(): void {
    if (!this.uploads.busy || this.lost || this.disposed) return;
    if (!this.loading.busy()) this.handed = 0;
    if (this.handed >= UPLOAD_ROOM) return;
    this.handed += this.uploads.run(UPLOAD_TIME, UPLOAD_ROOM - this.handed);
    this.loading.drawn();
  }

  private dropLand(land: GpuLand | null): void {
    if (!land) return;
    this.drawing.removeRivers(land);
    land.dispose();
  }

  setOther(land: Land | null, share: number): void {
    this.share = Math.min(1, Math.max(0, share));
    this.wake();
    if (land === this.otherWanted) return;
    this.otherWanted = land;
    if (!land) {
      this.dropLand(this.other);
      this.other = null;
      return;
    }
    void this.bring(land, () => this.otherWanted === land && !this.disposed).then((made) => {
      if (!made) return;
      this.dropLand(this.other);
      this.other = made;
      this.wake();
    });
  }

  // What is laid over it

  setOverlay(overlay: Overlay | null): void {
    if (!overlay && !this.overlay) return;
    if (overlay && this.overlay && overlay.values === this.overlay.values && overlay.ramp === this.overlay.ramp &&
        overlay.low === this.overlay.low && overlay.high === this.overlay.high && overlay.log === this.overlay.log &&
        overlay.classes === this.overlay.classes && this.overlaid) {
      this.overlay = overlay;
      this.layers.setOpacity(overlay.opacity);
      return;
    }
    this.overlay = overlay;
    this.overlaid = !!overlay && !!this.now;
    void this.layers.setOverlay(overlay, this.now?.land ?? null);
  }

  setLook(look: Partial<Look>): void {
    this.seen = { ...this.seen, ...look };
    this.drawing.setSun(this.seen);
    this.drawing.set("uRiverColour", { plain: 0, strahler: 1, discharge: 2 }[this.seen.riverColour]);
    const before = this.view.raise;
    this.view.raise = this.seen.exaggeration;
    this.view.aim.z *= this.view.raise / before;
    this.wake();
  }

  look(): Look {
    return { ...this.seen };
  }

  setLit(lit: Lit): void {
    this.lit = lit;
    this.layers.setLit(this.now?.land ?? null, lit.mask ?? null, lit.lake ?? null);
    this.now?.ribbons?.setLit(lit.reaches ?? null);
    this.wake();
  }

  setBrush(brush: Brush | null): void {
    this.layers.setBrush(brush, this.now?.relief.centre ?? [0, 0]);
  }

  // Where one looks

  setCamera(camera: Partial<Camera>, glide = false): void {
    if (!this.now) this.awaited = { ...this.awaited, ...camera };
    this.motion.go(camera, glide);
    this.wake();
  }

  camera(): Camera {
    return { ...this.view.described(), mode: this.motion.mode };
  }

  private landAt(left: number): GpuLand | null {
    return this.other && left < this.share * this.view.width ? this.other : this.now;
  }

  pick(clientX: number, clientY: number): Spot | null {
    const box = this.element.getBoundingClientRect(), left = clientX - box.left, top = clientY - box.top;
    const relief = this.landAt(left)?.relief;
    if (!relief) return null;
    const ray = this.view.ray(left, top), [cx, cy] = relief.centre;
    const far = this.view.flat ? 0 : relief.meet(ray, this.view.raise), x = ray.x + ray.dx * far, y = ray.y + ray.dy * far;
    if (!Number.isFinite(far) || (this.view.flat && !relief.has(x, y))) return null;
    const height = this.view.flat ? relief.surface(x, y) : (ray.z + ray.dz * far) / this.view.raise;
    return { x: x + cx, y: y + cy, height, depth: Math.max(0, relief.surface(x, y) - relief.ground(x, y)) };
  }

  project(x: number, y: number, height?: number, blind = false): { left: number; top: number; seen: boolean } {
    const relief = this.now?.relief;
    if (!relief) return { left: 0, top: 0, seen: false };
    const { view } = this, px = x - relief.centre[0], py = y - relief.centre[1];
    const z = height !== undefined && !Number.isNaN(height) ? height * view.raise : view.surfaceAt(px, py);
    const { left, top, depth } = view.onScreen(px, py, view.flat ? 0 : z);
    if (view.flat) return { left, top, seen: true };
    if (depth <= 0 || blind) return { left, top, seen: depth > 0 };
    const dx = px - view.eye.x, dy = py - view.eye.y, dz = z - view.eye.z, far = Math.hypot(dx, dy, dz);
    const slack = 0.01 * far + 1.5 * relief.land.frame.cell;
    const ray = { x: view.eye.x, y: view.eye.y, z: view.eye.z, dx: dx / far, dy: dy / far, dz: dz / far };
    return { left, top, seen: far <= slack || relief.meet(ray, view.raise, far - slack) === Infinity };
  }

  heightAt(x: number, y: number): number {
    const relief = this.now?.relief;
    return relief ? relief.ground(x - relief.centre[0], y - relief.centre[1]) : NaN;
  }

  onView(call: () => void): () => void {
    this.listeners.add(call);
    return () => this.listeners.delete(call);
  }

  setHeld(held: boolean): void {
    this.controls.held = held;
  }

  frameTimes(): number[] {
    return this.times.splice(0);
  }

  // Drawing

  private resize(): void {
    const width = Math.max(1, this.element.clientWidth), height = Math.max(1, this.element.clientHeight);
    const first = this.view.width === 1;
    this.view.width = width;
    this.view.height = height;
    this.renderer.setPixelRatio(Math.min(this.mostRatio, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    if (first && this.now) this.motion.whole();
    if (this.frame) cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.changed = true;
    this.tick(performance.now()); // a canvas that has changed its size is empty
  }

  /* Where the processor draws, what changes is drawn with fewer pixels at once, and sharply when it is still. */
  private paint(changing: boolean): void {
    const draft = changing && this.pace.time > SLOW && !!this.now && !this.other ? this.draft : null;
    clearTimeout(this.sharpen);
    if (draft) {
      draft.draw((ratio) => this.render(ratio));
      this.sharpen = window.setTimeout(() => ((this.sharpDue = true), this.plan()), STILL);
    } else {
      this.render(this.renderer.getPixelRatio());
      this.pace.drawn();
    }
  }

  private wake(): void {
    this.changed = true;
    this.plan();
  }

  private plan(): void {
    if (this.frame || this.disposed) return;
    this.frame = requestAnimationFrame((at) => this.tick(at));
  }

  /* Water moves where it is seen to: in three dimensions, and on a map that is very near. */
  private get flows(): boolean {
    if (!this.seen.flow || !this.now || document.hidden) return false;
    return !this.view.flat || (this.seen.rivers && !!this.now.ribbons && this.view.aim.span < 60 * this.now.land.frame.cell);
  }

  private tick(at: number): void {
    this.frame = 0;
    if (this.disposed || this.lost) return;
    const began = performance.now(), seconds = Math.min(0.1, Math.max(0, (at - this.last) / 1000));
    this.last = at;
    const moving = [this.controls.step(seconds), this.motion.step(seconds)].some(Boolean);
    this.load();
    if (this.before) {
      this.blend = Math.min(1, this.blend + seconds / BLEND_TIME);
      if (this.blend >= 1) {
        this.dropLand(this.before);
        this.before = null;
        this.changed = true;
      }
    }
    const tell = this.changed || moving;
    if (tell || this.before || this.flowDue || this.sharpDue) {
      this.clock += seconds;
      this.paint(tell || !!this.before);
      this.tellFresh();
    }
    this.changed = this.flowDue = this.sharpDue = false;
    if (tell) for (const call of [...this.listeners]) call();
    this.times.push(performance.now() - began);
    if (this.times.length > TIMES) this.times.shift();
    if (moving || this.uploads.busy || this.before || this.changed) this.plan();
    else if (this.flows && !this.timer)
      this.flowLater();
  }

  private tellFresh(): void {
    const { fresh } = this;
    if (!fresh) return;
    this.fresh = null;
    mark("sent", fresh.id);
    whenDrawn(this.renderer.getContext() as WebGL2RenderingContext, () => {
      mark("seen", fresh.id);
      if (fresh.coarse) void api.drawn(fresh.id).catch(() => {}); // the program need not spare the processor any longer
    });
  }

  /* The next picture of moving water, when the last one is done and the machine has had a rest. */
  private flowLater(): void {
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (this.pace.busy()) return this.flowLater();
      this.flowDue = true;
      this.plan();
    }, Math.max(FLOW_FRAME - 8, 2 * this.pace.time));
  }

  private render(ratio: number): void {
    const { view, drawing, seen, now } = this;
    view.update();
    this.surroundings.apply();
    this.renderer.setScissorTest(false);
    this.renderer.clear();
    if (!now) return drawing.empty(view);
    const metres = view.flat ? view.perPixel() : view.distance * view.perPixel();
    const flow = this.clock * 1.1;
    drawing.value<THREE.Vector4>("uTime").set(this.clock, metres / ratio, flow, this.flows ? 1 : 0);
    const soft = this.blend * this.blend * (3 - 2 * this.blend), m = now.measures;
    this.layers.setContours(seen.contours, m.high - m.low, view.aim.span / Math.max(now.relief.width, now.relief.height), ratio);
    if (!this.other || this.share <= 0) return drawing.draw(view, seen, now, this.before, soft, ratio);
    const split = Math.round(view.width * this.share);
    this.renderer.setScissorTest(true);
    this.renderer.setScissor(0, 0, split, view.height);
    drawing.draw(view, seen, this.other, null, 1, ratio);
    this.renderer.setScissor(split, 0, view.width - split, view.height);
    if (split < view.width) drawing.draw(view, seen, now, this.before, soft, ratio);
    this.renderer.setScissorTest(false);
  }

  picture(): Promise<Blob> {
    this.render(this.renderer.getPixelRatio());
    return new Promise((resolve, reject) => {
      this.renderer.domElement.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(texts.picture.noPicture))), "image/png");
    });
  }

  /* The graphics card has forgotten everything: all is made again from what the page still has. */
  private restore(): void {
    this.lost = false;
    this.generation++;
    this.pace.forget();
    this.loading.forget();
    this.draft?.forget();
    this.uploads.clear();
    const { wanted, otherWanted, overlay, lit } = this;
    for (const land of [this.now, this.before, this.other]) if (land) this.drawing.removeRivers(land);
    this.before = this.other = null;
    this.otherWanted = null;
    this.layers.forget();
    this.now = null;
    if (wanted)
      void this.bring(wanted, () => this.wanted === wanted && !this.disposed).then((made) => {
        if (!made) return;
        this.now = made;
        this.view.relief = made.relief;
        this.overlaid = false;
        this.setOverlay(overlay);
        this.setLit(lit);
      });
    if (otherWanted) this.setOther(otherWanted, this.share);
    this.wake();
  }

  dispose(): void {
    this.disposed = true;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    clearTimeout(this.sharpen);
    document.removeEventListener("visibilitychange", this.onVisible);
    this.sizes.disconnect();
    this.controls.dispose();
    this.surroundings.dispose();
    this.uploads.clear();
    this.jobs.dispose();
    this.layers.dispose();
    for (const land of [this.before, this.now, this.other]) this.dropLand(land);
    this.drawing.dispose();
    this.draft?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss(); // a browser has few of them
    this.listeners.clear();
    this.element.remove();
  }
}

function sameFrame(a: Land, b: Land): boolean {
  const width = (land: Land) => land.frame.cols * land.frame.cell, height = (land: Land) => land.frame.rows * land.frame.cell;
  const near = (p: number, q: number) => Math.abs(p - q) <= 0.51 * Math.max(a.frame.cell, b.frame.cell);
  return near(a.frame.west, b.frame.west) && near(a.frame.north, b.frame.north) && near(width(a), width(b)) && near(height(a), height(b));
}
