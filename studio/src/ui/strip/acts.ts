// SPDX-License-Identifier: MIT
/* What can be done with a stage of the strip. */
import { edit, select, state } from "../../state/store";
import type { Stage } from "../../state/protocol";
import { setAsked, setSide } from "../../state/page";
import { texts } from "../../texts";
import { see } from "../actions";
import { focusCard } from "./keys";

export function choose(stage: Stage): void {
  setAsked(null);
  setSide("open");
  select(stage.key);
}

/* Its controls, and the land after it. */
export function show(stage: Stage): void {
  choose(stage);
  if (!stage.off) see(stage.key);
}

export const lastIndex = () => (state.project?.stages.length ?? 0) - 1;

export function moveTo(stage: Stage, to: number): void {
  if (to < 0 || to > lastIndex()) return;
  void edit(texts.edits.move(stage.name), [{ op: "move", stage: stage.key, to }]).then(() => focusCard(stage.key));
}

export function remove(stage: Stage): void {
  const stages = state.project?.stages ?? [],
    at = stages.findIndex((one) => one.key === stage.key);
  const beside = (stages[at + 1] ?? stages[at - 1])?.key;
  void edit(texts.edits.remove(stage.name), [{ op: "remove", stage: stage.key }]).then(() => {
    if (beside && document.activeElement === document.body) focusCard(beside);
  });
}

export function toggle(stage: Stage): void {
  void edit(texts.edits.off(stage.name, !stage.off), [{ op: "off", stage: stage.key, off: !stage.off }]);
}

/* Whether the key was one of a card's. */
export function pressOnCard(event: KeyboardEvent, stage: Stage, index: number): boolean {
  if (event.altKey && event.key === "ArrowLeft") moveTo(stage, index - 1);
  else if (event.altKey && event.key === "ArrowRight") moveTo(stage, index + 1);
  else if (event.key === "Delete") remove(stage);
  else if (event.key === "o" && !event.ctrlKey) toggle(stage);
  else if (event.key === " ") show(stage);
  else return false;
  return true;
}
