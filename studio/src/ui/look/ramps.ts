// SPDX-License-Identifier: MIT
/* Colours of legends, as the picture has them. */
import type { Overlay } from "../../scene/scene";

export const ramps: Record<Exclude<Overlay["ramp"], "classes">, string[]> = {
  blue: ["#eef6fb", "#9fcbe3", "#4a92c3", "#1c5a96", "#0b2a5c"],
  heat: ["#fdf3d0", "#f7c56b", "#e8823a", "#b93a2c", "#5c1426"],
  diverging: ["#2d5f9a", "#8db7d6", "#f3f1ea", "#e3a27c", "#9e3627"],
  grey: ["#1d2022", "#f4f4f2"],
};

export const basinPalette = [
  "#4f8fc0", "#d98f4e", "#6fae66", "#b86fa6", "#c9b64a", "#5fb3b0", "#c9675f", "#7f7fc4", "#9aa84a", "#d48fb0", "#4fa07d", "#a98258",
];

/* From pale for brooks to deep for the greatest river. */
export function orderPalette(k: number, count: number): string {
  const stops = ["#e6efc9", "#a9d3b5", "#5fb0bd", "#2f7fb3", "#234e93", "#1c2a63"];
  return stops[Math.round((k / Math.max(1, count - 1)) * (stops.length - 1))]!;
}
