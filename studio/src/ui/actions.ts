// SPDX-License-Identifier: MIT
/* Everything one can do by key or from the palette, in one list. */
import {
  before,
  land,
  mode,
  openWindow,
  overlay,
  scene,
  setBefore,
  setHinted,
  setMode,
  setOverlay,
  setSide,
  setSplit,
  setStrip,
  setTheme,
  side,
  strip,
  isDark,
  window_,
} from "../state/page";
import { api } from "../state/api";
import { complain, edit, redo, select, setView, state, undo } from "../state/store";
import { activeTool } from "../tools";
import { texts } from "../texts";
import { throwDie } from "./controls/seed";
import { nameOf, overlaysOf } from "./look/overlays";

export interface Action {
  text: string;
  keys?: string; // as people read them
  match?: (event: KeyboardEvent) => boolean;
  global?: boolean; // also while one types
  act: () => void;
}

export function showWhole(): void {
  const frame = land()?.frame,
    at = scene();
  if (!frame || !at) return;
  const width = frame.cols * frame.cell,
    height = frame.rows * frame.cell;
  const { clientWidth, clientHeight } = at.element;
  const span = Math.max(height, (width * clientHeight) / Math.max(1, clientWidth)) * 1.06;
  at.setCamera({ x: frame.west + width / 2, y: frame.north - height / 2, span, turn: 0 }, true);
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a"),
    address = URL.createObjectURL(blob);
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export async function savePicture(): Promise<void> {
  const at = scene();
  if (!at) return;
  try {
    save(await at.picture(), `${state.project?.name ?? "land"}.png`);
  } catch (why) {
    complain(why);
  }
}

export const throwSeed = () => void edit(texts.edits.seed, [{ op: "seed", value: throwDie() }]);

/* Stages that run, in order. */
const running = () => state.project?.stages.filter((stage) => !stage.off) ?? [];

/* The land after a stage; after the last one it is simply all the land. */
export function see(key: string | null): void {
  const stages = running();
  const until = key === null || stages[stages.length - 1]?.key === key ? null : key;
  if (until !== (state.project?.view.until ?? null)) void setView({ until });
}

function step(by: number): void {
  const stages = running(),
    now = state.project?.view.until;
  const at = now ? stages.findIndex((stage) => stage.key === now) : stages.length - 1;
  const next = stages[at + by];
  if (next) see(next.key);
}

const plain = (key: string) => (event: KeyboardEvent) =>
  event.key.toLowerCase() === key && !event.ctrlKey && !event.metaKey && !event.altKey;
const control =
  (key: string, shift = false) =>
  (event: KeyboardEvent) =>
    event.key.toLowerCase() === key && (event.ctrlKey || event.metaKey) && event.shiftKey === shift && !event.altKey;

/* The share of the picture's width at which the middle of the land that is seen lies. */
function middleOfLand(): number {
  const frame = land()?.frame,
    at = scene();
  if (!frame || !at) return 0.5;
  const width = Math.max(1, at.element.clientWidth);
  const corners = [0, 1, 2, 3].map((i) =>
    at.project(frame.west + (i & 1) * frame.cols * frame.cell, frame.north - (i >> 1) * frame.rows * frame.cell, 0, true),
  );
  if (!corners.every((corner) => corner.seen)) return 0.5; // some are behind the eye: land from side to side
  const lefts = corners.map((corner) => corner.left);
  const middle = (Math.max(0, Math.min(...lefts)) + Math.min(width, Math.max(...lefts))) / (2 * width);
  return Math.max(0.1, Math.min(0.9, middle));
}

export const holdBefore = () => {
  if (!land()) return;
  if (!before()) setSplit(middleOfLand());
  setBefore(land());
};

const fixed: Action[] = [
  { text: texts.actions.palette, keys: "Ctrl K", match: control("k"), global: true, act: () => openWindow("palette") },
  { text: texts.actions.undo, keys: "Ctrl Z", match: control("z"), act: () => void undo() },
  {
    text: texts.actions.redo,
    keys: "Ctrl Shift Z",
    match: (event) => control("z", true)(event) || control("y")(event),
    act: () => void redo(),
  },
  { text: texts.actions.map, keys: "1", match: plain("1"), act: () => setMode("map") },
  { text: texts.actions.three, keys: "2", match: plain("2"), act: () => setMode("orbit") },
  { text: texts.actions.fly, keys: "3", match: plain("3"), act: () => setMode("fly") },
  { text: texts.actions.whole, keys: "0", match: plain("0"), act: showWhole },
  { text: texts.actions.previous, keys: "[", match: plain("["), act: () => step(-1) },
  { text: texts.actions.next, keys: "]", match: plain("]"), act: () => step(1) },
  { text: texts.actions.showAll, keys: "\\", match: plain("\\"), act: () => see(null) },
  { text: texts.actions.die, keys: "Ctrl D", match: control("d"), act: throwSeed },
  { text: texts.actions.hold, keys: "H", match: plain("h"), act: () => (before() ? setBefore(null) : holdBefore()) },
  { text: texts.actions.sheet, keys: "Ctrl J", match: control("j"), act: () => openWindow("sheet") },
  { text: texts.actions.build, keys: "Ctrl B", match: control("b"), act: () => openWindow("build") },
  { text: texts.actions.picture, keys: "Ctrl P", match: control("p"), act: () => void savePicture() },
  {
    text: texts.actions.side,
    keys: "Ctrl .",
    match: control("."),
    act: () => setSide(side() === "open" ? "folded" : "open"),
  },
  {
    text: texts.actions.strip,
    keys: "Ctrl ,",
    match: control(","),
    act: () => setStrip(strip() === "open" ? "folded" : "open"),
  },
  { text: texts.actions.frame, act: () => select("frame") },
  { text: texts.actions.recipe, act: () => openWindow("recipe") },
  { text: texts.actions.theme, act: () => setTheme(isDark() ? "light" : "dark") },
  { text: texts.actions.stop, act: () => void api.cancel().catch(complain) },
  { text: texts.actions.begin, act: () => openWindow("start") },
  { text: texts.actions.hints, act: () => setHinted("no") },
  { text: texts.actions.keys, keys: "?", match: plain("?"), act: () => openWindow("keys") },
];

export function actions(): Action[] {
  const layers = overlaysOf(state.result).map((name) => ({
    text: texts.actions.overlay(nameOf(name)),
    act: () => {
      setOverlay({ name, opacity: overlay()?.opacity ?? 0.7 });
    },
  }));
  return [
    ...fixed,
    ...layers,
    {
      text: texts.actions.noOverlay,
      act: () => {
        setOverlay(null);
      },
    },
  ];
}

export const keyActions = fixed;

const typing = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type === "text") ||
  (target instanceof HTMLInputElement && target.type === "search");

/* Keys of the page. Letters are left to the drawing tools. While flying, keys steer. */
export function pressKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || !state.project?.open || window_() === "start") return;
  // A number that is not being written leaves Ctrl+Z and its like to the page.
  const idle = event.target instanceof HTMLElement && "idle" in event.target.dataset && (event.ctrlKey || event.metaKey);
  const busy = (typing(event.target) && !idle) || document.querySelector("dialog[open]") !== null;
  const action = fixed.find((one) => one.match?.(event));
  if (!action || (busy && !action.global)) return;
  if (activeTool() === "brush" && (event.key === "[" || event.key === "]")) return; // the brush's size
  if (document.querySelector("dialog[open]") && action.global) return;
  if (mode() === "fly" && !event.ctrlKey && !event.metaKey && /^[a-z]$/i.test(event.key)) return;
  event.preventDefault();
  action.act();
}
