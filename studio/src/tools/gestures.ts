// SPDX-License-Identifier: MIT
/* Pointers: drawing on the ground with a tool in hand, and dragging handles. */
import { edit, state } from "../state/store";
import type { Scene } from "../scene/scene";
import { texts } from "../texts";
import { askAt } from "../ui/ask/asking";
import { addSpot, calmLine, calmRing, cellSize, finishRing, finishRiver, pixel } from "./draw";
import { distance, type Point } from "./geometry";
import { insertPoint, moveHandle, raise, removePoint } from "./handles";
import { learnShores, snap, type Snap, type Water } from "./snap";
import { activeTool, hold, picked, setPicked, setSketch, sketch, thingOf, touch, type Sketch, type Tool } from "./state";
import type { Thing } from "./things";
import { beginDrag, removeThing, writePoints, type Drag } from "./write";

const words = texts.tools;
const near = 12; // pixels within which water and first points are held on to
const shaky = 4; // pixels that a click may move

const lines: readonly Tool[] = ["rivers"], rings: readonly Tool[] = ["coast", "frozen"];
const free: readonly Tool[] = ["rivers", "coast", "frozen", "lakes"];

/* A river begins at no coast and no river, but it may leave a lake. */
const waterFor = (group: Tool | undefined, source: boolean): readonly Water[] =>
  group === "rivers" ? (source ? ["lake"] : ["coast", "lake", "river"]) : group === "mouths" ? ["coast"] : [];

function holdOn(scene: Scene, group: Tool | undefined, at: Point, source: boolean, thing?: Thing): Snap | null {
  const wanted = waterFor(group, source);
  if (!wanted.length) return null;
  void learnShores();
  return snap(at, group === "mouths" ? Infinity : near * pixel(scene), wanted, thing?.id);
}

function isSea(scene: Scene, at: Point): boolean {
  return (state.result?.has.coast ?? 0) > 0 && scene.heightAt(at.x, at.y) < 0;
}

/* The ground under the pointer; for coasts on a map also beyond the frame, where their curves may reach. */
function groundAt(scene: Scene, clientX: number, clientY: number, group?: Tool): Point | null {
  const spot = scene.pick(clientX, clientY), frame = state.result?.frame;
  if (spot || group !== "coast" || scene.camera().mode !== "map" || !frame) return spot;
  const box = scene.element.getBoundingClientRect(), side = frame.cell * frame.cols;
  const o = scene.project(frame.west, frame.north), a = scene.project(frame.west + side, frame.north), b = scene.project(frame.west, frame.north - side);
  const ax = a.left - o.left, ay = a.top - o.top, bx = b.left - o.left, by = b.top - o.top, all = ax * by - ay * bx;
  const dx = clientX - box.left - o.left, dy = clientY - box.top - o.top;
  if (!all) return null;
  return { x: frame.west + (side * (dx * by - dy * bx)) / all, y: frame.north - (side * (dy * ax - dx * ay)) / all };
}

/* ---- Drawing ---- */

function empty(tool: Tool): Sketch {
  return { tool, points: [], pointer: null, snapped: false, free: false };
}

function closes(scene: Scene, points: readonly Point[], at: Point): boolean {
  return points.length >= 3 && distance(points[0]!, at) < near * pixel(scene);
}

/* Where a line comes to the shore on its way into the sea. */
function lastOnLand(scene: Scene, from: Point, to: Point): Point {
  let dry = 0, wet = 1;
  const at = (t: number) => ({ x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) });
  for (let i = 0; i < 20; i++) {
    const t = 0.5 * (dry + wet);
    if (isSea(scene, at(t))) wet = t;
    else dry = t;
  }
  return at(wet);
}

