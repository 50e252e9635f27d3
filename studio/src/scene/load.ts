// SPDX-License-Identifier: MIT
/* A result's land, fetched from the program: only what it has, and only the newest that was asked for. */
import { api, ask } from "../state/api";
import { mark } from "../state/marks";
import type { Result } from "../state/protocol";
import { prepare } from "./gpu_land";
import { Jobs } from "./jobs";
import type { Land } from "./scene";

let newest: AbortController | null = null;

async function grid<T extends Float32Array | Uint8Array>(
  result: Result, name: string, make: new (bytes: ArrayBuffer) => T, signal: AbortSignal,
): Promise<T | null> {
  if (!result.layers[name]) return null;
  const answer = await ask(`results/${result.id}/layers/${name}`, { signal });
  return new make(await answer.arrayBuffer());
}

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
  const prepared = Jobs.now ? { prepared: prepare(Jobs.now, land) } : {}; // while the rivers, which are many words, still come
  prepared.prepared?.catch(() => {});
  const rivers = await coming;
  signal.throwIfAborted();
  mark("read", id);
  return { ...land, rivers, ...prepared };
}
