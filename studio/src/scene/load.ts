// SPDX-License-Identifier: MIT
/* A result's land, fetched from the program: only what it has, and only the newest that was asked for. */
import { api } from "../state/api";
import type { Numbers } from "../state/bundle";
import { mark } from "../state/marks";
import type { Result } from "../state/protocol";
import { prepare } from "./gpu_land";
import { Jobs } from "./jobs";
import { sameGround } from "./same";
import type { Land } from "./scene";

let newest: AbortController | null = null;

/* Layers that were read last: another result may have the same, and then they are not sent again. */
const kept = new Map<string, { since: number; values: Numbers }>();

/* The layers that the result has, by name. Those that are not here yet come in one answer: a browser opens few connections at a time. */
async function grids(result: Result, names: string[], signal: AbortSignal): Promise<(name: string) => Numbers | null> {
  const slot = (name: string) => `${name} ${result.coarse}`;
  const there = names.filter((name) => result.layers[name]);
  const fresh = there.filter((name) => kept.get(slot(name))?.since !== result.layers[name]!.since);
  const arrays = fresh.length ? await api.grids(result.id, fresh, signal) : {};
  for (const name of fresh) kept.set(slot(name), { since: result.layers[name]!.since, values: arrays[name]! });
  return (name) => (result.layers[name] ? (kept.get(slot(name))?.values ?? null) : null);
}

/* Heights above the sea, as high as those of the whole land will be: a first picture lies too low (docs/studio-protocol.md, `raised`). */
function raised<T extends Float32Array | null>(values: T, by: number): T {
  return values && by !== 1 ? (values.map((z) => (z > 0 ? z * by : z)) as T) : values;
}

let last: Land | null = null; // that was read

/* Rejects with an AbortError when a newer one is asked for. */
export async function loadLand(result: Result): Promise<Land> {
  newest?.abort();
  const own = (newest = new AbortController()), { signal } = own;
  const { id, frame, coarse, raised: by } = result;
  const first = Promise.all([grids(result, ["height", "water", "cover", "region"], signal), result.has.lakes ? api.lakes(id) : null]);
  const coming = result.has.rivers ? api.rivers(id) : Promise.resolve(null);
  coming.catch(() => {}); // is waited for below
  const [grid, lakes] = await first;
  const heights = (name: string) => raised(grid(name) as Float32Array | null, by), height = heights("height"), water = heights("water");
  const cover = grid("cover") as Uint8Array | null, region = grid("region") as Uint8Array | null;
  signal.throwIfAborted();
  if (!height || height.length !== frame.cols * frame.rows) throw new Error(`result ${id} has no heights`);
  const land = { id, frame, coarse, height, water, cover, region, lakes };
  const looks = last && sameGround(last, land) ? last.looks : {};
  const prepared = Jobs.now && looks !== last?.looks ? { prepared: prepare(Jobs.now, land) } : {}; // while the rivers still come
  prepared.prepared?.catch(() => {});
  const rivers = await coming;
  signal.throwIfAborted();
  if (rivers) Object.assign(rivers, { surface: raised(rivers.surface, by), bed: raised(rivers.bed, by) });
  mark("read", id);
  return (last = { ...land, rivers, looks, ...prepared });
}