function clickLine(scene: Scene, tool: Tool, at: Point): void {
  const now = sketch() ?? empty(tool), last = now.points.at(-1), held = holdOn(scene, tool, at, !last);
  if (last && distance(last, held?.at ?? at) < shaky * pixel(scene)) return finishSketch(scene);
  if (last && !held && isSea(scene, at) && !isSea(scene, last))
    return finishRiver([...now.points, lastOnLand(scene, last, at)], "coast");
  const points = [...now.points, held?.at ?? at];
  if (last && held) return finishRiver(points, held.water);
  setSketch({ ...now, points });
}

function clickRing(scene: Scene, tool: Tool, at: Point): void {
  const now = sketch() ?? empty(tool);
  const last = now.points.at(-1);
  if (closes(scene, now.points, at) || (last && distance(last, at) < shaky * pixel(scene))) return finishSketch(scene);
  setSketch({ ...now, points: [...now.points, at] });
}

export function finishSketch(scene: Scene): void {
  const now = sketch();
  if (!now) return;
  if (now.tool === "rivers") finishRiver(now.points, null);
  else finishRing(scene, now.tool, now.points, false);
  setSketch(null);
}

export function shortenSketch(): void {
  const now = sketch();
  if (now) setSketch(now.points.length > 1 ? { ...now, points: now.points.slice(0, -1) } : null);
}

function finishStroke(scene: Scene, tool: Tool, before: Point[], stroke: Point[]): void {
  if (tool !== "rivers") {
    setSketch(null);
    return finishRing(scene, tool, calmRing(scene, stroke), true);
  }
  const wet = stroke.findIndex((p, i) => i > 0 && isSea(scene, p));
  const dry = wet > 0 ? [...stroke.slice(0, wet), lastOnLand(scene, stroke[wet - 1]!, stroke[wet]!)] : stroke;
  const line = [...before, ...calmLine(scene, dry)];
  const held = wet > 0 ? null : holdOn(scene, tool, line.at(-1)!, false);
  if (held) line[line.length - 1] = held.at;
  setSketch(null);
  finishRiver(line, wet > 0 ? "coast" : held?.water ?? null, true);
}

const twice = 400; // ms within which a second press belongs to the first

interface Stroke {
  pointer: number;
  left: number;
  top: number;
  points: Point[];
  before: Point[]; // of a line that was begun with clicks
  drawn: boolean; // moved so far that it is no click
}

/* Whoever ends a line or places a lake with a double-click means one. */
function isSecondPress(event: PointerEvent, done: { left: number; top: number; at: number } | null): boolean {
  return !!done && event.timeStamp - done.at < twice && Math.hypot(event.clientX - done.left, event.clientY - done.top) < 2 * shaky;
}

/* Listens to the picture while a tool other than the brush is in hand. */
export function drawWith(scene: Scene, tool: Tool): () => void {
  const stopped = new AbortController();
  const on = { capture: true, signal: stopped.signal };
  let stroke: Stroke | null = null, done: { left: number; top: number; at: number } | null = null;
  if (tool === "rivers" || tool === "mouths") void learnShores();
  scene.element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.altKey) return;
    const at = groundAt(scene, event.clientX, event.clientY, tool);
    event.stopPropagation();
    if (!at || isSecondPress(event, done)) return;
    scene.setHeld(true);
    scene.element.setPointerCapture(event.pointerId);
    stroke = { pointer: event.pointerId, left: event.clientX, top: event.clientY, points: [{ x: at.x, y: at.y }], before: sketch()?.points ?? [], drawn: false };
  }, on);
  scene.element.addEventListener("pointermove", (event) => {
    const at = groundAt(scene, event.clientX, event.clientY, tool);
    if (!at) return;
    if (!stroke) return hover(scene, tool, at);
    event.stopPropagation();
    stroke.drawn ||= free.includes(tool) && Math.hypot(event.clientX - stroke.left, event.clientY - stroke.top) > 2 * shaky;
    if (!stroke.drawn) return;
    if (distance(stroke.points.at(-1)!, at) > 2 * pixel(scene)) stroke.points.push({ x: at.x, y: at.y });
    setSketch({ tool, points: [...stroke.before, ...stroke.points], pointer: null, snapped: false, free: true });
  }, on);
  const up = (event: PointerEvent) => {
    const now = stroke;
    if (!now || event.pointerId !== now.pointer) return;
    stroke = null;
    event.stopPropagation();
    scene.setHeld(false);
    if (event.type === "pointercancel") return void setSketch(null);
    if (now.drawn) return finishStroke(scene, tool, now.before, now.points);
    const at = now.points[0]!;
    if (lines.includes(tool)) clickLine(scene, tool, at);
    else if (rings.includes(tool)) clickRing(scene, tool, at);
    else if (tool === "mouths") void learnShores().then(() => addSpot(scene, tool, snap(at, Infinity, ["coast"])?.at ?? at));
    else addSpot(scene, tool, at);
    done = sketch() ? null : { left: event.clientX, top: event.clientY, at: event.timeStamp };
  };
  scene.element.addEventListener("pointerup", up, on);
  scene.element.addEventListener("pointercancel", up, on);
  scene.element.addEventListener("click", (event) => event.stopPropagation(), on);
  scene.element.addEventListener("dblclick", (event) => event.stopPropagation(), on);
  return () => stopped.abort();
}

