// SPDX-License-Identifier: MIT
/* The right side: the controls of the chosen stage, or what one asked about. */
import { Match, Switch } from "solid-js";
import { asked } from "../../state/page";
import { selected, stageOf } from "../../state/store";
import { texts } from "../../texts";
import { Inspector } from "../ask/inspector";
import { FramePanel } from "./frame-panel";
import { StagePanel } from "./stage-panel";

export function Panel() {
  return (
    <aside class="panel" aria-label={texts.panel.label}>
      <Switch fallback={<p class="quiet padded panel-empty">{texts.panel.nothing}</p>}>
        <Match when={asked()}>
          <Inspector />
        </Match>
        <Match when={selected() === "frame"}>
          <FramePanel />
        </Match>
        <Match when={stageOf(selected())?.key} keyed>
          {(key) => <StagePanel stage={key} />}
        </Match>
      </Switch>
    </aside>
  );
}
