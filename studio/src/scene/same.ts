// SPDX-License-Identifier: MIT
/* Whether two lands look the same but for their rivers: then what lies on the graphics card serves both. */
import type { Lakes } from "../state/protocol";
import type { Land } from "./scene";

const MOST = 1 << 20; // cells that are compared; of more it is said that they differ
const OCEAN = 1, LAKE = 2, DRY_BED = 4;

/* What the picture makes of a cell's cover: rivers are drawn as lines, so their cells are land. */
const still = (cover: number) => (cover === OCEAN || cover === LAKE || cover === DRY_BED ? cover : 0);

function sameWater(a: Ground, b: Ground): boolean {
  if (a.cover === b.cover && a.water === b.water) return true;
  if (!a.cover || !b.cover || !a.water || !b.water || a.cover.length > MOST) return false;
  for (let i = 0; i < a.cover.length; i++) {
    const is = still(a.cover[i]!);
    if (is !== still(b.cover[i]!)) return false;
    if ((is === OCEAN || is === LAKE) && !Object.is(a.water[i], b.water[i])) return false;
  }
  return true;
}

/* Closed and empty lakes have colours of their own. */
function sameLakes(a: Lakes | null, b: Lakes | null): boolean {
  const one = a?.lakes ?? [], two = b?.lakes ?? [];
  return one.length === two.length && one.every((lake, i) => {
    const other = two[i]!;
    return lake.closed === other.closed && lake.state === other.state && lake.area === other.area && lake.x === other.x && lake.y === other.y &&
      lake.level === other.level;
  });
}

type Ground = Pick<Land, "frame" | "coarse" | "height" | "water" | "cover" | "region" | "lakes">;

export function sameGround(a: Ground, b: Ground): boolean {
  return a.coarse === b.coarse && a.height === b.height && a.region === b.region && a.frame.cell === b.frame.cell &&
    a.frame.west === b.frame.west && a.frame.north === b.frame.north && a.frame.cols === b.frame.cols &&
    sameLakes(a.lakes, b.lakes) && sameWater(a, b);
}
