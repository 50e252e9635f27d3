// SPDX-License-Identifier: MIT
/* What the page itself remembers: theme and folds for the browser; camera, look and layers for the project. */
import { createEffect, createRoot, createSignal, on } from "solid-js";
import type { Camera, Land, Look, Scene } from "../scene/scene";
import { api } from "./api";
import { state } from "./store";

function kept<T extends string>(name: string, standard: T) {
  const key = `interfluve-${name}`;
  const [get, set] = createSignal<T>((localStorage.getItem(key) as T | null) ?? standard);
  return [
    get,
    (value: T) => {
      localStorage.setItem(key, value);
      set(() => value);
    },
  ] as const;
}

export const [theme, setTheme] = kept<"auto" | "light" | "dark">("theme", "auto");
export const [side, setSide] = kept<"open" | "folded">("side", "open");
export const [strip, setStrip] = kept<"open" | "folded">("strip", "open");
export const [hinted, setHinted] = kept<"no" | "yes">("hinted", "no");

const dark = matchMedia("(prefers-color-scheme: dark)");
const [prefersDark, setPrefersDark] = createSignal(dark.matches);
dark.addEventListener("change", () => setPrefersDark(dark.matches));
export const isDark = () => (theme() === "auto" ? prefersDark() : theme() === "dark");

/* What lies over the page. */
export type Window = "build" | "sheet" | "keys" | "palette" | "start" | "recipe";
export const [window_, openWindow] = createSignal<Window | null>(null);

/* The picture, once it is there, and the land in it. */
export const [scene, setScene] = createSignal<Scene | null>(null);
export const [land, setLand] = createSignal<Land | null>(null);

/* The land that "before" holds, and the share of the width where "before" begins. */
export const [before, setBefore] = createSignal<Land | null>(null);
export const [split, setSplit] = createSignal(0.5);

/* What one has asked about. */
export type Asked =
  | { kind: "river"; id: number; x: number; y: number }
  | { kind: "lake"; id: number; x: number; y: number }
  | { kind: "place"; x: number; y: number };
export const [asked, setAsked] = createSignal<Asked | null>(null);

/* A place that a plot points at. */
export const [marked, setMarked] = createSignal<{ x: number; y: number } | null>(null);

export const standardLook: Look = {
  exaggeration: 1.5,
  sunAzimuth: 315,
  sunHeight: 45,
  fog: 0.25,
  water: true,
  rivers: true,
  riverColour: "plain",
  flow: true,
  contours: false,
};
export const [look, setLook] = createSignal<Look>(standardLook);
export const [mode, setMode] = createSignal<Camera["mode"]>("map");
export const [overlay, setOverlay] = createSignal<{ name: string; opacity: number } | null>(null);

/* The parameter that is to be shown in the panel: from the palette, with the focus; or idly, from a tool that goes on. */
export const [sought, seek] = createSignal<{ stage: string; param: string; idly?: boolean } | null>(null);

interface Kept {
  look?: Partial<Look>;
  camera?: Camera;
  overlay?: { name: string; opacity: number } | null;
}

let restored = "",
  parked: { folder: string; camera: Camera } | null = null;

/* The picture goes, for a look at where one begins; it comes back to the same place. */
export function park(camera: Camera): void {
  if (restored) parked = { folder: restored, camera };
}

/* Takes up what the project remembers, once for each project that is opened. */
export function restore(): Camera | null {
  const project = state.project,
    here = parked?.folder === project?.folder ? parked : null;
  parked = null;
  if (!project || restored === project.folder) return here?.camera ?? null;
  restored = project.folder;
  const ui = project.ui as Kept;
  setLook({ ...standardLook, ...ui.look });
  setOverlay(ui.overlay ?? null);
  setMode(ui.camera?.mode ?? "map");
  return ui.camera ?? null;
}

let timer = 0,
  send = () => {};
export function remember(): void {
  if (!restored) return;
  clearTimeout(timer);
  const folder = state.project?.folder;
  send = () => {
    clearTimeout(timer);
    send = () => {};
    if (state.project?.folder !== folder) return; // another project has its own
    const camera = scene()?.camera();
    void api
      .ui({ ...state.project?.ui, look: look(), overlay: overlay(), ...(camera ? { camera } : {}) })
      .catch(() => {});
  };
  timer = window.setTimeout(() => send(), 800);
}
addEventListener("pagehide", () => send()); // a page that goes does not wait

createRoot(() => {
  createEffect(() => {
    document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
  });
  createEffect(on([look, overlay, mode], remember, { defer: true }));
});

/* Projects that were open in this browser, newest first. */
export interface Recent {
  name: string;
  folder: string;
  at: number;
}
const recentKey = "interfluve-recent";

export function recentProjects(): Recent[] {
  try {
    return JSON.parse(localStorage.getItem(recentKey) ?? "[]") as Recent[];
  } catch {
    return [];
  }
}

export function noteRecent(name: string, folder: string): void {
  const others = recentProjects()
    .filter((one) => one.folder !== folder)
    .slice(0, 7);
  localStorage.setItem(recentKey, JSON.stringify([{ name, folder, at: Date.now() }, ...others]));
}
