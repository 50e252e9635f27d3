// SPDX-License-Identifier: MIT
/* How a slider runs from 0 to 1 over a parameter's range. Tables allow more than one would drag through (a length
 * of up to ten thousand kilometres): a slider covers what makes sense on a frame of this width, and more
 * if the value already lies beyond. Numbers that are typed may use the whole range. */
import type { Frame, Param } from "../../state/protocol";
import { tidy } from "./units";

export interface Range {
  low: number;
  high: number;
  floor: number; // log: the smallest value above zero
  log: boolean;
  whole: boolean;
  zero: boolean; // log with zero at the left end
  shift: number; // log of whole numbers from below zero (-1: as above): what the left end stands for, else 0
}

const zeroShare = 0.04; // of the way, where a log slider is at zero

function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
}

function sensibleHigh(param: Param, width: number): number {
  switch (param.unit) {
    case "m":
      return param.scale === "log" ? nice(width) : Math.max(nice(width / 4), 9000);
    case "m2":
      return nice(width * width);
    default:
      return Infinity;
  }
}

/* A place on the frame: its table allows any number of metres. */
function acrossFrame(param: Param, value: number, frame: Frame): Range | null {
  if (param.unit !== "m" || param.min > -1e9 || param.max < 1e9) return null;
  const north = param.name.startsWith("y");
  const low = north ? frame.north - frame.rows * frame.cell : frame.west,
    high = north ? frame.north : frame.west + frame.cols * frame.cell;
  return {
    low: Math.min(low, value), high: Math.max(high, value), floor: 0, log: false, whole: false, zero: false, shift: 0,
  };
}

export function rangeOf(param: Param, value: number, width: number, frame?: Frame): Range {
  const place = frame && acrossFrame(param, value, frame);
  if (place) return place;
  const standard = typeof param.standard === "number" ? param.standard : 0;
  const reach = Math.max(sensibleHigh(param, width), Math.abs(value), Math.abs(standard));
  const low = Math.max(param.min, -reach),
    high = Math.min(param.max, reach);
  const whole = param.type === "int";
  const shift = param.scale === "log" && whole && low < 0 ? low : 0;
  const log = param.scale === "log" && high > 0 && low >= shift;
  const zero = log && low === shift;
  const smallest = Math.min(standard > 0 ? standard / 1000 : Infinity, value > 0 ? value : Infinity, high / 1e5);
  const floor = !log ? 0 : zero ? (whole ? 1 : nice(smallest)) : low;
  return { low, high, floor: floor || high / 1e5, log, whole, zero, shift };
}

export function toShare(range: Range, value: number): number {
  if (range.high <= range.low) return 0;
  if (!range.log) return clamp((value - range.low) / (range.high - range.low));
  const above = value - range.shift;
  if (range.zero && above < range.floor) return 0;
  const along = Math.log(above / range.floor) / Math.log((range.high - range.shift) / range.floor);
  return clamp(range.zero ? zeroShare + along * (1 - zeroShare) : along);
}

export function fromShare(range: Range, share: number): number {
  if (share >= 1) return range.high;
  if (share <= 0) return range.low;
  if (!range.log) return round(range, range.low + share * (range.high - range.low));
  if (range.zero && share < zeroShare / 2) return range.low;
  const along = range.zero ? Math.max(0, (share - zeroShare) / (1 - zeroShare)) : share;
  return round(range, range.shift + range.floor * ((range.high - range.shift) / range.floor) ** along);
}

/* To a step that one would have typed: three digits, or a 500th of a linear range. */
function round(range: Range, value: number): number {
  if (range.whole) return Math.round(value);
  if (range.log) return Number(value.toPrecision(value < 100 ? 2 : 3));
  const step = nice((range.high - range.low) / 400) / 2;
  return tidy(Math.round(value / step) * step);
}

const clamp = (share: number) => Math.max(0, Math.min(1, share));
