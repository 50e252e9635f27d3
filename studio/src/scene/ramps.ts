// SPDX-License-Identifier: MIT
/* The colours, as in the program's own pictures (src/output/colour.c): rows of one small texture. */
import * as THREE from "three";

type Stop = [at: number, red: number, green: number, blue: number];

const land: Stop[] = [
  [0, 150, 182, 142], [0.12, 172, 198, 152], [0.26, 201, 214, 165], [0.4, 228, 223, 178], [0.54, 226, 203, 155],
  [0.68, 207, 177, 138], [0.8, 192, 170, 147], [0.89, 203, 194, 184], [1, 248, 247, 245],
];
const sea: Stop[] = [[0, 192, 221, 231], [0.25, 164, 205, 223], [0.6, 126, 177, 208], [1, 82, 136, 181]];
const lake: Stop[] = [[0, 166, 205, 222], [0.3, 128, 180, 210], [1, 66, 124, 172]];
const blue: Stop[] = [
  [0, 250, 248, 240], [0.25, 222, 226, 204], [0.5, 150, 196, 190], [0.75, 64, 136, 172], [1, 20, 44, 104],
];
const heat: Stop[] = [[0, 247, 244, 236], [0.25, 236, 206, 150], [0.6, 205, 120, 62], [1, 112, 32, 36]];
const diverging: Stop[] = [
  [0, 44, 92, 138], [0.25, 134, 178, 201], [0.5, 244, 241, 232], [0.75, 222, 166, 120], [1, 146, 62, 44],
];
const grey: Stop[] = [[0, 62, 64, 68], [1, 246, 245, 242]];
/* Orders 1, 2, 3 … of rivers; also discharge, from faint to strong. */
const order: Stop[] = [
  [0, 138, 184, 205], [0.17, 96, 160, 198], [0.34, 58, 128, 184], [0.5, 44, 92, 160], [0.67, 58, 58, 138],
  [0.84, 98, 44, 122], [1, 136, 32, 88],
];

export const rampStops = { land, sea, lake, blue, heat, diverging, grey, order };
export const rampNames = ["land", "sea", "lake", "blue", "heat", "diverging", "grey", "order", "classes"] as const;
export type RampName = (typeof rampNames)[number];

export const RAMP_ROWS = 16;
const WIDTH = 256;

export function rampAt(stops: Stop[], at: number): [number, number, number] {
  let k = 1;
  while (k < stops.length - 1 && at >= stops[k]![0]) k++;
  const a = stops[k - 1]!, b = stops[k]!, t = Math.min(1, Math.max(0, (at - a[0]) / (b[0] - a[0])));
  return [a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t, a[3] + (b[3] - a[3]) * t];
}

export function makeRamps(): THREE.DataTexture {
  const values = new Uint8Array(4 * WIDTH * RAMP_ROWS);
  rampNames.forEach((name, row) => {
    if (name === "classes") return;
    for (let i = 0; i < WIDTH; i++)
      values.set([...rampAt(rampStops[name], i / (WIDTH - 1)).map(Math.round), 255], 4 * (row * WIDTH + i));
  });
  const texture = new THREE.DataTexture(values, WIDTH, RAMP_ROWS, THREE.RGBAFormat, THREE.UnsignedByteType);
  texture.minFilter = texture.magFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

export function rampRow(name: RampName): number {
  return rampNames.indexOf(name);
}

/* Colours of classes, "#rrggbb"; values that have none are left out. */
export function setClasses(ramps: THREE.DataTexture, classes: { value: number; colour: string }[]): void {
  const values = ramps.image.data as Uint8Array, start = 4 * WIDTH * rampRow("classes");
  values.fill(0, start, start + 4 * WIDTH);
  for (const { value, colour } of classes) {
    if (!(value >= 0 && value < WIDTH)) continue;
    const c = new THREE.Color().setStyle(colour, THREE.LinearSRGBColorSpace);
    values.set([c.r * 255, c.g * 255, c.b * 255, 255].map(Math.round), start + 4 * Math.round(value));
  }
  ramps.needsUpdate = true;
}
