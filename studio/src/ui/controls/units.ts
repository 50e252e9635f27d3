// SPDX-License-Identifier: MIT
/* Numbers as people read them. Tables have metres, square metres, years; here they become kilometres, hectares,
 * millimetres a year where that reads better. */

interface Shown {
  unit: string;
  factor: number;
  from: number;
}

/* Largest first: the first whose `from` the value reaches. A factor is how many of the table's unit one is. */
const ladders: Record<string, Shown[]> = {
  m: [
    { unit: "km", factor: 1000, from: 10000 },
    { unit: "m", factor: 1, from: 0.1 },
    { unit: "mm", factor: 0.001, from: 0 },
  ],
  m2: [
    { unit: "km2", factor: 1e6, from: 1e6 },
    { unit: "ha", factor: 1e4, from: 1e4 },
    { unit: "m2", factor: 1, from: 0 },
  ],
  m3: [
    { unit: "km3", factor: 1e9, from: 1e7 },
    { unit: "m3", factor: 1, from: 0 },
  ],
  "m/y": [
    { unit: "m/y", factor: 1, from: 0.1 },
    { unit: "mm/y", factor: 0.001, from: 0 },
  ],
  y: [
    { unit: "My", factor: 1e6, from: 1e6 },
    { unit: "ky", factor: 1e3, from: 1e3 },
    { unit: "y", factor: 1, from: 0 },
  ],
  Pa: [
    { unit: "MPa", factor: 1e6, from: 1e6 },
    { unit: "kPa", factor: 1e3, from: 1e3 },
    { unit: "Pa", factor: 1, from: 0 },
  ],
};

/* The unit for a value; `range` decides for 0, so that a slider at zero has the unit of its neighbours. */
export function shownUnit(unit: string, value: number, range = 0): Shown {
  const size = Math.abs(value) || Math.abs(range);
  if (size === 0) return { unit, factor: 1, from: 0 };
  return ladders[unit]?.find((step) => size >= step.from) ?? { unit, factor: 1, from: 0 };
}

/* As many digits as say something: 4 significant ones, no zeros at the end. */
export function digits(value: number, significant = 4): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4)
    return value
      .toExponential(significant - 2)
      .replace(/\.?0+e/, "e")
      .replace("e+", "e");
  if (Number.isInteger(value) && size < 1e7) return String(value);
  const places = Math.max(0, significant - 1 - Math.floor(Math.log10(size)));
  const text = value.toFixed(Math.min(places, 10));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

const raised: Record<string, string> = {
  m2: "m²",
  km2: "km²",
  m3: "m³",
  km3: "km³",
  "m3/s": "m³/s",
  deg: "°",
  cells: "",
};
export const prettyUnit = (unit: string) => raised[unit] ?? unit;

/* "50 km": for reading. */
export function withUnit(value: number | null | undefined, unit: string, significant = 4): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const shown = shownUnit(unit, value);
  const name = prettyUnit(shown.unit);
  return digits(value / shown.factor, significant) + (name === "" ? "" : name === "°" ? "°" : ` ${name}`);
}

/* What was typed: a bare number has the unit that is shown beside the entry; anything else goes as a recipe
 * would have it. */
export function typed(text: string, factor: number): number | string {
  const bare = text.trim().replace(",", ".");
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(bare)) return tidy(Number(bare) * factor);
  return text.trim();
}

/* The same where no recipe reads it: a number in the table's unit, null where it is none. */
export function measured(value: number | string, unit: string): number | null {
  if (typeof value === "number") return value;
  const [, number, name] = /^([+-]?[\d.,]+)\s*(\S+)$/.exec(value.trim()) ?? [];
  const step = ladders[unit]?.find((one) => one.unit === name || prettyUnit(one.unit) === name);
  const found = Number(number?.replace(",", ".")) * (step?.factor ?? NaN);
  return Number.isFinite(found) ? tidy(found) : null;
}

/* Without the dust of binary fractions: 0.1 * 3 is 0.3. */
export const tidy = (value: number) => Number(value.toPrecision(12));

/* Names of the tables as words. */
export const words = (name: string) => name.replaceAll("_", " ");
export const title = (name: string) => {
  const w = words(name);
  return w.charAt(0).toUpperCase() + w.slice(1);
};
