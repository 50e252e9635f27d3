// SPDX-License-Identifier: MIT
/* What was drawn, read from the recipe: a thing for every coast curve, region, river, lake and pin. */
import type { Project, Stage, Values } from "../state/protocol";
import type { Marker, Point } from "./geometry";

export const groups = [
  "coast", "regions", "rivers", "lakes", "mouths", "peaks", "passes", "no_lakes", "frozen",
] as const;
export type Group = (typeof groups)[number];

/* curve: through markers with directions; ring, line: straight between points; spot: one place. */
export type Shape = "curve" | "ring" | "line" | "spot";

export interface Thing {
  id: string; // lives as long as its row does not move
  group: Group;
  shape: Shape;
  stage: string;
  list: string; // the parameter it is a row of
  row: number;
  path: string; // of its row: "rivers[2]"
  points: string; // of its points: "rivers[2].line"; of a spot its row
  at: Point[]; // Marker[] where shape is curve
  values: Values;
  name: string;
}

const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const rows = (value: unknown): Values[] => (Array.isArray(value) ? (value as Values[]) : []);
const pointOf = (row: Values): Point => ({ x: number(row["x"]), y: number(row["y"]) });
const markerOf = (row: Values): Marker =>
  ({ ...pointOf(row), direction: number(row["direction"]), strength: number(row["strength"]) });

function thing(stage: Stage, group: Group, shape: Shape, list: string, row: number, values: Values, points = ""): Thing {
  const path = row < 0 ? list : `${list}[${row}]`;
  const own = rows(points ? values[points] : []);
  return {
    id: `${stage.key}/${path}`, group, shape, stage: stage.key, list, row, path,
    points: points ? (row < 0 ? points : `${path}.${points}`) : path,
    at: shape === "spot" ? [pointOf(values)] : shape === "curve" ? own.map(markerOf) : own.map(pointOf),
    values: { ...values },
    name: typeof values["name"] === "string" ? values["name"] : "",
  };
}

function each(stage: Stage, list: string, make: (row: Values, index: number) => Thing): Thing[] {
  return rows(stage.values[list]).map(make);
}

function ofCoast(stage: Stage): Thing[] {
  return each(stage, "landmasses", (row, i) => thing(stage, "coast", "curve", "landmasses", i, row, "markers"));
}

function ofContour(stage: Stage): Thing[] {
  const outline = rows(stage.values["outline"]);
  const one = outline.length ? [thing(stage, "coast", "ring", "outline", -1, { outline }, "outline")] : [];
  return [...one, ...each(stage, "outlines", (row, i) => thing(stage, "coast", "ring", "outlines", i, row, "ring"))];
}

function ofPlace(stage: Stage): Thing[] {
  const spots = (["mouths", "peaks", "passes", "no_lakes"] as const).flatMap((list) =>
    each(stage, list, (row, i) => thing(stage, list, "spot", list, i, row)));
  const lakes = each(stage, "lakes", (row, i) =>
    rows(row["outline"]).length
      ? thing(stage, "lakes", "ring", "lakes", i, row, "outline")
      : thing(stage, "lakes", "spot", "lakes", i, row));
  return [
    ...each(stage, "frozen", (row, i) => thing(stage, "frozen", "ring", "frozen", i, row, "outline")),
    ...lakes,
    ...each(stage, "rivers", (row, i) => thing(stage, "rivers", "line", "rivers", i, row, "line")),
    ...spots,
  ];
}

export function thingsOf(project: Project | null): Thing[] {
  return (project?.stages ?? []).flatMap((stage) => {
    if (stage.off) return [];
    switch (stage.name) {
      case "coast": return ofCoast(stage);
      case "contour": return ofContour(stage);
      case "regions":
        return each(stage, "markers", (row, i) => thing(stage, "regions", "spot", "markers", i, row));
      case "place": return ofPlace(stage);
      default: return [];
    }
  });
}

/* The fewest points that a thing of many may have. */
export function fewest(of: Thing): number {
  return of.shape === "curve" ? 2 : of.shape === "ring" ? 3 : of.shape === "line" ? 2 : 1;
}

/* ---- Regions are ellipses: half their length and width ---- */

export function axesOf(region: Thing): { along: number; aside: number; direction: number } {
  const range = number(region.values["range"]), root = Math.sqrt(number(region.values["stretch"]) || 1);
  return { along: range * root, aside: range / root, direction: number(region.values["direction"]) };
}

/* Of the ring around a lake without an outline, a peak or a pass; 0: none. */
export function radiusOf(spot: Thing): number {
  if (spot.group === "lakes") return Math.sqrt(number(spot.values["area"]) / Math.PI);
  return number(spot.values["radius"]);
}
