// SPDX-License-Identifier: MIT
/* Where the stage `place` belongs, worked out from what stages need and make.
 *
 * Things are placed where the methods take part in them: after the stages that say where land is (an outline, regions, or
 * ground that comes ready) and before the first that makes land of it. Ground that stays needs ground: it is placed
 * after the last stage that makes any from something else. */
import { api } from "../state/api";
import { findStage, patiently, state } from "../state/store";
import type { Op, Stage, StageInfo } from "../state/protocol";
import { texts } from "../texts";

const infoByName = (name: string): StageInfo | undefined => state.about?.stages.find((info) => info.name === name);
const infoOf = (stage: Stage): StageInfo | undefined => infoByName(stage.name);

function comesReady(info: StageInfo): boolean {
  const unknown = !info.makes.length && !info.amends.length; // what it brings is in its files
  return info.needs.length === 0 && (unknown || info.makes.includes("height"));
}

function saysWhere(info: StageInfo): boolean {
  return ["shore", "regions", "contour"].some((layer) => info.makes.includes(layer));
}

/* Whether there is ground: the plain of a bare coast is none yet. */
function isGroundAfter(stages: readonly Stage[]): boolean {
  const makers = stages.flatMap((stage) => {
    const info = stage.off ? undefined : infoOf(stage);
    return info && (info.makes.includes("height") || comesReady(info)) ? [info] : [];
  });
  return makers.length > 0 && !makers.at(-1)!.makes.includes("shore");
}

function wantedIndex(stages: readonly Stage[], ground: boolean): number {
  let index = 0;
  stages.forEach((stage, i) => {
    const info = infoOf(stage);
    if (!info || stage.off) return;
    const before = i === index && (comesReady(info) || saysWhere(info));
    const makesGround = ground && info.makes.includes("height") && isGroundAfter(stages.slice(0, i + 1));
    const reshapes = info.needs.length === 1 && info.needs[0] === "height" && isGroundAfter(stages.slice(0, i));
    if (before || (makesGround && !reshapes)) index = i + 1;
  });
  return index;
}

async function possible(wanted: number): Promise<number> {
  const places = (await patiently(() => api.places({ name: "place" }))).filter((place) => !place.problem);
  places.sort((a, b) => Math.abs(a.index - wanted) - Math.abs(b.index - wanted) || b.index - a.index);
  return places[0]?.index ?? wanted;
}

let made = 0;

function changesGround(stage: Stage): boolean {
  const info = infoOf(stage);
  return !stage.off && !!info && (info.makes.includes("height") || info.amends.includes("height"));
}

const freezes = (stage: Stage) =>
  ((stage.values["frozen"] as unknown[] | undefined)?.length ?? 0) > 0 || stage.values["frozen_where"] !== 0;

/* The stage `place` of the recipe that a thing is added to; null: there is none yet. One that stands late for ground that
 * stays is none for what the methods should take part in. */
function stageThere(stages: readonly Stage[], ground: boolean, wanted: number): Stage | null {
  const onGround = (index: number) => isGroundAfter(stages.slice(0, index));
  const there = stages.filter((stage) => stage.name === "place" && !stage.off);
  const fitting = there.find((stage) => onGround(stages.indexOf(stage)) === (ground || onGround(wanted)));
  return fitting ?? (ground ? undefined : there.find((stage) => !freezes(stage))) ?? null;
}

/* Whether ground that stays has something that it is kept from. */
export function canFreeze(): boolean {
  const stages = state.project?.stages ?? [], wanted = wantedIndex(stages, true);
  return !!stageThere(stages, true, wanted) || stages.slice(wanted).some(changesGround);
}

/* The stage that a thing is added to, and what has to be done first. */
export async function stageFor(list: string): Promise<{ stage: string; ops: Op[] }> {
  const stages = state.project?.stages ?? [];
  const ground = list === "frozen" || list === "frozen_where", wanted = wantedIndex(stages, ground);
  const best = stageThere(stages, ground, wanted);
  if (best) return { stage: best.key, ops: [] };
  if (ground && !canFreeze()) throw new Error(texts.tools.noFrozen);
  const key = `placed-${Date.now().toString(36)}${++made}`;
  const index = await possible(wanted);
  return { stage: key, ops: [{ op: "insert", index, name: "place", params: {}, key }] };
}

