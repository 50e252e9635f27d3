// SPDX-License-Identifier: MIT
/* The drawing tools: a bar, a layer over the picture, and a panel. All they draw is part of the recipe. */
import "./tools.css";
import { batch } from "solid-js";
import { beginField } from "./brush/session";
import { setPicked, takeTool } from "./state";

export { ToolBar } from "./bar";
export { lockLake, lockRiver } from "./lock";
export { ToolOptions } from "./options";
export { ToolOverlay } from "./overlay";
export { activeTool, picked } from "./state";

/* No tool in hand, nothing picked, nothing half drawn. */
export function putAllAway(): void {
  batch(() => {
    takeTool(null);
    setPicked(null);
  });
}

/* Takes the brush in hand for one field: the stage's key and the parameter's path. */
export function startBrush(stage: string, path: string): void {
  batch(() => {
    takeTool("brush");
    beginField({ stage, path });
  });
}
