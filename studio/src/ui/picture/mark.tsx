// SPDX-License-Identifier: MIT
/* The place on the land that a plot points at, or where a rule is broken. */
import { Show } from "solid-js";
import type { Scene } from "../../scene/scene";
import { marked } from "../../state/page";

export function Mark(props: { scene: Scene; view: number }) {
  const at = () => {
    void props.view;
    const place = marked();
    return place ? props.scene.project(place.x, place.y) : null;
  };
  return (
    <Show when={at()?.seen && at()}>
      {(spot) => <span class="mark-dot" style={{ transform: `translate(${spot().left}px, ${spot().top}px)` }} />}
    </Show>
  );
}