function hover(scene: Scene, tool: Tool, at: Point): void {
  const now = sketch(), held = holdOn(scene, tool, at, !now?.points.length);
  const closing = now && rings.includes(tool) && closes(scene, now.points, at);
  if (!now?.points.length && !held) return void (now && setSketch(null));
  setSketch({ ...(now ?? empty(tool)), pointer: closing ? now.points[0]! : held?.at ?? at, snapped: !!held || !!closing });
}

/* ---- Handles ---- */

function follow(event: PointerEvent, move: (event: PointerEvent) => void, end: (event: PointerEvent) => void): void {
  const stopped = new AbortController(), on = { signal: stopped.signal };
  const done = (now: PointerEvent) => {
    if (now.pointerId !== event.pointerId) return;
    stopped.abort();
    end(now);
  };
  window.addEventListener("pointermove", (now) => now.pointerId === event.pointerId && move(now), on);
  window.addEventListener("pointerup", done, on);
  window.addEventListener("pointercancel", done, on);
}

function labelFor(role: string): string {
  return role.startsWith("d") ? words.did.turn : role.startsWith("p") ? words.did.move : words.did.extent;
}

/* Ends of rivers and mouths hold on to water on their way. */
function target(scene: Scene, thing: Thing, role: string, at: Point): Point {
  const last = thing.shape === "line" ? `p${thing.at.length - 1}` : "p0";
  if (role !== last && role !== "p0") return at;
  return holdOn(scene, thing.group, at, role === "p0", thing)?.at ?? at;
}

/* Metres of height that a pixel of the hand's way is worth. */
function rise(scene: Scene): number {
  const frame = state.result?.frame;
  if (scene.camera().mode === "map") return frame ? Math.max(frame.high - frame.low, 100) / 400 : 1;
  return pixel(scene) / Math.max(scene.look().exaggeration, 0.1);
}

function dragHeight(scene: Scene, event: PointerEvent, thing: Thing): void {
  const from = Number(thing.values["height"]) || 0, by = rise(scene);
  let drag: Drag | null = null;
  setPicked({ thing: thing.id, handle: "up" });
  follow(event, (now) => {
    drag ??= beginDrag(words.did.height);
    drag.move(raise(thing, from + (event.clientY - now.clientY) * by));
  }, () => void drag?.end());
}

/* With no tool in hand, water that was placed is asked about like any other; it may run a little beside its line. */
function askOf(thing: Thing, at: Point): void {
  if (activeTool()) return;
  if (thing.group === "rivers") void askAt(at.x, at.y, 2 * near);
  else if (thing.group === "lakes") void askAt(at.x, at.y, 0);
}

