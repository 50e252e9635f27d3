// SPDX-License-Identifier: MIT
/* Mouse, touch and keys.
 *
 *            drag            right or ctrl drag   wheel, pinch     keys
 *   map      moves           turns                zooms            arrows, + -
 *   orbit    moves           turns, tilts         zooms            arrows, + -
 *   fly      looks           looks                goes on          W A S D, Q E, shift */
import type { View } from "./camera";
import type { Motion } from "./motion";

interface Finger {
  left: number;
  top: number;
}

interface Drag {
  turns: boolean;
  grabbed: { x: number; y: number; z: number } | null;
  speeds: { x: number; y: number; turn: number; tilt: number; at: number };
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export class Controls {
  held = false;
  private readonly fingers = new Map<number, Finger>();
  private drag: Drag | null = null;
  private readonly keys = new Set<string>();
  private readonly off = new AbortController();

  constructor(
    private readonly element: HTMLElement, private readonly view: View, private readonly motion: Motion,
    private readonly wake: () => void,
  ) {
    const signal = this.off.signal;
    element.addEventListener("pointerdown", (event) => this.down(event), { signal });
    element.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      element.addEventListener(name, (event) => this.lift(event), { signal });
    element.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    element.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    window.addEventListener("keydown", (event) => this.keyDown(event), { signal });
    window.addEventListener("keyup", (event) => this.keys.delete(event.code), { signal });
    window.addEventListener("blur", () => this.keys.clear(), { signal });
  }

  dispose(): void {
    this.off.abort();
  }

  private where(event: { clientX: number; clientY: number }): Finger {
    const box = this.element.getBoundingClientRect();
    return { left: event.clientX - box.left, top: event.clientY - box.top };
  }

  /* The place under the pointer: on the land, else on the plane of the middle. */
  private under({ left, top }: Finger, height?: number): { x: number; y: number; z: number } | null {
    const ray = this.view.ray(left, top), z = height ?? this.view.aim.z;
    if (this.view.flat) return { x: ray.x, y: ray.y, z };
    const far = height === undefined && this.view.relief ? this.view.relief.meet(ray, this.view.raise) : Infinity;
    if (Number.isFinite(far)) return { x: ray.x + ray.dx * far, y: ray.y + ray.dy * far, z: ray.z + ray.dz * far };
    const down = (z - ray.z) / ray.dz;
    if (!(down > 0) || down > 12 * this.view.distance) return null;
    return { x: ray.x + ray.dx * down, y: ray.y + ray.dy * down, z };
  }

  private down(event: PointerEvent): void {
    if (this.held || typing(event.target)) return;
    this.element.setPointerCapture(event.pointerId);
    this.element.focus({ preventScroll: true });
    const finger = this.where(event);
    this.fingers.set(event.pointerId, finger);
    this.motion.hold();
    const turns = event.button === 2 || event.button === 1 || event.ctrlKey || this.view.mode === "fly";
    this.drag = { turns, grabbed: turns ? null : this.under(finger), speeds: { x: 0, y: 0, turn: 0, tilt: 0, at: performance.now() } };
    this.wake();
  }

  private move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger || !this.drag || this.held) return;
    const now = this.where(event);
    if (this.fingers.size === 2) this.pinch(event.pointerId, finger, now);
    else if (this.drag.turns) this.turn(this.drag, finger, now);
    else this.pan(this.drag, now);
    this.fingers.set(event.pointerId, now);
    this.wake();
  }

  private paced(drag: Drag, x: number, y: number, turn: number, tilt: number): void {
    const now = performance.now(), seconds = Math.max(0.004, (now - drag.speeds.at) / 1000), keep = Math.exp(-seconds / 0.05);
    const mix = (old: number, way: number) => old * keep + (way / seconds) * (1 - keep);
    const s = drag.speeds;
    drag.speeds = { x: mix(s.x, x), y: mix(s.y, y), turn: mix(s.turn, turn), tilt: mix(s.tilt, tilt), at: now };
  }

  private pan(drag: Drag, now: Finger): void {
    if (!drag.grabbed) return;
    this.view.update();
    const here = this.under(now, drag.grabbed.z);
    if (!here) return;
    const most = this.view.aim.span; // near the horizon a pixel is a mile
    let dx = drag.grabbed.x - here.x, dy = drag.grabbed.y - here.y;
    const far = Math.hypot(dx, dy);
    if (far > most) (dx *= most / far), (dy *= most / far);
    this.view.aim.x += dx;
    this.view.aim.y += dy;
    this.paced(drag, dx, dy, 0, 0);
  }

  private turn(drag: Drag, was: Finger, now: Finger): void {
    const dx = now.left - was.left, dy = now.top - was.top, { view } = this;
    if (view.mode === "fly") {
      view.look(dx * 0.16, -dy * 0.16);
      return;
    }
    if (view.mode === "map") {
      const angle = ({ left, top }: Finger) => Math.atan2(top - 0.5 * view.height, left - 0.5 * view.width - view.slide);
      const turn = ((angle(was) - angle(now)) * 180) / Math.PI, round = ((((turn + 180) % 360) + 360) % 360) - 180;
      view.aim.turn += round;
      return;
    }
    const turn = dx * 0.3, tilt = -dy * 0.22;
    view.aim.turn += turn;
    view.aim.tilt += tilt;
    this.paced(drag, 0, 0, turn, tilt);
  }

  private pinch(id: number, was: Finger, now: Finger): void {
    const other = [...this.fingers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const span = (f: Finger) => Math.hypot(f.left - other.left, f.top - other.top);
    const angle = (f: Finger) => Math.atan2(f.top - other.top, f.left - other.left);
    const middle = (f: Finger) => ({ left: 0.5 * (f.left + other.left), top: 0.5 * (f.top + other.top) });
    this.view.update();
    const place = this.under(middle(was));
    if (!place) return;
    this.motion.zoomNow(span(now) / Math.max(1, span(was)), place.x, place.y, place.z);
    if (this.view.mode !== "fly") this.view.aim.turn -= ((angle(now) - angle(was)) * 180) / Math.PI;
    this.view.update();
    const after = this.under(middle(now), place.z);
    if (!after) return;
    this.view.aim.x += place.x - after.x;
    this.view.aim.y += place.y - after.y;
  }

  private lift(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId) || !this.drag) return;
    if (this.fingers.size) {
      const rest = [...this.fingers.values()][0]!;
      this.drag.grabbed = this.drag.turns ? null : this.under(rest);
      return;
    }
    const { speeds } = this.drag;
    if (event.type === "pointerup" && performance.now() - speeds.at < 60)
      this.motion.letGo(speeds.x, speeds.y, speeds.turn, speeds.tilt);
    this.drag = null;
    this.wake();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    if (this.held) return;
    const pixels = event.deltaY * (event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 300 : 1);
    const factor = Math.exp(-Math.max(-400, Math.min(400, pixels)) * (event.ctrlKey ? 0.008 : 0.0016));
    const place = this.under(this.where(event)) ?? this.view.aim;
    this.motion.zoomAt(factor, place.x, place.y, place.z);
    this.wake();
  }

  private keyDown(event: KeyboardEvent): void {
    if (this.held || typing(event.target) || event.altKey || event.metaKey || event.ctrlKey) return;
    const flies = this.view.mode === "fly" && /^(Key[WASDQE]|Arrow(Up|Down|Left|Right)|Shift(Left|Right))$/.test(event.code);
    const at = document.activeElement, ours = at === document.body || this.element.contains(at);
    const moves = ours && (/^Arrow(Up|Down|Left|Right)$/.test(event.code) || event.key === "+" || event.key === "-" || event.key === "=");
    if (!flies && !moves) return;
    event.preventDefault();
    const { aim } = this.view;
    if (event.key === "+" || event.key === "=" || event.key === "-")
      this.motion.zoomAt(event.key === "-" ? 1 / 1.35 : 1.35, aim.x, aim.y, aim.z);
    else {
      this.keys.add(event.code);
      if (!event.repeat && !flies) this.step(0.08); // a tap is a step
    }
    this.wake();
  }

  /* Keys that are held down. */
  step(seconds: number): boolean {
    if (!this.keys.size) return false;
    const has = (...codes: string[]) => (codes.some((code) => this.keys.has(code)) ? 1 : 0), { view } = this, { aim } = view;
    const right = has("KeyD", "ArrowRight") - has("KeyA", "ArrowLeft"), on = has("KeyW", "ArrowUp") - has("KeyS", "ArrowDown");
    if (view.mode === "fly") {
      const rise = has("KeyE") - has("KeyQ"), { eye } = view;
      const high = Math.max(eye.z - view.surfaceAt(eye.x, eye.y), 6 * (view.relief?.land.frame.cell ?? 1));
      const way = Math.min(high, 0.3 * view.size) * seconds * (has("ShiftLeft", "ShiftRight") ? 3 : 1);
      aim.x += (view.right.x * right - view.back.x * on) * way;
      aim.y += (view.right.y * right - view.back.y * on) * way;
      aim.z += (rise - view.back.z * on) * way;
      return true;
    }
    const way = 0.6 * aim.span * seconds, turn = (aim.turn * Math.PI) / 180;
    aim.x += (Math.cos(turn) * right + Math.sin(turn) * on) * way;
    aim.y += (-Math.sin(turn) * right + Math.cos(turn) * on) * way;
    return right !== 0 || on !== 0;
  }
}
