// SPDX-License-Identifier: MIT
/* Keeping water where it is: the stage that does so has a list of rivers and one of lakes, each row a text `which`. */
import { api } from "../../state/api";
import { editPlanned, patiently, state } from "../../state/store";
import type { Op, Stage, Values } from "../../state/protocol";
import { texts } from "../../texts";

const isKeeper = (name: string) => {
  const params = state.about?.stages.find((info) => info.name === name)?.params;
  return ["rivers", "lakes"].every((list) =>
    params?.some((param) => param.name === list && param.columns?.length === 1 && param.columns[0]!.name === "which"),
  );
};

/* Where such a stage could stand: behind the first that makes the thing, and before the last that makes it anew. */
function placesFor(list: "rivers" | "lakes"): { from: number; to: number } {
  const stages = state.project?.stages ?? [];
  const makes = (stage: Stage) =>
    !stage.off && (state.about?.stages.find((info) => info.name === stage.name)?.makes.includes(list) ?? false);
  return { from: stages.findIndex(makes) + 1, to: stages.map(makes).lastIndexOf(true) };
}

export const canKeep = (list: "rivers" | "lakes") => {
  const { from, to } = placesFor(list);
  return (state.about?.stages.some((info) => isKeeper(info.name)) ?? false) && from > 0 && from <= to;
};

/* Adds a row to the stage that keeps, or puts such a stage where it can stand first. */
async function plan(list: "rivers" | "lakes", which: string): Promise<{ ops: Op[] } | null> {
  const there = state.project?.stages.find((stage) => !stage.off && isKeeper(stage.name));
  if (there) {
    const rows = (there.values[list] as Values[] | undefined) ?? [];
    if (rows.some((row) => row["which"] === which)) return null;
    return { ops: [{ op: "insert_row", stage: there.key, path: list, row: rows.length, value: { which } }] };
  }
  const name = state.about?.stages.find((info) => isKeeper(info.name))?.name;
  if (!name || !state.project) return null;
  const { from, to } = placesFor(list), all = await patiently(() => api.places({ name }));
  const place = all.find(({ index, problem }) => !problem && index >= from && index <= to);
  if (!place) throw new Error(texts.ask.nowhereToKeep);
  return { ops: [{ op: "insert", index: place.index, name, params: { [list]: [{ which }] } }] };
}

export async function keep(list: "rivers" | "lakes", which: string): Promise<void> {
  await editPlanned(texts.edits.keep(list), () => plan(list, which));
}