/* Whether what is placed finds ground, so that the water of the land in view stays where it is. */
export function placesOnGround(): boolean {
  const stages = state.project?.stages ?? [], at = stages.findIndex((stage) => stage.name === "place" && !stage.off);
  return isGroundAfter(stages.slice(0, at < 0 ? wantedIndex(stages, false) : at));
}

/* A method that leaves lakes to the stages `lakes` and `rivers` gets them when the first lake is placed. */
function lakesAfter(): Op[] {
  const stages = (state.project?.stages ?? []).filter((stage) => !stage.off);
  const makesLakes = stages.some((stage) => infoOf(stage)?.makes.includes("lakes"));
  const last = stages.filter((stage) => infoOf(stage)?.makes.includes("rivers")).at(-1);
  if (makesLakes || !last || !state.project) return [];
  const own = infoOf(last)!.params.some((param) => param.name === "rivers" && param.type === "flag");
  const index = state.project.stages.indexOf(last) + 1;
  const off: Op[] = own ? [{ op: "set", stage: last.key, path: "rivers", value: false }] : [];
  return [...off, { op: "insert", index, name: "lakes" }, { op: "insert", index: index + 1, name: "rivers" }];
}

/* A new row of `place`. */
export async function addPlaced(list: string, rows: unknown[]): Promise<{ id: string; ops: Op[] }> {
  const { stage, ops } = await stageFor(list);
  const first = (findPlace(stage)?.values[list] as unknown[] | undefined)?.length ?? 0;
  const late = list === "lakes" ? lakesAfter() : [];
  const shifted = ops[0]?.op === "insert" ? late.map((op) => shift(op, ops[0] as { index: number })) : late;
  return {
    id: `${stage}/${list}[${first}]`,
    ops: [
      ...ops,
      ...rows.map((value, i): Op => ({ op: "insert_row", stage, path: list, row: first + i, value })),
      ...shifted,
    ],
  };
}

function shift(op: Op, before: { index: number }): Op {
  return op.op === "insert" && op.index > before.index ? { ...op, index: op.index + 1 } : op;
}

const findPlace = (key: string) => state.project?.stages.find((stage) => stage.key === key);

/* ---- Stages of the other tools ---- */

/* The stage that holds the coast; null where the land comes with its own. */
export function coastStage(): Stage | null {
  return findStage("coast") ?? findStage("contour") ?? null;
}

/* A recipe without ground can be given a coast. */
export function canAddCoast(): boolean {
  return !coastStage() && !(state.project?.stages ?? []).some((stage) => !stage.off && infoOf(stage)?.makes.includes("height"));
}

export function coastFor(): { stage: string; name: string; ops: Op[] } | null {
  const there = coastStage();
  if (there) return { stage: there.key, name: there.name, ops: [] };
  if (!canAddCoast()) return null;
  const key = `coast-${Date.now().toString(36)}${++made}`;
  return { stage: key, name: "coast", ops: [{ op: "insert", index: 0, name: "coast", params: {}, key }] };
}

const ownStray = 0.06; // of the way between two markers: bays and headlands, but the shore is where the hand drew it

/* The shore of a coast that a hand draws stays close to the curve, unless somebody has said how close. */
export function closeToCurve(stage: string): Op[] {
  const there = state.project?.stages.find((one) => one.key === stage);
  const usual = infoByName("coast")?.params.find((param) => param.name === "stray")?.standard;
  return there && there.values["stray"] !== usual ? [] : [{ op: "set", stage, path: "stray", value: ownStray }];
}

/* Regions stand right after the coast, or after ground that comes ready. */
export function regionsFor(): { stage: string; ops: Op[] } | null {
  const there = findStage("regions");
  if (there) return { stage: there.key, ops: [] };
  const stages = state.project?.stages ?? [];
  const at = stages.findIndex((stage) => !stage.off && infoOf(stage)?.makes.includes("height"));
  if (at < 0 || !infoOf(stages[at]!) || infoOf(stages[at]!)!.needs.length) return null;
  const key = `regions-${Date.now().toString(36)}${++made}`;
  return { stage: key, ops: [{ op: "insert", index: at + 1, name: "regions", params: {}, key }] };
}
