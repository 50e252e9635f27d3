// SPDX-License-Identifier: MIT
/* Layers that can lie over the ground: which there are, how each is coloured, and what its legend says. */
import { api } from "../../state/api";
import type { About, Project, Reach, Result, Rivers } from "../../state/protocol";
import type { Land, Overlay } from "../../scene/scene";
import { texts } from "../../texts";
import { title, withUnit } from "../controls/units";
import { basinColours } from "./grids";
import { basinPalette, orderPalette } from "./ramps";
import type { Wish } from "./worker";

export interface Legend {
  title: string;
  ramp?: Overlay["ramp"];
  gradient?: string; // instead of a ramp
  shore?: { at: number; text: string }; // where the sea ends, of a hundred
  low?: string;
  high?: string;
  classes?: { colour: string; name: string }[];
}

type Made = { overlay: Omit<Overlay, "opacity">; legend: Legend };

/* Layers that a picture of the ground shows anyway, or that say nothing as colours. */
const unseen = new Set(["height", "water", "receiver", "cover"]);

export const nameOf = (name: string) => texts.look.names[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

export function overlaysOf(result: Result | null): string[] {
  if (!result) return [];
  const names = Object.keys(result.layers).filter((name) => !unseen.has(name));
  const made = ["slope"];
  if (result.layers["receiver"]) made.push("watersheds");
  if (result.layers["receiver"] && result.has.rivers) made.push("strahler");
  const order = Object.keys(texts.look.names);
  const place = (name: string) => {
    const at = order.indexOf(name);
    return at < 0 ? order.length : at;
  };
  return [...new Set([...names, ...made])].sort((a, b) => place(a) - place(b));
}

/* Layers that one may look for and this land has not, each with the reason. */
export function absentOverlays(result: Result | null, about: About | null, project: Project | null): { name: string; why: string }[] {
  const there = new Set([...overlaysOf(result), ...unseen]);
  const layerOf: Record<string, string> = { strahler: "rivers", watersheds: "receiver", outcrop: "rock" };
  const why = (name: string) => {
    const layer = layerOf[name] ?? name;
    const makers = (about?.stages ?? []).filter((stage) => stage.makes.includes(layer)).map((stage) => stage.name);
    const runs = (project?.stages ?? []).some((stage) => !stage.off && makers.includes(stage.name));
    if (name === "outcrop") return runs ? texts.look.rockBelow : texts.look.madeBy(makers);
    return runs ? texts.look.noLonger : texts.look.madeBy(makers);
  };
  return Object.keys(texts.look.names).filter((name) => !there.has(name)).map((name) => ({ name, why: why(name) }));
}

let worker: Worker | null = null,
  asked = 0;
const answers = new Map<number, (made: { values: Float32Array | Uint8Array; count: number }) => void>();

function inWorker(wish: Wish): Promise<{ values: Float32Array | Uint8Array; count: number }> {
  if (!worker) {
    worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<{ id: number; values: Float32Array; count: number }>) => {
      answers.get(event.data.id)?.(event.data);
      answers.delete(event.data.id);
    };
  }
  const id = ++asked;
  return new Promise((resolve) => {
    answers.set(id, resolve);
    worker!.postMessage({ id, wish });
  });
}

/* The cells that reaches run through, with their orders. */
function riverCells(land: Land, rivers: Rivers): Uint8Array {
  const { cols, rows, cell, west, north } = land.frame,
    out = new Uint8Array(cols * rows);
  const mark = (reach: Reach, x: number, y: number) => {
    const col = Math.floor((x - west) / cell),
      row = Math.floor((north - y) / cell);
    if (col < 0 || row < 0 || col >= cols || row >= rows) return;
    const at = row * cols + col;
    out[at] = Math.max(out[at]!, reach.strahler);
  };
  for (const reach of rivers.reaches)
    for (let k = reach.first_point; k + 1 < reach.first_point + reach.point_count; k++) {
      const x0 = rivers.x[k]!,
        y0 = rivers.y[k]!,
        dx = rivers.x[k + 1]! - x0,
        dy = rivers.y[k + 1]! - y0;
      const pieces = Math.max(1, Math.ceil((2 * Math.hypot(dx, dy)) / cell));
      for (let j = 0; j <= pieces; j++) mark(reach, x0 + (dx * j) / pieces, y0 + (dy * j) / pieces);
    }
  return out;
}

