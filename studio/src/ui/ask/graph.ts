// SPDX-License-Identifier: MIT
/* Ways through the graph of reaches. */
import type { Lakes, Reach, Rivers } from "../../state/protocol";

export const byId = (rivers: Rivers) => new Map(rivers.reaches.map((reach) => [reach.id, reach]));

/* From a reach to the end of its system, itself first. */
export function downstream(rivers: Rivers, id: number): Reach[] {
  const all = byId(rivers),
    way: Reach[] = [],
    seen = new Set<number>();
  for (let reach = all.get(id); reach && !seen.has(reach.id); reach = all.get(reach.next_down)) {
    seen.add(reach.id);
    way.push(reach);
  }
  return way;
}

/* All that flows into a reach, itself left out. Reaches stand upstream before downstream. */
export function upstream(rivers: Rivers, id: number): Set<number> {
  const found = new Set<number>([id]);
  for (let k = rivers.reaches.length - 1; k >= 0; k--) {
    const reach = rivers.reaches[k]!;
    if (found.has(reach.next_down)) found.add(reach.id);
  }
  found.delete(id);
  return found;
}

export interface ProfilePoint {
  distance: number;
  surface: number;
  bed: number;
  x: number;
  y: number;
}
export interface ProfileLake {
  from: number;
  to: number;
  level: number;
  name: string;
}
export interface Profile {
  points: ProfilePoint[];
  lakes: ProfileLake[];
}

/* The long profile along a way. Through a lake the water is flat from the reach that ends in it to the one that leaves. */
export function profileOf(rivers: Rivers, lakes: Lakes | null, way: Reach[]): Profile {
  const points: ProfilePoint[] = [],
    between: ProfileLake[] = [];
  let distance = 0;
  for (const [k, reach] of way.entries()) {
    for (let p = reach.first_point; p < reach.first_point + reach.point_count; p++) {
      const last = points[points.length - 1],
        x = rivers.x[p]!,
        y = rivers.y[p]!;
      if (last) distance += Math.hypot(x - last.x, y - last.y);
      points.push({ distance, surface: rivers.surface[p]!, bed: rivers.bed[p]!, x, y });
    }
    const next = way[k + 1],
      lake = reach.lake ? lakes?.lakes.find((one) => one.id === reach.lake) : undefined;
    if (!lake) continue;
    const gap = next
      ? Math.hypot(
          rivers.x[next.first_point]! - points[points.length - 1]!.x,
          rivers.y[next.first_point]! - points[points.length - 1]!.y,
        )
      : 0;
    const across = next ? gap : Math.min(Math.sqrt(lake.area), 0.08 * Math.max(distance, 1));
    between.push({ from: distance, to: distance + across, level: lake.level, name: lake.name });
  }
  return { points, lakes: between };
}
