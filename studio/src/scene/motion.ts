// SPDX-License-Identifier: MIT
/* How the view moves: glides from one place to another, zooms that keep the place under the pointer, a little
 * inertia, and the way between map and three dimensions. Every step says whether anything still moves. */
import { MOST_TILT, type Aim, type View } from "./camera";
import type { Camera, Mode } from "./scene";

const LIFT_TIME = 0.75; // s
const GLIDE_TIME = 0.7;
const ZOOM_TIME = 0.09; // s to three fifths of the way
const GROUND_TIME = 0.16;
const COAST_TIME = 0.11;

const ease = (t: number) => (t < 0.5 ? 4 * t * t * t : 1 - (2 - 2 * t) ** 3 / 2);
const nearer = (from: number, to: number) => from + ((((to - from + 180) % 360) + 360) % 360) - 180;

interface Glide {
  from: Aim;
  to: Aim;
  fromLift: number;
  toLift: number;
  at: number; // s since it began
  time: number;
  mode: Mode; // when it is done
}

export class Motion {
  private glide: Glide | null = null;
  private zoom: { factor: number; x: number; y: number; z: number } | null = null; // factor still to be done
  private coast: { x: number; y: number; turn: number; tilt: number } | null = null; // a second
  private tilted: { turn: number; tilt: number } = { turn: -20, tilt: 56 }; // last used in three dimensions
  private calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  constructor(private readonly view: View) {}

  stop(): void {
    if (this.glide) this.finish(this.glide);
    this.zoom = this.coast = null;
  }

  private finish({ to, toLift, mode }: Glide): void {
    Object.assign(this.view.aim, to);
    this.view.lift = toLift;
    this.view.mode = mode;
    this.glide = null;
  }

  /* Shows the whole frame, at once. */
  whole(): void {
    const { view } = this;
    this.stop();
    Object.assign(view.aim, { x: 0, y: 0, span: view.whole() });
    if (view.mode === "map") view.aim.turn = 0;
    view.aim.z = view.surfaceAt(0, 0);
  }

  go(wish: Partial<Camera>, glide: boolean): void {
    const { view } = this, mode = wish.mode ?? (this.glide?.mode ?? view.mode);
    const [cx, cy] = view.relief?.centre ?? [0, 0];
    if (this.glide && wish.mode === undefined) this.finish(this.glide);
    const was = this.glide?.mode ?? view.mode, from = view.middle();
    if (was !== "map" && mode === "map") this.tilted = { turn: from.turn, tilt: Math.max(25, from.tilt) };
    const rises = was === "map" && mode !== "map";
    const to: Aim = {
      x: wish.x !== undefined ? wish.x - cx : from.x, y: wish.y !== undefined ? wish.y - cy : from.y, z: from.z,
      span: wish.span ?? from.span,
      turn: wish.turn ?? (rises ? this.tilted.turn : mode === "map" && was !== "map" ? 0 : from.turn),
      tilt: mode === "map" ? from.tilt : (wish.tilt ?? (rises ? this.tilted.tilt : from.tilt)),
    };
    if (was !== "map" && mode === "map" && wish.span === undefined && to.span > 1.1 * view.whole()) to.span = view.whole();
    to.tilt = Math.min(to.tilt, MOST_TILT);
    to.z = view.surfaceAt(to.x, to.y);
    const toLift = mode === "map" ? 0 : 1;
    if (view.mode === "fly") Object.assign(view.aim, from);
    view.mode = toLift || view.lift > 0 ? "orbit" : "map";
    if (rises) {
      if (wish.span === undefined && to.span > 0.85 * view.whole()) to.span = 1.16 * view.whole(); // a block needs more room than a sheet
      from.tilt = view.aim.tilt = to.tilt; // the lift tilts
    }
    this.zoom = this.coast = null;
    to.turn = nearer(from.turn, to.turn);
    this.glide = { from, to, fromLift: view.lift, toLift, at: 0, time: Math.abs(toLift - view.lift) * (LIFT_TIME - GLIDE_TIME) + GLIDE_TIME, mode };
    if (!glide || this.calm.matches) this.finish(this.glide);
  }

