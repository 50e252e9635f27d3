// SPDX-License-Identifier: MIT
/* Names live in the rows of what was placed: the row of a locked thing is found by its name, or by where it lies. */
import { edit, state } from "../../state/store";
import type { Param, Values } from "../../state/protocol";
import { texts } from "../../texts";

interface Row {
  stage: string;
  path: string;
  values: Values;
}

function placesIn(values: Values): { x: number; y: number }[] {
  if (typeof values["x"] === "number" && typeof values["y"] === "number") return [{ x: values["x"], y: values["y"] }];
  return Object.values(values).flatMap((value) => (Array.isArray(value) ? value.flatMap(placesIn) : []));
}

/* Rows with a name whose list has the given name (`rivers`, `lakes`), in every stage that has such. */
function namedRows(list: string): Row[] {
  const rows: Row[] = [];
  for (const stage of state.project?.stages ?? []) {
    const params = state.about?.stages.find((info) => info.name === stage.name)?.params ?? [];
    const param = params.find(
      (one: Param) => one.name === list && one.type === "list" && one.columns?.some((column) => column.name === "name"),
    );
    const values = param && stage.values[param.name];
    if (Array.isArray(values))
      values.forEach((row, k) => rows.push({ stage: stage.key, path: `${list}[${k}].name`, values: row }));
  }
  return rows;
}

function nearest(rows: Row[], x: number, y: number): Row | undefined {
  const distance = (row: Row) =>
    Math.min(...placesIn(row.values).map((at) => Math.hypot(at.x - x, at.y - y)), Infinity);
  return rows.map((row) => ({ row, far: distance(row) })).sort((a, b) => a.far - b.far)[0]?.row;
}

/* Gives a locked thing a name; `lock` makes it a row first where it is none. */
export async function rename(
  list: string,
  thing: { name: string; locked: boolean },
  place: { x: number; y: number },
  name: string,
  lock: () => Promise<unknown> | void,
): Promise<void> {
  if (!thing.locked) await lock();
  const rows = namedRows(list);
  const row =
    (thing.name ? rows.find((one) => one.values["name"] === thing.name) : undefined) ?? nearest(rows, place.x, place.y);
  if (row) await edit(texts.edits.rename, [{ op: "set", stage: row.stage, path: row.path, value: name }]);
}
