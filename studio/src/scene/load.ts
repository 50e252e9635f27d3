// SPDX-License-Identifier: MIT
import { api } from "../state/api";
import type { Result } from "../state/protocol";
import type { Land } from "./scene";

export async function loadLand(result: Result): Promise<Land> {
  const height = await api.layer(result.id, "height");
  return {
    id: result.id, frame: result.frame, coarse: result.coarse, height: height.values as Float32Array,
    water: null, cover: null, region: null,
    rivers: result.has.rivers ? await api.rivers(result.id) : null,
    lakes: result.has.lakes ? await api.lakes(result.id) : null,
  };
}
