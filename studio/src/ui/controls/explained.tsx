// SPDX-License-Identifier: MIT
/* The foot of the panel: what the parameter under the pointer or the focus does. It has one place, so nothing jumps or
 * covers what one works on. */
import { createSignal, Show } from "solid-js";
import type { Param } from "../../state/protocol";
import { texts } from "../../texts";
import { Said } from "../kit/said";
import type { Target } from "./target";
import { standardNumber } from "./automatic";
import { withUnit, words } from "./units";

export const [explained, setExplained] = createSignal<Target | null>(null);

function rangeText(param: Param): string {
  if (param.type !== "real" && param.type !== "int" && param.type !== "field") return "";
  return texts.controls.range(
    withUnit(param.min, param.unit),
    withUnit(param.max, param.unit),
    standardNumber(param),
  );
}

export function Explained(props: { fallback: string }) {
  return (
    <footer class="explained" aria-hidden="true">
      <Show when={explained()} fallback={<p class="quiet">{props.fallback}</p>}>
        {(target) => (
          <>
            <p>
              <strong>{words(target().param.name)}</strong> <span class="quiet">{rangeText(target().param)}</span>
            </p>
            <p class="quiet">
              <Said text={target().param.help} />
            </p>
          </>
        )}
      </Show>
    </footer>
  );
}
