// SPDX-License-Identifier: MIT
/* A row to begin with: what must be given gets a sensible value; places lie in the middle of the frame. */
import { state } from "../../state/store";
import type { Param, Values } from "../../state/protocol";
import { frameWidth } from "./target";

const tau = 2 * Math.PI;

function middle(): { x: number; y: number; reach: number } {
  const frame = state.result?.frame,
    width = frameWidth();
  if (!frame) return { x: width / 2, y: width / 2, reach: width / 8 };
  return {
    x: frame.west + (frame.cols * frame.cell) / 2,
    y: frame.north - (frame.rows * frame.cell) / 2,
    reach: (frame.cols * frame.cell) / 8,
  };
}

/* The k-th of n places around the middle, counter-clockwise. */
function place(name: string, k: number, n: number): number {
  const at = middle(),
    radius = n > 1 ? at.reach : 0,
    angle = (k / Math.max(n, 1)) * tau;
  return Math.round(name === "x" ? at.x + radius * Math.cos(angle) : at.y + radius * Math.sin(angle));
}

const isPlace = (column: Param) => (column.name === "x" || column.name === "y") && column.unit === "m";

function fill(columns: Param[], required: number, k: number, n: number): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  columns.forEach((column, at) => {
    if (isPlace(column)) row[column.name] = place(column.name, k, n);
    else if (column.name === "direction" && column.unit === "deg" && n > 1)
      row[column.name] = Math.round((k / n) * 360 + 90);
    else if (at >= required) return;
    else if (column.type === "list") {
      // Of points there are enough to enclose something.
      const count = (column.columns ?? []).some(isPlace) ? Math.max(4, column.min) : Math.max(1, column.min);
      row[column.name] = Array.from({ length: count }, (_, j) =>
        fill(column.columns ?? [], column.required ?? 0, j, count),
      );
    } else if (column.type === "choice") row[column.name] = column.standard ?? column.choices?.[0] ?? "";
    else if (column.type === "text") row[column.name] = column.standard || "new";
    else if (column.type === "flag") row[column.name] = Boolean(column.standard);
    else row[column.name] = typeof column.standard === "number" ? column.standard : column.min;
  });
  return row;
}

export function newRow(param: Param, rows: Values[]): Record<string, unknown> {
  const columns = param.columns ?? [],
    last = rows[rows.length - 1];
  if (!last || !columns.some(isPlace)) return fill(columns, param.required ?? 0, 0, 1);
  // Beside the last one, so that it can be seen and taken hold of.
  const copy = JSON.parse(JSON.stringify(last)) as Record<string, unknown>;
  if (typeof copy["x"] === "number") copy["x"] += Math.round(middle().reach / 3);
  if (typeof copy["name"] === "string") copy["name"] = "";
  return copy;
}