export function dragHandle(scene: Scene, event: PointerEvent, thing: Thing, role: string, from: Point): void {
  if (role === "up") return dragHeight(scene, event, thing);
  const screen = scene.project(from.x, from.y), box = scene.element.getBoundingClientRect();
  const dx = screen.left + box.left - event.clientX, dy = screen.top + box.top - event.clientY;
  let drag: Drag | null = null;
  setPicked({ thing: thing.id, handle: role.startsWith("d") ? `p${role.slice(1)}` : role });
  follow(event, (now) => {
    if (!drag && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < shaky - 1) return;
    const at = groundAt(scene, now.clientX + dx, now.clientY + dy, thing.group);
    if (!at) return;
    drag ??= beginDrag(labelFor(role));
    drag.move(moveHandle(thing, role, target(scene, thing, role, at), now.shiftKey));
  }, (now) => {
    if (drag) void drag.end();
    else if (now.type === "pointerup" && role.startsWith("p")) askOf(thing, from);
  });
}

/* A press on a line picks its thing; moved on, or pressed again, it adds a point there. */
export function pressLine(scene: Scene, event: PointerEvent, thing: Thing): void {
  const start = groundAt(scene, event.clientX, event.clientY, thing.group), before = picked()?.thing === thing.id;
  if (!start) return;
  setPicked({ thing: thing.id, handle: null });
  let drag: Drag | null = null, role: string | null = null;
  const begin = () => {
    drag = beginDrag(words.did.point);
    role = insertPoint(thing, start);
    if (role) setPicked({ thing: thing.id, handle: role });
  };
  follow(event, (now) => {
    const at = groundAt(scene, now.clientX, now.clientY, thing.group);
    if (!at || (!drag && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < shaky)) return;
    if (!drag) begin();
    if (role) drag!.move(moveHandle(thing, role, at));
  }, (now) => {
    if (!drag && before && now.type === "pointerup" && thing.shape !== "spot") {
      begin();
      drag!.move(writePoints(thing));
    }
    if (drag) void drag.end();
    else if (now.type === "pointerup") askOf(thing, start);
  });
}

/* ---- Keys ---- */

let nudging: { drag: Drag; id: string; timer: number } | null = null;

function endNudge(): void {
  if (!nudging) return;
  window.clearTimeout(nudging.timer);
  void nudging.drag.end();
  nudging = null;
}

/* A step of some pixels on the ground; steps in quick succession are one step of undo. */
export function nudge(scene: Scene, thing: Thing, role: string, from: Point, right: number, up: number, fast: boolean): void {
  const id = `${thing.id} ${role}`;
  if (nudging && nudging.id !== id) endNudge();
  nudging ??= { drag: beginDrag(labelFor(role)), id, timer: 0 };
  window.clearTimeout(nudging.timer);
  nudging.timer = window.setTimeout(endNudge, 900);
  if (role === "up") {
    const height = (Number(thing.values["height"]) || 0) + up * (fast ? 50 : 5);
    return nudging.drag.move(raise(thing, height));
  }
  const step = Math.max(2 * pixel(scene), cellSize() / 4) * (fast ? 10 : 1);
  const turn = (scene.camera().turn * Math.PI) / 180;
  const to = {
    x: from.x + step * (right * Math.cos(turn) + up * Math.sin(turn)),
    y: from.y + step * (up * Math.cos(turn) - right * Math.sin(turn)),
  };
  nudging.drag.move(moveHandle(thing, role, to));
}

/* Removes the point, or the thing where no point is picked or none can be spared. */
export function removePicked(whole = false): boolean {
  endNudge();
  const pick = picked(), thing = thingOf(pick?.thing);
  if (!pick || !thing) return false;
  if (!whole && pick.handle && removePoint(thing, pick.handle)) {
    hold(true);
    touch();
    setPicked({ thing: thing.id, handle: null });
    void edit(words.did.removePoint, writePoints(thing)).finally(() => hold(false));
  } else {
    setPicked(null);
    void edit(words.did.remove, removeThing(thing));
  }
  return true;
}
