// SPDX-License-Identifier: MIT
/* Marks in the page's own clock on a land's way from the program to the screen: bench/studio.mjs reads them. */
export type Step =
  | "heard" // the program has told of it
  | "read" // its layers, rivers and lakes are here
  | "prepared" // they are what the graphics card reads
  | "sent" // the first picture of it has been asked of the graphics card
  | "seen"; // and is drawn

export function mark(step: Step, land: number): void {
  const name = `interfluve-${step}`;
  performance.clearMarks(name);
  performance.mark(name, { detail: land });
}
