// SPDX-License-Identifier: MIT
/* What the picture says while there is no land in it, and the thread of progress along its top. */
import { Match, Show, Switch } from "solid-js";
import { land } from "../../state/page";
import { state } from "../../state/store";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { Said } from "../kit/said";

export function Blank() {
  const run = () => state.run;
  const share = () => (run().steps ? (run().step + run().fraction) / run().steps : 0);
  return (
    <>
      <Show when={run().state === "running"}>
        <div class="thread" aria-hidden="true">
          <span style={{ transform: `scaleX(${Math.min(1, share())})` }} />
        </div>
      </Show>
      <Show when={!land()}>
        <div class="blank" role="status">
          <Switch>
            <Match when={state.project && state.project.stages.length === 0}>
              <Icon name="frame" size={22} />
              <h2>{texts.picture.empty}</h2>
              <p class="quiet">{texts.picture.emptyHelp}</p>
            </Match>
            <Match when={state.project?.problem || run().state === "failed"}>
              <Icon name="note" size={22} />
              <h2>{texts.picture.failed}</h2>
              <p class="fault">
                <Said text={run().error?.message ?? state.project?.problem?.message} />
              </p>
            </Match>
            <Match when={run().state === "running"}>
              <span class="waiter spin" />
              <h2>{texts.picture.making}</h2>
              <p class="quiet">{run().name}</p>
            </Match>
          </Switch>
        </div>
      </Show>
    </>
  );
}
