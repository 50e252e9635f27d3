// SPDX-License-Identifier: MIT
/* What the tools know beside the recipe: which one is in hand, what is picked, and what is being drawn. */
import { createMemo, createRoot, createSignal, untrack } from "solid-js";
import { selected, state, stageOf } from "../state/store";
import { distance, type Point } from "./geometry";
import { thingsOf, type Group, type Thing } from "./things";

export type Tool = Group | "brush";

/* null: look, pick and ask. */
export const [activeTool, setTool] = createSignal<Tool | null>(null);

export interface Pick {
  thing: string;
  handle: string | null; // null: the thing as a whole
}
export const [picked, setPicked] = createSignal<Pick | null>(null);

/* A line or ring that is not part of the recipe yet. */
export interface Sketch {
  tool: Tool;
  points: Point[];
  pointer: Point | null; // where the next point would be
  snapped: boolean;
  free: boolean; // drawn in one go
}
export const [sketch, setSketch] = createSignal<Sketch | null>(null);

/* While something is dragged the things stay as the hand left them, not as the program says. */
const [held, setHeld] = createSignal(0);
const [changed, setChanged] = createSignal(0);
export { changed };

export const things = createRoot(() =>
  createMemo<Thing[]>((old) => (held() > 0 ? old : thingsOf(state.project)), []));

/* The thing that the land cannot be made with, where the message names its place. */
export const refused = createRoot(() => createMemo<string | null>(() => {
  const fault = state.run.state === "failed" ? state.run.error : null;
  const place = /\bat (-?[\d.e+]+), (-?[\d.e+]+)/.exec(fault?.message ?? "");
  if (!place) return null;
  const at = { x: Number(place[1]), y: Number(place[2]) };
  let best: { id: string; far: number } | null = null;
  for (const thing of things())
    for (const point of isPlaced(thing.group) ? thing.at : [])
      if (!best || distance(point, at) < best.far) best = { id: thing.id, far: distance(point, at) };
  return best?.id ?? null;
}));

export function thingOf(id: string | undefined): Thing | undefined {
  return things().find((thing) => thing.id === id);
}

/* Every hold(true) is followed by a hold(false). */
export const hold = (is: boolean) => setHeld((n) => n + (is ? 1 : -1));
/* The things were changed in place. */
export const touch = () => setChanged((n) => n + 1);

const groupOfStage: Record<string, Group[]> = {
  coast: ["coast"], contour: ["coast"], regions: ["regions"],
  place: ["rivers", "lakes", "mouths", "peaks", "passes", "no_lakes", "frozen"],
};

/* How a thing is shown: hidden, faint (can be picked), or in full with all handles. */
export function showing(thing: Thing): "full" | "faint" | "none" {
  const tool = activeTool();
  if (tool === "brush") return "none";
  if (tool) return tool === thing.group ? "full" : isPlaced(thing.group) && isPlaced(tool) ? "faint" : "none";
  const name = stageOf(selected())?.name ?? "";
  if (groupOfStage[name]?.includes(thing.group) || picked()?.thing === thing.id) return "full";
  return isPlaced(thing.group) ? "faint" : "none";
}

function isPlaced(group: Tool): boolean {
  return group !== "coast" && group !== "regions" && group !== "brush";
}

export function takeTool(tool: Tool | null): void {
  setSketch(null);
  const pick = untrack(picked);
  if (tool && pick && thingOf(pick.thing)?.group !== tool) setPicked(null);
  setTool(tool);
}
