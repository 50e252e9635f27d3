// SPDX-License-Identifier: MIT
/* The brush in hand: strokes on the ground become stamps on the grid and a tint over the land. */
import { createEffect, createRoot, untrack } from "solid-js";
import { land, overlay as layer, setOverlay as setLayer } from "../../state/page";
import type { Overlay, Scene } from "../../scene/scene";
import { longerSide, pixel } from "../draw";
import type { Point } from "../geometry";
import { isNothing, join, nothing, resample, stamp, type Dirty, type Grid, type Way } from "./grid";
import { followField, grid, high, keepStroke, level, low, paramAt, setSize, size, strength, target, way } from "./session";

const painting = 0.75, resting = 0.4; // how much of the land the field hides
const spacing = 0.18; // of the radius, between two stamps

interface Tint {
  frame: string;
  over: Grid; // over the cells of the land in view
}

function wholeOf(of: Grid): Dirty {
  return { left: 0, right: of.cols, top: 0, bottom: of.rows };
}

/* The values over the land in view, made anew where the land or the field is another. */
function makeTint(of: Grid): Tint | null {
  const frame = untrack(land)?.frame;
  if (!frame) return null;
  const over = { cols: frame.cols, rows: frame.rows, values: new Float32Array(frame.cols * frame.rows) };
  resample(of, over, wholeOf(of));
  return { frame: `${frame.cols} ${frame.rows}`, over };
}

function overlay(values: Float32Array, opacity: number): Overlay {
  const param = target() && paramAt(target()!);
  const span = low() < 0 && high() > 0;
  return {
    name: param?.name ?? "", values, log: false, opacity,
    low: span ? -Math.max(-low(), high()) : low(), high: span ? Math.max(-low(), high()) : high(),
    ramp: span ? "diverging" : "heat",
  };
}

function cellOf(at: Point, of: Grid): { col: number; row: number; metres: number } {
  const frame = land()!.frame;
  const width = frame.cell * frame.cols, height = frame.cell * frame.rows;
  return {
    col: ((at.x - frame.west) / width) * of.cols - 0.5,
    row: ((frame.north - at.y) / height) * of.rows - 0.5,
    metres: width / of.cols,
  };
}

function stampAt(of: Grid, at: Point, how: Way, pressure: number): Dirty {
  const { col, row, metres } = cellOf(at, of), param = paramAt(target()!);
  return stamp(of, {
    way: how, col, row, radius: Math.max((size() * longerSide()) / metres, 0.8),
    amount: strength() * pressure * (how === "smooth" ? 1 : how === "raise" || how === "lower" ? 0.6 : 0.35),
    low: low(), high: high(), level: how === "erase" ? Number(param?.standard) || 0 : level(),
  });
}

/* Listens to the picture until the returned call. */
export function paintWith(scene: Scene): () => void {
  const stopped = new AbortController(), on = { capture: true, signal: stopped.signal };
  let tint: Tint | null = null, dirty = nothing(), last: Point | null = null, pointer = -1, asked = 0, rest = 0;
  let colours: Float32Array | null = null;

  const shown = untrack(layer);
  setLayer(null); // until the brush is put away
  const show = () => {
    asked = 0;
    const now = untrack(grid), frame = untrack(land)?.frame;
    if (!now || !frame) return;
    if (tint?.frame !== `${frame.cols} ${frame.rows}`) tint = makeTint(now);
    else if (!isNothing(dirty)) resample(now, tint.over, dirty);
    dirty = nothing();
    if (tint) colours = new Float32Array(tint.over.values.buffer); // another array: other values
    tell();
  };
  /* While one paints the field is seen, then the land that comes of it. */
  const tell = () => colours && scene.setOverlay(untrack(() => overlay(colours!, pointer < 0 ? resting : painting)));
  const soon = () => (asked ||= window.setTimeout(show, 40));
  const dispose = createRoot((done) => {
    createEffect(() => {
      const none = !grid();
      void [low(), high(), land()?.frame.cols, land()?.frame.rows];
      tint = colours = null;
      if (none) scene.setOverlay(null);
      else soon();
    });
    createEffect(() => followField());
    return done;
  });

  const paint = (to: Point, how: Way, pressure: number) => {
    const now = grid();
    if (!now) return;
    const from = last ?? to, far = Math.hypot(to.x - from.x, to.y - from.y), step = spacing * size() * longerSide();
    let gone = last ? step - rest : 0;
    for (; gone <= far; gone += step) {
      const t = far > 0 ? gone / far : 0;
      dirty = join(dirty, stampAt(now, { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) }, how, pressure));
    }
    rest = far - (gone - step);
    last = to;
    soon();
  };
  const wayNow = (event: PointerEvent): Way =>
    event.shiftKey ? "smooth" : event.ctrlKey || event.metaKey ? (way() === "raise" ? "lower" : way() === "lower" ? "raise" : "erase") : way();
  const pressureOf = (event: PointerEvent) => (event.pointerType === "pen" ? Math.max(event.pressure, 0.05) : 1);

  scene.element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.altKey) return;
    event.stopPropagation();
    const at = scene.pick(event.clientX, event.clientY);
    if (!at || !grid() || !land()) return;
    scene.setHeld(true);
    scene.element.setPointerCapture(event.pointerId);
    pointer = event.pointerId;
    last = null;
    paint(at, wayNow(event), pressureOf(event));
  }, on);
  scene.element.addEventListener("pointermove", (event) => {
    const at = scene.pick(event.clientX, event.clientY);
    scene.setBrush(at ? { x: at.x, y: at.y, radius: size() * longerSide() } : null);
    if (event.pointerId !== pointer) return;
    event.stopPropagation();
    if (!at) return;
    for (const one of event.getCoalescedEvents?.() ?? []) {
      const on = scene.pick(one.clientX, one.clientY);
      if (on) paint(on, wayNow(one), pressureOf(one));
    }
    paint(at, wayNow(event), pressureOf(event));
  }, on);
  const up = (event: PointerEvent) => {
    if (event.pointerId !== pointer) return;
    event.stopPropagation();
    pointer = -1;
    scene.setHeld(false);
    tell();
    void keepStroke();
  };
  scene.element.addEventListener("pointerup", up, on);
  scene.element.addEventListener("pointercancel", up, on);
  scene.element.addEventListener("pointerleave", () => scene.setBrush(null), on);
  scene.element.addEventListener("click", (event) => event.stopPropagation(), on);
  return () => {
    stopped.abort();
    dispose();
    window.clearTimeout(asked);
    scene.setHeld(false);
    scene.setBrush(null);
    scene.setOverlay(null);
    if (!untrack(layer)) setLayer(shown);
  };
}

/* The keys [ and ]. */
export function resizeBrush(scene: Scene, by: number): void {
  const least = (3 * pixel(scene)) / longerSide();
  setSize(Math.min(Math.max(size() * by, Math.min(least, 0.5)), 0.5));
}
