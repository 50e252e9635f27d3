// SPDX-License-Identifier: MIT
/* Scale bar, and the place and height under the pointer. */
import { createEffect, createMemo, createSignal, on, onCleanup, onMount, Show } from "solid-js";
import type { Scene, Spot } from "../../scene/scene";
import { land } from "../../state/page";
import { texts } from "../../texts";
import { digits, withUnit } from "../controls/units";

const barRoom = 120; // pixels

function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most)),
    lead = most / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

export function Readings(props: { scene: Scene; view: number }) {
  const [spot, setSpot] = createSignal<Spot | null>(null);
  const bar = createMemo(() => {
    void props.view;
    const perPixel = props.scene.camera().span / Math.max(1, props.scene.element.clientHeight);
    const metres = roundLength(barRoom * perPixel);
    return { metres, pixels: metres / perPixel };
  });
  onMount(() => {
    let frame = 0,
      pointer: PointerEvent | null = null;
    const place = props.scene.element.parentElement!.parentElement ?? props.scene.element;
    const read = () => {
      if (frame) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        setSpot(pointer && props.scene.pick(pointer.clientX, pointer.clientY));
      });
    };
    const move = (event: PointerEvent) => {
      pointer = event;
      read();
    };
    const leave = () => {
      pointer = null;
      setSpot(null);
    };
    createEffect(on(() => props.view, read)); // the land under a pointer that stands still may be another
    place.addEventListener("pointermove", move, { passive: true });
    place.addEventListener("pointerleave", leave);
    onCleanup(() => {
      place.removeEventListener("pointermove", move);
      place.removeEventListener("pointerleave", leave);
    });
  });
  /* As many digits at every place, so that nothing moves while the pointer does. */
  const coordinate = (metres: number) => {
    const { cell, cols, rows } = land()!.frame, wide = cell * Math.max(cols, rows);
    return Math.abs(metres) < 1e6 ? `${(metres / 1000).toFixed(wide < 1e5 ? 3 : 2)} km` : digits(metres, 9);
  };
  const metres = (value: number) => `${(Math.round(10 * value) / 10 + 0).toFixed(1)} m`; // + 0: never -0
  return (
    <Show when={land()}>
      <div class="readings chip">
        <div class="scale" style={{ width: `${bar().pixels}px` }} role="img" aria-label={withUnit(bar().metres, "m")}>
          <span>{bar().metres >= 1000 ? `${bar().metres / 1000} km` : withUnit(bar().metres, "m")}</span>
        </div>
        <div class="spot" aria-live="off">
          <Show when={spot()} fallback={<span class="quiet">–</span>}>
            {(at) => (
              <>
                <span>
                  {coordinate(at().x)}, {coordinate(at().y)}
                </span>
                <strong>
                  {Number.isFinite(at().height) ? metres(at().height) : texts.picture.outside}
                </strong>
                <Show when={at().depth >= 0.05}>
                  <span>{texts.picture.deep(metres(at().depth))}</span>
                </Show>
              </>
            )}
          </Show>
        </div>
      </div>
    </Show>
  );
}