  /* The mode that is, or comes. */
  get mode(): Mode {
    return this.glide?.mode ?? this.view.mode;
  }

  /* factor > 1: closer. The place stays where it is on the screen. */
  zoomAt(factor: number, x: number, y: number, z: number): void {
    if (this.glide) return;
    const rest = this.zoom?.factor ?? 1;
    this.zoom = { factor: Math.min(40, Math.max(1 / 40, rest * factor)), x, y, z };
  }

  letGo(x: number, y: number, turn: number, tilt: number): void {
    const { span } = this.view.aim, fast = Math.hypot(x, y) / span > 0.15 || Math.hypot(turn, tilt) > 25;
    this.coast = fast && !this.calm.matches ? { x, y, turn, tilt } : null;
  }

  hold(): void {
    this.coast = null;
    this.zoom = null;
  }

  zoomNow(factor: number, x: number, y: number, z: number): void {
    const { aim } = this.view, before = aim.span;
    aim.span /= factor;
    this.view.limit();
    const share = aim.span / before;
    aim.x = x + (aim.x - x) * share;
    aim.y = y + (aim.y - y) * share;
    aim.z = z + (aim.z - z) * share;
  }

  private stepGlide(glide: Glide, seconds: number): void {
    const { view } = this, { from, to } = glide;
    glide.at += seconds;
    const t = ease(Math.min(1, glide.at / glide.time)), mix = (a: number, b: number) => a + (b - a) * t;
    const span = Math.exp(mix(Math.log(from.span), Math.log(to.span)));
    /* Places move as the span does, so that a long zoom does not rush at its end. */
    const bent = Math.abs(to.span / from.span - 1) > 0.05 ? (span - from.span) / (to.span - from.span) : t;
    view.aim = {
      x: from.x + (to.x - from.x) * bent, y: from.y + (to.y - from.y) * bent, z: mix(from.z, to.z),
      span, turn: mix(from.turn, to.turn), tilt: mix(from.tilt, to.tilt),
    };
    view.lift = mix(glide.fromLift, glide.toLift);
    if (glide.at >= glide.time) this.finish(glide);
  }

  step(seconds: number): boolean {
    const { view } = this, { aim } = view;
    let moving = false;
    if (this.glide) {
      this.stepGlide(this.glide, seconds);
      moving = true;
    } else if (view.mode === "orbit" || view.mode === "map") {
      const ground = view.surfaceAt(aim.x, aim.y), gap = ground - aim.z;
      if (Math.abs(gap) > 2e-4 * aim.span) {
        aim.z += gap * (1 - Math.exp(-seconds / GROUND_TIME));
        moving = view.mode === "orbit";
      }
    }
    if (this.zoom) {
      const part = this.zoom.factor ** (1 - Math.exp(-seconds / ZOOM_TIME));
      this.zoomNow(part, this.zoom.x, this.zoom.y, this.zoom.z);
      this.zoom.factor /= part;
      if (Math.abs(Math.log(this.zoom.factor)) < 0.002) this.zoom = null;
      moving = true;
    }
    if (this.coast) {
      const left = Math.exp(-seconds / COAST_TIME), way = COAST_TIME * (1 - left);
      aim.x += this.coast.x * way;
      aim.y += this.coast.y * way;
      aim.turn += this.coast.turn * way;
      aim.tilt += this.coast.tilt * way;
      for (const key of ["x", "y", "turn", "tilt"] as const) this.coast[key] *= left;
      if (Math.hypot(this.coast.x, this.coast.y) < 0.004 * aim.span && Math.hypot(this.coast.turn, this.coast.tilt) < 0.5)
        this.coast = null;
      moving = true;
    }
    return moving;
  }
}
