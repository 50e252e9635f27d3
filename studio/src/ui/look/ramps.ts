// SPDX-License-Identifier: MIT
/* Colours of legends, as the picture has them. */
import { rampStops } from "../../scene/ramps";
import type { Overlay } from "../../scene/scene";

/* A ramp as a gradient of CSS. */
export function gradientOf(ramp: Exclude<Overlay["ramp"], "classes">): string {
  const stops = rampStops[ramp].map(([at, r, g, b]) => `rgb(${r} ${g} ${b}) ${at * 100}%`);
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

export const basinPalette = [
  "#d9a24e",
  "#7fae58",
  "#b86fa6",
  "#c9675f",
  "#c9bf4a",
  "#9a7fc4",
  "#5f9e72",
  "#d48fb0",
  "#a98258",
  "#b0c46a",
  "#d97a4e",
  "#8f8a78",
];

/* From pale for brooks to deep for the greatest river. */
export function orderPalette(k: number, count: number): string {
  const stops = ["#e6efc9", "#a9d3b5", "#5fb0bd", "#2f7fb3", "#234e93", "#1c2a63"];
  return stops[Math.round((k / Math.max(1, count - 1)) * (stops.length - 1))]!;
}
