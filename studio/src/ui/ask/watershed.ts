// SPDX-License-Identifier: MIT
/* Where the water of a place ends: the last dry cell of its way, whose catchment is the whole watershed. */
import type { Land } from "../../scene/scene";
import { api } from "../../state/api";
import { state } from "../../state/store";

let kept: { land: number; receiver: Uint32Array } | null = null;

async function receiverOf(land: Land): Promise<Uint32Array | null> {
  if (kept?.land === land.id) return kept.receiver;
  if (!state.result?.layers["receiver"]) return null;
  const receiver = (await api.layer(land.id, "receiver")).values as Uint32Array;
  kept = { land: land.id, receiver };
  return receiver;
}

const ocean = 1;

/* null: outside, in the ocean, or the land has no flow of water yet. */
export async function watershedEnd(land: Land, x: number, y: number): Promise<{ x: number; y: number } | null> {
  const { cols, rows, cell, west, north } = land.frame;
  const col = Math.floor((x - west) / cell),
    row = Math.floor((north - y) / cell);
  const receiver = await receiverOf(land);
  if (!receiver || col < 0 || row < 0 || col >= cols || row >= rows) return null;
  let at = row * cols + col;
  if (land.cover?.[at] === ocean) return null;
  for (let steps = 0; steps < cols * rows; steps++) {
    const next = receiver[at]!;
    if (next >= receiver.length || next === at || land.cover?.[next] === ocean) break;
    at = next;
  }
  return { x: west + ((at % cols) + 0.5) * cell, y: north - (Math.floor(at / cols) + 0.5) * cell };
}
