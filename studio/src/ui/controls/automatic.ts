// SPDX-License-Identifier: MIT
/* Numbers that stand for words. A table says so in its help ("0: 1/40 of the frame's longer side", "-1: as above");
 * where that number is the usual one, people read the words, or the value that they come to. */
import { state } from "../../state/store";
import type { Param } from "../../state/protocol";
import { texts } from "../../texts";
import { withUnit } from "./units";

const parts: Record<string, number> = { half: 2, fifth: 5, eighth: 8, tenth: 10, twelfth: 12, fortieth: 40, hundredth: 100 };

/* Metres along the frame: of the land in view, or as the recipe has it. */
function side(which: string): number {
  const frame = state.result?.frame;
  if (!frame) {
    const { width, size, rows } = state.project?.frame ?? {};
    const wide = Number(width),
      high = Number(rows) > 0 ? (wide * Number(rows)) / Number(size) : wide;
    return which === "longer" ? Math.max(wide, high) : Math.min(wide, high);
  }
  return frame.cell * (which === "longer" ? Math.max(frame.cols, frame.rows) : Math.min(frame.cols, frame.rows));
}

/* "a square of 1/200 of the frame's longer side" in metres or square metres; null where the words say no such thing, or
 * more than one. */
function measureOf(words: string): number | null {
  const said = /^(a square of )?(?:(?:an? |1\/)?(\w+?)(?:th)? (?:of )?)?the frame's (longer|shorter) side/.exec(words);
  if (!said || /1\/\d+.*1\/\d+/.test(words)) return null;
  const [, square, share, which] = said;
  const divisor = !share ? 1 : (parts[share] ?? parts[`${share}th`] ?? Number(share));
  const length = side(which!) / divisor;
  return Number.isFinite(length) && length > 0 ? (square ? length * length : length) : null;
}

/* What the usual number stands for, in the table's words; null where it is a number like any other. */
function standsFor(param: Param): string | null {
  if (param.type !== "real" && param.type !== "int") return null;
  if (param.standard !== 0 && param.standard !== -1 && param.standard !== param.min) return null;
  const said = new RegExp(`(?<!Both)(?:^|[ (])${param.standard}(?::| means) ([^.;)]+)`).exec(param.help);
  return said?.[1] ?? null;
}

/* "as its shores suggest", "what suits the shape", "a square of one side or another": something that is found out. */
const found = /^(a square of|as|by|from|the|what|whatever|where) /;

const short = 10; // letters that are quickly read: "as above"

/* In a word: the value that it comes to, "automatic" where it is found out, or the table's words. */
function automatic(param: Param): string | null {
  const words = standsFor(param);
  if (words === null) return null;
  const measure = measureOf(words);
  if (measure !== null) return texts.controls.about(withUnit(measure, param.unit, 2));
  if (/\bas it is$/.test(words)) return texts.controls.unchanged;
  return found.test(words) && words.length > short ? texts.controls.automatic : words;
}

/* For an entry: the value, what is read in its place, and the words behind it. */
export interface Automatic {
  value: number;
  word: string;
  words: string;
}

export function automaticOf(param: Param): Automatic | null {
  const word = automatic(param);
  return word === null ? null : { value: Number(param.standard), word, words: standsFor(param)! };
}

/* The usual value for people. */
export function standardNumber(param: Param): string {
  const word = automatic(param);
  if (word === null) return withUnit(Number(param.standard), param.unit);
  return measureOf(standsFor(param)!) !== null ? texts.controls.automaticAs(word) : word;
}
