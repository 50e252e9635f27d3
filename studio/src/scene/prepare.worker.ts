// SPDX-License-Identifier: MIT
/* The worker: one job after the other, each answered with what was made. */
import { joinOverlay, type OverlayInput } from "./overlay_build";
import { prepareLand, type LandInput } from "./prepare";
import { buildRivers, type RiverInput } from "./ribbon_build";

export type Job =
  | { kind: "land"; id: number; input: LandInput }
  | { kind: "rivers"; id: number; input: RiverInput }
  | { kind: "overlay"; id: number; input: OverlayInput };

function buffersOf(value: unknown, found: Set<ArrayBuffer>): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) found.add(value.buffer as ArrayBuffer);
  else if (value && typeof value === "object") for (const part of Object.values(value)) buffersOf(part, found);
  return found;
}

function run(job: Job): unknown {
  switch (job.kind) {
    case "land": return prepareLand(job.input);
    case "rivers": return buildRivers(job.input);
    case "overlay": return joinOverlay(job.input);
  }
}

const port = self as unknown as {
  onmessage: (event: MessageEvent<Job>) => void;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
};

port.onmessage = ({ data: job }) => {
  const made = run(job);
  port.postMessage({ id: job.id, made }, [...buffersOf(made, new Set())]);
};
