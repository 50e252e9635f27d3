// SPDX-License-Identifier: MIT
/* The legend of the ground itself: which colour is how high, and the sea how deep. */
import { rampAt, rampStops } from "../../scene/ramps";
import type { Land } from "../../scene/scene";
import { texts } from "../../texts";
import { withUnit } from "../controls/units";
import type { Legend } from "./overlays";

const looks = 20000; // cells that are looked at
const steps = 16;
const seaShare = 30; // of a hundred, for the sea's part

const rgb = ([r, g, b]: readonly number[]) => `rgb(${r!.toFixed(0)} ${g!.toFixed(0)} ${b!.toFixed(0)})`;

function sample(land: Land): { dry: number[]; deepest: number } {
  const dry: number[] = [],
    step = Math.max(1, Math.floor(land.height.length / looks));
  let deepest = 0;
  for (let at = 0; at < land.height.length; at += step) {
    const height = land.height[at]!;
    if (Number.isNaN(height)) continue;
    if (land.cover?.[at] === 1) deepest = Math.min(deepest, height);
    else if ((land.cover?.[at] ?? 0) !== 2) dry.push(height);
  }
  return { dry: dry.sort((a, b) => a - b), deepest };
}

/* As the picture has it: the ramp spans all but the lowest and highest of the land, the more of it the more relief
 * there is, and goes on ever more slowly above. */
function landColour(height: number, low: number, high: number): string {
  const relief = high - low,
    share = (height - low) / Math.max(relief, 1),
    over = Math.max(share - 1, 0);
  const place = (0.18 + (0.76 * relief) / (relief + 420)) * (Math.min(share, 1) + (0.45 * over) / (1 + over));
  const pale = 0.16 * (1 - Math.min(Math.max(share, 0), 1));
  const [r, g, b] = rampAt(rampStops.land, Math.max(place, 0));
  return rgb([r + (204 - r) * pale, g + (219 - g) * pale, b + (224 - b) * pale]);
}

export function heightLegend(land: Land): Legend | null {
  const { dry, deepest } = sample(land);
  if (!dry.length) return null;
  const at = (share: number) => dry[Math.round(share * (dry.length - 1))]!;
  const lowest = deepest < 0 ? Math.max(Math.min(at(0), 0), deepest) : at(0),
    top = at(1),
    from = deepest < 0 ? seaShare : 0,
    stops: string[] = [];
  if (deepest < 0)
    for (let i = 0; i <= 6; i++) stops.push(`${rgb(rampAt(rampStops.sea, Math.sqrt(1 - i / 6)))} ${((i / 6) * from).toFixed(1)}%`);
  for (let i = 0; i <= steps; i++)
    stops.push(`${landColour(lowest + ((top - lowest) * i) / steps, at(0.02), at(0.98))} ${(from + ((100 - from) * i) / steps).toFixed(1)}%`);
  const metres = (height: number) => withUnit(Math.round(height), "", 4);
  return {
    title: texts.look.legendLand,
    gradient: `linear-gradient(to right, ${stops.join(", ")})`,
    ...(deepest < 0 ? { low: metres(deepest), shore: { at: seaShare, text: "0" } } : { low: metres(lowest) }),
    high: `${metres(top)} m`,
  };
}
