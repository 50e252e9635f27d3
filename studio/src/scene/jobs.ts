// SPDX-License-Identifier: MIT
/* Jobs for two workers, so that land and rivers are prepared side by side. Large arrays are copied a piece at a time, so that no frame waits for them. */
import type { OverlayInput } from "./overlay_build";
import type { LandInput, Level, Prepared } from "./prepare";
import type { RiverInput, RiverShape } from "./ribbon_build";

interface Wish {
  land: { input: LandInput; made: Prepared };
  rivers: { input: RiverInput; made: RiverShape };
  overlay: { input: OverlayInput; made: Level<Uint8Array>[] };
}

const PIECE = 1 << 20; // values

const nextTask = () => new Promise<void>((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(0);
});

/* A copy that the worker may keep. */
export async function copied<T extends Float32Array | Uint8Array | null>(values: T): Promise<T> {
  if (!values) return values;
  if (values.length <= PIECE) return values.slice() as T;
  const out = new (values.constructor as new (n: number) => Float32Array | Uint8Array)(values.length);
  for (let at = 0; at < values.length; at += PIECE) {
    out.set(values.subarray(at, at + PIECE), at);
    await nextTask();
  }
  return out as T;
}

export class Jobs {
  private readonly workers: Worker[] = [];
  private next = 1;
  private readonly open = new Map<number, { resolve: (made: never) => void; reject: (why: Error) => void }>();

  static now: Jobs | null = null; // those of the picture that is there

  /* `most`: cells along the longer side that a land is shown with. */
  constructor(readonly most: number) {
    Jobs.now = this;
    for (let i = 0; i < 2; i++) this.workers.push(this.start()); // before they are needed: they take a while to begin
  }

  private start(): Worker {
    const worker = new Worker(new URL("./prepare.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; made: never }>) => {
      this.open.get(data.id)?.resolve(data.made);
      this.open.delete(data.id);
    };
    worker.onerror = (event) => {
      for (const { reject } of this.open.values()) reject(new Error(event.message || "the worker failed"));
      this.open.clear();
    };
    return worker;
  }

  run<K extends keyof Wish>(kind: K, input: Wish[K]["input"], transfer: (ArrayBufferView | null)[] = []): Promise<Wish[K]["made"]> {
    const id = this.next++;
    const buffers = transfer.filter((view) => view !== null).map((view) => view.buffer as ArrayBuffer);
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve: resolve as (made: never) => void, reject });
      this.workers[kind === "land" ? 0 : 1]?.postMessage({ kind, id, input }, buffers);
    });
  }

  dispose(): void {
    if (Jobs.now === this) Jobs.now = null;
    for (const worker of this.workers.splice(0)) worker.terminate();
    this.open.clear();
  }
}
