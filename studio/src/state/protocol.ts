// SPDX-License-Identifier: MIT
/* What travels between page and program: docs/studio-protocol.md, as types. */
import type { Numbers } from "./bundle";

export type ParamType = "real" | "int" | "field" | "choice" | "flag" | "text" | "list";

export interface Param {
  name: string;
  type: ParamType;
  unit: string;
  help: string;
  scale: "linear" | "log";
  standard: number | boolean | string | null;
  min: number;
  max: number;
  choices?: string[];
  columns?: Param[];
  required?: number;
}

export interface StageInfo {
  name: string;
  summary: string;
  needs: string[];
  makes: string[];
  amends: string[];
  params: Param[];
}

export interface LayerInfo {
  name: string;
  help: string;
  place: "grid" | "mesh" | "whole";
  type: "float32" | "float64" | "uint8" | "uint32" | "struct";
  unit: string;
  nodata: number | null;
}

/* How another program takes a landscape. */
export interface Profile {
  name: string;
  title: string;
  sizes: string;
  heights: string;
  axes: string;
  scale: string;
  names: string;
  water: string;
  formats: string[];
  maps: string[];
}

/* Vertices and tiles that it would get. */
export interface Fit {
  cols: number;
  rows: number;
  tiles_x: number;
  tiles_y: number;
}

export interface About {
  version: string;
  stages: StageInfo[];
  frame: StageInfo;
  layers: LayerInfo[];
  views: string[];
  presets: { name: string; summary: string; needs_file: boolean }[];
  files: string[];
  rules: number;
  profiles: Profile[];
  maps: { name: string; help: string }[];
  limits: { size: number; upload: number; sheet: number };
}

export interface NoiseField {
  noise: { low: number; high: number; wavelength: number; octaves: number; gain: number };
}
export interface ImageField {
  image: string;
  low: number;
  high: number;
}
export type FieldValue = number | NoiseField | ImageField;
export type Value = number | boolean | string | NoiseField | ImageField | Values[];
export interface Values {
  [name: string]: Value;
}

export interface Fault {
  status: string;
  message: string;
  stage?: string;
  stage_name?: string;
  param?: string;
  row?: number;
  path?: string;
  line?: number;
  column?: number;
}

export interface Stage {
  key: string;
  name: string;
  off: boolean;
  values: Values;
  problem: string | null;
}

export interface Run {
  state: "idle" | "running" | "failed" | "cancelled";
  revision: number;
  size: number;
  coarse: boolean;
  stage: string;
  name: string;
  step: number;
  steps: number;
  fraction: number;
  error: Fault | null;
}

export interface Project {
  revision: number;
  name: string;
  folder: string;
  open: boolean;
  seed: number;
  frame: Values;
  stages: Stage[];
  problem: Fault | null;
  undo: string | null;
  redo: string | null;
  view: { size: number; until: string | null };
  ui: Record<string, unknown>;
  builds: string[]; // folders of builds that are there
  result: number | null;
  run: Run;
}

export type Op =
  | { op: "seed"; value: number }
  | { op: "set"; stage: string; path: string; value: unknown }
  | { op: "reset"; stage: string; path: string }
  | { op: "insert_row"; stage: string; path: string; row: number; value: unknown }
  | { op: "remove_row"; stage: string; path: string; row: number }
  | { op: "insert"; index: number; name: string; params?: unknown; key?: string }
  | { op: "remove"; stage: string }
  | { op: "move"; stage: string; to: number }
  | { op: "off"; stage: string; off: boolean };

export interface Edit {
  id: string; // known when it comes again
  label: string;
  merge?: string;
  ops: Op[];
}

export interface Frame {
  cols: number;
  rows: number;
  cell: number;
  west: number;
  north: number;
  low: number;
  high: number;
}

export interface Result {
  id: number;
  revision: number;
  size: number;
  until: string | null;
  coarse: boolean;
  raised: number; // what heights above the sea are multiplied by
  frame: Frame;
  crs: string;
  stages: { key: string; name: string; seconds: number; reused: boolean }[];
  layers: Record<string, { type: string; unit: string; low: number; high: number; nodata: number | null; since: number }>;
  has: { rivers: number; lakes: number; coast: number; watersheds: number };
  notes: { stage: string; text: string }[];
  budget: Record<string, number | boolean> | null;
  endorheic: { lakes: number; area: number; share: number };
  regions: { value: number; name: string; colour: string }[];
}

export interface Reach {
  id: number;
  next_down: number;
  main_riv: number;
  lake: number;
  from_lake: number;
  first_point: number;
  point_count: number;
  length: number;
  dist_down: number;
  dist_up: number;
  catchment: number;
  upland: number;
  discharge: number;
  width: number;
  depth: number;
  slope: number;
  velocity: number;
  strahler: number;
  kind: number;
  endorheic: boolean;
  locked: boolean;
  rosgen: string;
  name: string;
}

export interface Rivers {
  readonly reaches: Reach[]; // made when they are first asked for
  columns: { [Field in Exclude<keyof Reach, "rosgen" | "name">]: Numbers }; // the same, a value a reach
  x: Float64Array;
  y: Float64Array;
  surface: Float32Array;
  bed: Float32Array;
  width: Float32Array;
  velocity: Float32Array;
}

export interface Outline {
  first_point: Uint32Array;
  x: Float64Array;
  y: Float64Array;
}

export interface Lake {
  id: number;
  level: number;
  depth_max: number;
  area: number;
  volume: number;
  catchment: number;
  x: number;
  y: number;
  outlet: number;
  inflow: number;
  evaporation: number;
  demand: number;
  closed: boolean;
  surveyed: boolean;
  locked: boolean;
  state: number;
  merged: number;
  first_ring: number;
  ring_count: number;
  name: string;
}

export interface Lakes {
  lakes: Lake[];
  outline: Outline;
}

export interface Watersheds {
  watersheds: { id: number; endorheic: boolean; area: number; first_ring: number; ring_count: number }[];
  outline: Outline;
}

export interface Verdict {
  rule: number;
  applies: boolean;
  holds: boolean;
  checked: number;
  broken: number;
  text: string;
  x?: number;
  y?: number;
}

export interface Job {
  job: number;
  kind: "build" | "sheet";
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  phase: string;
  stage: string;
  fraction: number;
  folder?: string;
  files?: string[];
  for?: string; // "": the land's own files
  told?: string[]; // what that program must be told
  error?: Fault | null;
}

export interface Catchment {
  area: number;
  cells: number;
  low: number;
  high: number;
  mean: number;
  hypsometry: number[];
  mask: Uint8Array;
}

export interface PlaceInfo {
  values: Record<string, number | null>;
  reach: number;
  lake: number;
  watershed: number;
}
