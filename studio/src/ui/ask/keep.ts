// SPDX-License-Identifier: MIT
/* Keeping water where it is: the stage that does so has a list of rivers and one of lakes, each row a text `which`. */
import { edit, state } from "../../state/store";
import type { Op, Values } from "../../state/protocol";
import { texts } from "../../texts";

const isKeeper = (name: string) => {
  const params = state.about?.stages.find((info) => info.name === name)?.params;
  return ["rivers", "lakes"].every((list) =>
    params?.some((param) => param.name === list && param.columns?.length === 1 && param.columns[0]!.name === "which"),
  );
};

/* Where such a stage would stand: behind the first that makes the thing. -1: nothing follows there that could move it. */
function placeFor(list: "rivers" | "lakes"): number {
  const stages = state.project?.stages ?? [];
  const makes = (name: string) => state.about?.stages.find((info) => info.name === name)?.makes.includes(list) ?? false;
  const maker = stages.findIndex((stage) => !stage.off && makes(stage.name));
  return maker >= 0 && stages.slice(maker + 1).some((stage) => !stage.off) ? maker + 1 : -1;
}

export const canKeep = (list: "rivers" | "lakes") =>
  (state.about?.stages.some((info) => isKeeper(info.name)) ?? false) && placeFor(list) >= 0;

/* Adds a row to the stage that keeps, or puts such a stage behind the one that makes the thing. */
export async function keep(list: "rivers" | "lakes", which: string): Promise<void> {
  const there = state.project?.stages.find((stage) => !stage.off && isKeeper(stage.name));
  const label = texts.edits.keep(list);
  if (there) {
    const rows = (there.values[list] as Values[] | undefined) ?? [];
    if (rows.some((row) => row["which"] === which)) return;
    return edit(label, [{ op: "insert_row", stage: there.key, path: list, row: rows.length, value: { which } }]);
  }
  const name = state.about?.stages.find((info) => isKeeper(info.name))?.name;
  if (!name || !state.project) return;
  const op: Op = { op: "insert", index: placeFor(list), name, params: { [list]: [{ which }] } };
  return edit(label, [op]);
}
