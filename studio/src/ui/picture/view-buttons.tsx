// SPDX-License-Identifier: MIT
/* North, all the land, flying. */
import { Show } from "solid-js";
import type { Scene } from "../../scene/scene";
import { land, mode, setMode } from "../../state/page";
import { texts } from "../../texts";
import { showWhole } from "../actions";
import { Icon } from "../kit/icons";

export function ViewButtons(props: { scene: Scene; view: number }) {
  const turn = () => {
    void props.view;
    return props.scene.camera().turn;
  };
  return (
    <Show when={land()}>
      <div class="view-buttons chip" role="group" aria-label={texts.top.view}>
        <Show when={Math.abs(turn()) > 0.5}>
          <button
            type="button"
            class="button plain icon"
            aria-label={texts.picture.north}
            title={texts.picture.north}
            onClick={() => props.scene.setCamera({ turn: 0 }, true)}
          >
            <span class="needle" style={{ transform: `rotate(${-turn()}deg)` }}>
              <Icon name="north" />
            </span>
          </button>
        </Show>
        <button
          type="button"
          class="button plain icon"
          aria-label={texts.picture.whole}
          title={texts.picture.whole}
          onClick={showWhole}
        >
          <Icon name="target" />
        </button>
        <Show when={mode() !== "map"}>
          <button
            type="button"
            class="button plain icon"
            aria-pressed={mode() === "fly"}
            aria-label={texts.picture.fly}
            title={`${texts.picture.fly}: ${texts.picture.flyTip}`}
            onClick={() => setMode(mode() === "fly" ? "orbit" : "fly")}
          >
            <Icon name="fly" />
          </button>
        </Show>
      </div>
    </Show>
  );
}
