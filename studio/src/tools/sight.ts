// SPDX-License-Identifier: MIT
/* What of the lines and handles hides behind the land. To find out takes a ray for each point, so that it is done in turns,
 * a little in every frame; until its turn comes again, a point is taken to be as hidden as it was. */
import type { Scene } from "../scene/scene";
import type { Point } from "./geometry";

const budget = 1.5; // ms a frame
const apart = 3; // points of a line that share a ray

export class Sight {
  private readonly clear = new Map<string, Uint8Array>();
  private left = 0; // points that wait for their turn
  private from = 0; // the one whose turn it is
  private count = 0;

  /* 1 for each point that can be seen. */
  of(id: string, count: number): Uint8Array {
    let flags = this.clear.get(id);
    if (flags?.length !== count) this.clear.set(id, (flags = new Uint8Array(count).fill(1)));
    return flags;
  }

  /* The camera or the land has moved. */
  forget(): void {
    this.left = Infinity;
  }

  /* Looks for some; whether it has to go on. */
  look(scene: Scene, all: readonly { id: string; points: readonly Point[] }[]): boolean {
    if (scene.camera().mode === "map") {
      if (this.clear.size) this.clear.clear();
      this.left = 0;
      return false;
    }
    this.count = all.reduce((sum, one) => sum + Math.ceil(one.points.length / apart), 0);
    this.left = Math.min(this.left, this.count);
    if (this.left <= 0) return false;
    const end = performance.now() + budget;
    const start = this.from % Math.max(this.count, 1);
    for (let turn = 0, before = 0; turn < 2 && this.left > 0; turn++, before = 0)
      for (const { id, points } of all) {
        const rays = Math.ceil(points.length / apart);
        for (let r = Math.max(turn ? 0 : start - before, 0); r < rays && this.left > 0; r++) {
          this.ask(scene, id, points, r);
          this.from = before + r + 1;
          this.left--;
          if (performance.now() > end) return true;
        }
        before += rays;
      }
    if (this.clear.size > 2 * all.length) this.sweep(all);
    return true; // what was found is still to be drawn
  }

  private ask(scene: Scene, id: string, points: readonly Point[], ray: number): void {
    const first = ray * apart, end = Math.min(first + apart, points.length), flags = this.of(id, points.length);
    const at = points[Math.min(first + (apart >> 1), points.length - 1)]!;
    flags.fill(scene.project(at.x, at.y).seen ? 1 : 0, first, end);
  }

  private sweep(all: readonly { id: string }[]): void {
    const ids = new Set(all.map(({ id }) => id));
    for (const id of this.clear.keys()) if (!ids.has(id)) this.clear.delete(id);
  }
}
