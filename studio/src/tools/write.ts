// SPDX-License-Identifier: MIT
/* From hand to recipe: edits that follow a drag, and those that are done at once. */
import { edit } from "../state/store";
import type { Op } from "../state/protocol";
import { placed, rounded, type Marker, type Point } from "./geometry";
import { hold, touch } from "./state";
import type { Thing } from "./things";

const pause = 60; // ms between edits of a drag

let drags = 0;

export interface Drag {
  move(ops: Op[]): void;
  end(): Promise<void>;
}

/* One step of undo, sent as it goes: at most one edit each `pause`, and the last one for certain. */
export function beginDrag(label: string): Drag {
  const word = `hand-${Date.now().toString(36)}-${++drags}`;
  let waiting: Op[] | null = null, timer = 0, last = 0, sent: Promise<void> = Promise.resolve();
  hold(true);
  const send = () => {
    timer = 0;
    if (!waiting) return;
    last = performance.now();
    sent = edit(label, waiting, word);
    waiting = null;
  };
  return {
    move(ops) {
      waiting = ops;
      touch();
      if (!timer) timer = window.setTimeout(send, Math.max(0, last + pause - performance.now()));
    },
    async end() {
      window.clearTimeout(timer);
      send();
      await sent;
      hold(false);
    },
  };
}

/* ---- What is written ---- */

const markerRow = (m: Marker) => ({
  ...placed(m),
  direction: Math.round(m.direction * 10) / 10,
  strength: Math.round(m.strength * 1000) / 1000,
});

export const pointRows = (points: readonly Point[]) => points.map(placed);

export function rowsOf(thing: Thing): unknown[] {
  return thing.shape === "curve" ? (thing.at as Marker[]).map(markerRow) : pointRows(thing.at);
}

const round: Record<string, (value: number) => number> = {
  x: (v) => Math.round(v * 10) / 10, y: (v) => Math.round(v * 10) / 10,
  range: (v) => rounded(v, 4), stretch: (v) => rounded(v, 3), direction: (v) => Math.round(v * 10) / 10,
  area: (v) => rounded(v, 3), radius: (v) => rounded(v, 3), height: (v) => Math.round(v),
};

/* Sets columns of the thing's row, here and in what is sent. */
export function setColumns(thing: Thing, columns: Record<string, number>): Op[] {
  return Object.entries(columns).map(([name, value]) => {
    const told = round[name]?.(value) ?? value;
    thing.values[name] = told;
    return { op: "set", stage: thing.stage, path: `${thing.path}.${name}`, value: told };
  });
}

/* All points of a line, ring or curve; the place of a spot. */
export function writePoints(thing: Thing): Op[] {
  if (thing.shape === "spot") return setColumns(thing, { x: thing.at[0]!.x, y: thing.at[0]!.y });
  return [{ op: "set", stage: thing.stage, path: thing.points, value: rowsOf(thing) }];
}

export function removeThing(thing: Thing): Op[] {
  if (thing.row < 0) return [{ op: "reset", stage: thing.stage, path: thing.list }];
  return [{ op: "remove_row", stage: thing.stage, path: thing.list, row: thing.row }];
}
