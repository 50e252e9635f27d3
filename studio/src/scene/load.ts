// SPDX-License-Identifier: MIT
/* A result's land, fetched from the program: only what it has, and only the newest that was asked for. */
import { api, ask } from "../state/api";
import { mark } from "../state/marks";
import type { Result } from "../state/protocol";
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
  const [height, water, cover, region, rivers, lakes] = await Promise.all([
    grid(result, "height", Float32Array, signal), grid(result, "water", Float32Array, signal),
    grid(result, "cover", Uint8Array, signal), grid(result, "region", Uint8Array, signal),
    result.has.rivers ? api.rivers(result.id) : null, result.has.lakes ? api.lakes(result.id) : null,
  ]);
  signal.throwIfAborted();
  const cells = result.frame.cols * result.frame.rows;
  if (!height || height.length !== cells) throw new Error(`result ${result.id} has no heights`);
  mark("read", result.id);
  return { id: result.id, frame: result.frame, coarse: result.coarse, height, water, cover, region, rivers, lakes };
}
