// SPDX-License-Identifier: MIT
/* The slider between the land as it is and the land that was held. */
import { Show } from "solid-js";
import { before, setBefore, setSplit, split } from "../../state/page";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";

export function Split() {
  let line!: HTMLDivElement;
  const grip = (event: PointerEvent) => {
    line.setPointerCapture(event.pointerId);
    const room = line.parentElement!.getBoundingClientRect();
    const move = (at: PointerEvent) => setSplit(Math.max(0.02, Math.min(0.98, (at.clientX - room.left) / room.width)));
    const end = () => {
      line.removeEventListener("pointermove", move);
      line.removeEventListener("pointerup", end);
      line.removeEventListener("pointercancel", end);
    };
    line.addEventListener("pointermove", move);
    line.addEventListener("pointerup", end);
    line.addEventListener("pointercancel", end);
    event.preventDefault();
    line.focus();
  };
  const key = (event: KeyboardEvent) => {
    const by = event.key === "ArrowLeft" ? -0.02 : event.key === "ArrowRight" ? 0.02 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    setSplit(Math.max(0.02, Math.min(0.98, split() + by)));
  };
  return (
    <Show when={before()}>
      <div
        ref={line}
        class="split"
        role="slider"
        tabindex={0}
        aria-label={texts.compare.slider}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(split() * 100)}
        style={{ left: `${split() * 100}%` }}
        onPointerDown={grip}
        onKeyDown={key}
      >
        <span class="split-word left chip">
          {texts.picture.before}
          <button
            type="button"
            class="button plain icon tiny"
            aria-label={texts.compare.release}
            title={texts.compare.release}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => setBefore(null)}
          >
            <Icon name="cross" size={12} />
          </button>
        </span>
        <span class="split-grip chip">
          <Icon name="left" size={12} />
          <Icon name="right" size={12} />
        </span>
        <span class="split-word right chip">{texts.picture.now}</span>
      </div>
    </Show>
  );
}
