// SPDX-License-Identifier: MIT
/* One field under the brush: its values as they are painted, and its way into the recipe.
 *
 * The values live here while one paints; every stroke ends as an image of its own beside the recipe, so that undo
 * finds the one before. What the program says about the field counts again when it is not what the last stroke said. */
import { createSignal } from "solid-js";
import { api } from "../../state/api";
import { complain, edit, patiently, stageOf, state } from "../../state/store";
import type { FieldValue, Param, Value, Values } from "../../state/protocol";
import { texts } from "../../texts";
import { words as named } from "../../ui/controls/units";
import { rounded } from "../geometry";
import type { Answer, Wish } from "./encode";
import { range, type Grid, type Way } from "./grid";

const side = 512; // cells along the longer side

export interface Target {
  stage: string;
  path: string;
}

export const [target, setTarget] = createSignal<Target | null>(null);
export const [way, setWay] = createSignal<Way>("raise");
export const [size, setSize] = createSignal(0.06); // radius, share of the frame's longer side
export const [strength, setStrength] = createSignal(0.5);
export const [low, setLow] = createSignal(0);
export const [high, setHigh] = createSignal(1);
export const [level, setLevel] = createSignal(0.5);
export const [grid, setGrid] = createSignal<Grid | null>(null);

/* ---- The parameter and its value ---- */

/* "layers[0].thickness" leads through the tables of lists. */
export function paramAt(to: Target): Param | undefined {
  const stage = stageOf(to.stage);
  let params = state.about?.stages.find((info) => info.name === stage?.name)?.params, found: Param | undefined;
  for (const part of to.path.split(".")) {
    found = params?.find((param) => param.name === part.replace(/\[\d+\]$/, ""));
    params = found?.columns;
  }
  return found;
}

export function valueAt(to: Target): FieldValue | undefined {
  let at: Value | Values | undefined = stageOf(to.stage)?.values;
  for (const part of to.path.match(/[^.[\]]+/g) ?? []) at = (at as Record<string, Value> | undefined)?.[part];
  return at as FieldValue | undefined;
}

/* Every field of the recipe. */
export function fields(): { target: Target; label: string }[] {
  return (state.project?.stages ?? []).flatMap((stage, index) => {
    if (stage.off) return [];
    const params = state.about?.stages.find((info) => info.name === stage.name)?.params ?? [];
    const twice = state.project!.stages.filter((other) => other.name === stage.name).length > 1;
    const name = twice ? `${stage.name} (${index + 1})` : stage.name;
    return params.flatMap((param) => {
      if (param.type === "field") return [{ target: { stage: stage.key, path: param.name }, label: `${name}: ${named(param.name)}` }];
      const inner = (param.columns ?? []).filter((column) => column.type === "field");
      const rows = (stage.values[param.name] as unknown[] | undefined) ?? [];
      return param.type !== "list" ? [] : inner.flatMap((column) => rows.map((_, i) => (
        { target: { stage: stage.key, path: `${param.name}[${i}].${column.name}` }, label: `${name}: ${named(param.name)} ${i + 1}, ${named(column.name)}` })));
    });
  });
}

/* What black and white should stand for: what the field holds, and room to paint. */
function usualRange(value: FieldValue | undefined, param: Param, now: { low: number; high: number }) {
  if (value && typeof value === "object" && "image" in value)
    return { low: Math.min(value.low, now.low), high: Math.max(value.high, now.high) };
  if (value && typeof value === "object") return { low: Math.min(value.noise.low, now.low), high: Math.max(value.noise.high, now.high) };
  const number = typeof value === "number" ? value : Number(param.standard) || 0;
  const small = param.max - param.min <= 4 && param.scale === "linear" && param.max > 0.1;
  if (small || number === 0) return { low: param.min, high: Math.min(param.max, small ? param.max : 1) };
  return { low: Math.max(param.min, Math.min(0, 2 * number)), high: Math.min(param.max, Math.max(0, 2.5 * number)) };
}

/* ---- Beginning ---- */

let spoken = ""; // the field's value as this page last set or read it

async function load(to: Target): Promise<void> {
  const value = valueAt(to), param = paramAt(to);
  if (!param) return;
  const got = await api.field(to.stage, to.path, side);
  if (target() !== to) return;
  spoken = JSON.stringify(value);
  const usual = usualRange(value, param, range(got.values));
  setLow(rounded(usual.low, 6));
  setHigh(rounded(usual.high, 6));
  setLevel(high());
  setGrid({ cols: got.cols, rows: got.rows, values: got.values.slice() });
}

export function beginField(to: Target | null): void {
  setTarget(to);
  setGrid(null);
  if (to) void load(to).catch(complain);
}

/* Undo, redo, another page, another stage's change: the values are read anew. */
export function followField(): void {
  const to = target(), there = grid() !== null;
  if (!to) return;
  if (!stageOf(to.stage)) return beginField(null);
  const told = JSON.stringify(valueAt(to));
  if (!there || pending > 0 || told === spoken) return;
  void refresh(to).catch(complain);
}

async function refresh(to: Target): Promise<void> {
  spoken = JSON.stringify(valueAt(to));
  const got = await api.field(to.stage, to.path, side);
  if (target() === to && pending === 0) setGrid({ cols: got.cols, rows: got.rows, values: got.values.slice() });
}

/* ---- The end of a stroke ---- */

let worker: Worker | null = null, wishes = 0, pending = 0;
const waiting = new Map<number, (png: Blob) => void>();
let queue: Promise<void> = Promise.resolve();

function encoded(wish: Omit<Wish, "id">): Promise<Blob> {
  worker ??= new Worker(new URL("./encode.ts", import.meta.url), { type: "module" });
  worker.onmessage = (event: MessageEvent<Answer>) => {
    waiting.get(event.data.id)?.(event.data.png);
    waiting.delete(event.data.id);
  };
  const id = ++wishes;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker!.postMessage({ id, ...wish }, [wish.values.buffer]);
  });
}

async function keep(to: Target, wish: Omit<Wish, "id">): Promise<void> {
  const name = to.path.replace(/[^a-z_]+/gi, "-").replace(/^-|-$/g, "") || "field";
  const png = await encoded(wish);
  const { image } = await patiently(() => api.putImage(name, png));
  const value = { image, low: wish.low, high: wish.high };
  await edit(texts.tools.did.paint, [{ op: "set", stage: to.stage, path: to.path, value }]);
  spoken = JSON.stringify(valueAt(to));
}

/* Keeps the values as they are now; strokes are kept in their order. */
export function keepStroke(): Promise<void> {
  const to = target(), now = grid();
  if (!to || !now) return queue;
  const values = now.values.slice(), got = range(values);
  const wish = { values, cols: now.cols, rows: now.rows, low: Math.min(low(), got.low), high: Math.max(high(), got.high) };
  pending++;
  queue = queue.then(() => keep(to, wish)).catch(complain).finally(() => pending--);
  return queue;
}