const receiverOf = async (result: Result) => (await api.layer(result.id, "receiver")).values as Uint32Array;

async function slope(land: Land): Promise<Made> {
  const { cols, rows, cell } = land.frame;
  const { values } = await inWorker({ kind: "slope", height: land.height, cols, rows, cell });
  return {
    overlay: { name: "slope", values, low: 0, high: 1, log: false, ramp: "heat" },
    legend: { title: nameOf("slope"), ramp: "heat", low: "0°", high: "45°" },
  };
}

async function watersheds(result: Result, land: Land): Promise<Made> {
  const { values, count } = await inWorker({
    kind: "watersheds",
    receiver: await receiverOf(result),
    cover: land.cover,
  });
  const classes = Array.from({ length: basinColours }, (_, k) => ({ value: k + 2, colour: basinPalette[k]! }));
  return {
    overlay: {
      name: "watersheds",
      values,
      low: 0,
      high: 255,
      log: false,
      ramp: "classes",
      classes: [{ value: 1, colour: "#9aa09c" }, ...classes],
    },
    legend: { title: texts.look.basins(count), classes: [{ colour: "#9aa09c", name: texts.look.basin }] },
  };
}

async function strahler(result: Result, land: Land): Promise<Made> {
  const river = riverCells(land, land.rivers!);
  const { values } = await inWorker({ kind: "strahler", receiver: await receiverOf(result), river });
  const highest = land.rivers!.reaches.reduce((most, reach) => Math.max(most, reach.strahler), 1);
  const classes = Array.from({ length: highest }, (_, k) => ({ value: k + 1, colour: orderPalette(k, highest) }));
  return {
    overlay: { name: "strahler", values, low: 0, high: 255, log: false, ramp: "classes", classes },
    legend: {
      title: nameOf("strahler"),
      classes: classes.map((one) => ({ colour: one.colour, name: texts.look.order(one.value) })),
    },
  };
}

async function regions(result: Result): Promise<Made> {
  const values = (await api.layer(result.id, "region")).values as Uint8Array;
  return {
    overlay: {
      name: "region",
      values,
      low: 0,
      high: 255,
      log: false,
      ramp: "classes",
      classes: result.regions.map(({ value, colour }) => ({ value, colour })),
    },
    legend: {
      title: nameOf("region"),
      classes: result.regions.map(({ colour, name }) => ({ colour, name: title(name) })),
    },
  };
}

const logarithmic = new Set(["area", "discharge", "flow"]);
const blue = new Set(["area", "discharge", "flow", "frozen"]);

/* Any other layer: by its range. What is too small to matter shows the ground. */
async function plain(result: Result, name: string): Promise<Made> {
  const info = result.layers[name]!,
    given = (await api.layer(result.id, name)).values;
  const values = given instanceof Uint8Array ? given : Float32Array.from(given);
  const log = logarithmic.has(name),
    high = info.high > info.low ? info.high : info.low + 1;
  const least = name === "area" ? 20 * result.frame.cell ** 2 : high / 1e4;
  const low = log ? Math.min(least, high / 2) : info.low;
  const crosses = info.low < 0 && info.high > 0,
    reach = Math.max(Math.abs(info.low), Math.abs(info.high));
  const ramp: Overlay["ramp"] = crosses ? "diverging" : blue.has(name) ? "blue" : "heat";
  if (values instanceof Float32Array && !crosses && (log || info.low >= 0)) {
    const silent = log ? low : info.low === 0 ? high / 200 : -Infinity;
    for (let at = 0; at < values.length; at++) if (values[at]! < silent) values[at] = NaN;
  }
  const ends = crosses ? [-reach, reach] : [low, high];
  const [hard, soft] = name === "outcrop" ? [texts.look.hard, texts.look.soft] : [String, String];
  return {
    overlay: { name, values, low: ends[0]!, high: ends[1]!, log, ramp },
    legend: { title: nameOf(name), ramp, low: hard(withUnit(ends[0], info.unit, 2)), high: soft(withUnit(ends[1], info.unit, 2)) },
  };
}

export function makeOverlay(name: string, result: Result, land: Land): Promise<Made> {
  switch (name) {
    case "slope":
      return slope(land);
    case "watersheds":
      return watersheds(result, land);
    case "strahler":
      return strahler(result, land);
    case "region":
      return regions(result);
    default:
      return plain(result, name);
  }
}
