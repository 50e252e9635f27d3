// SPDX-License-Identifier: MIT
/* A value that a control changes: its row of the table, where it stands, and the ways to change it. */
import { edit, state } from "../../state/store";
import type { Param, Value, Values } from "../../state/protocol";
import { texts } from "../../texts";
import { words } from "./units";

export interface Target {
  stage: string; // key, or "frame"
  path: string;
  param: Param;
  value: () => Value | undefined;
}

const pace = 60; // ms between edits while one drags

let dragCount = 0;

/* Edits while one drags: at most one in `pace` ms, the last one always, all one step of undo. */
export function drag(target: Target): { to: (value: unknown) => void; end: () => Promise<void> } {
  const merge = `drag-${Date.now().toString(36)}-${++dragCount}`;
  let last: unknown,
    timer = 0,
    sent = 0,
    taken: Promise<void> = Promise.resolve();
  const send = () => {
    timer = 0;
    sent = performance.now();
    taken = put(target, last, merge);
  };
  return {
    to(value) {
      last = value;
      if (!timer) timer = window.setTimeout(send, Math.max(0, pace - (performance.now() - sent)));
    },
    end() {
      if (timer) {
        clearTimeout(timer);
        send();
      }
      return taken;
    },
  };
}

export function put(target: Target, value: unknown, merge?: string): Promise<void> {
  return edit(
    texts.edits.set(words(target.param.name)),
    [{ op: "set", stage: target.stage, path: target.path, value }],
    merge,
  );
}

export function reset(target: Target): Promise<void> {
  return edit(texts.edits.reset(words(target.param.name)), [{ op: "reset", stage: target.stage, path: target.path }]);
}

export function isStandard(param: Param, value: Value | undefined): boolean {
  if (value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === "object") return false;
  if (typeof value === "number" && typeof param.standard === "number")
    return Math.abs(value - param.standard) <= 1e-9 * Math.max(Math.abs(value), Math.abs(param.standard));
  if (param.type === "flag") return Boolean(value) === Boolean(param.standard);
  return value === (param.standard ?? "");
}

export function valuesOf(stage: string): Values | undefined {
  return stage === "frame" ? state.project?.frame : state.project?.stages.find((one) => one.key === stage)?.values;
}

/* "rain" or "landmasses[0].markers[2].x" below the values of a stage. */
export function valueAt(values: Values | undefined, path: string): Value | undefined {
  let at: unknown = values;
  for (const part of path.match(/[^.[\]]+/g) ?? []) {
    if (at === null || typeof at !== "object") return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at as Value | undefined;
}

/* Metres from west to east: a map brings its own, whatever the recipe's frame says. */
export const frameWidth = () => {
  const frame = state.result?.frame;
  if (frame) return frame.cols * frame.cell;
  const width = state.project?.frame["width"];
  return typeof width === "number" && width > 0 ? width : 20000;
};
