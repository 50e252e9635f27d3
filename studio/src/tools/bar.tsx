// SPDX-License-Identifier: MIT
/* The bar of tools, and the keys that belong to them. */
import { For, onCleanup, onMount } from "solid-js";
import { complain, state } from "../state/store";
import type { Scene } from "../scene/scene";
import { texts } from "../texts";
import { fields, beginField, target } from "./brush/session";
import { resizeBrush } from "./brush/paint";
import { finishSketch, removePicked, shortenSketch } from "./gestures";
import { ToolIcon } from "./icons";
import { canAddCoast, canFreeze, coastStage, regionsFor } from "./placing";
import { activeTool, picked, setPicked, setSketch, sketch, takeTool, type Tool } from "./state";

const words = texts.tools;
const order: (Tool | null)[] = [
  null, "coast", "regions", "rivers", "lakes", "mouths", "peaks", "passes", "no_lakes", "frozen", "brush",
];

const nameOf = (tool: Tool | null) => (tool ? words.tool[tool] : words.select);

/* Why a tool has nothing to work on. */
function idle(tool: Tool | null): string | null {
  if (tool === "coast" && state.project && !coastStage() && !canAddCoast()) return words.noCoast;
  if (tool === "regions" && state.project && !regionsFor()) return words.noRegions;
  if (tool === "frozen" && state.project && !canFreeze()) return words.noFrozen;
  if (tool === "brush" && !fields().length) return words.brush.none;
  return null;
}

export function chooseTool(tool: Tool | null): void {
  const why = idle(tool);
  if (why) return complain(why);
  takeTool(tool === activeTool() ? null : tool);
  if (tool === "brush" && !target()) beginField(fields()[0]?.target ?? null);
}

const written = "input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]";
const isWriting = (event: KeyboardEvent) => event.target instanceof Element && !!event.target.closest(written);

/* Whether the key was one of the tools'. */
function press(scene: Scene, event: KeyboardEvent): boolean {
  switch (event.key) {
    case "Escape":
      if (sketch()?.points.length) return setSketch(null), true;
      if (activeTool()) return takeTool(null), true;
      return picked() ? (setPicked(null), true) : false;
    case "Enter": return sketch()?.points.length ? (finishSketch(scene), true) : false;
    case "Backspace": return sketch()?.points.length ? (shortenSketch(), true) : removePicked();
    case "Delete": return removePicked(event.shiftKey);
    case "[": return activeTool() === "brush" && (resizeBrush(scene, 1 / 1.2), true);
    case "]": return activeTool() === "brush" && (resizeBrush(scene, 1.2), true);
  }
  const tool = order.find((one) => nameOf(one).key === event.key.toUpperCase());
  if (tool === undefined || event.shiftKey || event.repeat) return false;
  chooseTool(tool);
  return true;
}

export function ToolBar(props: { scene: Scene }) {
  let bar!: HTMLDivElement;
  const keydown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return;
    if (press(props.scene, event)) event.preventDefault();
  };
  onMount(() => window.addEventListener("keydown", keydown));
  onCleanup(() => window.removeEventListener("keydown", keydown));

  /* One stop for the tab key, arrows within. */
  const step = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const buttons = [...bar.querySelectorAll<HTMLButtonElement>("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };

  return (
    <div class="tool-bar floating" role="toolbar" aria-orientation="vertical" aria-label={words.bar} ref={bar} onKeyDown={step}>
      <For each={order}>
        {(tool) => (
          <button type="button" class="button plain icon tool" classList={{ first: tool === "coast" || tool === "brush" }}
            aria-pressed={activeTool() === tool} aria-disabled={!!idle(tool)}
            aria-label={nameOf(tool).name} aria-keyshortcuts={nameOf(tool).key}
            data-what={nameOf(tool).name} data-key={nameOf(tool).key} data-why={idle(tool) ?? undefined}
            tabindex={activeTool() === tool ? 0 : -1} onClick={() => chooseTool(tool)}>
            <ToolIcon tool={tool ?? "select"} />
          </button>
        )}
      </For>
    </div>
  );
}
