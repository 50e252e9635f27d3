// SPDX-License-Identifier: MIT
/* What the colours over the ground mean. */
import { For, Show } from "solid-js";
import { gradientOf } from "./ramps";
import type { Legend } from "./overlays";

export function LegendChip(props: { legend: Legend }) {
  const stops = () => props.legend.gradient ?? (props.legend.ramp && props.legend.ramp !== "classes" ? gradientOf(props.legend.ramp) : null);
  return (
    <figure class="legend chip" aria-label={props.legend.title}>
      <figcaption>{props.legend.title}</figcaption>
      <Show when={stops()}>
        {(gradient) => (
          <>
            <div class="legend-ramp" style={{ background: gradient() }} />
            <div class="legend-ends">
              <span>{props.legend.low}</span>
              <Show when={props.legend.shore}>
                {(shore) => (
                  <span class="legend-shore" style={{ left: `${shore().at}%` }}>
                    {shore().text}
                  </span>
                )}
              </Show>
              <span>{props.legend.high}</span>
            </div>
          </>
        )}
      </Show>
      <ul>
        <For each={props.legend.classes ?? []}>
          {(one) => (
            <li>
              <span class="swatch" style={{ background: one.colour }} />
              {one.name}
            </li>
          )}
        </For>
      </ul>
    </figure>
  );
}
