// SPDX-License-Identifier: MIT
/* Grids are made beside the page, so that the picture does not stop. */
import { ordersOf, slopeOf, watershedsOf } from "./grids";

export type Wish =
  | { kind: "slope"; height: Float32Array; cols: number; rows: number; cell: number }
  | { kind: "watersheds"; receiver: Uint32Array; cover: Uint8Array | null }
  | { kind: "strahler"; receiver: Uint32Array; river: Uint8Array };

function make(wish: Wish): { values: Float32Array | Uint8Array; count: number } {
  switch (wish.kind) {
    case "slope":
      return { values: slopeOf(wish.height, wish.cols, wish.rows, wish.cell), count: 0 };
    case "watersheds": {
      const { classes, count } = watershedsOf(wish.receiver, wish.cover);
      return { values: classes, count };
    }
    case "strahler":
      return { values: ordersOf(wish.receiver, wish.river), count: 0 };
  }
}

self.onmessage = (event: MessageEvent<{ id: number; wish: Wish }>) => {
  const made = make(event.data.wish);
  (self as unknown as { postMessage(message: unknown, transfer: Transferable[]): void }).postMessage(
    { id: event.data.id, ...made },
    [made.values.buffer as ArrayBuffer],
  );
};
