// SPDX-License-Identifier: MIT
/* A result's land, fetched from the program: only what it has, and only the newest that was asked for. */
import { api, ask } from "../state/api";
import { mark } from "../state/marks";
import type { Result } from "../state/protocol";
import { prepare } from "./gpu_land";
import { Jobs } from "./jobs";
import { sameGround } from "./same";
import type { Land } from "./scene";

let newest: AbortController | null = null;

type Values = Float32Array | Uint8Array;

/* Layers that were read last: another result may have the same, and then they are not sent again. */
const kept = new Map<string, { since: number; values: Values }>();

async function grid<T extends Values>(
  result: Result, name: string, make: new (bytes: ArrayBuffer) => T, signal: AbortSignal,
): Promise<T | null> {
  const layer = result.layers[name], slot = `${name} ${result.coarse}`, known = kept.get(slot);
  if (!layer) return null;
  if (known?.since === layer.since) return known.values as T;
  const answer = await ask(`results/${result.id}/layers/${name}`, { signal });
  const values = new make(await answer.arrayBuffer());
  kept.set(slot, { since: layer.since, values });
  return values;
}

let last: Land | null = null; // that was read

/* Rejects with an AbortError when a newer one is asked for. */
export async function loadLand(result: Result): Promise<Land> {
  newest?.abort();
  const own = (newest = new AbortController()), { signal } = own;
  const { id, frame, coarse } = result, first = Promise.all([
    result.has.lakes ? api.lakes(id) : null, grid(result, "height", Float32Array, signal), grid(result, "water", Float32Array, signal),
    grid(result, "cover", Uint8Array, signal), grid(result, "region", Uint8Array, signal),
  ]);
  const coming = result.has.rivers ? api.rivers(id) : Promise.resolve(null);
  coming.catch(() => {}); // is waited for below
  const [lakes, height, water, cover, region] = await first;
  signal.throwIfAborted();
  if (!height || height.length !== frame.cols * frame.rows) throw new Error(`result ${id} has no heights`);
  const land = { id, frame, coarse, height, water, cover, region, lakes };
  const looks = last && sameGround(last, land) ? last.looks : {};
  const prepared = Jobs.now && looks !== last?.looks ? { prepared: prepare(Jobs.now, land) } : {}; // while the rivers still come
  prepared.prepared?.catch(() => {});
  const rivers = await coming;
  signal.throwIfAborted();
  mark("read", id);
  return (last = { ...land, rivers, looks, ...prepared });
}
