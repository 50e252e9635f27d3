// SPDX-License-Identifier: MIT
/* What lies at a place: a river near the pointer before a lake before the ground. */
import type { Rivers, Reach } from "../../state/protocol";
import type { Land } from "../../scene/scene";
import { api } from "../../state/api";
import { asked, land, scene, setAsked, setSide, type Asked } from "../../state/page";

const reachOfHand = 7; // pixels

function distanceTo(rivers: Rivers, reach: Reach, x: number, y: number): number {
  let best = Infinity;
  for (let k = reach.first_point; k < reach.first_point + reach.point_count - 1; k++) {
    const ax = rivers.x[k]!,
      ay = rivers.y[k]!,
      dx = rivers.x[k + 1]! - ax,
      dy = rivers.y[k + 1]! - ay;
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(x - ax - t * dx, y - ay - t * dy) - rivers.width[k]! / 2);
  }
  return best;
}

/* The nearest reach within `most` metres of a place. */
export function riverNear(at: Land, x: number, y: number, most: number): number {
  const rivers = at.rivers;
  if (!rivers) return 0;
  let best = most,
    found = 0;
  for (const reach of rivers.reaches) {
    const distance = distanceTo(rivers, reach, x, y);
    if (distance < best) {
      best = distance;
      found = reach.id;
    }
  }
  return found;
}

export async function askAt(x: number, y: number, reach = reachOfHand): Promise<void> {
  const at = land(),
    view = scene();
  if (!at || !view) return;
  const perPixel = view.camera().span / Math.max(1, view.element.clientHeight);
  const river = riverNear(at, x, y, reach * perPixel);
  setSide("open");
  if (river) return void setAsked({ kind: "river", id: river, x, y });
  try {
    const here = await api.at(at.id, x, y);
    if (here.lake) setAsked({ kind: "lake", id: here.lake, x, y });
    else if (here.reach) setAsked({ kind: "river", id: here.reach, x, y });
    else setAsked({ kind: "place", x, y });
  } catch {
    setAsked({ kind: "place", x, y });
  }
}

/* Another land has other numbers: what was asked about is sought where it was. Gone, it is none of the new ones. */
export async function askAgain(at: Land, before: Asked): Promise<void> {
  if (before.kind === "place") return;
  const { x, y } = before;
  const { lake } = before.kind === "lake" ? await api.at(at.id, x, y).catch(() => ({ lake: 0 })) : { lake: 0 };
  const id = before.kind === "lake" ? lake : riverNear(at, x, y, 4 * at.frame.cell);
  if (asked() === before && land() === at && id !== before.id) setAsked({ ...before, id });
}
