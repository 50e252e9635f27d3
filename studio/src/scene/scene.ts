// SPDX-License-Identifier: MIT
/* What the rest of the page knows of the picture: one land, seen as a map or in three dimensions. */
import type { Frame, Lakes, Rivers } from "../state/protocol";
import type { Prepared } from "./prepare";

/* A land to show. Grids have frame.cols * frame.rows values, row 0 in the north. */
export interface Land {
  id: number;
  frame: Frame;
  coarse: boolean;
  height: Float32Array; // m, NaN: none
  water: Float32Array | null; // surface, m, NaN: dry
  cover: Uint8Array | null; // 0 land, 1 ocean, 2 lake, 3 river, 4 dry bed
  region: Uint8Array | null;
  rivers: Rivers | null;
  lakes: Lakes | null;
  looks: object; // the same one in lands that differ in their rivers alone
  prepared?: Promise<Prepared>; // what the picture needs of it, if that was begun already
}

/* A layer laid over the ground. `values` as in Land; NaN shows the ground. */
export interface Overlay {
  name: string;
  values: Float32Array | Uint8Array;
  low: number;
  high: number;
  log: boolean;
  ramp: "blue" | "heat" | "diverging" | "grey" | "classes";
  classes?: { value: number; colour: string }[]; // ramp "classes"
  opacity: number; // 0 .. 1
}

export type Mode = "map" | "orbit" | "fly";

export interface Look {
  exaggeration: number; // heights in three dimensions
  sunAzimuth: number; // degrees, 0 north, 90 east
  sunHeight: number; // degrees
  fog: number; // 0 .. 1
  water: boolean;
  rivers: boolean;
  riverColour: "plain" | "strahler" | "discharge";
  flow: boolean; // water moves
  contours: boolean;
}

/* Where one looks: the same place in every mode. */
export interface Camera {
  mode: Mode;
  x: number; // of the place in the middle, m
  y: number;
  span: number; // metres of ground over the height of the picture
  turn: number; // degrees, 0: north is up
  tilt: number; // degrees from straight down, orbit and fly
}

export interface Spot {
  x: number;
  y: number;
  height: number; // of what is seen there: ground or water
  depth: number; // of the water there; 0: none
}

export interface Brush {
  x: number;
  y: number;
  radius: number; // m
}

export interface Scene {
  readonly element: HTMLElement;
  /* A land of the same frame takes the place of the old one softly; another frame is shown whole. */
  setLand(land: Land | null): void;
  /* A second land beside it: seen in this share of the width, from the left. */
  setOther(land: Land | null, share: number): void;
  setOverlay(overlay: Overlay | null): void;
  setLook(look: Partial<Look>): void;
  look(): Look;
  setCamera(camera: Partial<Camera>, glide?: boolean): void;
  camera(): Camera;
  /* Cells that are lit up (a catchment), reaches that are (upstream, downstream), and a lake. */
  setLit(lit: { mask?: Uint8Array | null; reaches?: ReadonlySet<number> | null; lake?: number | null }): void;
  setBrush(brush: Brush | null): void;
  pick(clientX: number, clientY: number): Spot | null;
  /* Pixels from the element's upper left corner; `seen` is false behind the camera or the land. To look for land before
   * a place takes time: `blind` leaves it out. */
  project(x: number, y: number, height?: number, blind?: boolean): { left: number; top: number; seen: boolean };
  heightAt(x: number, y: number): number; // NaN outside
  /* Called after every change of what is seen: handles follow it. */
  onView(call: () => void): () => void;
  picture(): Promise<Blob>; // PNG of what is seen
  /* Mouse and keys move the camera unless a tool has taken hold. */
  setHeld(held: boolean): void;
  frameTimes(): number[]; // ms of main thread in the frames since it was last asked
  dispose(): void;
}
