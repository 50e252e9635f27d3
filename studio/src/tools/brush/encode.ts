// SPDX-License-Identifier: MIT
/* The worker that makes the file of a stroke, away from the thread that follows the pointer. */
import { encode } from "./png";

export interface Wish {
  id: number;
  values: Float32Array;
  cols: number;
  rows: number;
  low: number;
  high: number;
}
export interface Answer {
  id: number;
  png: Blob;
}

addEventListener("message", (event: MessageEvent<Wish>) => {
  const { id, values, cols, rows, low, high } = event.data;
  void encode(values, cols, rows, low, high).then((png) => postMessage({ id, png } satisfies Answer));
});
