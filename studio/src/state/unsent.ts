// SPDX-License-Identifier: MIT
/* Edits that could not be sent, kept by the browser: they outlive a reload, and a program that comes back with another
 * key. Each page has a place of its own; whoever opens the project next sends them. An edit that was taken after all is
 * known to the program by its word. */
import type { Edit } from "./protocol";

const prefix = "interfluve-unsent-";
export const page = Math.random().toString(36).slice(2, 12);

interface Unsent {
  folder: string;
  edits: Edit[];
}

let kept = false;

export function keepUnsent(folder: string, edits: Edit[]): void {
  try {
    localStorage.setItem(prefix + page, JSON.stringify({ folder, edits } satisfies Unsent));
    kept = true;
  } catch {
    /* no room: they still wait in this page */
  }
}

export function forgetUnsent(): void {
  if (kept) localStorage.removeItem(prefix + page);
  kept = false;
}

/* What pages that are gone had not sent to the project of this folder. */
export function takeUnsent(folder: string): Edit[] {
  const edits: Edit[] = [];
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix) && name !== prefix + page).sort())
    try {
      const one = JSON.parse(localStorage.getItem(key) ?? "") as Unsent;
      if (one.folder !== folder) continue;
      edits.push(...one.edits);
      localStorage.removeItem(key);
    } catch {
      localStorage.removeItem(key);
    }
  return edits;
}
