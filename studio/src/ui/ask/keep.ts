// SPDX-License-Identifier: MIT
/* Keeping water where it is: the stage that does so has a list of rivers and one of lakes, each row a text `which`. */
import { edit, state } from "../../state/store";
import type { Op, Values } from "../../state/protocol";
import { texts } from "../../texts";

const isKeeper = (name: string) => {
  const params = state.about?.stages.find((info) => info.name === name)?.params;
  return ["rivers", "lakes"].every((list) => params?.some((param) => param.name === list && param.columns?.length === 1 && param.columns[0]!.name === "which"));
};

/* Whether the recipe could keep a thing: something must come after the stage that made it. */
export const canKeep = () => state.about?.stages.some((info) => isKeeper(info.name)) ?? false;

/* Adds a row to the stage that keeps, or puts such a stage at the end of what made the thing. */
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
  const op: Op = { op: "insert", index: state.project.stages.length, name, params: { [list]: [{ which }] } };
  return edit(label, [op]);
}
