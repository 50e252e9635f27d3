// SPDX-License-Identifier: MIT
/* The land, and what floats over it. */
import { createEffect, createMemo, createSignal, on, onCleanup, onMount, Show } from "solid-js";
import { createScene } from "../../scene/create";
import { loadLand } from "../../scene/load";
import type { Scene } from "../../scene/scene";
import {
  before,
  land,
  look,
  mode,
  overlay,
  park,
  remember,
  restore,
  scene,
  setLand,
  setMode,
  setScene,
  split,
} from "../../state/page";
import { Refusal } from "../../state/api";
import { complain, state } from "../../state/store";
import { activeTool, ToolBar, ToolOptions, ToolOverlay } from "../../tools";
import { texts } from "../../texts";
import { askAt } from "../ask/asking";
import { heightLegend } from "../look/heights";
import { LegendChip } from "../look/legend";
import { makeOverlay, overlaysOf, type Legend } from "../look/overlays";
import { Blank } from "./blank";
import { Mark } from "./mark";
import { Readings } from "./readings";
import { Split } from "./split";
import { PictureNotices } from "./until";
import { ViewButtons } from "./view-buttons";

/* Lands are read one after the other; of those that wait only the newest counts, so that a drag is followed
 * and never starved. */
function followResults(): void {
  let reading = false,
    era = 0; // another project is another one
  const readNewest = async () => {
    if (reading) return;
    reading = true;
    for (let result = state.result; result && result.id !== land()?.id; result = state.result) {
      const mine = era;
      try {
        const next = await loadLand(result);
        if (mine === era) setLand(next);
      } catch (why) {
        if (state.result?.id !== result.id) continue;
        // Gone already: the next one is on its way.
        if (!(why instanceof Refusal && why.code === 404)) complain(why);
        break;
      }
    }
    reading = false;
  };
  createEffect(() => {
    if (state.result) void readNewest();
    else {
      era++;
      setLand(null);
    }
  });
}

function followOverlay(at: Scene, setLegend: (legend: Legend | null) => void): void {
  let wanted = 0;
  createEffect(
    on([() => overlay()?.name, land, () => overlay()?.opacity], async ([name, now, opacity], old) => {
      const mine = ++wanted;
      const result = state.result;
      if (!name || !now || !result || now.id !== result.id || !overlaysOf(result).includes(name)) {
        if (!name || !old || old[0] !== name) {
          at.setOverlay(null);
          setLegend(null);
          last = null;
        }
        return;
      }
      if (last?.name === name && last.land === now.id)
        return at.setOverlay({ ...last.overlay, opacity: opacity ?? 0.7 });
      try {
        const { overlay: made, legend } = await makeOverlay(name, result, now);
        if (mine !== wanted) return;
        last = { name, land: now.id, overlay: made };
        at.setOverlay({ ...made, opacity: overlay()?.opacity ?? 0.7 });
        setLegend(legend);
      } catch {
        /* the result is gone: the next one brings its own */
      }
    }),
  );
  let last: { name: string; land: number; overlay: Awaited<ReturnType<typeof makeOverlay>>["overlay"] } | null = null;
}

const still = 4; // pixels that a hand may move in a press

function followPresses(at: Scene): void {
  let from: { x: number; y: number; button: number } | null = null;
  const down = (event: PointerEvent) => {
    from = { x: event.clientX, y: event.clientY, button: event.button };
  };
  const up = (event: PointerEvent) => {
    if (!from || from.button !== 0 || event.defaultPrevented || activeTool()) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > still) return;
    const spot = at.pick(event.clientX, event.clientY);
    if (spot) void askAt(spot.x, spot.y);
  };
  at.element.addEventListener("pointerdown", down);
  at.element.addEventListener("pointerup", up);
}

export function Picture() {
  const [legend, setLegend] = createSignal<Legend | null>(null);
  const [view, setView] = createSignal(0);
  const [unable, setUnable] = createSignal<string | null>(null);
  const heights = createMemo(() => (overlay() || !land() ? null : heightLegend(land()!)));
  let place!: HTMLDivElement;
  followResults();
  onMount(() => {
    let at: Scene;
    try {
      at = createScene(place);
    } catch (why) {
      return void setUnable(why instanceof Error ? why.message : String(why));
    }
    setScene(at);
    at.element.setAttribute("role", "application");
    at.element.setAttribute("aria-label", texts.picture.label);
    const stop = at.onView(() => {
      setView((n) => n + 1);
      if (at.camera().mode !== mode()) setMode(at.camera().mode);
      remember();
    });
    onCleanup(() => {
      stop();
      if (land()) park(at.camera());
      setScene(null);
      at.dispose();
    });
    createEffect(() => at.setLook(look()));
    createEffect(
      on(mode, (now) => {
        if (at.camera().mode !== now) at.setCamera({ mode: now }, true);
      }),
    );
    createEffect(
      on(land, (now) => {
        at.setLand(now);
        const camera = now && restore();
        if (camera) at.setCamera(camera);
      }),
    );
    createEffect(() => at.setOther(before(), before() ? split() : 1));
    followOverlay(at, setLegend);
    followPresses(at);
  });
  return (
    <section class="picture" aria-label={texts.picture.label}>
      <div ref={place} class="picture-place" />
      <Show when={scene()}>
        {(at) => (
          <>
            <ToolOverlay scene={at()} />
            <Mark scene={at()} view={view()} />
            <Split />
            <div class="tools-place">
              <ToolBar scene={at()} />
              <ToolOptions scene={at()} />
            </div>
            <ViewButtons scene={at()} view={view()} />
            <Readings scene={at()} view={view()} />
            <Show when={legend() ?? heights()}>{(now) => <LegendChip legend={now()} />}</Show>
          </>
        )}
      </Show>
      <PictureNotices />
      <Show when={unable()} fallback={<Blank />}>
        {(text) => (
          <div class="blank" role="alert">
            <p class="fault">{text()}</p>
          </div>
        )}
      </Show>
    </section>
  );
}
