// SPDX-License-Identifier: MIT
/* A sheet: what can be varied, the values, and the one that was made last. */
import { createSignal } from "solid-js";
import { api } from "../../state/api";
import { complain, state } from "../../state/store";
import type { Param } from "../../state/protocol";
import { fromShare, rangeOf, toShare } from "../controls/range";
import { throwDie } from "../controls/seed";
import { frameWidth } from "../controls/target";
import { words } from "../controls/units";

const pictureSize = 224;

export interface Vary {
  stage: string;
  path: string;
  param: Param;
  name: string;
  value: number;
}

/* Every number one could vary, fields by their number among them. */
export function varied(): Vary[] {
  return (state.project?.stages ?? [])
    .filter((stage) => !stage.off)
    .flatMap((stage) => {
      const params = state.about?.stages.find((info) => info.name === stage.name)?.params ?? [];
      return params
        .filter(
          (param) => ["real", "int", "field"].includes(param.type) && typeof stage.values[param.name] === "number",
        )
        .map((param) => ({
          stage: stage.key,
          path: param.name,
          param,
          name: `${stage.name}: ${words(param.name)}`,
          value: Number(stage.values[param.name]),
        }));
    });
}

/* Values from low to high, evenly along the slider, so that a log parameter is varied by factors. */
function spread(vary: Vary, low: number, high: number, count: number): number[] {
  const range = rangeOf(vary.param, vary.value, frameWidth());
  const from = toShare(range, low),
    to = toShare(range, high);
  const values = Array.from({ length: count }, (_, k) =>
    k === 0 ? low : k === count - 1 ? high : fromShare(range, from + ((to - from) * k) / (count - 1)),
  );
  return [...new Set(values)];
}

export function around(vary: Vary): { low: number; high: number } {
  const range = rangeOf(vary.param, vary.value, frameWidth()),
    at = toShare(range, vary.value);
  return { low: fromShare(range, Math.max(0, at - 0.25)), high: fromShare(range, Math.min(1, at + 0.25)) };
}

export interface Made {
  job: number;
  kind: "seeds" | "values";
  values: number[];
  vary: Vary | null;
  folder: string;
}
/* The last sheet stays while the page does: closing the window loses nothing. */
export const [made, setMade] = createSignal<Made | null>(null);

/* Of this project: the keys of another one's stages mean nothing here. */
export const present = () => (made()?.folder === state.project?.folder ? made() : null);

export function isMaking(): boolean {
  const now = present();
  return now ? ["waiting", "running"].includes(state.jobs[now.job]?.state ?? "waiting") : false;
}

/* Begins a sheet of seeds, or of values of what is varied; the one before is given up. */
export async function makeSheet(vary: Vary | null, span: { low: number; high: number }, count: number): Promise<void> {
  const project = state.project!;
  const seeds = () => [project.seed, ...Array.from({ length: count - 1 }, throwDie)];
  const values = vary ? spread(vary, span.low, span.high, count) : seeds();
  try {
    if (isMaking()) await api.cancelJob(made()!.job).catch(() => {});
    const what = vary ? { stage: vary.stage, path: vary.path, values } : { seeds: values };
    const { job } = await api.sheet({ size: pictureSize, ...what });
    setMade({ job, kind: vary ? "values" : "seeds", values, vary, folder: project.folder });
  } catch (why) {
    complain(why);
  }
}
