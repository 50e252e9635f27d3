// SPDX-License-Identifier: MIT
/* Names are part of the recipe: the row of a locked thing is found by its name, or by where it lies; what the land has of
 * itself is named by a place. */
import { edit, editPlanned, stageOf, state } from "../../state/store";
import type { Op, Param, Values } from "../../state/protocol";
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

/* The stage that names what the land has of itself: rows of a name and a place, nothing else. */
const isNamer = (stage: string, list: string) =>
  state.about?.stages
    .find((info) => info.name === stage)
    ?.params.find((param) => param.name === list)
    ?.columns?.map((column) => column.name)
    .join() === "name,x,y";

/* A name by a place: what lies there has it, and stays free to move. */
function nameThere(list: string, old: string, place: { x: number; y: number }, name: string): { ops: Op[] } | null {
  const stages = state.project?.stages ?? [];
  const value = { name, x: Math.round(place.x), y: Math.round(place.y) };
  const namer = stages.find((stage) => !stage.off && isNamer(stage.name, list));
  const rows = (namer?.values[list] as Values[] | undefined) ?? [];
  const row = rows.findIndex((one) => old !== "" && one["name"] === old);
  const ops: Op[] = [];
  if (namer && row >= 0)
    ops.push(
      name
        ? { op: "set", stage: namer.key, path: `${list}[${row}].name`, value: name }
        : { op: "remove_row", stage: namer.key, path: list, row },
    );
  else if (namer && name) ops.push({ op: "insert_row", stage: namer.key, path: list, row: rows.length, value });
  else if (name) {
    const stage = state.about?.stages.find((info) => isNamer(info.name, list));
    if (stage) ops.push({ op: "insert", index: stages.length, name: stage.name, params: { [list]: [value] } });
  }
  return ops.length ? { ops } : null;
}

/* Gives a thing a name: what was placed in its own row, anything else by the place where it lies. */
export async function rename(
  list: string,
  thing: { name: string; locked: boolean },
  place: { x: number; y: number },
  name: string,
): Promise<void> {
  if (!thing.locked) return void (await editPlanned(texts.edits.rename, () => nameThere(list, thing.name, place, name)));
  const rows = namedRows(list).filter((one) => !isNamer(stageOf(one.stage)?.name ?? "", list));
  const row =
    (thing.name ? rows.find((one) => one.values["name"] === thing.name) : undefined) ?? nearest(rows, place.x, place.y);
  if (row) await edit(texts.edits.rename, [{ op: "set", stage: row.stage, path: row.path, value: name }]);
}
